"""The figures of a board: names and positions."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from typing import Any, Final, SupportsIndex

from sightline.errors import (
    DuplicateNameError,
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    OccupiedError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from sightline.model.cell import AnyPosition, TileT_co
from sightline.model.facing import as_facing
from sightline.model.figure import (
    KINDS,
    MAX_SIZE,
    Figure,
    FigureKind,
    as_side,
    kind_called,
    usual_side,
)
from sightline.model.names import no_figure
from sightline.model.numbers import AnyHeight, Body, short_repr, to_height, yes_or_no
from sightline.model.parts.ground import LARGE, OCCUPIED, new_tuple
from sightline.model.parts.heights import At, Heights
from sightline.texts import say


class Unset(Enum):
    """The type of `UNSET`, the default of arguments for which None has a meaning."""

    UNSET = "not given"


UNSET: Final = Unset.UNSET


class BoardFigures(Heights[TileT_co]):
    """The figures of a board: `place`, `move`, `remove`, `figure`, `where`."""

    def __init__(self) -> None:
        self._figures: dict[str, Figure[TileT_co]] = {}
        self._large = 0
        self._high_figures = 0
        self._standing: dict[tuple[int, int], tuple[str, ...]] = {}

    def _drop_lights_of(self, name: str) -> None:
        raise NotImplementedError

    def __contains__(self, tile: object) -> bool:
        """Return whether `tile` is a tile of the board (a position or a name) or
        the name of a figure.
        """
        return (isinstance(tile, str) and tile in self._figures) or super().__contains__(tile)

    def _figure_hint(self, name: str) -> str:
        if name not in self._figures:
            return ""
        return say(", a figure: its tile is {tile}", tile=str(self.where(name)))

    def place(
        self,
        name: str,
        at: AnyPosition | At,
        *,
        size: SupportsIndex | Iterable[SupportsIndex] | None = None,
        blocks_sight: bool | None = None,
        kind: FigureKind = "figure",
        side: str | None = None,
        facing: str = "",
        elevation: AnyHeight | None = None,
        height: AnyHeight = 1,
    ) -> Figure[TileT_co]:
        """Place a figure or a piece of furniture, and return it.

        - `at` is its top-left tile, or its middle hex. `At("C4", floor="gallery")` is on a floor.
        - `size` is rows and columns, or one number; on hexes 1 is one hex and 2 adds a ring.
        - `kind` is "hero", "enemy", "table", "bookcase" and so on. It sets the defaults: a table is
          2 by 3 tiles and does not block sight, a hero does.
        - `side` is any word, the same for figures that belong together. Games with allies and
          enemies use it.
        - `facing` is "north", "south-east" and so on. Games with facings use it.
        - `elevation` is the height of its feet in tiles, by default the highest ground under it.
        - `height` is its height from feet to head, in tiles.

        A name that is taken raises `DuplicateNameError`, and a position off the board
        `OffBoardError`. A second figure that blocks sight on a tile at the same height raises
        `OccupiedError`. A height of 0 or less raises `InvalidValueError`.

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
                say(
                    "figure name: {name} is already on the board at {at}",
                    name=short_repr(name),
                    at=str(self._figures[name].at),
                )
            )
        kind = kind_called(kind)
        defaults = KINDS[kind]
        if blocks_sight is None:
            blocks_sight = defaults.blocks_sight
        blocks_sight = yes_or_no(blocks_sight, "blocks_sight")
        if size is None:
            size = defaults.size if self.grid.name == "square" else 1
        extent = self._as_size(size, f"size of {short_repr(name)}")
        side = usual_side(kind) if side is None else as_side(side)
        new: Figure[TileT_co] = self._fit(
            Figure(
                *(name, at, extent, blocks_sight, kind, (), side, as_facing(self, facing)),
                *(self._feet(name, at, elevation), _as_tall(name, height)),
            )
        )
        self._before_change()
        self._stand(new)
        self._tiles_changed(new)
        return new

    def move(
        self,
        name: str,
        to: AnyPosition | At,
        *,
        elevation: AnyHeight | Unset | None = UNSET,
    ) -> Figure[TileT_co]:
        """Move a figure, and return it at its new position.

        `to` is its new top-left tile, or middle hex. If the figure cannot stand there, the errors
        are those of `place`, and the figure stays where it was.

        `elevation` is the new height of its feet; None puts it on the ground. Without it, and
        without a height in `to`, the figure keeps its elevation.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(5, 5)
        >>> _ = board.place("Mira", "A1")
        >>> str(board.move("Mira", "C4").at)
        'C4'
        """
        old = self.figure(name)
        is_lifted = elevation is not UNSET or isinstance(to, At)
        new = None if is_lifted else self._stepped(old, to)
        if new is None:
            feet = self._feet(name, to, elevation) if is_lifted else old.elevation
            new = self._fit(old._replace(at=to, elevation=feet))  # type: ignore[arg-type]
            self._before_change()
            self._leave(old)
            self._stand(new)
            self._tiles_changed(old, new)
        return new

    def _feet(self, name: str, at: Any, elevation: Any) -> Fraction | None:
        """Return the requested elevation: the argument, or the height of an `At`."""
        if isinstance(at, At) and (at.elevation is not None or at.floor is not None):
            if elevation is not None and elevation is not UNSET:
                raise InvalidTypeError(
                    f"elevation of {short_repr(name)}: expected it once, got it in"
                    f" {short_repr(at)} too"
                )
            return self.feet_at(at)
        if elevation is None or elevation is UNSET:
            return None
        return to_height(elevation, f"elevation of {short_repr(name)}")

    def body(self, figure: Figure[Any]) -> Body:
        """The heights of a figure's feet and head.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(1, 2)
        >>> feet, head = board.body(board.place("giant", "A1", elevation=2, height=3))
        >>> str(feet), str(head)
        ('2', '5')
        """
        feet = figure.elevation
        if feet is None:
            feet = self.highest_ground(figure.tiles)
        return feet, feet + figure.height

    def turn(self, name: str, facing: str) -> Figure[TileT_co]:
        """Turn a figure to another facing, and return it; "" removes the facing.

        Squares have the eight compass directions, hexes the six directions of their sides.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard.from_text("S.T")
        >>> board.turn("S", "east").facing
        'east'
        """
        figure = self.figure(name)
        turned = figure._replace(facing=as_facing(self, facing))
        self._before_change()
        self._figures[name] = turned
        self._tiles_changed(turned)
        return turned

    def remove(self, name: str) -> None:
        """Remove a figure and the lights that it carries. An unknown name raises
        `UnknownNameError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard.from_text("S.T")
        >>> board.remove("S")
        >>> [figure.name for figure in board.figures()]
        ['T']
        """
        figure = self.figure(name)
        self._before_change()
        self._leave(figure)
        del self._figures[name]
        self._tiles_changed(figure)
        self._drop_lights_of(name)

    def figure(self, name: str) -> Figure[TileT_co]:
        """Return the figure with that name.

        An unknown name raises an `UnknownNameError` that lists the figures on the board.

        >>> from sightline import SquareBoard
        >>> SquareBoard.from_text("S.T").figure("T").kind
        'figure'
        """
        try:
            return self._figures[name]
        except (KeyError, TypeError):
            raise UnknownNameError(no_figure(name, list(self._figures))) from None

    def has_figure(self, name: object) -> bool:
        """Return whether a figure with that name is on the board.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard.from_text("S.T")
        >>> board.has_figure("S"), board.has_figure("Mira")
        (True, False)
        """
        return isinstance(name, str) and name in self._figures

    def where(self, name: str) -> TileT_co:
        """Return the figure's top-left tile, or middle hex. An unknown name raises
        `UnknownNameError`.

        >>> from sightline import SquareBoard
        >>> SquareBoard.from_text("S.T").where("T")
        Square(row=0, col=2)
        """
        return self.figure(name).at

    def figures(self) -> list[Figure[TileT_co]]:
        """Return every figure, in the order in which they were placed.

        >>> from sightline import SquareBoard
        >>> [figure.name for figure in SquareBoard.from_text("S.T").figures()]
        ['S', 'T']
        """
        return list(self._figures.values())

    def figures_at(self, at: AnyPosition) -> list[Figure[TileT_co]]:
        """Return the figures that cover the tile.

        >>> from sightline import SquareBoard
        >>> [figure.name for figure in SquareBoard.from_text("S.T").figures_at("C1")]
        ['T']
        """
        return [self._figures[name] for name in self._standing.get(self.position(at), ())]

    def _fit(self, figure: Figure[Any]) -> Figure[TileT_co]:
        """Return the figure with its position and tiles checked and filled in."""
        name, at, size = figure[:3]
        try:
            anchor = self.position(at)
        except SightlineError:
            anchor = self.position(
                at, f"position of {short_repr(name)}"
            )  # raises an error that names the figure
        tiles = self.footprint(anchor, size)
        fitted: Figure[TileT_co] = figure._replace(at=anchor, tiles=tiles)
        for tile in tiles:
            if not self._holds(*tile):
                raise OffBoardError(
                    say(
                        "position of {name}: at {at} its size {size} reaches {tile},"
                        " off the board, {extent}",
                        name=short_repr(name),
                        at=str(tuple(anchor)),
                        size=str(size),
                        tile=str(tuple(tile)),
                        extent=self._extent(),
                    )
                )
        for tile in tiles if figure.blocks_sight else ():
            for other in self._standing.get(tile, ()):
                if other != name and self._collide(fitted, self._figures[other]):
                    raise OccupiedError(
                        say(
                            "position of {name}: {tile} is taken by {other};"
                            " two figures that block sight may not share a tile",
                            name=short_repr(name),
                            tile=str(tuple(tile)),
                            other=short_repr(other),
                        )
                    )
        return fitted

    def _collide(self, figure: Figure[Any], other: Figure[Any]) -> bool:
        """Return whether both figures block sight on a common tile at overlapping heights."""
        if not other.blocks_sight or not (figure.has_heights or other.has_heights):
            return other.blocks_sight
        (feet, head), (low, high) = self.body(figure), self.body(other)
        return feet < high and low < head

    def _stepped(self, old: Figure[TileT_co], to: Any) -> Figure[TileT_co] | None:
        """Move a one-tile figure that is alone on its tile to a free tile, the usual case.

        Return None, and change nothing, in any other case.
        """
        here = old.at
        names = self._standing[here]
        if len(old.tiles) != 1 or len(names) != 1:
            return None
        try:
            there = self.position(to)
        except SightlineError:
            return None  # `_fit` raises the right error
        if there in self._standing:
            return None
        if self._snapshot is not None:
            self._before_change()
        new: Figure[TileT_co] = new_tuple(
            Figure,
            (old.name, there, *old[2:5], (there,), *old[6:]),
        )
        del self._standing[here]
        self._standing[there] = names
        self._figures[old.name] = new
        left, entered = self._index(here), self._index(there)
        if old.blocks_sight:
            self._tiles[left] &= ~OCCUPIED
            self._tiles[entered] |= OCCUPIED
        for each in self.observers:
            each.tile_changed(self, left)
            each.tile_changed(self, entered)
        return new

    def _stand(self, figure: Figure[Any]) -> None:
        self._figures[figure.name] = figure
        self._high_figures += figure.has_heights
        is_large = len(figure.tiles) > 1
        self._large += figure.blocks_sight and is_large
        mark = (OCCUPIED | LARGE if is_large else OCCUPIED) if figure.blocks_sight else 0
        for tile in figure.tiles:
            self._standing[tile] = (*self._standing.get(tile, ()), figure.name)
            self._tiles[self._index(tile)] |= mark

    def _leave(self, figure: Figure[Any]) -> None:
        self._large -= figure.blocks_sight and len(figure.tiles) > 1
        self._high_figures -= figure.has_heights
        for tile in figure.tiles:
            names = tuple(name for name in self._standing[tile] if name != figure.name)
            if names:
                self._standing[tile] = names
            else:
                del self._standing[tile]
            if figure.blocks_sight:
                self._tiles[self._index(tile)] &= ~(OCCUPIED | LARGE)
                for other in map(self._figures.__getitem__, names):
                    if other.blocks_sight:  # it is above or below this figure
                        large = LARGE if len(other.tiles) > 1 else 0
                        self._tiles[self._index(tile)] |= OCCUPIED | large

    def _tiles_changed(self, *figures: Figure[Any]) -> None:
        """Notify the observers of all tiles that these figures left or entered."""
        if any(figure.has_heights for figure in figures):
            self._heights_changed()
        for each in self.observers:
            for figure in figures:
                for tile in figure.tiles:
                    each.tile_changed(self, self._index(tile))


