"""Rulings on places at a height hold only there, and lapse when things with heights change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sightline import (
    At,
    CenterRule,
    HexBoard,
    Rulings,
    SquareBoard,
    Wall,
    field,
    sees,
    trace,
)
from sightline.errors import InvalidValueError, SightlineError
from sightline.model.board import Board
from sightline.rulings import open_calls

RULE = CenterRule("adjudicated")
UP, DOWN = At("A1", elevation=4), At("C3", floor="gallery")


def _board() -> SquareBoard:
    """From A1 to C3, a line touches the corner of the rock on C2."""
    board = SquareBoard(3, 3)
    board.set_solid("C2")
    board.set_edge("A3", "B3", Wall(top=9))
    board.add_floor(3, ["C3", "B3", "A3"], "gallery")
    board.set_solid("B1")
    return board


def _close(board: Board) -> bool:
    return bool(open_calls(board, RULE, [UP, DOWN]))


def test_a_ruling_is_on_its_height_alone() -> None:
    board, rulings = _board(), Rulings()
    assert _close(board)
    made = rulings.rule(board, UP, DOWN, RULE, visible=True, by="Ann")
    assert "A1 at height 4 and C3 at height 3 see each other" in str(made)
    assert sees(board, UP, DOWN, RULE, rulings=rulings)
    assert sees(board, DOWN, UP, RULE, rulings=rulings)
    assert sees(board, UP, At("C3", elevation=3), RULE, rulings=rulings)
    assert not open_calls(board, RULE, [UP, DOWN], rulings=rulings)
    for a, b in ((UP, "C3"), ("A1", DOWN), ("A1", "C3"), (At("A1", elevation=5), DOWN)):
        assert trace(board, a, b, RULE, rulings=rulings).ruling is None
    # A ruling on the tiles below is separate and does not replace the first one.
    rulings.rule(board, "A1", "C3", RULE, visible=False, by="Ann")
    assert [each.status for each in rulings.history(board)] == ["in force", "in force"]
    assert sees(board, UP, DOWN, RULE, rulings=rulings)


def test_a_field_has_the_ruling_on_its_own_storey() -> None:
    board, rulings = _board(), Rulings()
    rulings.rule(board, UP, DOWN, RULE, visible=True)
    assert (2, 2) in field(board, UP, RULE, floor="gallery", rulings=rulings)
    assert (2, 2) not in field(board, UP, RULE, floor="gallery")
    assert (2, 2) not in field(board, UP, RULE, rulings=rulings)


def test_a_ruling_on_a_figure_in_the_air_is_not_on_the_ground_below() -> None:
    board, rulings = _board(), Rulings()
    board.place("bat", "C3", elevation=3, blocks_sight=False)
    rulings.rule(board, "A1", "bat", RULE, visible=True)
    assert sees(board, "A1", "bat", RULE, rulings=rulings)
    assert sees(board, "A1", At("C3", elevation=3), RULE, rulings=rulings)
    assert not sees(board, "A1", "C3", RULE, rulings=rulings)
    board.move("bat", "C3", elevation=5)
    assert not sees(board, "A1", "bat", RULE, rulings=rulings)
    lapsed = rulings.lapsed_on(board, trace(board, "A1", "bat", RULE))
    assert lapsed is not None
    assert "height of C3" in lapsed.because


def _lower_wall(board: Board) -> None:
    board.set_edge("B2", "B3", Wall(top=2))


CHANGES: dict[str, Callable[[Board], object]] = {
    "a wall with a top": _lower_wall,
    "ground on the way": lambda board: board.set_elevation("B2", 1),
    "ground under an end": lambda board: board.set_elevation("A1", 1),
    "a floor on the way": lambda board: board.add_floor(2, ["B2"], "bridge"),
    "a floor that is gone": lambda board: board.remove_floor("gallery"),
    "a figure on the way": lambda board: board.place("bat", "B2", elevation=7),
}


@pytest.mark.parametrize("change", CHANGES)
def test_it_lapses_when_a_height_changes(change: str) -> None:
    board, rulings = _board(), Rulings()
    there = At("C3", elevation=3)
    rulings.rule(board, UP, there, RULE, visible=True)
    as_it_was = board.copy()
    CHANGES[change](board)
    assert trace(board, UP, there, RULE, rulings=rulings).ruling is None
    assert rulings.history(board)[0].status == "lapsed"
    assert trace(as_it_was, UP, there, RULE, rulings=rulings).ruling is not None


def test_what_is_elsewhere_changes_nothing() -> None:
    board, rulings = _board(), Rulings()
    rulings.rule(board, UP, DOWN, RULE, visible=True)
    board.set_elevation("A3", 2)
    board.set_edge("A3", "B3", Wall(top=1))
    assert sees(board, UP, DOWN, RULE, rulings=rulings)


def test_files_keep_the_height() -> None:
    board, rulings = _board(), Rulings()
    made = rulings.rule(board, UP, DOWN, RULE, visible=True)
    assert [end.get("elevation") for end in made.to_plain()["ends"]] == ["4", "3"]
    again = Rulings()
    again.load(rulings.export())
    assert again.history(board) == rulings.history(board)
    assert sees(board, UP, DOWN, RULE, rulings=again)
    undone = again.undo(board, UP, DOWN, RULE)
    again.rule(board, UP, DOWN, RULE, visible=False)
    again.renew(undone.number)
    assert not sees(board, UP, DOWN, RULE, rulings=again)


@pytest.mark.parametrize("height", ["high", "1/0", "2.50", 3, "9" * 30, "nan"])
def test_bad_heights_in_a_file(height: Any) -> None:
    rulings = Rulings()
    rulings.rule(_board(), UP, DOWN, RULE, visible=True)
    exported = rulings.export()
    exported[0]["ends"][0]["elevation"] = height
    with pytest.raises(SightlineError, match="elevation"):
        Rulings().load(exported)


def test_on_hexes() -> None:
    board, rulings = HexBoard(radius=2), Rulings()
    board.set_solid("1,0")
    board.set_elevation("-1,0", 1)
    a, b = At("0,0", elevation=3), At("2,-1", elevation=2)
    rule = CenterRule("adjudicated")
    seen = sees(board, a, b, rule)
    rulings.rule(board, a, b, rule, visible=not seen)
    assert sees(board, a, b, rule, rulings=rulings) is not seen
    assert sees(board, "0,0", "2,-1", rule, rulings=rulings) is sees(board, "0,0", "2,-1", rule)


def test_a_rule_without_heights_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="does not take boards with heights"):
        Rulings().rule(_board(), "A1", "C3", "heroquest")
