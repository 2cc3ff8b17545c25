"""Why an action is illegal, in sentences.

The sentences contain only what the side can know: of an unseen monster, only that it is unseen.
"""

from __future__ import annotations

from typing import Any

from sightline.games.common.bit_sets import bits
from sightline.games.quest.actions import (
    DOORS,
    SEARCHES,
    ForceDoor,
    GiveUp,
    NextTurn,
    OpenDoor,
    QuestAction,
    RollMoves,
    RuleOn,
    Search,
    ShowRoom,
    StepTo,
    Strike,
)
from sightline.games.quest.scenario import CLOSED, LOCKED, OPEN, SECRET, STATES
from sightline.games.quest.sighting import (
    CLOSE_CALL,
    HIDDEN,
    best_line,
    limit_of,
    occupied_tiles,
    ruling_on,
    spot,
    verdict,
)
from sightline.games.quest.state import (
    MASTERS_TURN,
    NOBODY,
    NOWHERE,
    OVER,
    RULING,
    QuestState,
)
from sightline.geometry.contact import Contact
from sightline.model.numbers import short_repr
from sightline.texts import say, word

MAX_WHY = 200


def objection(state: QuestState, action: QuestAction) -> str | None:
    """Return why an action is illegal, or None."""
    if state.phase == OVER:
        return say("it is over: {result}", result=state.result)
    if isinstance(action, GiveUp):
        return None
    if isinstance(action, RuleOn):
        return _ruling_objection(state, action)
    if state.phase == RULING:
        waiting = state.waiting
        assert waiting is not None
        return say(
            "the game master must rule first: does {name} see {other}?",
            name=state.name(waiting.figure),
            other=state.name(waiting.target),
        )
    if isinstance(action, ShowRoom):
        return _room_objection(state, action)
    if isinstance(action, NextTurn):
        return None
    if isinstance(action, RollMoves):
        if state.turn == NOBODY:
            return say("it is the game master's turn, and monsters have the moves that they have")
        if state.thrown:
            return say("{name} has rolled already", name=state.name(state.turn))
        return None
    reason = _not_on_turn(state, action.figure)
    if reason is not None:
        return reason
    match action:
        case StepTo():
            return _step_objection(state, action)
        case OpenDoor() | ForceDoor():
            return _door_objection(state, action)
        case Strike():
            return _strike_objection(state, action)
        case Search():
            return _search_objection(state, action)


def _number(state: QuestState, number: Any) -> bool:
    return type(number) is int and 0 <= number < len(state.who)


def _not_on_turn(state: QuestState, figure: Any) -> str | None:
    """Return why a figure may not act now, or None."""
    if not _number(state, figure):
        return f"figure: expected 0 to {len(state.who) - 1}, got {short_repr(figure)}"
    if state.left >> figure & 1:
        return say("{name} has left", name=state.name(figure))
    if state.at[figure] == NOWHERE:
        return say("{name} has fallen", name=state.name(figure))
    if state.phase == MASTERS_TURN:
        return None if state.is_monster(figure) else say("it is the game master's turn")
    if figure != state.turn:
        return say(
            "it is the turn of {name}, not of {other}",
            name=state.name(state.turn),
            other=state.name(figure),
        )
    return None


# --- steps ----------------------------------------------------------------------------------------


def _step_objection(state: QuestState, action: StepTo) -> str | None:
    scenario, figure, here = state.scenario, action.figure, state.at[action.figure]
    to = scenario.board.grid.tile(*action.to)
    size = state.figure(figure).size
    if not scenario.board.grid.are_neighbors(scenario.tiles[here], to):
        return say(
            "{tile} is not next to {name} on {start}",
            tile=str(to),
            name=state.name(figure),
            start=str(scenario.tiles[here]),
        )
    if not (
        0 <= to.row <= scenario.board.rows - size[0] and 0 <= to.col <= scenario.cols - size[1]
    ):
        return say("the board ends there")
    reason = way_objection(state, figure, here, scenario.index(to))
    if reason is not None:
        return reason
    if not state.moves[figure]:
        if not state.is_monster(figure) and not state.thrown:
            return say("{name} has to roll for moves first", name=state.name(figure))
        return say("{name} has no moves left", name=state.name(figure))
    return None


def way_objection(
    state: QuestState, figure: int, here: int, to: int, taken: int | None = None
) -> str | None:
    """Return what blocks a step between neighboring tiles, or None. Moves left are not checked.

    `taken` are the tiles of other figures, if already computed.
    """
    scenario = state.scenario
    size = state.figure(figure).size
    barrier = _barrier(state, here, to, size)
    if barrier is not None:
        return barrier
    after = scenario.footprint(to, size)
    if scenario.by_rooms and after & ~state.explored:
        return say("no hero has opened that room yet")
    if taken is None:
        taken = others_tiles(state, figure)
    for i in bits(after & (scenario.blocked | taken)):
        if scenario.solid >> i & 1:
            return say("{tile} is solid", tile=str(scenario.tiles[i]))
        return say(
            "{tile} is taken by {name}", tile=str(scenario.tiles[i]), name=_name_on(state, i)
        )
    return None


