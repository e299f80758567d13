"""What is written, in one form for all the ways of writing it, in many languages?"""
