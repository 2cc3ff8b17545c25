"""What square and hex boards share: tiles, edges, figures and free walls, kept in flat planes.

A board keeps one byte a tile and one byte an edge, in rows with a border of one tile, so that a
change touches a few bytes however large the board is, and compiled code can read them in place.
Whoever keeps a mirror of the planes (`engine.native` does) hears of changes: see `Board.mirror`.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Self,
    SupportsIndex,
    overload,
)
from weakref import ref

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
from sightline.model.cell import AnyPosition, Grid, TileT_co
from sightline.model.figure import (
    KINDS,
    MAX_SIZE,
    Figure,
    FigureKind,
    as_side,
    kind_called,
    usual_side,
)
from sightline.model.free_walls import FreeWalls
from sightline.model.light import Lighting
from sightline.model.names import how_tiles_are_called, no_figure, tile_called
from sightline.model.numbers import pair, shown, yes_or_no
from sightline.model.past import (
    Past,
    shared_tiles,
    take_back_move,
    take_back_place,
    take_back_removal,
)
from sightline.model.terrain import Terrains
from sightline.model.threshold import (
    BLOCKING_CODES,
    CODE_IN_STATE,
    CODE_OF,
    CODES,
    FIRST_WITH_PROPERTY,
    TURNED_CODE,
    DoorStateName,
    Threshold,
    as_threshold,
    with_state,
)

if TYPE_CHECKING:
    from sightline.model.arrays import Bools

MAX_SIDE = 4096
"""The most tiles a board may span each way."""

SOLID, OCCUPIED, OUTSIDE, LARGE = 1, 2, 4, 8
"""The bits of a tile's byte. LARGE: the blocking figure on it covers other tiles too."""


new_tuple = tuple.__new__
"""Makes a named tuple without its own `__new__`, where speed counts."""

_one_at_a_time = allocate_lock()
_IS_ONE_WAY = bytes(
    each is not None and each.blocks_sight and each.one_way != "" for each in CODES
).ljust(256, b"\0")
_SOLID_ONLY = bytes(flags & SOLID for flags in range(256))
_TILE_ITSELF = bytes(flags & (SOLID | OUTSIDE) for flags in range(256))


class Tiles(Sequence[TileT_co]):
    """Every tile of a board in reading order, made as they are asked for."""

    def __init__(self, count: int, nth: Callable[[int], TileT_co]) -> None:
        self._count = count
        self._nth = nth

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> TileT_co: ...
    @overload
    def __getitem__(self, index: slice) -> list[TileT_co]: ...
    def __getitem__(self, index: int | slice) -> TileT_co | list[TileT_co]:
        chosen = range(self._count)[index]
        if isinstance(chosen, range):
            return [self._nth(i) for i in chosen]
        return self._nth(chosen)

    def __iter__(self) -> Iterator[TileT_co]:
        return map(self._nth, range(self._count))

    def __repr__(self) -> str:
        return f"<{self._count} tiles>"


