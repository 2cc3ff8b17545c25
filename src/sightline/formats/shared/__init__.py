"""What several map readers share: walls, curves, tokens, tiles and their limits."""
