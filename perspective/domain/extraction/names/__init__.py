"""Whose name is it: what does a name consist of, and which of those known does it mean?"""
