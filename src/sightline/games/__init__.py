"""Games that stand on the engine: turns, dice, monsters."""
