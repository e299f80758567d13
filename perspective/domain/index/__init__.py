"""What must an exact index know of each version? Columns, vectors and terms, as pure arrays.

Used by the in-memory adapters, and by indexes that keep their newest changes in memory beside
a sealed part.
"""
