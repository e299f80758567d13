"""Which model serves whom?"""
