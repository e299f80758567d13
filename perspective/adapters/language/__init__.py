"""Which words, names and sentences does a text of any language hold?"""
