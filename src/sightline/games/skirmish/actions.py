"""Everything that can be done in a skirmish, as values.

Units are numbers, those of red first; hexes are given as any pair, and come out as `Hex`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sightline.errors import InvalidValueError
from sightline.model.cell import Hex
from sightline.model.numbers import pair, shown, whole


@dataclass(frozen=True, slots=True)
class Deploy:
    """Put the units of a side on hexes of its zone, in their order. It holds as soon as it is
    given, and is shown when both sides have given theirs."""

    side: int
    at: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", tuple(Hex(*pair(each, "hex")) for each in self.at))


@dataclass(frozen=True, slots=True)
class March:
    """Step to a neighbouring hex."""

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
    """Throw a blast at a hex: it hurts everybody around whom the middle of it sees."""

    unit: int
    at: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", Hex(*pair(self.at, "hex")))


@dataclass(frozen=True, slots=True)
class Flame:
    """Breathe a cone of fire towards a neighbouring hex: it hurts everybody in it who is seen."""

    unit: int
    toward: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "toward", Hex(*pair(self.toward, "hex")))


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn: the other side is on."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the battle to the other side; `gone`: nobody plays this side any more."""

    side: int
    gone: bool = False


SkirmishAction = Deploy | March | Shot | Blast | Flame | Pass | Resign

# --- as plain data and as words -------------------------------------------------------------------

_WORDS: dict[str, type[Any]] = {
    "deploy": Deploy,
    "march": March,
    "shot": Shot,
    "blast": Blast,
    "flame": Flame,
    "pass": Pass,
    "resign": Resign,
}
_WORD_OF = {kind: word for word, kind in _WORDS.items()}
_KEYS: dict[str, tuple[str, ...]] = {
    "deploy": ("side", "at"),
    "march": ("unit", "to"),
    "shot": ("unit", "target"),
    "blast": ("unit", "at"),
    "flame": ("unit", "toward"),
    "pass": (),
    "resign": ("side", "gone"),
}


def action_data(action: SkirmishAction) -> dict[str, Any]:
    """`{"do": "march", "unit": 3, "to": [2, -1]}` and the like.

    >>> from sightline.games.skirmish import March, action_data
    >>> action_data(March(3, (2, -1)))
    {'do': 'march', 'unit': 3, 'to': [2, -1]}
    """
    word = _WORD_OF[type(action)]
    return {"do": word, **{key: _plain(getattr(action, key)) for key in _KEYS[word]}}


def _plain(value: Any) -> Any:
    if isinstance(value, Hex):
        return [value.q, value.r]
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def action_of(data: Any) -> SkirmishAction:
    """The action that `action_data` wrote; an `InvalidValueError` says what is wrong with it.

    >>> from sightline.games.skirmish import action_of
    >>> action_of({"do": "shot", "unit": 0, "target": 7})
    Shot(unit=0, target=7)
    """
    if not isinstance(data, Mapping):
        raise InvalidValueError(f"action: expected an object, got {shown(data)}")
    word = data.get("do")
    if not isinstance(word, str) or word not in _WORDS:
        raise InvalidValueError(f"do: expected one of {', '.join(_WORDS)}, got {shown(word)}")
    keys = _KEYS[word]
    others = [key for key in data if key not in ("do", *keys)]
    missing = [key for key in keys if key not in data]
    if others or missing:
        raise InvalidValueError(
            f"{word}: expected {', '.join(keys) or 'nothing else'};"
            f" {'missing' if missing else 'not known'}: {shown((missing or others)[0])}"
        )
    made: SkirmishAction = _WORDS[word](**{key: _read(word, key, data[key]) for key in keys})
    return made


def _read(word: str, key: str, value: Any) -> Any:
    if key == "gone":
        if not isinstance(value, bool):
            raise InvalidValueError(f"gone: expected true or false, got {shown(value)}")
        return value
    if key in ("unit", "target", "side"):
        return whole(value, key)
    if word == "deploy":
        if not isinstance(value, list):
            raise InvalidValueError(f"at: expected a list of hexes, got {shown(value)}")
        return tuple(Hex(*pair(each, "at")) for each in value)
    return Hex(*pair(value, key))


# A move in a link: a letter, the unit, and a hex or a target: `m3.2.-1`, `s0.7`, `p`.
_LETTERS = {"d": Deploy, "m": March, "s": Shot, "b": Blast, "f": Flame, "p": Pass, "r": Resign}
_LETTER_OF = {kind: letter for letter, kind in _LETTERS.items()}


def moves_text(log: Iterable[SkirmishAction]) -> str:
    """A log as a short line for a link, which `moves_of` reads back.

    >>> from sightline.games.skirmish import March, Pass, moves_text
    >>> moves_text([March(3, (2, -1)), Pass()])
    'm3.2.-1,p'
    """
    return ",".join(_short(action) for action in log)


def _short(action: SkirmishAction) -> str:
    numbers: list[int] = []
    for key in _KEYS[_WORD_OF[type(action)]]:
        _gather(getattr(action, key), numbers)
    return _LETTER_OF[type(action)] + ".".join(map(str, numbers))


def _gather(value: Any, into: list[int]) -> None:
    if isinstance(value, tuple):
        for each in value:
            _gather(each, into)
    else:
        into.append(int(value))


def moves_of(text: str) -> list[SkirmishAction]:
    """The log that `moves_text` wrote.

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
        raise InvalidValueError(f"move: expected one like m3.2.-1, s0.7 or p, got {word[:40]!r}")
    if kind is Resign:
        return Resign(numbers[0], bool(numbers[1]))
    if kind in (Shot, Pass):
        made: SkirmishAction = kind(*numbers)
        return made
    aimed: SkirmishAction = kind(numbers[0], Hex(numbers[1], numbers[2]))
    return aimed
