"""Our own JSON format is complete and exact, and follows its published schema."""

import json
import random
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, LimitError
from sightline.formats.contract import Options
from sightline.formats.native import read, recognizes, write
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Wall
from tests.formats.boards import BOARDS, PLAIN_DICTS
from tests.json_schema import Schema

SCHEMA = Schema(
    json.loads(
        (Path(__file__).parents[3] / "docs/schema/sightline-board.schema.json").read_text("utf-8")
    )
)


def read_back(data: bytes) -> Board:
    return read(data, "board.json", Options()).board


def plain(board: Board) -> Any:
    return json.loads(write(board))


@given(BOARDS)
def test_every_board_comes_back_equal(board: Board) -> None:
    data = write(board)
    assert recognizes(data, "")
    again = read_back(data)
    assert again == board
    assert again.fingerprint() == board.fingerprint()
    assert again.has_edges == board.has_edges
    assert [f.name for f in again.figures()] == [f.name for f in board.figures()]
    assert write(again) == data


@given(st.none() | PLAIN_DICTS, st.lists(PLAIN_DICTS, max_size=3))
def test_rules_and_rulings_come_back_equal(rule: Any, rulings: Any) -> None:
    loaded = read(write(SquareBoard(1, 1), rule, rulings), "board.json", Options())
    assert loaded.rule == rule
    assert loaded.rulings == rulings


def test_it_is_pleasant_to_read() -> None:
    board = SquareBoard.from_grid([["S", None, "#"], [None, None, "T"]])
    board.set_edge((0, 0), (0, 1), Door("locked"))
    board.set_edge((0, 1), (1, 1), Gate("open"))
    board.add_wall((0.5, 0.25), (1.1, Fraction(2, 3)))
    board.add_wall((0, 0), (1, 1), Door("secret"))
    assert write(board, {"rule": "corner", "ties": "strict"}).decode() == (
        """\
{
  "sightline": 1,
  "board": {
    "grid": "square",
    "tiles": [
      "..#",
      "..."
    ],
    "edges": {"east": ["l"], "south": [".O"]},
    "figures": [
      {"name": "S", "at": [0, 0], "size": [1, 1], "kind": "figure", "blocks_sight": true},
      {"name": "T", "at": [1, 2], "size": [1, 1], "kind": "figure", "blocks_sight": true}
    ],
    "walls": [[192000, 96000, 422400, 256000], [0, 0, 384000, 384000, "s"]]
  },
  "rule": {"rule": "corner", "ties": "strict"}
}
"""
    )


def test_heights_are_exact() -> None:
    board = HexBoard(1)
    board.set_cover((0, 0), Fraction(1, 3))
    board.set_elevation((1, 0), 10**300)
    board.set_elevation((0, 1), 0)
    drawn = plain(board)["board"]
    assert drawn["cover"] == [[0, 0, "1/3"]]
    assert drawn["elevation"] == [[1, 0, str(10**300)], [0, 1, 0]]
    assert read_back(write(board)) == board


GOOD = {"sightline": 1, "board": {"grid": "square", "tiles": ["...", "..."]}}
HEXES = {"orientation": "flat", "outside": "open", "first": [0, 0], "tiles": ["..", " ."]}
GOOD_HEX = {"sightline": 1, "board": {"grid": "hex", **HEXES}}


def changed(document: dict[str, Any], **changes: Any) -> bytes:
    """Return the document as bytes, with changed keys at the top level or in its board."""
    board = {**document["board"], **{k: v for k, v in changes.items() if not k.startswith("_")}}
    rest = {k[1:]: v for k, v in changes.items() if k.startswith("_")}
    return json.dumps({**document, "board": board, **rest}).encode()


FLOOR = {"name": "gallery", "height": 3, "tiles": [[0, 0]]}


def high_edge(entry: list[Any]) -> bytes:
    return changed(GOOD, edges={"east": ["w"]}, edge_heights=[entry])


def high_wall(entry: list[Any]) -> bytes:
    return changed(GOOD, walls=[[0, 0, 0, 9]], wall_heights=[entry])


def floored(**changes: Any) -> bytes:
    return changed(GOOD, floors=[FLOOR | changes])


def tall(**fields: Any) -> bytes:
    return changed(GOOD, figures=[{"name": "a", "at": [0, 0], **fields}])


