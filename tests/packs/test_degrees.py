"""`degree` and fields of degrees equal the answers of `trace`, tile by tile."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CoverField,
    HexBoard,
    HexRayRule,
    SquareBoard,
    Wall,
    cover_field,
    degree,
    field,
    sees,
    sees_many,
    trace,
    verdict,
    who_sees_whom,
)
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.packs import PACKS
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH

DND = PackRule(PACKS["dnd5e"])


def _board(dice: random.Random, grid: str) -> Board[Any]:
    board: Board[Any] = SquareBoard(5, 6) if grid == "square" else HexBoard(radius=2)
    tiles = [tuple(tile) for tile in board.tiles()]
    for tile in dice.sample(tiles, 4):
        board.set_solid(tile)
    for tile in dice.sample(tiles, 3):
        board.set_terrain(tile, dice.choice(["low", "smoke", "woods"]))
    for here in dice.sample(tiles, 3):
        there = tuple(dice.choice(board.grid.neighbors(here)))
        if there in board:
            board.set_edge(here, there, Wall())
    names = ("Mira", "orc", "Borin")
    for name, at, kind in zip(
        names, dice.sample(tiles, 3), ("hero", "enemy", "figure"), strict=True
    ):
        board.place(name, at, kind=kind)  # type: ignore[arg-type]
    if grid == "square" and dice.random() < 0.5:
        board.place("table", (1, 1), kind="table")
    return board


@pytest.mark.parametrize("name", PACKS)
def test_fields_are_pair_by_pair(name: str) -> None:
    dice = random.Random(name)
    rule = PackRule(PACKS[name])
    for number in range(40 if THOROUGH else 1):
        board = _board(dice, rule.grids[number % len(rule.grids)])
        viewer: Any = dice.choice(("Mira", tuple(dice.choice(board.tiles()[:]))))
        covers = cover_field(board, viewer, rule)
        seen = field(board, viewer, rule)
        pairs = [(board.where(viewer) if viewer == "Mira" else viewer, t) for t in covers]
        many = sees_many(board, numpy.array(pairs), rule)
        assert len(covers) == len(board.tiles())
        for tile, is_seen in zip(covers, many.tolist(), strict=True):
            sight = trace(board, viewer, tile, rule)
            assert covers[tile] == sight.degree == degree(board, viewer, tile, rule)
            assert (tile in seen) is is_seen is sight.visible
            assert verdict(board, viewer, tile, rule) is sight.verdict
        names, table = who_sees_whom(board, rule)
        for i, one in enumerate(names):
            for j, other in enumerate(names):
                assert table[i, j] == sees(board, one, other, rule)


def test_a_field_of_degrees_is_a_mapping_and_an_array() -> None:
    board = SquareBoard.from_text("A.o..\n#####\n.....")
    covers = cover_field(board, "A", DND, radius=3, metric="chebyshev")
    assert isinstance(covers, CoverField)
    assert covers.degrees == ("none", "half", "three-quarters", "total")
    assert [str(tile) for tile in covers.tiles_with("half")] == ["D1", "C2", "D2"]
    assert (0, 4) not in covers
    assert (9, 9) not in covers
    with pytest.raises(KeyError):
        covers[0, 4]
    array = numpy.asarray(covers)
    assert array.dtype == numpy.uint8
    assert array[0].tolist() == [0, 0, 0, 1, 255]
    assert array[2].tolist() == [3, 3, 3, 3, 255]
    assert len(covers) == 12 == len(list(covers)) == len(dict(covers))
    assert repr(covers).startswith("<CoverField: 12 of 15 tiles: ")
    assert pickle.loads(pickle.dumps(covers)) == covers  # noqa: S301


def test_rules_without_degrees() -> None:
    board = SquareBoard.from_text(".#\n..")
    assert degree(board, "A1", "B2", CenterRule("permissive")) == "none"
    assert degree(board, "A1", "B2", CenterRule("strict")) == "total"
    assert degree(board, "A1", "B2", CenterRule("adjudicated")) == "none or total"
    assert degree(HexBoard(radius=1), "0,0", "1,0", HexRayRule()) == "none"
    with pytest.raises(InvalidTypeError, match="rule of a game"):
        cover_field(board, "A1", CenterRule())


def test_a_degree_is_ordered_and_equals_its_name() -> None:
    board = SquareBoard.from_text("A.o.B")
    half, clear = degree(board, "A", "B", DND), degree(board, "A", "o", DND)
    assert clear < half <= half < "total"
    assert half > clear
    assert half >= "none"
    assert half == "half"
    assert half != "none"
    assert {half: 1}["half"] == 1  # type: ignore[index]
    assert (half.name, str(half), half.low, half.high, half.is_open) == (*("half",) * 4, False)
    assert "+2 to AC" in half.effect
    assert pickle.loads(pickle.dumps(half)) == half  # noqa: S301


def test_an_open_degree_is_an_interval() -> None:
    board = SquareBoard.from_text(".#\n..")
    cover = degree(board, "A1", "B2", CenterRule("adjudicated"))
    assert (cover.low, cover.high, cover.is_open, cover.effect) == ("none", "total", True, "")
    assert "none" < cover < "total"
    assert cover == trace(board, "A1", "B2", CenterRule("adjudicated")).degree


def test_a_degree_raises_on_what_it_cannot_be_compared_with() -> None:
    half = degree(SquareBoard.from_text("A.o.B"), "A", "B", DND)
    with pytest.raises(InvalidValueError, match="did you mean 'half'"):
        half == "halff"  # noqa: B015
    with pytest.raises(InvalidValueError, match="of one rule"):
        half < degree(SquareBoard(1, 2), "A1", "B1", CenterRule())  # noqa: B015
    with pytest.raises(InvalidTypeError, match="another degree"):
        half < 3  # type: ignore[operator]  # noqa: B015
    with pytest.raises(InvalidTypeError, match="another degree"):
        half == True  # noqa: B015, E712
    with pytest.raises(InvalidTypeError, match="not a yes or no"):
        bool(half)
    assert half != 3
