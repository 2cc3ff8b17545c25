"""Commands to play and to explore."""
