"""What a quest file says, to be played: the map, who is on it with which numbers, and the goal.

A `Scenario` never changes. It knows what can be looked up once: which tiles are rooms, which steps
there are, and what every line of sight touches (`lines`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from sightline.errors import FormatError
from sightline.formats.text import write
from sightline.games.quest.head import (
    DEFEAT,
    EXIT,
    FIND,
    ROOM,
    HeadGoal,
    HeadNumbers,
    QuestHead,
    read_moves,
)
from sightline.games.quest.lines import SightLines, lines_of
from sightline.games.quest.reading import parse_parts, quest_bytes, shipped_bytes
from sightline.model.cell import Point, Square, Tile
from sightline.model.figure import Figure
from sightline.model.numbers import shown
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, has_property

MAX_TILES = 1600
MAX_FIGURES = 60
OPEN, CLOSED, LOCKED, SECRET = "o", "c", "l", "s"
STATES = {OPEN: "open", CLOSED: "closed", LOCKED: "locked", SECRET: "secret"}


class FigureNumbers(NamedTuple):
    """What a hero, an ally or a monster can do. `moves` are steps, and `dice` are added to them."""

    moves: int
    dice: int
    attack: int
    defence: int
    body: int
    range: int

    @property
    def pace(self) -> str:
        """The moves as one writes them: 6, 2d6, 1d6+3."""
        if not self.dice:
            return str(self.moves)
        return f"{self.dice}d6" + (f"+{self.moves}" if self.moves else "")


HERO = FigureNumbers(moves=0, dice=2, attack=2, defence=2, body=6, range=1)
ALLY = FigureNumbers(moves=8, dice=0, attack=2, defence=1, body=3, range=1)
ENEMY = FigureNumbers(moves=6, dice=0, attack=2, defence=1, body=1, range=1)
LARGE_ENEMY = FigureNumbers(moves=4, dice=0, attack=4, defence=2, body=4, range=1)


class QuestGoal(NamedTuple):
    """One thing to do. `kind`: defeat (`what` is a name, or empty for all), find (`what` is a
    chest), exit (`tiles` are where it is; it counts after all others)."""

    kind: str
    what: str
    tiles: tuple[Tile, ...] = ()

    @property
    def text(self) -> str:
        """As one would say it."""
        if self.kind == DEFEAT:
            return f"defeat {self.what or 'every monster'}"
        if self.kind == FIND:
            return f"find {self.what}"
        return f"leave by {' or '.join(map(str, self.tiles))}"


class ChestGift(NamedTuple):
    """What is in a chest: for whoever finds it, and `hurts` what it takes first."""

    gold: int = 0
    body: int = 0
    attack: int = 0
    defence: int = 0
    hurts: int = 0


@lru_cache(maxsize=1024)
def species_of(name: str) -> str:
    """A name without the number that tells several apart, which would say how many there are."""
    return re.sub(r" \d+$", "", name)


class ScenarioFigure(NamedTuple):
    """A hero, an ally or a monster as the quest begins."""

    name: str
    kind: str
    """hero, ally or enemy"""
    at: Tile
    size: tuple[int, int]
    numbers: FigureNumbers
    blocks: bool
    """Does one not see past it?"""

    @property
    def species(self) -> str:
        """The name without the number that tells several apart: the party counts as it meets."""
        return species_of(self.name) if self.kind == "enemy" else self.name


class ScenarioDoor(NamedTuple):
    """A door or gate between two tiles, as the quest begins."""

    a: Tile
    b: Tile
    what: str
    """door or gate"""
    state: str
    """A letter: o, c, l or s."""


class Furnishing(NamedTuple):
    """A piece of furniture."""

    name: str
    kind: str
    at: Tile
    size: tuple[int, int]
    tiles: int
    """A bit for each."""
    blocks: bool
    gift: ChestGift | None
    """Of chests alone."""


@dataclass(frozen=True, eq=False, repr=False)
class Scenario:
    """A quest as it is written. Two are equal if their texts are."""

    text: str
    """As it would be written: what reads it gets this scenario."""
    title: str
    story: str
    mode: str
    large: str
    reveal: str
    rounds: int
    """Lost when so many have passed; 0: never."""
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
        return self  # it never changes, and a search copies quests by the thousand

    def __reduce__(self) -> tuple[Any, ...]:
        return read_scenario, (self.text,)  # what is looked up is looked up again, once

    # --- looked up

    @cached_property
    def _hash(self) -> int:
        return hash(self.text)

    @cached_property
    def cols(self) -> int:
        return self.board.cols

    @cached_property
    def tiles(self) -> list[Square]:
        """Every tile by its number."""
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
        """The tiles on which nobody can stand: rock and furniture."""
        mask = self.solid
        for each in self.furniture:
            mask |= each.tiles
        return mask

    @cached_property
    def always_blocking(self) -> int:
        """The tiles that one never sees past: rock and tall furniture."""
        mask = self.solid
        for each in self.furniture:
            mask |= each.tiles if each.blocks else 0
        return mask

    @cached_property
    def wide(self) -> tuple[int, ...]:
        """Tall furniture of several tiles, as bits: none of it stands in its own way."""
        return tuple(e.tiles for e in self.furniture if e.blocks and e.tiles.bit_count() > 1)

    @cached_property
    def door_bits(self) -> tuple[int, ...]:
        """The edge of each door, as `lines` has them."""
        edges = {ends: 1 << i for i, ends in enumerate(self.lines.edges)}
        return tuple(edges[self.index(door.a), self.index(door.b)] for door in self.doors)

    @cached_property
    def wall_bits(self) -> int:
        doors = sum(self.door_bits)
        return ((1 << len(self.lines.edges)) - 1) & ~doors

    @cached_property
    def steps(self) -> list[tuple[tuple[int, int], ...]]:
        """From every tile the neighbours north, east, south, west that no wall parts from it, each
        with the door that is between, or -1."""
        door_at = {(self.index(d.a), self.index(d.b)): i for i, d in enumerate(self.doors)}
        walls = {e for e in self.lines.edges if e not in door_at}
        return [tuple(self._steps_from(tile, door_at, walls)) for tile in self.tiles]

    def _steps_from(
        self, tile: Square, door_at: dict[tuple[int, int], int], walls: set[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        here = self.index(tile)
        for to in self.board.grid.neighbours(tile):
            if to in self.board:
                ends = (min(here, self.index(to)), max(here, self.index(to)))
                if ends not in walls:
                    yield self.index(to), door_at.get(ends, -1)

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """What walls, doors, gates and rock enclose, as bits; corridors are rooms, too."""
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
        """The room of every tile, or -1."""
        found = [-1] * len(self.tiles)
        for number, room in enumerate(self.rooms):
            for i in range(len(self.tiles)):
                if room >> i & 1:
                    found[i] = number
        return found

    @cached_property
    def shown_rooms(self) -> tuple[int, ...]:
        """The rooms with the rock that stands in and around them."""
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
        """The number of a tile."""
        return tile[0] * self.cols + tile[1]

    def footprint(self, at: int, size: tuple[int, int]) -> int:
        """The tiles of a figure that stands there, as bits."""
        if size == (1, 1):
            return 1 << at
        row = ((1 << size[1]) - 1) << at
        mask = 0
        for down in range(size[0]):
            mask |= row << down * self.cols
        return mask

    def eyes(self, at: int, size: tuple[int, int]) -> list[Point]:
        """The points from which a figure looks, and at which it is looked."""
        if size == (1, 1):
            return [self.lines.centers[at]]
        tiles = self.board.footprint(self.tiles[at], size)
        if self.large == "middle":
            return [self.board.grid.middle(tiles)]
        return [self.lines.centers[self.index(tile)] for tile in tiles]

    @property
    def by_rooms(self) -> bool:
        return self.reveal == ROOM


# --- reading --------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def read_scenario(text: str | bytes, name: str = "quest") -> Scenario:
    """The scenario in a text, or a `FormatError` that names the line. It is kept: to look
    everything up on a map takes a while.

    >>> from sightline.games.quest import read_scenario
    >>> read_scenario("goal: exit C1\\n+---+---+---+\\n| H   .   . |\\n+---+---+---+\\n\\nH: hero")
    <Scenario: , 1 figures>
    """
    head, board, rulings = parse_parts(text, name)
    if rulings:
        raise FormatError("a quest that is played keeps its rulings in its saves", name)
    if len(board.tiles()) > MAX_TILES:
        raise FormatError(f"expected at most {MAX_TILES:,} tiles", name)
    if any(True for _ in board.wall_items()) or any(has_property(t) for _, _, t in board.edges()):
        raise FormatError(
            "a quest that is played has plain walls, doors and gates between tiles", name
        )
    people = [figure for figure in board.figures() if not figure.is_furniture]
    if len(people) > MAX_FIGURES:
        raise FormatError(f"expected at most {MAX_FIGURES} heroes, allies and enemies", name)
    if not any(figure.kind == "hero" for figure in people):
        raise FormatError("expected at least one hero on the board, got none", name)
    figures = tuple(_figure(figure, head, name) for figure in people)
    furniture = tuple(_furnishing(f, board, head, name) for f in board.figures() if f.is_furniture)
    _check_places(board, name)
    _check_names(head, figures, furniture, name)
    return Scenario(
        text="\n".join((*head.lines(), "", _drawn(board))),
        title=head.title,
        story=head.story,
        mode=head.mode,
        large=head.large,
        reveal=head.reveal,
        rounds=head.rounds,
        goals=_goals(head, board, figures, furniture, name),
        figures=figures,
        doors=tuple(
            ScenarioDoor(a, b, type(t).__name__.lower(), t.state[0])
            for a, b, t in board.edges()
            if isinstance(t, (Door, Gate))
        ),
        furniture=furniture,
        board=board,
    )


def load_scenario(path: str | os.PathLike[str]) -> Scenario:
    """The scenario in a file."""
    return read_scenario(quest_bytes(path), str(path))


def shipped_scenario(name: str) -> Scenario:
    """One of those that come with sightline: `shipped_quests()` has their names.

    >>> from sightline.games.quest import shipped_scenario
    >>> shipped_scenario("the-sealed-crypt").title
    'The Sealed Crypt'
    """
    return read_scenario(shipped_bytes(name), f"{name}.txt")


def _drawn(board: SquareBoard) -> str:
    """The map with corners, as quests have it, also where there is no wall to draw."""
    text = write(board).decode()
    if board.has_edges:
        return text
    drawing, gap, legend = text.partition("\n\n")
    rows = drawing.split("\n")[-board.rows :]
    between = ["+" + "   +" * board.cols] * (board.rows - 1)
    rim = "+" + "---+" * board.cols
    tiles = [f"| {'   '.join(row)} |" for row in rows]
    inner = [line for pair in zip(tiles, [*between, rim], strict=True) for line in pair]
    return "\n".join((rim, *inner)) + gap + legend


def _figure(figure: Figure, head: QuestHead, name: str) -> ScenarioFigure:
    usual = {"hero": HERO, "ally": ALLY}.get(figure.kind, ENEMY)
    if usual is ENEMY and figure.size != (1, 1):
        usual = LARGE_ENEMY
    made = ScenarioFigure(
        figure.name, figure.kind, figure.at, figure.size, usual, figure.blocks_sight
    )
    # Its own numbers count more than those of its species.
    for called in dict.fromkeys((made.species, made.name)):
        for each in head.numbers:
            if each.name == called:
                made = made._replace(numbers=_numbers(made.numbers, each, name))
                if made.kind == "enemy" and made.numbers.dice:
                    raise FormatError(
                        "moves: a monster has a number of them, and rolls none",
                        f"{name}: line {each.line}",
                    )
    return made


def _numbers(numbers: FigureNumbers, said: HeadNumbers, name: str) -> FigureNumbers:
    for key, value in said.values:
        if key == "moves":
            steps, dice = read_moves(value, f"{name}: line {said.line}")
            numbers = numbers._replace(moves=steps, dice=dice)
        else:
            numbers = numbers._replace(**{key: int(value)})
    return numbers


def _furnishing(figure: Figure, board: SquareBoard, head: QuestHead, name: str) -> Furnishing:
    gift = ChestGift() if figure.kind == "chest" else None
    for each in head.chests:
        if each.name == figure.name:
            if gift is None:
                raise FormatError(
                    f"chest: {shown(each.name)} is a {figure.kind}", f"{name}: line {each.line}"
                )
            gift = ChestGift(**{key: int(value) for key, value in each.values})
    tiles = sum(1 << tile[0] * board.cols + tile[1] for tile in figure.tiles)
    return Furnishing(
        figure.name, figure.kind, figure.at, figure.size, tiles, figure.blocks_sight, gift
    )


def _check_places(board: SquareBoard, name: str) -> None:
    """Nobody stands in rock, on somebody else or across a wall."""
    for figure in board.figures():
        for tile in figure.tiles:
            others = [other for other in board.names_at(tile) if other != figure.name]
            if others or board.is_solid(tile):
                what = others[0] if others else "rock"
                raise FormatError(f"{figure.name} stands on {tile}, and so does {what}", name)
            for other in figure.tiles:
                between = (
                    board.edge(tile, other) if board.grid.are_neighbours(tile, other) else None
                )
                if between is not None and not figure.is_furniture:
                    raise FormatError(f"{figure.name} stands across the {between}", name)


def _check_names(
    head: QuestHead,
    figures: tuple[ScenarioFigure, ...],
    furniture: tuple[Furnishing, ...],
    name: str,
) -> None:
    """Whoever a line names is on the map."""
    people = {each.name for each in figures} | {each.species for each in figures}
    for lines, what, names in (
        (head.numbers, "hero, ally or enemy", people),
        (head.chests, "chest", {each.name for each in furniture}),
    ):
        for each in lines:
            if each.name not in names:
                raise FormatError(
                    f"no {what} on the map is called {shown(each.name)}",
                    f"{name}: line {each.line}",
                )


def _goals(
    head: QuestHead,
    board: SquareBoard,
    figures: tuple[ScenarioFigure, ...],
    furniture: tuple[Furnishing, ...],
    name: str,
) -> tuple[QuestGoal, ...]:
    enemies = {n for each in figures if each.kind == "enemy" for n in (each.name, each.species)}
    chests = {each.name for each in furniture if each.gift is not None}
    if not head.goals and enemies:
        return (QuestGoal(DEFEAT, ""),)
    if not head.goals:
        raise FormatError("goal: expected one, since there is no enemy to defeat", name)
    for goal in head.goals:
        place = f"{name}: line {goal.line}"
        if goal.kind == DEFEAT and (goal.what not in enemies if goal.what else not enemies):
            raise FormatError(f"goal: no enemy on the map is called {shown(goal.what)}", place)
        if goal.kind == FIND and goal.what not in chests:
            raise FormatError(f"goal: no chest on the map is called {shown(goal.what)}", place)
        for tile in goal.tiles:
            if tile not in board or board.is_solid(tile):
                raise FormatError(f"goal: nobody can stand on {tile}", place)
    return tuple(_goal(goal) for goal in sorted(head.goals, key=lambda goal: goal.kind == EXIT))


def _goal(goal: HeadGoal) -> QuestGoal:
    return QuestGoal(goal.kind, goal.what, goal.tiles)
