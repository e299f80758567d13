"""Vectors on a Qdrant server, with the extra `qdrant`."""
