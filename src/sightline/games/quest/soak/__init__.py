"""Play thousands of quests, and check every rule on the way.

    python -m sightline.games.quest.soak 10000 [first seed]

Four kinds of games alternate: the computer plays both sides, only the game master, only the party,
or every action is random. They use every quest, in each mode and with each way to reveal. The
checks are independent of the rules: steps and sight come from the board and the engine, and unseen
things are checked with a second world that differs in nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import lru_cache

from sightline.engine import trace
from sightline.games.common.bit_sets import bits
from sightline.games.common.soak import demand
from sightline.games.quest.actions import (
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
from sightline.games.quest.board.head import REVEALS
from sightline.games.quest.board.movement import why_not as plain_step
from sightline.games.quest.board.quest import MODES
from sightline.games.quest.board.reading import shipped_quests
from sightline.games.quest.events import happened
from sightline.games.quest.players.master import Counsel, Master
from sightline.games.quest.players.party import PartyPlayer
from sightline.games.quest.record import Venture, load_text, replay, save_text
from sightline.games.quest.rules import acting_side, legal_actions, why_not
from sightline.games.quest.scenario import Scenario
from sightline.games.quest.scenario_files import read_scenario, shipped_scenario
from sightline.games.quest.sighting import look_round
from sightline.games.quest.soak.turns import TurnWatch
from sightline.games.quest.state import HEROES, MASTER, NOWHERE, QuestState
from sightline.games.quest.views import known_board, view
from sightline.rules.center import CenterRule

# Actions between two checks: primes, so that the checks reach every phase.
TWIN_EVERY, STEP_EVERY, SAVE_EVERY = 61, 7, 211
MOST_ACTIONS = {"programs": 400, "program as master": 120, "hints": 240, "whims": 120}
PLAYERS = tuple(MOST_ACTIONS)


@lru_cache(maxsize=32)
def variant(name: str, mode: str, reveal: str) -> Scenario:
    """Return a shipped quest in another mode, or with another way to reveal."""
    text = shipped_scenario(name).text
    lines = [line for line in text.split("\n") if not line.startswith(("mode:", "reveal:"))]
    return read_scenario("\n".join((f"mode: {mode}", f"reveal: {reveal}", *lines)))


# --- checks ---------------------------------------------------------------------------------------


def check_board(state: QuestState, action: object) -> None:
    """Check that all figures stand on free ground, and that the numbers are valid."""
    taken = state.scenario.blocked
    for i in state.standing():
        own = state.tiles_of(i)
        demand(not own & taken, "two on one tile", state, action)
        taken |= own
        demand(0 < state.body[i] <= state.figure(i).numbers.body, "body points", state, action)
        in_sight = state.sighted >> i & 1
        demand(bool(in_sight) or state.is_monster(i), "the party sees its own", state, action)
        if not state.is_monster(i):
            demand(own & ~state.explored == 0, "one stands where nobody looked", state, action)
    demand(state.seen & ~state.explored == 0, "what is seen is explored", state, action)
    for i in bits(state.fallen | state.left):
        demand(state.at[i] == NOWHERE, "who is gone is gone", state, action)
    heroes = [i for i in state.standing() if state.is_hero(i)]
    demand(bool(heroes) or state.is_over, "no hero is left, and it goes on", state, action)


def check_action(before: QuestState, action: QuestAction, after: QuestState) -> None:
    """Check that an action changed only what the rules allow."""
    demand(after.explored & before.explored == before.explored, "forgotten", before, action)
    demand(after.who[: len(before.who)] == before.who, "numbers stay", before, action)
    dice = after.rolled - before.rolled
    figure = getattr(action, "figure", before.turn)
    match action:
        case RollMoves():
            numbers = before.figure(figure).numbers
            demand(dice == numbers.dice > 0, "dice of a roll", before, action)
            moves = after.moves[figure] - numbers.moves
            demand(dice <= moves <= 6 * dice, "moves of a roll", before, action)
        case StepTo() if (before.rolled + figure) % STEP_EVERY:
            demand(dice == 0, "no dice there", before, action)
        case StepTo(_, to):
            board = known_board(before, MASTER)
            name = before.name(figure)
            here = before.where(figure)
            assert here is not None
            reason = plain_step(board, board.figure(name), here, board.grid.tile(*to))
            demand(reason is None, f"the board says: {reason}", before, action)
            demand(dice == 0 and before.moves[figure] > 0, "a step is paid", before, action)
        case Strike() | RuleOn():
            waits = after.waiting is not None
            demand(dice >= 0 and (not waits or dice == 0), "dice of a strike", before, action)
            lost = sum(before.body) - sum(after.body[: len(before.body)])
            demand(0 <= lost <= 18, "body points of a strike", before, action)
        case ForceDoor():
            demand(dice == before.attack[figure], "dice against a lock", before, action)
        case OpenDoor() | Search() | ShowRoom() | NextTurn() | GiveUp():
            demand(dice == 0, "no dice there", before, action)


def check_sight(state: QuestState, action: QuestAction) -> None:
    """Check that a ranged strike uses a line that the engine finds free, or that was ruled on."""
    if not isinstance(action, Strike) or state.rulings:
        return
    one, other = state.name(action.figure), state.name(action.target)
    scenario = state.scenario
    board = known_board(state, MASTER)
    for figure in board.figures():
        if figure.name.endswith("(asleep)") and scenario.by_rooms:
            board.remove(figure.name)
    rule = CenterRule(scenario.mode, scenario.large)  # type: ignore[arg-type]
    sight = trace(board, one, other, rule)
    near = any(
        board.grid.are_neighbors(a, b)
        for a in board.figure(one).tiles
        for b in board.figure(other).tiles
    )
    demand(sight.visible or sight.awaits_ruling or near, "no line is free", state, action)


def twin_of(state: QuestState, whim: random.Random) -> QuestState | None:
    """Return a world that differs in what the party has not seen, or None if the party would
    notice.

    Sleeping monsters, unknown doors and future dice differ.
    """
    scenario = state.scenario
    free = bits(~(state.explored | scenario.blocked) & (1 << len(scenario.tiles)) - 1)
    figures = list(scenario.figures)
    for who in state.unmet():
        if figures[who].size == (1, 1) and free:
            place = free.pop(whim.randrange(len(free)))
            figures[who] = figures[who]._replace(at=scenario.tiles[place])
    other = replace(scenario, figures=tuple(figures), text=f"{scenario.text} ")
    for key, value in scenario.__dict__.items():  # the map's tables stay valid
        if key != "_hash":
            other.__dict__.setdefault(key, value)
    doors = list(state.doors)
    for i, door in enumerate(scenario.doors):
        ends = 1 << scenario.index(door.a) | 1 << scenario.index(door.b)
        if not ends & state.explored:
            doors[i] = whim.choice("clo")
    twin = state._replace(scenario=other, doors="".join(doors), seed=state.seed ^ 12345)
    looked = look_round(twin)
    same = all(
        getattr(looked, key) == getattr(state, key)
        for key in ("seen", "explored", "sighted", "who")
    )
    return twin if same else None


def check_unseen(state: QuestState, action: QuestAction, whim: random.Random) -> bool:
    """Check that what the party gets does not depend on unseen things. Return whether there was
    a twin.
    """
    twin = twin_of(state, whim)
    if twin is None:
        return False
    mine, theirs = view(state, HEROES).to_bytes(), view(twin, HEROES).to_bytes()
    demand(mine == theirs, "the view shows what is unseen", state, action)
    mine, theirs = (repr(known_board(each, HEROES)).encode() for each in (state, twin))
    demand(mine == theirs, "the board shows what is unseen", state, action)
    if acting_side(state) == HEROES:
        demand(why_not(state, action) == why_not(twin, action), "a reason says more", state, action)
        hints = [PartyPlayer().choose(each) for each in (state, twin)]
        demand(hints[0] == hints[1], "a hint peeks", state, action)
    return True


# --- games ----------------------------------------------------------------------------------------


def play(number: int) -> Counter[str]:
    """Play one game with all checks; return the counts."""
    whim = random.Random(number)
    names = shipped_quests()
    scenario = variant(
        names[number % len(names)],
        MODES[number // len(names) % len(MODES)],
        REVEALS[number // (len(names) * len(MODES)) % len(REVEALS)],
    )
    players = PLAYERS[number // 5 % len(PLAYERS)]
    venture = Venture.begin(scenario, number)
    watch = TurnWatch()
    counts: Counter[str] = Counter(games=1)
    while not venture.state.is_over:
        state = venture.state
        counsel = _choice(state, players, whim)
        if len(venture.log) >= MOST_ACTIONS[players]:
            counsel = Counsel(GiveUp(), "")
        action = counsel.action
        turn = len(venture.log) + number
        if turn % TWIN_EVERY == 0:
            counts["twins"] += check_unseen(state, action, whim)
        check_sight(state, action)
        after = venture.do(action)
        check_action(state, action, after.state)
        check_board(after.state, action)
        if not counsel.reason:
            pass
        elif acting_side(state) == HEROES:
            watch.hint(state, counsel, after.state)
            counts["hints followed"] += 1
        else:
            watch.monsters(state, counsel)
        if after.can_undo:
            demand(after.undo() == venture, "undo leads back", state, action)
        elif turn % 3 == 0:
            happened(state, action, after.state, HEROES)
        venture = after
        if turn % SAVE_EVERY == 0:
            demand(load_text(save_text(venture)) == venture, "a save is the game", state, action)
        counts["actions"] += 1
        counts[type(action).__name__] += 1
    demand(replay(venture.start, venture.log) == venture, "a replay", venture.state, None)
    counts[f"{players}: {venture.state.ending}"] += 1
    return counts


def _choice(state: QuestState, players: str, whim: random.Random) -> Counsel:
    """Return the next action. The computer's choices have a reason, random ones do not."""
    actions = legal_actions(state)
    for each in (whim.choice(actions), actions[0]):
        demand(why_not(state, each) is None, "what is legal is allowed", state, each)
    if players in ("programs", "hints") and acting_side(state) == HEROES:
        return PartyPlayer().choose(state)
    if players in ("programs", "program as master") and acting_side(state) == MASTER:
        return Master().choose(state)
    # Random choices that prefer other actions to ending the turn.
    eager = len(actions) > 1 and whim.random() < 0.8
    return Counsel(whim.choice(actions[:-1] if eager else actions), "")


def soak(games: int, first_seed: int = 0) -> Counter[str]:
    """Play the games; return counts of how they ended and what was checked."""
    return sum((play(number) for number in range(first_seed, first_seed + games)), Counter[str]())
