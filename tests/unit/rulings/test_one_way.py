"""Rulings on lines that a one-way wall affects hold in one direction only."""

from __future__ import annotations

from sightline import CenterRule, Rulings, SquareBoard, Wall, field, sees, trace
from sightline.rulings import open_calls

RULE = CenterRule("adjudicated")


def _board() -> SquareBoard:
    """The line past the end of a one-way wall is a close call from the left, and clear from the
    right.
    """
    board = SquareBoard(3, 3)
    board.add_wall((1.5, 1.5), (1.5, 3), Wall(one_way="back"))
    return board


def test_the_look_is_close_one_way() -> None:
    board = _board()
    there, back = trace(board, (1, 0), (1, 2), RULE), trace(board, (1, 2), (1, 0), RULE)
    assert {str(there.contact), str(back.contact)} == {"corner", "clear"}
    assert there.one_way
    assert back.one_way
    assert "one-way" in there.explain()
    assert not trace(board, (0, 0), (0, 2), RULE).one_way


def _close_call(board: SquareBoard) -> tuple[tuple[int, int], tuple[int, int]]:
    ends = ((1, 0), (1, 2))
    return ends if str(trace(board, *ends, RULE).contact) == "corner" else ends[::-1]


def test_a_ruling_holds_the_one_way() -> None:
    board, rulings = _board(), Rulings()
    a, b = _close_call(board)
    ruling = rulings.rule(board, a, b, RULE, visible=True, by="Ann", why="a low wall")
    assert ruling.one_way
    assert "this way only" in str(ruling)
    assert sees(board, a, b, RULE, rulings=rulings)
    assert trace(board, b, a, RULE, rulings=rulings).ruling is None
    assert b in field(board, a, RULE, rulings=rulings)
    # A ruling for the way back is separate and does not replace the first one.
    rulings.rule(board, b, a, RULE, visible=False, by="Ann", why="it is dark there")
    assert sees(board, a, b, RULE, rulings=rulings)
    assert not sees(board, b, a, RULE, rulings=rulings)
    assert a not in field(board, b, RULE, rulings=rulings)
    assert [each.status for each in rulings.history(board)] == ["in force", "in force"]


def test_it_is_kept_with_its_way() -> None:
    board, rulings = _board(), Rulings()
    a, b = _close_call(board)
    rulings.rule(board, a, b, RULE, visible=True, by="Ann", why="a low wall")
    again = Rulings()
    again.load(rulings.export())
    assert again.history(board) == rulings.history(board)
    assert sees(board, a, b, RULE, rulings=again)
    assert trace(board, b, a, RULE, rulings=again).ruling is None


def test_it_lapses_when_the_wall_is_turned_round() -> None:
    board, rulings = _board(), Rulings()
    a, b = _close_call(board)
    rulings.rule(board, a, b, RULE, visible=True, by="Ann", why="a low wall")
    board.add_wall((1.5, 1.5), (1.5, 3), Wall(one_way="forth"))
    (ruling,) = rulings.history(board)
    assert ruling.status == "lapsed"
    board.add_wall((1.5, 1.5), (1.5, 3), Wall(one_way="back"))
    assert sees(board, a, b, RULE, rulings=rulings)


def test_open_calls_look_both_ways() -> None:
    board = _board()
    found = {call.ends for call in open_calls(board, RULE, [(1, 0), (1, 2)])}
    assert found == {_close_call(board)}


def test_a_ruling_beside_one_way_walls_holds_both_ways() -> None:
    board, rulings = SquareBoard(3, 6), Rulings()
    board.set_solid((0, 1))
    board.set_edge((2, 4), (2, 5), Wall(one_way="forth"))
    ruling = rulings.rule(board, (0, 0), (1, 1), RULE, visible=True, by="Ann", why="clear enough")
    assert not ruling.one_way
    assert sees(board, (1, 1), (0, 0), RULE, rulings=rulings)
