"""Positions, and everything that depends only on them: steps, targets, monsters' moves, attacks.

In a game the same positions often recur with different health, dice and points. So results that
depend only on positions are cached with them. The rules themselves are in `layout`, `sight` and
`monsters`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sightline.games.one_card_dungeon.board.layout import DIAGONAL, LevelLayout, costs_from
from sightline.games.one_card_dungeon.board.level import Kind
from sightline.games.one_card_dungeon.board.sight import has_sight
from sightline.games.one_card_dungeon.monsters import destinations, movers
from sightline.games.one_card_dungeon.state import (
    Action,
    Attack,
    EndTurn,
    Monster,
    MoveHero,
    MoveMonster,
    Skills,
)
from sightline.model.cell import Square

KEPT_PLACES = 1 << 14
KEPT_CREWS = 1 << 10


class Crew:
    """The living monsters on a layout. Equal crews share one object, which serves as a fast key."""

    __slots__ = ("kinds", "layout", "names")

    def __init__(self, layout: LevelLayout, names: tuple[str, ...], kinds: tuple[Kind, ...]):
        self.layout = layout
        self.names = names
        self.kinds = kinds


crew_of = lru_cache(maxsize=KEPT_CREWS)(Crew)


class Target(NamedTuple):
    """A monster that the adventurer sees."""

    attack: Attack
    kind: Kind
    distance: int


class Places:
    """The positions of the adventurer and of a crew of monsters."""

    __slots__ = (
        "_dearest",
        "_farthest",
        "_monster_moves",
        "_options",
        "_steps",
        "_targets",
        "_threat",
        "at",
        "crew",
        "tiles",
    )

    def __init__(self, crew: Crew, at: Square, tiles: tuple[Square, ...]) -> None:
        self.crew = crew
        self.at = at
        self.tiles = tiles
        self._steps: dict[Square, int] | None = None
        self._targets: tuple[Target, ...] | None = None
        self._dearest = self._farthest = 0
        self._threat: int | None = None
        self._options: dict[tuple[int, int, int], tuple[Action, ...]] = {}
        self._monster_moves: dict[tuple[str, ...], tuple[MoveMonster, ...]] = {}

    # --- the adventurer

    def steps(self) -> dict[Square, int]:
        """Return the free neighboring tiles, with the cost of a step to each."""
        if self._steps is None:
            near = self.crew.layout.steps_from(self.at)
            self._steps = {tile: cost for tile, cost in near if tile not in self.tiles}
        return self._steps

    def targets(self) -> tuple[Target, ...]:
        """Return the visible monsters, in order, at any range."""
        if self._targets is None:
            crew = self.crew
            ranges = costs_from(crew.layout, self.at, None)
            self._targets = tuple(
                Target(Attack(name), kind, ranges[tile])
                for name, kind, tile in zip(crew.names, crew.kinds, self.tiles, strict=True)
                if tile in ranges and has_sight(crew.layout, self.at, tile, self.tiles)
            )
            self._dearest = max((target.kind.defence for target in self._targets), default=0)
            self._farthest = max((target.distance for target in self._targets), default=0)
        return self._targets

    def options(self, points: Skills) -> tuple[Action, ...]:
        """Return the adventurer's legal actions with these points: attacks, steps, and the end
        of the turn.
        """
        if self._targets is None:
            self.targets()
        # Points beyond the most expensive step or target make no difference.
        speed, attack, far = points.speed, points.attack, points.range
        key = (  # without `min`: its three calls would take longer than the rest of this
            speed if speed < DIAGONAL else DIAGONAL,  # noqa: FURB136
            attack if attack < self._dearest else self._dearest,  # noqa: FURB136
            far if far < self._farthest else self._farthest,  # noqa: FURB136
        )
        options = self._options.get(key)
        if options is None:
            options = self._options[key] = self._find_options(points)
        return options

    def _find_options(self, points: Skills) -> tuple[Action, ...]:
        attacks = [
            target.attack
            for target in self.targets()
            if target.kind.defence <= points.attack and target.distance <= points.range
        ]
        steps = [_step_to(tile) for tile, cost in self.steps().items() if cost <= points.speed]
        return (*attacks, *steps, _END)

    # --- the monsters

    def monster_moves(self, waiting: tuple[str, ...]) -> tuple[MoveMonster, ...]:
        """Return the legal moves of the nearest waiting monster, or of several that are equally
        near.
        """
        found = self._monster_moves.get(waiting)
        if found is None:
            found = self._monster_moves[waiting] = tuple(self._find_monster_moves(waiting))
        return found

    def _find_monster_moves(self, waiting: tuple[str, ...]) -> Iterator[MoveMonster]:
        crew, tiles = self.crew, self.tiles
        monsters = [
            Monster(name, kind, tile, kind.health)
            for name, kind, tile in zip(crew.names, crew.kinds, tiles, strict=True)
            if name in waiting
        ]
        for mover in movers(crew.layout, self.at, monsters):
            others = [tile for tile in tiles if tile != mover.at]
            for to in destinations(crew.layout, self.at, mover, others):
                yield MoveMonster(mover.name, to)

    def threat(self) -> int:
        """Return the total attack of all monsters that have the adventurer in range and sight."""
        if self._threat is None:
            self._threat = sum(
                target.kind.attack
                for target in self.targets()
                if target.distance <= target.kind.range
            )
        return self._threat


_END = EndTurn()
_step_to = lru_cache(maxsize=1 << 11)(MoveHero)
places_of = lru_cache(maxsize=KEPT_PLACES)(Places)
