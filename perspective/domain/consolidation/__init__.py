"""What may be made one of two texts, and what does the newer do to the older? Pure judges."""
