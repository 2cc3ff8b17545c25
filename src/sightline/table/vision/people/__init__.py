"""What players learn about figures: health, turns, and events as text."""
