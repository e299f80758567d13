"""What does the engine ask of the world? One Protocol a file; its docstring is the contract."""
