"""The program as the party: for hints, each with its reason, and to try quests out.

It thinks about what the party knows: whom it sees, what it has explored, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from sightline.errors import InvalidValueError
from sightline.games.quest.actions import (
    DOORS,
    TREASURE,
    ForceDoor,
    NextTurn,
    OpenDoor,
    RollMoves,
    Search,
    StepTo,
    Strike,
)
from sightline.games.quest.master import Counsel, best_target, moved
from sightline.games.quest.objections import door_is_known, objection, steps_apart
from sightline.games.quest.rules import acting_side, chests_within, exit_is_open
from sightline.games.quest.scenario import CLOSED, LOCKED, OPEN
from sightline.games.quest.sighting import bits
from sightline.games.quest.state import HEROES, QuestState
from sightline.games.quest.venture_view import believed
from sightline.games.quest.ways import WaysFrom, known_obstacles, ways_from


class PartyPlayer:
    """Plays the heroes and allies, one action after the other.

    >>> from sightline.games.quest import PartyPlayer, new_state
    >>> PartyPlayer().choose(new_state("the-sealed-crypt")).reason
    'Brom rolls for moves'
    """

    def choose(self, state: QuestState) -> Counsel:
        """What the one on turn does next, with the reason: a hint."""
        if acting_side(state) != HEROES:
            raise InvalidValueError("it is not the party that is to act")
        for counsel in _ideas(believed(state), state.turn):
            if objection(state, counsel.action) is None:
                return counsel
        return Counsel(NextTurn(), f"{state.name(state.turn)} can do no more")


def _ideas(state: QuestState, figure: int) -> Iterator[Counsel]:
    """What one might do, the best first; not all of it is allowed."""
    name = state.name(figure)
    target = None if state.acted[figure] else best_target(state, figure)
    if target is not None:
        left = state.body[target]
        yield Counsel(
            Strike(figure, target),
            f"{name} strikes {state.name(target)}: {left} body point{'s' * (left > 1)} left",
        )
    hero = state.is_hero(figure)
    fighting = any(state.is_monster(i) for i in bits(state.sighted))
    if hero and chests_within(state, figure):
        yield Counsel(Search(figure, TREASURE), f"{name} searches: there is a chest in this room")
    if not state.thrown:
        yield Counsel(RollMoves(), f"{name} rolls for moves")
    if state.moves[figure]:
        yield from _fight_steps(state, figure)
    if fighting and not state.acted[figure]:
        yield from _close_in(state, figure)
    if fighting:
        return
    if hero:
        yield from _doors_here(state, figure)
    if hero and state.moves[figure]:
        yield from _steps(state, figure)
    if hero:
        yield from _locks_here(state, figure)
        yield Counsel(Search(figure, DOORS), f"{name} searches: there may be a secret door")


def _doors_here(state: QuestState, figure: int) -> Iterator[Counsel]:
    own = state.tiles_of(figure)
    for number in bits(_doors(state, CLOSED)):
        door = state.scenario.doors[number]
        if own & _sides(state, number):
            yield Counsel(
                OpenDoor(figure, door.a, door.b),
                f"{state.name(figure)} opens the {door.what}: nobody knows what is behind it",
            )


def _locks_here(state: QuestState, figure: int) -> Iterator[Counsel]:
    own = state.tiles_of(figure)
    for number in bits(_doors(state, LOCKED)):
        door = state.scenario.doors[number]
        if own & _sides(state, number):
            yield Counsel(
                ForceDoor(figure, door.a, door.b),
                f"{state.name(figure)} forces the {door.what}: there is no other way on",
            )


def _doors(state: QuestState, letter: str) -> int:
    """The doors in that state that the party knows of, a bit for each."""
    return sum(
        1 << i for i, each in enumerate(state.doors) if each == letter and door_is_known(state, i)
    )


def _sides(state: QuestState, number: int) -> int:
    door, index = state.scenario.doors[number], state.scenario.index
    return 1 << index(door.a) | 1 << index(door.b)


# --- where to go ----------------------------------------------------------------------------------


def _known_ways(state: QuestState, figure: int) -> WaysFrom:
    return ways_from(state, figure, taken=known_obstacles(state, figure))


def _fight_steps(state: QuestState, figure: int) -> Iterator[Counsel]:
    """A step to where a monster can be struck, if a way leads there."""
    if state.acted[figure] or not any(state.is_monster(i) for i in bits(state.sighted)):
        return
    ways = _known_ways(state, figure)
    for tile in ways.steps:
        there = best_target(moved(state, figure, tile), figure)
        if there is not None:
            why = f"the nearest tile from which {state.name(there)} can be struck"
            yield from _towards(state, figure, ways, tile, why)
            return


def _close_in(state: QuestState, figure: int) -> Iterator[Counsel]:
    """A step nearer to a monster that is in sight, where others are in the way."""
    ways = _known_ways(state, figure)
    for i in bits(state.sighted):
        if state.is_monster(i):
            near = min(ways.steps, key=lambda tile: (_apart(state, figure, tile, i), tile))
            if _apart(state, figure, near, i) < _apart(state, figure, ways.start, i):
                why = f"it is nearer to {state.name(i)}"
                yield from _towards(state, figure, ways, near, why)


def _apart(state: QuestState, figure: int, tile: int, monster: int) -> int:
    return steps_apart(moved(state, figure, tile), figure, monster)


def _steps(state: QuestState, figure: int) -> Iterator[Counsel]:
    """Steps towards what matters most, if a way leads there."""
    scenario, name = state.scenario, state.name(figure)
    ways = _known_ways(state, figure)
    own = {tile: scenario.footprint(tile, state.figure(figure).size) for tile in ways.steps}
    if exit_is_open(state):
        yield from _nearest(state, figure, ways, own, scenario.exits, "the exit is there")
    for number, piece in enumerate(scenario.furniture):
        if (
            piece.gift is not None
            and piece.tiles & state.explored
            and not state.found >> number & 1
        ):
            room = scenario.rooms[scenario.room_of[piece.tiles.bit_length() - 1]]
            why = f"there is {piece.name} in that room"
            yield from _nearest(state, figure, ways, own, room, why)
    for letter, why in ((CLOSED, "there is a closed door"), (LOCKED, "there is a lock to force")):
        for number in bits(_doors(state, letter)):
            yield from _nearest(state, figure, ways, own, _sides(state, number), why)
    yield from _nearest(
        state, figure, ways, own, _frontier(state), f"{name} sees more of the place from there"
    )
    # Nothing is left that is known of: another place every round, to search there.
    elsewhere = sorted(ways.steps)[state.round * 7 % len(ways.steps)]
    yield from _towards(state, figure, ways, elsewhere, "there may be a secret door elsewhere")


def _nearest(
    state: QuestState, figure: int, ways: WaysFrom, own: dict[int, int], goal: int, why: str
) -> Iterator[Counsel]:
    """A step to the nearest tile from which one of the goal's is covered."""
    for tile in ways.steps:
        if own[tile] & goal:
            yield from _towards(state, figure, ways, tile, why)
            return


def _towards(
    state: QuestState, figure: int, ways: WaysFrom, tile: int, why: str
) -> Iterator[Counsel]:
    if tile != ways.start:
        to = state.scenario.tiles[ways.first_step(tile)]
        yield Counsel(StepTo(figure, to), f"{state.name(figure)} goes to {to}: {why}")


def _frontier(state: QuestState) -> int:
    """The explored tiles next to one that is not, with no wall between."""
    scenario, mask = state.scenario, 0
    for i in bits(state.explored & ~scenario.blocked):
        for to, door in scenario.steps[i]:
            if not state.explored >> to & 1 and (door < 0 or state.doors[door] == OPEN):
                mask |= 1 << i
    return mask
