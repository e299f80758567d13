"""How is each port kept by a technology? One folder each; only `wiring` imports them."""
