"""The rules of a quest: legal actions, their results, and why others are illegal.

    state = new_state("the-sealed-crypt", seed=7)
    state = apply(state, legal_actions(state)[0])

States are values: `apply` returns a new one, or raises with the reason and changes nothing. The
party's legal actions depend only on what it can know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.games.common.dice import check_seed
from sightline.games.quest.actions import (
    DOORS,
    SEARCHES,
    TREASURE,
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
from sightline.games.quest.board.head import EXIT
from sightline.games.quest.dice import hits, roll, wards
from sightline.games.quest.objections import (
    door_between,
    is_close_call,
    objection,
    room_with,
)
from sightline.games.quest.scenario import (
    CLOSED,
    LOCKED,
    OPEN,
    SECRET,
    Scenario,
)
from sightline.games.quest.scenario_files import shipped_scenario
from sightline.games.quest.sighting import look_round, ruling_key, show_tiles, spot, tiles_seen_by
from sightline.games.quest.state import (
    HEROES,
    MASTER,
    MASTERS_TURN,
    NOBODY,
    NOWHERE,
    ON_TURN,
    OVER,
    RULING,
    LineRuling,
    QuestState,
)
from sightline.model.numbers import short_repr

LOCK = 2
"""The number of hits needed to force a lock."""

T = TypeVar("T")


def new_state(scenario: Scenario | str, seed: int = 0, *, heroes: Iterable[str] = ()) -> QuestState:
    """Return the initial state.

    `heroes` are the heroes who set out, in turn order; the default is all, in the order of the map.
    Allies follow the heroes.

    >>> from sightline.games.quest import new_state
    >>> new_state("the-sealed-crypt", seed=7, heroes=("Ansa", "Brom"))
    <QuestState: The Sealed Crypt, round 1, Ansa on, heroes>
    """
    if isinstance(scenario, str):
        scenario = shipped_scenario(scenario)
    if not isinstance(scenario, Scenario):
        raise InvalidTypeError(
            f"scenario: expected a Scenario or a name, got {short_repr(scenario)}"
        )
    check_seed(seed)
    figures = scenario.figures
    of_kind = {
        kind: {figures[i].name: i for i in scenario.party if figures[i].kind == kind}
        for kind in ("hero", "ally")
    }
    names = list(heroes) or list(of_kind["hero"])
    for name in names:
        if name not in of_kind["hero"] or names.count(name) > 1:
            raise InvalidValueError(
                f"heroes: expected some of {', '.join(of_kind['hero'])}, each once,"
                f" got {short_repr(name)}"
            )
    who = (*(of_kind["hero"][name] for name in names), *of_kind["ally"].values())
    numbers = [figures[i].numbers for i in who]
    at = tuple(scenario.index(figures[i].at) for i in who)
    start = QuestState(
        scenario,
        seed,
        ON_TURN,
        round=1,
        turn=0,
        rolled=0,
        thrown=False,
        who=who,
        at=at,
        body=tuple(each.body for each in numbers),
        moves=(0,) * len(who),
        acted=(False,) * len(who),
        attack=tuple(each.attack for each in numbers),
        defence=tuple(each.defence for each in numbers),
        gold=0,
        known=at,
        doors="".join(door.state for door in scenario.doors),
        explored=0,
        seen=0,
        sighted=0,
        found=0,
        left=0,
        fallen=0,
        rulings=(),
        waiting=None,
        winner=NOBODY,
        ending="",
    )
    return _begin_turn(look_round(start), 0)


# --- legal actions --------------------------------------------------------------------------------


def legal_actions(state: QuestState) -> list[QuestAction]:
    """Return every action of the acting side in a stable order, `NextTurn()` last if it is legal.

    Giving up, overruling and showing a room are also possible but not listed.

    >>> from sightline.games.quest import legal_actions, new_state
    >>> legal_actions(new_state("the-sealed-crypt"))[0]
    RollMoves()
    """
    if state.phase == OVER:
        return []
    if state.phase == RULING:
        waiting = state.waiting
        assert waiting is not None
        return [RuleOn(waiting.figure, waiting.target, visible) for visible in (True, False)]
    found: list[QuestAction] = []
    if state.phase == ON_TURN and not state.thrown:
        found.append(RollMoves())
    acting = [state.turn] if state.phase == ON_TURN else _monsters(state)
    for figure in acting:
        found += [each for each in _candidates(state, figure) if objection(state, each) is None]
    found.append(NextTurn())
    return found


def _monsters(state: QuestState) -> list[int]:
    return [i for i in state.standing() if state.is_monster(i)]


def _candidates(state: QuestState, figure: int) -> Iterator[QuestAction]:
    """Yield actions that a figure might try, legal or not."""
    scenario, at = state.scenario, state.scenario.tiles[state.at[figure]]
    if state.moves[figure]:
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            yield StepTo(figure, (at.row + down, at.col + right))
    if state.is_hero(figure):
        own = state.tiles_of(figure)
        for door, letter in zip(scenario.doors, state.doors, strict=True):
            if (own >> scenario.index(door.a) | own >> scenario.index(door.b)) & 1:
                if letter == CLOSED:
                    yield OpenDoor(figure, door.a, door.b)
                elif letter == LOCKED:
                    yield ForceDoor(figure, door.a, door.b)
    if state.acted[figure]:
        return
    for target in state.standing():
        if state.is_monster(target) != state.is_monster(figure):
            yield Strike(figure, target)
    if state.is_hero(figure):
        yield from (Search(figure, what) for what in SEARCHES)


def why_not(state: QuestState, action: QuestAction) -> str | None:
    """Return why the action is illegal now, or None.

    >>> from sightline.games.quest import StepTo, new_state, why_not
    >>> why_not(new_state("the-sealed-crypt"), StepTo(0, (1, 2)))
    'Brom has to roll for moves first'
    """
    if type(action) not in _KINDS:
        raise InvalidTypeError(
            f"action: expected StepTo, Strike or the like, got {short_repr(action)}"
        )
    return objection(state, action)


_KINDS: tuple[type[Any], ...] = (
    *(RollMoves, StepTo, OpenDoor, ForceDoor, Strike, Search, RuleOn, ShowRoom, NextTurn, GiveUp),
)


def acting_side(state: QuestState, action: QuestAction | None = None) -> int:
    """Return the side that acts now, or the side whose action it is.

    The result is `HEROES`, `MASTER`, or `NOBODY` when the quest is over.

    >>> from sightline.games.quest import HEROES, RuleOn, acting_side, new_state
    >>> acting_side(new_state("the-sealed-crypt")) == HEROES
    True
    """
    if isinstance(action, (RuleOn, ShowRoom)):
        return MASTER
    if isinstance(action, GiveUp):
        return HEROES
    if state.phase == OVER:
        return NOBODY
    return HEROES if state.phase == ON_TURN else MASTER


# --- results --------------------------------------------------------------------------------------


def apply(state: QuestState, action: QuestAction) -> QuestState:
    """Return the state after the action, or raise `InvalidValueError` with the reason if it is
    illegal.

    >>> from sightline.games.quest import GiveUp, apply, new_state
    >>> apply(new_state("the-sealed-crypt"), GiveUp()).result
    'the quest is lost: the heroes gave it up'
    """
    reason = why_not(state, action)
    if reason is not None:
        raise InvalidValueError(reason)
    match action:
        case RollMoves():
            return _roll_moves(state)
        case StepTo():
            return _step(state, action)
        case OpenDoor():
            return look_round(_set_door(state, action, OPEN))
        case ForceDoor():
            return _force(state, action)
        case Strike():
            if is_close_call(state, action):
                return state._replace(phase=RULING, waiting=action)
            return _strike(state, action)
        case Search():
            return _search(state, action)
        case RuleOn():
            return _rule(state, action)
        case ShowRoom(at):
            scenario = state.scenario
            room = scenario.room_of[scenario.index(at)]
            return show_tiles(state, scenario.shown_rooms[room])
        case NextTurn():
            return _next_turn(state)
        case GiveUp():
            return _ended(state, MASTER, "gave up")


def _roll_moves(state: QuestState) -> QuestState:
    figure, numbers = state.turn, state.figure(state.turn).numbers
    dice = roll(state.seed, state.rolled, numbers.dice)
    return state._replace(
        rolled=state.rolled + numbers.dice,
        thrown=True,
        moves=_with(state.moves, figure, numbers.moves + sum(dice)),
    )


def _step(state: QuestState, action: StepTo) -> QuestState:
    figure, scenario = action.figure, state.scenario
    after = state._replace(
        at=_with(state.at, figure, scenario.index(action.to)),
        moves=_with(state.moves, figure, state.moves[figure] - 1),
    )
    if after.is_hero(figure) and after.tiles_of(figure) & scenario.exits and exit_is_open(after):
        after = after._replace(at=_with(after.at, figure, NOWHERE), left=after.left | 1 << figure)
        return _gone(look_round(after), figure)
    return look_round(after)


def exit_is_open(state: QuestState) -> bool:
    """Return whether all goals except the exit are reached."""
    return all(state.is_done(goal) for goal in state.scenario.goals if goal.kind != EXIT)


def _set_door(state: QuestState, action: OpenDoor | ForceDoor, letter: str) -> QuestState:
    number = door_between(state, action.a, action.b)
    assert number is not None
    return state._replace(doors=state.doors[:number] + letter + state.doors[number + 1 :])


def _force(state: QuestState, action: ForceDoor) -> QuestState:
    figure = action.figure
    dice = roll(state.seed, state.rolled, state.attack[figure])
    after = state._replace(rolled=state.rolled + len(dice), acted=_with(state.acted, figure, True))
    return look_round(_set_door(after, action, OPEN)) if hits(dice) >= LOCK else after


def blow(state: QuestState, action: Strike) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the attack dice, the defence dice, and the body points lost."""
    attack, defence = state.attack[action.figure], state.defence[action.target]
    dice = roll(state.seed, state.rolled, attack)
    against = roll(state.seed, state.rolled + attack, defence)
    through = max(0, hits(dice) - wards(against))
    return dice, against, min(through, state.body[action.target])


