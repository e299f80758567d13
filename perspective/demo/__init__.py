"""What does Perspective show of itself to someone who is new?"""
