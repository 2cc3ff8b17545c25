"""Plans of storeys."""
