"""One pair: `sees` compared with an empty call and with Python, and with free walls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks import maps, peers
from benchmarks.output.results import Case, Row, faster_than, slower_than
from benchmarks.timing import Contestant, Effort, race
from sightline.engine import sees
from sightline.model.board import Board
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRayRule
from sightline.rules.rule import Rule

CENTER, CORNER, HEXRAY = CenterRule(), CornerRule(), HexRayRule()


def sizes(effort: Effort) -> tuple[int, ...]:
    return (20,) if effort.small else (20, 100, 1000)


def hex_radii(effort: Effort) -> tuple[int, ...]:
    return (20,) if effort.small else (20, 60)


def ours(board: Board, pairs: peers.Pairs, rule: Rule, name: str = "sightline") -> Contestant:
    """`sees`, the public function, for every pair."""
    names = {"f": sees, "board": board, "rule": rule}
    return Contestant(name, [f"f(board, {a}, {b}, rule)" for a, b in pairs], names)


def square_pairs(
    kind: str, side: int, count: int
) -> tuple[Board, list[tuple[maps.Tile, maps.Tile]]]:
    solid = maps.solid_map(kind, side)
    return maps.board(solid), maps.near_pairs(maps.free_tiles(solid), count)


def against_empty(name: str, board: Board, pairs: peers.Pairs, rule: Rule, effort: Effort) -> Case:
    floor = peers.empty(board, pairs, rule)
    if floor is None:
        raise peers.MissingPeerError("no C compiler for the empty call")
    times = race([ours(board, pairs, rule), floor], effort)
    seen = sum(sees(board, a, b, rule) for a, b in pairs) / len(pairs)
    case = slower_than(name, times["sightline"], times[floor.name])
    case.details["share seen"] = round(seen, 3)
    return case


def center_and_hex(effort: Effort) -> Iterator[Case]:
    for side in sizes(effort):
        for kind in maps.KINDS:
            board, pairs = square_pairs(kind, side, effort.calls)
            yield against_empty(f"center, {kind}, {side}²", board, pairs, CENTER, effort)
    for radius in hex_radii(effort):
        for kind in maps.HEX_KINDS:
            hexes = maps.hex_board(kind, radius)
            pairs = maps.near_hex_pairs(hexes, effort.calls)
            name = f"hex ray, {kind}, radius {radius}"
            yield against_empty(name, hexes, pairs, HEXRAY, effort)


def corner(effort: Effort) -> Iterator[Case]:
    for side in sizes(effort):
        for kind in maps.KINDS:
            board, pairs = square_pairs(kind, side, effort.calls)
            yield against_empty(f"{kind}, {side}²", board, pairs, CORNER, effort)


def blocked(effort: Effort) -> Iterator[Case]:
    for name, board, pairs in _blocked_pairs(effort.calls // 4):
        times = race([ours(board, pairs, CORNER), peers.readable(board, pairs, CORNER)], effort)
        yield faster_than(name, times["sightline"], times["readable Python rule"])


def against_the_seed(effort: Effort) -> Iterator[Case]:
    for kind in maps.KINDS:
        board, pairs = square_pairs(kind, 100, effort.calls // 4)
        seed = peers.seed(maps.solid_map(kind, 100), pairs)
        times = race([ours(board, pairs, CORNER), seed], effort)
        yield faster_than(f"{kind}, 100²", times["sightline"], times[seed.name])


def _blocked_pairs(
    count: int,
) -> Iterator[tuple[str, Board, Sequence[tuple[maps.Tile, maps.Tile]]]]:
    for kind in maps.KINDS:
        if kind != "open":  # where almost nothing is blocked
            board, pairs = square_pairs(kind, 100, 20 * count)
            hidden = [(a, b) for a, b in pairs if not sees(board, a, b, CORNER)]
            yield f"{kind}, 100²", board, hidden[:count]


FREE_WALLS = 1000


def free_walls(effort: Effort) -> Iterator[Case]:
    board = maps.free_wall_board(FREE_WALLS)
    every = maps.free_tiles(maps.open_field(100) & False)
    pairs = maps.near_pairs(every, max(8, effort.calls // 4))
    for name, rule in (("center rule", CENTER), ("corner rule", CORNER)):
        time = race([ours(board, pairs, rule)], effort)["sightline"]
        yield Case(name, time.median * 1e6, time)


ROWS = (
    Row(
        "sees-center",
        "`sees`, center rule and hex ray, distance ≤ 20",
        "an empty compiled call",
        center_and_hex,
        most=True,
        reach=6,
        stretch=4,
    ),
    Row(
        "sees-corner",
        "`sees`, corner rule, distance ≤ 20",
        "an empty compiled call",
        corner,
        most=True,
        reach=7,
        stretch=4.5,
    ),
    Row(
        "sees-blocked",
        "`sees` blocked, corner rule, distance ≤ 20",
        "the readable Python rule",
        blocked,
        reach=100,
    ),
    Row(
        "sees-seed",
        "`sees`, corner rule, distance ≤ 20",
        "the seed's algorithm in Python",
        against_the_seed,
    ),
    Row(
        "free-walls",
        "`sees`, 100×100 with 1,000 free walls, distance ≤ 20",
        "time",
        free_walls,
        unit="µs",
        most=True,
        reach=3,
        stretch=1,
    ),
)
