"""Two games that stand on the engine: One Card Dungeon, and quest boards."""
