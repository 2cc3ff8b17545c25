"""Boards with heights for tests: golden cases and random boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sightline import (
    At,
    CenterRule,
    Contact,
    CornerRule,
    Door,
    Gate,
    HexBoard,
    PackRule,
    SquareBoard,
    Wall,
    cover_field,
    degree,
    field,
    sees,
    verdict,
)
from sightline.engine.arguments import for_places
from sightline.engine.heights import contacts_between
from sightline.engine.pairs import worst_visible
from sightline.errors import OccupiedError, OffBoardError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.place import Place, on_storey, place, storey_of
from sightline.model.threshold import Threshold, span_of, with_span
from sightline.packs import PACKS
from sightline.rules.straight import StraightRule
from tests.reference.heights import high_contact

SHOWN = {
    "strict": ["clear"],
    "adjudicated": ["clear"],
    "corners-pass": ["clear", "corner"],
    "permissive": ["clear", "corner", "edge"],
}
HIGH_RULES: tuple[StraightRule, ...] = (
    CornerRule(),
    CornerRule(closed_ends=True),
    CenterRule(),
    CenterRule(large="middle"),
)


def board_of_case(case: dict[str, Any]) -> Board:
    """Return the board of a golden case, with its two bodies as the figures "from" and "to"."""
    board: Board
    if case["grid"] == "square":
        board = SquareBoard(case["rows"], case["cols"])
    else:
        board = HexBoard(case["radius"], outside="solid")
    for at, height in case["ground"]:
        board.set_elevation(tuple(at), Fraction(height))
    for a, b, bottom, top in case["walls"]:
        board.set_edge(tuple(a), tuple(b), Wall(bottom=_height(bottom), top=_height(top)))
    for start, end, bottom, top in case["free_walls"]:
        first, second = ([Fraction(each) for each in point] for point in (start, end))
        board.add_wall(first, second, Wall(bottom=_height(bottom), top=_height(top)))
    floors: dict[str, list[Any]] = {}
    for at, height in case["floors"]:
        floors.setdefault(height, []).append(tuple(at))
    for height, tiles in floors.items():
        board.add_floor(Fraction(height), tiles)
    for name in ("from", "to"):
        low, high = map(Fraction, case[f"{name}_body"])
        board.place(name, tuple(case[name]), elevation=low, height=high - low)
    return board


def _height(word: str | None) -> Fraction | None:
    return None if word is None else Fraction(word)


def random_board(rng: random.Random, grid: str, floors: bool = True) -> Board:
    """Return a small board with elevations, walls, doors and gates of every kind, rock, figures and
    maybe a floor. The figures "a" and "b" are the viewer and the target.
    """
    board: Board
    if grid == "square":
        board = SquareBoard(rng.randint(1, 4), rng.randint(2, 5))
    else:
        board = HexBoard(rng.randint(1, 2), outside=rng.choice(["open", "solid"]))
    tiles = [*board.tiles()]
    for tile in tiles:
        if rng.random() < 0.25:
            board.set_elevation(tile, _some_height(rng))
        elif rng.random() < 0.08:
            board.set_solid(tile)
        for other in board.grid.neighbors(tile):
            if other in board and tile < other and rng.random() < 0.2:
                board.set_edge(tile, other, _some_barrier(rng))
    for _ in range(rng.randint(0, 2)):
        ends = [_point(rng, rng.choice(tiles)) for _ in range(2)]
        if ends[0] != ends[1]:
            board.add_wall(ends[0], ends[1], _some_barrier(rng))
    if floors and rng.random() < 0.5:
        covered = [tile for tile in tiles if rng.random() < 0.7] or tiles
        board.add_floor(Fraction(rng.randint(2, 5), 2), covered)
    names = ["a", "b", "c", "d"]
    for name in names[: rng.randint(2, 4)]:
        free = [t for t in tiles if not board.names_at(t)]
        if not free:
            break
        at = rng.choice(free)
        lifted = None if rng.random() < 0.3 else _some_height(rng)
        board.place(name, at, elevation=lifted, height=Fraction(rng.randint(1, 4), 2))
    return board


def duel(grid: str, seed: int) -> Board:
    """Return a random board with figures "a" and "b", from this seed or the next usable one.

    On some boards they cover several tiles, one is above the other, or there is furniture.
    """
    rng = random.Random(f"{grid} {seed}")
    while not (board := random_board(rng, grid)).has_figure("b"):
        pass
    for name in ("a", "b"):
        if rng.random() < (0.25 if grid == "square" else 0.06):
            _grow(rng, board, name)
    if rng.random() < 0.1:
        _replace(board, "a", board.figure("b").at, (1, 1), _some_height(rng) + 2)
    for kind in ("table", "bookcase"):
        if rng.random() < 0.2:
            with suppress(OccupiedError):
                tile, tall = rng.choice([*board.tiles()]), Fraction(rng.randint(1, 4), 2)
                board.place(kind, tile, kind=kind, size=(1, 1), height=tall)
    return board


def _grow(rng: random.Random, board: Board, name: str) -> None:
    """Let a figure cover several tiles, where there is room."""
    sizes = [(1, 2), (2, 1), (2, 2)] if board.grid.name == "square" else [(2, 2)]
    _replace(board, name, rng.choice([*board.tiles()]), rng.choice(sizes))


def _replace(
    board: Board, name: str, at: Tile, size: tuple[int, int], elevation: Any = None
) -> None:
    before = board.figure(name)
    board.remove(name)
    feet = before.elevation if elevation is None else elevation
    for tile, extent, low in ((at, size, feet), (before.at, before.size, before.elevation)):
        with suppress(OccupiedError, OffBoardError):
            board.place(name, tuple(tile), size=extent, elevation=low, height=before.height)
            break


def reference_differences(grid: str, seed: int) -> Iterator[str]:
    """Yield differences between the readable rule and the reference on a random board.

    Compares two figures by every rule, and a figure and a tile at a height by one of them. Ties
    take turns.
    """
    board, rng = duel(grid, seed), random.Random(seed)
    lifted = At(rng.choice([*board.tiles()]), elevation=_some_height(rng))
    pairs: list[tuple[Any, Any]] = [("a", "b")] * len(HIGH_RULES)
    pairs.append(rng.choice([("a", lifted), (lifted, "b")]))
    for i, (a, b) in enumerate(pairs):
        rule = HIGH_RULES[i] if i < len(HIGH_RULES) else rng.choice(HIGH_RULES)
        ties = [*SHOWN][(seed + i) % len(SHOWN)]
        asked = replace(rule, ties=ties)  # type: ignore[arg-type]  # one of the ties
        expected = high_contact(board, a, b, rule)
        shown = expected in SHOWN[ties]
        is_open = ties == "adjudicated" and expected in ("corner", "edge")
        words = "ambiguous" if is_open else "visible" if shown else "hidden"
        ends = place(board, a, "from"), place(board, b, "to")
        sight, seen = asked.trace(board, *ends), asked.sees(board, *ends)
        if (str(sight.contact), str(sight.verdict), seen) != (expected, words, shown):
            found = f"{sight.contact}, {sight.verdict}, {seen}; expected {expected}, {words}"
            yield f"{grid} board {seed}, {asked.in_words()}, {a} to {b}: {found}"


def kernel_differences(grid: str, seed: int) -> Iterator[str]:
    """Yield differences between the kernel and the readable rule on a random board.

    Compares two figures, and one of them with every tile on a storey. Yields "" for equal answers.
    """
    board, rng = duel(grid, seed), random.Random(seed)
    viewer, target = place(board, "a", "from"), place(board, "b", "to")
    storey = rng.choice([None, *(floor.height for floor in board.floors())])
    places = [on_storey(board, tile, storey) for tile in rng.sample([*board.tiles()], 2)]
    for each in (CornerRule(), CornerRule(closed_ends=True), CenterRule()):
        for to in (target, *places):
            expected = for_places(board, each, viewer, to).trace(board, viewer, to).contact
            for line in _kernel_differences(board, viewer, to, each, expected):
                yield line and f"{grid} board {seed}, {each.in_words()}, to {to}: {line}"


def large_differences(grid: str, seed: int) -> Iterator[str]:
    """Yield differences between the kernel and the readable rule for figures of several tiles.

    Figures beside them are also compared. Yields "" for equal answers.
    """
    board, rng = duel(grid, seed), random.Random(seed)
    _place_large(rng, board)
    if seed % 3 == 0:
        put_on_the_ground(board)
    if not board.has_figure("big"):
        return
    names = [figure.name for figure in board.figures()]
    under = rng.choice(board.figure("big").tiles)
    lifted = At(under, elevation=_some_height(rng))
    ends = [("big", rng.choice(names)), (rng.choice(names), "big"), (under, "b"), ("a", lifted)]
    for a, b in ends:
        viewer, to = place(board, a, "from"), place(board, b, "to")
        for rule in (CornerRule(), CornerRule(closed_ends=True), CenterRule()):
            asked = for_places(board, rule, viewer, to)
            expected = asked.trace(board, viewer, to).contact
            found = contacts_between(board, viewer, [to], asked)[0]
            words = f"{grid} board {seed}, {rule.in_words()}, {a} to {b}: {found}, not {expected}"
            yield "" if found == expected else words


def _kernel_differences(
    board: Board, viewer: Place, to: Place, rule: StraightRule, expected: Contact | None
) -> Iterator[str]:
    """Ask the same question several times, so that the cached bounds from flat
    boards are used too.
    """
    assert expected is not None
    often = [to] * 20
    found = contacts_between(board, viewer, often, for_places(board, rule, viewer, to))
    same = set(found) == {expected}
    yield "" if same else f"{found}, expected {expected}"
    for ties in SHOWN:
        asked = replace(rule, ties=ties)  # type: ignore[arg-type]  # one of the ties
        enough = worst_visible(asked)
        enough_for = contacts_between(
            board, viewer, often, for_places(board, asked, viewer, to), enough
        )
        same = all(
            each is not None and (each <= enough) == (expected <= enough) for each in enough_for
        )
        yield "" if same else f"{ties}: {enough_for}, expected {expected}"


def furnished_board(name: str, seed: int) -> tuple[Board, random.Random]:
    """Return a random board for a pack, with smoke, furniture and doors.

    Every third one has figures of several tiles, and on every second one everything is on the
    ground.
    """
    grids = PACKS[name].grids
    grid = grids[seed % len(grids)]
    rng = random.Random(f"{name} {grid} {seed}")
    while not (board := random_board(rng, grid)).has_figure("b"):
        pass
    for tile in board.tiles():
        beside = [other for other in board.grid.neighbors(tile) if other in board]
        if rng.random() < 0.1:
            board.set_terrain(tile, "smoke")
        if rng.random() < 0.15 and not board.names_at(tile):
            tall, height = rng.random() < 0.5, Fraction(rng.randint(1, 4), 2)
            board.place(
                f"on {tile}", tile, kind="table", size=(1, 1), blocks_sight=tall, height=height
            )
        if beside and rng.random() < 0.1:
            board.set_edge(tile, rng.choice(beside), Door())
    if seed % 3 == 0:
        _place_large(rng, board)
    if seed % 2 == 0:
        put_on_the_ground(board)
    return board, rng


def _place_large(rng: random.Random, board: Board) -> None:
    for name in ("big", "huge"):
        lifted = None if rng.random() < 0.5 else _some_height(rng)
        tall = Fraction(rng.randint(1, 4), 2)
        for tile in rng.sample([*board.tiles()], len(board.tiles())):
            with suppress(OccupiedError, OffBoardError):
                board.place(name, tile, size=2, elevation=lifted, height=tall)
                break


def put_on_the_ground(board: Board) -> None:
    """Remove the floors, and move everything raised down to the ground."""
    for floor in board.floors():
        board.remove_floor(floor.name)
    for here, there, wall in board.edges():
        board.set_edge(here, there, with_span(wall, (None, span_of(wall)[1])))
    for free in board.free_walls():
        board.add_wall(*free.ends, with_span(free.threshold, (None, span_of(free.threshold)[1])))
    for figure in board.figures():
        with suppress(OccupiedError):
            board.move(figure.name, figure.at, elevation=None)


def stand_on_the_ground(board: Board) -> bool:
    """Put everything on the ground, and return whether there was room for all figures."""
    put_on_the_ground(board)
    return all(figure.elevation is None for figure in board.figures())


def keep_heads(board: Board, *names: str) -> None:
    """Cut bodies down to the part just under their heads, and to the heights that all of them have,
    which lines of no length need.
    """
    thin = Fraction(1, 1000)
    lowest = min(board.body(board.figure(name))[1] for name in names)
    for name in names:
        figure = board.figure(name)
        feet, head = board.body(figure)
        feet = max(feet, min(head, lowest) - thin)
        board.remove(name)
        board.place(name, figure.at, size=figure.size, elevation=feet, height=head - feet)


def pack_differences(name: str, seed: int) -> Iterator[str]:
    """Yield differences between the kernels and the readable rule of a pack on a random board.

    Compares figures, tiles at a height, and the tiles of a field. Yields "" for equal answers.
    """
    board, rng = furnished_board(name, seed)
    rule = PackRule(name)
    names, tiles = [figure.name for figure in board.figures()], [*board.tiles()]
    ends: list[tuple[Any, Any]] = [("a", "b"), (rng.choice(names), rng.choice(names))]
    ends += [(rng.choice(tiles), rng.choice(tiles))]
    ends += [(rng.choice(names), At(rng.choice(tiles), elevation=_some_height(rng)))]
    if board.has_figure("big"):
        ends += [("big", rng.choice(names)), (rng.choice(names), "big")]
        ends += [(rng.choice(board.figure("big").tiles), "b")]
    for a, b in ends:
        expected = rule.trace(board, place(board, a, "from"), place(board, b, "to"))
        found = degree(board, a, b, rule), verdict(board, a, b, rule), sees(board, a, b, rule)
        same = found == (expected.degree, expected.verdict, expected.visible)
        yield "" if same else f"{name} board {seed}, {a} to {b}: {found}, expected {expected}"
    viewer = rng.choice(names)
    source = place(board, viewer, "from")
    storey = storey_of(board, source, None)
    seen, covers = field(board, viewer, rule), cover_field(board, viewer, rule)
    for tile in rng.sample(tiles, min(6, len(tiles))):
        expected = rule.trace(board, source, on_storey(board, tile, storey))
        same = (tile in seen, covers[tile]) == (expected.visible, expected.degree)
        yield "" if same else f"{name} board {seed}, field of {viewer}, {tile}: {covers[tile]}"


def _point(rng: random.Random, tile: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """Return a random point near a tile, in halves and thirds, sometimes on a corner or an edge."""
    parts = [Fraction(rng.randint(0, 6), 6) for _ in range(2)]
    return tile[1] + parts[0], tile[0] + parts[1]


def _some_height(rng: random.Random) -> Fraction:
    return Fraction(rng.randint(-1, 7), 2)


def _some_barrier(rng: random.Random) -> Threshold:
    low, high = sorted(Fraction(rng.randint(-1, 6), 2) for _ in range(2))
    how: dict[str, Any] = {
        "limited": rng.random() < 0.2,
        "one_way": rng.choice(["", "", "", "forth", "back"]),
        "bottom": None if rng.random() < 0.5 else low,
        "top": None if rng.random() < 0.3 else high,
    }
    if rng.random() < 0.6:
        return Wall(**how)
    if rng.random() < 0.5:
        return Door(rng.choice(Door.STATES), **how)
    return Gate(rng.choice(Gate.STATES), **how)


def lifted(board: Board, by: int) -> Board:
    twin = board.copy()
    for tile in board.tiles():
        twin.set_elevation(tile, board.ground_at(tile) + by)
    for here, there, wall in board.edges():
        twin.set_edge(here, there, raised(wall, by, by))
    for free in board.free_walls():
        twin.add_wall(free.ends[0], free.ends[1], raised(free.threshold, by, by))
    for floor in board.floors():
        twin.remove_floor(floor.name)
        twin.add_floor(floor.height + by, floor.tiles, floor.name)
    for figure in board.figures():
        if figure.elevation is not None:
            twin.move(figure.name, figure.at, elevation=figure.elevation + by)
    return twin


def raised(wall: Threshold, bottom: int, top: int) -> Threshold:
    low, high = span_of(wall)
    return with_span(
        wall, (None if low is None else low + bottom, None if high is None else high + top)
    )
