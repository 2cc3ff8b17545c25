"""The parts of every board: ground, edges, free walls, figures and terrain."""
