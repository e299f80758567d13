"""A sealed generation of vectors: files that are written once, by the worker, and then only read."""
