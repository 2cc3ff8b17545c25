"""Levels as text files: a map, and the meaning of each letter.

    ; a line that starts with a semicolon is a comment
    title: The flooded stair
    text: Something moved below.

    map:
    @..#.
    ..#.S
    .....

    monster S: spider, health 1, speed 4, attack 3, defence 2, range 2

`#` is a wall, `.` floor, `@` the adventurer's start, and a capital letter a monster; the same
letter
twice means two monsters of that kind. `hint:` lines, if any, are shown one by one in a tutorial.
Every error names its line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from sightline.errors import FormatError, InvalidTypeError, UnknownNameError
from sightline.games.one_card_dungeon.board.layout import (
    NEAREST,
    LevelLayout,
    costs_from,
    kept_hash,
    without_kept,
)
from sightline.model.cell import Square
from sightline.model.names import not_one_of

LEVEL_COUNT = 12
MAX_SIDE = 40
MAX_MONSTERS = 26
MAX_LINE = 500
MAX_TEXT = 64 * 1024
STATS = ("health", "speed", "attack", "defence", "range")
LIMITS: dict[str, tuple[int, int, str]] = {
    "health": (1, 99, "a monster without health is dead"),
    "speed": (0, 99, "0 stays where it is"),
    "attack": (1, 99, "a monster that never hurts is furniture"),
    # An attack skill of 1, eleven improvements and a six make 18: a monster with a higher defence
    # is invulnerable.
    "defence": (1, 18, "an attack must cost something, and more than 18 points nobody ever has"),
    "range": (NEAREST, 99, f"the nearest neighbor is {NEAREST} away"),
}


@dataclass(frozen=True)
class Kind:
    """The meaning of a letter on the map."""

    letter: str
    name: str
    health: int
    speed: int
    attack: int
    defence: int
    range: int

    __hash__ = kept_hash
    __getstate__ = without_kept


@dataclass(frozen=True)
class Level:
    """A level as designed, before the first turn."""

    title: str
    layout: LevelLayout
    start: Square
    monsters: tuple[tuple[Kind, Square], ...]
    text: str = ""
    hints: tuple[str, ...] = field(default=())

    __hash__ = kept_hash
    __getstate__ = without_kept

    def kinds(self) -> list[Kind]:
        """Return each kind once, in the order in which the map shows them."""
        return list(dict.fromkeys(kind for kind, _ in self.monsters))


# --- reading

_HEADING = re.compile(r"(title|text|hint)\s*:\s*(.*)")
_MAP = re.compile(r"map\s*:\s*(.*)")
_MONSTER = re.compile(r"monster\s+(\S+)\s*:\s*(.*)")
_NAME = re.compile(r"[a-z][a-z '-]{0,23}")


def parse_level(text: str) -> Level:
    """Parse a level, or raise a FormatError with the position."""
    if not isinstance(text, str):
        raise InvalidTypeError(f"level: expected a text, got {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise FormatError(f"a level of {len(text):,} characters; at most {MAX_TEXT:,} are read")
    return _Reader(text.removeprefix("\ufeff").splitlines()).read()


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.words: dict[str, str] = {}
        self.hints: list[str] = []
        self.map: list[tuple[int, str]] = []  # line number and row
        self.kinds: dict[str, tuple[int, Kind]] = {}  # by letter, with its line number

    def read(self) -> Level:
        in_map = False
        for number, raw in enumerate(self.lines, 1):
            if len(raw) > MAX_LINE:
                raise _error(f"a line of more than {MAX_LINE} characters", number, MAX_LINE + 1)
            line = raw.strip()
            if not line or line.startswith(";"):
                in_map = in_map and bool(line)
            elif in_map and ":" not in line:
                self.map.append((number, raw.rstrip()))
            else:
                in_map = self._heading(number, line)
        return self._level()

    def _heading(self, number: int, line: str) -> bool:
        """Parse a line outside the map; return whether the map is next."""
        if match := _HEADING.fullmatch(line):
            word, value = match[1], match[2]
            if word == "hint":
                self.hints.append(value)
            elif word in self.words:
                raise _error(f"a second {word!r}; a level has one", number, 1)
            else:
                self.words[word] = value
            return False
        if match := _MAP.fullmatch(line):
            if self.map:
                raise _error("a second map; a level has one", number, 1)
            if match[1]:
                raise _error("expected the map to start on the next line", number, 1)
            return True
        if match := _MONSTER.fullmatch(line):
            self._kind(number, match[1], match[2], match.start(2))
            return False
        raise _error(
            f"expected 'title:', 'text:', 'hint:', 'map:' or 'monster X: ...', got {line[:40]!r}",
            number,
            1,
        )

    def _kind(self, number: int, letter: str, body: str, column: int) -> None:
        if not re.fullmatch("[A-Z]", letter):
            raise _error(
                f"expected one capital letter, got {letter!r}", number, len("monster ") + 1
            )
        if letter in self.kinds:
            raise _error(f"{letter} is described twice, first on line {self.kinds[letter][0]}",
                         number, len("monster ") + 1)  # fmt: skip
        name, *parts = body.split(",")
        if not _NAME.fullmatch(name.strip()):
            raise _error(
                f"expected a name in small letters, got {name.strip()!r}", number, column + 1
            )
        stats: dict[str, int] = {}
        at = column + len(name) + 1
        for part in parts:
            place = at + len(part) - len(part.lstrip()) + 1
            stat, value = self._stat(number, part.strip(), place)
            if stat in stats:
                raise _error(f"{stat} is given twice", number, place)
            stats[stat] = value
            at += len(part) + 1
        missing = [stat for stat in STATS if stat not in stats]
        if missing:
            raise _error(f"the {name.strip()} has no {' and no '.join(missing)}", number, at)
        self.kinds[letter] = (number, Kind(letter, name.strip(), **stats))

    @staticmethod
    def _stat(number: int, part: str, column: int) -> tuple[str, int]:
        match = re.fullmatch(r"([a-z]+)\s+(-?[0-9]{1,6})", part, re.ASCII)
        if match is None or match[1] not in LIMITS:
            raise _error(f"expected one of {', '.join(STATS)} and a number, got {part!r}",
                         number, column)  # fmt: skip
        low, high, why = LIMITS[match[1]]
        value = int(match[2])
        if not low <= value <= high:
            raise _error(f"{match[1]}: expected {low} to {high}, got {value} ({why})",
                         number, column)  # fmt: skip
        return match[1], value

    # --- the map

    def _level(self) -> Level:
        if not self.map:
            raise _error("there is no map; expected a line 'map:' and rows of # . @ and letters",
                         max(1, len(self.lines)), 1)  # fmt: skip
        if not self.words.get("title"):
            raise _error("the level has no 'title:'", 1, 1)
        width = len(self.map[0][1])
        if width > MAX_SIDE or len(self.map) > MAX_SIDE:
            raise _error(
                f"a map of {len(self.map)} x {width}; at most {MAX_SIDE} x {MAX_SIDE}",
                self.map[0][0],
                1,
            )
        walls: list[Square] = []
        starts: list[Square] = []
        monsters: list[tuple[Kind, Square]] = []
        for row, (number, line) in enumerate(self.map):
            if len(line) != width:
                raise _error(f"expected {width} tiles as in the first row, got {len(line)}",
                             number, min(width, len(line)) + 1)  # fmt: skip
            for col, sign in enumerate(line):
                tile = Square(row, col)
                if sign == "#":
                    walls.append(tile)
                elif sign == "@":
                    starts.append(tile)
                elif sign in self.kinds:
                    monsters.append((self.kinds[sign][1], tile))
                elif sign != ".":
                    raise _error(self._unknown(sign, tile), number, col + 1)
        layout = LevelLayout(len(self.map), width, frozenset(walls))
        start = self._checked(layout, starts, monsters)
        return Level(
            self.words["title"],
            layout,
            start,
            tuple(monsters),
            self.words.get("text", ""),
            tuple(self.hints),
        )

    def _checked(
        self, layout: LevelLayout, starts: list[Square], monsters: list[tuple[Kind, Square]]
    ) -> Square:
        first = self.map[0][0]
        if not starts:
            raise _error("no adventurer: one tile of the map must be @", first, 1)
        if len(starts) > 1:
            raise self._at(starts[1], f"a second @; the first is on {starts[0]}")
        if not monsters:
            raise _error("no monsters: a level without any is won before it begins", first, 1)
        if len(monsters) > MAX_MONSTERS:
            raise _error(f"{len(monsters)} monsters; at most {MAX_MONSTERS}", first, 1)
        for letter, (number, kind) in self.kinds.items():
            if all(kind is not other for other, _ in monsters):
                raise _error(f"the {kind.name} ({letter}) is not on the map", number, 9)
        way = costs_from(layout, starts[0], None)
        for kind, tile in monsters:
            if tile not in way:
                raise self._at(
                    tile, f"no way leads from the adventurer on {starts[0]} to the {kind.name} on"
                    f" {tile}"
                )  # fmt: skip
        return starts[0]

    @staticmethod
    def _unknown(sign: str, tile: Square) -> str:
        if "A" <= sign <= "Z":
            return f"no line says what {sign} on {tile} is; expected 'monster {sign}: name, ...'"
        return f"expected # . @ or a capital letter, got {sign!r} on {tile}"

    def _at(self, tile: Square, message: str) -> FormatError:
        return _error(message, self.map[tile.row][0], tile.col + 1)


def _error(message: str, line: int, column: int) -> FormatError:
    return FormatError(message, f"line {line} column {column}")


# --- writing


def format_level(level: Level) -> str:
    """Return the text that `parse_level` reads back as the same level."""
    signs = {tile: kind.letter for kind, tile in level.monsters}
    signs[level.start] = "@"
    signs.update(dict.fromkeys(level.layout.walls, "#"))
    lines = [f"title: {level.title}"]
    lines += [f"text: {level.text}"] if level.text else []
    lines += [f"hint: {hint}" for hint in level.hints]
    lines += ["", "map:"]
    for row in range(level.layout.rows):
        cols = range(level.layout.cols)
        lines.append("".join(signs.get(Square(row, col), ".") for col in cols))
    lines.append("")
    for kind in sorted(level.kinds(), key=lambda kind: kind.letter):
        stats = ", ".join(f"{stat} {getattr(kind, stat)}" for stat in STATS)
        lines.append(f"monster {kind.letter}: {kind.name}, {stats}")
    return "\n".join(lines) + "\n"


# --- the levels that ship with the game


@cache
def shipped_level(name: str) -> Level:
    """Return a level that comes with the game: `"1"` to `"12"`, or `"tutorial"`."""
    known = ["tutorial", *map(str, range(1, LEVEL_COUNT + 1))]
    if name not in known:
        raise UnknownNameError(not_one_of("level", known, name))
    stem = f"{int(name):02}" if name.isdigit() else name
    folder = files("sightline.games.one_card_dungeon") / "levels"
    return parse_level((folder / f"{stem}.txt").read_text(encoding="utf-8"))


@cache
def shipped_levels() -> tuple[Level, ...]:
    """Return the twelve levels of the game, in order."""
    return tuple(shipped_level(str(n)) for n in range(1, LEVEL_COUNT + 1))


def read_levels(texts: Iterable[str]) -> tuple[Level, ...]:
    """Parse a custom campaign, one level per text. Errors name the level."""
    levels = []
    for number, text in enumerate(texts, 1):
        try:
            levels.append(parse_level(text))
        except FormatError as error:
            raise FormatError(str(error), f"level {number}") from None
    return tuple(levels)
