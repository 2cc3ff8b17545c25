"""Claims about many tiles are accepted, and changed claims are rejected."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from sightline import At, Door, HexBoard, SquareBoard, Wall, field
from sightline.model.board import Board
from sightline.rules.registry import RULES
from sightline.service import messages as m
from sightline.service.answering import Subject, answer
from sightline.service.worker import decoded
from tests.conftest import is_set

SEEDS = range(200 if is_set("SIGHTLINE_THOROUGH") else 6)
FIELD_RULES = ("center", "corner", "dnd5e", "symmetric-shadowcasting")


def board_of(rng: Random, *, high: bool) -> Board:
    board: Board = SquareBoard(5, 5) if rng.random() < 0.7 or high else HexBoard(radius=2)
    tiles: list[Any] = list(board.tiles())
    for tile in rng.sample(tiles, 5):
        board.set_solid(tile)
    for tile in rng.sample(tiles, 8):
        step = rng.choice(board.grid.forward)
        other = (tile[0] + step[0], tile[1] + step[1])
        if other in board:
            span: dict[str, Any] = {"top": rng.choice((1, 2))} if high else {}
            each = Wall(stops=rng.choice((None, "window", "curtain")), **span)
            board.set_edge(tile, other, rng.choice((each, Door("open"), Door())))
    if high:
        for tile in rng.sample(tiles, 6):
            board.set_elevation(tile, rng.choice((1, 2)))
        board.add_floor(3, rng.sample(tiles, 8), "gallery")
    free = [tile for tile in tiles if not board.is_solid(tile)]
    for name, tile in zip(("Mira", "goblin", "orc"), rng.sample(free, 3), strict=True):
        board.place(name, tile, kind="hero" if name == "Mira" else "enemy")
    if rng.random() < 0.4 and not high and board.grid.name == "square":
        spots = [at for at in free if _fits(board, at)]
        for at in spots[:1]:
            board.place("ogre", at, size=(2, 2), kind="enemy")
    return board


def _fits(board: Board, at: Any) -> bool:
    tiles = board.footprint(at, (2, 2))
    return all(
        each in board and not board.is_solid(each) and not board.names_at(each) for each in tiles
    )


def asked(board: Board, kind: str, question: dict[str, Any]) -> Any:
    kinds: dict[str, Any] = {"field": m.AskField, "area": m.AskArea, "reach": m.AskReach}
    kinds["check"] = m.AskCheck

    made = decoded(msgspec.json.encode(question), kinds[kind])
    return answer(
        Subject(board, RULES["corner" if board.grid.name == "square" else "hexray"]), kind, made
    )


def holds(board: Board, claim: dict[str, Any]) -> bool:
    found: bool = asked(board, "check", {"proof": claim}).holds
    return found


def verified(board: Board, kind: str, question: dict[str, Any], rng: Random) -> None:
    """Check that the claim holds, but not with one tile less, one more, or another cost."""
    made = asked(board, kind, {**question, "detail": "claim"})
    claim = made.claim
    found = asked(board, "check", {"proof": claim})
    assert found.holds, (question, found.problems)
    tiles = claim["tiles"]
    if tiles:
        gone = rng.choice(tiles)
        fewer = {**claim, "tiles": [each for each in tiles if each != gone]}
        assert not holds(board, fewer)
    here = {tuple(each["tile"] if kind == "reach" else each) for each in tiles}
    others = [tuple(each) for each in board.tiles() if tuple(each) not in here]
    if others:
        extra: Any = list(rng.choice(others))
        added = {"tile": extra, "cost": 1} if kind == "reach" else extra
        assert not holds(board, {**claim, "tiles": [*tiles, added]})
    if kind == "reach":
        dear = [{**each, "cost": str(Fraction(each["cost"]) + 1)} for each in tiles]
        assert not holds(board, {**claim, "tiles": dear})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("high", [False, True])
def test_fields_are_verified_tile_by_tile(seed: int, high: bool) -> None:
    rng = Random(seed)
    board = board_of(rng, high=high)
    on_hexes = board.grid.name == "hex"
    question: dict[str, Any] = {
        "viewers": rng.choice((["Mira"], ["Mira", "goblin"])),
        "rule": "hexray" if on_hexes else rng.choice(FIELD_RULES),
        "radius": rng.choice((None, 2, 2.5)),
        "by": rng.choice(("sight", "effect", "light")),
        "light_walls": rng.random() < 0.3,
    }
    if board.has_figure("ogre"):
        question["viewers"] = ["ogre"]
    if high:
        question["rule"] = "corner" if rng.random() < 0.3 else "center"
        question["floor"] = rng.choice((None, "gallery"))
        lifted = {"tile": [2, 2], "elevation": 2.5}
        question["viewers"] = rng.choice((["Mira"], [lifted], ["goblin", lifted]))
    verified(board, "field", question, rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_areas_are_verified_tile_by_tile(seed: int) -> None:
    rng = Random(seed)
    board = board_of(rng, high=seed % 3 == 0)
    shape = rng.choice(("circle", "cone", "line"))
    question: dict[str, Any] = {
        "shape": shape,
        "at": "ogre" if shape == "circle" and board.has_figure("ogre") else "Mira",
        "length": rng.choice((2, 3)),
        "toward": "goblin",
        "sight": rng.random() < 0.7,
        "rule": "center",
    }
    if board.grid.name == "hex":
        question["rule"] = "hexray"
    verified(board, "area", question, rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_costs_of_a_reach_are_found_again(seed: int) -> None:
    rng = Random(seed)
    board = board_of(rng, high=False)
    question: dict[str, Any] = {
        "from": "ogre" if board.has_figure("ogre") else rng.choice(("Mira", [0, 0])),
        "steps": rng.choice((2, 4.5)),
        "doors": rng.choice((["open"], ["open", "closed"])),
        "through": rng.choice((True, False, ["goblin"])),
    }
    if board.grid.name == "square":
        question["diagonals"] = rng.choice(("never", "open", "around"))
        question["diagonal_cost"] = rng.choice((1, 1.5, 0.1))
    verified(board, "reach", question, rng)


def test_a_claim_belongs_to_its_board_and_its_question() -> None:
    board = SquareBoard.from_text("A.#.B")
    claim = asked(board, "field", {"viewers": ["A"], "detail": "claim"}).claim
    assert holds(board, claim)
    wider = {**claim, "question": {**claim["question"], "radius": 1}}
    assert holds(board, wider) == (
        len(field(board, "A", "corner", radius=1)) == len(claim["tiles"])
    )
    other = board.copy()
    other.set_solid((0, 2), False)
    found = asked(other, "check", {"proof": claim})
    assert not found.holds
    assert found.problems[0].endswith("is missing")


def test_places_at_a_height_are_the_librarys() -> None:
    board = SquareBoard(1, 3)
    board.set_edge("A1", "B1", Wall(top=2))
    low = asked(board, "field", {"viewers": ["A1"], "rule": "center"})
    high = asked(board, "field", {"viewers": [{"tile": "A1", "elevation": 4}], "rule": "center"})
    assert low.tiles == [(0, 0)]
    assert high.tiles == [tuple(each) for each in field(board, At("A1", elevation=4), "center")]
    assert len(high.tiles) == 3