def _as_tall(name: str, height: Any) -> Fraction:
    tall = to_height(height, f"height of {short_repr(name)}")
    if tall <= 0:
        raise InvalidValueError(
            say(
                "height of {name}: expected more than 0, got {got}",
                name=short_repr(name),
                got=short_repr(height),
            )
        )
    return tall


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not name:
        raise InvalidTypeError(f"figure name: expected a non-empty string, got {short_repr(name)}")
    if not name.isascii():
        try:
            name.encode()
        except UnicodeEncodeError:  # a lone surrogate, which no file can store
            raise InvalidValueError(
                say("figure name: expected whole characters, got {got}", got=short_repr(name))
            ) from None


def checked_size(rows: int, cols: int, what: str) -> tuple[int, int]:
    """Return a figure's size, or raise if it is out of range."""
    if not (1 <= rows <= MAX_SIZE and 1 <= cols <= MAX_SIZE):
        raise LimitError(
            say(
                "{what}: expected 1 to {most} tiles each way, got {got}",
                what=what,
                most=MAX_SIZE,
                got=str((rows, cols)),
            )
        )
    return rows, cols


def numbered_name(wanted: str, taken: set[str]) -> str:
    """Return `wanted` if it is free, else the first free one of "`wanted` 2",
    "`wanted` 3" and so on.
    """
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name
