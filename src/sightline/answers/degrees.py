"""How much cover every tile around a place has, by the rule of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sightline.answers.field import CoverField, Field
from sightline.answers.layout import LayoutKey, layout_key, layout_of
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.degree import Degree
from sightline.model.parts.observers import Moment

if TYPE_CHECKING:
    import numpy

BEYOND_RADIUS = 255
"""The rank that stands for a tile beyond the radius."""


class DegreeField(CoverField[Degree]):
    """A `CoverField` of degrees that stores the two bytes per tile that kernels write."""

    def __init__(
        self, layout: Board, by_ranks: Sequence[Sequence[Degree]], lowest: bytes, highest: bytes
    ) -> None:
        """Create a field from the ranks of degrees.

        `lowest` and `highest` have a rank for each tile of the board, in order: of the least and
        the most cover possible, or 255 beyond the radius. `by_ranks` maps two ranks to a degree.
        """
        self._layout = layout
        self._by_ranks = by_ranks
        self.degrees = by_ranks[0][0].scale
        self._lowest, self._highest = bytes(lowest), bytes(highest)
        self._asked = Moment(layout)

    def _value(self, tile: Tile) -> Degree | None:
        rank = self._layout.rank(tile)
        low, high = self._lowest[rank], self._highest[rank]
        return None if high == BEYOND_RADIUS else self._by_ranks[low][high]

    def __iter__(self) -> Iterator[Tile]:
        tiles = self._layout.tiles()
        return (tiles[i] for i, high in enumerate(self._highest) if high != BEYOND_RADIUS)

    def __len__(self) -> int:
        return len(self._highest) - self._highest.count(BEYOND_RADIUS)

    def tiles_with(self, *wanted: Degree | str) -> Field:
        known = self._by_ranks[0][0]
        names = {known.of_same_rule(each).name for each in wanted}
        rows = [[each.name in names for each in row] for row in self._by_ranks]
        cells = bytearray(
            high != BEYOND_RADIUS and rows[low][high]
            for low, high in zip(self._lowest, self._highest, strict=True)
        )
        return Field(self._layout, cells)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.frombuffer(self._highest, dtype=numpy.uint8).reshape(self._layout.shape)
        return array.astype(dtype or numpy.uint8, copy=True if dtype is None else bool(copy))

    def __reduce__(self) -> tuple[Any, ...]:
        return _degrees_again, (
            layout_key(self._layout),
            self._by_ranks,
            self._lowest,
            self._highest,
        )


class DegreeArray:
    """The degrees of cover of many pairs, as `degree_many` returns them, in the shape of the pairs.

    `low` and `high` are arrays of ranks, which are indexes in `scale`: the least and the most cover
    that a pair may have. They differ only if the rule leaves the decision to the game master.
    `numpy.asarray(degrees)` is `high`. Indexing returns one `Degree`, or a part of the array.

    >>> from sightline import SquareBoard, degree_many
    >>> board = SquareBoard.from_text("A.o.B")
    >>> degrees = degree_many(board, [("A", "B"), ("A", "o")], "dnd5e")
    >>> degrees.tolist(), degrees[0] == "half", degrees.high.tolist()
    ([<Degree: half>, <Degree: none>], True, [1, 0])
    >>> degrees.at_least("half").tolist()
    [True, False]
    """

    def __init__(
        self,
        low: numpy.ndarray[Any, numpy.dtype[numpy.uint8]],
        high: numpy.ndarray[Any, numpy.dtype[numpy.uint8]],
        scale: tuple[str, ...],
        effects: tuple[str, ...],
    ) -> None:
        self.low, self.high = low, high
        self.scale = scale
        """The names of all degrees of the rule, from none to total."""
        self._effects = effects

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array of pairs."""
        shape: tuple[int, ...] = self.high.shape
        return shape

    def __len__(self) -> int:
        return len(self.high)

    def __getitem__(self, index: Any) -> Any:
        low, high = self.low[index], self.high[index]
        if high.shape:
            return DegreeArray(low, high, self.scale, self._effects)
        return self._degree(int(low), int(high))

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self)))

    def _degree(self, low: int, high: int) -> Degree:
        effect = self._effects[low] if low == high else ""
        return Degree(self.scale[low], self.scale[high], self.scale, effect)

    def tolist(self) -> Any:
        """Return the degrees as nested lists; for a single pair, its degree."""
        if not self.shape:
            return self._degree(int(self.low), int(self.high))
        return [each.tolist() if isinstance(each, DegreeArray) else each for each in self]

    def at_least(self, degree: Degree | str) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
        """Return an array of bools: which pairs certainly have that much cover or more."""
        wanted = Degree(self.scale[0], self.scale[0], self.scale).of_same_rule(degree)
        found: numpy.ndarray[Any, numpy.dtype[numpy.bool_]] = self.low >= self.scale.index(
            wanted.high
        )
        return found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        return self.high.astype(dtype or self.high.dtype, copy=copy is not False)

    def __repr__(self) -> str:
        return (
            f"<DegreeArray: {' x '.join(map(str, self.shape)) or '1'} of {', '.join(self.scale)}>"
        )


def _degrees_again(
    key: LayoutKey, by_ranks: Sequence[Sequence[Degree]], lowest: bytes, highest: bytes
) -> DegreeField:
    """Restore a pickled field of degrees."""
    return DegreeField(layout_of(key), by_ranks, lowest, highest)
