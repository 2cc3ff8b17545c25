"""Rulings in files and exports, and invalid rulings, which change nothing."""

import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from sightline import CornerRule, Door, HexBoard, HexRayRule, SquareBoard, Wall, sees
from sightline.errors import (
    DamagedFileError,
    InvalidTypeError,
    InvalidValueError,
    OffBoardError,
    UnknownNameError,
)
from sightline.formats import load_with_report, save
from sightline.rulings import Rulings
from tests.unit.rulings.conftest import ADJUDICATED

# --- files


def test_kept_in_a_file(tmp_path: Path, board: SquareBoard) -> None:
    path = tmp_path / "table.rulings"
    with Rulings(path) as rulings:
        made = rulings.rule(board, "Brom", "orc", ADJUDICATED, why="naïve — ✓")
    with Rulings(path) as rulings, Rulings(path) as others:
        (kept,) = rulings.history(board)
        assert kept == made
        others.undo(kept.number)
        others.rule(board, (0, 1), (2, 3), ADJUDICATED, visible=True)
        assert [r.status for r in rulings.history(board)] == ["undone", "in force"]
    with pytest.raises(OSError, match="already closed"):
        rulings.history(board)


def test_two_masters_cannot_undo_one_ruling_twice(tmp_path: Path, board: SquareBoard) -> None:
    path = tmp_path / "table.rulings"
    with Rulings(path) as one, Rulings(path) as other:
        made = one.rule(board, "Brom", "orc", ADJUDICATED)
        other.undo(made)
        with pytest.raises(InvalidValueError, match="already undone"):
            one.undo(made)


def test_export_and_load(rulings: Rulings, board: SquareBoard, tmp_path: Path) -> None:
    rulings.rule(board, "Brom", "orc", ADJUDICATED, visible=False)
    rulings.undo(1, why="no")
    rulings.rule(board, "Brom", "orc", ADJUDICATED)
    hexes = HexBoard(3)
    hexes.set_solid((1, 0))
    rulings.rule(hexes, (0, 0), (1, 1), HexRayRule("adjudicated"))
    rulings.rule(hexes, (0, 0), (1, 1), CornerRule("adjudicated"))
    exported = rulings.export()
    with Rulings(tmp_path / "copy.rulings") as copy:
        assert copy.load(exported) == 4
        assert copy.load(exported) == 0
        assert copy.export() == exported
        assert [r.status for r in copy.history(board)] == [r.status for r in rulings.history(board)]


@pytest.mark.parametrize("ending", [".json", ".txt"])
def test_saved_with_the_board(
    rulings: Rulings, board: SquareBoard, tmp_path: Path, ending: str
) -> None:
    rulings.rule(board, "Brom", "orc", ADJUDICATED, why="naïve — ✓")
    save(board, tmp_path / f"map{ending}", rulings=rulings.export())
    loaded = load_with_report(tmp_path / f"map{ending}")
    again = Rulings()
    again.load(loaded.rulings)
    assert again.history(loaded.board) == rulings.history(board)
    assert sees(loaded.board, "Brom", "orc", ADJUDICATED, rulings=again)


def spoilt(exported: list[dict[str, Any]], key: str, value: Any) -> list[dict[str, Any]]:
    return [{**exported[0], key: value}]


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("grid", "triangle", "grid: expected one of square, hex"),
        ("ends", [], "ends: expected two, got 0"),
        ("ends", [{"tiles": []}, {"tiles": [[0, 1]]}], "at least one, got none"),
        ("ends", [{"tiles": [[0.5, 1]]}, {"tiles": [[0, 1]]}], "expected a whole number"),
        ("visible", 1, "visible: expected True or False"),
        ("by", "", "by: expected a text, got an empty one"),
        ("by", "x" * 201, "at most 200 characters"),
        ("why", "\ud800", "expected whole characters"),
        ("starts", [[0, 0]], "not a point of the tiles at that end"),
        ("rays", [[[0, 0], [5, 5]]], "ray: expected hexes from one end to the other"),
        ("facts", [["tile", [1], "solid"]], "fact: expected a kind"),
        ("facts", [["odd", [1, 2], "solid"]], "fact: expected a kind"),
        ("undone", {"by": ""}, "by: expected a text"),
    ],
)
def test_loading_what_is_no_ruling(
    rulings: Rulings, board: SquareBoard, key: str, value: Any, why: str
) -> None:
    rulings.rule(board, "Brom", "orc", ADJUDICATED)
    exported = rulings.export()
    with pytest.raises(InvalidValueError, match="ruling 1 of the list: ") as caught:
        Rulings().load(spoilt(exported, key, value))
    assert why in str(caught.value)


def test_loading_is_all_or_nothing(rulings: Rulings, board: SquareBoard) -> None:
    rulings.rule(board, "Brom", "orc", ADJUDICATED)
    other = Rulings()
    with pytest.raises(InvalidValueError, match="ruling 2 of the list"):
        other.load([*rulings.export(), {"grid": "square"}])
    assert other.history() == []
    with pytest.raises(InvalidTypeError, match="expected a list"):
        other.load({})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "body", ["{}", "no json", '{"undo": 5, "by": "a", "why": "", "when": "b"}']
)
def test_entries_that_nobody_of_us_wrote(tmp_path: Path, body: str) -> None:
    path = tmp_path / "table.rulings"
    with Rulings(path) as rulings:
        rulings._journal.append(lambda: [body])
    with pytest.raises(DamagedFileError, match="entry 1 is not one of ours"):
        Rulings(path)


