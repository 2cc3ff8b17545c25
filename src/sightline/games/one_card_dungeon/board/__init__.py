"""The board of a level: its text format, its floor and walls, and positions on it."""
