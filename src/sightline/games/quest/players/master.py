"""The computer as game master: it moves the monsters, rules on close calls, and gives reasons.

A monster strikes the weakest figure that its weapon reaches. Otherwise it goes to the nearest tile
from which it can strike, or at least comes nearer. If it cannot reach anyone, it hides. It never
strikes on a close call, because the computer rules strictly.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from sightline.errors import InvalidValueError
from sightline.games.common.bit_sets import bits
from sightline.games.quest.actions import NextTurn, QuestAction, RuleOn, StepTo, Strike
from sightline.games.quest.objections import (
    is_close_call,
    objection,
    others_tiles,
    steps_apart,
    way_objection,
)
from sightline.games.quest.players.ways import WaysFrom, ways_from
from sightline.games.quest.record import Venture
from sightline.games.quest.rules import acting_side
from sightline.games.quest.sighting import look_round
from sightline.games.quest.state import MASTER, NOBODY, RULING, QuestState
from sightline.model.cell import Square
from sightline.texts import PhraseValue, join, say

STRICTLY = say("the computer rules strictly: what the line touches, blocks")


class Counsel(NamedTuple):
    """An action with its reason: a sentence without its final period."""

    action: QuestAction
    reason: str
    way: tuple[Square, ...] = ()
    """The tiles of the path, if the action is its first step."""

    @property
    def goes_without_saying(self) -> bool:
        """Whether the turn ends only because nothing is left to do."""
        return isinstance(self.action, NextTurn) and self.reason.endswith("can do no more")


class ProgramStep(NamedTuple):
    """One action of the computer: its reason, and the states before and after.

    `happened(before, action, after, side)` returns what a side learns of it.
    """

    action: QuestAction
    reason: str
    before: QuestState
    after: QuestState


class Master:
    """Plays the monsters, and rules strictly on close calls.

    >>> from sightline.games.quest import Master, NextTurn, Venture
    >>> venture = Venture.begin("the-sealed-crypt", seed=1)
    >>> Master().play(venture)[1]
    []
    """

    def choose(self, state: QuestState) -> Counsel:
        """Return the game master's next action. Call it only in the game master's turn."""
        if acting_side(state) != MASTER:
            raise InvalidValueError(say("it is not the game master's turn"))
        if state.phase == RULING:
            waiting = state.waiting
            assert waiting is not None
            return Counsel(RuleOn(waiting.figure, waiting.target, False, STRICTLY), STRICTLY)
        waits: list[tuple[int, str]] = []
        for figure in state.standing():
            if state.is_monster(figure) and not state.acted[figure]:
                counsel = _monster(state, figure)
                if not isinstance(counsel, str):
                    return counsel
                if counsel:
                    waits.append((figure, counsel))
        return Counsel(NextTurn(), _said(state, waits) or say("the monsters can do no more"))

    def play(self, venture: Venture) -> tuple[Venture, list[ProgramStep]]:
        """Play until it is the party's turn again, or the quest is over."""
        steps: list[ProgramStep] = []
        while acting_side(venture.state) == MASTER:
            action, reason, _ = self.choose(venture.state)
            before, venture = venture.state, venture.do(action)
            steps.append(ProgramStep(action, reason, before, venture.state))
        return venture, steps


def _said(state: QuestState, waits: list[tuple[int, str]]) -> str:
    said = [say("{name} waits: {why}", name=state.name(figure), why=why) for figure, why in waits]
    return join(said, "; ")


def reason_for_party(before: QuestState, counsel: Counsel, after: QuestState) -> str:
    """Return the part of the reason that the party may know, or an empty text.

    It may know the reason of a monster that it sees before and after, on explored ground.

    >>> from sightline.games.quest import Counsel, NextTurn, apply, new_state, reason_for_party
    >>> before = new_state("the-sealed-crypt")
    >>> reason_for_party(before, Counsel(NextTurn(), "orc sleeps"), apply(before, NextTurn()))
    ''
    """
    action = counsel.action
    if isinstance(action, RuleOn):
        return counsel.reason
    if isinstance(action, NextTurn):
        seen = [i for i in bits(before.sighted) if before.is_monster(i) and not before.acted[i]]
        return _said(before, [(i, w) for i in seen if (w := _why_it_waits(before, i))])
    figure = getattr(action, "figure", NOBODY)
    in_sight = figure != NOBODY and before.sighted & after.sighted & 1 << figure
    explored = all(after.explored >> before.scenario.index(tile) & 1 for tile in counsel.way)
    return counsel.reason if in_sight and explored else ""


def _why_it_waits(state: QuestState, figure: int) -> str:
    """Return why a monster does nothing more; empty if it has done everything it can."""
    counsel = _monster(state, figure)
    return counsel if isinstance(counsel, str) else ""


