"""Commands to play, and to look around."""
