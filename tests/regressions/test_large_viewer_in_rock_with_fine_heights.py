"""The field of a large viewer inside rock was blocked by that rock, unlike its single lines.

This happened on boards with a height that kernels cannot represent.
"""

from fractions import Fraction

from sightline import HexBoard, HexRayRule, field, hexes, sees


def test_the_field_is_what_is_seen() -> None:
    board = HexBoard(radius=3)
    board.set_elevation((-3, 0), Fraction(1, 384_001))
    for hill in hexes.ring((0, 0), 2):
        board.set_elevation(hill, 2)
    # The ogre sees over the hills only from its western hex, past its own rock.
    board.set_elevation((-1, 0), 10)
    board.set_solid((0, 0))
    board.set_solid((1, 0))
    board.place("ogre", (0, 0), size=2)
    seen = field(board, "ogre", HexRayRule("strict"))
    assert (3, 0) in seen
    for tile in board.tiles():
        assert (tile in seen) is sees(board, "ogre", tile, HexRayRule("strict")), tile
