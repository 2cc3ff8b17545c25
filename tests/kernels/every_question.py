"""The outcome of every question by every rule on every kind of board, as JSON.

    python -m tests.kernels.every_question

An outcome is an answer or the class of the error. `SIGHTLINE_PURE` decides whether kernels are
used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy

import sightline
from sightline import Door, HexBoard, SquareBoard, Wall
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.rules.registry import GEOMETRIC
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH, settings_of

EVERY_RULE = [rule for registered in GEOMETRIC.values() for rule in settings_of(registered)]


def square_board() -> SquareBoard:
    board = SquareBoard(3, 4)
    board.set_solid((1, 2))
    board.set_edge((0, 0), (0, 1), Wall())
    board.set_edge((1, 3), (2, 3), Door("closed"))
    return board


def hex_board() -> HexBoard:
    board = HexBoard(cells=[*HexBoard(1).tiles(), (2, 0), (2, -1), (1, 1)])
    board.set_solid((1, 0))
    board.set_edge((0, 0), (0, 1), Wall())
    board.set_cover((-1, 0), 0.5)
    return board


def walled(board: Board) -> Board:
    """Add a wall off the grid."""
    board.add_wall((0.25, 1.25), (1.5, 0.5))
    return board


def special(board: Board) -> Board:
    """Add limited and one-way walls, on edges and off the grid."""
    squares, hexes = ((0, 0), (0, 1), (1, 1)), ((0, 0), (1, -1), (0, -1))
    a, b, c = squares if isinstance(board, SquareBoard) else hexes
    board.set_edge(a, b, Wall(limited=True))
    board.set_edge(b, c, Wall(one_way="back"))
    board.add_wall((0.25, 1.25), (1.5, 0.5), Door(limited=True))
    board.add_wall((0.25, 0.25), (0.5, 1.5), Wall(limited=True, one_way="forth"))
    return board


def crowded(board: Board) -> Board:
    """Add figures, one of them large."""
    large, small = ((1, 0), (0, 3)) if isinstance(board, SquareBoard) else ((0, 0), (2, -1))
    board.place("ogre", large, size=2)
    board.place("Ann", small)
    return board


def hilly(board: HexBoard) -> HexBoard:
    """Add an elevation that kernels cannot represent."""
    board.set_elevation((0, -1), 10**30)
    return board


BOARDS: dict[str, Callable[[], Board]] = {
    "squares": square_board,
    "squares with a free wall": lambda: walled(square_board()),
    "squares with limited and one-way walls": lambda: special(square_board()),
    "squares with figures": lambda: crowded(square_board()),
    "hexes": hex_board,
    "hexes with a free wall": lambda: walled(hex_board()),
    "hexes with limited and one-way walls": lambda: special(hex_board()),
    "hexes with figures": lambda: crowded(hex_board()),
    "hexes with a height": lambda: hilly(hex_board()),
}


def questions(board: Board) -> Iterator[tuple[str, Callable[[Rule], Any]]]:
    """Yield every question about that board, as its name and a function of the rule."""
    tiles = [(first, second) for first, second in board.tiles()]
    ends: list[tuple[Any, Any]] = [(tiles[0], tiles[-1]), (tiles[3], tiles[3])]
    if board.figures():
        ends += [("ogre", "Ann"), (tiles[1], "ogre")]
    one_pair = ("sees", "trace", "contact", "verdict")
    whole = ("field", "contact_field", "cover_field")
    for name in one_pair:
        ask: Any = getattr(sightline, name, None)  # older releases lack contact and verdict
        for a, b in ends if ask is not None else ():
            yield f"{name} {a} {b}", partial(answered, ask, board, a, b)
    for name in whole:
        ask = getattr(sightline, name)
        for a in dict.fromkeys(end for end, _ in ends):
            yield f"{name} {a}", partial(answered, ask, board, a)
            yield f"{name} {a} near", partial(answered, partial(ask, radius=1), board, a)
    pairs = numpy.array([(a, b) for a in tiles[:4] for b in tiles])
    yield "sees_many", lambda rule: sightline.sees_many(board, pairs, rule).tolist()
    twice = ([board, board.copy()], numpy.stack((pairs, pairs[::-1])))
    yield "sees_many, two boards", lambda rule: sightline.sees_many(*twice, rule).tolist()
    yield "who_sees_whom", lambda rule: sightline.who_sees_whom(board, rule)[1].tolist()
    yield "all_pairs", lambda rule: numpy.asarray(sightline.all_pairs(board, rule)).tolist()


def answered(ask: Callable[..., Any], *asked: Any) -> Any:
    return comparable(ask(*asked))


def comparable(answer: Any) -> Any:
    """Convert an answer to plain data."""
    if isinstance(answer, (sightline.ContactField, sightline.CoverField)):
        return [[tuple(tile), str(found)] for tile, found in dict(answer).items()]
    if isinstance(answer, sightline.Field):
        return [tuple(tile) for tile in answer]
    if isinstance(answer, sightline.Sight):
        return [str(part) for part in (answer.verdict, answer.contact, answer.cover, answer.line)]
    return answer if isinstance(answer, bool) else str(answer)


def outcome(ask: Callable[[Rule], Any], rule: Rule) -> Any:
    try:
        return ask(rule)
    except (SightlineError, TypeError, ValueError) as error:
        return type(error).__name__


def used(board: Board) -> Board:
    """Ask the board a question, so that with kernels it has a compiled mirror."""
    tiles = board.tiles()
    for rule in GEOMETRIC.values():
        if board.grid.name in rule.grids:
            sightline.sees(board, tuple(tiles[0]), tuple(tiles[1]), rule)
    return board


def everything(prepared: Callable[[Board], Board]) -> dict[str, Any]:
    """Return every outcome by question, each from a separate board.

    In the short run, each question uses every thirteenth rule, and the next question the next
    rules.
    """
    outcomes = {}
    every = 1 if THOROUGH else 13
    first = 0
    for name, make in BOARDS.items():
        for question in [asked for asked, _ in questions(make())]:
            first += 1
            for rule in EVERY_RULE[first % every :: every]:
                ask = dict(questions(prepared(make())))[question]
                outcomes[f"{name}: {question} by {rule}"] = outcome(ask, rule)
    return outcomes


if __name__ == "__main__":
    found = {"compiled": sightline.compiled(), "fresh": everything(lambda board: board)}
    if sightline.compiled():
        found["used"] = everything(used)
    print(json.dumps(found))
