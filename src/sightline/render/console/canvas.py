"""A canvas of characters with styles, and its output to a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.render.text import columns

Cell = tuple[str, str]

CODES = {
    # Styles as terminal codes: the sixteen colors that every theme defines.
    "": "",
    "dim": "90",
    "rock": "37",
    "wall": "1",
    "door": "33",
    "hero": "1;94",
    "ally": "1;32",
    "enemy": "1;31",
    "figure": "1;35",
    "furniture": "33",
    "cover": "32",
    "height": "33",
    "lit": "93",
    "shadow": "90",
    "end": "1;96",
    "visible": "1;92",
    "hidden": "1;91",
    "beyond": "91",
    "ambiguous": "1;95",
    "heat-0": "34",
    "heat-1": "36",
    "heat-2": "32",
    "heat-3": "1;93",
    "bold": "1",
}


class Canvas:
    """Characters at (column, row). Cells without text are blank."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Cell] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text from a column on.

        A wide letter takes two cells, of which the second is empty; an accent shares the cell of
        its letter.
        """
        for char in text:
            wide = columns(char)
            if wide == 0:
                if self.at(x - 1, y).strip():
                    self._cells[x - 1, y] = (self.at(x - 1, y) + char, style)
                continue
            for each in range(x, x + wide):
                self._clear(each, y)
            self._cells[x, y] = (char, style)
            if wide == 2:
                self._cells[x + 1, y] = ("", style)
            x += wide

    def _clear(self, x: int, y: int) -> None:
        """Remove the other half of a wide letter before a cell is overwritten."""
        if self.at(x, y) == "":
            self._cells[x - 1, y] = (" ", "")
        elif self.at(x + 1, y) == "":
            self._cells[x + 1, y] = (" ", "")

    def center(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text centered on a column; for an even length, the right half is longer."""
        self.put(x - (columns(text) - 1) // 2, y, text, style)

    def at(self, x: int, y: int) -> str:
        return self._cells.get((x, y), (" ", ""))[0]

    def style_at(self, x: int, y: int) -> str:
        return self._cells.get((x, y), (" ", ""))[1]

    def lines(self, left: int, right: int, top: int, bottom: int, color: bool) -> list[str]:
        """Return the rows of a window, without trailing blanks."""
        return [written(self._row(left, right, y), color) for y in range(top, bottom + 1)]

    def words(self, left: int, right: int, y: int, color: bool) -> str:
        """Return a row of a window without the words that its borders cut, which could
        be misread.
        """
        cells = self._row(left, right, y)
        inward = range(len(cells))
        for beyond, way in ((left - 1, inward), (right + 1, inward[::-1])):
            if self.at(beyond, y) != " ":
                for i in way:
                    if cells[i][0] == " ":
                        break
                    cells[i] = (" ", "")
        return written(cells, color)

    def _row(self, left: int, right: int, y: int) -> list[Cell]:
        cells = [self._cells.get((x, y), (" ", "")) for x in range(left, right + 1)]
        if cells and cells[0][0] == "":  # the window cuts a wide letter in two
            cells[0] = (" ", "")
        if cells and self.at(right + 1, y) == "":
            cells[-1] = (" ", "")
        return cells


def written(cells: Iterable[Cell], color: bool) -> str:
    """Return a row as text with color codes where the color changes, reset at the end."""
    row = list(cells)
    while row and row[-1][0] == " ":
        row.pop()
    if not color:
        return "".join(char for char, _ in row)
    parts: list[str] = []
    current = ""
    for char, style in row:
        code = CODES[style]
        if code != current and char != " ":
            parts.append(f"\x1b[0m\x1b[{code}m" if code and current else _sgr(code))
            current = code
        parts.append(char)
    if current:
        parts.append("\x1b[0m")
    return "".join(parts)


def _sgr(code: str) -> str:
    return f"\x1b[{code or 0}m"


def styled(text: str, style: str, color: bool) -> str:
    return written(((char, style) for char in text), color)
