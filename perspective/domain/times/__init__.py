"""Which times does a stored text speak of, seen from the moment it was said?"""
