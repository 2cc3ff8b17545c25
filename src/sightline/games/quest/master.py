"""The program as the master: moves the monsters, rules on close calls, and says why.

A monster strikes the weakest whom it can reach with its weapon; else it goes to the nearest tile
from which it can strike somebody; else it comes nearer. It never strikes on a close call, as it
rules strictly.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from sightline.errors import InvalidValueError
from sightline.games.quest.actions import NextTurn, QuestAction, RuleOn, StepTo, Strike
from sightline.games.quest.objections import is_close_call, objection, others_tiles, way_objection
from sightline.games.quest.record import Venture
from sightline.games.quest.rules import acting_side
from sightline.games.quest.sighting import bits
from sightline.games.quest.state import MASTER, RULING, QuestState
from sightline.games.quest.ways import ways_from

STRICTLY = "the program rules strictly: what the line touches, blocks"


class Counsel(NamedTuple):
    """What to do, and why, in a sentence without a full stop."""

    action: QuestAction
    reason: str


class ProgramStep(NamedTuple):
    """One action of the program, why, and what was before and after it:
    `happened(before, action, after, side)` says what a side learns."""

    action: QuestAction
    reason: str
    before: QuestState
    after: QuestState


class Master:
    """Plays the monsters, and rules on close calls: strictly, and says so.

    >>> from sightline.games.quest import Master, NextTurn, Venture
    >>> venture = Venture.begin("the-sealed-crypt", seed=1)
    >>> Master().play(venture)[1]
    []
    """

    def choose(self, state: QuestState) -> Counsel:
        """What the master does next. It must be the master's to act."""
        if acting_side(state) != MASTER:
            raise InvalidValueError("it is not the master who is to act")
        if state.phase == RULING:
            waiting = state.waiting
            assert waiting is not None
            return Counsel(RuleOn(waiting.figure, waiting.target, False, STRICTLY), STRICTLY)
        for figure in state.standing():
            if state.is_monster(figure) and not state.acted[figure]:
                counsel = _monster(state, figure)
                if counsel is not None:
                    return counsel
        return Counsel(NextTurn(), "no monster can do more")

    def play(self, venture: Venture) -> tuple[Venture, list[ProgramStep]]:
        """Everything until the party is on again, or it is over."""
        steps: list[ProgramStep] = []
        while acting_side(venture.state) == MASTER:
            action, reason = self.choose(venture.state)
            before, venture = venture.state, venture.do(action)
            steps.append(ProgramStep(action, reason, before, venture.state))
        return venture, steps


def _monster(state: QuestState, figure: int) -> Counsel | None:
    """What a monster that has not acted does next; None if nothing."""
    name = state.name(figure)
    target = best_target(state, figure)
    if target is not None:
        left = state.body[target]
        points = f"{left} body point{'s' if left > 1 else ''} left"
        return Counsel(
            Strike(figure, target),
            f"{name} strikes {state.name(target)}: the weakest whom it reaches, {points}",
        )
    if not state.moves[figure]:
        return None
    aims: dict[int, int] = {}

    def can_strike(tile: int) -> bool:
        there = best_target(moved(state, figure, tile), figure)
        if there is not None:
            aims[tile] = there
        return there is not None

    ways = ways_from(state, figure, most=state.moves[figure], until=can_strike)
    for tile, aim in aims.items():
        to = state.scenario.tiles[ways.first_step(tile)]
        where = state.scenario.tiles[tile]
        on_the_way = "" if to == where else f", on the way to {where}"
        return Counsel(
            StepTo(figure, to),
            f"{name} moves to {to}{on_the_way}:"
            f" the nearest tile from which it can strike {state.name(aim)}",
        )
    return _come_nearer(state, figure)


def moved(state: QuestState, figure: int, tile: int) -> QuestState:
    """The state with a figure elsewhere, as it would be if nobody had looked."""
    return state._replace(at=(*state.at[:figure], tile, *state.at[figure + 1 :]))


def best_target(state: QuestState, figure: int) -> int | None:
    """The weakest whom a figure can strike from where it stands, with no close call."""
    foes = [
        i
        for i in state.standing()
        if state.is_monster(i) != state.is_monster(figure)
        and objection(state, Strike(figure, i)) is None
        and not is_close_call(state, Strike(figure, i))
    ]
    return min(foes, key=lambda i: (state.body[i], i), default=None)


def _come_nearer(state: QuestState, figure: int) -> Counsel | None:
    """A step towards the nearest of the party, past other monsters if they were not there."""
    scenario = state.scenario
    away = steps_to_party(state, figure)
    here = state.at[figure]
    taken = others_tiles(state, figure)
    best: int | None = None
    for to, _ in scenario.steps[here]:
        nearer = to in away and (here not in away or away[to] < away[here])
        if (
            nearer
            and (best is None or away[to] < away[best])
            and _is_inside(state, figure, to)
            and way_objection(state, figure, here, to, taken) is None
        ):
            best = to
    if best is None:
        return None
    tile, left = scenario.tiles[best], away[best]
    return Counsel(
        StepTo(figure, tile),
        f"{state.name(figure)} moves to {tile}: it comes nearer to the party,"
        f" {left} step{'s' if left != 1 else ''} away then",
    )


def steps_to_party(state: QuestState, figure: int) -> dict[int, int]:
    """How many steps each tile is from one next to somebody of the party, for that monster, if no
    other monster were in the way."""
    scenario = state.scenario
    party = 0
    for i in state.standing():
        party |= 0 if state.is_monster(i) else state.tiles_of(i)
    size = state.figure(figure).size
    found: dict[int, int] = {}
    fresh: deque[int] = deque()
    for tile in range(len(scenario.tiles)):
        if _is_inside(state, figure, tile):
            own = scenario.footprint(tile, size)
            if not own & (scenario.blocked | party) and _touches(state, own, party):
                found[tile] = 0
                fresh.append(tile)
    while fresh:
        here = fresh.popleft()
        for to, _ in scenario.steps[here]:
            if (
                to not in found
                and _is_inside(state, figure, to)
                and way_objection(state, figure, to, here, party) is None
            ):
                found[to] = found[here] + 1
                fresh.append(to)
    return found


def _is_inside(state: QuestState, figure: int, tile: int) -> bool:
    rows, cols = state.figure(figure).size
    at, board = state.scenario.tiles[tile], state.scenario.board
    return at.row + rows <= board.rows and at.col + cols <= board.cols


def _touches(state: QuestState, own: int, others: int) -> bool:
    """Is one of the tiles next to one of the others, with an open edge between?"""
    return any(
        others >> to & 1 and (door < 0 or state.doors[door] == "o")
        for here in bits(own)
        for to, door in state.scenario.steps[here]
    )
