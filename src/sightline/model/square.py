"""The square board, and its conversion from grids and arrays."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Number
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.model.board import Board
from sightline.model.cell import SQUARE, Square
from sightline.model.numbers import is_bool, pair, short_repr, whole
from sightline.model.parts.figures import checked_size, numbered_name
from sightline.model.parts.free_walls import WALL_MARGIN
from sightline.model.parts.ground import MAX_SIDE, OUTSIDE, SOLID, BoardGround, Tiles, new_tuple
from sightline.texts import say

if TYPE_CHECKING:
    from sightline.model.parts.arrays import EdgeArrays


class SquareBoard(Board[Square]):
    """A board of `rows` by `cols` squares, empty at first. Sight ends at its border.

    Tiles are `(row, col)`, counted from 0 at the top left, or names such as "C4". A board has at
    most 4,096 rows and columns; more raise `LimitError`. Two boards are equal if they have the same
    content.

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
        """Return a board from a grid of cells: None is empty, '#' is rock, anything else is a
        figure.

        Figures are named after the content of their cell ("M", "M 2", ...) in reading order. Bools
        and numbers are rejected, because other programs use them for solid tiles or costs.

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
        """Return a board from a two-dimensional array of bools, rows by columns: True is solid.

        Another number of dimensions raises `InvalidValueError`, values other than bools raise
        `InvalidTypeError`, and an array that is too large raises `LimitError`.

        >>> from sightline import SquareBoard
        >>> SquareBoard.from_array([[True, False], [False, False]]).is_solid((0, 0))
        True
        """
        from sightline.model.parts.arrays import as_bools, set_solid_array

        mask = as_bools(solid, "solid")
        if mask.ndim != 2:
            raise InvalidValueError(
                f"solid: expected two dimensions, rows by columns, got {mask.ndim}"
            )
        board = cls(*mask.shape)
        set_solid_array(board, mask)
        return board

    def edge_arrays(self) -> EdgeArrays:
        """Return which edges between neighbors block sight, as two new arrays of bools.

        `east[row, col]` is the edge between `(row, col)` and its right neighbor; its
        shape is (rows, columns - 1). `south[row, col]` is the edge to its lower neighbor; its shape
        is (rows - 1, columns). Walls, and doors and gates that are not open, are True.

        >>> from sightline import Door, SquareBoard
        >>> board = SquareBoard(2, 2)
        >>> board.set_edge((0, 0), (0, 1), Door("closed"))
        >>> east, south = board.edge_arrays()
        >>> east.tolist(), south.tolist()
        ([[True], [False]], [[False, False]])
        """
        from sightline.model.parts.arrays import edge_arrays

        return edge_arrays(self)

    def set_edge_arrays(self, east: Any = None, south: Any = None) -> None:
        """Set which edges between neighbors block sight, all at once.

        The arrays are those of `edge_arrays`; None leaves these edges unchanged. An edge that
        already matches its entry keeps its barrier, so that doors stay. Any other edge gets a wall,
        or is cleared. Another shape raises `InvalidValueError` and another type `InvalidTypeError`;
        the board then stays unchanged.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(1, 3)
        >>> board.set_edge_arrays(east=[[False, True]])
        >>> board.edge((0, 1), (0, 2))
        Wall()
        """
        from sightline.model.parts.arrays import set_edge_arrays

        set_edge_arrays(self, east, south)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._rows

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self._cols

    def _index(self, tile: tuple[int, int]) -> int:
        return (tile[0] + 1) * self._stride + tile[1] + 1

    def position(self, value: Any, what: str = "position") -> Square:
        if isinstance(value, tuple) and len(value) == 2:  # fast path
            row, col = value
            if type(row) is type(col) is int and 0 <= row < self._rows and 0 <= col < self._cols:
                return new_tuple(Square, value)
        return Square(*super().position(value, what))

    def _tile_at(self, index: int) -> Square:
        row, col = divmod(index, self._stride)
        return Square(row - 1, col - 1)

    def _holds(self, first: int, second: int) -> bool:
        return 0 <= first < self._rows and 0 <= second < self._cols

    def _extent(self) -> str:
        return say("rows 0 to {row}, columns 0 to {col}", row=self._rows - 1, col=self._cols - 1)

    def tiles(self) -> Tiles[Square]:
        cols = self._cols
        return Tiles(self._rows * cols, lambda i: Square(i // cols, i % cols))

    @property
    def shape(self) -> tuple[int, ...]:
        return self._rows, self._cols

    def rank(self, tile: tuple[int, int]) -> int:
        return tile[0] * self._cols + tile[1]

    def same_layout(self, other: BoardGround[Any]) -> bool:
        return isinstance(other, SquareBoard) and self.shape == other.shape

    def footprint(self, at: tuple[int, int], size: tuple[int, int]) -> tuple[Square, ...]:
        row, col = at
        if size == (1, 1):
            return (Square(row, col),)
        return tuple(Square(row + i, col + j) for i in range(size[0]) for j in range(size[1]))

    def _as_size(self, size: Any, what: str) -> tuple[int, int]:
        if isinstance(size, Integral) and not is_bool(size):
            size = (size, size)
        return checked_size(*pair(size, what), what)

    def _wall_bounds(self) -> tuple[int, int]:
        return -WALL_MARGIN, MAX_SIDE + WALL_MARGIN

    def _content(self) -> tuple[Any, ...]:
        return (*super()._content(), *self._height_content())

    def __repr__(self) -> str:
        return f"<SquareBoard {self._rows} x {self._cols}, {len(self._figures)} figures>"


def _refuse_number(content: Any, row: int, col: int) -> None:
    is_number = isinstance(content, Number) or is_bool(content)
    # A number from a numpy array.
    if is_number or (hasattr(content, "dtype") and not isinstance(content, str)):
        raise InvalidTypeError(
            f"grid: expected None, '#' or a name at ({row}, {col}), got"
            f" {short_repr(content)}; for an array of solid tiles, use"
            " SquareBoard.from_array(solid)"
        )


def _as_rows(grid: Any) -> list[Sequence[Any]]:
    if isinstance(grid, (str, bytes)) or not hasattr(grid, "__len__"):
        raise InvalidTypeError(f"grid: expected a list of rows, got {short_repr(grid)}")
    rows = list(grid)
    for r, row in enumerate(rows):
        if isinstance(row, (str, bytes)) or not hasattr(row, "__len__"):
            raise InvalidTypeError(
                f"grid: expected row {r} to be a list (None empty, '#' wall, else occupied),"
                f" got {short_repr(row)}"
            )
        if len(row) != len(rows[0]):
            raise InvalidValueError(
                f"grid: expected {len(rows[0])} tiles in every row, got {len(row)} in row {r}"
            )
    if not rows or not len(rows[0]):
        raise InvalidValueError("grid: expected at least one row and one column, got none")
    return rows
