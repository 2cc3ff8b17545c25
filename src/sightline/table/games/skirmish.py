"""The hex skirmish at the table: two seats with fog of war, or one seat and the computer.

    deploy 0,-5 1,-5 ...   walk 3 2,-1   shot 0 7   blast 3 2,-1   flame 4 1,0   pass   resign

Units are numbers, and hexes are q,r. A walk takes the cheapest path and stops when an enemy comes
into sight. The computer plays its whole turn at once. The rules are not implemented here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Self

from sightline.errors import InvalidValueError, UnknownNameError
from sightline.games.skirmish import (
    DEPLOYING,
    DRAW,
    MAP_NAMES,
    SIDES,
    TUTORIAL,
    Blast,
    Commander,
    Deploy,
    Flame,
    March,
    Match,
    Pass,
    Resign,
    Shot,
    SkirmishAction,
    acting_side,
    believed,
    load_text,
    match_of_code,
    replay,
    replay_code,
    routes,
    save_text,
    seen_enemies,
    shipped_battlefield,
)
from sightline.games.skirmish.players.player import TurnPlan, best_plan
from sightline.model.cell import Hex
from sightline.table.games.contract import GameEnding, GameFile, TableGame, new_seed
from sightline.table.games.endings import skirmish_ending
from sightline.table.games.skirmish_steps import (
    ALL,
    CALLED,
    STEPS_SHOWN,
    Chronicle,
    ProgramReasons,
    chronicle_of,
)
from sightline.table.games.skirmish_view import (
    about_hex,
    ground_of,
    proof_of,
    skirmish_view,
    targets_from,
)
from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.game_views import GameAnswer
from sightline.table.protocol.games.skirmish import SkirmishChoices, SkirmishSetup, SkirmishView
from sightline.texts import say, word

BOTH = (0, 1)
GUESTS = {"red": 0, "blue": 1, "called": CALLED, "all": ALL}
NOT_A_MOVE = "expected a move such as 'walk 3 2,-1', 'shot 0 7' or 'pass', got"
NOT_YOURS = say("ask about a unit of your own that stands on the field")
_HEX = re.compile(r"(-?\d{1,3}),(-?\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True)
class SkirmishTable(TableGame):
    """A match, its players, and what each audience has learned."""

    match: Match
    people: tuple[int, ...] = (0,)
    """The sides that people play. The computer plays the others."""
    guests: int = CALLED
    """The side whose view guests get."""
    chronicle: Chronicle = field(default_factory=Chronicle, compare=False)
    reasons: ProgramReasons | None = field(default=None, compare=False, repr=False)
    """The computer's reasons, in a replay."""
    _views: dict[int, SkirmishView] = field(default_factory=dict, compare=False, repr=False)

    name = "skirmish"
    title = "Hex skirmish"
    seats = SIDES
    has_secrets = True

    # --- starting and saving

    @classmethod
    def begin(cls, setup: SkirmishSetup) -> Self:
        if setup.side not in SIDES:
            raise InvalidValueError(f"side: expected red or blue, got {setup.side!r}")
        people = BOTH if setup.against == "friend" else (SIDES.index(setup.side),)
        if setup.save:
            match = load_text(setup.save)
        else:
            name = TUTORIAL if setup.tutorial else setup.map
            match = Match.begin(name, new_seed(), fog=setup.fog)
        usual = "called" if people == BOTH else setup.side
        guests = GUESTS[setup.guests or ("all" if not match.start.fog else usual)]
        return cls._with_chronicle(match, people, guests)._with_program()

    @classmethod
    def choices(cls) -> SkirmishChoices:
        return SkirmishChoices([ground_of(shipped_battlefield(name)) for name in MAP_NAMES])

    @classmethod
    def _with_chronicle(cls, match: Match, people: tuple[int, ...], guests: int) -> Self:
        """Return the match with what each side has learned, computed by replaying it."""
        game = cls(match, people, guests)
        reasons = ProgramReasons(match, game._program)
        first = len(match.log) - STEPS_SHOWN
        # Recompute the computer's reasons only for viewers who may read them.
        heard = not match.start.fog or guests == ALL

        def reason_of(number: int) -> str:
            return reasons.of(number) if heard and number > first else ""

        return replace(game, chronicle=chronicle_of(match, reason_of))

    @classmethod
    def read(cls, save: str) -> Self:
        people, guests, text = save.split(" ", 2)
        match = load_text(text) if text.startswith("{") else match_of_code(text)
        return cls._with_chronicle(match, tuple(int(side) for side in people), int(guests))

    def save(self) -> str:
        is_shipped = self._map_name is not None
        text = replay_code(self.match) if is_shipped else save_text(self.match)
        return f"{''.join(map(str, self.people))} {self.guests} {text}"

    @property
    def _map_name(self) -> str | None:
        return ground_of(self.match.start.field).name or None

    @classmethod
    def read_replay(cls, link: str) -> Self:
        *code, program = link.replace("~", ";").replace("_", ",").split(";")
        if len(code) != 4 or program not in ("", "0", "1"):
            raise InvalidValueError(say("that is not a link to a skirmish replay"))
        match = match_of_code(";".join(code))
        people = BOTH if not program else (1 - int(program),)
        game = cls._with_chronicle(match, people, CALLED)
        return replace(game, reasons=ProgramReasons(match, game._program))

    def link(self) -> str:
        """Return the engine's code with URL-safe separators, and the computer's side."""
        program = "" if self._program is None else str(self._program)
        return f"{replay_code(self.match)};{program}".replace(";", "~").replace(",", "_")

    def file(self) -> GameFile:
        name, match = self._map_name or "own-map", self.match
        return GameFile(f"skirmish-{name}-round-{match.battle.round}.json", save_text(match))

    # --- the state

    @property
    def _program(self) -> int | None:
        return next((side for side in BOTH if side not in self.people), None)

    def seats_here(self) -> tuple[str, ...]:
        return tuple(SIDES[side] for side in self.people)

    @property
    def number(self) -> int:
        return len(self.match.log)

    def number_for(self, seats: frozenset[str]) -> int:
        mine = self._mine(seats)
        # A user who plays both sides knows everything. The view changes with the turn.
        return self.number if mine == BOTH else self.chronicle.counts[self._eyes(seats)]

    @property
    def over(self) -> GameEnding:
        battle = self.match.battle
        if not battle.is_over:
            return ""
        if battle.winner == DRAW:
            return "drawn"
        if self.people == BOTH:
            return "over"
        return "won" if battle.winner in self.people else "lost"

    @property
    def to_move(self) -> frozenset[str]:
        return frozenset(SIDES[side] for side in self._on)

    @property
    def _on(self) -> list[int]:
        """Return the sides played by people that may act now."""
        battle = self.match.battle
        if battle.is_over:
            return []
        if battle.phase == DEPLOYING:
            return [side for side in self.people if not battle.ready[side]]
        return [side for side in self.people if side == battle.side]

    @property
    def may_undo(self) -> bool:
        return self.match.can_undo

    def _mine(self, seats: frozenset[str]) -> tuple[int, ...]:
        return tuple(side for side in self.people if SIDES[side] in seats)

    def _eyes(self, seats: frozenset[str]) -> int:
        if self.reasons is not None:
            return ALL
        mine = self._mine(seats)
        if mine == BOTH:  # the active side, or at the end the side that acted last
            battle = self.match.battle
            return self._on[0] if self._on else battle.side
        return mine[0] if mine else self.guests

    def view(self, seats: frozenset[str]) -> SkirmishView:
        eyes, both = self._eyes(seats), self._mine(seats) == BOTH
        key = 2 * eyes + both
        if key not in self._views:
            shown = skirmish_view(self.match.battle, eyes, self.chronicle)
            shown.program = "" if self._program is None else SIDES[self._program]
            shown.both = both
            shown.lesson = self._map_name == TUTORIAL
            if self.over:
                shown.ending = skirmish_ending(self.match)
            self._views[key] = shown
        return self._views[key]

    def has_tile(self, at: tuple[int, int], seats: frozenset[str]) -> bool:
        return at in self.match.start.field.tables.index

    def after(self, number: int) -> Self:
        match = self.match
        if number < self.number:
            match = replay(match.start, match.log[:number])
        reasons = self.reasons or ProgramReasons(self.match, self._program)

        def reason_of(each: int) -> str:
            return reasons.of(each) if each == number else ""

        chronicle = chronicle_of(match, reason_of)
        return replace(self, match=match, chronicle=chronicle, reasons=reasons, _views={})

    # --- playing

    def play(self, seat: str, move: str) -> tuple[Self, str]:
        side = SIDES.index(seat)
        played = self
        for action in self._actions(side, move):
            if acting_side(played.match.battle, action) != side:
                raise InvalidValueError(say("it is not the turn of {side}", side=word(seat)))
            before = played.match.battle
            played = played._do(action)
            after = played.match.battle
            known = set(seen_enemies(before, side))
            if isinstance(action, March) and not known.issuperset(seen_enemies(after, side)):
                break  # an enemy came into sight: stop here
        return played._with_program(), ""

    def _do(self, action: SkirmishAction, reason: str = "") -> Self:
        after = self.match.do(action)
        chronicle = self.chronicle.with_action(self.match.battle, action, after.battle, reason)
        return replace(self, match=after, chronicle=chronicle, _views={})

    def _with_program(self) -> Self:
        """Return the match after the computer has played, if it is its turn."""
        side, played = self._program, self
        if side is None:
            return self
        commander = Commander(self.match.start.seed)
        while not (battle := played.match.battle).is_over:
            waits = battle.ready[side] if battle.phase == DEPLOYING else battle.side != side
            if waits:
                break
            advice = commander.choose(battle, side)
            played = played._do(advice.action, advice.reason)
        return played

    def take_back(self) -> Self:
        """Return the match before the last steps of one unit: its walk is one decision."""
        match = self.match.undo()
        last = self.match.log[-1]
        assert isinstance(last, March)
        while match.can_undo and isinstance(match.log[-1], March):
            if match.log[-1].unit != last.unit:
                break
            match = match.undo()
        return self._with_chronicle(match, self.people, self.guests)

    def _actions(self, side: int, move: str) -> list[SkirmishAction]:
        """Return the actions of a move. The rules decide whether they are legal."""
        word, *rest = move.split(" ")
        match word, rest:
            case "pass", []:
                return [Pass()]
            case "resign", []:
                return [Resign(side)]
            case "deploy", [_, *_]:
                return [Deploy(side, tuple(_hex(each) for each in rest))]
            case "shot", [unit, target]:
                return [Shot(_number(unit), _number(target))]
            case "blast", [unit, at]:
                return [Blast(_number(unit), _hex(at))]
            case "flame", [unit, at]:
                return [Flame(_number(unit), _hex(at))]
            case "walk", [unit, at]:
                return self._walk(_number(unit), _hex(at))
        raise InvalidValueError(f"{NOT_A_MOVE} {move[:40]!r}")

    def _walk(self, unit: int, to: Hex) -> list[SkirmishAction]:
        battle = self.match.battle
        own = unit in battle.field.members[battle.side] and battle.phase != DEPLOYING
        way = routes(battle, unit).get(to) if own else None
        # The hex is out of reach: let the rules explain why the step fails.
        return [March(unit, each) for each in way.path] if way else [March(unit, to)]

    # --- questions

    def answer(self, question: AskGame, seats: frozenset[str]) -> GameAnswer:
        word, *rest = question.what.split(" ")
        match word, rest:
            case "hint", []:
                return self._hint(seats)
            case "look", [unit]:
                number = self._asked_unit(_number(unit), seats)
                at = None if question.at is None else self._asked_hex(question.at)
                return GameAnswer(targets=targets_from(self.match.battle, number, at))
            case "about", [unit] if question.at is not None:
                number = self._asked_unit(_number(unit), seats)
                lines, sight = about_hex(self.match.battle, number, self._asked_hex(question.at))
                return GameAnswer(lines=lines, sight=None if sight is None else proof_of(sight))
        raise UnknownNameError(
            f"question: expected hint, look, about, save or link, got {question.what!r}"
        )

    def _asked_unit(self, unit: int, seats: frozenset[str]) -> int:
        """Return the number of one of the user's own units. The options of an enemy's unit would
        be a secret.
        """
        battle, eyes = self.match.battle, self._eyes(seats)
        known = unit < len(battle.field.units) and battle.where(unit) is not None
        own = known and (eyes == ALL or battle.field.units[unit].side == eyes)
        if not own or battle.phase == DEPLOYING:
            raise InvalidValueError(NOT_YOURS)
        return unit

    def _asked_hex(self, at: tuple[int, int]) -> Hex:
        if at not in self.match.start.field.tables.index:
            raise InvalidValueError(say("{tile} is off the map", tile=f"({at[0]}, {at[1]})"))
        return Hex(*at)

    def _hint(self, seats: frozenset[str]) -> GameAnswer:
        battle, eyes = self.match.battle, self._eyes(seats)
        if eyes not in self._on:
            raise InvalidValueError(say("a hint is only for the side whose turn it is"))
        if battle.phase == DEPLOYING:
            advice = Commander().choose(battle, eyes)
            assert isinstance(advice.action, Deploy)
            places = " ".join(f"{q},{r}" for q, r in advice.action.at)
            return GameAnswer(advice.reason, move=f"deploy {places}")
        plan = best_plan(believed(battle, eyes))
        if plan is None:
            words = say("end the turn: nothing that is left to do is better than waiting")
            return GameAnswer(words, move="pass")
        return self._advice(plan)

    def _advice(self, plan: TurnPlan) -> GameAnswer:
        field = self.match.start.field
        name, cells = word(field.units[plan.unit].name), field.tables.cells
        move = ""
        does: list[str] = []
        if plan.attack is not None:
            move, doing = _attack_words(self.match, plan.attack.action)
            does.append(doing)
        if plan.path:
            end = cells[plan.path[-1]]
            move = f"walk {plan.unit} {end.q},{end.r}"
            does.insert(0, say("walks to {tile}", tile=str(end)))
        return GameAnswer(
            say(
                "the {name} {does}: {reason}", name=name, does=_one_by_one(does), reason=plan.reason
            ),
            move=move,
        )


