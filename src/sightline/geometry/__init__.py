"""Two points and what lies between them: exact integers, no game."""
