"""Code shared by several map readers: walls, curves, tokens, tiles and their limits."""
