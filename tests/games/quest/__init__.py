"""The quest: its board, and the game that is played on it."""
