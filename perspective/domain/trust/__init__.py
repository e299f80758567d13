"""What is told about a memory itself: what is known of it, and what is left once it is erased?"""
