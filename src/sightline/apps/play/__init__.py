"""One Card Dungeon in a terminal: `sightline play`."""
