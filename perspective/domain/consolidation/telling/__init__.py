"""What does a text tell of whom: matters, changes, what is asserted and what is asked?"""
