"""What becomes of the names that texts speak of?"""
