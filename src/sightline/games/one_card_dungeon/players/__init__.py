"""The programs that play One Card Dungeon, and their hints."""
