"""How bright it is on a map, and who sees what in that light."""
