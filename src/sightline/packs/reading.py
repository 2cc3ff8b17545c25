"""Read packs from TOML files. Every word is checked, and errors name the line.

PACKS["dnd5e"]              a built-in pack, read on first use
read_pack("my-game.toml")   a pack from a file
pack_from_text(text, name)  a pack from a text
to_data(pack)               plain data, which `pack_from_data` reads
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import PurePath
from typing import Any, Literal

from sightline.errors import FormatError, UnknownNameError
from sightline.model.degree import NONE, TOTAL
from sightline.model.names import did_you_mean, not_one_of
from sightline.model.numbers import UNIT, short_repr
from sightline.model.reach import METRICS
from sightline.model.threshold import PURPOSES
from sightline.packs.parts import TomlPart, is_word, lines_of
from sightline.packs.schema import (
    ARCS,
    HIDE,
    KINDS,
    Entries,
    Pack,
    PackExample,
    PackQuestion,
    TouchRules,
)

MAX_PACK_BYTES = 64 * 1024
# Limits of cost: each pair asks every question, and each tile checks every kind.
MOST_QUESTIONS, MOST_DEGREES, MOST_KINDS, MOST_LINES = 8, 12, 64, 1000
MOST_EXAMPLES = 200
VERDICTS = ("visible", "hidden", "ambiguous")
LIKENESS = 0.8
"""How similar a word must be to a known kind to count as a typo: difflib's ratio."""
_WORDS: dict[str, tuple[str, ...]] = {
    # The fields that accept one of a few words.
    "start": ("center", "corners", "area"),
    "end": ("center", "corners", "area"),
    "take": ("any", "all", "best-corner", "pair"),
    "ends": ("turn", "closed", "open"),
    "lean": ("any", "worst"),
    "shape": ("tile", "diamond"),
    "heights": ("linear", "battletech", "hill-blocks"),
    "neighbors": ("seen", "seen unless wall"),
    "outside": ("open", "wall"),
    "metric": METRICS,
    "targeting": PURPOSES,
    "zones": ("own", "joined"),
    **dict.fromkeys(("corner", "edge", "pinch", "seam"), ("pass", "ask", "block")),
}
_AMERICAN = {"neighbours": "neighbors"}
_GRIDS = ("square", "hex")


