"""The state of a quest as an immutable value, cheap to store and to return to."""

from __future__ import annotations

from typing import NamedTuple

from sightline.games.quest.actions import Strike
from sightline.games.quest.board.head import DEFEAT, EXIT, FIND
from sightline.games.quest.scenario import QuestGoal, Scenario, ScenarioFigure
from sightline.model.cell import Square
from sightline.texts import say

HEROES, MASTER = 0, 1
SIDES = ("heroes", "master")
ON_TURN, MASTERS_TURN, RULING, OVER = "heroes", "master", "ruling", "over"
NOBODY = -1
NOWHERE = -1


class LineRuling(NamedTuple):
    """The game master's ruling on a close call.

    It holds in both directions, as long as both figures stay and what their lines touch is
    unchanged.
    """

    ends: tuple[tuple[int, tuple[int, int]], ...]
    """The tile and size of both figures, the lower tile first."""
    grazes: tuple[tuple[int, int], ...]
    """The tiles and edges that each line between them touches, as bits."""
    visible: bool
    why: str


class QuestState(NamedTuple):
    """The full state of a quest, including what only the game master knows.

    Tuples of numbers have one entry per figure: the party first, then the monsters that were met.
    Unmet monsters are where the scenario puts them. A tile is a number (row times columns plus
    column), and a set of tiles is an integer with their bits set. `view(state, HEROES)` is what the
    party may know.
    """

    scenario: Scenario
    seed: int
    phase: str
    """"heroes" (a party member's turn), "master", "ruling" (a strike waits for the game
    master) or "over".
    """
    round: int
    turn: int
    """The active figure; `NOBODY` in the game master's turn."""
    rolled: int
    """The number of dice rolled so far."""
    thrown: bool
    """Whether the active figure has its moves for the turn, rolled if necessary."""
    who: tuple[int, ...]
    """The scenario figure of each figure."""
    at: tuple[int, ...]
    """The north-west tile of each figure, or `NOWHERE` if it fell or left through the exit."""
    body: tuple[int, ...]
    moves: tuple[int, ...]
    """The steps left this turn."""
    acted: tuple[bool, ...]
    attack: tuple[int, ...]
    """Attack dice, including bonuses found. The same goes for `defence`."""
    defence: tuple[int, ...]
    gold: int
    known: tuple[int, ...]
    """The tile where the party last saw each figure, or `NOWHERE`."""
    doors: str
    """A letter for each door of the scenario: o (open), c (closed), l (locked) or s (secret)."""
    explored: int
    seen: int
    """The tiles that the party sees now, as bits."""
    sighted: int
    """The figures that the party sees now, including its own, as bits."""
    found: int
    """The chests that were found, as bits of pieces of furniture."""
    left: int
    """The heroes who left through the exit, as bits."""
    fallen: int
    """The defeated figures, as bits."""
    rulings: tuple[LineRuling, ...]
    waiting: Strike | None
    """The strike that waits for a ruling."""
    winner: int
    """`HEROES`, `MASTER`, or `NOBODY` while the quest is not over."""
    ending: str
    """Why the quest is over: "goal", "fallen", "rounds" or "gave up"; empty before the end."""

    @property
    def is_over(self) -> bool:
        """Whether the quest is won or lost."""
        return self.phase == OVER

    @property
    def result(self) -> str:
        """The winner and the reason, as text; empty before the end."""
        return {
            "": "",
            "goal": say("the heroes win: every goal is reached"),
            "fallen": say("the quest is lost: no hero is left"),
            "rounds": say("the quest is lost: its time is over"),
            "gave up": say("the quest is lost: the heroes gave it up"),
        }[self.ending]

    @property
    def party_size(self) -> int:
        """The number of heroes and allies who set out. The figures below this number are the
        party.
        """
        figures, who = self.scenario.figures, self.who
        return sum(figures[each].kind != "enemy" for each in who)

    def figure(self, number: int) -> ScenarioFigure:
        """Return the scenario figure with that number."""
        return self.scenario.figures[self.who[number]]

    def is_hero(self, number: int) -> bool:
        """Return whether it is a hero, not an ally or a monster."""
        return self.figure(number).kind == "hero"

    def is_monster(self, number: int) -> bool:
        """Return whether it is a monster that was met."""
        return self.figure(number).kind == "enemy"

    def where(self, number: int) -> Square | None:
        """Return the north-west tile of a figure; None if it has fallen or left."""
        at = self.at[number]
        return None if at == NOWHERE else self.scenario.tiles[at]

    def name(self, number: int) -> str:
        """Return a figure's display name. Monsters of a kind are numbered as the party meets
        them.
        """
        species = self.figure(number).species
        if not self.is_monster(number):
            return species
        before = sum(self.figure(i).species == species for i in range(number))
        return f"{species} {before + 1}" if before else species

    def tiles_of(self, number: int) -> int:
        """Return the tiles that a figure covers, as bits."""
        at = self.at[number]
        return 0 if at == NOWHERE else self.scenario.footprint(at, self.figure(number).size)

    def standing(self) -> list[int]:
        """Return all figures on the board that were met, the party first."""
        return [i for i, at in enumerate(self.at) if at != NOWHERE]

    def unmet(self) -> list[int]:
        """Return the monsters of the scenario that the party has not met."""
        return [i for i in self.scenario.monsters if i not in self.who]

    def is_done(self, goal: QuestGoal) -> bool:
        """Return whether the goal is reached."""
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
