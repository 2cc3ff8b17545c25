"""Line of sight in quests: the party's view, and who sees whom by the rule, ties and rulings.

A party member sees the tiles to which the line from center to center is free. It also sees adjacent
tiles without a wall or closed door in between, so that no one walks into something unseen. With
`reveal: room` the party sees all of a room as soon as a member stands in it or next to one of its
open doors.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sightline.games.common.bit_sets import bits
from sightline.games.quest.board.lines import SightLines
from sightline.games.quest.scenario import OPEN, Scenario
from sightline.games.quest.state import NOWHERE, LineRuling, QuestState
from sightline.geometry.contact import Contact
from sightline.model.cell import Point

VISIBLE, CLOSE_CALL, HIDDEN = "visible", "close call", "hidden"
_PASSES = {"strict": int(Contact.CLEAR), "permissive": int(Contact.EDGE)}


def limit_of(scenario: Scenario) -> int:
    """Return the worst contact at which a line is free without a ruling."""
    return _PASSES.get(scenario.mode, int(Contact.CLEAR))


def shut_edges(state: QuestState) -> int:
    """Return the walls and the doors that are not open, as bits of edges."""
    return _shut(state.scenario, state.doors)


@lru_cache(maxsize=1024)
def _shut(scenario: Scenario, doors: str) -> int:
    shut = scenario.wall_bits
    for bit, letter in zip(scenario.door_bits, doors, strict=True):
        if letter != OPEN:
            shut |= bit
    return shut


class FigureTiles(NamedTuple):
    """The positions of all figures, as bits of tiles."""

    blocking: int
    """The tiles that block sight: rock, tall furniture, tall figures."""
    occupied: int
    """The tiles with a figure, met or not."""
    wide: tuple[int, ...]
    """Tall objects of several tiles, each as bits."""
    asleep: tuple[tuple[int, int], ...]
    """The unmet monsters, as pairs of scenario figure and tile."""


def figure_tiles(state: QuestState) -> FigureTiles:
    """Return the positions of all figures. With `reveal: room`, unmet figures do not block
    sight.
    """
    return _figure_tiles(state.scenario, state.who, state.at)


@lru_cache(maxsize=4096)
def _figure_tiles(scenario: Scenario, who: tuple[int, ...], at: tuple[int, ...]) -> FigureTiles:
    asleep = tuple(
        (each, scenario.index(scenario.figures[each].at))
        for each in scenario.monsters
        if each not in who
    )
    standing = [each for each in zip(who, at, strict=True) if each[1] != NOWHERE]
    blocking, occupied, wide = scenario.always_blocking, 0, list(scenario.wide)
    for each, place in (*standing, *asleep):
        figure = scenario.figures[each]
        tiles = scenario.footprint(place, figure.size)
        occupied |= tiles
        if figure.blocks and not (scenario.by_rooms and (each, place) in asleep):
            blocking |= tiles
            if figure.size != (1, 1):
                wide.append(tiles)
    return FigureTiles(blocking, occupied, tuple(wide), asleep)


def occupied_tiles(state: QuestState) -> int:
    """Return the tiles with a figure, met or not."""
    return figure_tiles(state).occupied


# --- pairs ----------------------------------------------------------------------------------------


def best_line(state: QuestState, one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return the best contact of the lines between two figures, given as scenario figure and
    tile.
    """
    lines = _lines_between(state, one, other)
    blocking, shut = _between(state, one, other), shut_edges(state)
    contact = state.scenario.lines.contact
    return min(contact(start, end, blocking, shut) for start, end in lines)