class _Packs(Mapping[str, Pack]):
    """The built-in packs, sorted by name and read on first use."""

    def __getitem__(self, name: str) -> Pack:
        if name not in _library():
            raise UnknownNameError(
                f"no rule pack is called {short_repr(name)}{did_you_mean(name, self)}\n  packs:"
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
    """Return the pack in a text. A mistake raises `FormatError` with its line.

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
    return _read_pack(TomlPart(data, (), lines_of(text), name))


def read_pack(path: str | PathLike[str]) -> Pack:
    """Return the pack in a file. A mistake raises `FormatError` with file and line.

    >>> from pathlib import Path
    >>> from sightline import PackRule, SquareBoard, sees
    >>> from sightline.packs import read_pack
    >>> _ = Path("my-game.toml").write_text('''
    ... name = "my-game"
    ... title = "My game"
    ... summary = "A line from middle to middle, past corners."
    ... source = "the house rules of our table"
    ... grids = ["square"]
    ... symmetric = true
    ... sight = { start = "center", end = "center", blockers = { solid = "hide" } }
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
    """Return the pack from data that `to_data` wrote."""
    if not isinstance(data, Mapping):
        raise FormatError(f"expected a table, got {short_repr(data)}", name)
    return _read_pack(TomlPart(data, (), {}, name))


def kept_pack(data: Any, name: str = "pack") -> Pack:
    """Return the pack from data that we saved in a rule or a table.

    Data of version 0.2 may lack `symmetric`, which was true by default there.
    """
    return pack_from_data({"symmetric": True, **data} if isinstance(data, Mapping) else data, name)


def game_of(rule: Mapping[str, Any]) -> Pack | None:
    """Return the pack in the plain data of a rule; None if the rule is not that of a game."""
    return pack_of(rule) if "pack" in rule else None


def pack_of(rule: Mapping[str, Any]) -> Pack:
    """Return the pack that the plain data of a game's rule names or contains."""
    pack = rule["pack"]
    if isinstance(pack, str):
        return PACKS[pack]
    return kept_pack(pack)


def to_data(pack: Pack) -> dict[str, Any]:
    """Return the pack as plain data, without default values."""
    data = {**_said(pack), "symmetric": pack.symmetric}
    data.pop("example", None)
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
    for each in fields(thing):
        value = getattr(thing, each.name)
        if value != each.default:
            found[each.name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


# --- values ---------------------------------------------------------------------------------------


def _in_american(data: Mapping[str, Any]) -> dict[str, Any]:
    """Replace the British spellings in packs written for 0.2, which remain valid."""
    found = {_AMERICAN.get(key, key): value for key, value in data.items()}
    for key in ("start", "end"):
        if found.get(key) == "centre":
            found[key] = "center"
    if isinstance(found.get("sight"), Mapping):
        found["sight"] = _in_american(found["sight"])
    covers = found.get("cover")
    if isinstance(covers, list):
        found["cover"] = [_in_american(x) if isinstance(x, Mapping) else x for x in covers]
    return found


def _read_pack(top: TomlPart) -> Pack:
    top.data = _in_american(top.data)
    top.refuse_others([each.name for each in fields(Pack)])
    name = top.text("name")
    if not is_word(name):
        raise top.error("name", f"name: expected small letters and hyphens, got {short_repr(name)}")
    grids = top.data.get("grids")
    if not isinstance(grids, list) or not grids or not all(g in _GRIDS for g in grids):
        raise top.error(
            "grids", f"grids: expected some of {', '.join(_GRIDS)}, got {short_repr(grids)}"
        )
    if len(set(grids)) != len(grids):
        raise top.error("grids", f"grids: expected each once, got {', '.join(grids)}")
    if "symmetric" not in top.data:
        raise top.error(
            "",
            "symmetric: expected true or false, got nothing; write symmetric = true if sight"
            " is always mutual, with the same cover, else symmetric = false",
        )
    degrees = (NONE, *_middle_degrees(top), TOTAL)
    texts = _read_texts(top, degrees)
    if "sight" not in top.data:
        raise top.error("", "[sight]: expected a table of the lines of sight, got none")
    sight = _read_question(top.table("sight"), (), grids)
    covers = top.tables("cover")
    if len(covers) > MOST_QUESTIONS:
        raise top.error(
            "cover", f"[[cover]]: expected at most {MOST_QUESTIONS} of them, got {len(covers)}"
        )
    if covers and len(degrees) == 2:
        raise covers[0].error("", "[[cover]]: expected degrees = [...] at the top, and got none")
    cover = tuple(_read_question(each, degrees[1:-1], grids) for each in covers)
    pack = Pack(
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
        neighbors=top.one_of("neighbors", _WORDS["neighbors"], ""),
        outside=top.one_of("outside", _WORDS["outside"], "open"),
        heights=_read_heights(top),
        targeting=top.one_of("targeting", _WORDS["targeting"], "sight"),
        max_range=top.whole("max_range", 0, 0, MOST_LINES),
        metric=top.one_of("metric", _WORDS["metric"], "chebyshev"),
        arc=_read_arc(top),
        zones=top.one_of("zones", _WORDS["zones"], ""),
        open_ground=top.words("open_ground"),
        symmetric=top.flag("symmetric", True),
        verified=top.text("verified", ""),
        unverified=top.text("unverified", ""),
        based_on=top.text("based_on", ""),
        example=_read_examples(top, degrees),
    )
    for key, words in _pack_disagreements(pack, top.data):
        raise top.error(key, words)
    return pack


def _pack_disagreements(pack: Pack, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield fields of the pack that contradict others, each with the problem."""
    if "metric" in data and not pack.max_range:
        yield "metric", "metric: expected max_range too, which it measures; got none"
    if pack.arc and pack.symmetric:
        yield "arc", "arc: who is behind a figure may see it, so write symmetric = false"
    if pack.open_ground and not pack.zones:
        yield (
            "open_ground",
            "open_ground: expected zones too, since open ground belongs to none; got none",
        )
    if pack.heights and (without := _without_heights(pack)):
        yield "heights", f"heights: packs with {without} take no heights; leave one of them out"


def _without_heights(pack: Pack) -> str:
    """Return the part of a pack that is not supported on boards with heights, or ""."""
    if pack.zones:
        return "zones"
    for question in (pack.sight, *pack.cover):
        if question.start == question.end == "area":
            return "lines from area to area"
        if question.take == "pair":
            return 'take = "pair"'
        if question.shape == "diamond":
            return 'shape = "diamond"'
        if "room" in question.blockers:
            return "the kind room"
        for name in ("lean", "points", "heights", "near_target", "beyond_viewer"):
            if getattr(question, name):
                return f"{name} in a question"
    return ""


def _read_heights(top: TomlPart) -> Literal["", "true"]:
    value = top.data.get("heights", "")
    if value not in ("", "true"):
        raise top.error("heights", f'heights: expected "true" in quotes, got {short_repr(value)}')
    return "true" if value else ""


def _read_arc(top: TomlPart) -> int:
    value = top.data.get("arc", 0)
    if isinstance(value, bool) or value not in (0, *ARCS):
        some = ", ".join(map(str, ARCS))
        raise top.error("arc", f"arc: expected 0 or one of {some}, got {short_repr(value)}")
    return int(value)


def _read_examples(top: TomlPart, degrees: tuple[str, ...]) -> tuple[PackExample, ...]:
    tables = top.tables("example")
    if len(tables) > MOST_EXAMPLES:
        raise top.error(
            "example", f"[[example]]: expected at most {MOST_EXAMPLES} of them, got {len(tables)}"
        )
    return tuple(_read_example(each, degrees) for each in tables)


def _read_example(node: TomlPart, degrees: tuple[str, ...]) -> PackExample:
    node.refuse_others(["map", "viewer", "target", "expect", "why"])
    drawn = node.data.get("map")
    if not isinstance(drawn, str) or not drawn.strip():
        raise node.error("map", f"map: expected a drawn board, got {short_repr(drawn)}")
    return PackExample(
        map=drawn,
        viewer=node.text("viewer"),
        target=node.text("target"),
        expect=node.one_of("expect", (*VERDICTS, *degrees)),
        why=node.text("why"),
    )


def _read_texts(top: TomlPart, degrees: tuple[str, ...]) -> dict[str, str]:
    if "texts" not in top.data:
        return {}
    table = top.table("texts")
    for degree in table.data:
        if degree not in degrees:
            raise table.error(degree, not_one_of("degree", degrees, degree))
    return {degree: table.text(degree) for degree in table.data}


def _middle_degrees(top: TomlPart) -> tuple[str, ...]:
    """Return the degrees between none and total. Data that we wrote also contains those two."""
    words = top.words("degrees")
    if len(set(words)) != len(words):
        raise top.error("degrees", f"degrees: expected each once, got {', '.join(words)}")
    if len(words) > MOST_DEGREES + 2:
        raise top.error(
            "degrees", f"degrees: expected at most {MOST_DEGREES}, got {len(words)} of them"
        )
    return tuple(word for word in words if word not in (NONE, TOTAL))


def _read_question(node: TomlPart, degrees: tuple[str, ...], grids: list[str]) -> PackQuestion:
    node.refuse_others([each.name for each in fields(PackQuestion)])
    if node.data.get("heights") == "true":
        words = "holds for all lines of a pack; write it above [sight]"
        raise node.error("heights", f'heights: "true" {words}')
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
        eyes=node.whole("eyes", 1, least=0),
        growth=node.whole("growth", 2),
        big_by=node.whole("big_by", 2),
        straight=node.flag("straight", False),
        near_target=node.whole("near_target", 0, 0),
        beyond_viewer=node.whole("beyond_viewer", 0, 0),
    )
    for key, words in _disagreements(question, grids, bool(degrees)):
        raise node.error(key, words)
    return question


def _disagreements(
    question: PackQuestion, grids: list[str], is_cover: bool
) -> Iterator[tuple[str, str]]:
    """Yield fields of a question that are valid but would have no effect beside others, each with
    the problem. A pack is rejected rather than partly ignored.
    """
    ends = (question.start, question.end)
    if question.take in ("best-corner", "pair") and ends != ("corners", "corners"):
        yield "take", f"take: {question.take} joins corners to corners"
    if question.take == "pair" and question.whole:
        yield "whole", "whole: a pair of lines goes to two corners of one tile"
    if question.inset and not _can_inset(question):
        words = (
            "only the ends of lines from corners to corners of one tile can be moved, with ends ="
            ' "turn"; not those of pairs, of whole figures, or of lines tried both ways'
        )
        yield "inset", f"inset: {words}"
    if "area" in ends:
        if question.take != "any":
            yield "take", f"take: an area has endless lines, so it takes any, not {question.take}"
        for key in ("whole", "target_blocks"):
            if getattr(question, key):
                yield key, f"{key}: expected it with corners or centers, not with an area"
    if question.shape == "diamond" and len(set(ends)) == 2 and "area" in ends:
        yield "shape", "shape: with diamonds, expected an area at both ends or at none"
    if question.shape == "diamond" and "hex" in grids:
        yield "shape", "shape: diamonds are for squares, and this pack is played on hexes"
    if question.heights and "square" in grids:
        yield (
            "heights",
            (
                "heights: only hexes have heights, and this pack is played on squares; leave them"
                ' out, or write grids = ["hex"]'
            ),
        )
    for key in ("lean", "points", "heights"):
        if getattr(question, key) and ends != ("center", "center"):
            yield key, f"{key}: expected start and end to be center, got {' and '.join(ends)}"
    if question.straight and (is_cover or ends != ("center", "center") or question.whole):
        yield "straight", "straight: expected it in [sight], from center to center of one tile each"
    if (question.lean and question.shape == "tile") or question.points or question.heights:
        for key in ("straight", "target_blocks"):
            if getattr(question, key):
                yield key, f"{key}: expected it without lean, points and heights"
    for key in ("near_target", "beyond_viewer"):
        by_lines = "area" not in ends and not (question.points or question.heights or question.lean)
        if getattr(question, key) and not (is_cover and by_lines):
            words = "expected it in [[cover]], with lines between centers or corners"
            yield key, f"{key}: {words}"
    if is_cover and not question.degrees:
        yield "", "degrees: expected from how many blocked lines on which degree is given, got none"
    if question.points and not question.degrees:
        yield "points", "points: expected degrees that say what they come to, got none"
    if not is_cover and question.degrees and not question.points:
        yield "degrees", "degrees: of sight they are for points; blocked lines hide by themselves"
    if not (question.blockers or question.points or question.heights):
        yield "", "blockers: expected at least one kind that is in the way, got none"


def _read_inset(node: TomlPart) -> int:
    # Corners move by whole units of the plane, on hexes by multiples of a third.
    parts = [part for part in range(4, 101) if UNIT // 3 % part == 0]
    value = node.data.get("inset", 0)
    if isinstance(value, bool) or value not in (0, *parts):
        some = ", ".join(map(str, parts))
        raise node.error("inset", f"inset: expected 0 or one of {some}, got {short_repr(value)}")
    return int(value)


def _can_inset(question: PackQuestion) -> bool:
    return (
        question.start == question.end == "corners"
        and question.take != "pair"
        and question.ends == "turn"
        and not (question.whole or question.swap or question.target_blocks)
    )


def _read_touch(node: TomlPart) -> TouchRules:
    usual = TouchRules()
    node.refuse_others([each.name for each in fields(TouchRules)])
    counts = {
        each: node.one_of(each, _WORDS[each], getattr(usual, each))
        for each in ("corner", "edge", "pinch", "seam")
    }
    return TouchRules(**counts, pinch_except=node.words("pinch_except"))


def _read_blockers(node: TomlPart, degrees: tuple[str, ...]) -> dict[str, str]:
    if "blockers" not in node.data:
        return {}
    table = node.table("blockers")
    most = degrees or (HIDE,)
    for kind, value in table.data.items():
        _check_kind(table, kind)
        if value not in most:
            raise table.error(kind, not_one_of(kind, most, value))
    return dict(table.data)


def _check_kind(table: TomlPart, kind: str) -> None:
    """Raise if a kind looks misspelled.

    Any other word is allowed, because maps may have any terrain.
    """
    if len(table.data) > MOST_KINDS:
        raise table.error("", f"expected at most {MOST_KINDS} kinds, got {len(table.data)}")
    if not is_word(kind):
        raise table.error(
            kind,
            f"kind: expected small letters and hyphens, got {short_repr(kind)}{_perhaps(kind)}",
        )
    if kind not in KINDS and (perhaps := _perhaps(kind)):
        raise table.error(
            kind, f"kind: nothing on a board is called {short_repr(kind)} by itself{perhaps}"
        )


def _perhaps(kind: str) -> str:
    """Return the built-in kind that this word resembles: same first letter, few differences."""
    from difflib import SequenceMatcher

    small = kind.casefold()[:40]
    near = {
        each: SequenceMatcher(None, small, each).ratio()
        for each in KINDS
        if len(each) > 3 and small[:1] == each[0]
    }
    best = max(near, key=near.__getitem__, default="")
    return f"; did you mean {short_repr(best)}?" if best and near[best] >= LIKENESS else ""


def _read_degrees(
    node: TomlPart, degrees: tuple[str, ...], grids: list[str]
) -> dict[str, tuple[tuple[int, str], ...]]:
    if "degrees" not in node.data:
        return {}
    table = node.table("degrees")
    found = {}
    for grid, steps in table.data.items():
        if grid not in grids:
            raise table.error(grid, not_one_of("grid", grids, grid))
        if not isinstance(steps, list) or not _are_steps(steps, degrees):
            raise table.error(
                grid,
                f"expected a list such as [[1, {short_repr((degrees or (TOTAL,))[0])}]] with"
                f" {', '.join(degrees) or TOTAL}, got {short_repr(steps)}",
            )
        counts = [step[0] for step in steps]
        ranks = [(degrees or (TOTAL,)).index(step[1]) for step in steps]
        # Two degrees may need the same count: the kinds of the blockers then decide.
        if counts != sorted(counts) or ranks != sorted(set(ranks)):
            raise table.error(
                grid,
                f"expected counts that do not fall and degrees that rise, got {short_repr(steps)}",
            )
        found[grid] = tuple((count, degree) for count, degree in steps)
    missing = [grid for grid in grids if grid not in found]
    if missing:
        raise node.error("degrees", f"degrees: expected them for {missing[0]} too")
    return found


def _are_steps(steps: list[Any], degrees: tuple[str, ...]) -> bool:
    return 0 < len(steps) <= MOST_DEGREES and all(_is_step(step, degrees) for step in steps)


def _is_step(step: Any, degrees: tuple[str, ...]) -> bool:
    return (
        isinstance(step, list)
        and len(step) == 2
        and isinstance(step[0], int)
        and not isinstance(step[0], bool)
        and 1 <= step[0] <= MOST_LINES
        and step[1] in (degrees or (TOTAL,))
    )


def _read_points(node: TomlPart) -> dict[str, int]:
    if "points" not in node.data:
        return {}
    table = node.table("points")
    for kind in table.data:
        _check_kind(table, kind)
        table.whole(kind, 1)
    return dict(table.data)
