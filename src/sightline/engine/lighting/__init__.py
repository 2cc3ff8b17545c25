"""Questions about light: which tiles are lit, and what is visible there."""
