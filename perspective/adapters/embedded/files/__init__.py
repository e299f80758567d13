"""The files of the indexes: what must they be, and what becomes of those that are not?"""
