"""All actions of a quest, as values.

Figures are numbers: the party first, in turn order, then the monsters in the order in which the
party met them. Tiles may be any pair (row, column), and are returned as `Square`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from sightline.errors import InvalidValueError
from sightline.games.common.action_words import ActionWords, read_flag
from sightline.model.cell import Square
from sightline.model.numbers import pair, short_repr, whole
from sightline.texts import say

DOORS, TREASURE = "doors", "treasure"
SEARCHES = (DOORS, TREASURE)


@dataclass(frozen=True, slots=True)
class RollMoves:
    """Roll the dice for the moves of the active hero or ally."""


@dataclass(frozen=True, slots=True)
class StepTo:
    """Step to one of the four neighboring tiles; a large figure moves all its tiles."""

    figure: int
    to: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "to", Square(*pair(self.to, "tile")))


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """Open the closed door or gate between two tiles, next to the hero. It is free."""

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
    """Attack an adjacent figure, or one within the weapon's range and in sight."""

    figure: int
    target: int


@dataclass(frozen=True, slots=True)
class Search:
    """Search for secret `doors`, as far as the hero sees, or for `treasure` in the hero's room."""

    figure: int
    what: str


@dataclass(frozen=True, slots=True)
class RuleOn:
    """Decide, as the game master, whether one figure sees the other in a close call.

    If a strike waits for the ruling, this decides the strike. At any other time it overrules.
    """

    figure: int
    target: int
    visible: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class ShowRoom:
    """Reveal a whole room and its figures to the party, as the game master, at any time.

    The party does not have to be near the room. Its doors stay as they are.
    """

    at: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", Square(*pair(self.at, "room")))


@dataclass(frozen=True, slots=True)
class NextTurn:
    """End the turn of a hero, an ally, or the game master with all monsters."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give up the quest as the party."""


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
    """Normalize the order of the two tiles of a door."""
    a, b = sorted((pair(action.a, "door"), pair(action.b, "door")))
    object.__setattr__(action, "a", Square(*a))
    object.__setattr__(action, "b", Square(*b))


# --- actions as plain data and as text ------------------------------------------------------------

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


def _read(_: str, key: str, value: Any) -> Any:
    if key in ("figure", "target"):
        return whole(value, key)
    if key == "visible":
        return read_flag(key, value)
    if key not in ("why", "what"):
        return Square(*pair(value, key))
    if not isinstance(value, str):
        raise InvalidValueError(
            say("{key}: expected a text, got {got}", key=key, got=short_repr(value))
        )
    return value


ACTION_WORDS: ActionWords[QuestAction] = ActionWords(_WORDS, _read)


def action_data(action: QuestAction) -> dict[str, Any]:
    """Return an action as plain data, such as `{"do": "step", "figure": 0, "to": [2, 1]}`.

    >>> from sightline.games.quest import StepTo, action_data
    >>> action_data(StepTo(0, (2, 1)))
    {'do': 'step', 'figure': 0, 'to': [2, 1]}
    """
    return ACTION_WORDS.data(action)


def action_of(data: Any) -> QuestAction:
    """Return the action that `action_data` wrote, or raise `InvalidValueError`.

    >>> from sightline.games.quest import action_of
    >>> action_of({"do": "strike", "figure": 0, "target": 7})
    Strike(figure=0, target=7)
    """
    return ACTION_WORDS.action(data)


# An action in a link is a letter and numbers: `r`, `s0.2.1`, `o0.3.1.4.1`, `k0.5`, `t0`, `n`.
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
    """Return a log as a short line for a link. `moves_of` reverses it.

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
    """Return the log that `moves_text` wrote.

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
        raise InvalidValueError(
            say("move: expected one like s0.2.1, k0.5 or n, got {got}", got=repr(word[:40]))
        )
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
