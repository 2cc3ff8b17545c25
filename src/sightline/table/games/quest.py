"""A quest at the table: moves as words, the party's fog, and the program as its master if wanted.

With the program as the master, everything that the master does follows at once upon the party's
move: one message for a whole turn, each step with its reason. No rule is decided here.
"""

from __future__ import annotations

import base64
import binascii
import secrets
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Self

from sightline.errors import FormatError, InvalidValueError, SightlineError, UnknownNameError
from sightline.games.quest import (
    HEROES,
    MASTER,
    Master,
    NextTurn,
    PartyPlayer,
    QuestAction,
    RuleOn,
    Scenario,
    ShowRoom,
    StepTo,
    Venture,
    acting_side,
    load_text,
    read_scenario,
    replay,
    replay_code,
    save_text,
    shipped_quests,
    shipped_scenario,
    venture_of_code,
)
from sightline.table.games.contract import GameEnding, GameFile, TableGame
from sightline.table.games.quest_moves import AUTO, actions_of, actor_of, move_text
from sightline.table.games.quest_screen import (
    MASTERS_SEAT,
    QuestScreens,
    holds,
    seat_of,
    seat_to_act,
)
from sightline.table.games.quest_steps import QUIET, step_of, steps_of
from sightline.table.protocol import (
    AskGame,
    GameAnswer,
    QuestChoice,
    QuestChoices,
    QuestScreen,
    QuestSetup,
    QuestStep,
)

STEPS_SHOWN = 80
"""How many of the last events a page gets, for its log."""
SEED_BITS = 63
MOST_ACTIONS = 2_000
"""Of the program in one turn: beyond it something is wrong."""
NOTHING_SEEN = "the master acted"


class Noted(NamedTuple):
    """What a side has in its log after so many actions."""

    action: int
    """After how many actions of the quest."""
    step: QuestStep