def _strike(state: QuestState, action: Strike) -> QuestState:
    figure, target = action.figure, action.target
    dice, against, damage = blow(state, action)
    after = state._replace(
        rolled=state.rolled + len(dice) + len(against),
        acted=_with(state.acted, figure, True),
    )
    return _hurt(after, target, damage)


def _hurt(state: QuestState, figure: int, damage: int) -> QuestState:
    """Return the state after a figure loses body points. It falls at zero."""
    if not damage:
        return state
    state = state._replace(body=_with(state.body, figure, state.body[figure] - damage))
    if state.body[figure]:
        return state
    state = state._replace(
        at=_with(state.at, figure, NOWHERE),
        known=_with(state.known, figure, NOWHERE),
        fallen=state.fallen | 1 << figure,
    )
    return _gone(look_round(state), figure)


def _gone(state: QuestState, figure: int) -> QuestState:
    """Return the state after a figure left the board, with the end of the quest and the turn
    updated.
    """
    state = _judged(state)
    if state.phase == ON_TURN and state.turn == figure:
        return _next_turn(state)
    return state


def _search(state: QuestState, action: Search) -> QuestState:
    figure = action.figure
    state = state._replace(acted=_with(state.acted, figure, True))
    if action.what == DOORS:
        found = secret_doors(state, figure)
        doors = "".join(CLOSED if i in found else d for i, d in enumerate(state.doors))
        return look_round(state._replace(doors=doors))
    assert action.what == TREASURE
    for number in chests_within(state, figure):
        gift = state.scenario.furniture[number].gift
        assert gift is not None
        most = state.figure(figure).numbers.body
        mended = min(most, state.body[figure] + gift.body) if gift.body else state.body[figure]
        state = state._replace(
            found=state.found | 1 << number,
            gold=state.gold + gift.gold,
            attack=_with(state.attack, figure, state.attack[figure] + gift.attack),
            defence=_with(state.defence, figure, state.defence[figure] + gift.defence),
            body=_with(state.body, figure, mended),
        )
        state = _hurt(state, figure, min(gift.hurts, state.body[figure]))
        if state.fallen >> figure & 1 or state.is_over:
            return state
    return _judged(state)


