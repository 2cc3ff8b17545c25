"""Events on a quest board. Each is a value that prints as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sightline.answers.sight import Sight
from sightline.model.cell import Tile
from sightline.model.threshold import Threshold
from sightline.rulings import Ruling

MOST_TILES_NAMED = 6


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure took one step."""

    name: str
    start: Tile
    to: Tile

    def __str__(self) -> str:
        return f"{self.name} moves from {self.start} to {self.to}."


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """A door or gate was opened, closed, unlocked or found."""

    who: str
    a: Tile
    b: Tile
    before: Threshold
    after: Threshold

    def __str__(self) -> str:
        what = type(self.after).__name__.lower()
        where = f"between {self.a} and {self.b}"
        if self.before.state == "secret":
            return f"{self.who} finds a secret {what} {where}."
        if self.before.state == "locked":
            return f"{self.who} unlocks the {what} {where}."
        verb = "opens" if self.after.state == "open" else "closes"
        return f"{self.who} {verb} the {what} {where}."


@dataclass(frozen=True, slots=True)
class NothingFound:
    """A search did not find a secret door."""

    who: str

    def __str__(self) -> str:
        return f"{self.who} searches, and finds nothing."


@dataclass(frozen=True, slots=True)
class Appeared:
    """A figure was put on the board."""

    name: str
    at: Tile

    def __str__(self) -> str:
        return f"{self.name} appears on {self.at}."


@dataclass(frozen=True, slots=True)
class Removed:
    """A figure was taken off the board."""

    name: str

    def __str__(self) -> str:
        return f"{self.name} is gone."


@dataclass(frozen=True, slots=True)
class RulingMade:
    """The game master decided a close call."""

    ruling: Ruling

    def __str__(self) -> str:
        return f"The game master rules: {self.ruling}"


@dataclass(frozen=True, slots=True)
class TilesRevealed:
    """A hero sees tiles that the party had not seen before."""

    hero: str
    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return f"{self.hero} sees new tiles: {_listed(self.tiles)}."


@dataclass(frozen=True, slots=True)
class FigureSeen:
    """A hero sees a figure or a piece of furniture that was out of sight before."""

    hero: str
    name: str
    at: Tile

    def __str__(self) -> str:
        return f"{self.hero} now sees {self.name} on {self.at}."


@dataclass(frozen=True, slots=True)
class FigureLost:
    """A hero no longer sees a figure that is still there."""

    hero: str
    name: str

    def __str__(self) -> str:
        return f"{self.hero} no longer sees {self.name}."


@dataclass(frozen=True, slots=True)
class CallNeeded:
    """It is too close to call whether a hero sees a figure, so the game master must decide."""

    hero: str
    name: str
    sight: Sight
    lapsed: Ruling | None = None

    def __str__(self) -> str:
        before = f" An earlier ruling has lapsed: {self.lapsed.because}." if self.lapsed else ""
        return f"Does {self.hero} see {self.name}? {self.sight.explain()}{before}"


Event = (
    Moved
    | DoorChanged
    | NothingFound
    | Appeared
    | Removed
    | RulingMade
    | TilesRevealed
    | FigureSeen
    | FigureLost
    | CallNeeded
)


def _listed(tiles: Sequence[Tile]) -> str:
    names = [str(tile) for tile in tiles]
    rest = len(names) - MOST_TILES_NAMED
    if rest > 1:
        return f"{', '.join(names[:MOST_TILES_NAMED])} and {rest} more"
    return ", ".join(names)