@dataclass(frozen=True)
class QuestTable(TableGame):
    """A quest, who is its master, and the last of what happened, for each side."""

    venture: Venture
    program: bool
    noticed: tuple[bool, ...] = field(default=(), compare=False)
    """For every action: does the party know that something was done?"""
    logs: tuple[tuple[Noted, ...], tuple[Noted, ...]] = field(default=((), ()), compare=False)
    """The last events, for the party and for the master."""
    screens: dict[frozenset[str], QuestScreen] = field(default_factory=dict, compare=False)
    """Those that were made."""

    name = "quest"
    title = "A quest"
    seats = ()

    # --- beginning, keeping

    @classmethod
    def begin(cls, setup: QuestSetup) -> Self:
        program = setup.master == "program"
        if setup.save:
            return cls._of(load_text(setup.save), program)
        if setup.text:
            scenario = read_scenario(setup.text)
        elif setup.quest:
            scenario = shipped_scenario(setup.quest)
        else:
            raise InvalidValueError(f"quest: expected a text, or one of {_shipped_names()}")
        seed = secrets.randbits(SEED_BITS)
        return cls._of(Venture.begin(scenario, seed, heroes=tuple(setup.heroes)), program)

    @classmethod
    def choices(cls) -> QuestChoices:
        return cls.choices_with("")

    @classmethod
    def choices_with(cls, laid_out: str) -> QuestChoices:
        ours = [(name, shipped_scenario(name)) for name in shipped_quests()]
        try:
            own = [("", read_scenario(laid_out))] if laid_out else []
        except SightlineError:  # another version wrote it: the page must open all the same
            own = []
        others = [each for each in ours if each[1].text != laid_out]
        return QuestChoices([_choice(*each) for each in own + others])

    def laid_out_again(self) -> str:
        return self.venture.start.scenario.text

    @classmethod
    def read(cls, save: str) -> Self:
        master, _, rest = save.partition(" ")
        venture = load_text(_unpacked(rest[1:])) if rest[:1] == "*" else venture_of_code(rest)
        return cls._of(venture, master == "program")

    @classmethod
    def read_replay(cls, link: str) -> Self:
        return cls._of(venture_of_code(link), True)

    @classmethod
    def _of(cls, venture: Venture, program: bool) -> Self:
        """The quest with what both sides have noticed of it, played once more for that."""
        made, master = cls._at_first(venture, program), Master()
        for number, action in enumerate(venture.log):
            state, reason = made.venture.state, ""
            shown = number >= len(venture.log) - STEPS_SHOWN
            if shown and program and acting_side(state) == MASTER:
                counsel = master.choose(state)
                reason = counsel.reason if counsel.action == action else ""
            made = made._do(action, reason)
        return made._on()

    @classmethod
    def _at_first(cls, venture: Venture, program: bool) -> Self:
        """Before anything was done."""
        start = replay(venture.start, ())
        seen = tuple(Noted(0, step_of(start.state, event, 0)) for event in start.opening())
        return cls(start, program, logs=(seen, seen))

    def save(self) -> str:
        master = "program" if self.program else "person"
        try:
            return f"{master} {replay_code(self.venture)}"
        except SightlineError:  # of one's own making: its text is part of it
            return f"{master} *{_packed(save_text(self.venture))}"

    def link(self) -> str:
        return replay_code(self.venture)

    def file(self) -> GameFile:
        title = self.venture.state.scenario.title or "quest"
        name = "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())
        return GameFile(f"{name or 'quest'}-round-{self.venture.state.round}.json", self._text())

    def _text(self) -> str:
        return save_text(self.venture)

    # --- how it stands

    def seats_here(self) -> tuple[str, ...]:
        state = self.venture.start
        heroes = [state.name(i) for i in range(state.party_size) if state.is_hero(i)]
        return (*heroes,) if self.program else (MASTERS_SEAT, *heroes)

    @property
    def number(self) -> int:
        return len(self.venture.log)

    def number_for(self, seats: frozenset[str]) -> int:
        return self.number if MASTERS_SEAT in seats else sum(self.noticed)

    @property
    def over(self) -> GameEnding:
        state = self.venture.state
        return "" if not state.is_over else "won" if state.winner == HEROES else "lost"

    @property
    def to_move(self) -> frozenset[str]:
        state = self.venture.state
        if state.is_over:
            return frozenset()
        seat = seat_to_act(state)
        seats = {seat} if seat else set(self.seats_here()) - {MASTERS_SEAT}
        if not self.program:
            seats.add(MASTERS_SEAT)  # who may open rooms and overrule at any time
        return frozenset(seats)

    def not_for(self, seats: frozenset[str], move: str) -> str:
        state = self.venture.state
        if move == AUTO:
            wanted = MASTERS_SEAT
        else:
            action = actions_of(state, move)[0]
            if isinstance(action, (RuleOn, ShowRoom)):
                wanted = MASTERS_SEAT
            else:
                figure = actor_of(state, action)
                known = 0 <= figure < len(state.who)
                wanted = seat_of(state, figure) if known else seat_to_act(state)
        if holds(seats, wanted):
            return ""
        return f"That is for {wanted or 'the party'} to do: you play {', '.join(sorted(seats))}."

    @property
    def may_undo(self) -> bool:
        return self.venture.can_undo

    def view(self, seats: frozenset[str]) -> QuestScreen:
        if seats not in self.screens:
            side = MASTER if MASTERS_SEAT in seats else HEROES
            made = QuestScreens(
                self.venture.state, seats, program=self.program, log=self.venture.log
            )
            self.screens[seats] = made.screen([each.step for each in self.logs[side]])
        return self.screens[seats]

    def has_tile(self, at: tuple[int, int], seats: frozenset[str]) -> bool:
        rows = self.view(seats).ground
        known = 0 <= at[0] < len(rows) and 0 <= at[1] < len(rows[at[0]])
        return known and rows[at[0]][at[1]] != " "

    def after(self, number: int) -> Self:
        if number >= self.number:
            return self
        made = self._at_first(self.venture, self.program)
        for action in self.venture.log[:number]:
            made = made._do(action)
        return made

    # --- playing

    def play(self, seat: str, move: str) -> tuple[Self, str]:
        if move == AUTO:
            played = self._auto()
        else:
            played = self._do_all(actions_of(self.venture.state, move))._on()
        # The table's own log is read by people who may play a hero: what the party noticed.
        words = [each.step.words for each in played.logs[HEROES] if each.action > self.number]
        return played, " ".join(words) or NOTHING_SEEN

    def _do_all(self, actions: list[QuestAction]) -> Self:
        """One after the other. A way ends where something comes into sight."""
        played = self
        for action in actions:
            after = played._do(action)
            news = [each for each in after.logs[HEROES] if each.action > played.number]
            played = after
            if any(each.step.kind not in {"step", *QUIET} for each in news):
                break
        return played

    def _do(self, action: QuestAction, reason: str = "") -> Self:
        before, after = self.venture.state, self.venture.do(action)
        if isinstance(action, NextTurn):
            reason = ""  # that nothing is left to do goes without saying
        number = len(after.log)
        of_party = sum(self.noticed) + 1
        seen = steps_of(before, action, after.state, HEROES, of_party, reason)
        everything = steps_of(before, action, after.state, MASTER, number, reason)
        noticed = bool(seen) or acting_side(before, action) == HEROES
        logs = (
            (*self.logs[HEROES], *(Noted(number, step) for step in seen))[-STEPS_SHOWN:],
            (*self.logs[MASTER], *(Noted(number, step) for step in everything))[-STEPS_SHOWN:],
        )
        return type(self)(after, self.program, (*self.noticed, noticed), logs)

    def _on(self) -> Self:
        """With the program as the master, up to the party's next decision."""
        return self._auto() if self.program else self

    def _auto(self) -> Self:
        played, master = self, Master()
        for _ in range(MOST_ACTIONS):
            state = played.venture.state
            if state.is_over or acting_side(state) != MASTER:
                break
            action, reason = master.choose(state)
            played = played._do(action, reason)
        return played

    def take_back(self) -> Self:
        """Back to where somebody last decided: a way that was walked at once is one decision."""
        last = self.venture.log[-1] if self.venture.log else None
        venture = self.venture.undo()
        while (
            isinstance(last, StepTo)
            and venture.can_undo
            and isinstance(venture.log[-1], StepTo)
            and venture.log[-1].figure == last.figure
        ):
            venture = venture.undo()
        kept = len(venture.log)
        if len(self.logs[MASTER]) == STEPS_SHOWN:  # what went before is wanted again
            return self._of(venture, self.program)
        logs = tuple(tuple(each for each in log if each.action <= kept) for log in self.logs)
        return type(self)(venture, self.program, self.noticed[:kept], (logs[0], logs[1]))

    # --- asking

    def answer(self, question: AskGame, seats: frozenset[str]) -> GameAnswer:
        state = self.venture.state
        if question.what != "hint":
            raise UnknownNameError(f"question: expected hint, save or link, got {question.what!r}")
        if state.is_over:
            raise InvalidValueError("the quest is over")
        if acting_side(state) == MASTER:
            if MASTERS_SEAT not in seats:
                raise InvalidValueError("the master is to act now")
            action, reason = Master().choose(state)
        else:
            action, reason = PartyPlayer().choose(state)
        return GameAnswer(reason, move=move_text(action))


def _choice(name: str, scenario: Scenario) -> QuestChoice:
    return QuestChoice(
        name,
        scenario.title or name or "Without a title",
        scenario.story,
        [goal.text for goal in scenario.goals],
        [one.name for one in scenario.figures if one.kind == "hero"],
    )


@lru_cache(maxsize=1)
def _shipped_names() -> str:
    return ", ".join(shipped_quests())


def _packed(text: str) -> str:
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode()


def _unpacked(text: str) -> str:
    try:
        return zlib.decompress(base64.b85decode(text)).decode()
    except (ValueError, binascii.Error, zlib.error) as error:
        raise FormatError("expected a quest that the table kept", "save") from error
