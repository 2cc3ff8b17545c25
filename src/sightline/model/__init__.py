"""Boards: tiles, the walls and doors between them, and the figures that stand on them.

`square` and `hexagon` are the two kinds of board, `board` is their common base, `parts` holds its
components, `cell` the arithmetic of tiles, `threshold` the barriers on edges. Nothing here decides
sight.
"""
