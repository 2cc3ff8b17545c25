"""The square board."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Number
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.board import (
    MAX_SIDE,
    OUTSIDE,
    SOLID,
    WALL_MARGIN,
    Board,
    Tiles,
    checked_size,
    numbered_name,
)
from sightline.model.cell import SQUARE, Square
from sightline.model.numbers import pair, shown, whole

if TYPE_CHECKING:
    import numpy


class SquareBoard(Board[Square]):
    """A board of `rows` by `cols` squares, empty at first. Beyond its rim sight ends.

    Tiles are `(row, col)`, counted from 0 at the top left, or names such as "C4" as pictures have
    them. At most 4,096 each way; more is a `LimitError`. Boards are equal when their content is.

    >>> from sightline import Door, SquareBoard
    >>> board = SquareBoard(3, 5)
    >>> board.set_solid("C1")
    >>> board.set_edge("C2", "D2", Door("closed"))
    >>> _ = board.place("Mira", (2, 0))
    >>> print(board)
    +---+---+---+---+---+
    | .   .  ###  .   . |
    +   +   +   +   +   +
    | .   .   . c .   . |
    +   +   +   +   +   +
    | M   .   .   .   . |
    +---+---+---+---+---+
    <BLANKLINE>
    M: "Mira"
    """

    grid = SQUARE

    def __init__(self, rows: SupportsIndex, cols: SupportsIndex) -> None:
        high, wide = whole(rows, "rows"), whole(cols, "cols")
        if not (1 <= high <= MAX_SIDE and 1 <= wide <= MAX_SIDE):
            raise LimitError(
                f"board size: expected 1 to {MAX_SIDE} rows and columns, got {high} x {wide}"
            )
        super().__init__(high, wide, 0, 0)
        self._rim(self._stride)

    def _rim(self, stride: int) -> None:
        self._tiles[:stride] = self._tiles[-stride:] = bytes([OUTSIDE]) * stride
        side = bytes([OUTSIDE]) * (self._rows + 2)
        self._tiles[::stride] = side
        self._tiles[stride - 1 :: stride] = side

    @classmethod
    def from_grid(cls, grid: Sequence[Sequence[Any]]) -> Self:
        """A board from the seeds' grid: None is empty, '#' a wall, anything else a figure.

        Figures are called by what the grid says ("M", "M 2", ...) in reading order. Bools and
        numbers are refused: in other programs' grids they say what is solid, or what it costs.

        >>> from sightline import SquareBoard
        >>> print(SquareBoard.from_grid([["M", None, "#"], [None, "T", None]]))
        M.#
        .T.
        """
        rows = _as_rows(grid)
        board = cls(len(rows), len(rows[0]))
        taken: set[str] = set()
        for r, row in enumerate(rows):
            for c, content in enumerate(row):
                if content is None:
                    continue
                if isinstance(content, str) and content == "#":
                    board._tiles[(r + 1) * board._stride + c + 1] = SOLID
                else:
                    _refuse_number(content, r, c)
                    name = numbered_name(str(content) or "figure", taken)
                    taken.add(name)
                    board.place(name, (r, c))
        return board

    @classmethod
    def from_array(cls, solid: Any) -> Self:
        """A board from a two-dimensional array of bools, rows by columns: True is solid.

        >>> from sightline import SquareBoard
        >>> SquareBoard.from_array([[True, False], [False, False]]).is_solid((0, 0))
        True
        """
        mask = _as_mask(solid)
        board = cls(*mask.shape)
        board.set_solid_array(mask)
        return board

    def solid_array(self) -> numpy.ndarray[Any, Any]:
        """Which tiles are solid, as a new bool array, rows by columns. Figures are not.

        >>> from sightline import SquareBoard
        >>> SquareBoard.from_text("#.S").solid_array().tolist()
        [[True, False, False]]
        """
        return (self._inner_tiles() & SOLID).astype(bool)

    def set_solid_array(self, solid: Any) -> None:
        """Make every tile solid or not, all at once: bools, rows by columns as the board has them.

        Figures, edges and walls stay. An array of another shape is refused and changes nothing.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(1, 3)
        >>> board.set_solid_array([[True, False, True]])
        >>> print(board)
        #.#
        """
        mask = _as_mask(solid)
        if mask.shape != self.shape:
            raise InvalidValueError(
                f"solid: expected an array of {self._rows} x {self._cols}, got"
                f" {' x '.join(map(str, mask.shape))}"
            )
        inner = self._inner_tiles()
        inner[...] = (inner & (0xFF - SOLID)) | mask
        self.mirror = None  # whoever mirrors the planes has to look at them afresh

    def _inner_tiles(self) -> numpy.ndarray[Any, Any]:
        """The bytes of the tiles, without the border, to read and to write."""
        import numpy

        plane = numpy.frombuffer(self._tiles, dtype=numpy.uint8)
        return plane.reshape(self._rows + 2, self._stride)[1:-1, 1:-1]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self._rows

    @property
    def cols(self) -> int:
        """How many columns there are."""
        return self._cols

    def _index(self, tile: tuple[int, int]) -> int:
        return (tile[0] + 1) * self._stride + tile[1] + 1

    def _holds(self, first: int, second: int) -> bool:
        return 0 <= first < self._rows and 0 <= second < self._cols

    def _extent(self) -> str:
        return f"rows 0 to {self._rows - 1}, columns 0 to {self._cols - 1}"

    def tiles(self) -> Tiles[Square]:
        cols = self._cols
        return Tiles(self._rows * cols, lambda i: Square(i // cols, i % cols))

    @property
    def shape(self) -> tuple[int, ...]:
        return self._rows, self._cols

    def rank(self, tile: tuple[int, int]) -> int:
        return tile[0] * self._cols + tile[1]

    def same_layout(self, other: Board) -> bool:
        return isinstance(other, SquareBoard) and self.shape == other.shape

    def footprint(self, at: tuple[int, int], size: tuple[int, int]) -> tuple[Square, ...]:
        row, col = at
        if size == (1, 1):
            return (Square(row, col),)
        return tuple(Square(row + i, col + j) for i in range(size[0]) for j in range(size[1]))

    def _as_size(self, size: Any, what: str) -> tuple[int, int]:
        if isinstance(size, int) and not isinstance(size, bool):
            size = (size, size)
        return checked_size(*pair(size, what), what)

    def _wall_bounds(self) -> tuple[int, int]:
        return -WALL_MARGIN, MAX_SIDE + WALL_MARGIN

    def __repr__(self) -> str:
        return f"<SquareBoard {self._rows} x {self._cols}, {len(self._figures)} figures>"


def _as_mask(solid: Any) -> numpy.ndarray[Any, Any]:
    """An array of two dimensions and bools, or an error that says what came."""
    import numpy

    try:
        mask = numpy.asarray(solid)
    except ValueError:
        raise InvalidValueError("solid: expected rows of one length, got ragged ones") from None
    if mask.ndim != 2:
        raise InvalidValueError(f"solid: expected two dimensions, rows by columns, got {mask.ndim}")
    if mask.dtype != bool:
        raise InvalidTypeError(
            f"solid: expected bools, True for solid, got {mask.dtype}; compare first, as in"
            " grid == 1 or costs > 0"
        )
    return mask


def _refuse_number(content: Any, row: int, col: int) -> None:
    if isinstance(content, Number) or type(content).__name__ in ("bool", "bool_"):  # numpy's
        raise InvalidTypeError(
            f"grid: expected None, '#' or what stands there at ({row}, {col}), got"
            f" {shown(content)}; where True, or not 0, means solid, make the board with"
            " SquareBoard.from_array(solid)"
        )


def _as_rows(grid: Any) -> list[Sequence[Any]]:
    if isinstance(grid, (str, bytes)) or not hasattr(grid, "__len__"):
        raise InvalidTypeError(f"grid: expected a list of rows, got {shown(grid)}")
    rows = list(grid)
    for r, row in enumerate(rows):
        if isinstance(row, (str, bytes)) or not hasattr(row, "__len__"):
            raise InvalidTypeError(
                f"grid: expected row {r} to be a list (None empty, '#' wall, else occupied),"
                f" got {shown(row)}"
            )
        if len(row) != len(rows[0]):
            raise InvalidValueError(
                f"grid: expected {len(rows[0])} tiles in every row, got {len(row)} in row {r}"
            )
    if not rows or not len(rows[0]):
        raise InvalidValueError("grid: expected at least one row and one column, got none")
    return rows
