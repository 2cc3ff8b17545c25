"""Boards: tiles, the walls and doors between them, and the figures that stand on them.

`square` and `hexagon` are the two kinds of board, `board` is what they share, `cell` the arithmetic
of tiles, `threshold` what can stand on an edge. Nothing here knows how sight is decided.
"""
