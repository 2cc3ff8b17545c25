"""Automatic players of One Card Dungeon, and hints."""
