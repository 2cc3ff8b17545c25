"""Everything that can be done in a quest that is played, as values.

Figures are numbers: the party's first, in the order of their turns, then the monsters in the order
in which they were met. Tiles are given as any pair (row, column), and come out as `Square`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from sightline.errors import InvalidValueError
from sightline.model.cell import Square
from sightline.model.numbers import pair, shown, whole

DOORS, TREASURE = "doors", "treasure"
SEARCHES = (DOORS, TREASURE)


@dataclass(frozen=True, slots=True)
class RollMoves:
    """Roll the dice for the moves of the hero or ally whose turn it is."""


@dataclass(frozen=True, slots=True)
class StepTo:
    """Step to one of the four neighbouring tiles; a large figure goes with all its tiles."""

    figure: int
    to: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "to", Square(*pair(self.to, "tile")))


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """Open the closed door or gate between two tiles, next to the hero. It costs nothing."""

    figure: int
    a: tuple[int, int]
    b: tuple[int, int]

    def __post_init__(self) -> None:
        _order_tiles(self)


@dataclass(frozen=True, slots=True)
class ForceDoor:
    """Break a locked door or gate open: the hero's action, with the hero's attack dice."""

    figure: int
    a: tuple[int, int]
    b: tuple[int, int]

    def __post_init__(self) -> None:
        _order_tiles(self)


@dataclass(frozen=True, slots=True)
class Strike:
    """Attack: somebody next to one, or within the weapon's range and in sight."""

    figure: int
    target: int


@dataclass(frozen=True, slots=True)
class Search:
    """Search for secret `doors`, as far as the hero sees, or for `treasure` in the hero's room."""

    figure: int
    what: str


@dataclass(frozen=True, slots=True)
class RuleOn:
    """The master decides a close call: does one figure see the other?

    While a strike waits for it, it decides the strike; at any other time it overrules."""

    figure: int
    target: int
    visible: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class ShowRoom:
    """The master opens a room for the party, whoever's turn it is: all of it, and who is there.

    Nobody needs to have come near it, and its doors stay as they are."""

    at: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", Square(*pair(self.at, "room")))


@dataclass(frozen=True, slots=True)
class NextTurn:
    """Whoever's turn it is has done enough: a hero, an ally, or the master with all monsters."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The party gives the quest up."""


QuestAction = (
    RollMoves
    | StepTo
    | OpenDoor
    | ForceDoor
    | Strike
    | Search
    | RuleOn
    | ShowRoom
    | NextTurn
    | GiveUp
)


def _order_tiles(action: OpenDoor | ForceDoor) -> None:
    """A door is between two tiles, whichever is named first."""
    a, b = sorted((pair(action.a, "door"), pair(action.b, "door")))
    object.__setattr__(action, "a", Square(*a))
    object.__setattr__(action, "b", Square(*b))


# --- as plain data and as words -------------------------------------------------------------------

_WORDS: dict[str, type[Any]] = {
    "roll": RollMoves,
    "step": StepTo,
    "open": OpenDoor,
    "force": ForceDoor,
    "strike": Strike,
    "search": Search,
    "rule": RuleOn,
    "show": ShowRoom,
    "next": NextTurn,
    "give up": GiveUp,
}
_WORD_OF = {kind: word for word, kind in _WORDS.items()}
_KEYS: dict[str, tuple[str, ...]] = {
    "roll": (),
    "step": ("figure", "to"),
    "open": ("figure", "a", "b"),
    "force": ("figure", "a", "b"),
    "strike": ("figure", "target"),
    "search": ("figure", "what"),
    "rule": ("figure", "target", "visible", "why"),
    "show": ("at",),
    "next": (),
    "give up": (),
}


def action_data(action: QuestAction) -> dict[str, Any]:
    """`{"do": "step", "figure": 0, "to": [2, 1]}` and the like.

    >>> from sightline.games.quest import StepTo, action_data
    >>> action_data(StepTo(0, (2, 1)))
    {'do': 'step', 'figure': 0, 'to': [2, 1]}
    """
    word = _WORD_OF[type(action)]
    return {"do": word, **{key: _plain(getattr(action, key)) for key in _KEYS[word]}}


def _plain(value: Any) -> Any:
    return [value.row, value.col] if isinstance(value, Square) else value


