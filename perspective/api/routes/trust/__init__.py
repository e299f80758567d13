"""What was changed, what waits for a word, and how do memories stand?"""
