"""The lines of a drawn map, and errors that show the line with a caret under the mistake."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sightline.errors import FormatError, SightlineError
from sightline.formats.safe.safe_json import decode_text, parse_json, show
from sightline.texts import as_text, say

MAX_LINES = 4_000_000
"""The maximum number of lines of one drawn map."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|\S+')
_SHOWN = 72  # number of columns that an error shows of a long line


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the legend, with its column."""

    text: str
    line: int
    column: int

    @property
    def is_quoted(self) -> bool:
        return self.text.startswith('"') and self.text.endswith('"') and len(self.text) >= 2


class Source:
    """A text without its common indentation. Lines and columns count from 0."""

    def __init__(self, data: bytes) -> None:
        text = decode_text(data)
        if text.count("\n") > MAX_LINES:
            raise FormatError(say("more than {most:,} lines", most=MAX_LINES))
        lines = [line.rstrip() for line in text.split("\n")]
        self.indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
        self.lines = [line[self.indent :] for line in lines]

    def error(self, line: int, column: int, message: str) -> FormatError:
        """Return an error that points at a place."""
        shown, caret = self._window(line, column)
        return FormatError(
            say(
                "{message}\n    {shown}\n    {caret}^",
                message=message,
                shown=shown,
                caret=" " * caret,
            ),
            say("line {line} column {column}", line=line + 1, column=column + self.indent + 1),
        )

    def _window(self, line: int, column: int) -> tuple[str, int]:
        text = self.lines[line] if line < len(self.lines) else ""
        start = max(0, column - _SHOWN // 2) if len(text) > _SHOWN else 0
        shown = text[start : start + _SHOWN]
        printable = "".join(letter if letter.isprintable() else "?" for letter in shown)
        before, after = "... " if start else "", " ..." if start + _SHOWN < len(text) else ""
        return before + printable + after, len(before) + column - start

    @contextmanager
    def blamed(self, line: int, column: int) -> Iterator[None]:
        """Add this place to errors without a place that are raised inside the block."""
        try:
            yield
        except FormatError as error:
            if error.place:
                raise
            raise self.error(line, column, as_text(error)) from error
        except SightlineError as error:
            raise self.error(line, column, as_text(error)) from error

    def blamed_on(self, token: Token) -> Any:
        return self.blamed(token.line, token.column)

    def error_at(self, token: Token, message: str) -> FormatError:
        return self.error(token.line, token.column, message)

    def tokens(self, line: int, start: int = 0, stop: int | None = None) -> list[Token]:
        """Return the words in a part of a line. A quoted string is one word."""
        text = self.lines[line]
        end = len(text) if stop is None else stop
        return [Token(match[0], line, match.start()) for match in _TOKEN.finditer(text, start, end)]

    def unquoted(self, token: Token) -> str:
        """Return the value of a quoted word, with the escapes of JSON."""
        value = self.json(token.text, token.line, token.column)
        if not isinstance(value, str):
            raise self.error_at(
                token, say("expected a string in quotes, got {got}", got=show(value))
            )
        return value

    def json(self, text: str, line: int, column: int) -> Any:
        """Parse JSON inside a line."""
        try:
            return parse_json(text.encode(), "the line")
        except FormatError as error:
            raise self.error(line, column, as_text(error)) from error


def quoted(name: str) -> str:
    """Return a name in quotes, which `unquoted` reverses."""
    return json.dumps(name, ensure_ascii=not name.isprintable())
