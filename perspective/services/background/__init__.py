"""What goes on behind the answers: long texts, streams of texts, and the list of such work."""
