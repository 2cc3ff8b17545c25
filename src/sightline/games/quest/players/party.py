"""The computer as the party: for hints with reasons, and to test quests.

It uses only what the party knows: the figures it has seen and the tiles it has explored.

A hint is the next part of a plan for the whole turn. The plan depends on what the party knows and
has gained, but not on how far along a path a figure is. So every step makes progress, and no figure
goes back and forth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from sightline.errors import InvalidValueError
from sightline.games.common.bit_sets import bits
from sightline.games.quest.actions import (
    DOORS,
    TREASURE,
    ForceDoor,
    NextTurn,
    OpenDoor,
    QuestAction,
    RollMoves,
    Search,
    StepTo,
    Strike,
)
from sightline.games.quest.objections import door_is_known, objection, steps_apart
from sightline.games.quest.players.master import Counsel, best_target, body_points_left, moved
from sightline.games.quest.players.ways import WaysFrom, known_obstacles, ways_from
from sightline.games.quest.rules import acting_side, chests_within, exit_is_open
from sightline.games.quest.scenario import CLOSED, LOCKED, OPEN
from sightline.games.quest.state import HEROES, NOWHERE, QuestState
from sightline.games.quest.views import believed
from sightline.texts import PhraseValue, say, word

ROUNDS_AT_A_PLACE = 2
"""Rounds after which the next place is tried, if a place only offers a search."""
COMPANY = 3
"""The distance in tiles up to which figures count as near."""


class PartyPlayer:
    """Plays the heroes and allies, one action at a time.

    >>> from sightline.games.quest import PartyPlayer, new_state
    >>> PartyPlayer().choose(new_state("the-sealed-crypt")).reason
    'Brom rolls for moves: there is a closed door next to B4'
    """

    def choose(self, state: QuestState) -> Counsel:
        """Return the next action of the active figure, with its reason: a hint."""
        if acting_side(state) != HEROES:
            raise InvalidValueError("it is not the party that is to act")
        for counsel in _TurnPlan(believed(state), state.turn).ideas():
            if objection(state, counsel.action) is None:
                return counsel
        return Counsel(NextTurn(), say("{name} can do no more", name=state.name(state.turn)))


class _Aim(NamedTuple):
    """A possible goal."""

    rank: int
    """Its priority; the lowest number is the most important."""
    why: Callable[[int], str]
    """Returns why to go to a tile."""
    fits: Callable[[int], bool]
    """Returns whether the goal can be reached from a tile."""
    act: Callable[[], Counsel | None] = lambda: None
    """Returns the action there, or None if it happens automatically."""
    takes_action: bool = False
    stays: str = ""
    """The reason to stay there, if the goal needs an action that was already used this turn."""


EXIT_RANK, FIGHT_RANK, CHEST_RANK, EXPLORE_RANK, LAST_RANK = range(5)


class _TurnPlan:
    """A plan for the rest of a turn.

    Gains in this turn come first, the most important first; then comes a path to the most important
    goal of later turns.
    """

    def __init__(self, state: QuestState, figure: int) -> None:
        self.figure, self.name = figure, state.name(figure)
        self.now = state
        # A monster out of sight is assumed to be where it was last seen. Otherwise goals would
        # change whenever it went around a corner.
        known = sum(1 << i for i, at in enumerate(state.at) if at != NOWHERE)
        self.state = state._replace(sighted=state.sighted | known)
        self.hero, self.acted = state.is_hero(figure), state.acted[figure]
        self.size = state.figure(figure).size
        self._found: dict[tuple[_Aim, bool], int | None] = {}

    def ideas(self) -> Iterator[Counsel]:
        """Yield candidate actions, best first. Some of them may be illegal."""
        figure, name, state = self.figure, self.name, self.now
        target = None if self.acted else best_target(state, figure)
        if target is not None:
            left = state.body[target]
            why = say(
                "{name} strikes {other}: {points}",
                name=name,
                other=state.name(target),
                points=body_points_left(left),
            )
            yield Counsel(Strike(figure, target), why)
        if self.hero and chests_within(state, figure):
            why = say("{name} searches: there is a chest in this room", name=name)
            yield Counsel(Search(figure, TREASURE), why)
        aims = self._aims
        yield from self._gains(aims)
        if not state.thrown:
            yield from self._roll(aims)
        else:
            yield from self._go_on(aims)
        fighting = any(aim.rank == FIGHT_RANK for aim in aims)
        if self.hero and not self.acted and not fighting:
            yield Counsel(
                Search(figure, DOORS), say("{name} searches: there may be a secret door", name=name)
            )
        yield Counsel(NextTurn(), self._why_it_ends(aims))

    # --- ways

    @cached_property
    def ways(self) -> WaysFrom:
        """All reachable tiles, in any number of turns."""
        taken = known_obstacles(self.state, self.figure)
        return ways_from(self.state, self.figure, taken=taken)

    @cached_property
    def past_friends(self) -> WaysFrom:
        """All reachable tiles if the rest of the party were not in the way."""
        state, taken = self.state, known_obstacles(self.state, self.figure)
        for i in state.standing():
            if not state.is_monster(i):
                taken &= ~(state.tiles_of(i) & state.explored)
        return ways_from(state, self.figure, taken=taken)

    def _nearest(self, aim: _Aim, ways: WaysFrom) -> int | None:
        key = aim, ways is self.ways
        if key not in self._found:
            self._found[key] = next((tile for tile in ways.steps if aim.fits(tile)), None)
        return self._found[key]

    # --- the plan

    def _gains(self, aims: list[_Aim]) -> Iterator[Counsel]:
        """Yield actions that gain something this turn."""
        moves = self.state.moves[self.figure]
        for aim in aims:
            tile = self._nearest(aim, self.ways)
            possible = not (aim.takes_action and self.acted)
            if possible and tile is not None and self.ways.steps[tile] <= moves:
                yield from self._pursue(aim, self.ways, tile)

    def _roll(self, aims: list[_Aim]) -> Iterator[Counsel]:
        """Yield a roll for moves, if there is somewhere to go."""
        first = True
        for ways in self._both_ways():
            for aim in aims:
                tile = self._nearest(aim, ways)
                if tile is None:
                    continue
                if (first or not (aim.takes_action and self.acted)) and self._walk(ways, tile, 1):
                    why = say("{name} rolls for moves: {why}", name=self.name, why=aim.why(tile))
                    yield Counsel(RollMoves(), why)
                first = False
            if not first:
                return

    def _go_on(self, aims: list[_Aim]) -> Iterator[Counsel]:
        """Yield a step toward the most important goal of later turns, or the reason to stay."""
        for ways in self._both_ways():
            for aim in aims:
                tile = self._nearest(aim, ways)
                if tile is not None:
                    yield from self._pursue(aim, ways, tile)
                    return

    def _pursue(self, aim: _Aim, ways: WaysFrom, tile: int) -> Iterator[Counsel]:
        """Yield the next action for a goal that is reached from a tile."""
        if tile == ways.start:
            counsel = aim.act()
            if counsel is not None and not (aim.takes_action and self.acted):
                yield counsel
            return
        way = self._walk(ways, tile, self.state.moves[self.figure])
        if not way:
            return
        tiles = self.state.scenario.tiles
        values: dict[str, PhraseValue] = {
            "name": self.name,
            "tile": str(tiles[way[-1]]),
            "why": aim.why(tile),
        }
        if way[-1] == tile:
            said = say("{name} goes to {tile}: {why}", **values)
        else:
            said = say(
                "{name} goes to {tile}, on the way to {end}: {why}", **values, end=str(tiles[tile])
            )
        yield Counsel(
            StepTo(self.figure, tiles[way[0]]),
            said,
            tuple(tiles[each] for each in way),
        )

    def _walk(self, ways: WaysFrom, tile: int, steps: int) -> list[int]:
        """Return as much of the path to a tile as `steps` allow."""
        way = ways.way(tile)[:steps]
        if ways is not self.ways:
            free = [each in self.ways.steps for each in way] + [False]
            way = way[: free.index(False)]
        return way

    def _why_it_ends(self, aims: list[_Aim]) -> str:
        state, name = self.state, self.name
        for aim in aims:
            tile = self._nearest(aim, self.past_friends)
            if tile == self.past_friends.start and state.moves[self.figure]:
                return say("{name} stays here: {stays}", name=name, stays=aim.stays)
            if tile is not None and state.moves[self.figure]:
                return say("{name} waits: others of the party are in the way", name=name)
        return say("{name} can do no more", name=name)

    # --- goals

    @cached_property
    def _aims(self) -> list[_Aim]:
        """Return all reachable goals, the most important first."""
        aims = [aim for aim in self._wishes() if self._can_be_had(aim)]
        if aims and aims[0].rank == EXIT_RANK and self._nearest(aims[0], self.ways) is not None:
            return aims[:1]  # nothing else justifies a detour
        if any(aim.rank == FIGHT_RANK for aim in aims):
            # Do not open doors with a monster nearby. A chest may contain something useful.
            aims = [aim for aim in aims if aim.rank <= CHEST_RANK]
        if not aims and self.hero:
            # Forcing a lock or searching uses the action, so do it only if nothing else is left.
            aims = [aim for aim in self._doors(LOCKED) if self._can_be_had(aim)]
        if not aims:
            last = self._search() if self.hero else self._company()
            aims = [last] if self._can_be_had(last) else []
        return sorted(aims, key=lambda aim: (aim.rank, self._steps_to(aim)))

    def _steps_to(self, aim: _Aim) -> int:
        """Return the distance of a goal; greater than any other if the party is in the way."""
        tile = self._nearest(aim, self.ways)
        return len(self.state.scenario.tiles) if tile is None else self.ways.steps[tile]

    def _can_be_had(self, aim: _Aim) -> bool:
        return any(self._nearest(aim, ways) is not None for ways in self._both_ways())

    def _both_ways(self) -> Iterator[WaysFrom]:
        """Yield the free paths, then those that would be free without the rest of the party."""
        yield self.ways
        yield self.past_friends

    def _wishes(self) -> Iterator[_Aim]:
        state = self.state
        if self.hero and exit_is_open(state):
            yield self._exit()
        if any(state.is_monster(i) for i in state.standing()):
            yield self._fight()
        if self.hero:
            for number in range(len(state.scenario.furniture)):
                if self._is_worth_a_search(number):
                    yield self._chest(number)
            yield from self._doors(CLOSED)
        more = say("{name} sees more of the place from there", name=self.name)
        frontier = _frontier(state)
        if frontier:
            yield self._covering(EXPLORE_RANK, frontier, more)

    def _covers(self, tile: int, goal: int) -> bool:
        return bool(self.state.scenario.footprint(tile, self.size) & goal)

    def _covering(self, rank: int, goal: int, why: str) -> _Aim:
        return _Aim(rank, lambda _: why, lambda tile: self._covers(tile, goal))

    def _exit(self) -> _Aim:
        """Return the goal to leave. A figure leaves by stepping onto the exit, so one that stands
        there must step off first.
        """
        exits, start = self.state.scenario.exits, self.state.at[self.figure]
        if not self._covers(start, exits):
            return self._covering(EXIT_RANK, exits, say("the exit is there"))
        why = say("to leave, step off the exit and onto it again")
        return _Aim(EXIT_RANK, lambda _: why, lambda tile: tile != start)

    def _company(self) -> _Aim:
        """Return the goal to stay with the others, for figures that open no doors.

        They stay out of the way: not in a doorway, and not long in one place.
        """
        state, figure = self.state, self.figure
        heroes = [i for i in state.standing() if state.is_hero(i)]

        def is_near(tile: int) -> bool:
            there = moved(state, figure, tile)
            return any(steps_apart(there, figure, i) <= COMPANY for i in heroes)

        place = self._in_turn([t for t in self.ways.steps if not self._is_doorway(t)], is_near)
        return _Aim(
            LAST_RANK,
            lambda _: say("it is near the heroes and not in their way"),
            lambda tile: tile == place,
            stays=say("it is near the heroes and not in their way"),
        )

    def _is_doorway(self, tile: int) -> bool:
        scenario = self.state.scenario
        own = bits(scenario.footprint(tile, self.size))
        return any(door >= 0 for each in own for _, door in scenario.steps[each])

    def _in_turn(self, tiles: Iterable[int], fits: Callable[[int], bool]) -> int | None:
        """Return one of the suitable tiles for two rounds, then another."""
        every = sorted(tiles)
        places = [tile for tile in every if fits(tile)] or every
        turn = self.state.round // ROUNDS_AT_A_PLACE
        return places[(turn * 7 + self.figure * 5) % len(places)] if places else None

    def _fight(self) -> _Aim:
        figure = self.figure
        acted = (*self.state.acted[:figure], False, *self.state.acted[figure + 1 :])
        fresh = self.state._replace(acted=acted)
        targets: dict[int, int | None] = {}

        def target(tile: int) -> int | None:
            if tile not in targets:
                targets[tile] = best_target(moved(fresh, figure, tile), figure)
            return targets[tile]

        def why(tile: int) -> str:
            found = target(tile)
            assert found is not None
            return say("the nearest tile from which {name} can be struck", name=fresh.name(found))

        return _Aim(
            FIGHT_RANK,
            why,
            lambda tile: target(tile) is not None,
            takes_action=True,
            stays=say("a monster is in reach of the next strike"),
        )

    def _is_worth_a_search(self, number: int) -> bool:
        """Return whether a full chest was seen and there is no monster near it."""
        state, piece = self.state, self.state.scenario.furniture[number]
        if piece.gift is None or state.found >> number & 1 or not piece.tiles & state.explored:
            return False
        room = self._room_with(number)
        return not any(state.is_monster(i) and state.tiles_of(i) & room for i in state.standing())

    def _room_with(self, number: int) -> int:
        scenario = self.state.scenario
        return scenario.rooms[scenario.room_of[scenario.furniture[number].tiles.bit_length() - 1]]

    def _chest(self, number: int) -> _Aim:
        room = self._room_with(number)
        why = say(
            "there is {chest} in that room",
            chest=word(self.state.scenario.furniture[number].name),
        )
        aim = self._covering(CHEST_RANK, room, why)
        return aim._replace(
            takes_action=True, stays=say("the chest in this room is for the next turn")
        )

    def _doors(self, letter: str) -> Iterator[_Aim]:
        for number, each in enumerate(self.state.doors):
            if each == letter and door_is_known(self.state, number):
                yield self._door(number)

    def _door(self, number: int) -> _Aim:
        door, index = self.state.scenario.doors[number], self.state.scenario.index
        sides = 1 << index(door.a) | 1 << index(door.b)
        shut = self.state.doors[number] == CLOSED
        action: QuestAction = (OpenDoor if shut else ForceDoor)(self.figure, door.a, door.b)
        values: dict[str, PhraseValue] = {"name": self.name, "door": word(door.what)}
        does = say("{name} opens the {door}: nobody knows what is behind it", **values)
        if not shut:
            does = say("{name} forces the {door}: there is no other way on", **values)

        def why(tile: int) -> str:
            kind = word(f"a closed {door.what}" if shut else f"a locked {door.what}")
            where = str(self._side_at(tile, sides))
            return say("there is {door} next to {tile}", door=kind, tile=where)

        return _Aim(
            EXPLORE_RANK if shut else LAST_RANK,
            why,
            lambda tile: self._covers(tile, sides),
            lambda: Counsel(action, does),
            takes_action=not shut,
            stays=say("the lock of the {door} is for the next turn", door=word(door.what)),
        )

    def _side_at(self, tile: int, sides: int) -> object:
        own = self.state.scenario.footprint(tile, self.size)
        return self.state.scenario.tiles[bits(own & sides)[0]]

    def _search(self) -> _Aim:
        """Return the goal to search along one wall after the other, for when no other goal is
        known.
        """
        dubious = _dubious(self.state)
        place = self._in_turn(self.ways.steps, lambda tile: self._covers(tile, dubious))
        why = say("{name} searches: there may be a secret door", name=self.name)
        return _Aim(
            LAST_RANK,
            lambda _: say("there may be a secret door there"),
            lambda tile: tile == place,
            lambda: Counsel(Search(self.figure, DOORS), why),
            takes_action=True,
            stays=say("no other goal is known"),
        )


def _dubious(state: QuestState) -> int:
    """Return the explored tiles where a secret door could be.

    They are next to an unseen tile or to the edge of the board, which look the same to the party.
    """
    scenario, mask = state.scenario, 0
    rows, cols = scenario.board.rows, scenario.cols
    for i in bits(state.explored & ~scenario.blocked):
        row, col = divmod(i, cols)
        inner = 0 < row < rows - 1 and 0 < col < cols - 1
        around = 1 << i - cols | 1 << i - 1 | 1 << i + 1 | 1 << i + cols if inner else -1
        if around & ~state.explored:
            mask |= 1 << i
    return mask


def _frontier(state: QuestState) -> int:
    """Return the explored tiles next to an unexplored one, without a wall between them."""
    scenario, mask = state.scenario, 0
    for i in bits(state.explored & ~scenario.blocked):
        for to, door in scenario.steps[i]:
            if not state.explored >> to & 1 and (door < 0 or state.doors[door] == OPEN):
                mask |= 1 << i
    return mask
