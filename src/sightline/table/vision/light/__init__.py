"""The light on a map, and what viewers see in it."""