def secret_doors(state: QuestState, figure: int) -> list[int]:
    """Return the secret doors that a search would find.

    One of their sides is in the hero's sight, or with `reveal: room` in the hero's room.
    """
    scenario = state.scenario
    near = room_with(state, figure) if scenario.by_rooms else tiles_seen_by(state, figure)
    return [
        i
        for i, door in enumerate(scenario.doors)
        if state.doors[i] == SECRET
        and (near >> scenario.index(door.a) | near >> scenario.index(door.b)) & 1
    ]


def chests_within(state: QuestState, figure: int) -> list[int]:
    """Return the chests that a search would find: in the hero's room, seen before, and still
    full.
    """
    room = room_with(state, figure)
    return [
        i
        for i, piece in enumerate(state.scenario.furniture)
        if piece.gift is not None
        and not state.found >> i & 1
        and piece.tiles & room
        and piece.tiles & state.explored
    ]


def _rule(state: QuestState, action: RuleOn) -> QuestState:
    one, other = spot(state, action.figure), spot(state, action.target)
    ends, grazes = ruling_key(state, one, other)
    kept = tuple(r for r in state.rulings if (r.ends, r.grazes) != (ends, grazes))
    ruling = LineRuling(ends, grazes, action.visible, action.why)
    waiting = state.waiting
    state = state._replace(
        rulings=(*kept, ruling),
        waiting=None,
        phase=MASTERS_TURN if state.turn == NOBODY else ON_TURN,
    )
    state = look_round(state)
    if waiting is not None and action.visible:
        return _strike(state, waiting)
    return state


