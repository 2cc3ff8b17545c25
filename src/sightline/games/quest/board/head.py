"""Read and write the header lines of a quest above its map.

    title: The Sealed Crypt
    mode: adjudicated
    large: middle
    reveal: room
    rounds: 20
    goal: defeat "ogre"
    goal: exit A1 A2
    numbers: "ogre" moves 4 attack 4 defence 3 body 5
    chest: "chest" gold 30 body 2
    story: Something stirs below the old hall.

All lines are optional. This module only parses them; `scenario` checks, for example, that the ogre
exists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from sightline.errors import FormatError, SightlineError
from sightline.games.quest.board.quest import MODES, QuestMode
from sightline.model.cell import Tile, parse_square
from sightline.model.numbers import short_repr
from sightline.rules.center import LARGE
from sightline.texts import as_text, say

ROOM, SEEN = "room", "seen"
REVEALS = (ROOM, SEEN)
DEFEAT, FIND, EXIT = "defeat", "find", "exit"
MAX_ROUNDS = 999

_LINE = re.compile(r"([a-z]+):\s*(.*)")
_CHOICES: dict[str, Sequence[str]] = {"mode": MODES, "large": tuple(LARGE), "reveal": REVEALS}
_SEVERAL = ("story", "goal", "numbers", "chest")
WORDS = ("title", "mode", "large", "reveal", "rounds", "goal", "numbers", "chest", "story")
_VALUE = re.compile(r"\s*([a-z]+)\s+(\S+)")
_MOVES = re.compile(r"(?:([1-3])d6(?:\+(\d{1,2}))?|(\d{1,2}))")

# the numbers of a figure, with their minimum and maximum
FIGURE_KEYS = {"moves": (0, 30), "attack": (0, 12), "defence": (0, 12), "body": (1, 99)} | {
    "range": (1, 99)
}
CHEST_KEYS = {"gold": (0, 9999), "body": (0, 99), "attack": (0, 6), "defence": (0, 6)} | {
    "hurts": (0, 99)
}


class HeadGoal(NamedTuple):
    """A goal as written in a line: defeat a name (empty: all), find a chest, or reach an exit."""

    line: int
    kind: str
    what: str
    tiles: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        if self.kind == EXIT:
            return f"exit {' '.join(map(str, self.tiles))}"
        return f'{self.kind} "{self.what}"' if self.what else f"{self.kind} all"


class HeadNumbers(NamedTuple):
    """The numbers of a figure, or the content of a chest, as written in a line."""

    line: int
    name: str
    values: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f'"{self.name}" ' + " ".join(f"{key} {value}" for key, value in self.values)


@dataclass
class QuestHead:
    """The header above the map."""

    title: str = ""
    mode: QuestMode = "strict"
    large: Literal["tiles", "middle"] = "tiles"
    reveal: str = SEEN
    rounds: int = 0
    goals: list[HeadGoal] = field(default_factory=list)
    numbers: list[HeadNumbers] = field(default_factory=list)
    chests: list[HeadNumbers] = field(default_factory=list)
    story: str = ""

    def lines(self) -> Iterable[str]:
        """Yield the lines of the header. Defaults are omitted."""
        usual = QuestHead()
        for word in ("title", "mode", "large", "reveal", "rounds"):
            value = getattr(self, word)
            if value != getattr(usual, word):
                yield f"{word}: {value}"
        yield from (f"goal: {goal}" for goal in self.goals)
        yield from (f"numbers: {each}" for each in self.numbers)
        yield from (f"chest: {each}" for each in self.chests)
        if self.story:
            yield f"story: {self.story}"


def read_head(lines: Sequence[str], name: str) -> QuestHead:
    """Parse the header in these first lines of a file. A `FormatError` names the line."""
    head = QuestHead()
    given: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("//"):
            continue
        place = say("{name}: line {line}", name=name, line=number)
        said = _LINE.fullmatch(line.strip())
        if said is None or said[1] not in WORDS:
            raise FormatError(
                say("expected one of {names}, then ':'", names=", ".join(WORDS)), place
            )
        word, value = said.groups()
        if word in given and word not in _SEVERAL:
            raise FormatError(say("{got} is given twice", got=short_repr(word)), place)
        given.add(word)
        _take(head, word, value, number, place)
    return head


def _take(head: QuestHead, word: str, value: str, number: int, place: str) -> None:
    """Store a line in the header."""
    if word in _CHOICES and value not in _CHOICES[word]:
        allowed = ", ".join(_CHOICES[word])
        raise FormatError(
            say(
                "{word}: expected one of {allowed}, got {got}",
                word=word,
                allowed=allowed,
                got=short_repr(value),
            ),
            place,
        )
    if word == "rounds":
        head.rounds = _whole(word, value, 1, MAX_ROUNDS, place)
    elif word == "goal":
        head.goals.append(_goal(value, number, place))
    elif word == "numbers":
        head.numbers.append(_named_values(word, value, FIGURE_KEYS, number, place))
    elif word == "chest":
        head.chests.append(_named_values(word, value, CHEST_KEYS, number, place))
    elif word == "story":
        head.story = f"{head.story} {value}".strip()
    else:
        setattr(head, word, value)


def _goal(value: str, number: int, place: str) -> HeadGoal:
    kind, _, rest = value.partition(" ")
    rest = rest.strip()
    if kind == EXIT and rest:
        try:
            return HeadGoal(number, EXIT, "", tuple(parse_square(tile) for tile in rest.split()))
        except SightlineError as error:
            raise FormatError(say("goal: {error}", error=as_text(error)), place) from None
    what = rest.strip('"')
    if kind == DEFEAT and what:
        return HeadGoal(number, DEFEAT, "" if rest == "all" else what)
    if kind == FIND and what:
        return HeadGoal(number, FIND, what)
    raise FormatError(
        say(
            'goal: expected defeat all, defeat "NAME", find "CHEST" or exit A1 A2, got {got}',
            got=short_repr(value),
        ),
        place,
    )


def _named_values(
    word: str, value: str, keys: dict[str, tuple[int, int]], number: int, place: str
) -> HeadNumbers:
    """Parse a name, then keys with numbers: `"cave troll" attack 4 body 5`."""
    start = re.fullmatch(r'"([^"]+)"(.*)', value) or re.fullmatch(
        rf"(.+?)((?:\s+(?:{'|'.join(keys)})\s.*)?)", value
    )
    name, rest = (start[1].strip(), start[2]) if start else ("", value)
    values: list[tuple[str, str]] = []
    while rest.strip():
        found = _VALUE.match(rest)
        if found is None or found[1] not in keys:
            raise FormatError(
                say(
                    "{word}: expected {names}, got {got}",
                    word=word,
                    names=", ".join(keys),
                    got=short_repr(rest),
                ),
                place,
            )
        key, said = found.groups()
        if key in dict(values):
            raise FormatError(say("{word}: {key} is given twice", word=word, key=key), place)
        if key == "moves":
            read_moves(said, place)
        else:
            _whole(key, said, *keys[key], place)
        values.append((key, said))
        rest = rest[found.end() :]
    if not name or not values:
        raise FormatError(
            say(
                '{word}: expected "NAME" and numbers such as {key} 2, got {got}',
                word=word,
                key=next(iter(keys)),
                got=short_repr(value),
            ),
            place,
        )
    return HeadNumbers(number, name, tuple(values))


def read_moves(said: str, place: str) -> tuple[int, int]:
    """Parse `6`, `2d6` or `1d6+3` as steps and dice."""
    found = _MOVES.fullmatch(said)
    steps = int(found[2] or found[3] or 0) if found else -1
    if found is None or steps > FIGURE_KEYS["moves"][1]:
        raise FormatError(
            say("moves: expected 6, 2d6, 1d6+3 or the like, got {got}", got=short_repr(said)), place
        )
    return steps, int(found[1] or 0)


def _whole(word: str, value: str, least: int, most: int, place: str) -> int:
    if not (value.isascii() and value.isdecimal() and least <= int(value[:9]) <= most):
        raise FormatError(
            say(
                "{word}: expected {least} to {most}, got {got}",
                word=word,
                least=least,
                most=most,
                got=short_repr(value),
            ),
            place,
        )
    return int(value)