def others_tiles(state: QuestState, figure: int) -> int:
    """Return the tiles of all other figures."""
    return occupied_tiles(state) & ~state.tiles_of(figure)


def _name_on(state: QuestState, tile: int) -> str:
    for i in state.standing():
        if state.tiles_of(i) >> tile & 1:
            return state.name(i)
    for piece in state.scenario.furniture:
        if piece.tiles >> tile & 1:
            return word(piece.name)
    return say("a monster that sleeps")


def _barrier(state: QuestState, here: int, to: int, size: tuple[int, int]) -> str | None:
    """Return the wall or door that blocks one of the tiles, or that the figure would stand
    across.
    """
    cols = state.scenario.cols
    offsets = [down * cols + right for down in range(size[0]) for right in range(size[1])]
    for offset in offsets:
        reason = _between(state, here + offset, to + offset)
        if reason is not None:
            return reason
    for down in range(size[0]):
        for right in range(size[1]):
            tile = to + down * cols + right
            for other in (tile + 1,) * (right + 1 < size[1]) + (tile + cols,) * (
                down + 1 < size[0]
            ):
                reason = _between(state, tile, other)
                if reason is not None:
                    return reason
    return None


def _between(state: QuestState, a: int, b: int) -> str | None:
    scenario = state.scenario
    for to, door in scenario.steps[a]:
        if to != b:
            continue
        if door < 0 or state.doors[door] == OPEN:
            return None
        if state.doors[door] != SECRET:
            kind = word(f"{STATES[state.doors[door]]} {scenario.doors[door].what}")
            break
    else:
        kind = word("wall")
    return say(
        "{what} is in the way",
        what=say(
            "the {kind} between {a} and {b}",
            kind=kind,
            a=str(scenario.tiles[a]),
            b=str(scenario.tiles[b]),
        ),
    )


def next_to(state: QuestState, figure: int, target: int) -> bool:
    """Return whether two figures share an open edge."""
    theirs = state.tiles_of(target)
    return any(
        theirs >> to & 1 and (door < 0 or state.doors[door] == OPEN)
        for here in bits(state.tiles_of(figure))
        for to, door in state.scenario.steps[here]
    )


# --- doors ----------------------------------------------------------------------------------------


def _door_objection(state: QuestState, action: OpenDoor | ForceDoor) -> str | None:
    scenario, name = state.scenario, state.name(action.figure)
    if not state.is_hero(action.figure):
        return say("{name} does not open doors: heroes do", name=name)
    number = door_between(state, action.a, action.b)
    a, b = (scenario.board.grid.tile(*end) for end in (action.a, action.b))
    where = say("between {a} and {b}", a=str(a), b=str(b))
    # A door that was not seen and a secret door are both unknown.
    if number is None or state.doors[number] == SECRET or not door_is_known(state, number):
        return say("no door is known {where}", where=where)
    door = scenario.doors[number]
    what = say("the {kind} {where}", kind=word(door.what), where=where)
    ends = 1 << scenario.index(door.a) | 1 << scenario.index(door.b)
    if not ends & state.tiles_of(action.figure):
        return say("{name} is not next to {what}", name=name, what=what)
    letter = state.doors[number]
    if isinstance(action, OpenDoor):
        if letter == LOCKED:
            return say("{what} is locked: it takes the action to force it", what=what)
        return None if letter == CLOSED else say("{what} is open", what=what)
    if letter != LOCKED:
        return say("{what} is not locked", what=what)
    return _no_action_left(state, action.figure)


def door_between(state: QuestState, a: tuple[int, int], b: tuple[int, int]) -> int | None:
    """Return the number of the door or gate between two tiles, or None."""
    for number, door in enumerate(state.scenario.doors):
        if (door.a, door.b) == (a, b):
            return number
    return None


def door_is_known(state: QuestState, number: int) -> bool:
    """Return whether the party has explored one of its sides."""
    scenario, door = state.scenario, state.scenario.doors[number]
    return bool(state.explored & (1 << scenario.index(door.a) | 1 << scenario.index(door.b)))


def _no_action_left(state: QuestState, figure: int) -> str | None:
    if state.acted[figure]:
        return say("{name} has acted in this turn already", name=state.name(figure))
    return None


# --- strikes and searches -------------------------------------------------------------------------


