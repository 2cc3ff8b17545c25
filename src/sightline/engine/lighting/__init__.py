"""Questions about light: which tiles it reaches, and what blocks it."""
