"""The cost of thin walls: the same questions on the same board, with and without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from benchmarks import maps
from benchmarks.cases.batches import many
from benchmarks.cases.fields import SIDE, arrays, bits, some
from benchmarks.cases.pairs import CENTER, CORNER, HEXRAY, ours
from benchmarks.output.results import Case, Row, slower_than
from benchmarks.timing import Contestant, Effort, race
from sightline.engine import all_pairs
from sightline.model.board import Board
from sightline.model.square import SquareBoard

PLACES = ("inside rock", "along rock", "anywhere")
Ask = Callable[[Board, str], Contestant]


def square_boards(kind: str, side: int, place: str) -> tuple[SquareBoard, SquareBoard]:
    """Return a board without thin walls, and a copy with walls on a tenth of its edges."""
    solid = maps.solid_map(kind, side)
    plain = maps.board(solid)
    return plain, maps.add_thin_walls(maps.board(solid), maps.thin_walls(solid, place))


def compared(
    name: str, boards: Sequence[Board], ask: Ask, effort: Effort, rock_to_tell: str
) -> Case:
    plain, walled = boards
    times = race([ask(plain, "without"), ask(walled, "with")], effort)
    return slower_than(f"{name}, {rock_to_tell}", times["with"], times["without"])


def questions(kind: str, effort: Effort) -> dict[str, Ask]:
    """Return every question of the rows above, on a 100×100 board."""
    solid = maps.solid_map(kind, SIDE)
    free = maps.free_tiles(solid)
    pairs = maps.near_pairs(free, effort.calls)
    sources = some(free, effort.sources)
    batch = maps.near_pairs_array(solid, effort.pairs // 8)
    return {
        "sees, center": lambda board, name: ours(board, pairs, CENTER, name),
        "sees, corner": lambda board, name: ours(board, pairs, CORNER, name),
        "field, center, radius 20": lambda board, name: arrays(board, sources, CENTER, 20, name),
        "field, center, radius 10": lambda board, name: arrays(board, sources, CENTER, 10, name),
        "field, corner, radius 20": lambda board, name: arrays(board, sources, CORNER, 20, name),
        "sees_many, center": lambda board, name: many(board, batch, CENTER, name),
        "sees_many, corner": lambda board, name: many(board, batch, CORNER, name),
    }


def thin_walls(effort: Effort) -> Iterator[Case]:
    for kind in ("random 28 %", "rooms"):
        asked = questions(kind, effort)
        for place in PLACES:
            boards = square_boards(kind, SIDE, place)
            for question, ask in asked.items():
                yield compared(f"{question}, {kind}", boards, ask, effort, place)
    yield from _large(effort)
    yield from _hexes(effort)


def _large(effort: Effort) -> Iterator[Case]:
    """The 1000×1000 dungeon without a radius, and all pairs of 64×64 rooms."""
    side, small = (60, 12) if effort.small else (1000, 64)
    free = maps.free_tiles(maps.solid_map("rooms", side))
    sources = some(free, max(2, effort.sources // 4))
    for place in PLACES:
        boards = square_boards("rooms", side, place)
        for word, rule in (("center", CENTER), ("corner", CORNER)):
            name = f"field, {word}, no radius, bits, rooms {side}²"
            ask: Ask = lambda board, name: bits(board, sources, rule, name)  # noqa: B023, E731
            yield compared(name, boards, ask, effort, place)
        boards = square_boards("rooms", small, place)
        yield compared(f"all_pairs, center, rooms {small}²", boards, _everybody, effort, place)


def _everybody(board: Board, name: str) -> Contestant:
    return Contestant(name, ["f(board, rule)"], {"f": all_pairs, "board": board, "rule": CENTER})


def _hexes(effort: Effort) -> Iterator[Case]:
    radius = 20 if effort.small else 60
    plain = maps.hex_board("caves", radius)
    pairs = maps.near_hex_pairs(plain, effort.calls)
    sources = [a for a, _ in pairs][: effort.sources]
    for place in PLACES:
        boards = plain, maps.add_hex_walls(maps.hex_board("caves", radius), place)
        ask: Ask = lambda board, name: ours(board, pairs, HEXRAY, name)  # noqa: E731
        yield compared(f"sees, hex ray, caves radius {radius}", boards, ask, effort, place)
        look: Ask = lambda board, name: arrays(board, sources, HEXRAY, 20, name)  # noqa: E731
        yield compared(
            f"field, hex ray, radius 20, caves radius {radius}", boards, look, effort, place
        )


ROWS = (
    Row(
        "thin-walls",
        "thin walls on a tenth of the edges: each of the above",
        "the same board without",
        thin_walls,
        most=True,
        reach=2,
        stretch=1.3,
    ),
)
