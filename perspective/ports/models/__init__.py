"""Which models understand texts?"""
