"""How does English speak of times?"""