# --- turns and the end ----------------------------------------------------------------------------


def _next_turn(state: QuestState) -> QuestState:
    if state.phase == OVER:
        return state
    if state.phase == ON_TURN:
        later = [i for i in state.standing() if i > state.turn and not state.is_monster(i)]
        if later:
            return _begin_turn(state, later[0])
        awake = _monsters(state)
        if awake:
            return _masters_turn(state, awake)
    if state.scenario.rounds and state.round >= state.scenario.rounds:
        return _ended(state, MASTER, "rounds")
    first = state.standing()[0]  # the party still has members, or the quest would be over
    return _begin_turn(state._replace(phase=ON_TURN, round=state.round + 1), first)


def _begin_turn(state: QuestState, figure: int) -> QuestState:
    """Start the turn of a hero or ally, with new moves unless they must be rolled."""
    numbers = state.figure(figure).numbers
    moves = [0] * len(state.who)
    moves[figure] = 0 if numbers.dice else numbers.moves
    return state._replace(
        turn=figure,
        thrown=not numbers.dice,
        moves=tuple(moves),
        acted=(False,) * len(state.who),
    )


def _masters_turn(state: QuestState, awake: list[int]) -> QuestState:
    moves = [0] * len(state.who)
    for i in awake:
        numbers = state.figure(i).numbers
        moves[i] = numbers.moves
    acted = tuple(i not in awake for i in range(len(state.who)))
    return state._replace(
        phase=MASTERS_TURN, turn=NOBODY, thrown=True, moves=tuple(moves), acted=acted
    )


def _judged(state: QuestState) -> QuestState:
    """Return the state, ended if every goal is reached or no hero is left."""
    if state.phase == OVER:
        return state
    if all(state.is_done(goal) for goal in state.scenario.goals):
        return _ended(state, HEROES, "goal")
    if not any(state.is_hero(i) for i in state.standing()):
        return _ended(state, MASTER, "fallen")
    return state


def _ended(state: QuestState, winner: int, ending: str) -> QuestState:
    return state._replace(phase=OVER, waiting=None, winner=winner, ending=ending)


def _with(values: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
