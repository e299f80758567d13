"""What are language models asked? Templates, each with its version in its name."""