def action_of(data: Any) -> QuestAction:
    """The action that `action_data` wrote; an `InvalidValueError` says what is wrong with it.

    >>> from sightline.games.quest import action_of
    >>> action_of({"do": "strike", "figure": 0, "target": 7})
    Strike(figure=0, target=7)
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
    made: QuestAction = _WORDS[word](**{key: _read(key, data[key]) for key in keys})
    return made


def _read(key: str, value: Any) -> Any:
    if key in ("figure", "target"):
        return whole(value, key)
    kind = {"visible": bool, "why": str, "what": str}.get(key)
    if kind is None:
        return Square(*pair(value, key))
    if not isinstance(value, kind):
        expected = "true or false" if kind is bool else "a text"
        raise InvalidValueError(f"{key}: expected {expected}, got {shown(value)}")
    return value


# An action in a link: a letter, and numbers: `r`, `s0.2.1`, `o0.3.1.4.1`, `k0.5`, `t0`, `n`.
_LETTERS: dict[str, tuple[type[Any], int]] = {
    "r": (RollMoves, 0),
    "s": (StepTo, 3),
    "o": (OpenDoor, 5),
    "f": (ForceDoor, 5),
    "k": (Strike, 2),
    "d": (Search, 1),
    "t": (Search, 1),
    "y": (RuleOn, 3),
    "m": (ShowRoom, 2),
    "n": (NextTurn, 0),
    "g": (GiveUp, 0),
}


def moves_text(log: Iterable[QuestAction]) -> str:
    """A log as a short line for a link, which `moves_of` reads back.

    >>> from sightline.games.quest import NextTurn, StepTo, moves_text
    >>> moves_text([StepTo(0, (2, 1)), NextTurn()])
    's0.2.1,n'
    """
    return ",".join(_short(action) for action in log)


def _short(action: QuestAction) -> str:
    match action:
        case Search(figure, what):
            return f"{'d' if what == DOORS else 't'}{figure}"
        case RuleOn(figure, target, visible, why):
            said = f".{quote(why, safe='')}" if why else ""
            return f"y{figure}.{target}.{int(visible)}{said}"
        case StepTo(figure, to):
            return f"s{figure}.{to[0]}.{to[1]}"
        case OpenDoor(figure, a, b) | ForceDoor(figure, a, b):
            letter = "o" if isinstance(action, OpenDoor) else "f"
            return f"{letter}{figure}.{a[0]}.{a[1]}.{b[0]}.{b[1]}"
        case Strike(figure, target):
            return f"k{figure}.{target}"
        case ShowRoom(at):
            return f"m{at[0]}.{at[1]}"
    return {RollMoves: "r", NextTurn: "n", GiveUp: "g"}[type(action)]


def moves_of(text: str) -> list[QuestAction]:
    """The log that `moves_text` wrote.

    >>> from sightline.games.quest import moves_of
    >>> moves_of("k0.7,n")
    [Strike(figure=0, target=7), NextTurn()]
    """
    return [_from_short(word) for word in text.split(",") if word]


def _from_short(word: str) -> QuestAction:
    kind, count = _LETTERS.get(word[:1], (None, 0))
    parts = word[1:].split(".", 3 if kind is RuleOn else -1) if word[1:] else []
    why = unquote(parts.pop()) if kind is RuleOn and len(parts) == 4 else ""
    small = all(each.isascii() and each.isdecimal() and len(each) < 7 for each in parts)
    if kind is None or len(parts) != count or not small:
        raise InvalidValueError(f"move: expected one like s0.2.1, k0.5 or n, got {word[:40]!r}")
    numbers = [int(each) for each in parts]
    made: QuestAction
    if kind is Search:
        return Search(numbers[0], DOORS if word[0] == "d" else TREASURE)
    if kind is RuleOn:
        return RuleOn(numbers[0], numbers[1], bool(numbers[2]), why)
    if kind is ShowRoom:
        return ShowRoom(Square(*numbers))
    if kind is StepTo:
        return StepTo(numbers[0], Square(*numbers[1:]))
    if kind in (OpenDoor, ForceDoor):
        made = kind(numbers[0], Square(*numbers[1:3]), Square(*numbers[3:]))
        return made
    made = kind(*numbers)
    return made
