"""What can be read out of a text, is it supported by it, and whom does it name?"""
