"""Does anything here touch the machine itself? The clock, ids, and the lock on a folder."""
