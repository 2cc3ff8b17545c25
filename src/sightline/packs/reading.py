"""Packs from files: TOML, every word of it checked, and errors that name the line.

PACKS["dnd5e"]              those that come with the package, read when they are asked for
read_pack("my-game.toml")   a user's own
pack_from_text(text, name)  the same from a text
to_data(pack)               plain data again, which `pack_from_data` reads
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import PurePath
from typing import Any

from sightline.errors import FormatError, UnknownNameError
from sightline.model.names import did_you_mean, not_one_of
from sightline.model.numbers import UNIT, shown
from sightline.model.values import field_defaults
from sightline.packs.schema import HIDE, NONE, TOTAL, Entries, Pack, PackQuestion, TouchRules

MAX_PACK_BYTES = 64 * 1024
_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_WORDS: dict[str, tuple[str, ...]] = {
    # The fields that take one of a few words, wherever they stand.
    "start": ("centre", "corners", "area"),
    "end": ("centre", "corners", "area"),
    "take": ("any", "all", "best-corner", "pair"),
    "ends": ("turn", "closed", "open"),
    "lean": ("any", "worst"),
    "shape": ("tile", "diamond"),
    "heights": ("linear", "battletech", "hill-blocks"),
    "neighbours": ("seen", "seen unless wall"),
    "outside": ("open", "wall"),
    **dict.fromkeys(("corner", "edge", "pinch", "seam"), ("pass", "ask", "block")),
}
_GRIDS = ("square", "hex")


class _Packs(Mapping[str, Pack]):
    """The packs of the package, in the order of their names."""

    def __getitem__(self, name: str) -> Pack:
        if name not in _library():
            raise UnknownNameError(
                f"no rule pack is called {shown(name)}{did_you_mean(name, self)}\n  packs:"
                f" {', '.join(self)}"
            )
        return _from_library(name)

    def __contains__(self, name: object) -> bool:
        return name in _library()

    def __iter__(self) -> Iterator[str]:
        return iter(_library())

    def __len__(self) -> int:
        return len(_library())


PACKS: Mapping[str, Pack] = _Packs()


@cache
def _library() -> tuple[str, ...]:
    folder = files("sightline.packs") / "library"
    return tuple(
        sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))
    )


@cache
def _from_library(name: str) -> Pack:
    text = (files("sightline.packs") / "library" / f"{name}.toml").read_text(encoding="utf-8")
    return pack_from_text(text, f"{name}.toml")


def pack_from_text(text: str, name: str = "pack") -> Pack:
    """The pack in a text; what is wrong in it is a `FormatError` with its line.

    >>> from sightline.packs import pack_from_text
    >>> pack_from_text("name = 3", "my-game.toml")
    Traceback (most recent call last):
    sightline.errors.FormatError: my-game.toml, line 1: name: expected words, got 3
    """
    if len(text) > MAX_PACK_BYTES:
        raise FormatError(f"{len(text):,} characters; a pack has at most {MAX_PACK_BYTES:,}", name)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not TOML: {error}", name) from error
    return _read_pack(_Part(data, (), _lines_of(text), name))


def read_pack(path: str | PathLike[str]) -> Pack:
    """The pack in a file of your own; what is wrong in it is a `FormatError` with file and line.

    >>> from pathlib import Path
    >>> from sightline import PackRule, SquareBoard, sees
    >>> from sightline.packs import read_pack
    >>> _ = Path("my-game.toml").write_text('''
    ... name = "my-game"
    ... title = "My game"
    ... summary = "A line from middle to middle, past corners."
    ... source = "the house rules of our table"
    ... grids = ["square"]
    ... sight = { start = "centre", end = "centre", blockers = { solid = "hide" } }
    ... ''')
    >>> sees(SquareBoard.from_text("A#B"), "A", "B", PackRule(read_pack("my-game.toml")))
    False
    """
    with open(path, "rb") as file:
        data = file.read(MAX_PACK_BYTES + 1)
    name = PurePath(path).name
    if len(data) > MAX_PACK_BYTES:
        raise FormatError(f"a pack has at most {MAX_PACK_BYTES:,} bytes, and this has more", name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError("expected UTF-8, got other bytes", f"{name}, line {line}") from None
    return pack_from_text(text, name)


def pack_from_data(data: Any, name: str = "pack") -> Pack:
    """The pack that `to_data` wrote."""
    if not isinstance(data, Mapping):
        raise FormatError(f"expected a table, got {shown(data)}", name)
    return _read_pack(_Part(data, (), {}, name))


def to_data(pack: Pack) -> dict[str, Any]:
    """The pack as plain data: what differs from the defaults."""
    data = _said(pack)
    data["sight"] = _question_data(pack.sight)
    if pack.cover:
        data["cover"] = [_question_data(each) for each in pack.cover]
    return data


def _question_data(question: PackQuestion) -> dict[str, Any]:
    data = _said(question)
    if question.touch != TouchRules():
        data["touch"] = _said(question.touch)
    else:
        data.pop("touch", None)
    return data


def _said(thing: Any) -> dict[str, Any]:
    found = {}
    for name, usual in field_defaults(type(thing)).items():
        value = getattr(thing, name)
        if value != usual:
            found[name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


# --- where things stand ---------------------------------------------------------------------------

KeyPath = tuple[str | int, ...]


def _lines_of(text: str) -> dict[KeyPath, int]:
    """The line of every key, by its path. (`tomllib` does not tell. Keys in tables on one line
    have the line of the table.)"""
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
            if parts[:1] in counts:  # a table of the last one in a list
                parts = (parts[0], counts[parts[:1]], *parts[1:])
            here = parts
        elif match := re.match(r'([A-Za-z0-9_-]+|"[^"]*")\s*=', bare):
            found[(*here, match[1].strip('"'))] = number
            continue
        else:
            continue
        found.setdefault(here, number)
    return found


class _Part:
    """A table of the file, which remembers what was asked of it."""

    def __init__(self, data: Any, path: KeyPath, lines: Mapping[KeyPath, int], file: str) -> None:
        if not isinstance(data, Mapping):
            raise _error(path, lines, file, f"expected a table, got {shown(data)}")
        self.data, self.path, self.lines, self.file = data, path, lines, file

    def error(self, key: str, words: str) -> FormatError:
        return _error((*self.path, key) if key else self.path, self.lines, self.file, words)

    def refuse_others(self, known: Mapping[str, Any]) -> None:
        for key in self.data:
            if key not in known:
                raise self.error(str(key), not_one_of("key", known, key))

    def table(self, key: str) -> _Part:
        return _Part(self.data[key], (*self.path, key), self.lines, self.file)

    def tables(self, key: str) -> list[_Part]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.error(key, f"expected [[{key}]], a list of tables, got {shown(value)}")
        return [
            _Part(each, (*self.path, key, i), self.lines, self.file) for i, each in enumerate(value)
        ]

    def text(self, key: str, usual: str | None = None) -> str:
        if key not in self.data and usual is not None:
            return usual
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, f"{key}: expected words, got {shown(value)}")
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
            raise self.error(key, f"{key}: expected true or false, got {shown(value)}")
        return value

    def whole(self, key: str, usual: int) -> int:
        value = self.data.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 100:
            raise self.error(
                key, f"{key}: expected a whole number from 1 to 100, got {shown(value)}"
            )
        return value

    def words(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(_is_word(each) for each in value):
            raise self.error(key, f"{key}: expected a list of words, got {shown(value)}")
        return tuple(value)


def _error(path: KeyPath, lines: Mapping[KeyPath, int], file: str, words: str) -> FormatError:
    while path and path not in lines:
        path = path[:-1]
    return FormatError(words, f"{file}, line {lines[path]}" if path in lines else file)


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 40 and bool(_WORD.fullmatch(value))


# --- what they say --------------------------------------------------------------------------------


def _read_pack(top: _Part) -> Pack:
    top.refuse_others(field_defaults(Pack))
    name = top.text("name")
    if not _is_word(name):
        raise top.error("name", f"name: expected small letters and hyphens, got {shown(name)}")
    grids = top.data.get("grids")
    if not isinstance(grids, list) or not grids or not all(g in _GRIDS for g in grids):
        raise top.error("grids", f"grids: expected some of {', '.join(_GRIDS)}, got {shown(grids)}")
    degrees = (NONE, *_middle_degrees(top), TOTAL)
    texts = top.table("texts").data if "texts" in top.data else {}
    for degree, text in texts.items():
        if degree not in degrees or not isinstance(text, str):
            raise top.table("texts").error(degree, not_one_of("degree", degrees, degree))
    if "sight" not in top.data:
        raise top.error("", "[sight]: expected a table of the lines of sight, got none")
    sight = _read_question(top.table("sight"), (), grids)
    cover = tuple(_read_question(each, degrees[1:-1], grids) for each in top.tables("cover"))
    return Pack(
        name=name,
        title=top.text("title"),
        summary=top.text("summary"),
        source=top.text("source"),
        family=top.text("family", ""),
        grids=tuple(grids),
        sight=sight,
        cover=cover,
        degrees=degrees,
        texts=Entries(texts),
        neighbours=top.one_of("neighbours", _WORDS["neighbours"], ""),
        outside=top.one_of("outside", _WORDS["outside"], "open"),
        symmetric=top.flag("symmetric", True),
        verified=top.text("verified", ""),
        based_on=top.text("based_on", ""),
    )


def _middle_degrees(top: _Part) -> tuple[str, ...]:
    """The degrees between none and total; data that we wrote ourselves has these two as well."""
    words = [word for word in top.words("degrees") if word not in (NONE, TOTAL)]
    if len(set(words)) != len(words):
        raise top.error("degrees", f"degrees: expected each once, got {', '.join(words)}")
    return tuple(words)


def _read_question(node: _Part, degrees: tuple[str, ...], grids: list[str]) -> PackQuestion:
    node.refuse_others(field_defaults(PackQuestion))
    question = PackQuestion(
        start=node.one_of("start", _WORDS["start"]),
        end=node.one_of("end", _WORDS["end"]),
        take=node.one_of("take", _WORDS["take"], "any"),
        touch=_read_touch(node.table("touch")) if "touch" in node.data else TouchRules(),
        ends=node.one_of("ends", _WORDS["ends"], "turn"),
        inset=_read_inset(node),
        whole=node.flag("whole", False),
        target_blocks=node.flag("target_blocks", False),
        lean=node.one_of("lean", _WORDS["lean"], ""),
        swap=node.flag("swap", False),
        shape=node.one_of("shape", _WORDS["shape"], "tile"),
        blockers=Entries(_read_blockers(node, degrees)),
        degrees=Entries(_read_degrees(node, degrees, grids)),
        points=Entries(_read_points(node)),
        heights=node.one_of("heights", _WORDS["heights"], ""),
        eyes=node.whole("eyes", 1),
        growth=node.whole("growth", 2),
        big_by=node.whole("big_by", 2),
    )
    if question.take in ("best-corner", "pair") and (question.start, question.end) != (
        "corners",
        "corners",
    ):
        raise node.error("take", f"take: {question.take} joins corners to corners")
    if question.take == "pair" and question.whole:
        raise node.error("whole", "whole: a pair of lines goes to two corners of one tile")
    if question.inset and not _can_inset(question):
        raise node.error(
            "inset",
            "inset: only the ends of lines from corners to corners of one tile can be moved, with"
            ' ends = "turn"; not those of pairs, of whole figures, or of lines tried both ways',
        )
    for key in ("lean", "points", "heights"):
        if getattr(question, key) and (question.start, question.end) != ("centre", "centre"):
            raise node.error(key, f"{key}: expected start and end to be centre, got other points")
    return question


def _read_inset(node: _Part) -> int:
    # A corner is moved by whole units of the plane, on hexes by thirds of them.
    parts = [part for part in range(4, 101) if UNIT // 3 % part == 0]
    value = node.data.get("inset", 0)
    if isinstance(value, bool) or value not in (0, *parts):
        some = ", ".join(map(str, parts))
        raise node.error("inset", f"inset: expected 0 or one of {some}, got {shown(value)}")
    return int(value)


def _can_inset(question: PackQuestion) -> bool:
    return (
        question.start == question.end == "corners"
        and question.take != "pair"
        and question.ends == "turn"
        and not (question.whole or question.swap or question.target_blocks)
    )


def _read_touch(node: _Part) -> TouchRules:
    usual = field_defaults(TouchRules)
    node.refuse_others(usual)
    counts = {
        each: node.one_of(each, _WORDS[each], usual[each])
        for each in ("corner", "edge", "pinch", "seam")
    }
    return TouchRules(**counts, pinch_except=node.words("pinch_except"))


def _read_blockers(node: _Part, degrees: tuple[str, ...]) -> dict[str, str]:
    if "blockers" not in node.data:
        return {}
    table = node.table("blockers")
    most = degrees or (HIDE,)
    for kind, value in table.data.items():
        if not _is_word(kind):
            raise table.error(kind, f"kind: expected small letters and hyphens, got {shown(kind)}")
        if value not in most:
            raise table.error(kind, not_one_of(kind, most, value))
    return dict(table.data)


def _read_degrees(
    node: _Part, degrees: tuple[str, ...], grids: list[str]
) -> dict[str, tuple[tuple[int, str], ...]]:
    if "degrees" not in node.data:
        return {}
    table = node.table("degrees")
    found = {}
    for grid, steps in table.data.items():
        if grid not in grids:
            raise table.error(grid, not_one_of("grid", grids, grid))
        if not isinstance(steps, list) or not all(_is_step(step, degrees) for step in steps):
            raise table.error(
                grid,
                f"expected a list such as [[1, {shown((degrees or (TOTAL,))[0])}]] with"
                f" {', '.join(degrees) or TOTAL}, got {shown(steps)}",
            )
        counts = [step[0] for step in steps]
        ranks = [(degrees or (TOTAL,)).index(step[1]) for step in steps]
        # The same count may give two degrees: what blocks it then says which, by its kind.
        if counts != sorted(counts) or ranks != sorted(set(ranks)):
            raise table.error(
                grid, f"expected counts that do not fall and degrees that rise, got {shown(steps)}"
            )
        found[grid] = tuple((count, degree) for count, degree in steps)
    missing = [grid for grid in grids if grid not in found]
    if missing:
        raise node.error("degrees", f"degrees: expected them for {missing[0]} too")
    return found


def _is_step(step: Any, degrees: tuple[str, ...]) -> bool:
    return (
        isinstance(step, list)
        and len(step) == 2
        and isinstance(step[0], int)
        and not isinstance(step[0], bool)
        and step[0] >= 1
        and step[1] in (degrees or (TOTAL,))
    )


def _read_points(node: _Part) -> dict[str, int]:
    if "points" not in node.data:
        return {}
    table = node.table("points")
    for kind in table.data:
        table.whole(kind, 1)
    return dict(table.data)
