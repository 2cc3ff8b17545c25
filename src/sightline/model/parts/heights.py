"""Heights: the ground of tiles, floors, and places at an elevation.

On a board without heights nothing in this module has an effect. Heights are exact numbers in tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

from sightline.errors import (
    DuplicateNameError,
    InvalidTypeError,
    InvalidValueError,
    UnknownNameError,
)
from sightline.model.cell import AnyPosition, TileT_co
from sightline.model.numbers import UNIT, AnyHeight, short_repr, to_height
from sightline.model.parts.ground import BoardGround
from sightline.texts import say

MAX_KERNEL_HEIGHT = 1_000_000
UNKNOWN = MAX_KERNEL_HEIGHT * UNIT + 1
"""A value that stands for a height that kernels cannot store."""
GROUND = Fraction(0)
"""The height of the ground of a tile without an elevation."""
BODY = Fraction(1)
"""The default height of a body, in tiles."""


@dataclass(frozen=True, slots=True)
class At:
    """A tile at a height: at an elevation, or on a floor. Accepted wherever a position is.

    Without either it means the tile's ground. Giving both raises `InvalidTypeError`.

    >>> from sightline import At, SquareBoard, Wall, sees
    >>> board = SquareBoard(1, 3)
    >>> board.set_edge("A1", "B1", Wall(top=2))
    >>> sees(board, "A1", "C1", "center"), sees(board, At("A1", elevation=4), "C1", "center")
    (False, True)
    """

    tile: AnyPosition
    elevation: AnyHeight | None = None
    floor: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.tile, At):
            raise InvalidTypeError(f"At: expected a tile, got {short_repr(self.tile)}")
        if self.elevation is not None and self.floor is not None:
            raise InvalidTypeError("At: expected an elevation or a floor, and not both")
        if self.elevation is not None:
            object.__setattr__(self, "elevation", to_height(self.elevation, "At elevation"))


class Floor(NamedTuple, Generic[TileT_co]):
    """A floor: a set of tiles at one height that block sight from above and below. It has no
    thickness. A tile that it lacks is a hole.

    >>> from sightline import SquareBoard
    >>> board = SquareBoard(1, 3)
    >>> _ = board.add_floor(3, ["A1", "B1"], "gallery")
    >>> [(floor.name, str(floor.height), len(floor.tiles)) for floor in board.floors()]
    [('gallery', '3', 2)]
    """

    name: str
    height: Fraction
    tiles: frozenset[TileT_co]


class Heights(BoardGround[TileT_co]):
    """The part of a board that stores its heights: its ground and its floors."""

    def __init__(self) -> None:
        self._elevation: dict[TileT_co, Fraction] = {}
        self._uneven = 0
        self._floors: dict[str, Floor[TileT_co]] = {}
        self._level = 0

    @property
    def has_heights(self) -> bool:
        """Whether anything on the board has a height.

        That is a tile's ground, a floor, a wall with a bottom or a top, or a figure at an elevation
        or with a height other than 1.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(1, 2)
        >>> board.set_elevation("B1", 2)
        >>> board.has_heights
        True
        """
        return self.height_level > 0

    @property
    def height_level(self) -> int:
        """How much of the engine has to handle the board's heights: 0, 1 or 2.

        A flat board has 0. A hex board where only the ground has heights, which hex rays and the
        rules of some games read, has 1. Any other board with heights has 2.
        """
        if self._floors or self._has_high_parts():
            return 2
        return (1 if self.grid.name == "hex" else 2) if self._uneven else 0

    def _has_high_parts(self) -> bool:
        """Return whether anything besides the ground and floors has a height."""
        raise NotImplementedError

    def _heights_changed(self) -> None:
        """Tell the observers to rebuild everything if the height level changed."""
        level = self.height_level
        if self._level != level:
            self._level = level
            self.planes_replaced()

    # --- ground

    def set_elevation(self, at: AnyPosition, height: AnyHeight | None) -> None:
        """Set the height of a tile's ground, in tiles; None removes it.

        The geometric rules treat a missing height as 0, and a tile as solid below its ground.

        >>> from sightline import HexBoard
        >>> board = HexBoard(radius=1)
        >>> board.set_elevation("1,0", 2)
        >>> board.elevation((1, 0)), board.elevation((0, 0))
        (Fraction(2, 1), None)
        """
        tile = self.position(at)
        value = None if height is None else self._as_ground(height, f"elevation of {tuple(tile)}")
        before = self._elevation.get(tile)
        self._before_change()
        if value is None:
            self._elevation.pop(tile, None)
        else:
            self._elevation[tile] = value
        self._uneven += bool(value) - bool(before)
        for each in self.observers:
            each.elevation_changed(self, self._index(tile), before)
        self._heights_changed()

    def _as_ground(self, height: Any, what: str) -> Fraction:
        return to_height(height, what)

    def elevation(self, at: AnyPosition) -> Fraction | None:
        """Return the height of a tile's ground, or None if it was not set.

        >>> from sightline import HexBoard
        >>> HexBoard(radius=1).elevation("0,0") is None
        True
        """
        return self._elevation.get(self.position(at))

    @property
    def elevations(self) -> Mapping[TileT_co, Fraction]:
        """A live view of the tiles whose ground has a height, with that height."""
        return MappingProxyType(self._elevation)

    def height_at(self, tile: tuple[int, int]) -> Fraction | None:
        """Return the height of any tile's ground, on the board or not, unchecked."""
        return self._elevation.get(tile)  # type: ignore[call-overload,no-any-return]

    def ground_at(self, tile: tuple[int, int]) -> Fraction:
        """Return the height below which a tile is solid, for the geometric rules, unchecked."""
        return self._elevation.get(tile, GROUND)  # type: ignore[call-overload,no-any-return]

    def heights_in_units(self) -> dict[int, int] | None:
        """Return the heights of tiles in 1/384,000ths by the tile's index; None if one is not a
        whole number of units.
        """
        heights = {}
        for tile, height in self._elevation.items():
            units = in_units(height)
            if units is None or units == UNKNOWN:
                return None
            heights[self._index(tile)] = units
        return heights

    # --- floors

    def add_floor(
        self, height: AnyHeight, tiles: Iterable[AnyPosition], name: str | None = None
    ) -> Floor[TileT_co]:
        """Add a floor of these tiles at a height, and return it. Tiles that it lacks are holes.

        The default names are "floor 1", "floor 2" and so on. A taken name raises
        `DuplicateNameError`, a floor without tiles `InvalidValueError`.

        >>> from sightline import SquareBoard, sees
        >>> board = SquareBoard(1, 3)
        >>> gallery = board.add_floor(3, ["B1", "C1"], "gallery")
        >>> gallery.height, sorted(map(str, gallery.tiles))
        (Fraction(3, 1), ['B1', 'C1'])
        """
        if name is None:
            name = next(
                called
                for n in range(1, len(self._floors) + 2)
                if (called := f"floor {n}") not in self._floors
            )
        elif not isinstance(name, str) or not name:  # type: ignore[redundant-expr]
            raise InvalidTypeError(
                f"floor name: expected a non-empty string, got {short_repr(name)}"
            )
        elif name in self._floors:
            raise DuplicateNameError(
                say("floor name: {got} is already on the board", got=short_repr(name))
            )
        at = to_height(height, f"height of {short_repr(name)}")
        if isinstance(tiles, (str, bytes)):
            raise InvalidTypeError(
                f"tiles of {short_repr(name)}: expected several positions, got {short_repr(tiles)}"
            )
        try:
            listed = list(tiles)
        except TypeError:
            raise InvalidTypeError(
                f"tiles of {short_repr(name)}: expected several positions, got {short_repr(tiles)}"
            ) from None
        covered = frozenset(self.position(tile, f"tile of {short_repr(name)}") for tile in listed)
        if not covered:
            raise InvalidValueError(
                say("floor {got}: expected at least one tile, got none", got=short_repr(name))
            )
        self._before_change()
        floor = self._floors[name] = Floor(name, at, covered)
        self._floors_changed()
        return floor

    def remove_floor(self, name: str) -> None:
        """Remove a floor. An unknown name raises `UnknownNameError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(1, 3)
        >>> _ = board.add_floor(3, board.tiles(), "gallery")
        >>> board.remove_floor("gallery")
        >>> board.floors()
        []
        """
        self.floor(name)
        self._before_change()
        del self._floors[name]
        self._floors_changed()

    def _floors_changed(self) -> None:
        self._level = self.height_level
        self.planes_replaced()

    def floor(self, name: str) -> Floor[TileT_co]:
        """Return the floor with that name. An unknown name raises `UnknownNameError`.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(1, 3)
        >>> board.add_floor(3, board.tiles(), "gallery") == board.floor("gallery")
        True
        """
        try:
            return self._floors[name]
        except (KeyError, TypeError):
            names = list(self._floors)
            known = ", ".join(map(short_repr, names)) if names else say("none")
            raise UnknownNameError(
                say("no floor is called {got}; floors: {known}", got=short_repr(name), known=known)
            ) from None

    def floors(self) -> list[Floor[TileT_co]]:
        """Return every floor, from the lowest to the highest.

        >>> from sightline import SquareBoard
        >>> SquareBoard(1, 3).floors()
        []
        """
        return sorted(self._floors.values(), key=lambda floor: (floor.height, floor.name))

    # --- bodies

    def feet_at(self, at: At) -> Fraction:
        """Return the height at which a body stands on this place."""
        tile = self.position(at.tile)
        if at.elevation is not None:
            return at.elevation  # type: ignore[return-value]  # read by `At`
        if at.floor is None:
            return self.ground_at(tile)
        floor = self.floor(at.floor)
        if tile not in floor.tiles:
            raise InvalidValueError(
                say(
                    "floor {got}: {tile} is a hole in it; choose another tile",
                    got=short_repr(floor.name),
                    tile=str(tuple(tile)),
                )
            )
        return floor.height

    def highest_ground(self, tiles: Iterable[tuple[int, int]]) -> Fraction:
        """Return the highest ground under these tiles."""
        return max(map(self.ground_at, tiles))

    def _height_content(self) -> Iterable[tuple[Any, ...]]:
        """Return the heights as plain values in a canonical order, for comparing boards.

        Empty on a flat board, so old fingerprints stay valid.
        """
        # fingerprints of hex boards have always included the ground
        if self._elevation and self.grid.name == "square":
            ground = sorted((tuple(at), str(height)) for at, height in self._elevation.items())
            yield "elevation", tuple(ground)
        if self._floors:
            yield (
                "floors",
                tuple(
                    (floor.name, str(floor.height), tuple(sorted(map(tuple, floor.tiles))))
                    for floor in sorted(self._floors.values())
                ),
            )


def in_units(height: Fraction | None) -> int | None:
    """Return a height in 1/384,000ths of a tile; None for None, `UNKNOWN` if it is not a whole
    number of them.
    """
    if height is None:
        return None
    if (height * UNIT).denominator != 1 or abs(height) > MAX_KERNEL_HEIGHT:
        return UNKNOWN
    return int(height * UNIT)