def steps_apart(state: QuestState, figure: int, target: int) -> int:
    """Return the distance between two figures: rows plus columns, between their nearest tiles."""
    cols = state.scenario.cols
    return min(
        abs(a // cols - b // cols) + abs(a % cols - b % cols)
        for a in bits(state.tiles_of(figure))
        for b in bits(state.tiles_of(target))
    )


def _strike_objection(state: QuestState, action: Strike) -> str | None:
    figure, target = action.figure, action.target
    if not _number(state, target):
        return f"target: expected 0 to {len(state.who) - 1}, got {short_repr(target)}"
    name, other = state.name(figure), state.name(target)
    if state.is_monster(figure) == state.is_monster(target):
        return say("{name} and {other} are on the same side", name=name, other=other)
    if state.left >> target & 1:
        return say("{other} has left", other=other)
    if state.at[target] == NOWHERE:
        return say("{other} has fallen", other=other)
    if not state.is_monster(figure) and not state.sighted >> target & 1:
        return say("nobody of the party sees {other}", other=other)
    reason = _no_action_left(state, figure)
    if reason is not None or next_to(state, figure, target):
        return reason
    reach = state.figure(figure).numbers.range
    if reach == 1:
        return say("{other} is not next to {name}", other=other, name=name)
    apart = steps_apart(state, figure, target)
    if apart > reach:
        return say(
            "{other} is {apart} tiles away, and {name} reaches {reach}",
            other=other,
            apart=apart,
            name=name,
            reach=reach,
        )
    if verdict(state, spot(state, figure), spot(state, target)) == HIDDEN:
        return why_hidden(state, figure, target)
    return None


def why_hidden(state: QuestState, figure: int, target: int) -> str:
    """Return why a figure does not see its target, without naming anything that the party has
    not seen.
    """
    one, other = spot(state, figure), spot(state, target)
    said = say("{name} does not see {other}", name=state.name(figure), other=state.name(target))
    if limit_of(state.scenario) < best_line(state, one, other) < Contact.BLOCKED:
        ruling = ruling_on(state, one, other)
        if ruling is None:
            return say("{said}: the line only just touches something, and that blocks", said=said)
        if ruling.why:
            return say("{said}: the game master ruled so ({why})", said=said, why=ruling.why)
        return say("{said}: the game master ruled so", said=said)
    return say("{said}: something is in the way", said=said)


def _search_objection(state: QuestState, action: Search) -> str | None:
    name = state.name(action.figure)
    if action.what not in SEARCHES:
        return f"what: expected {' or '.join(SEARCHES)}, got {short_repr(action.what)}"
    if not state.is_hero(action.figure):
        return say("{name} does not search: heroes do", name=name)
    reason = _no_action_left(state, action.figure)
    if reason is not None or action.what == DOORS:
        return reason
    room = room_with(state, action.figure)
    for i in bits(state.sighted):
        if state.is_monster(i) and state.tiles_of(i) & room:
            return say("nobody looks for treasure with {name} in the room", name=state.name(i))
    return None


def _room_objection(state: QuestState, action: ShowRoom) -> str | None:
    scenario, tile = state.scenario, action.at
    if tile not in scenario.board:
        return f"room: expected a tile of the board, got {tuple(tile)}"
    where = scenario.board.grid.tile(*tile)
    number = scenario.room_of[scenario.index(where)]
    if number < 0:
        return say("there is no room on {where}: it is rock", where=str(where))
    if scenario.shown_rooms[number] & ~state.explored == 0:
        return say("the party knows all of the room on {where} already", where=str(where))
    return None


def room_with(state: QuestState, figure: int) -> int:
    """Return all tiles of the rooms that a figure stands in, as bits."""
    scenario, mask = state.scenario, 0
    for i in bits(state.tiles_of(figure)):
        if scenario.room_of[i] >= 0:
            mask |= scenario.rooms[scenario.room_of[i]]
    return mask


# --- rulings --------------------------------------------------------------------------------------


def _ruling_objection(state: QuestState, action: RuleOn) -> str | None:
    pair = (action.figure, action.target)
    if not all(_number(state, each) for each in pair):
        return f"figure, target: expected two of 0 to {len(state.who) - 1}, got {short_repr(pair)}"
    waiting = state.waiting
    if waiting is not None:
        if {waiting.figure, waiting.target} == set(pair):
            return _why_objection(action)
        names = [state.name(waiting.figure), state.name(waiting.target)]
        return say("the ruling that is waited for is on {names}", names=names)
    if state.scenario.mode != "adjudicated":
        return say("in {mode} mode no call is close", mode=state.scenario.mode)
    if action.figure == action.target or any(state.at[each] == NOWHERE for each in pair):
        return say("a ruling is on two who are on the board")
    one, other = spot(state, action.figure), spot(state, action.target)
    if best_line(state, one, other) not in (Contact.CORNER, Contact.EDGE):
        return say("that is not a close call")
    ruling = ruling_on(state, one, other)
    if ruling is not None and ruling.visible == action.visible:
        return say("the game master ruled so already")
    return _why_objection(action)


def _why_objection(action: RuleOn) -> str | None:
    if len(action.why) > MAX_WHY:
        return f"why: expected at most {MAX_WHY} characters, got {len(action.why)}"
    return None


def is_close_call(state: QuestState, action: Strike) -> bool:
    """Return whether a legal strike must wait for a ruling."""
    if next_to(state, action.figure, action.target):
        return False
    return verdict(state, spot(state, action.figure), spot(state, action.target)) == CLOSE_CALL
