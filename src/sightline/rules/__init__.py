"""Which lines a game tries, and what it makes of them."""
