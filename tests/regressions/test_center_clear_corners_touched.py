"""A clear center line does not always make a corner line clear.

The spec once claimed this, and on small boards it is true. Here the tiles are 9 by 2 apart, and two
blocks leave a gap that only the center line passes: each of the 16 corner lines touches one of
them. The definition decides: the corner rule says CORNER, and no kernel may try the center line
first as a shortcut.
"""

from sightline import CenterRule, Contact, CornerRule, SquareBoard, field, sees, trace
from tests.reference.contact import Scene, center_contact, corner_contact

BLOCKS = ((1, 1), (3, 0))
SOURCE, TARGET = (0, 0), (9, 2)


def board() -> SquareBoard:
    drawn = SquareBoard(10, 3)
    for tile in BLOCKS:
        drawn.set_solid(tile)
    return drawn


def test_by_definition() -> None:
    scene = Scene("square", 10, 3, solid=set(BLOCKS))
    assert center_contact(scene, (SOURCE,), (TARGET,)) == "clear"
    assert corner_contact(scene, (SOURCE,), (TARGET,)) == "corner"


def test_by_the_rules() -> None:
    assert trace(board(), SOURCE, TARGET, CenterRule()).contact is Contact.CLEAR
    assert trace(board(), SOURCE, TARGET, CornerRule()).contact is Contact.CORNER


def test_by_the_kernels() -> None:
    drawn = board()
    assert sees(drawn, SOURCE, TARGET, CenterRule())
    assert not sees(drawn, SOURCE, TARGET, CornerRule())
    assert TARGET not in field(drawn, SOURCE, CornerRule())
    assert TARGET not in field(drawn, SOURCE, CornerRule(), radius=20)
