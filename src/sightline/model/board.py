"""What square and hex boards share: tiles, edges, figures and free walls, kept in flat planes.

A board keeps one byte a tile and one byte an edge, in rows with a border of one tile, so that a
change touches a few bytes however large the board is, and compiled code can read them in place.
Whoever keeps a mirror of the planes (`engine.native` does) hears of changes: see `Board.mirror`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self, overload

from sightline.errors import (
    DuplicateNameError,
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    NotNeighboursError,
    OccupiedError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from sightline.model.cell import Grid, Point, Tile
from sightline.model.figure import MAX_SIZE, Figure, template
from sightline.model.numbers import UNIT, pair, to_units
from sightline.model.threshold import (
    BLOCKING_CODES,
    CODE_IN_STATE,
    CODE_OF,
    CODES,
    Threshold,
    Wall,
    as_threshold,
    with_state,
)

MAX_SIDE = 4096
"""The most tiles a board may span each way."""
WALL_MARGIN = 512
"""How far beyond that span a free wall may reach. With `UNIT` = 384,000 every coordinate then
spans less than 5,120 * 384,000 < 2^31, so the cross product of two differences fits in 64 bits."""

SOLID, OCCUPIED, OUTSIDE, LARGE = 1, 2, 4, 8
"""The bits of a tile's byte. LARGE: the blocking figure on it covers other tiles too."""


_TILE_ITSELF = bytes(flags & (SOLID | OUTSIDE) for flags in range(256))


