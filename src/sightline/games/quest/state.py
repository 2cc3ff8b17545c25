"""A quest that is played, at one moment, as a value: cheap to keep and to go back to."""

from __future__ import annotations

from typing import NamedTuple

from sightline.games.quest.actions import Strike
from sightline.games.quest.head import DEFEAT, EXIT, FIND
from sightline.games.quest.scenario import QuestGoal, Scenario, ScenarioFigure
from sightline.model.cell import Square

HEROES, MASTER = 0, 1
SIDES = ("heroes", "master")
ON_TURN, MASTERS_TURN, RULING, OVER = "heroes", "master", "ruling", "over"
NOBODY = -1
NOWHERE = -1


class LineRuling(NamedTuple):
    """The master's word on a close call. It holds both ways, while both stand where they stood and
    what their lines graze is the same."""

    ends: tuple[tuple[int, tuple[int, int]], ...]
    """Tile and size of both, the lower first."""
    grazes: tuple[tuple[int, int], ...]
    """What each line between them grazes: tiles and edges, as bits."""
    visible: bool
    why: str


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
    """Has the figure on turn its moves, rolled where they are?"""
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
    """A letter for each door of the scenario: o, c, l, s."""
    explored: int
    seen: int
    """The tiles that the party sees now, a bit for each."""
    sighted: int
    """The figures that the party sees now, a bit for each; its own are."""
    found: int
    """The chests that were found, a bit for each piece of furniture."""
    left: int
    """The heroes that went through the exit, a bit for each figure."""
    fallen: int
    """The figures that were defeated, a bit for each."""
    rulings: tuple[LineRuling, ...]
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
        return {
            "": "",
            "goal": "the heroes win: every goal is reached",
            "fallen": "the quest is lost: no hero is left",
            "rounds": "the quest is lost: its time is over",
            "gave up": "the quest is lost: the heroes gave it up",
        }[self.ending]

    @property
    def party_size(self) -> int:
        """How many heroes and allies set out: they have the numbers below it."""
        figures, who = self.scenario.figures, self.who
        return sum(figures[each].kind != "enemy" for each in who)

    def figure(self, number: int) -> ScenarioFigure:
        """Who that is."""
        return self.scenario.figures[self.who[number]]

    def is_hero(self, number: int) -> bool:
        """A hero, and neither an ally nor a monster?"""
        return self.figure(number).kind == "hero"

    def is_monster(self, number: int) -> bool:
        """A monster that was met?"""
        return self.figure(number).kind == "enemy"

    def where(self, number: int) -> Square | None:
        """The north-west tile of a figure; None if it has fallen or left."""
        at = self.at[number]
        return None if at == NOWHERE else self.scenario.tiles[at]

    def name(self, number: int) -> str:
        """What everybody calls it: monsters of a kind are counted as they are met."""
        species = self.figure(number).species
        if not self.is_monster(number):
            return species
        before = sum(self.figure(i).species == species for i in range(number))
        return f"{species} {before + 1}" if before else species

    def tiles_of(self, number: int) -> int:
        """The tiles that a figure covers, as bits."""
        at = self.at[number]
        return 0 if at == NOWHERE else self.scenario.footprint(at, self.figure(number).size)

    def standing(self) -> list[int]:
        """Everybody who is on the board and was met, the party first."""
        return [i for i, at in enumerate(self.at) if at != NOWHERE]

    def unmet(self) -> list[int]:
        """The monsters of the scenario that nobody has met."""
        return [i for i in self.scenario.monsters if i not in self.who]

    def is_done(self, goal: QuestGoal) -> bool:
        """Is the goal reached?"""
        if goal.kind == DEFEAT:
            fallen = {self.who[i] for i in range(len(self.who)) if self.fallen >> i & 1}
            figures = self.scenario.figures
            return all(
                i in fallen
                for i in self.scenario.monsters
                if not goal.what or goal.what in (figures[i].name, figures[i].species)
            )
        if goal.kind == FIND:
            return any(
                self.found >> i & 1 and each.name == goal.what
                for i, each in enumerate(self.scenario.furniture)
            )
        assert goal.kind == EXIT
        return self.left != 0 and not any(self.is_hero(i) for i in self.standing())

    def __repr__(self) -> str:
        on = "the master" if self.turn == NOBODY else self.name(self.turn)
        return f"<QuestState: {self.scenario.title}, round {self.round}, {on} on, {self.phase}>"
