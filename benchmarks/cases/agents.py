"""The questions of learning programs and simulations: many boards, changing rock, who sees whom."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from benchmarks import maps, peers
from benchmarks.cases.fields import fastest
from benchmarks.cases.pairs import CENTER, CORNER
from benchmarks.output.results import Case, Row, faster_than
from benchmarks.timing import Contestant, Effort, Time, race
from sightline.engine import field, sees, sees_many, who_sees_whom
from sightline.model.square import SquareBoard

RULES = (("center", CENTER), ("corner", CORNER))
BOARDS, AGENTS, SIDE = 1000, 10, 20
WHO = np.array(list(combinations(range(AGENTS), 2)))
"""Every pair of agents once, because these rules are symmetric."""


def one_step(effort: Effort) -> Iterator[Case]:
    """Convert agent positions to pairs and ask about them. Moving the agents is not timed."""
    peers.need_tcod()
    boards, at = crowds(8 if effort.small else BOARDS)
    solid = boards[0].solid_array()
    theirs = peers.tcod_fields(solid, [(int(r), int(c)) for r, c in at[0]], None, effort)
    for name, rule in RULES:
        names = {"f": sees_many, "take": np.take, "boards": boards, "at": at, "who": WHO}
        ask = ["f(boards, take(at, who, axis=1), rule)"]
        times = race([Contestant("sightline", ask, {**names, "rule": rule}), *theirs], effort)
        field_each = fastest(times, theirs)
        peer = Time(field_each.name, tuple(t * at.size / 2 for t in field_each.rounds))
        ours = times["sightline"]
        yield Case(f"{name}, {SIDE}²", 1e3 * ours.median, ours, peer)


def crowds(count: int) -> tuple[list[SquareBoard], np.ndarray]:
    """Return `count` boards, each with rock, and the positions of its agents."""
    rng = random.Random(12)
    boards, at = [], np.zeros((count, AGENTS, 2), dtype=np.int64)
    for number in range(count):
        solid = maps.random_walls(SIDE, number)
        board = SquareBoard.from_array(solid)
        at[number] = rng.sample(maps.free_tiles(solid), AGENTS)
        for agent, tile in enumerate(at[number].tolist()):
            board.place(f"agent {agent}", tile)
        boards.append(board)
    return boards, at


def everybody(effort: Effort) -> Iterator[Case]:
    """One call for all figures of a board, compared with `sees` by name for each pair."""
    (board, *_), _ = crowds(1)
    board.place("ogre", next(_free_places(board)), size=2)
    ogre_too = [figure.name for figure in board.figures()]
    for words, called in (("10 figures", ogre_too[:-1]), ("and a large one", ogre_too)):
        for name, rule in RULES:
            names = {"f": sees, "many": who_sees_whom, "board": board, "rule": rule, "who": called}
            one_by_one = "[[f(board, a, b, rule) for b in who] for a in who]"
            times = race(
                [
                    Contestant("sightline", ["many(board, rule, names=who)"], names),
                    Contestant("sees by name", [one_by_one], names),
                ],
                effort,
            )
            yield faster_than(f"{words}, {name}", times["sightline"], times["sees by name"])


def _free_places(board: SquareBoard) -> Iterator[tuple[int, int]]:
    """Yield tiles with space for a figure of two by two."""
    for row, col in board.tiles():
        tiles = board.footprint((row, col), (2, 2))
        if all(tile in board and not board.figures_at(tile) for tile in tiles):
            yield row, col


def new_rock(effort: Effort) -> Iterator[Case]:
    """Set the rock of a 50 x 80 board from an array, and compute one field as an array."""
    peers.need_tcod()
    rng = np.random.default_rng(13)
    masks = [rng.random((50, 80)) < 0.2 for _ in range(2 if effort.small else 16)]
    board = SquareBoard(50, 80)
    for name, rule in RULES:
        names = {"f": field, "board": board, "rule": rule, "array": np.asarray}
        given = {f"m{i}": mask for i, mask in enumerate(masks)}
        asks = [f"board.set_solid_array({m}); array(f(board, (25, 40), rule))" for m in given]
        theirs = peers.tcod_fields(masks[0], [(25, 40)], None, effort)
        times = race([Contestant("sightline", asks, {**names, **given}), *theirs], effort)
        ours = times["sightline"]
        yield Case(f"random, 50 × 80, {name}", 1e3 * ours.median, ours, fastest(times, theirs))


ROWS = (
    Row(
        "agents",
        "who of 10 agents sees whom, on 1,000 boards of 20×20 at once",
        "time; a python-tcod field for each agent",
        one_step,
        unit="ms",
        most=True,
        reach=3,
    ),
    Row(
        "who-sees-whom",
        "`who_sees_whom`, 10 or 11 figures",
        "`sees` by name for each two",
        everybody,
    ),
    Row(
        "new-rock",
        "`set_solid_array` and a field, 50×80",
        "time; a python-tcod field",
        new_rock,
        unit="ms",
        most=True,
        reach=0.1,
    ),
)
