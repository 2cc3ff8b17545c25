"""Where everybody stands, and what follows from that alone: steps, targets, monsters' moves, blows.

A game comes back to the same places over and over, while health, dice and points differ. So what
depends on places is worked out once, when it is first asked for, and kept with them. Nothing here
knows a rule of its own: `layout`, `sight` and `monsters` do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sightline.games.one_card_dungeon.layout import LevelLayout, costs_from
from sightline.games.one_card_dungeon.level import Kind
from sightline.games.one_card_dungeon.monsters import destinations, movers
from sightline.games.one_card_dungeon.sight import has_sight
from sightline.games.one_card_dungeon.state import (
    Action,
    Attack,
    EndTurn,
    Monster,
    MoveHero,
    MoveMonster,
    Skills,
    State,
)
from sightline.model.cell import Square

KEPT_PLACES = 1 << 15
KEPT_CREWS = 1 << 10
DEAREST_STEP = 3


class Crew:
    """Which monsters are alive on a layout. One object for each, so that it is its own key."""

    __slots__ = ("kinds", "layout", "names")

    def __init__(self, layout: LevelLayout, names: tuple[str, ...], kinds: tuple[Kind, ...]):
        self.layout = layout
        self.names = names
        self.kinds = kinds


_crew = lru_cache(maxsize=KEPT_CREWS)(Crew)


class Target(NamedTuple):
    """A monster that the adventurer sees."""

    attack: Attack
    distance: int
    defence: int


class MonsterStep(NamedTuple):
    """A move that a monster may make now, and what it leaves behind."""

    action: MoveMonster
    number: int
    """Which of the monsters it is."""
    waiting: tuple[str, ...]
    after: Standing


class MonsterSteps:
    """All of these, equally good."""

    __slots__ = ("actions", "steps")

    def __init__(self, steps: list[MonsterStep]) -> None:
        self.steps = tuple(steps)
        self.actions = tuple(step.action for step in steps)


class Standing:
    """The places of the adventurer and of a crew of monsters."""

    __slots__ = (
        "_after",
        "_monster_steps",
        "_options",
        "_steps",
        "_targets",
        "_threat",
        "at",
        "crew",
        "tiles",
    )

    def __init__(self, crew: Crew, at: Square, tiles: tuple[Square, ...]):
        self.crew = crew
        self.at = at
        self.tiles = tiles
        self._after: dict[Square, Standing] = {}
        self._steps: dict[Square, int] | None = None
        self._targets: tuple[Target, ...] | None = None
        self._threat: int | None = None
        self._options: dict[tuple[int, int, int], tuple[Action, ...]] = {}
        self._monster_steps: dict[tuple[str, ...], MonsterSteps] = {}

    def forget(self) -> None:
        """Let go of the other places that can be reached from here."""
        self._after.clear()
        self._monster_steps.clear()

    # --- the adventurer

    def steps(self) -> dict[Square, int]:
        """The free neighbouring tiles, and what a step to each costs."""
        if self._steps is None:
            near = self.crew.layout.steps_from(self.at)
            self._steps = {tile: cost for tile, cost in near if tile not in self.tiles}
        return self._steps

    def after(self, to: Square) -> Standing:
        """The places after the adventurer walked there."""
        found = self._after.get(to)
        if found is None:
            found = self._after[to] = standing(self.crew, to, self.tiles)
        return found

    def targets(self) -> tuple[Target, ...]:
        """The monsters in sight, in their order, at whatever range."""
        if self._targets is None:
            ranges = costs_from(self.crew.layout, self.at, None)
            self._targets = tuple(
                Target(Attack(name), ranges[tile], kind.defence)
                for name, kind, tile in zip(
                    self.crew.names, self.crew.kinds, self.tiles, strict=True
                )
                if tile in ranges and has_sight(self.crew.layout, self.at, tile, self.tiles)
            )
        return self._targets

    def options(self, points: Skills) -> tuple[Action, ...]:
        """What the adventurer may do with these points: attacks, steps, and the end of the turn."""
        key = (min(points.speed, DEAREST_STEP), points.attack, points.range)
        options = self._options.get(key)
        if options is None:
            attacks = [
                target.attack
                for target in self.targets()
                if target.defence <= points.attack and target.distance <= points.range
            ]
            steps = [MoveHero(tile) for tile, cost in self.steps().items() if cost <= points.speed]
            options = self._options[key] = (*attacks, *steps, _END)
        return options

    # --- the monsters

    def monster_steps(self, waiting: tuple[str, ...]) -> MonsterSteps:
        """The moves that one of the waiting monsters may make now: the nearest, wherever it wants
        to be; several where they are equal."""
        found = self._monster_steps.get(waiting)
        if found is None:
            found = self._monster_steps[waiting] = MonsterSteps(self._find_monster_steps(waiting))
        return found

    def _find_monster_steps(self, waiting: tuple[str, ...]) -> list[MonsterStep]:
        crew, tiles = self.crew, self.tiles
        monsters = [
            Monster(name, kind, tile, kind.health)
            for name, kind, tile in zip(crew.names, crew.kinds, tiles, strict=True)
        ]
        found = []
        for mover in movers(crew.layout, self.at, [m for m in monsters if m.name in waiting]):
            index = crew.names.index(mover.name)
            others = (*tiles[:index], *tiles[index + 1 :])
            still = tuple(name for name in waiting if name != mover.name)
            for to in destinations(crew.layout, self.at, mover, others):
                after = standing(crew, self.at, (*tiles[:index], to, *tiles[index + 1 :]))
                found.append(MonsterStep(MoveMonster(mover.name, to), index, still, after))
        return found

    def threat(self) -> int:
        """The sum of the attacks of all monsters that have the adventurer in range and sight."""
        if self._threat is None:
            kinds = dict(zip(self.crew.names, self.crew.kinds, strict=True))
            self._threat = sum(
                kinds[target.attack.monster].attack
                for target in self.targets()
                if target.distance <= kinds[target.attack.monster].range
            )
        return self._threat


_END = EndTurn()


_places: dict[tuple[Crew, Square, tuple[Square, ...]], Standing] = {}


def standing(crew: Crew, at: Square, tiles: tuple[Square, ...]) -> Standing:
    """The one for these places."""
    key = (crew, at, tiles)
    found = _places.get(key)
    if found is None:
        if len(_places) >= KEPT_PLACES:
            # They hold one another, so all must go for any to go.
            for each in list(_places.values()):
                each.forget()
            _places.clear()
        found = _places[key] = Standing(crew, at, tiles)
    return found


def standing_of(state: State) -> Standing:
    """Where everybody stands in the state, which keeps it."""
    kept: Standing | None = state._places
    if kept is None:
        monsters = state.monsters
        names, kinds = tuple(m.name for m in monsters), tuple(m.kind for m in monsters)
        crew = _crew(state.layout, names, kinds)
        kept = standing(crew, state.at, tuple(m.at for m in monsters))
        state.__dict__["_places"] = kept
    return kept
