"""How is each port kept exactly, in memory? The reference for every contract, and for tests."""