def _between(state: QuestState, one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return the tiles and edges that could block a line between two figures, without the
    figures themselves.
    """
    scenario, mask = state.scenario, figure_tiles(state).blocking
    for who, at in (one, other):
        mask &= ~scenario.footprint(at, scenario.figures[who].size)
    return mask


def _lines_between(
    state: QuestState, one: tuple[int, int], other: tuple[int, int]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    scenario = state.scenario
    starts, ends = (scenario.eyes(at, scenario.figures[who].size) for who, at in (one, other))
    return [(start, end) for start in starts for end in ends]


def ruling_key(
    state: QuestState, one: tuple[int, int], other: tuple[int, int]
) -> tuple[tuple[tuple[int, tuple[int, int]], ...], tuple[tuple[int, int], ...]]:
    """Return the key of a ruling on two figures: their positions, and what their lines touch."""
    figures = state.scenario.figures
    first, second = sorted((one, other), key=lambda each: (each[1], figures[each[0]].size))
    blocking, shut = _between(state, one, other), shut_edges(state)
    grazes = []
    for start, end in _lines_between(state, first, second):
        met = state.scenario.lines.met(start, end)
        grazes.append((met.tiles & blocking, met.edges & shut))
    ends = tuple((at, figures[who].size) for who, at in (first, second))
    return ends, tuple(grazes)


def ruling_on(state: QuestState, one: tuple[int, int], other: tuple[int, int]) -> LineRuling | None:
    """Return the latest ruling in force on two figures, or None."""
    if not state.rulings:
        return None
    key = ruling_key(state, one, other)
    for ruling in reversed(state.rulings):
        if (ruling.ends, ruling.grazes) == key:
            return ruling
    return None


def verdict(state: QuestState, one: tuple[int, int], other: tuple[int, int]) -> str:
    """Return VISIBLE, HIDDEN, or CLOSE_CALL if the game master decides."""
    contact = best_line(state, one, other)
    if contact <= limit_of(state.scenario):
        return VISIBLE
    if contact == Contact.BLOCKED or state.scenario.mode != "adjudicated":
        return HIDDEN
    ruling = ruling_on(state, one, other)
    if ruling is None:
        return CLOSE_CALL
    return VISIBLE if ruling.visible else HIDDEN


def spot(state: QuestState, number: int) -> tuple[int, int]:
    """Return a figure in the form that the functions above use: scenario figure and tile."""
    return state.who[number], state.at[number]


# --- sight ----------------------------------------------------------------------------------------


def tiles_seen_by(state: QuestState, number: int) -> int:
    """Return the tiles that a party member sees, as bits."""
    scenario, own = state.scenario, state.tiles_of(number)
    figures = figure_tiles(state)
    eyes = tuple(scenario.eyes(state.at[number], state.figure(number).size))
    wide = tuple(mask for mask in figures.wide if not mask & own)
    blocking, shut = figures.blocking & ~own, shut_edges(state)
    seen = _field(scenario.lines, eyes, own, blocking, shut, limit_of(scenario), wide)
    return seen | _next_to(state, own)


@lru_cache(maxsize=1 << 14)
def _field(
    lines: SightLines,
    eyes: tuple[Point, ...],
    own: int,
    blocking: int,
    shut: int,
    limit: int,
    wide: tuple[int, ...],
) -> int:
    special = 0
    for mask in wide:
        special |= mask
    seen = own
    for eye in eyes:
        seen |= lines.seen_from(eye, own, blocking, shut, limit, special)
        for mask in wide:
            # An object does not block the view of itself.
            for i in bits(mask & ~seen):
                if lines.contact(eye, lines.centers[i], blocking & ~mask, shut) <= limit:
                    seen |= 1 << i
    return seen


def _next_to(state: QuestState, own: int) -> int:
    """Return the neighboring tiles that a figure could step onto if they were empty."""
    found = 0
    for i in bits(own):
        for to, door in state.scenario.steps[i]:
            if door < 0 or state.doors[door] == OPEN:
                found |= 1 << to
    return found


def look_round(state: QuestState) -> QuestState:
    """Return the state with the party's view updated: what it sees, has explored, and has met."""
    scenario = state.scenario
    party = [i for i in state.standing() if not state.is_monster(i)]
    seen, explored = 0, state.explored
    if scenario.by_rooms:
        explored |= _rooms_shown(state, party)
        seen = explored
    else:
        for i in party:
            seen |= tiles_seen_by(state, i)
    awake = [spot(state, i) for i in state.standing() if state.is_monster(i)]
    asleep = figure_tiles(state).asleep
    met = [each for each in (*awake, *asleep) if _is_seen(state, party, each, seen)]
    if not scenario.by_rooms:
        for who, at in met:
            seen |= scenario.footprint(at, scenario.figures[who].size)
        explored |= seen
    for piece in scenario.furniture:
        if piece.tiles & explored:
            explored |= piece.tiles
    state = _meet(state, [each for each in met if each[0] not in state.who])
    in_sight = {who for who, _ in met}
    sighted, known = 0, list(state.known)
    for i in state.standing():
        if i in party or state.who[i] in in_sight:
            sighted |= 1 << i
            known[i] = state.at[i]
        elif known[i] != NOWHERE and scenario.footprint(known[i], state.figure(i).size) & seen:
            known[i] = NOWHERE  # the party sees that the figure is no longer there
    return state._replace(seen=seen, explored=explored, sighted=sighted, known=tuple(known))


def show_tiles(state: QuestState, tiles: int) -> QuestState:
    """Return the state after the game master has shown tiles to the party.

    The party then knows these tiles and has met the figures there. Whether it sees them depends on
    its sight.
    """
    state = state._replace(explored=state.explored | tiles)
    fresh = [
        (who, at)
        for who, at in figure_tiles(state).asleep
        if state.scenario.footprint(at, state.scenario.figures[who].size) & tiles
    ]
    state = _meet(state, fresh)
    known = list(state.known)
    for i in state.standing():
        if state.is_monster(i) and state.tiles_of(i) & tiles:
            known[i] = state.at[i]
    return look_round(state._replace(known=tuple(known)))


def _is_seen(state: QuestState, party: list[int], other: tuple[int, int], seen: int) -> bool:
    scenario = state.scenario
    size = scenario.figures[other[0]].size
    if scenario.footprint(other[1], size) & seen:
        return True
    if scenario.by_rooms or (size == (1, 1) and not state.rulings):
        return False  # its only tile would be seen
    return any(verdict(state, spot(state, i), other) == VISIBLE for i in party)


def _rooms_shown(state: QuestState, party: list[int]) -> int:
    """Return the tiles of the rooms that a party member stands in, or next to whose open doors."""
    scenario, shown = state.scenario, 0
    for i in party:
        own = state.tiles_of(i)
        for here in bits(own | _next_to(state, own)):
            room = scenario.room_of[here]
            shown |= scenario.shown_rooms[room] if room >= 0 else 0
    return shown


def _meet(state: QuestState, fresh: list[tuple[int, int]]) -> QuestState:
    """Return the state after monsters are met: they wake, and get numbers in reading order."""
    if not fresh:
        return state
    fresh = sorted(fresh, key=lambda each: each[1])
    numbers = [state.scenario.figures[who].numbers for who, _ in fresh]
    places = tuple(at for _, at in fresh)
    return state._replace(
        who=(*state.who, *(who for who, _ in fresh)),
        at=(*state.at, *places),
        body=(*state.body, *(each.body for each in numbers)),
        moves=(*state.moves, *(0 for _ in fresh)),
        acted=(*state.acted, *(False for _ in fresh)),
        attack=(*state.attack, *(each.attack for each in numbers)),
        defence=(*state.defence, *(each.defence for each in numbers)),
        known=(*state.known, *places),
    )
