"""What can be typed after `perspective`? One module a subject; heavy imports stand in functions."""
