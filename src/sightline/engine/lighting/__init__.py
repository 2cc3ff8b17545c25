"""Questions about light: what it falls on, and what walls and figures stop it."""
