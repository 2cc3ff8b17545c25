"""The common base of square and hex boards: ground, edges, figures, free walls, terrain, light.

Each part is a separate module with a base class. This module combines them, and lets boards be
copied, compared and displayed. Caches are kept up to date by observers of the board
(`model.parts.observers`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

from sightline.errors import InvalidValueError
from sightline.model.cell import TileT_co
from sightline.model.figure import Figure, usual_side
from sightline.model.light import Lighting
from sightline.model.names import not_one_of
from sightline.model.parts.display import function_for
from sightline.model.parts.edges import BoardEdges
from sightline.model.parts.figures import BoardFigures
from sightline.model.parts.free_walls import FreeWalls
from sightline.model.parts.ground import OUTSIDE, SOLID, BoardGround
from sightline.model.parts.heights import Heights
from sightline.model.parts.terrain import Terrains
from sightline.model.threshold import CODES, STOPS, StopName, does_stop, stops_of, with_stops

_IS_ONE_WAY = bytes(
    each is not None and each.blocks_sight and each.one_way != "" for each in CODES
).ljust(256, b"\0")
_TILE_ITSELF = bytes(flags & (SOLID | OUTSIDE) for flags in range(256))


class Board(
    Lighting[TileT_co],
    BoardFigures[TileT_co],
    BoardEdges[TileT_co],
    FreeWalls[TileT_co],
    Terrains[TileT_co],
    Heights[TileT_co],
):
    """The common base of `SquareBoard` and `HexBoard`."""

    def __init__(self, rows: int, cols: int, row0: int, col0: int) -> None:
        BoardGround.__init__(self, rows, cols, row0, col0)
        for part in (Heights, BoardFigures, BoardEdges, FreeWalls, Terrains, Lighting):
            part.__init__(self)

    @classmethod
    def from_text(cls, drawing: str) -> Self:
        """Return the board that a text drawing shows: `.` is empty, `#` is rock, letters are
        figures.

        The syntax is that of map files (`docs/formats-text.md`), so the output of `print(board)`
        can be read back as the same board. Common indentation is ignored. Hex drawings need no
        header here. An invalid drawing raises a `FormatError` that points at the mistake.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard.from_text('''
        ...     S.#
        ...     ..T
        ... ''')
        >>> board.where("T"), board.is_solid("C1")
        (Square(row=1, col=2), True)
        """
        board = function_for(cls, "from_text")(drawing, cls.grid.name)
        drawn = object.__new__(cls)
        drawn.__dict__.update(board.__dict__)
        return drawn

    # --- unchecked access, for the inner loops

    def flags(self, tile: tuple[int, int]) -> int:
        """The flags SOLID, OCCUPIED, OUTSIDE and LARGE of a tile on the board or
        just beyond its border.
        """
        return self._tiles[self._index(tile)]

    def edge_code(self, direction: int, tile: tuple[int, int]) -> int:
        """The code of the edge of `tile` along `grid.forward[direction]`."""
        return self._edges[direction][self._index(tile)]

    def names_at(self, tile: tuple[int, int]) -> tuple[str, ...]:
        """Return the names of the figures that cover the tile."""
        return self._standing.get(tile, ())

    @property
    def large_figures(self) -> bool:
        """Whether a figure that covers several tiles blocks sight."""
        return self._large > 0

    @property
    def has_edges(self) -> bool:
        """Whether any edge has a wall, a door or a gate."""
        return self._edge_count > 0

    @property
    def has_one_way_walls(self) -> bool:
        """Whether a one-way wall, door or gate blocks sight. Without one, the geometric rules are
        symmetric: if A sees B, B sees A.

        >>> from sightline import SquareBoard, Wall
        >>> board = SquareBoard(1, 3)
        >>> board.set_edge("A1", "B1", Wall(one_way="back"))
        >>> board.has_one_way_walls
        True
        """
        if any(each.one_way and each.blocks_sight for each in self._free.values()):
            return True
        return self.has_edges and any(any(plane.translate(_IS_ONE_WAY)) for plane in self._edges)

    def _height_content(self) -> Iterator[tuple[Any, ...]]:
        yield from super()._height_content()
        if self._spans:
            spans = sorted((slot, tuple(map(str, span))) for slot, span in self._spans.items())
            yield "edge heights", tuple(spans)
        if self._wall_heights:
            yield "wall heights", self._wall_spans()

    def _has_high_parts(self) -> bool:
        return bool(self._spans or self._wall_heights or self._high_figures)

    def _stops_content(self) -> Iterator[tuple[Any, ...]]:
        if self._stops:
            yield "edge stops", tuple(sorted(self._stops.items()))
        if self._wall_stops:
            yield "wall stops", self._stops_of_walls()

    # --- barriers

    @property
    def has_partial_barriers(self) -> bool:
        """Whether a wall, door or gate lets something through: sight, movement, light or effects.

        >>> from sightline import SquareBoard, Wall
        >>> board = SquareBoard(1, 2)
        >>> board.set_edge("A1", "B1", Wall(stops="window"))
        >>> board.has_partial_barriers
        True
        """
        return bool(self._stops) or self._wall_stops > 0

    def stopping(self, what: StopName) -> Self:
        """Return this board with only the walls, doors and gates that stop `what`.

        `what` is "sight", "movement", "light" or "effect"; another word raises `InvalidValueError`.
        If every barrier stops everything, the result is this board itself. Otherwise it is a copy
        that is cached until the next change, so do not modify it.

        >>> from sightline import SquareBoard, Wall, field
        >>> board = SquareBoard(1, 3)
        >>> board.set_edge("A1", "B1", Wall(stops="window"))
        >>> len(field(board, "A1", "corner")), len(field(board.stopping("effect"), "A1", "corner"))
        (3, 1)
        """
        if what not in STOPS:
            raise InvalidValueError(not_one_of("what is stopped", STOPS, what))
        if not self.has_partial_barriers:
            return self
        boards = self.snapshot().boards
        found = boards.get(what)
        if found is None:
            found = boards[what] = self._without_what_lets_pass(what)
        return found

    def _without_what_lets_pass(self, what: StopName) -> Self:
        twin = self.copy()
        for (direction, index), stops in self._stops.items():
            here = self._tile_at(index)
            da, db = self.grid.forward[direction]
            there = self.grid.tile(here[0] + da, here[1] + db)
            threshold = self.edge(here, there) if what in stops else None
            twin.set_edge(here, there, None if threshold is None else with_stops(threshold, None))
        for (start, end), threshold in self._free.items() if self._wall_stops else ():
            if does_stop(threshold, what):
                if stops_of(threshold) is not None:
                    twin.put_wall(start, end, with_stops(threshold, None))
            else:
                twin._drop_wall(start, end)
        return twin

    # --- copy, comparison, display

    def copy(self) -> Self:
        """Return a separate board with the same content.

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
        twin._elevation = dict(self._elevation)
        twin._floors = dict(self._floors)
        twin._spans = dict(self._spans)
        twin._stops = dict(self._stops)
        twin.observers = ()
        twin._snapshot = None
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "observers": (), "_snapshot": None}

    def _content(self) -> tuple[Any, ...]:
        """Return the whole content as plain values in a canonical order, for `==`
        and the fingerprint.
        """
        return (
            self.grid.name,
            (self._rows, self._cols, self._row0, self._col0),
            # The figures are listed above, so only the ground counts here.
            bytes(self._tiles).translate(_TILE_ITSELF),
            tuple(bytes(plane) for plane in self._edges),
            tuple(
                (f.name, tuple(f.at), f.size, f.blocks_sight, f.kind, *_told(f))
                for f in sorted(self._figures.values(), key=lambda f: f.name)
            ),
            self._wall_content(),
            *self._light_content(),
            *self._terrain_content(),
            *self._stops_content(),
        )

    def fingerprint(self) -> str:
        """Return a hash of the content. It is the same on every machine and in every version.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(2, 2)
        >>> board.fingerprint() == board.copy().fingerprint()
        True
        """
        import hashlib  # imported late: slow to load and rarely used

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
        """Return the whole board as text that `from_text` can read."""
        text: str = function_for(type(self), "text")(self)
        return text.rstrip("\n")

    def _repr_svg_(self) -> str:
        """Return an SVG picture of the board, for notebooks."""
        svg: str = function_for(type(self), "svg")(self)
        return svg

    def _repr_html_(self) -> str | None:
        """Return the picture with a link to the playground, for notebooks; None if
        no playground is configured.
        """
        html: str | None = function_for(type(self), "html")(self)
        return html


def _told(figure: Figure[Any]) -> tuple[str, ...]:
    """Return the optional properties of a figure for the fingerprint: side, facing, heights.

    A figure without them adds nothing, so its board keeps the fingerprint of older versions.
    """
    if figure.has_heights:
        return figure.side, figure.facing, str(figure.elevation), str(figure.height)
    if figure.facing:
        return figure.side, figure.facing
    return () if figure.side == usual_side(figure.kind) else (figure.side,)
