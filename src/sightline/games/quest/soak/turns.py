"""Checks of whole turns: hints make progress, and monsters do something.

Everything is checked by trying legal steps, without calling the programs under test.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from sightline.games.common.soak import demand
from sightline.games.quest.actions import (
    TREASURE,
    NextTurn,
    OpenDoor,
    RuleOn,
    Search,
    StepTo,
    Strike,
)
from sightline.games.quest.objections import is_close_call, room_with
from sightline.games.quest.players.master import Counsel
from sightline.games.quest.rules import apply, chests_within, legal_actions, why_not
from sightline.games.quest.state import HEROES, MASTERS_TURN, NOWHERE, QuestState
from sightline.games.quest.views import view

FAR = 1_000  # moves: enough for any board


class TurnWatch:
    """Checks the hints and the computer's monsters, turn by turn."""

    def __init__(self) -> None:
        self._turn: tuple[int, int] | None = None
        self._been: set[tuple[object, ...]] = set()
        self._ways: dict[int, list[int]] = {}
        self._acted: set[int] = set()

    def hint(self, before: QuestState, counsel: Counsel, after: QuestState) -> None:
        """Check a hint that was followed.

        No position may repeat without a gain, and no turn may end with moves left while something
        useful is within reach.
        """
        if self._turn != (before.round, before.turn):
            self._turn, self._been = (before.round, before.turn), {_standing(before)}
        if isinstance(counsel.action, StepTo) and after.turn == before.turn:
            demand(
                _standing(after) not in self._been,
                "a hint leads round in a circle",
                before,
                counsel.action,
            )
            self._been.add(_standing(after))
        if isinstance(counsel.action, NextTurn) and before.moves[before.turn]:
            for useful in useful_things(before, before.turn):
                demand(
                    False, f"{counsel.reason!r}, but {useful} is in reach", before, counsel.action
                )

    def monsters(self, before: QuestState, counsel: Counsel) -> None:
        """Check the computer as game master: every monster strikes, moves, or has a reason to
        wait.
        """
        action = counsel.action
        if before.phase == MASTERS_TURN and not self._ways:
            self._ways = {i: [before.at[i]] for i in before.standing() if before.is_monster(i)}
        match action:
            case StepTo(figure, to):
                self._acted.add(figure)
                way, tile = self._ways[figure], before.scenario.index(to)
                demand(
                    tile not in way,
                    f"{before.name(figure)} goes round in a circle",
                    before,
                    counsel.action,
                )
                way.append(tile)
            case Strike(figure):
                self._acted.add(figure)
                # If the target fell, the other monsters have new goals.
                self._ways = {i: way[-1:] for i, way in self._ways.items()}
            case RuleOn():
                pass
            case NextTurn():
                for figure in self._ways:
                    name = before.name(figure)
                    said = f"{name} waits: " in counsel.reason
                    does = said or figure in self._acted
                    demand(does, f"{name} waits and does not say why", before, counsel.action)
                self._ways, self._acted = {}, set()


def _standing(state: QuestState) -> tuple[object, ...]:
    """Return the party's positions and everything that it has gained so far."""
    party = state.at[: state.party_size]
    # Learning where a monster is, or where it is not, is a gain.
    monsters = state.known[state.party_size :]
    return party, state.explored, state.doors, state.found, state.body, monsters


