"""What does the engine do so that it can be trusted? It shows what it knows, and erases."""