BAD = [
    (changed(GOOD, _sightline=2), r"^\$\.sightline: written by a newer sightline"),
    (changed(GOOD, _sightline=0), r"^\$\.sightline: "),
    (changed(GOOD, _sightline="1"), r"^\$\.sightline: "),
    (changed(GOOD, _color=2), r"^\$\.color: unknown key"),
    (changed(GOOD, cover=[]), r"^\$\.board\.cover: unknown key"),
    (changed(GOOD, grid="triangle"), r"^\$\.board\.grid: "),
    (changed(GOOD, tiles=[]), r"^\$\.board\.tiles: "),
    (changed(GOOD, tiles=[""]), r"^\$\.board\.tiles\[0\]: "),
    (changed(GOOD, tiles=["..", "..."]), r"^\$\.board\.tiles\[1\]: expected 2 tiles"),
    (changed(GOOD, tiles=["..x"]), r"^\$\.board\.tiles\[0\]: .*'x' at column 2"),
    (changed(GOOD, tiles=["." * 5000]), r"^\$\.board\.tiles\[0\]: "),
    (changed(GOOD, tiles=["."] * 5000), r"^\$\.board\.tiles: "),
    (changed(GOOD, edges={"east": ["..w"]}), r"^\$\.board\.edges\.east\[0\]: .*no tile"),
    (changed(GOOD, edges={"south": ["", "w"]}), r"^\$\.board\.edges\.south\[1\]: .*no tile"),
    (changed(GOOD, edges={"east": ["", "", ""]}), r"^\$\.board\.edges\.east: "),
    (changed(GOOD, edges={"east": ["q"]}), r"^\$\.board\.edges\.east\[0\]: .*'q'"),
    (changed(GOOD, edges={"west": []}), r"^\$\.board\.edges\.west: unknown key"),
    (changed(GOOD, figures=[{"name": "a", "at": [9, 9]}]), r"^\$\.board\.figures\[0\]: .*off the"),
    (changed(GOOD, figures=[{"name": "", "at": [0, 0]}]), r"^\$\.board\.figures\[0\]: "),
    (changed(GOOD, figures=[{"at": [0, 0]}]), r"^\$\.board\.figures\[0\]: .*'name'"),
    (changed(GOOD, figures=[{"name": "a", "at": [0]}]), r"^\$\.board\.figures\[0\]\.at: "),
    (changed(GOOD, figures=[{"name": "a", "at": [0, 0], "hp": 3}]), r"figures\[0\]\.hp: unknown"),
    (changed(GOOD, figures=[{"name": "a", "at": [0, 0], "kind": "x"}]), r"figures\[0\]\.kind: "),
    (changed(GOOD, figures=[{"name": "a", "at": [0, 0]}] * 2), r"figures\[1\]: .*already"),
    (changed(GOOD, walls=[[0, 0, 1]]), r"^\$\.board\.walls\[0\]: "),
    (changed(GOOD, walls=[[0, 0, 0, 0]]), r"^\$\.board\.walls\[0\]: .*two different ends"),
    (changed(GOOD, walls=[[0, 0, 0, 0.5]]), r"^\$\.board\.walls\[0\]\[3\]: "),
    (changed(GOOD, walls=[[0, 0, 0, 10**14]]), r"^\$\.board\.walls\[0\]: .*coordinates"),
    (changed(GOOD, walls=[[0, 0, 0, 1, "."]]), r"^\$\.board\.walls\[0\]\[4\]: "),
    (changed(GOOD, walls=[[0, 0, 0, 1]] * 100_001), r"^\$\.board\.walls: .*at most 100,000"),
    (changed(GOOD, _rule="corner"), r"^\$\.rule: "),
    (changed(GOOD, _rulings=[3]), r"^\$\.rulings\[0\]: "),
    (changed(GOOD_HEX, first=[3000, 0]), r"^\$\.board\.first\[0\]: "),
    (changed(GOOD_HEX, first=[2048, 0]), r"^\$\.board\.tiles: "),
    (changed(GOOD_HEX, tiles=["  ", ""]), r"^\$\.board\.tiles: .*at least one hex"),
    (changed(GOOD_HEX, edges={"0,1": ["w"]}), r"^\$\.board\.edges\[\"0,1\"\]\[0\]: .*no tile"),
    (changed(GOOD_HEX, cover=[[5, 5, 1]]), r"^\$\.board\.cover\[0\]: .*off the board"),
    (changed(GOOD_HEX, cover=[[0, 0, 0.5]]), r"^\$\.board\.cover\[0\]\[2\]: "),
    (changed(GOOD_HEX, elevation=[[0, 0, "1/0"]]), r"^\$\.board\.elevation\[0\]\[2\]: "),
    (changed(GOOD_HEX, elevation=[[0, 0, "1e9"]]), r"^\$\.board\.elevation\[0\]\[2\]: "),
    (changed(GOOD, elevation=[[0, 9, 1]]), r"^\$\.board\.elevation\[0\]: .*off the board"),
    (changed(GOOD, elevation=[[0, 0, 10**7]]), r"^\$\.board\.elevation\[0\]: .*-1,000,000 to"),
    (changed(GOOD, elevation=[[0, 0, 0.5]]), r"^\$\.board\.elevation\[0\]\[2\]: "),
    (high_edge([0, 0, 0, 1, 2, 1]), r"edge_heights\[0\]: .*got bottom 2 above top 1"),
    (high_edge([0, 0, 1, 0, 0, 1]), r"edge_heights\[0\]: expected an edge that carries"),
    (high_edge([0, 0, 0, 1, 0]), r"edge_heights\[0\]: "),
    (high_edge([0, 0, 0, 1, "low", 1]), r"edge_heights\[0\]\[4\]: expected a number such as"),
    (high_edge([0, 0, 0, 1, None, True]), r"edge_heights\[0\]\[5\]: "),
    (high_wall([0, 0, 0, 9, 2, 1]), r"wall_heights\[0\]: .*got bottom 2 above top 1"),
    (high_wall([0, 0, 9, 0, 1, 2]), r"wall_heights\[0\]: expected the ends of a free wall"),
    (high_wall([0, 0, 0, 9, None, "1e9"]), r"wall_heights\[0\]\[5\]: "),
    (floored(tiles=[]), r"^\$\.board\.floors\[0\]: .*at least one tile"),
    (floored(tiles=[[0, 3]]), r"^\$\.board\.floors\[0\]: .*off the board"),
    (floored(tiles=[[0]]), r"^\$\.board\.floors\[0\]\.tiles\[0\]: "),
    (floored(height=None), r"floors\[0\]\.height: expected a whole number, got null"),
    (floored(height=1.5), r"^\$\.board\.floors\[0\]\.height: "),
    (floored(height=-(10**7)), r"^\$\.board\.floors\[0\]: .*-1,000,000 to"),
    (floored(name=""), r"^\$\.board\.floors\[0\]: .*non-empty"),
    (floored(hole=[]), r"^\$\.board\.floors\[0\]\.hole: unknown key"),
    (changed(GOOD, floors=[FLOOR, FLOOR]), r"^\$\.board\.floors\[1\]: .*already on"),
    (tall(height=0), r"^\$\.board\.figures\[0\]: .*height"),
    (tall(height="tall"), r"^\$\.board\.figures\[0\]\.height: "),
    (tall(elevation=10**7), r"^\$\.board\.figures\[0\]: .*-1,000,000 to"),
]


