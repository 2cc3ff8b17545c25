"""The slow, obvious second way to every answer, written from the definitions of the spec alone.

Nothing here imports `sightline`, walks a grid or rounds. Tests compare the engine with it.

- `contact`: the corner and center rules on squares and hexes (sections 1, 2 and 4 of the spec),
  with what stands where in `ground`, and the strip round a line in `strip`.
- `hexray`: the discrete hex ray (section 5).
"""
