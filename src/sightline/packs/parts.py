"""Tables of a TOML file with line numbers: each accessor checks the type, and errors name the line.

`tomllib` does not report line numbers, so they are found by scanning the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from sightline.errors import FormatError
from sightline.model.names import not_one_of
from sightline.model.numbers import short_repr

LONGEST_TEXT = 2000
_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
KeyPath = tuple[str | int, ...]


def lines_of(text: str) -> dict[KeyPath, int]:
    """Return the line number of every key, by its path.

    Keys of an inline table have the line of the table.
    """
    found: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    here: KeyPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("[["):
            name = tuple(bare.strip("[] ").split("."))
            counts[name] = counts.get(name, -1) + 1
            here = (*name, counts[name])
        elif bare.startswith("["):
            parts: tuple[str | int, ...] = tuple(bare.split("]")[0].strip("[ ").split("."))
            if parts[:1] in counts:  # a table inside the last item of a list of tables
                parts = (parts[0], counts[parts[:1]], *parts[1:])
            here = parts
        elif match := re.match(r'([A-Za-z0-9_-]+|"[^"]*")\s*=', bare):
            found.setdefault((*here, match[1].strip('"')), number)
            continue
        else:
            continue
        found.setdefault(here, number)
    return found


class TomlPart:
    """A table of the file. It records which keys were read, to report unknown ones."""

    def __init__(self, data: Any, path: KeyPath, lines: Mapping[KeyPath, int], file: str) -> None:
        if not isinstance(data, Mapping):
            raise _error(path, lines, file, f"expected a table, got {short_repr(data)}")
        self.data, self.path, self.lines, self.file = data, path, lines, file

    def error(self, key: str, words: str) -> FormatError:
        return _error((*self.path, key) if key else self.path, self.lines, self.file, words)

    def refuse_others(self, known: Collection[str]) -> None:
        for key in self.data:
            if key not in known:
                raise self.error(str(key), not_one_of("key", known, key))

    def table(self, key: str) -> TomlPart:
        return TomlPart(self.data[key], (*self.path, key), self.lines, self.file)

    def tables(self, key: str) -> list[TomlPart]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.error(key, f"expected [[{key}]], a list of tables, got {short_repr(value)}")
        return [
            TomlPart(each, (*self.path, key, i), self.lines, self.file)
            for i, each in enumerate(value)
        ]

    def text(self, key: str, usual: str | None = None) -> str:
        if key not in self.data and usual is not None:
            return usual
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, f"{key}: expected words, got {short_repr(value)}")
        if len(value) > LONGEST_TEXT:
            raise self.error(
                key, f"{key}: expected at most {LONGEST_TEXT} characters, got {len(value)}"
            )
        return " ".join(value.split())

    def one_of(self, key: str, words: tuple[str, ...], usual: str | None = None) -> Any:
        if key not in self.data and usual is not None:
            return usual
        value = self.data.get(key)
        if value not in words:
            raise self.error(key, not_one_of(key, words, value))
        return value

    def flag(self, key: str, usual: bool) -> bool:
        value = self.data.get(key, usual)
        if not isinstance(value, bool):
            raise self.error(key, f"{key}: expected true or false, got {short_repr(value)}")
        return value

    def whole(self, key: str, usual: int, least: int = 1, most: int = 100) -> int:
        value = self.data.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.error(
                key,
                f"{key}: expected a whole number from {least} to {most}, got {short_repr(value)}",
            )
        return value

    def words(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(is_word(each) for each in value):
            raise self.error(key, f"{key}: expected a list of words, got {short_repr(value)}")
        return tuple(value)


def _error(path: KeyPath, lines: Mapping[KeyPath, int], file: str, words: str) -> FormatError:
    while path and path not in lines:
        path = path[:-1]
    return FormatError(words, f"{file}, line {lines[path]}" if path in lines else file)


def is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 40 and bool(_WORD.fullmatch(value))
