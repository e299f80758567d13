"""What does the engine do? One verb a file; each takes ports and one settings group."""