@dataclass(frozen=True, slots=True)
class FreeWall:
    """A straight wall (or door, or gate) anywhere. Ends are in 1/384,000ths of a tile."""

    start: Point
    end: Point
    threshold: Threshold

    @property
    def ends(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        """The two ends in tile units, exactly."""
        (x0, y0), (x1, y1) = self.start, self.end
        return (
            (Fraction(x0, UNIT), Fraction(y0, UNIT)),
            (Fraction(x1, UNIT), Fraction(y1, UNIT)),
        )


class Tiles(Sequence[Tile]):
    """Every tile of a board in reading order, made as they are asked for."""

    def __init__(self, count: int, nth: Callable[[int], Tile]) -> None:
        self._count = count
        self._nth = nth

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Tile: ...
    @overload
    def __getitem__(self, index: slice) -> list[Tile]: ...
    def __getitem__(self, index: int | slice) -> Tile | list[Tile]:
        chosen = range(self._count)[index]
        if isinstance(chosen, range):
            return [self._nth(i) for i in chosen]
        return self._nth(chosen)

    def __iter__(self) -> Iterator[Tile]:
        return map(self._nth, range(self._count))

    def __repr__(self) -> str:
        return f"<{self._count} tiles>"


class Board:
    """The verbs that both boards know. Made as `SquareBoard` or `HexBoard`."""

    grid: Grid
    mirror: Any = None
    """What hears of every change, by its `set_tile`, `set_edge`, `set_walls` and, on hexes,
    `set_height`, `set_heights` and `covers`. The engine puts the kernels' copy of the planes here
    when it is first asked about a board. None: there is no copy, or it was dropped because the
    planes changed as a whole."""

    def __init__(self, rows: int, cols: int, row0: int, col0: int) -> None:
        self._rows, self._cols = rows, cols
        self._row0, self._col0 = row0, col0
        self._stride = cols + 2
        size = (rows + 2) * self._stride
        self._tiles = bytearray(size)
        self._edges = [bytearray(size) for _ in self.grid.forward]
        self._edge_count = 0
        self._figures: dict[str, Figure] = {}
        self._large = 0
        self._standing: dict[tuple[int, int], tuple[str, ...]] = {}
        self._free: dict[tuple[Point, Point], Threshold] = {}

    # --- positions

    def _index(self, tile: tuple[int, int]) -> int:
        """Where the tile's byte is. Only for tiles of the bounding rectangle and its border."""
        raise NotImplementedError

    def _holds(self, first: int, second: int) -> bool:
        raise NotImplementedError

    def _extent(self) -> str:
        """What positions there are, for error messages."""
        raise NotImplementedError

    def tiles(self) -> Tiles:
        """Every tile, in reading order."""
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an array with one entry a tile: rows and columns, or the count of hexes."""
        raise NotImplementedError

    def rank(self, tile: tuple[int, int]) -> int:
        """The tile's place in the order of `tiles()`."""
        raise NotImplementedError

    def same_layout(self, other: Board) -> bool:
        """Do both boards have the same tiles, whatever stands on them?"""
        return self.grid is other.grid and self.tiles()[:] == other.tiles()[:]

    def footprint(self, at: tuple[int, int], size: tuple[int, int]) -> tuple[Tile, ...]:
        """The tiles that a figure of that size covers, on the board or not."""
        raise NotImplementedError

    def _as_size(self, size: Any, what: str) -> tuple[int, int]:
        raise NotImplementedError

    def position(self, value: Any, what: str = "position") -> Tile:
        """`value` as a tile of this board, or an error that says what is allowed."""
        first, second = pair(value, what)
        if not self._holds(first, second):
            raise OffBoardError(f"{what}: ({first}, {second}) is off the board, {self._extent()}")
        return self.grid.tile(first, second)

    def __contains__(self, tile: object) -> bool:
        try:
            first, second = pair(tile, "tile")
        except (InvalidTypeError, InvalidValueError):
            return False
        return self._holds(first, second)

    # --- tiles

    def set_solid(self, at: tuple[int, int], solid: bool = True) -> None:
        """Make a tile rock, or clear it."""
        tile = self.position(at)
        if not isinstance(solid, bool):
            raise InvalidTypeError(f"solid: expected True or False, got {solid!r}")
        index = self._index(tile)
        flags = self._tiles[index] & ~SOLID | (SOLID if solid else 0)
        self._set_tile(index, flags)

    def is_solid(self, at: tuple[int, int]) -> bool:
        """Is the tile rock?"""
        return bool(self._tiles[self._index(self.position(at))] & SOLID)

    def solid_tiles(self) -> Iterator[Tile]:
        """Every solid tile, in reading order."""
        return (tile for tile in self.tiles() if self._tiles[self._index(tile)] & SOLID)

    def _set_tile(self, index: int, flags: int) -> None:
        if self._tiles[index] != flags:
            self._tiles[index] = flags
            if self.mirror is not None:
                self.mirror.set_tile(index, flags)

    # --- edges

    def _edge_slot(self, a: Any, b: Any) -> tuple[int, int]:
        """Where the edge between two neighbours is kept: its direction, its tile's index."""
        first, second = self.position(a, "edge"), self.position(b, "edge")
        step = (second[0] - first[0], second[1] - first[1])
        forward = self.grid.forward
        if step in forward:
            return forward.index(step), self._index(first)
        if step not in self.grid.directions:
            raise NotNeighboursError(
                f"edge: {tuple(first)} and {tuple(second)} are not neighbours;"
                f" neighbours of {tuple(first)} are"
                f" {', '.join(str(tuple(n)) for n in self.grid.neighbours(first) if n in self)}"
            )
        return forward.index((-step[0], -step[1])), self._index(second)

    def set_edge(self, a: tuple[int, int], b: tuple[int, int], threshold: Threshold | None) -> None:
        """Put a wall, door or gate on the edge between two neighbours; None clears it."""
        direction, index = self._edge_slot(a, b)
        self._set_edge(direction, index, CODE_OF[as_threshold(threshold)])

    def _set_edge(self, direction: int, index: int, code: int) -> None:
        old = self._edges[direction][index]
        if old != code:
            self._edges[direction][index] = code
            self._edge_count += (code != 0) - (old != 0)
            if self.mirror is not None:
                self.mirror.set_edge(direction, index, code in BLOCKING_CODES)

    def edge(self, a: tuple[int, int], b: tuple[int, int]) -> Threshold | None:
        """What the edge between two neighbours carries."""
        direction, index = self._edge_slot(a, b)
        return CODES[self._edges[direction][index]]

    def set_state(self, a: tuple[int, int], b: tuple[int, int], state: str) -> None:
        """Open, close, lock ... the door or gate between two neighbours, in place."""
        direction, index = self._edge_slot(a, b)
        code = self._edges[direction][index]
        try:
            new = CODE_IN_STATE[code, state]
        except (KeyError, TypeError):
            new = CODE_OF[with_state(CODES[code], state)]  # which says what is wrong
        self._set_edge(direction, index, new)

    def edges(self) -> Iterator[tuple[Tile, Tile, Threshold]]:
        """Every edge that carries something, in a stable order."""
        for (da, db), plane in zip(self.grid.forward, self._edges, strict=True):
            if not any(plane):
                continue
            for tile in self.tiles():
                threshold = CODES[plane[self._index(tile)]]
                if threshold is not None:
                    yield tile, self.grid.tile(tile[0] + da, tile[1] + db), threshold

    # --- what a line asks of tiles it has already found: no checks, for speed

    def flags(self, tile: tuple[int, int]) -> int:
        """SOLID, OCCUPIED, OUTSIDE and LARGE of a tile on the board or right beyond its rim."""
        return self._tiles[self._index(tile)]

    def edge_code(self, direction: int, tile: tuple[int, int]) -> int:
        """What the edge carries over which `tile` looks along `grid.forward[direction]`."""
        return self._edges[direction][self._index(tile)]

    def names_at(self, tile: tuple[int, int]) -> tuple[str, ...]:
        """The names of the figures that cover the tile."""
        return self._standing.get(tile, ())

    @property
    def large_figures(self) -> bool:
        """Is there a figure of several tiles that blocks sight?"""
        return self._large > 0

    @property
    def has_edges(self) -> bool:
        return self._edge_count > 0

    # --- figures

    def place(
        self,
        name: str,
        at: tuple[int, int],
        *,
        size: Any = None,
        blocks_sight: bool | None = None,
        kind: str = "figure",
    ) -> Figure:
        """Place a figure or a piece of furniture. What is not given comes from its kind."""
        _check_name(name)
        if name in self._figures:
            raise DuplicateNameError(
                f"figure name: {name!r} is already on the board at {self._figures[name].at}"
            )
        defaults = template(kind)
        if blocks_sight is None:
            blocks_sight = defaults.blocks_sight
        if not isinstance(blocks_sight, bool):
            raise InvalidTypeError(f"blocks_sight: expected True or False, got {blocks_sight!r}")
        if size is None:
            size = defaults.size if self.grid.name == "square" else 1
        extent = self._as_size(size, f"size of {name!r}")
        figure = self._fit(name, at, extent, blocks_sight, kind)
        self._stand(figure)
        return figure

    def move(self, name: str, to: tuple[int, int]) -> Figure:
        """Move a figure; `to` is its new top-left tile, or middle hex."""
        old = self.figure(name)
        new = self._fit(name, to, old.size, old.blocks_sight, old.kind)
        self._leave(old)
        self._stand(new)
        return new

    def remove(self, name: str) -> None:
        """Take a figure off the board."""
        self._leave(self.figure(name))
        del self._figures[name]

    def figure(self, name: str) -> Figure:
        """The figure of that name."""
        try:
            return self._figures[name]
        except (KeyError, TypeError):
            known = ", ".join(map(repr, list(self._figures)[:12])) or "none"
            raise UnknownNameError(
                f"no figure is called {name!r}; on this board: {known}"
            ) from None

    def where(self, name: str) -> Tile:
        """The figure's top-left tile, or middle hex."""
        return self.figure(name).at

    def figures(self) -> list[Figure]:
        """Every figure, in the order in which they came."""
        return list(self._figures.values())

    def figures_at(self, at: tuple[int, int]) -> list[Figure]:
        """Every figure that covers the tile."""
        return [self._figures[name] for name in self._standing.get(self.position(at), ())]

    def _fit(
        self, name: str, at: Any, size: tuple[int, int], blocks_sight: bool, kind: str
    ) -> Figure:
        try:
            anchor = self.position(at)
        except SightlineError:
            anchor = self.position(at, f"position of {name!r}")  # says the same, and of whom
        tiles = self.footprint(anchor, size)
        for tile in tiles:
            if not self._holds(*tile):
                raise OffBoardError(
                    f"position of {name!r}: at {tuple(anchor)} its size {size} reaches"
                    f" {tuple(tile)}, off the board, {self._extent()}"
                )
            if blocks_sight:
                for other in self._standing.get(tile, ()):
                    if other != name and self._figures[other].blocks_sight:
                        raise OccupiedError(
                            f"position of {name!r}: {tuple(tile)} is taken by {other!r};"
                            " two figures that block sight may not share a tile"
                        )
        return Figure(name, anchor, size, blocks_sight, kind, tiles)

    def _stand(self, figure: Figure) -> None:
        self._figures[figure.name] = figure
        self._large += figure.blocks_sight and len(figure.tiles) > 1
        for tile in figure.tiles:
            self._standing[tile] = (*self._standing.get(tile, ()), figure.name)
            if figure.blocks_sight:
                index = self._index(tile)
                mark = OCCUPIED | LARGE if len(figure.tiles) > 1 else OCCUPIED
                self._set_tile(index, self._tiles[index] | mark)

    def _leave(self, figure: Figure) -> None:
        self._large -= figure.blocks_sight and len(figure.tiles) > 1
        for tile in figure.tiles:
            names = self._standing[tile]
            if len(names) == 1:
                del self._standing[tile]
            else:
                self._standing[tile] = tuple(name for name in names if name != figure.name)
            if figure.blocks_sight:
                index = self._index(tile)
                self._set_tile(index, self._tiles[index] & ~(OCCUPIED | LARGE))

    # --- free walls

    def add_wall(
        self,
        start: tuple[Any, Any],
        end: tuple[Any, Any],
        threshold: Threshold | None = None,
    ) -> FreeWall:
        """Draw a straight wall anywhere, or a door or gate off the grid.

        Ends are in tile units (`x` to the right, `y` down) on squares, axial `(q, r)` on hexes.
        They are held to the nearest 1/384,000th of a tile: decimals of up to three places,
        1/1024ths and thirds exactly. The same two ends again replace what the wall carries.
        """
        ends = self._wall_ends(start, end)
        threshold = Wall() if threshold is None else as_threshold(threshold)
        assert threshold is not None
        self.put_wall(*ends, threshold)
        return FreeWall(*ends, threshold)

    def put_wall(self, start: Point, end: Point, threshold: Threshold) -> None:
        """The same for ends that a board has held already, in 1/384,000ths of a tile: no checks,
        for speed."""
        first, second = sorted((start, end))
        self._free[first, second] = threshold
        self._walls_changed()

    def remove_wall(self, start: tuple[Any, Any], end: tuple[Any, Any]) -> None:
        """Take away the free wall with these two ends."""
        ends = self._wall_ends(start, end)
        if ends not in self._free:
            raise UnknownNameError(f"no free wall from {start!r} to {end!r} on this board")
        del self._free[ends]
        self._walls_changed()

    def free_walls(self) -> list[FreeWall]:
        """Every free wall, in the order in which they came."""
        return [FreeWall(start, end, threshold) for (start, end), threshold in self._free.items()]

    def wall_items(self) -> Iterable[tuple[tuple[Point, Point], Threshold]]:
        """The free walls as they are kept: two ends, and what they carry."""
        return self._free.items()

    @property
    def wall_count(self) -> int:
        """How many free walls there are."""
        return len(self._free)

    def blocking_walls(self) -> list[tuple[Point, Point]]:
        """The ends of the free walls that block sight."""
        return [ends for ends, threshold in self._free.items() if threshold.blocks_sight]

    def wall_threshold(self, start: Point, end: Point) -> Threshold:
        """What the free wall with these two ends carries (both in 1/384,000ths of a tile)."""
        return self._free[start, end]

    def _walls_changed(self) -> None:
        if self.mirror is not None:
            self.mirror.set_walls(self.blocking_walls())

    def _wall_bounds(self) -> tuple[int, int]:
        """The lowest and highest coordinate of a wall's end, in tiles."""
        raise NotImplementedError

    def _wall_ends(self, start: Any, end: Any) -> tuple[Point, Point]:
        low, high = self._wall_bounds()
        ends: list[Point] = []
        for what, point in (("start of wall", start), ("end of wall", end)):
            try:
                x, y = point
            except (TypeError, ValueError):
                raise InvalidTypeError(f"{what}: expected two numbers, got {point!r}") from None
            units = (to_units(x, what), to_units(y, what))
            if not all(low * UNIT <= value <= high * UNIT for value in units):
                raise LimitError(
                    f"{what}: expected coordinates from {low} to {high}, got {point!r}"
                )
            ends.append(units)
        if ends[0] == ends[1]:
            raise InvalidValueError(f"wall: expected two different ends, got {start!r} twice")
        # One wall, one key: a wall has no direction.
        first, second = sorted(ends)
        return first, second

    # --- as values

    def copy(self) -> Self:
        """A board of its own with the same content."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._tiles = bytearray(self._tiles)
        twin._edges = [bytearray(plane) for plane in self._edges]
        twin._figures = dict(self._figures)
        twin._standing = dict(self._standing)
        twin._free = dict(self._free)
        twin.mirror = None
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "mirror": None}

    def _content(self) -> tuple[Any, ...]:
        """All that makes two boards equal, in plain values and a canonical order."""
        return (
            self.grid.name,
            (self._rows, self._cols, self._row0, self._col0),
            # The figures say what figures block; only what the tiles themselves are counts.
            bytes(self._tiles).translate(_TILE_ITSELF),
            tuple(bytes(plane) for plane in self._edges),
            tuple(
                (f.name, tuple(f.at), f.size, f.blocks_sight, f.kind)
                for f in sorted(self._figures.values(), key=lambda f: f.name)
            ),
            tuple(sorted((ends, CODE_OF[threshold]) for ends, threshold in self._free.items())),
        )

    def fingerprint(self) -> str:
        """A hash of the content: equal boards have equal ones, on every machine and version."""
        import hashlib  # here, for it is slow to load and most programs never ask

        digest = hashlib.sha256()
        for part in self._content():
            blob = part if isinstance(part, bytes) else repr(part).encode()
            digest.update(len(blob).to_bytes(8, "big") + blob)
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]  # boards change; use fingerprint()

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from sightline.render import board_svg

        return board_svg(self)


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not name:
        raise InvalidTypeError(f"figure name: expected a non-empty string, got {name!r}")


def checked_size(rows: int, cols: int, what: str) -> tuple[int, int]:
    """A figure's extent, if it is one."""
    if not (1 <= rows <= MAX_SIZE and 1 <= cols <= MAX_SIZE):
        raise LimitError(f"{what}: expected 1 to {MAX_SIZE} tiles each way, got {(rows, cols)}")
    return rows, cols


def numbered_name(wanted: str, taken: set[str]) -> str:
    """`wanted`, or `wanted 2`, `wanted 3` ... if it is taken."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name
