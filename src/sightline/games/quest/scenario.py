"""A playable quest: the map, the figures with their numbers, and the goals.

A `Scenario` is immutable. It caches what can be computed in advance: rooms, steps, and what every
line of sight touches (`lines`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from sightline.games.quest.board.head import (
    DEFEAT,
    FIND,
    ROOM,
)
from sightline.games.quest.board.lines import SightLines, lines_of
from sightline.model.cell import Point, Square, Tile
from sightline.model.square import SquareBoard

OPEN, CLOSED, LOCKED, SECRET = "o", "c", "l", "s"
STATES = {OPEN: "open", CLOSED: "closed", LOCKED: "locked", SECRET: "secret"}


class FigureNumbers(NamedTuple):
    """The abilities of a hero, an ally or a monster. Moves are `moves` steps plus a roll of
    `dice` dice.
    """

    moves: int
    dice: int
    attack: int
    defence: int
    body: int
    range: int

    @property
    def pace(self) -> str:
        """The moves in dice notation: 6, 2d6, 1d6+3."""
        if not self.dice:
            return str(self.moves)
        return f"{self.dice}d6" + (f"+{self.moves}" if self.moves else "")


class QuestGoal(NamedTuple):
    """One goal of a quest.

    `kind` is "defeat" (`what` is a name, or empty for all), "find" (`what` is a chest) or "exit"
    (`tiles` are its place; it counts only after all others).
    """

    kind: str
    what: str
    tiles: tuple[Tile, ...] = ()

    @property
    def text(self) -> str:
        """A description of the goal."""
        if self.kind == DEFEAT:
            return f"defeat {self.what or 'every monster'}"
        if self.kind == FIND:
            return f"find {self.what}"
        return f"leave by {' or '.join(map(str, self.tiles))}"


class ChestGift(NamedTuple):
    """The content of a chest. `hurts` is the damage to its finder, which comes first."""

    gold: int = 0
    body: int = 0
    attack: int = 0
    defence: int = 0
    hurts: int = 0


@lru_cache(maxsize=1024)
def species_of(name: str) -> str:
    """Return a name without its number, which would reveal how many there are."""
    return re.sub(r" \d+$", "", name)


class ScenarioFigure(NamedTuple):
    """A hero, an ally or a monster at the start of the quest."""

    name: str
    kind: str
    """"hero", "ally" or "enemy"."""
    at: Tile
    size: tuple[int, int]
    numbers: FigureNumbers
    blocks: bool
    """Whether it blocks sight."""

    @property
    def species(self) -> str:
        """The name without its number. (The party numbers monsters as it meets them.)"""
        return species_of(self.name) if self.kind == "enemy" else self.name


class ScenarioDoor(NamedTuple):
    """A door or gate between two tiles, at the start of the quest."""

    a: Tile
    b: Tile
    what: str
    """"door" or "gate"."""
    state: str
    """One letter: o (open), c (closed), l (locked) or s (secret)."""


class Furnishing(NamedTuple):
    """A piece of furniture."""

    name: str
    kind: str
    at: Tile
    size: tuple[int, int]
    tiles: int
    """Its tiles, as bits."""
    blocks: bool
    gift: ChestGift | None
    """The content, if it is a chest."""


@dataclass(frozen=True, eq=False, repr=False)
class Scenario:
    """A quest as written. Two scenarios are equal if their texts are equal."""

    text: str
    """The text in canonical form, which parses as this scenario."""
    title: str
    story: str
    mode: str
    large: str
    reveal: str
    rounds: int
    """The number of rounds after which the quest is lost; 0 means never."""
    goals: tuple[QuestGoal, ...]
    figures: tuple[ScenarioFigure, ...]
    doors: tuple[ScenarioDoor, ...]
    furniture: tuple[Furnishing, ...]
    board: SquareBoard

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Scenario) and self.text == other.text)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Scenario: {self.title}, {len(self.figures)} figures>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Scenario:
        return self  # scenarios never change, and a search copies thousands of quests

    def __reduce__(self) -> tuple[Any, ...]:
        # `scenario_files` imports this module, hence the late import. Caches are computed again
        # once.
        from sightline.games.quest.scenario_files import read_scenario

        return read_scenario, (self.text,)

    # --- looked up

    @cached_property
    def _hash(self) -> int:
        return hash(self.text)

    @cached_property
    def cols(self) -> int:
        return self.board.cols

    @cached_property
    def tiles(self) -> list[Square]:
        """All tiles, indexed by their numbers."""
        return list(self.board.tiles())

    @cached_property
    def lines(self) -> SightLines:
        return lines_of(self.board)

    @cached_property
    def party(self) -> tuple[int, ...]:
        """Heroes and allies, in the order of the map."""
        return tuple(i for i, each in enumerate(self.figures) if each.kind != "enemy")

    @cached_property
    def monsters(self) -> tuple[int, ...]:
        return tuple(i for i, each in enumerate(self.figures) if each.kind == "enemy")

    @cached_property
    def solid(self) -> int:
        return sum(1 << i for i, tile in enumerate(self.tiles) if self.board.is_solid(tile))

    @cached_property
    def blocked(self) -> int:
        """The tiles on which no figure can stand: rock and furniture."""
        mask = self.solid
        for each in self.furniture:
            mask |= each.tiles
        return mask

    @cached_property
    def always_blocking(self) -> int:
        """The tiles that always block sight: rock and tall furniture."""
        mask = self.solid
        for each in self.furniture:
            mask |= each.tiles if each.blocks else 0
        return mask

    @cached_property
    def wide(self) -> tuple[int, ...]:
        """Tall furniture of several tiles, each piece as bits. A piece does not block the view
        of itself.
        """
        return tuple(e.tiles for e in self.furniture if e.blocks and e.tiles.bit_count() > 1)

    @cached_property
    def door_bits(self) -> tuple[int, ...]:
        """The bit of each door's edge in `lines`."""
        edges = {ends: 1 << i for i, ends in enumerate(self.lines.edges)}
        return tuple(edges[self.index(door.a), self.index(door.b)] for door in self.doors)

    @cached_property
    def wall_bits(self) -> int:
        doors = sum(self.door_bits)
        return ((1 << len(self.lines.edges)) - 1) & ~doors

    @cached_property
    def steps(self) -> list[tuple[tuple[int, int], ...]]:
        """The neighbors of every tile to the north, east, south and west that are not behind a
        wall.

        Each comes with the number of the door in between, or -1.
        """
        door_at = {(self.index(d.a), self.index(d.b)): i for i, d in enumerate(self.doors)}
        walls = {e for e in self.lines.edges if e not in door_at}
        return [tuple(self._steps_from(tile, door_at, walls)) for tile in self.tiles]

    def _steps_from(
        self, tile: Square, door_at: dict[tuple[int, int], int], walls: set[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        here = self.index(tile)
        for to in self.board.grid.neighbors(tile):
            if to in self.board:
                ends = (min(here, self.index(to)), max(here, self.index(to)))
                if ends not in walls:
                    yield self.index(to), door_at.get(ends, -1)

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """Areas enclosed by walls, doors, gates and rock, as bits. Corridors count as rooms."""
        rooms: list[int] = []
        known = self.solid
        for first in range(len(self.tiles)):
            if known >> first & 1:
                continue
            room, fresh = 0, [first]
            while fresh:
                here = fresh.pop()
                if room >> here & 1:
                    continue
                room |= 1 << here
                fresh += [
                    to
                    for to, door in self.steps[here]
                    if door < 0 and not (self.solid | room) >> to & 1
                ]
            rooms.append(room)
            known |= room
        return tuple(rooms)

    @cached_property
    def room_of(self) -> list[int]:
        """The index of each tile's room, or -1."""
        found = [-1] * len(self.tiles)
        for number, room in enumerate(self.rooms):
            for i in range(len(self.tiles)):
                if room >> i & 1:
                    found[i] = number
        return found

    @cached_property
    def shown_rooms(self) -> tuple[int, ...]:
        """The rooms, including the rock in and around them."""
        shown = []
        for room in self.rooms:
            mask = room
            for i in range(len(self.tiles)):
                if room >> i & 1:
                    for to, door in self.steps[i]:
                        if door < 0 and self.solid >> to & 1:
                            mask |= 1 << to
            shown.append(mask)
        return tuple(shown)

    @cached_property
    def exits(self) -> int:
        return sum({1 << self.index(tile) for goal in self.goals for tile in goal.tiles})

    # --- places

    def index(self, tile: tuple[int, int]) -> int:
        """Return the number of a tile."""
        return tile[0] * self.cols + tile[1]

    def footprint(self, at: int, size: tuple[int, int]) -> int:
        """Return the tiles of a figure at that place, as bits."""
        if size == (1, 1):
            return 1 << at
        row = ((1 << size[1]) - 1) << at
        mask = 0
        for down in range(size[0]):
            mask |= row << down * self.cols
        return mask

    def eyes(self, at: int, size: tuple[int, int]) -> list[Point]:
        """Return the points from which a figure sees and at which it is seen."""
        if size == (1, 1):
            return [self.lines.centers[at]]
        tiles = self.board.footprint(self.tiles[at], size)
        if self.large == "middle":
            return [self.board.grid.middle(tiles)]
        return [self.lines.centers[self.index(tile)] for tile in tiles]

    @property
    def by_rooms(self) -> bool:
        return self.reveal == ROOM
