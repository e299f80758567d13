"""What is done again and again behind the answers, to which tenant, and how did it go?"""