@pytest.mark.parametrize(("data", "complaint"), BAD)
def test_errors_name_the_place(data: bytes, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        read(data, "bad.json", Options())


def test_hexes_to_the_very_rim() -> None:
    board = HexBoard(cells=[(-2048, -2048), (2048, 2048)], orientation="flat")
    board.set_solid((2048, 2048))
    assert read_back(write(board)) == board
    assert obeys(plain(board))


def test_crowds_are_limited() -> None:
    ghosts = [{"name": str(i), "at": [0, 0], "blocks_sight": False} for i in range(101)]
    with pytest.raises(FormatError, match="more than 100 figures share a tile"):
        read(changed(GOOD, figures=ghosts), "crowd.json", Options())


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        ({"k": float("nan")}, InvalidValueError),
        ({1: 2}, InvalidTypeError),
        ({"k": (1,)}, TypeError),
    ],
)
def test_only_plain_data_is_written(rule: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^rule"):
        write(SquareBoard(1, 1), rule)


def test_what_could_not_be_written_does_not_come_onto_a_board() -> None:
    board = SquareBoard(1, 1)
    with pytest.raises(InvalidValueError, match="whole characters"):
        board.place("\ud800", (0, 0))
    assert read_back(write(board)) == board
    hexes = HexBoard(0)
    with pytest.raises(LimitError, match="digits"):
        hexes.set_elevation((0, 0), Fraction(1, 10**401))
    hexes.set_elevation((0, 0), Fraction(1, 10**400))
    hexes.set_cover((0, 0), Fraction(10**308 - 1, 10**400 - 1))
    assert read_back(write(hexes)) == hexes
    assert HexBoard.from_text(str(hexes)) == hexes


def test_a_million_tiles_take_about_a_second() -> None:
    chance = random.Random(1)
    grid = [["#" if chance.random() < 0.4 else None for _ in range(1000)] for _ in range(1000)]
    board = SquareBoard.from_grid(grid)
    for r in range(1000):
        for c in range(0, 999, 7):
            board.set_edge((r, c), (r, c + 1), Wall())
    start = time.perf_counter()
    again = read_back(write(board))
    assert time.perf_counter() - start < 5  # 0.3 s on an idle machine
    assert again == board


# --- the schema ---------------------------------------------------------------------------------


def obeys(value: Any) -> bool:
    return SCHEMA.obeyed_by(value)


@given(BOARDS, PLAIN_DICTS, st.lists(PLAIN_DICTS, max_size=2))
def test_what_is_written_obeys_the_schema(board: Board, rule: Any, rulings: Any) -> None:
    assert obeys(json.loads(write(board, rule, rulings)))


def test_the_schema_bites() -> None:
    """The schema rejects structural errors. Detecting the others requires building the board."""
    assert obeys(GOOD)
    assert obeys(GOOD_HEX)
    shape = [data for data, _ in BAD if not obeys(json.loads(data))]
    assert len(shape) >= 28
