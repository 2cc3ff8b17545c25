"""The state of a game, and all actions, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar

from sightline.games.one_card_dungeon.board.layout import LevelLayout, kept_hash, without_kept
from sightline.games.one_card_dungeon.board.level import Kind, Level
from sightline.model.cell import Square
from sightline.model.numbers import pair, whole
from sightline.texts import say, word

FULL_HEALTH = 6
MAX_SKILL = 99
DICE = 3
SKILLS = ("speed", "attack", "defence", "range")
HEALTH = "health"


class HeroClass(Enum):
    """The adventurer's class: one of four, or the plain adventurer of the base game."""

    PALADIN = "paladin"
    BARBARIAN = "barbarian"
    RANGER = "ranger"
    WIZARD = "wizard"
    ADVENTURER = "adventurer"

    __hash__ = object.__hash__  # members are singletons, and Enum's own hash is a slow Python call

    def __str__(self) -> str:
        return self.value

    @property
    def power(self) -> str:
        """A description of the class's power."""
        return _POWERS[self]

    @property
    def described(self) -> str:
        """The class with its article, for use within a sentence."""
        return "an adventurer without a class" if self is HeroClass.ADVENTURER else f"a {self}"


_POWERS = {
    HeroClass.PALADIN: "once a level, keeps a die of the last turn",
    HeroClass.BARBARIAN: "once a turn, at health 1, may roll all three dice again",
    HeroClass.RANGER: "once a level, may put a die on range instead of speed",
    HeroClass.WIZARD: "once a level, may roll all three dice again",
    HeroClass.ADVENTURER: "no power: the base game of the rulebook",
}


class Phase(Enum):
    """The decision that the game waits for."""

    ROLL = "roll"
    ENERGY = "energy"
    ADVENTURER = "adventurer"
    MONSTER_MOVE = "monster movement"
    MONSTER_ATTACK = "monster attack"
    LEVEL_UP = "level up"
    WON = "won"
    LOST = "lost"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Skills:
    """Four numbers: the adventurer's skills, or the points for this turn."""

    speed: int = 1
    attack: int = 1
    defence: int = 1
    range: int = 2


@dataclass(frozen=True)
class Monster:
    """A living monster."""

    name: str
    """Its unique name: `spider`, or `spider 2` if there are several."""
    kind: Kind
    at: Square
    health: int

    __hash__ = kept_hash
    __getstate__ = without_kept

    def __str__(self) -> str:
        return say("the {kind} on {tile}", kind=word(self.kind.name), tile=str(self.at))


@dataclass(frozen=True, repr=False)
class State:
    """The complete state of a game, except future dice."""

    levels: tuple[Level, ...]
    number: int
    """The index of the current level, from 0."""
    hero_class: HeroClass
    at: Square
    health: int
    skills: Skills
    monsters: tuple[Monster, ...]
    phase: Phase = Phase.ROLL
    turn: int = 1
    rolled: int = 0
    """The number of dice rolled since the start."""
    energy: tuple[int, ...] = ()
    """The current dice, lowest first. Before the roll, those of the last turn."""
    points: Skills = Skills(0, 0, 0, 0)
    """Unspent speed and attack points, and the defence and range for this turn."""
    power_used: bool = False
    """Whether the class's power has been used in this level (the barbarian's: in this turn)."""
    waiting: tuple[str, ...] = ()
    """The monsters that have not moved yet this turn."""

    _options: ClassVar[Any] = None  # caches, not fields: see `rules` and `standing`
    _moment: ClassVar[Any] = None

    @property
    def level(self) -> Level:
        return self.levels[self.number]

    @property
    def layout(self) -> LevelLayout:
        return self.level.layout

    @property
    def is_over(self) -> bool:
        return self.phase in _OVER

    __getstate__ = without_kept

    def __repr__(self) -> str:
        # Do not print the fields: they contain all levels.
        return (
            f"<State: {self.hero_class} on {self.at} of level {self.number + 1}/{len(self.levels)},"
            f" health {self.health}, turn {self.turn}, {self.phase}, {len(self.monsters)} monsters>"
        )

    def monster(self, name: str) -> Monster | None:
        """Return the living monster with that name, or None."""
        return next((each for each in self.monsters if each.name == name), None)

    def monster_at(self, tile: Square) -> Monster | None:
        """Return the monster on that tile, or None."""
        return next((each for each in self.monsters if each.at == tile), None)


Values = dict[str, Any]
"""The fields of a state by name. Names that start with _ are caches."""

_OVER = frozenset((Phase.WON, Phase.LOST))
new_object = object.__new__
set_values = State.__dict__["__dict__"].__set__
"""Builds a state without `__init__`, which is faster: this is the innermost loop of every
study.
"""
skill_points = lru_cache(maxsize=1 << 12, typed=True)(Skills)
"""Like `Skills(...)`, but cached."""


# --- legal actions


@dataclass(frozen=True)
class Roll:
    """Roll the energy dice. A paladin may keep one face of the last turn, once per level."""

    keep: int | None = None


@dataclass(frozen=True)
class Reroll:
    """Roll all three dice again, with the power of the wizard or the barbarian."""


@dataclass(frozen=True)
class Assign:
    """Put each die on a skill. A ranger may put one on range instead of speed."""

    speed: int
    attack: int
    defence: int
    range: int = 0

    def __post_init__(self) -> None:
        for skill in SKILLS:
            whole(getattr(self, skill), f"die on {skill}")


@dataclass(frozen=True)
class MoveHero:
    """Walk to a neighboring tile."""

    to: Square

    def __post_init__(self) -> None:
        object.__setattr__(self, "to", Square(*pair(self.to, "tile")))


@dataclass(frozen=True)
class Attack:
    """Hit a monster for 1 health."""

    monster: str


@dataclass(frozen=True)
class EndTurn:
    """Let the monsters move."""


@dataclass(frozen=True)
class MoveMonster:
    """Move the active monster. The player decides between equal choices."""

    monster: str
    to: Square

    def __post_init__(self) -> None:
        object.__setattr__(self, "to", Square(*pair(self.to, "tile")))


@dataclass(frozen=True)
class FaceBlows:
    """Let all monsters that can attack do so together."""


@dataclass(frozen=True)
class Improve:
    """After a level, improve a skill by one or restore `health` to 6, and enter the next level."""

    what: str


Action = Roll | Reroll | Assign | MoveHero | Attack | EndTurn | MoveMonster | FaceBlows | Improve