GAME = SkirmishTable


def _one_by_one(does: list[str]) -> str:
    if len(does) < 2:
        return does[0] if does else ""
    return say("{one}, then {other}", one=does[0], other=does[1])


def _attack_words(match: Match, action: SkirmishAction) -> tuple[str, str]:
    """Return an attack as a move, and its description."""
    match action:
        case Shot(unit, target):
            return f"shot {unit} {target}", say("shoots at the {name}", name=_name(match, target))
        case Blast(unit, at):
            return f"blast {unit} {at[0]},{at[1]}", say("throws a blast at {tile}", tile=str(at))
        case Flame(unit, toward):
            return f"flame {unit} {toward[0]},{toward[1]}", say(
                "breathes fire toward {tile}", tile=str(toward)
            )
    raise InvalidValueError("no attack")


def _name(match: Match, unit: int) -> str:
    return match.start.field.units[unit].name


def _hex(word: str) -> Hex:
    found = _HEX.fullmatch(word)
    if found is None:
        raise InvalidValueError(f"expected a hex such as 2,-1, got {word[:20]!r}")
    return Hex(int(found[1]), int(found[2]))


def _number(word: str) -> int:
    if _NUMBER.fullmatch(word) is None:
        raise InvalidValueError(f"expected the number of a unit, got {word[:20]!r}")
    return int(word)
