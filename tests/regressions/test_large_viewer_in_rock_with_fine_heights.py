"""A large viewer that stands in rock, on a board with a height that no kernel holds: its own rock
was in the way of its field, and not of its looks."""

from fractions import Fraction

from sightline import HexBoard, HexRayRule, field, hexes, sees


def test_the_field_is_what_is_seen() -> None:
    board = HexBoard(radius=3)
    board.set_elevation((-3, 0), Fraction(1, 384_001))
    for hill in hexes.ring((0, 0), 2):
        board.set_elevation(hill, 2)
    # Only from its western hex does the ogre see over the hills, and then over its own rock.
    board.set_elevation((-1, 0), 10)
    board.set_solid((0, 0))
    board.set_solid((1, 0))
    board.place("ogre", (0, 0), size=2)
    seen = field(board, "ogre", HexRayRule("strict"))
    assert (3, 0) in seen
    for tile in board.tiles():
        assert (tile in seen) is sees(board, "ogre", tile, HexRayRule("strict")), tile
