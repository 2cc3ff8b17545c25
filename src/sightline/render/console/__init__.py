"""Boards and answers as text in a terminal."""
