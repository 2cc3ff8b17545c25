"""A quest that is played, at one moment, as a value: cheap to keep and to go back to."""

from __future__ import annotations

from typing import NamedTuple

from sightline.games.quest.actions import Strike
from sightline.games.quest.scenario import Scenario
from sightline.rulings import Ruling

HEROES, MASTER = 0, 1
SIDES = ("heroes", "master")
ON_TURN, MASTERS_TURN, RULING, OVER = "heroes", "master", "ruling", "over"
NOBODY = -1
NOWHERE = -1


class QuestState(NamedTuple):
    """Everything that is true of a quest, also what only the master knows.

    The tuples of numbers have one entry a figure: the party, then the monsters that were met.
    Monsters that nobody has met are where the scenario puts them. Tiles are numbers (row times
    columns plus column) and bits of whole numbers. What the party may know of it is `view(state,
    HEROES)`.
    """

    scenario: Scenario
    seed: int
    phase: str
    """heroes: one of the party is on turn; master; ruling: a strike waits for the master's word;
    over."""
    round: int
    turn: int
    """The figure whose turn it is; `NOBODY` in the master's turn."""
    rolled: int
    """How many dice have fallen."""
    thrown: bool
    """Has the figure on turn rolled its moves?"""
    who: tuple[int, ...]
    """Which figure of the scenario each is."""
    at: tuple[int, ...]
    """The north-west tile of each, or `NOWHERE`: fallen, or gone through the exit."""
    body: tuple[int, ...]
    moves: tuple[int, ...]
    """Steps that are left in this turn."""
    acted: tuple[bool, ...]
    attack: tuple[int, ...]
    """Attack dice, with what was found on the way; so is `defence`."""
    defence: tuple[int, ...]
    gold: int
    known: tuple[int, ...]
    """Where the party last saw each, or `NOWHERE`."""
    doors: str
    """A letter for each door of the scenario: open, closed, locked, secret."""
    explored: int
    seen: int
    """The tiles that the party sees now, a bit for each."""
    sighted: int
    """The figures that the party sees now, a bit for each."""
    searched: int
    """The rooms in which treasure was looked for, a bit for each."""
    found: int
    """The chests that were found, a bit for each of the scenario's."""
    left: int
    """The heroes that went through the exit, a bit for each figure."""
    fallen: int
    """The figures that were defeated, a bit for each."""
    rulings: tuple[Ruling, ...]
    waiting: Strike | None
    """The strike that waits for a ruling."""
    winner: int
    """`HEROES`, `MASTER`, or `NOBODY` while it is not over."""
    ending: str
    """Why it is over: goal, fallen, rounds, gave up; empty while it is not."""

    @property
    def is_over(self) -> bool:
        """Is the quest won or lost?"""
        return self.phase == OVER

    @property
    def result(self) -> str:
        """Who won and why, in words; empty while it is not over."""
        raise NotImplementedError


def new_state(
    scenario: Scenario | str, seed: int = 0, *, heroes: tuple[str, ...] = ()
) -> QuestState:
    """The beginning. `heroes`: who goes, of those that the quest has; without them all."""
    raise NotImplementedError
