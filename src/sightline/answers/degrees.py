"""How much cover every tile has from one place, by the rule of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sightline.answers.layout import LayoutKey, layout_key, layout_of
from sightline.answers.sight import in_words
from sightline.model.board import Board
from sightline.model.cell import AnyPosition, Tile

if TYPE_CHECKING:
    import numpy

BEYOND_RADIUS = 255
"""What stands for a tile of which nothing is known."""


class DegreeField(Mapping[Tile, str]):
    """The degree of cover of every tile within a radius, by the rule of a game: a mapping from
    tiles to words, as `degree` gives them.

    As an array: how much it is, 0 for none, 1 for the first of `degrees` after that and so on, and
    255 beyond the radius. Where the master is to decide, the array has the higher of the two.

    >>> from sightline import SquareBoard, cover_field
    >>> from sightline.rules.pack import PackRule
    >>> covers = cover_field(SquareBoard.from_text("A.o.."), "A", PackRule("dnd5e"))
    >>> covers["E1"], covers.degrees
    ('half', ('none', 'half', 'three-quarters', 'total'))
    >>> [str(tile) for tile in covers.tiles_with("half")]
    ['D1', 'E1']
    """

    def __init__(
        self, layout: Board, degrees: Sequence[str], lowest: bytes, highest: bytes
    ) -> None:
        """`lowest`, `highest`: for each tile of the board in their order, how much cover there is
        at least and at most, as the place in `degrees`; 255: it is beyond the radius."""
        self._layout = layout
        self.degrees = tuple(degrees)
        self._lowest, self._highest = bytes(lowest), bytes(highest)

    def __getitem__(self, tile: AnyPosition) -> str:
        rank = self._layout.rank(self._layout.position(tile))
        if self._highest[rank] == BEYOND_RADIUS:
            raise KeyError(tile)
        return self._word(rank)

    def _word(self, rank: int) -> str:
        low, high = self._lowest[rank], self._highest[rank]
        return in_words(self.degrees[low], self.degrees[high])

    def __contains__(self, tile: object) -> bool:
        if tile not in self._layout:
            return False
        rank = self._layout.rank(self._layout.position(tile))
        return self._highest[rank] != BEYOND_RADIUS

    def __iter__(self) -> Iterator[Tile]:
        tiles = self._layout.tiles()
        return (tiles[i] for i, high in enumerate(self._highest) if high != BEYOND_RADIUS)

    def __len__(self) -> int:
        return len(self._highest) - self._highest.count(BEYOND_RADIUS)

    def tiles_with(self, *degrees: str) -> list[Tile]:
        """The tiles that have one of these degrees, in the order of the board."""
        return [tile for tile in self if self[tile] in degrees]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        import numpy

        array = numpy.frombuffer(self._highest, dtype=numpy.uint8).reshape(self._layout.shape)
        return array.astype(dtype or numpy.uint8, copy=True if dtype is None else bool(copy))

    def __reduce__(self) -> tuple[Any, ...]:
        return _degrees_again, (
            layout_key(self._layout),
            self.degrees,
            self._lowest,
            self._highest,
        )

    def __eq__(self, other: object) -> bool:
        return dict(self) == other if isinstance(other, Mapping) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        counts = Counter(map(self._word, _inside(self._highest)))
        known = [f"{count} {word}" for word, count in sorted(counts.items())]
        return f"<DegreeField: {len(self)} of {len(self._highest)} tiles: {', '.join(known)}>"


def _inside(cells: bytes) -> Iterator[int]:
    return (i for i, value in enumerate(cells) if value != BEYOND_RADIUS)


def _degrees_again(
    key: LayoutKey, degrees: tuple[str, ...], lowest: bytes, highest: bytes
) -> DegreeField:
    """A field of degrees that was pickled."""
    return DegreeField(layout_of(key), degrees, lowest, highest)
