"""The cost of heights: the same questions on three versions of a map.

They are a flat board, one with heights where all blockers are on the ground, and one with two
floors. All figures are medians of one run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from benchmarks import maps
from benchmarks.cases.fields import SIDE, arrays, some
from benchmarks.cases.pairs import CENTER, CORNER, ours
from benchmarks.output.results import Case, Row, slower_than
from benchmarks.timing import Contestant, Effort, race
from sightline.engine import sees
from sightline.model.parts.heights import At
from sightline.model.square import SquareBoard
from sightline.model.threshold import Wall
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule

TOPS = [Fraction(n, 2) for n in (1, 2, 3, 6)]
STOREY = 3
PACKS = [PackRule(name) for name in ("dnd5e", "pathfinder2e", "descent1", "descent2")]
Ask = Callable[[SquareBoard, Rule, str], Contestant]


def boards(solid: maps.Solid) -> dict[str, SquareBoard]:
    """Return the map with infinite walls, with walls of several heights, and with two more floors.

    A tenth of the floors is holes.
    """
    made = {}
    for kind in ("flat", "standing", "storeys"):
        rng, board = Random(4), maps.board(solid)
        for row, col in maps.free_tiles(solid):
            top = rng.choice(TOPS)
            if rng.random() < 0.06 and col + 1 < SIDE:
                board.set_edge(
                    (row, col), (row, col + 1), Wall() if kind == "flat" else Wall(top=top)
                )
        for floor in (1, 2) if kind == "storeys" else ():
            tiles = [tile for tile in board.tiles() if rng.random() < 0.9]
            board.add_floor(floor * STOREY, tiles)
        made[kind] = board
    return made


def compared(
    against: str, ask: Ask, effort: Effort, rules: Sequence[Rule] = (CENTER, CORNER)
) -> Iterator[Case]:
    for kind in ("random 28 %", "rooms"):
        solid = maps.solid_map(kind, SIDE)
        made = boards(solid)
        for rule in rules:
            times = race([ask(made[each], rule, each) for each in ("flat", against)], effort)
            what = rule.kind if rule.game is None else rule.game.name
            name = f"{what}, {kind}, {SIDE}²"
            yield slower_than(name, times[against], times["flat"])


def pairs(effort: Effort, storeys: bool = False) -> Ask:
    def ask(board: SquareBoard, rule: Rule, name: str) -> Contestant:
        rng = Random(5)
        near: Sequence[Any] = maps.near_pairs(_free(board), effort.calls)
        if storeys and name != "flat":
            names: dict[str, Any] = {"f": sees, "board": board, "rule": rule}
            calls = []
            for i, ends in enumerate(near):
                for end, at in zip("ab", ends, strict=True):
                    names[f"{end}{i}"] = At(at, elevation=STOREY * rng.randrange(3))
                calls.append(f"f(board, a{i}, b{i}, rule)")
            return Contestant(name, calls, names)
        return ours(board, near, rule, name)

    return ask


def _free(board: SquareBoard) -> list[maps.Tile]:
    return [(tile[0], tile[1]) for tile in board.tiles() if not board.is_solid(tile)]


def looks(effort: Effort) -> Ask:
    def ask(board: SquareBoard, rule: Rule, name: str) -> Contestant:
        return arrays(board, some(_free(board), effort.sources), rule, 20, name)

    return ask


def standing_pairs(effort: Effort) -> Iterator[Case]:
    return compared("standing", pairs(effort), effort)


def standing_fields(effort: Effort) -> Iterator[Case]:
    return compared("standing", looks(effort), effort)


def standing_pack_pairs(effort: Effort) -> Iterator[Case]:
    return compared("standing", pairs(effort), effort, PACKS)


def standing_pack_fields(effort: Effort) -> Iterator[Case]:
    return compared("standing", looks(effort), effort, PACKS)


def storey_pairs(effort: Effort) -> Iterator[Case]:
    return compared("storeys", pairs(effort, storeys=True), effort)


def storey_pack_pairs(effort: Effort) -> Iterator[Case]:
    return compared("storeys", pairs(effort, storeys=True), effort, PACKS)


def storey_fields(effort: Effort) -> Iterator[Case]:
    for case in compared("storeys", looks(effort), effort):
        assert case.ours is not None
        yield Case(case.name, case.ours.median * 1000, case.ours, case.peer)


ROWS = (
    Row(
        "heights-sees",
        "`sees` where all blockers stand on the ground, some of them low",
        "the same board, flat",
        standing_pairs,
        most=True,
        reach=2,
    ),
    Row(
        "heights-field",
        "`field`, radius 20, on the same board",
        "the same board, flat",
        standing_fields,
        most=True,
        reach=3,
    ),
    Row(
        "heights-packs-sees",
        "`sees` by games on the same board",
        "the same board, flat",
        standing_pack_pairs,
        most=True,
        reach=2,
    ),
    Row(
        "heights-packs-field",
        "`field`, radius 20, by games on the same board",
        "the same board, flat",
        standing_pack_fields,
        most=True,
        reach=3,
    ),
    Row(
        "storeys-sees",
        "`sees` from and to any of three storeys",
        "the same board, flat",
        storey_pairs,
        most=True,
        reach=20,
    ),
    Row(
        "storeys-packs-sees",
        "`sees` by games from and to any of three storeys",
        "the same board, flat",
        storey_pack_pairs,
        most=True,
        reach=20,
    ),
    Row(
        "storeys-field",
        "`field`, radius 20, on a board with three storeys",
        "time; the same board, flat",
        storey_fields,
        unit="ms",
        most=True,
        reach=5,
    ),
)
