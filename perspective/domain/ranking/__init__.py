"""In which order do candidates answer a query? Pure functions over arrays."""
