"""The position of a fight: tiles, the monsters' health, and the results of actions.

The same positions recur many times. So each is a single object that links to the next positions,
and a known result is a dictionary lookup.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from sightline.games.one_card_dungeon.board.layout import LevelLayout
from sightline.games.one_card_dungeon.board.places import Places, crew_of, places_of
from sightline.games.one_card_dungeon.state import Monster, MoveMonster, State
from sightline.model.cell import Square

KEPT_STANDINGS = 1 << 15


class MonsterStep(NamedTuple):
    """The result of a monster's move."""

    after: Standing
    waiting: tuple[str, ...]
    """The monsters that have not moved yet."""
    options: tuple[MoveMonster, ...]
    """The legal moves of these monsters."""


class Standing:
    """A position: the tiles of the adventurer and the monsters, and the monsters' health."""

    __slots__ = ("_attacks", "_moves", "_steps", "monsters", "places")

    def __init__(self, places: Places, monsters: tuple[Monster, ...]) -> None:
        self.places = places
        self.monsters = monsters
        self._steps: dict[Square, tuple[Standing, int]] = {}
        self._attacks: dict[str, tuple[Standing, int]] = {}
        # The keys are the `id` of a move of these places, which is unique as long as they exist.
        self._moves: dict[int, MonsterStep] = {}

    def forget(self) -> None:
        """Delete the links to other positions."""
        self._steps.clear()
        self._attacks.clear()
        self._moves.clear()

    def step(self, to: Square) -> tuple[Standing, int]:
        """Return the position after the adventurer walks there, and the cost."""
        found = self._steps.get(to)
        if found is None:
            layout, cost = self.places.crew.layout, self.places.steps()[to]
            found = self._steps[to] = (standing(layout, to, self.monsters), cost)
        return found

    def attack(self, name: str) -> tuple[Standing, int]:
        """Return the position after that monster loses one health and perhaps falls, and the
        cost.
        """
        found = self._attacks.get(name)
        if found is None:
            (target,) = (monster for monster in self.monsters if monster.name == name)
            hurt = [_hurt(monster) if monster is target else monster for monster in self.monsters]
            after = self._with(monster for monster in hurt if monster.health)
            found = self._attacks[name] = (after, target.kind.defence)
        return found

    def move(self, move: MoveMonster, waiting: tuple[str, ...]) -> MonsterStep:
        """Return the result of a legal move of a waiting monster."""
        found = self._moves.get(id(move))
        if found is None:
            after = self._with(
                _moved(monster, move.to) if monster.name == move.monster else monster
                for monster in self.monsters
            )
            still = tuple(name for name in waiting if name != move.monster)
            options = after.places.monster_moves(still) if still else ()
            found = self._moves[id(move)] = MonsterStep(after, still, options)
        return found

    def _with(self, monsters: Iterable[Monster]) -> Standing:
        return standing(self.places.crew.layout, self.places.at, tuple(monsters))


# There are few monsters and fewer tiles, so all standings share their monsters.


@lru_cache(maxsize=1 << 12)
def _hurt(monster: Monster) -> Monster:
    return replace(monster, health=monster.health - 1)


@lru_cache(maxsize=1 << 12)
def _moved(monster: Monster, to: Square) -> Monster:
    return replace(monster, at=to)


_kept: dict[tuple[LevelLayout, Square, tuple[Monster, ...]], Standing] = {}


def standing(layout: LevelLayout, at: Square, monsters: tuple[Monster, ...]) -> Standing:
    """Return the shared object for a position."""
    key = (layout, at, monsters)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= KEPT_STANDINGS:
            # They link to each other, so all must be deleted for any to be freed.
            for each in list(_kept.values()):
                each.forget()
            _kept.clear()
        names, kinds = tuple(m.name for m in monsters), tuple(m.kind for m in monsters)
        places = places_of(crew_of(layout, names, kinds), at, tuple(m.at for m in monsters))
        found = _kept[key] = Standing(places, monsters)
    return found


def standing_of(state: State) -> Standing:
    """Return the shared position object of a state. It is cached in the state."""
    kept: Standing | None = state._moment
    if kept is None:
        kept = standing(state.layout, state.at, state.monsters)
        state.__dict__["_moment"] = kept
    return kept
