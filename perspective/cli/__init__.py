"""How does a person use Perspective from a terminal? Thin commands over the daemon's REST API."""
