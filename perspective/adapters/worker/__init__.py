"""A process beside the daemon for what would hold it up, and the client that talks to it."""