def _monster(state: QuestState, figure: int) -> Counsel | str:
    """Return the next action of a monster that has not acted, or why it waits.

    The reason is empty if it has gone as far as it can.
    """
    name = state.name(figure)
    target = best_target(state, figure)
    if target is not None:
        left = state.body[target]
        return Counsel(
            Strike(figure, target),
            say(
                "{name} strikes {other}: the weakest in its reach, {points}",
                name=name,
                other=state.name(target),
                points=body_points_left(left),
            ),
        )
    moves = state.moves[figure]
    if not moves:
        return "" if state.figure(figure).numbers.moves else say("it cannot move")
    aims: dict[int, int] = {}

    def can_strike(tile: int) -> bool:
        there = best_target(moved(state, figure, tile), figure)
        if there is not None:
            aims[tile] = there
        return there is not None

    ways = ways_from(state, figure, most=moves, until=can_strike)
    for tile, aim in aims.items():
        why = say("the nearest tile from which it can strike {name}", name=state.name(aim))
        return _on_the_way(state, figure, ways, tile, why)
    away = steps_to_party(state, figure)
    if state.at[figure] in away:
        return _come_nearer(state, figure, away)
    ways = ways_from(state, figure, until=can_strike)
    for tile, aim in aims.items():  # a shot over an obstacle that it cannot cross
        why = say("the nearest tile from which it can strike {name}", name=state.name(aim))
        return _on_the_way(state, figure, ways, tile, why)
    return _hide(state, figure)


def _on_the_way(state: QuestState, figure: int, ways: WaysFrom, tile: int, why: str) -> Counsel:
    tiles = state.scenario.tiles
    way = ways.way(tile)
    to = tiles[way[0]]
    values: dict[str, PhraseValue] = {"name": state.name(figure), "tile": str(to), "why": why}
    if len(way) == 1:
        said = say("{name} moves to {tile}: {why}", **values)
    else:
        said = say(
            "{name} moves to {tile}, on the way to {end}: {why}", **values, end=str(tiles[tile])
        )
    return Counsel(StepTo(figure, to), said, tuple(tiles[each] for each in way))


def _hide(state: QuestState, figure: int) -> Counsel | str:
    """Return a step out of the party's sight, or as far away as possible, or why there is none.

    It is for a monster that cannot reach anyone and would only be shot at.
    """
    why: str = say("no way leads to the party")
    if state.figure(figure).size != (1, 1):
        why = say("no way to the party is wide enough")
    if not state.sighted >> figure & 1:
        return say("{why}, and it is out of sight here", why=why)

    def is_hidden(tile: int) -> bool:
        return not look_round(moved(state, figure, tile)).sighted >> figure & 1

    ways = ways_from(state, figure)
    for tile in ways.steps:
        if is_hidden(tile):
            return _on_the_way(
                state, figure, ways, tile, say("{why}, and it is out of sight there", why=why)
            )
    party = [i for i in state.standing() if not state.is_monster(i)]

    def distance(tile: int) -> int:
        there = moved(state, figure, tile)
        return min(steps_apart(there, figure, i) for i in party)

    farthest = max(ways.steps, key=distance)  # the nearest if there are several
    if distance(farthest) > distance(ways.start):
        return _on_the_way(
            state, figure, ways, farthest, say("{why}, and it is farther away there", why=why)
        )
    return say("{why}, and there is nowhere to hide", why=why)


def body_points_left(left: int) -> str:
    return say("1 body point left") if left == 1 else say("{n} body points left", n=left)


def moved(state: QuestState, figure: int, tile: int) -> QuestState:
    """Return the state with a figure moved to a tile, without updating views."""
    return state._replace(at=(*state.at[:figure], tile, *state.at[figure + 1 :]))


def best_target(state: QuestState, figure: int) -> int | None:
    """Return the weakest figure that a figure can strike from its position without a close call,
    or None.
    """
    foes = [
        i
        for i in state.standing()
        if state.is_monster(i) != state.is_monster(figure)
        and objection(state, Strike(figure, i)) is None
        and not is_close_call(state, Strike(figure, i))
    ]
    return min(foes, key=lambda i: (state.body[i], i), default=None)


def _come_nearer(state: QuestState, figure: int, away: dict[int, int]) -> Counsel | str:
    """Return a step toward the nearest party member, ignoring other monsters, or why there is
    none.
    """
    scenario = state.scenario
    here = state.at[figure]
    taken = others_tiles(state, figure)
    best: int | None = None
    for to, _ in scenario.steps[here]:
        if (
            away.get(to, away[here]) < away[here]
            and (best is None or away[to] < away[best])
            and way_objection(state, figure, here, to, taken) is None
        ):
            best = to
    if best is None:
        return say("others are in the way") if away[here] else say("it cannot strike from here")
    tile, left = scenario.tiles[best], away[best]
    return Counsel(
        StepTo(figure, tile),
        say(
            "{name} moves to {tile}: it comes nearer to the party, {steps} away then",
            name=state.name(figure),
            tile=str(tile),
            steps=say("1 step") if left == 1 else say("{n} steps", n=left),
        ),
        (tile,),
    )


def steps_to_party(state: QuestState, figure: int) -> dict[int, int]:
    """Return the number of steps from each tile to one next to a party member, for this monster.

    Other monsters are ignored.
    """
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
    """Return whether one of the tiles is next to one of the others, with an open edge between
    them.
    """
    return any(
        others >> to & 1 and (door < 0 or state.doors[door] == "o")
        for here in bits(own)
        for to, door in state.scenario.steps[here]
    )