class Board(Lighting, Terrains, FreeWalls, Generic[TileT_co]):
    """The verbs that both boards know. Made as `SquareBoard` or `HexBoard`."""

    grid: Grid[TileT_co]
    mirror: Any = None
    """What hears of every change, by its `set_tile`, `set_edge`, `set_walls` and, on hexes,
    `set_height`, `set_heights` and `covers`, and knows a short way for most moves, its `step`. The
    engine puts the kernels' copy of the planes here when it is first asked about a board. None:
    there is no copy, or it was dropped because the planes changed as a whole."""
    changed: deque[int] | None = None
    """What has changed since somebody looked, for whoever keeps planes of his own: where the planes
    have a tile, or, that and a plane more for each direction, an edge. It forgets the oldest when
    it is full. The engine puts it here when it is first asked by the rule of a game. None: nobody
    has asked, or everything has changed."""
    past: Past | None = None
    """Where changes are written down, so that they can be taken back; None: nobody has asked."""

    def __init__(self, rows: int, cols: int, row0: int, col0: int) -> None:
        Lighting.__init__(self)
        Terrains.__init__(self)
        FreeWalls.__init__(self)
        self._rows, self._cols = rows, cols
        self._row0, self._col0 = row0, col0
        self._stride = cols + 2
        size = (rows + 2) * self._stride
        self._tiles = bytearray(size)
        self._edges = [bytearray(size) for _ in self.grid.forward]
        self._edge_count = 0
        self._figures: dict[str, Figure[TileT_co]] = {}
        self._large = 0
        self._standing: dict[tuple[int, int], tuple[str, ...]] = {}

    @classmethod
    def from_text(cls, drawing: str) -> Self:
        """The board that a text draws: `.` empty, `#` rock, letters for figures, and a legend.

        The language is that of map files (`docs/formats-text.md`), so whatever `print(board)` shows
        is read back as the same board. Indentation that all lines share is ignored. Hexes need no
        header here. What is wrong with a drawing is a `FormatError` that points at it.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard.from_text('''
        ...     S.#
        ...     ..T
        ... ''')
        >>> board.where("T"), board.is_solid("C1")
        (Square(row=1, col=2), True)
        """
        from sightline.formats.text import board_from_text

        board = board_from_text(drawing, cls.grid.name)
        drawn = object.__new__(cls)
        drawn.__dict__.update(board.__dict__)
        return drawn

    # --- positions

    def _index(self, tile: tuple[int, int]) -> int:
        """Where the tile's byte is. Only for tiles of the bounding rectangle and its border."""
        raise NotImplementedError

    def _tile_at(self, index: int) -> TileT_co:
        """The tile whose byte is there."""
        raise NotImplementedError

    def _holds(self, first: int, second: int) -> bool:
        raise NotImplementedError

    def _extent(self) -> str:
        """What positions there are, for error messages."""
        raise NotImplementedError

    def tiles(self) -> Tiles[TileT_co]:
        """Every tile, in reading order: a sequence, made as it is asked for.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 3)
        >>> len(board.tiles()), [str(tile) for tile in board.tiles()[:4]]
        (6, ['A1', 'B1', 'C1', 'A2'])
        """
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

    def footprint(self, at: tuple[int, int], size: tuple[int, int]) -> tuple[TileT_co, ...]:
        """The tiles that a figure of that size covers, on the board or not."""
        raise NotImplementedError

    def _as_size(self, size: Any, what: str) -> tuple[int, int]:
        raise NotImplementedError

    def position(self, value: Any, what: str = "position") -> TileT_co:
        """`value` as a tile of this board: a pair of whole numbers, or the name of a tile.

        Off the board it is an `OffBoardError`, else an `InvalidTypeError` or `InvalidValueError`
        that begins with `what` and says what is allowed.

        >>> from sightline import HexBoard, SquareBoard
        >>> SquareBoard(5, 5).position("C4"), HexBoard(radius=2).position([2, -1])
        (Square(row=3, col=2), Hex(q=2, r=-1))
        """
        if isinstance(value, str):
            value, what = self._tile_called(value, what), f"{what} {shown(value)}"
        first, second = pair(value, what)
        if not self._holds(first, second):
            raise OffBoardError(f"{what}: ({first}, {second}) is off the board, {self._extent()}")
        return self.grid.tile(first, second)

    def _tile_called(self, name: str, what: str) -> tuple[int, int]:
        """The position of that name, on the board or not."""
        at = tile_called(self.grid.name, name)
        if at is None:
            how = how_tiles_are_called(self.grid.name)
            who = f", a figure: its tile is {self.where(name)}" if name in self._figures else ""
            raise InvalidValueError(f"{what}: expected {how}, got {shown(name)}{who}")
        return at

    def __contains__(self, tile: object) -> bool:
        if isinstance(tile, str):
            tile = tile_called(self.grid.name, tile)
        try:
            first, second = pair(tile, "tile")
        except (InvalidTypeError, InvalidValueError):
            return False
        return self._holds(first, second)

    # --- tiles

    def set_solid(self, at: AnyPosition, solid: bool = True) -> None:
        """Make a tile rock, or clear it with `solid=False`. Figures on it stay.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(5, 5)
        >>> board.set_solid((3, 2))
        >>> board.is_solid("C4")
        True
        """
        tile = self.position(at)
        self._set_ground(self._index(tile), SOLID if yes_or_no(solid, "solid") else 0)

    def is_solid(self, at: AnyPosition) -> bool:
        """Is the tile rock? (What a figure does to sight is not asked here.)

        >>> from sightline import SquareBoard
        >>> SquareBoard(2, 2).is_solid("A1")
        False
        """
        return bool(self._tiles[self._index(self.position(at))] & SOLID)

    def solid_tiles(self) -> Iterator[TileT_co]:
        """Every solid tile, in reading order.

        >>> from sightline import SquareBoard
        >>> [str(tile) for tile in SquareBoard.from_text("#.#").solid_tiles()]
        ['A1', 'C1']
        """
        rock = self._tiles.translate(_SOLID_ONLY)
        at = rock.find(SOLID)
        while at >= 0:
            yield self._tile_at(at)
            at = rock.find(SOLID, at + 1)

    def solid_array(self) -> Bools:
        """Which tiles are solid, as a new array of bools in the board's `shape`. Figures are not.

        On squares that is rows by columns, on hexes one entry a hex in the order of `tiles()`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 3)
        >>> board.set_solid((1, 2))
        >>> board.solid_array().tolist()
        [[False, False, False], [False, False, True]]
        """
        from sightline.model.arrays import solid_array

        return solid_array(self)

    def set_solid_array(self, solid: Any) -> None:
        """Make every tile solid or not, all at once, by an array of bools as `solid_array` gives.

        Figures, edges and walls stay. Another shape is an `InvalidValueError`, another type an
        `InvalidTypeError`, and either changes nothing.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 3)
        >>> board.set_solid_array([[False, True, False], [False, True, False]])
        >>> [tuple(tile) for tile in board.solid_tiles()]
        [(0, 1), (1, 1)]
        """
        from sightline.model.arrays import set_solid_array

        set_solid_array(self, solid)

    def _set_ground(self, index: int, solid: int) -> None:
        """Rock (SOLID) or not (0), whoever stands there."""
        flags = self._tiles[index]
        if self.past is not None:
            self._record(Board._set_ground, index, flags & SOLID)
        self._set_tile(index, flags & ~SOLID | solid)

    def _set_tile(self, index: int, flags: int) -> None:
        if self._tiles[index] != flags:
            self._tiles[index] = flags
            if self.changed is not None:
                self.changed.append(index)
            if self.mirror is not None:
                self.mirror.set_tile(index, flags)

    # --- edges

    def _edge_slot(self, a: Any, b: Any) -> tuple[int, int, bool]:
        """Where the edge between two neighbours is kept: its direction, its tile's index; and does
        it belong to the second of them, so that its one-way walls are kept the other way round?"""
        first, second = self.position(a, "edge"), self.position(b, "edge")
        step = (second[0] - first[0], second[1] - first[1])
        forward = self.grid.forward
        if step in forward:
            return forward.index(step), self._index(first), False
        if step not in self.grid.directions:
            raise NotNeighboursError(
                f"edge: {tuple(first)} and {tuple(second)} are not neighbours;"
                f" neighbours of {tuple(first)} are"
                f" {', '.join(str(tuple(n)) for n in self.grid.neighbours(first) if n in self)}"
            )
        return forward.index((-step[0], -step[1])), self._index(second), True

    def set_edge(self, a: AnyPosition, b: AnyPosition, threshold: Threshold | None) -> None:
        """Put a wall, door or gate on the edge between two neighbours; None clears it.

        A one-way one stops lines that go from `a` to `b` ("forth") or from `b` to `a` ("back").
        Tiles that share no edge are a `NotNeighboursError`, which lists the neighbours.

        >>> from sightline import Door, SquareBoard, Wall
        >>> board = SquareBoard(1, 3)
        >>> board.set_edge("A1", "B1", Door("locked"))
        >>> str(board.edge("B1", "A1"))
        'locked door'
        >>> board.set_edge("B1", "C1", Wall(one_way="forth"))
        >>> board.edge("C1", "B1")
        Wall(one_way='back')
        """
        direction, index, turned = self._edge_slot(a, b)
        code = CODE_OF[as_threshold(threshold)]
        self._set_edge(direction, index, TURNED_CODE[code] if turned else code)

    def _set_edge(self, direction: int, index: int, code: int) -> None:
        old = self._edges[direction][index]
        if old != code:
            if self.past is not None:
                self._record(Board._set_edge, direction, index, old)
            self._edges[direction][index] = code
            self._edge_count += (code != 0) - (old != 0)
            if self.changed is not None:
                self.changed.append((direction + 1) * len(self._tiles) + index)
            if self.mirror is not None:
                if code < FIRST_WITH_PROPERTY and old < FIRST_WITH_PROPERTY:
                    self.mirror.set_edge(direction, index, code in BLOCKING_CODES)
                else:
                    self.mirror = None  # to be made anew: it has such edges among the free walls

    def edge(self, a: AnyPosition, b: AnyPosition) -> Threshold | None:
        """What the edge between two neighbours carries: `Wall()`, a `Door`, a `Gate`, or None.

        What is one-way is said as seen from `a`: `edge(b, a)` has the other word.

        >>> from sightline import SquareBoard
        >>> SquareBoard(1, 3).edge((0, 0), (0, 1)) is None
        True
        """
        direction, index, turned = self._edge_slot(a, b)
        code = self._edges[direction][index]
        return CODES[TURNED_CODE[code] if turned else code]

    def set_state(self, a: AnyPosition, b: AnyPosition, state: DoorStateName) -> None:
        """Open, close, lock ... the door or gate between two neighbours, in place; its properties
        stay.

        Where there is no door or gate, or it has no such state, it is an `InvalidValueError`.

        >>> from sightline import Door, SquareBoard, sees
        >>> board = SquareBoard(1, 2)
        >>> board.set_edge("A1", "B1", Door("closed"))
        >>> sees(board, "A1", "B1", "quest")
        False
        >>> board.set_state("A1", "B1", "open")
        >>> sees(board, "A1", "B1", "quest")
        True
        """
        direction, index, _ = self._edge_slot(a, b)
        code = self._edges[direction][index]
        try:
            new = CODE_IN_STATE[code, state]
        except (KeyError, TypeError):
            new = CODE_OF[with_state(CODES[code], state)]  # which says what is wrong
        self._set_edge(direction, index, new)

    def edges(self) -> Iterator[tuple[TileT_co, TileT_co, Threshold]]:
        """Every edge that carries something, with its two tiles, in a stable order.

        >>> from sightline import SquareBoard, Wall
        >>> board = SquareBoard(1, 3)
        >>> board.set_edge("B1", "C1", Wall())
        >>> [(str(here), str(there), str(what)) for here, there, what in board.edges()]
        [('B1', 'C1', 'wall')]
        """
        for (da, db), plane in zip(self.grid.forward, self._edges, strict=True):
            for index in [at for at, code in enumerate(plane) if code]:  # few carry something
                threshold = CODES[plane[index]]
                if threshold is not None:
                    tile = self._tile_at(index)
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
        """Is there anything on an edge?"""
        return self._edge_count > 0

    @property
    def has_one_way_walls(self) -> bool:
        """Is there a one-way wall, door or gate that blocks sight? Without one, sight by the
        geometric rules is the same both ways.

        >>> from sightline import SquareBoard, Wall
        >>> board = SquareBoard(1, 3)
        >>> board.set_edge("A1", "B1", Wall(one_way="back"))
        >>> board.has_one_way_walls
        True
        """
        if any(each.one_way and each.blocks_sight for each in self._free.values()):
            return True
        return self.has_edges and any(any(plane.translate(_IS_ONE_WAY)) for plane in self._edges)

    # --- figures

    def place(
        self,
        name: str,
        at: AnyPosition,
        *,
        size: SupportsIndex | Iterable[SupportsIndex] | None = None,
        blocks_sight: bool | None = None,
        kind: FigureKind = "figure",
        side: str | None = None,
    ) -> Figure[TileT_co]:
        """Place a figure or a piece of furniture, and return it.

        `at` is its top-left tile, or its middle hex. `size` is rows and columns, or one number; on
        hexes 1 is one hex, 2 adds a ring. `kind` is "hero", "enemy", "table", "bookcase" ...; what
        is not given comes from it: a table is 2 by 3 tiles and seen over, a hero blocks sight.
        `side` is any word for those who belong together; games with allies and enemies ask for it.

        A name that is taken is a `DuplicateNameError`, tiles off the board an `OffBoardError`, and
        a second figure that blocks sight on a tile an `OccupiedError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(5, 5)
        >>> troll = board.place("troll", "B2", size=(2, 2))
        >>> troll.blocks_sight, [str(tile) for tile in troll.tiles]
        (True, ['B2', 'C2', 'B3', 'C3'])
        >>> board.place("table", "A5", kind="table", size=(1, 3)).blocks_sight
        False
        """
        _check_name(name)
        if name in self._figures:
            raise DuplicateNameError(
                f"figure name: {shown(name)} is already on the board at {self._figures[name].at}"
            )
        kind = kind_called(kind)
        defaults = KINDS[kind]
        if blocks_sight is None:
            blocks_sight = defaults.blocks_sight
        blocks_sight = yes_or_no(blocks_sight, "blocks_sight")
        if size is None:
            size = defaults.size if self.grid.name == "square" else 1
        extent = self._as_size(size, f"size of {shown(name)}")
        side = usual_side(kind) if side is None else as_side(side)
        figure = self._fit(name, at, extent, blocks_sight, kind, side)
        if self.past is not None:
            self._record(take_back_place, figure)
        self._stand(figure)
        return figure

    def move(self, name: str, to: AnyPosition) -> Figure[TileT_co]:
        """Move a figure, and return it as it stands now; `to` is its new top-left tile, or middle
        hex. Where it cannot stand is refused as by `place`, and it stays where it was.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(5, 5)
        >>> _ = board.place("Mira", "A1")
        >>> str(board.move("Mira", "C4").at)
        'C4'
        """
        old = self.figure(name)
        if self.mirror is not None:
            new: Figure[TileT_co] | None
            if self.past is not None:
                self._record(take_back_move, old, shared_tiles(self, old))
            new = self.mirror.step(self._figures, self._standing, self._tiles, old, to)
            if new is not None:
                if self.changed is not None:
                    self.changed += (self._index(old.at), self._index(new.at))
                return new
            if self.past is not None:
                self.past.pop()  # nothing was changed
        new = self._fit(name, to, old.size, old.blocks_sight, old.kind, old.side)
        if self.past is not None:
            self._record(take_back_move, old, shared_tiles(self, old))
        self._leave(old)
        self._stand(new)
        return new

    def remove(self, name: str) -> None:
        """Take a figure off the board, with the lights that it carries. If there is none of that
        name: `UnknownNameError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard.from_text("S.T")
        >>> board.remove("S")
        >>> [figure.name for figure in board.figures()]
        ['T']
        """
        figure = self.figure(name)
        if self.past is not None:
            at = list(self._figures).index(name)
            self._record(take_back_removal, figure, at, shared_tiles(self, figure))
        self._leave(figure)
        del self._figures[name]
        self._drop_lights_of(name)

    def figure(self, name: str) -> Figure[TileT_co]:
        """The figure of that name: its name, tiles, size, kind, and whether it blocks sight.

        If there is none, it is an `UnknownNameError` that says who there is.

        >>> from sightline import SquareBoard
        >>> SquareBoard.from_text("S.T").figure("T").kind
        'figure'
        """
        try:
            return self._figures[name]
        except (KeyError, TypeError):
            raise UnknownNameError(no_figure(name, list(self._figures))) from None

    def has_figure(self, name: object) -> bool:
        """Is a figure of that name on the board?

        >>> from sightline import SquareBoard
        >>> board = SquareBoard.from_text("S.T")
        >>> board.has_figure("S"), board.has_figure("Mira")
        (True, False)
        """
        return isinstance(name, str) and name in self._figures

    def where(self, name: str) -> TileT_co:
        """The figure's top-left tile, or middle hex. Nobody of that name: `UnknownNameError`.

        >>> from sightline import SquareBoard
        >>> SquareBoard.from_text("S.T").where("T")
        Square(row=0, col=2)
        """
        return self.figure(name).at

    def figures(self) -> list[Figure[TileT_co]]:
        """Every figure, in the order in which they came.

        >>> from sightline import SquareBoard
        >>> [figure.name for figure in SquareBoard.from_text("S.T").figures()]
        ['S', 'T']
        """
        return list(self._figures.values())

    def figures_at(self, at: AnyPosition) -> list[Figure[TileT_co]]:
        """Every figure that covers the tile, as a list.

        >>> from sightline import SquareBoard
        >>> [figure.name for figure in SquareBoard.from_text("S.T").figures_at("C1")]
        ['T']
        """
        return [self._figures[name] for name in self._standing.get(self.position(at), ())]

    def _fit(
        self,
        name: str,
        at: Any,
        size: tuple[int, int],
        blocks_sight: bool,
        kind: FigureKind,
        side: str,
    ) -> Figure[TileT_co]:
        try:
            anchor = self.position(at)
        except SightlineError:
            anchor = self.position(at, f"position of {shown(name)}")  # says the same, and of whom
        tiles = self.footprint(anchor, size)
        for tile in tiles:
            if not self._holds(*tile):
                raise OffBoardError(
                    f"position of {shown(name)}: at {tuple(anchor)} its size {size} reaches"
                    f" {tuple(tile)}, off the board, {self._extent()}"
                )
            if blocks_sight:
                for other in self._standing.get(tile, ()):
                    if other != name and self._figures[other].blocks_sight:
                        raise OccupiedError(
                            f"position of {shown(name)}: {tuple(tile)} is taken by {shown(other)};"
                            " two figures that block sight may not share a tile"
                        )
        return Figure(name, anchor, size, blocks_sight, kind, tiles, side)

    def _stand(self, figure: Figure[Any]) -> None:
        self._figures[figure.name] = figure
        self._large += figure.blocks_sight and len(figure.tiles) > 1
        for tile in figure.tiles:
            self._standing[tile] = (*self._standing.get(tile, ()), figure.name)
            if self.changed is not None:
                self.changed.append(self._index(tile))
            if figure.blocks_sight:
                index = self._index(tile)
                mark = OCCUPIED | LARGE if len(figure.tiles) > 1 else OCCUPIED
                self._set_tile(index, self._tiles[index] | mark)

    def _leave(self, figure: Figure[Any]) -> None:
        self._large -= figure.blocks_sight and len(figure.tiles) > 1
        for tile in figure.tiles:
            names = self._standing[tile]
            if len(names) == 1:
                del self._standing[tile]
            else:
                self._standing[tile] = tuple(name for name in names if name != figure.name)
            if self.changed is not None:
                self.changed.append(self._index(tile))
            if figure.blocks_sight:
                index = self._index(tile)
                self._set_tile(index, self._tiles[index] & ~(OCCUPIED | LARGE))

    # --- the way back, see `model.past`

    def recorded(self) -> Past:
        """Where changes are written down from now on."""
        with _one_at_a_time:  # two threads may ask for the first field
            if self.past is None:
                self.past = Past(self._rows * self._cols)
            return self.past

    def _record(self, *undo: Any) -> None:
        """Write down how the change that is about to be made is taken back."""
        if self.past is None or len(self.past) >= self.past.most:
            self._end_past()
        else:
            self.past.append(undo)

    def _end_past(self) -> None:
        """Keep the board as it is, for who asked before: all of it is about to change."""
        if self.past is None:
            return
        asked = ref(self.past)
        self.past = None
        past = asked()
        if past is not None:  # some field of it is still about
            past.end = self.copy()

    # --- as values

    def copy(self) -> Self:
        """A board of its own with the same content.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 2)
        >>> twin = board.copy()
        >>> twin.set_solid("A1")
        >>> board.is_solid("A1"), twin == board
        (False, False)
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._tiles = bytearray(self._tiles)
        twin._edges = [bytearray(plane) for plane in self._edges]
        twin._figures = dict(self._figures)
        twin._standing = dict(self._standing)
        twin._free = dict(self._free)
        twin._lights = [*self._lights]
        twin._terrain = dict(self._terrain)
        twin.mirror = None
        twin.changed = None
        twin.past = None
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "mirror": None, "changed": None, "past": None}

    def _content(self) -> tuple[Any, ...]:
        """All that makes two boards equal, in plain values and a canonical order."""
        return (
            self.grid.name,
            (self._rows, self._cols, self._row0, self._col0),
            # The figures say what figures block; only what the tiles themselves are counts.
            bytes(self._tiles).translate(_TILE_ITSELF),
            tuple(bytes(plane) for plane in self._edges),
            tuple(
                (f.name, tuple(f.at), f.size, f.blocks_sight, f.kind, *_told_side(f))
                for f in sorted(self._figures.values(), key=lambda f: f.name)
            ),
            self._wall_content(),
            *self._light_content(),
            *self._terrain_content(),
        )

    def fingerprint(self) -> str:
        """A hash of the content: equal boards have equal ones, on every machine and version.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 2)
        >>> board.fingerprint() == board.copy().fingerprint()
        True
        """
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

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # boards change; use fingerprint()

    def __str__(self) -> str:
        """The board drawn in text, all of it: `from_text` reads it back."""
        from sightline.formats.text_write import draw

        return draw(self).rstrip("\n")

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from sightline.render import board_svg

        return board_svg(self)

    def _repr_html_(self) -> str | None:
        """In a notebook, the picture with a link to the playground, where one is named."""
        from sightline.links import link_under_picture

        return link_under_picture(self)


def _told_side(figure: Figure[Any]) -> tuple[str, ...]:
    """The side, where its kind does not say it: boards without sides keep their fingerprint."""
    return () if figure.side == usual_side(figure.kind) else (figure.side,)


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not name:
        raise InvalidTypeError(f"figure name: expected a non-empty string, got {shown(name)}")
    if not name.isascii():
        try:
            name.encode()
        except UnicodeEncodeError:  # half a character, which no file can hold
            raise InvalidValueError(
                f"figure name: expected whole characters, got {shown(name)}"
            ) from None


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
