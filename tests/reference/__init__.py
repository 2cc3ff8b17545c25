"""A slow, independent second implementation of every answer, written only from the spec.

Nothing here imports `sightline`, walks a grid or rounds. Tests compare the engine with it.

- `contact`: the corner and center rules on squares and hexes (sections 1, 2 and 4 of the spec).
  It uses `ground` for the blockers and `strip` for the strip around a line.
- `hexray`: the discrete hex ray (section 5).
"""
