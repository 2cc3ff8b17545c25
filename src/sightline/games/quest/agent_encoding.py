"""Actions and quests as numbers, for learning agents.

    numbers = QuestNumbers(state)
    numbers.actions(state)               # the legal actions by number
    numbers.seen(state, HEROES, 0)       # what the first party member knows, as a row of bytes

A party member's action number means the same in every state:

    0        end the turn
    1        roll for moves
    2, 3     search for doors, for treasure
    4 to 7   step north, east, south, west
    8 on     open the door at an edge, or force it if it is locked: the edges around the figure,
             clockwise from its north-west corner
    then     strike the first, second, ... monster that was met

The game master's numbers: 0 end the turn, 1 and 2 rule visible or hidden; then, for each monster
that was met, four steps and a strike at each party member.

The number of actions reveals nothing about the quest: there is always room for `MOST_MONSTERS`.

The bytes of a row, for `g` goals, a party of `p` and `t` tiles:

    8        phase (0 party, 1 game master, 2 ruling, 3 over), 1 if to act, own figure, active
             figure (255 none), round, rounds (0: unlimited), 1 if rolled, gold
    g        1 for each goal reached
    11 p     party: status (1 present, 3 fallen, 4 left), row, column, size (2), body points,
             moves, acted, attack, defense, range
    10 * 24  known monsters: status (1 seen, 2 last position, 3 defeated; 5 asleep, game master
             only), row, column, size (2), body points (0 unless seen), attack, defense, range, 1
             if a goal
    t        bits per tile: 1 explored, 2 in sight, 4 rock, 8 exit, 16 furniture, 32 blocks sight,
             64 chest, 128 found
    t, t     north and west edge of each tile: 1 wall, 2 open door, 3 closed, 4 locked; 5 secret,
             game master only
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.errors import InvalidValueError
from sightline.games.quest.actions import (
    DOORS,
    SEARCHES,
    ForceDoor,
    NextTurn,
    OpenDoor,
    QuestAction,
    RollMoves,
    RuleOn,
    Search,
    StepTo,
    Strike,
)
from sightline.games.quest.board.head import DEFEAT
from sightline.games.quest.objections import door_between
from sightline.games.quest.rules import acting_side, legal_actions
from sightline.games.quest.scenario import CLOSED, LOCKED, OPEN, SECRET, Scenario
from sightline.games.quest.state import (
    HEROES,
    MASTER,
    MASTERS_TURN,
    NOWHERE,
    ON_TURN,
    OVER,
    RULING,
    QuestState,
)

MOST_MONSTERS = 24
MOST_TILES_ACROSS = 250
HEAD = ("phase", "on turn", "figure", "turn", "round", "rounds", "rolled", "gold")
OF_PARTY = (
    *("status", "row", "col", "rows", "cols", "body", "moves", "acted"),
    *("attack", "defence", "range"),
)
OF_MONSTER = (
    *("status", "row", "col", "rows", "cols", "body", "attack", "defence", "range", "wanted"),
)
NO_ONE, HERE, LAST_SEEN, FALLEN_NOW, HAS_LEFT, SLEEPS = range(6)
"""A side's knowledge of a figure: none, all, its last position, that it has fallen, that it left,
or (game master only) where an unmet monster sleeps.
"""
EXPLORED, IN_SIGHT, ROCK, EXIT, FURNITURE, TALL, CHEST, FOUND = (1 << i for i in range(8))
"""The bits that describe a tile."""
WALL, DOOR_OPEN, DOOR_CLOSED, DOOR_LOCKED, DOOR_SECRET = range(1, 6)
"""The values that describe an edge; 0 means that nothing is known."""
END_TURN, ROLL, SEARCH, STEP, DOOR = 0, 1, 2, 4, 8
RULE_SEES, RULE_HIDDEN, MONSTER = 1, 2, 3
NOT_THERE = 255
_WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
_PHASES = {ON_TURN: 0, MASTERS_TURN: 1, RULING: 2, OVER: 3}
_ON_EDGE = {OPEN: DOOR_OPEN, CLOSED: DOOR_CLOSED, LOCKED: DOOR_LOCKED, SECRET: DOOR_SECRET}


class QuestNumbers:
    """The encoding of a quest, which stays the same for the whole quest.

    >>> from sightline.games.quest import HEROES, new_state
    >>> from sightline.games.quest.agent_encoding import QuestNumbers
    >>> state = new_state("the-rat-cellar")
    >>> numbers = QuestNumbers(state)
    >>> numbers.choices, numbers.actions(state)
    (36, {1: RollMoves(), 2: Search(figure=0, what='doors'), \
3: Search(figure=0, what='treasure'), 0: NextTurn()})
    """

    def __init__(self, start: QuestState) -> None:
        scenario, board = start.scenario, start.scenario.board
        if len(scenario.monsters) > MOST_MONSTERS:
            raise InvalidValueError(
                f"the quest has {len(scenario.monsters)} monsters;"
                f" at most {MOST_MONSTERS} have numbers"
            )
        if max(board.rows, board.cols) > MOST_TILES_ACROSS:
            raise InvalidValueError(
                f"the quest is {board.rows} by {board.cols} tiles large;"
                f" at most {MOST_TILES_ACROSS} have numbers"
            )
        self.party = start.party_size
        sizes = [start.figure(i).size for i in range(self.party)]
        self._strike = DOOR + max(2 * (rows + cols) for rows, cols in sizes)
        self.choices = self._strike + MOST_MONSTERS
        """The number of actions of a party member."""
        self._block = len(_WAYS) + self.party
        self.master_choices = MONSTER + MOST_MONSTERS * self._block
        self.width = (
            len(HEAD)
            + len(scenario.goals)
            + self.party * len(OF_PARTY)
            + MOST_MONSTERS * len(OF_MONSTER)
            + 3 * len(scenario.tiles)
        )
        """The number of bytes in a row."""
        self._grounds: dict[int, tuple[tuple[object, ...], bytes]] = {}

    # --- legal actions

    def actions(self, state: QuestState) -> dict[int, QuestAction]:
        """Return the legal actions of the acting side, by number."""
        return {self.number(state, action): action for action in legal_actions(state)}

    def mask(self, state: QuestState, actions: dict[int, QuestAction]) -> bytearray:
        """Return a byte for each action of the acting side: 1 if it is legal now."""
        mine = acting_side(state) == MASTER
        found = bytearray(self.master_choices if mine else self.choices)
        for number in actions:
            found[number] = 1
        return found

    def number(self, state: QuestState, action: QuestAction) -> int:
        """Return the number of an action."""
        match action:
            case NextTurn():
                return END_TURN
            case RollMoves():
                return ROLL
            case Search(_, what):
                return SEARCH + (what != DOORS)
            case RuleOn(_, _, visible):
                return RULE_SEES if visible else RULE_HIDDEN
            case StepTo(figure, to):
                at = state.where(figure)
                assert at is not None
                way = _WAYS.index((to[0] - at.row, to[1] - at.col))
                return way + (self._of_monster(figure) if state.is_monster(figure) else STEP)
            case OpenDoor(figure, a, b) | ForceDoor(figure, a, b):
                return DOOR + edges_around(state, figure).index((a, b))
            case Strike(figure, target):
                if state.is_monster(figure):
                    return self._of_monster(figure) + len(_WAYS) + target
                return self._strike + target - self.party
        raise InvalidValueError(f"{action} has no number")

    def attempt(self, state: QuestState, number: int) -> QuestAction | None:
        """Return the acting side's action with this number, legal or not.

        Return None if the target was not met or the figure lacks the ability.
        """
        if number == END_TURN:
            return NextTurn()
        if acting_side(state) == MASTER:
            return self._masters_attempt(state, number)
        figure = state.turn
        if number == ROLL:
            return RollMoves()
        if number < STEP:
            return Search(figure, SEARCHES[number - SEARCH])
        if number < DOOR:
            return _step(state, figure, number - STEP)
        if number >= self._strike:
            target = number - self._strike + self.party
            return Strike(figure, target) if target < len(state.who) else None
        edges = edges_around(state, figure)
        if number - DOOR >= len(edges):
            return None
        a, b = edges[number - DOOR]
        door = door_between(state, a, b)
        locked = door is not None and state.doors[door] == LOCKED
        return ForceDoor(figure, a, b) if locked else OpenDoor(figure, a, b)

    def _masters_attempt(self, state: QuestState, number: int) -> QuestAction | None:
        if number < MONSTER:
            waiting = state.waiting
            sees = number == RULE_SEES
            return None if waiting is None else RuleOn(waiting.figure, waiting.target, sees)
        monster, what = divmod(number - MONSTER, self._block)
        figure = self.party + monster
        if figure >= len(state.who) or state.at[figure] == NOWHERE:
            return None
        if what < len(_WAYS):
            return _step(state, figure, what)
        return Strike(figure, what - len(_WAYS))

    def _of_monster(self, figure: int) -> int:
        return MONSTER + (figure - self.party) * self._block

    # --- sight

    def seen(self, state: QuestState, side: int, figure: int = NOT_THERE) -> bytearray:
        """Return what a side knows, and nothing else, as a row of numbers for one of its figures.

        Two quests that differ only in what the party has not seen give it the same row.
        """
        scenario = state.scenario
        on = acting_side(state) == side and (side == MASTER or state.turn == figure)
        row = bytearray(
            (
                *(_PHASES[state.phase], on, figure, state.turn % 256, min(255, state.round)),
                *(scenario.rounds, state.thrown, min(255, state.gold)),
                *(state.is_done(goal) for goal in scenario.goals),
            )
        )
        _add_columns(row, [_party_member(state, i) for i in range(self.party)])
        monsters = [self._monster(state, i, side) for i in range(self.party, len(state.who))]
        if side == MASTER:
            monsters += [_asleep(scenario, who) for who in state.unmet()]
        monsters += [_NO_MONSTER] * (MOST_MONSTERS - len(monsters))
        _add_columns(row, monsters)
        row += self._ground(state, side)
        return row

    def _monster(self, state: QuestState, number: int, side: int) -> Sequence[int]:
        figure, at, body = state.figure(number), state.at[number], state.body[number]
        status = HERE
        if state.fallen >> number & 1:
            status, at, body = FALLEN_NOW, NOWHERE, 0
        elif side == HEROES and not state.sighted >> number & 1:
            status, at, body = LAST_SEEN, state.known[number], 0
        return (
            *(status, *_place(state, at), *figure.size, body),
            *(state.attack[number], state.defence[number], figure.numbers.range),
            is_wanted(state.scenario, state.who[number]),
        )

    def _ground(self, state: QuestState, side: int) -> bytes:
        """Return the bits of every tile, and the edges to its north and west.

        They change only by exploring, opening or finding, so the latest result of each side is
        cached.
        """
        scenario = state.scenario
        key = (scenario, state.explored, state.seen, state.doors, state.found)
        kept = self._grounds.get(side)
        if kept is not None and kept[0] == key:
            return kept[1]
        tiles = len(scenario.tiles)
        known = state.explored if side == HEROES else (1 << tiles) - 1
        ground, north, west = bytearray(tiles), bytearray(tiles), bytearray(tiles)
        for mask, bit in (
            (state.explored, EXPLORED),
            (state.seen, IN_SIGHT),
            (scenario.solid, ROCK),
            (scenario.exits, EXIT),
        ):
            _mark(ground, mask & known, bit)
        for i, piece in enumerate(scenario.furniture):
            if piece.tiles & known:
                chest = CHEST if piece.gift is not None else 0
                found = FOUND if state.found >> i & 1 else 0
                bit = FURNITURE | (TALL if piece.blocks else 0) | chest | found
                _mark(ground, piece.tiles, bit)
        doors = dict(zip(scenario.door_bits, state.doors, strict=True))
        for i, (a, b) in enumerate(scenario.lines.edges):
            if (known >> a | known >> b) & 1:
                letter = doors.get(1 << i)
                there = WALL if letter is None else _ON_EDGE[letter]
                if side == HEROES and there == DOOR_SECRET:
                    there = WALL
                (west if b == a + 1 else north)[b] = there
        found_ground = bytes(ground + north + west)
        self._grounds[side] = key, found_ground
        return found_ground


_NO_MONSTER = (NO_ONE, NOT_THERE, NOT_THERE, *(0,) * (len(OF_MONSTER) - 3))


def _add_columns(row: bytearray, figures: Sequence[Sequence[int]]) -> None:
    """Append the figures column by column: one property of all figures, then the next."""
    for column in zip(*figures, strict=True):
        row += bytes(column)


def _place(state: QuestState, at: int) -> tuple[int, int]:
    return (NOT_THERE, NOT_THERE) if at == NOWHERE else divmod(at, state.scenario.cols)


def _party_member(state: QuestState, number: int) -> Sequence[int]:
    figure, at = state.figure(number), state.at[number]
    status = HERE if at != NOWHERE else HAS_LEFT if state.left >> number & 1 else FALLEN_NOW
    return (
        *(status, *_place(state, at), *figure.size, state.body[number]),
        *(state.moves[number], state.acted[number]),
        *(state.attack[number], state.defence[number], figure.numbers.range),
    )


def _asleep(scenario: Scenario, who: int) -> Sequence[int]:
    figure = scenario.figures[who]
    numbers = figure.numbers
    return (
        *(SLEEPS, *divmod(scenario.index(figure.at), scenario.cols), *figure.size, numbers.body),
        *(numbers.attack, numbers.defence, numbers.range, is_wanted(scenario, who)),
    )


def is_wanted(scenario: Scenario, who: int) -> bool:
    """Return whether a goal of the quest is to defeat this monster."""
    species = scenario.figures[who].species
    return any(goal.kind == DEFEAT and goal.what in ("", species) for goal in scenario.goals)


def edges_around(state: QuestState, figure: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the edges around a figure, clockwise from its north-west corner. Like a door, each is
    a pair of tiles, with the northern or western one first.
    """
    at = state.where(figure)
    assert at is not None
    return [(min(a, b), max(a, b)) for a, b in _pairs_around(at, state.figure(figure).size)]


def _pairs_around(
    at: tuple[int, int], size: tuple[int, int]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    row, col = at
    rows, cols = size
    for i in range(cols):
        yield (row, col + i), (row - 1, col + i)
    for i in range(rows):
        yield (row + i, col + cols - 1), (row + i, col + cols)
    for i in reversed(range(cols)):
        yield (row + rows - 1, col + i), (row + rows, col + i)
    for i in reversed(range(rows)):
        yield (row + i, col), (row + i, col - 1)


def _step(state: QuestState, figure: int, way: int) -> StepTo:
    at = state.where(figure)
    assert at is not None
    return StepTo(figure, (at.row + _WAYS[way][0], at.col + _WAYS[way][1]))


def _mark(ground: bytearray, mask: int, bit: int) -> None:
    while mask:
        low = mask & -mask
        ground[low.bit_length() - 1] |= bit
        mask ^= low
