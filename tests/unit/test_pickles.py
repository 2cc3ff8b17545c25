"""Boards, rules and answers survive pickling between processes."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from sightline import (
    RULES,
    CenterRule,
    Contact,
    CornerRule,
    Door,
    Gate,
    Hex,
    HexBoard,
    HexRayRule,
    Rulings,
    Square,
    SquareBoard,
    Verdict,
    Wall,
    hexes,
    sees_many,
    trace,
)
from sightline.model.board import Board
from sightline.rules.rule import Rule
from tests.every_rule import on_every_setting
from tests.kernels.boards import make

Way = Callable[[Any], Any]
WAYS: dict[str, Way] = {
    **{
        f"pickle {protocol}": lambda value, protocol=protocol: pickle.loads(  # type: ignore[misc]  # noqa: S301
            pickle.dumps(value, protocol)
        )
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


@every_way
def test_the_rules_by_name_are_the_same_everywhere(way: Way) -> None:
    assert way(RULES) is RULES
    assert way({"rules": RULES})["rules"] is RULES
    for rule in RULES.values():
        assert way(rule) == rule


def test_the_rules_by_name_are_a_mapping_that_nobody_changes() -> None:
    assert {**RULES} == RULES
    assert len(RULES) == len(list(RULES))
    assert "center" in RULES
    assert "chess" not in RULES
    assert RULES.get("chess") is None
    assert "'center': CenterRule(" in repr(RULES)
    assert "'dnd5e': PackRule('dnd5e')" in repr(RULES)
    changing: Any = RULES
    with pytest.raises(TypeError):
        changing["center"] = CornerRule()
    with pytest.raises(TypeError):
        del changing["center"]
    with pytest.raises(KeyError, match="chess"):
        RULES["chess"]


@on_every_setting
def test_rules_and_sights(rule: Rule, grid: str) -> None:
    rng = random.Random(8)
    board = make(grid, rng, most=8)
    tiles = list(board.tiles())
    for _ in range(3):
        sight = trace(board, rng.choice(tiles), rng.choice(tiles), rule)
        picture = sight._repr_svg_()
        for name, way in WAYS.items():
            assert way(rule) == rule, name
            again = way(sight)
            assert again == sight, name
            assert again.explain() == sight.explain(), name
            assert name != "pickle 5" or again._repr_svg_() == picture


@pytest.mark.parametrize("grid", ["square", "hex"])
@every_way
def test_boards(grid: str, way: Way) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        board = make(grid, rng)
        tiles = list(board.tiles())
        pairs = [rng.choices(tiles, k=2) for _ in range(30)]
        rule = CornerRule() if grid == "square" else HexRayRule()
        answers = sees_many(board, pairs, rule).tolist()  # creates a mirror
        before = board.fingerprint()
        again: Board = way(board)
        assert again == board
        assert type(again) is type(board)
        assert again.observers == (), "memory of another process, or of another board"
        assert again.figures() == board.figures()
        assert again.free_walls() == board.free_walls()
        assert sees_many(again, pairs, rule).tolist() == answers
        # From now on their contents are independent.
        for tile in tiles:
            again.set_solid(tile, not again.is_solid(tile))
        again.add_wall((0, 0), (0.5, 0.25))
        again.place("somebody new", tiles[0], blocks_sight=False)
        if isinstance(again, HexBoard):
            again.set_elevation(tiles[0], 77)
            again.set_cover(tiles[0], 0.77)
        assert board.fingerprint() == before
        assert sees_many(board, pairs, rule).tolist() == answers


@every_way
def test_small_things(way: Way) -> None:
    board = SquareBoard(3, 3)
    figure = board.place("ogre", (0, 0), size=2)
    wall = board.add_wall((0.5, 0.5), (2, 1), Door("closed"))
    ray = hexes.trace_ray((0, 0), (3, 1), blocks_at=lambda h: h == (1, 0))
    ruling = Rulings(None).rule(board, (0, 0), (2, 2), CenterRule(), why="so it is")
    for value in (
        *(Square(1, 2), Hex(1, 2), Wall(), Door("locked"), Gate("open"), figure, wall, ruling, ray),
        *Contact,
        *Verdict,
    ):
        again = way(value)
        assert again == value
        assert type(again) is type(value)


@every_way
def test_rulings_stay_where_they_are(way: Way) -> None:
    """A copy would miss later decisions."""
    with pytest.raises(TypeError, match="send the path of their file instead"):
        way(Rulings(None))


def test_another_process_understands_them() -> None:
    """A new process with nothing imported, like a pool worker, can unpickle them."""
    board = SquareBoard(1, 3)
    board.place("orc", (0, 1))
    sight = trace(board, (0, 0), (0, 2), CornerRule())
    there = (
        "import pickle, sys;"
        "rules, board, sight = pickle.load(sys.stdin.buffer);"
        "import sightline;"
        "assert rules is sightline.RULES;"
        "print(sightline.sees(board, (0, 0), (0, 2), rules['quest']), sight.explain())"
    )
    done = subprocess.run(
        [sys.executable, "-c", there],
        input=pickle.dumps((RULES, board, sight)),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().split()[0] == "False"
    assert done.stdout.decode().split(maxsplit=1)[1].strip() == sight.explain().strip()
