"""What players learn of figures: health, turns, and events as text."""
