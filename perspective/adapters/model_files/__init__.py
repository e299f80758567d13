"""Which models are there, where do their files lie, and how do they get there?"""
