"""Everything that can be done in a quest that is played, as values.

Figures are numbers: the party's first, in the order of their turns, then the monsters in the order
in which they were met. Tiles are given as any pair (row, column), and come out as `Square`.
"""

from __future__ import annotations

from dataclasses import dataclass

from sightline.model.cell import Square
from sightline.model.numbers import pair

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
class NextTurn:
    """Whoever's turn it is has done enough: a hero, an ally, or the master with all monsters."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The party gives the quest up."""


QuestAction = (
    RollMoves | StepTo | OpenDoor | ForceDoor | Strike | Search | RuleOn | NextTurn | GiveUp
)


def _order_tiles(action: OpenDoor | ForceDoor) -> None:
    """A door is between two tiles, whichever is named first."""
    a, b = sorted((pair(action.a, "door"), pair(action.b, "door")))
    object.__setattr__(action, "a", Square(*a))
    object.__setattr__(action, "b", Square(*b))
