"""Information about figures for players: health, turns, and events as text."""
