"""A quest at the table: moves as text, the party's fog of war, and a game master who is a person or
the computer.

If the computer is the game master, all its actions follow the party's move immediately: one message
for a whole turn, with the reason for each step. The rules are not implemented here.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Self

from msgspec.structs import replace

from sightline.errors import FormatError, InvalidValueError, SightlineError, UnknownNameError
from sightline.games.quest import (
    HEROES,
    MASTER,
    TUTORIAL,
    Counsel,
    Master,
    PartyPlayer,
    QuestAction,
    QuestState,
    RuleOn,
    Scenario,
    ShowRoom,
    StepTo,
    Venture,
    acting_side,
    load_text,
    read_scenario,
    reason_for_party,
    replay,
    replay_code,
    save_text,
    shipped_quests,
    shipped_scenario,
)
from sightline.games.quest.record import SAVES, start_and_log
from sightline.table.games.contract import GameEnding, GameFile, TableGame, new_seed
from sightline.table.games.endings import quest_ending
from sightline.table.games.quest_moves import AUTO, actions_of, actor_of, move_of
from sightline.table.games.quest_screen import (
    MASTERS_SEAT,
    QuestScreens,
    holds,
    seat_of,
    seat_to_act,
)
from sightline.table.games.quest_steps import QUIET, step_of, steps_of
from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.game_views import GameAnswer
from sightline.table.protocol.games.quest import (
    QuestChoice,
    QuestChoices,
    QuestScreen,
    QuestSetup,
    QuestStep,
)
from sightline.texts import join, say, word

STEPS_SHOWN = 80
"""The most recent events that a page gets for its log."""
MOST_ACTIONS = 2_000
"""The maximum number of actions of the computer in one turn. More than that would be a bug."""
NOTHING_SEEN = say("the game master acted")


class Noted(NamedTuple):
    """The log entries of a side after an action."""

    action: int
    """The number of actions up to this one."""
    step: QuestStep


@dataclass(frozen=True)
class QuestTable(TableGame):
    """A quest, its game master, and each side's most recent events."""

    venture: Venture
    program: bool
    noticed: tuple[bool, ...] = field(default=(), compare=False)
    """Whether the party noticed each action."""
    logs: tuple[tuple[Noted, ...], tuple[Noted, ...]] = field(default=((), ()), compare=False)
    """The most recent events for the party and for the game master."""
    screens: dict[frozenset[str], QuestScreen] = field(default_factory=dict, compare=False)
    """A cache of screens."""

    name = "quest"
    title = "A quest"
    seats = ()

    # --- starting and saving

    @classmethod
    def begin(cls, setup: QuestSetup) -> Self:
        program = setup.master == "program"
        if setup.save:
            return cls._of(load_text(setup.save), program)
        if setup.tutorial:
            scenario = shipped_scenario(TUTORIAL)
        elif setup.text:
            scenario = read_scenario(setup.text)
        elif setup.quest:
            scenario = shipped_scenario(setup.quest)
        else:
            raise InvalidValueError(f"quest: expected a text, or one of {_shipped_names()}")
        seed = new_seed()
        return cls._of(Venture.begin(scenario, seed, heroes=tuple(setup.heroes)), program)

    @classmethod
    def choices(cls) -> QuestChoices:
        return cls.choices_with("")

    @classmethod
    def setup_with(cls, setup: QuestSetup, laid_out: str) -> QuestSetup:
        return replace(setup, text=laid_out) if setup.laid_out else setup

    @classmethod
    def choices_with(cls, laid_out: str) -> QuestChoices:
        ours = [(name, shipped_scenario(name)) for name in shipped_quests()]
        try:
            own = [("", read_scenario(laid_out))] if laid_out else []
        except SightlineError:  # saved by another version; the page must still open
            own = []
        others = [each for each in ours if each[1].text != laid_out]
        return QuestChoices([_choice(*each) for each in own + others])

    def laid_out_again(self) -> str:
        return self.venture.start.scenario.text

    @classmethod
    def read(cls, save: str) -> Self:
        master, _, rest = save.partition(" ")
        program = master == "program"
        if rest[:1] == "*":
            return cls._read_text(_unpacked(rest[1:]), program)
        return cls._played(*start_and_log(rest), program)._on()

    @classmethod
    def _read_text(cls, text: str, program: bool) -> Self:
        """Load a custom quest. Replaying the save checks it and creates the logs."""
        made: list[Self] = []

        def played(start: QuestState, log: Iterable[QuestAction]) -> Venture:
            made.append(cls._played(start, [*log], program))
            return made[0].venture

        dataclasses.replace(SAVES, replay=played).load_text(text)
        return made[0]._on()

    @classmethod
    def read_replay(cls, link: str) -> Self:
        return cls._played(*start_and_log(link), True)._on()

    @classmethod
    def _of(cls, venture: Venture, program: bool) -> Self:
        return cls._played(venture.start, venture.log, program)._on()

    @classmethod
    def _played(cls, start: QuestState, log: Sequence[QuestAction], program: bool) -> Self:
        """Return the quest after these actions, with both sides' logs."""
        made, master = cls._at_first(start, program), Master()
        for number, action in enumerate(log):
            state, counsel = made.venture.state, None
            shown = number >= len(log) - STEPS_SHOWN
            if shown and program and acting_side(state) == MASTER:
                counsel = master.choose(state)
            made = made._do(action, counsel)
        return made

    @classmethod
    def _at_first(cls, start: QuestState, program: bool) -> Self:
        """Return the quest before any action."""
        venture = replay(start, ())
        seen = tuple(Noted(0, step_of(start, event, 0)) for event in venture.opening())
        return cls(venture, program, logs=(seen, seen))

    def save(self) -> str:
        master = "program" if self.program else "person"
        try:
            return f"{master} {replay_code(self.venture)}"
        except SightlineError:  # a custom quest: its text is part of the save
            return f"{master} *{_packed(save_text(self.venture))}"

    def link(self) -> str:
        return replay_code(self.venture)

    def file(self) -> GameFile:
        title = self.venture.state.scenario.title or "quest"
        name = "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())
        return GameFile(f"{name or 'quest'}-round-{self.venture.state.round}.json", self._text())

    def _text(self) -> str:
        return save_text(self.venture)

    # --- state

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
            seats.add(MASTERS_SEAT)  # the game master may reveal rooms and overrule at any time
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
        return say(
            "That is for {who} to do: you play {seats}.",
            who=word(wanted or "the party"),
            seats=join([word(seat) for seat in sorted(seats)]),
        )

    @property
    def may_undo(self) -> bool:
        return self.venture.can_undo

    def view(self, seats: frozenset[str]) -> QuestScreen:
        if seats not in self.screens:
            side = MASTER if MASTERS_SEAT in seats else HEROES
            made = QuestScreens(
                self.venture.state, seats, program=self.program, log=self.venture.log
            )
            screen = made.screen([each.step for each in self.logs[side]])
            screen.lesson = self.venture.start.scenario == shipped_scenario(TUTORIAL)
            if self.over:
                screen.ending = quest_ending(self.venture)
            self.screens[seats] = screen
        return self.screens[seats]

    def has_tile(self, at: tuple[int, int], seats: frozenset[str]) -> bool:
        rows = self.view(seats).ground
        known = 0 <= at[0] < len(rows) and 0 <= at[1] < len(rows[at[0]])
        return known and rows[at[0]][at[1]] != " "

    def after(self, number: int) -> Self:
        if number >= self.number:
            return self
        made = self._at_first(self.venture.start, self.program)
        for action in self.venture.log[:number]:
            made = made._do(action)
        return made

    # --- playing

    def play(self, seat: str, move: str) -> tuple[Self, str]:
        if move == AUTO:
            played = self._auto()
        else:
            played = self._do_all(actions_of(self.venture.state, move))._on()
        # Players can read the table's log, so it contains only what the party noticed.
        words = [each.step.words for each in played.logs[HEROES] if each.action > self.number]
        return played, " ".join(words) or NOTHING_SEEN

    def _do_all(self, actions: list[QuestAction]) -> Self:
        """Do the actions in order. A walk stops when something comes into sight."""
        played = self
        for action in actions:
            after = played._do(action)
            news = [each for each in after.logs[HEROES] if each.action > played.number]
            played = after
            if any(each.step.kind not in {"step", *QUIET} for each in news):
                break
        return played

    def _do(self, action: QuestAction, counsel: Counsel | None = None) -> Self:
        """Do an action. `counsel` is the computer's choice with its reason, if the computer
        chose it.
        """
        before, after = self.venture.state, self.venture.do(action)
        reason = reason_seen = ""
        if counsel and counsel.action == action and not counsel.goes_without_saying:
            reason = counsel.reason
            reason_seen = reason_for_party(before, counsel, after.state)
        number = len(after.log)
        of_party = sum(self.noticed) + 1
        seen = steps_of(before, action, after.state, HEROES, of_party, reason_seen)
        everything = steps_of(before, action, after.state, MASTER, number, reason)
        noticed = bool(seen) or acting_side(before, action) == HEROES
        logs = (
            (*self.logs[HEROES], *(Noted(number, step) for step in seen))[-STEPS_SHOWN:],
            (*self.logs[MASTER], *(Noted(number, step) for step in everything))[-STEPS_SHOWN:],
        )
        return type(self)(after, self.program, (*self.noticed, noticed), logs)

    def _on(self) -> Self:
        """Let the computer play the game master up to the party's next decision."""
        return self._auto() if self.program else self

    def _auto(self) -> Self:
        played, master = self, Master()
        for _ in range(MOST_ACTIONS):
            state = played.venture.state
            if state.is_over or acting_side(state) != MASTER:
                break
            counsel = master.choose(state)
            played = played._do(counsel.action, counsel)
        return played

    def take_back(self) -> Self:
        """Return the quest before the last decision. A whole walk is one decision."""
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
        if len(self.logs[MASTER]) == STEPS_SHOWN:  # earlier log entries are needed again
            return self._of(venture, self.program)
        logs = tuple(tuple(each for each in log if each.action <= kept) for log in self.logs)
        return type(self)(venture, self.program, self.noticed[:kept], (logs[0], logs[1]))

    # --- questions

    def answer(self, question: AskGame, seats: frozenset[str]) -> GameAnswer:
        state = self.venture.state
        if question.what != "hint":
            raise UnknownNameError(f"question: expected hint, save or link, got {question.what!r}")
        if state.is_over:
            raise InvalidValueError(say("the quest is over"))
        if acting_side(state) == MASTER:
            if MASTERS_SEAT not in seats:
                raise InvalidValueError(say("it is the game master's turn"))
            counsel = Master().choose(state)
        else:
            counsel = PartyPlayer().choose(state)
        return GameAnswer(counsel.reason, move=move_of(counsel, state))


GAME = QuestTable


def _choice(name: str, scenario: Scenario) -> QuestChoice:
    return QuestChoice(
        name,
        word(scenario.title or name or "Without a title"),
        word(scenario.story),
        [word(goal.text) for goal in scenario.goals],
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
        raise FormatError(say("expected a quest that the table kept"), "save") from error