def useful_things(state: QuestState, figure: int) -> Iterator[str]:
    """Yield what the active figure could still do with its moves, as far as the party knows.

    While a monster can be reached, doors and dark corners are not useful. Neither is a chest while
    a monster was last seen in the same room, even if it is out of sight now.
    """
    fights = can_get_at_a_monster(state, figure)
    hero, frontier = state.is_hero(figure), _frontier(state)
    # A figure that can leave does. While a monster may not be where it was last seen, it is fine to
    # wait in the wrong place.
    leaves = hero and any(each.turn != figure for each in _positions(state, figure, FAR))
    monsters = range(state.party_size, len(state.who))
    mistaken = any(state.known[i] not in (state.at[i], NOWHERE) for i in monsters)
    known = [] if mistaken else [i for i in monsters if state.known[i] == state.at[i]]
    for there in _positions(state, figure, state.moves[figure]):
        where = f"on {there.where(figure)}"
        if there.turn != figure:
            if hero:
                yield "the exit"
            continue
        if not there.acted[figure]:
            if not leaves and any(_strikes(there, figure, known)):
                yield f"a strike {where}"
            full = hero and not leaves and chests_within(there, figure)
            guarded = any(
                state.known[i] != NOWHERE and _is_in_room(there, figure, i) for i in monsters
            )
            if full and not guarded and why_not(there, Search(figure, TREASURE)) is None:
                yield f"a chest {where}"
        if fights or leaves:
            continue
        if hero and any(isinstance(each, OpenDoor) for each in legal_actions(there)):
            yield f"a closed door {where}"
        if there.tiles_of(figure) & frontier:
            yield f"something unseen {where}"


def can_get_at_a_monster(state: QuestState, figure: int) -> bool:
    """Return whether the figure could ever strike a monster if its friends made way."""
    gone = [
        NOWHERE if i != figure and i < state.party_size else at for i, at in enumerate(state.at)
    ]
    sighted, monsters = state.sighted, range(state.party_size, len(state.who))
    for i in monsters:
        gone[i] = state.known[i]  # a monster out of sight is assumed to be where it was last seen
        sighted |= (state.known[i] != NOWHERE) << i
    acted = tuple(False for _ in state.acted)
    freely = state._replace(at=tuple(gone), acted=acted, sighted=sighted)
    return any(
        any(_strikes(there._replace(sighted=sighted), figure, monsters))
        for there in _positions(freely, figure, FAR, look=False)
    )


def _is_in_room(state: QuestState, figure: int, monster: int) -> bool:
    """Return whether a monster was last seen in the room where a figure stands."""
    size = state.figure(monster).size
    body = state.scenario.footprint(state.known[monster], size)
    return bool(body & room_with(state, figure))


def _strikes(state: QuestState, figure: int, monsters: Iterable[int]) -> Iterator[Strike]:
    for target in monsters:
        strike = Strike(figure, target)
        if why_not(state, strike) is None and not is_close_call(state, strike):
            yield strike


def _positions(
    state: QuestState, figure: int, moves: int, *, look: bool = True
) -> Iterator[QuestState]:
    """Yield every state that steps over explored ground can lead to.

    With `look`, views are updated by the rules; without it, they stay unchanged.
    """
    explored = state.explored
    start = state._replace(moves=tuple(moves for _ in state.moves))
    known, fresh = {start.at[figure]}, [start]
    while fresh:
        here = fresh.pop(0)
        yield here
        if here.turn != figure or not here.moves[figure]:
            continue
        row, col = here.scenario.tiles[here.at[figure]]
        for to in ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)):
            step = StepTo(figure, to)
            if why_not(here, step) is not None:
                continue
            tile = here.scenario.index(to)
            if here.scenario.footprint(tile, here.figure(figure).size) & ~explored:
                continue
            if tile not in known:
                known.add(tile)
                fresh.append(apply(here, step) if look else _moved(here, figure, tile))


def _moved(state: QuestState, figure: int, tile: int) -> QuestState:
    return state._replace(at=(*state.at[:figure], tile, *state.at[figure + 1 :]))


def _frontier(state: QuestState) -> int:
    """Return the explored tiles with a step onto an unexplored one, from the party's view."""
    known = view(state, HEROES)
    explored, solid = set(known.explored), set(known.solid)
    parted = {frozenset(edge) for edge in known.walls}
    parted |= {frozenset((door.a, door.b)) for door in known.doors if door.state != "open"}
    mask = 0
    for tile in explored - solid:
        for row, col in pairwise((-1, 0, 1, 0, -1)):
            other = (tile[0] + row, tile[1] + col)
            inside = 0 <= other[0] < known.rows and 0 <= other[1] < known.cols
            if inside and other not in explored and frozenset((tile, other)) not in parted:
                mask |= 1 << state.scenario.index(tile)
    return mask