# --- bad input changes nothing


@pytest.mark.parametrize(
    ("ends", "options", "error", "why"),
    [
        (("Brom", "nobody"), {}, UnknownNameError, "no figure is called 'nobody'"),
        (("Brom", (9, 9)), {}, OffBoardError, "off the board"),
        (("Brom", (0, 1)), {}, InvalidValueError, "share a tile"),
        (("Brom", "orc"), {"visible": "yes"}, InvalidTypeError, "visible: expected True or False"),
        (("Brom", "orc"), {"by": " "}, InvalidValueError, "by: expected a text"),
        (("Brom", "orc"), {"by": None}, InvalidTypeError, "by: expected a text"),
        (("Brom", "orc"), {"why": "x" * 2001}, InvalidValueError, "at most 2000 characters"),
    ],
)
def test_bad_rulings(
    rulings: Rulings, board: SquareBoard, ends: Any, options: Any, error: Any, why: str
) -> None:
    with pytest.raises(error, match=why):
        rulings.rule(board, ends[0], ends[1], ADJUDICATED, **options)
    assert rulings.history() == []


def test_what_blocks_nothing_makes_nobody_see_through(rulings: Rulings, board: SquareBoard) -> None:
    """A low table reaches from Brom's tile to the tile of a figure between the two."""
    board.place("guest", (1, 2))
    rulings.rule(board, "Brom", "orc", ADJUDICATED, visible=True)
    board.place("table", (0, 1), size=(2, 2), blocks_sight=False)
    assert rulings.history(board)[0].status == "in force"
    board.remove("guest")
    assert rulings.history(board)[0].status == "lapsed"


def test_a_wall_that_becomes_a_secret_door_is_still_a_wall(
    rulings: Rulings, board: SquareBoard
) -> None:
    """If the ruling lapsed, players would learn of the door."""
    for ends in (((0, 1), (1, 1)), ((1, 1), (1, 2))):
        board.set_edge(*ends, Wall())
    board.add_wall((2, 1), (2, 2), Door("secret"))
    rulings.rule(board, "Brom", "orc", ADJUDICATED, visible=True)
    for ends in (((0, 1), (1, 1)), ((1, 1), (1, 2))):
        board.set_edge(*ends, Door("secret"))
    board.add_wall((2, 1), (2, 2), Wall())
    assert rulings.history(board)[0].status == "in force"
    board.add_wall((2, 1), (2, 2), Door("closed"))
    assert rulings.history(board)[0].status == "lapsed"


def test_renewed_as_it_was(rulings: Rulings, board: SquareBoard) -> None:
    """It returns to its old position before later rulings, with its original surroundings."""
    rulings.rule(board, "Brom", "orc", ADJUDICATED, visible=True)
    rulings.rule(board, "Brom", "orc", ADJUDICATED, visible=False)
    rulings.undo(1)
    rulings.renew(1)
    assert not sees(board, "Brom", "orc", ADJUDICATED, rulings=rulings)
    latest = rulings.history(board)[-1]
    assert (latest.visible, latest.status) == (False, "in force")
    rulings.undo(latest)
    assert sees(board, "Brom", "orc", ADJUDICATED, rulings=rulings)
    number = next(each.number for each in rulings.history() if each.undone is None)
    rulings.undo(number)
    board.set_solid((1, 1))
    rulings.renew(number)
    assert rulings.history(board)[-1].status == "lapsed"
    board.set_solid((1, 1), False)
    assert sees(board, "Brom", "orc", ADJUDICATED, rulings=rulings)
    with pytest.raises(InvalidValueError, match="was not undone"):
        rulings.renew(rulings.history()[-1].number)
    with pytest.raises(UnknownNameError, match="no ruling 99"):
        rulings.renew(99)


def test_not_a_board_not_a_rule(rulings: Rulings, board: SquareBoard) -> None:
    with pytest.raises(InvalidTypeError, match="board: expected"):
        rulings.rule("board", (0, 0), (1, 1), ADJUDICATED)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match="rule: expected"):
        rulings.rule(board, (0, 0), (1, 1), None)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match=r"did you mean 'center'\?"):
        rulings.rule(board, (0, 0), (1, 1), "centre")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="HexRayRule works on hex boards"):
        rulings.rule(board, (0, 0), (1, 1), HexRayRule())
    with pytest.raises(InvalidTypeError, match="board: expected a board or None"):
        rulings.history("board")  # type: ignore[arg-type]


@pytest.mark.parametrize("zone", ["UTC-14", "UTC+12"])
@pytest.mark.parametrize(
    "now",
    [
        datetime.max,
        datetime.min,
        datetime.max.replace(tzinfo=timezone(-timedelta(hours=5))),
        datetime.min.replace(tzinfo=timezone(timedelta(hours=5))),
    ],
)
def test_a_clock_at_the_ends_of_time_rules_too(
    now: datetime, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        rulings = Rulings(clock=lambda: now)
        rulings.rule(SquareBoard.from_text("A#\n.B"), "A", "B", "center")
    finally:
        monkeypatch.undo()
        time.tzset()
    (ruling,) = rulings.history()
    assert ruling.when.endswith(" UTC")
    assert ruling.when.startswith(("9999-12-31", "1-01-01", "0001-01-01"))
