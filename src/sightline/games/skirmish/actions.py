"""All actions of a skirmish, as values.

Units are numbers, red's first. Hexes may be any pair, and are returned as `Hex`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from sightline.errors import InvalidValueError
from sightline.games.common.action_words import ActionWords, read_flag
from sightline.model.cell import Hex
from sightline.model.numbers import pair, short_repr, whole
from sightline.texts import say


@dataclass(frozen=True, slots=True)
class Deploy:
    """Put a side's units, in order, on hexes of its zone.

    It is final, and becomes visible when both sides have deployed.
    """

    side: int
    at: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", tuple(Hex(*pair(each, "hex")) for each in self.at))


@dataclass(frozen=True, slots=True)
class March:
    """Step to a neighboring hex."""

    unit: int
    to: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "to", Hex(*pair(self.to, "hex")))


@dataclass(frozen=True, slots=True)
class Shot:
    """Shoot at an enemy."""

    unit: int
    target: int


@dataclass(frozen=True, slots=True)
class Blast:
    """Throw a blast at a hex: it hurts every unit nearby that the hex sees."""

    unit: int
    at: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", Hex(*pair(self.at, "hex")))


@dataclass(frozen=True, slots=True)
class Flame:
    """Breathe a cone of fire toward a neighboring hex: it hurts every unit in it that the
    attacker sees.
    """

    unit: int
    toward: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "toward", Hex(*pair(self.toward, "hex")))


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the battle to the other side. `gone` means that the side's player has left."""

    side: int
    gone: bool = False


SkirmishAction = Deploy | March | Shot | Blast | Flame | Pass | Resign

# --- actions as plain data and as text ------------------------------------------------------------

_WORDS: dict[str, type[Any]] = {
    "deploy": Deploy,
    "march": March,
    "shot": Shot,
    "blast": Blast,
    "flame": Flame,
    "pass": Pass,
    "resign": Resign,
}


def _read(word: str, key: str, value: Any) -> Any:
    if key == "gone":
        return read_flag(key, value)
    if key in ("unit", "target", "side"):
        return whole(value, key)
    if word == "deploy":
        if not isinstance(value, list):
            raise InvalidValueError(
                say("at: expected a list of hexes, got {got}", got=short_repr(value))
            )
        return tuple(Hex(*pair(each, "at")) for each in value)
    return Hex(*pair(value, key))


ACTION_WORDS: ActionWords[SkirmishAction] = ActionWords(_WORDS, _read)


def action_data(action: SkirmishAction) -> dict[str, Any]:
    """Return an action as plain data, such as `{"do": "march", "unit": 3, "to": [2, -1]}`.

    >>> from sightline.games.skirmish import March, action_data
    >>> action_data(March(3, (2, -1)))
    {'do': 'march', 'unit': 3, 'to': [2, -1]}
    """
    return ACTION_WORDS.data(action)


def action_of(data: Any) -> SkirmishAction:
    """Return the action that `action_data` wrote, or raise `InvalidValueError`.

    >>> from sightline.games.skirmish import action_of
    >>> action_of({"do": "shot", "unit": 0, "target": 7})
    Shot(unit=0, target=7)
    """
    return ACTION_WORDS.action(data)


# A move in a link is a letter, the unit, and a hex or a target: `m3.2.-1`, `s0.7`, `p`.
_LETTERS = {"d": Deploy, "m": March, "s": Shot, "b": Blast, "f": Flame, "p": Pass, "r": Resign}
_LETTER_OF = {kind: letter for letter, kind in _LETTERS.items()}


def moves_text(log: Iterable[SkirmishAction]) -> str:
    """Return a log as a short line for a link. `moves_of` reverses it.

    >>> from sightline.games.skirmish import March, Pass, moves_text
    >>> moves_text([March(3, (2, -1)), Pass()])
    'm3.2.-1,p'
    """
    return ",".join(_short(action) for action in log)


def _short(action: SkirmishAction) -> str:
    numbers: list[int] = []
    for each in fields(action):
        _gather(getattr(action, each.name), numbers)
    return _LETTER_OF[type(action)] + ".".join(map(str, numbers))


def _gather(value: Any, into: list[int]) -> None:
    if isinstance(value, tuple):
        for each in value:
            _gather(each, into)
    else:
        into.append(int(value))


def moves_of(text: str) -> list[SkirmishAction]:
    """Return the log that `moves_text` wrote.

    >>> from sightline.games.skirmish import moves_of
    >>> moves_of("s0.7,p")
    [Shot(unit=0, target=7), Pass()]
    """
    return [_from_short(word) for word in text.split(",") if word]


def _from_short(word: str) -> SkirmishAction:
    kind = _LETTERS.get(word[:1])
    try:
        numbers = [int(each) for each in word[1:].split(".")] if word[1:] else []
    except ValueError:
        kind = None
    expected = {Shot: 2, Pass: 0, Resign: 2}
    if kind is Deploy and len(numbers) % 2 == 1:
        places = zip(numbers[1::2], numbers[2::2], strict=True)
        return Deploy(numbers[0], tuple(Hex(q, r) for q, r in places))
    if kind is None or kind is Deploy or len(numbers) != expected.get(kind, 3):
        raise InvalidValueError(
            say("move: expected one like m3.2.-1, s0.7 or p, got {got}", got=repr(word[:40]))
        )
    if kind is Resign:
        return Resign(numbers[0], bool(numbers[1]))
    if kind in (Shot, Pass):
        made: SkirmishAction = kind(*numbers)
        return made
    aimed: SkirmishAction = kind(numbers[0], Hex(numbers[1], numbers[2]))
    return aimed
