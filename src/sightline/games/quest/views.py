"""A side's view of a quest: everything that its page, its automatic player or its agent may know.

Quests that differ only in what the party has not seen have equal views for the party, byte for
byte.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, fields
from typing import Any, cast

from sightline.games.common.bit_sets import bits
from sightline.games.quest.rules import acting_side
from sightline.games.quest.scenario import SECRET, STATES, species_of
from sightline.games.quest.state import HEROES, NOWHERE, SIDES, QuestState
from sightline.model.cell import Square, Tile
from sightline.model.figure import FigureKind
from sightline.model.square import SquareBoard
from sightline.model.threshold import Wall, with_state

OWN, IN_SIGHT, REMEMBERED, FALLEN, LEFT, ASLEEP = (
    *("own", "seen", "remembered", "fallen", "left", "asleep"),
)


@dataclass(frozen=True)
class QuestFigure:
    """A figure as a side knows it. Fields are None if they are unknown."""

    figure: int
    """Its number in actions, or -1 for an unmet figure (the game master sees it asleep)."""
    name: str
    kind: str
    """"hero", "ally" or "enemy"."""
    status: str
    """"own", "seen", "remembered" (last seen there, and perhaps still there), "fallen", "left"
    (through the exit) or "asleep".
    """
    at: Tile | None
    size: tuple[int, int]
    body: int | None
    most: int
    """Its initial body points."""
    moves: int | None
    acted: bool | None
    pace: str
    """Its moves per turn in dice notation: 6, 2d6, 1d6+3."""
    attack: int
    defence: int
    range: int


@dataclass(frozen=True)
class DoorView:
    """A known door or gate, between two tiles."""

    a: Tile
    b: Tile
    what: str
    """"door" or "gate"."""
    state: str
    """"open", "closed" or "locked". For the game master also "secret"."""


@dataclass(frozen=True)
class QuestView:
    """A quest as a side knows it."""

    side: int
    title: str
    story: str
    mode: str
    reveal: str
    phase: str
    acting: int
    """The side that must act."""
    turn: int
    """The number of the active figure, or -1."""
    thrown: bool
    """Whether the active figure has its moves for the turn, rolled if necessary."""
    round: int
    rounds: int
    """The number of the last round, or 0 if rounds are unlimited."""
    goals: tuple[tuple[str, bool], ...]
    """The text of each goal, and whether it is reached."""
    result: str
    rows: int
    cols: int
    explored: tuple[Tile, ...]
    seen: tuple[Tile, ...]
    """The visible tiles."""
    solid: tuple[Tile, ...]
    """The explored rock."""
    exits: tuple[Tile, ...]
    walls: tuple[tuple[Tile, Tile], ...]
    doors: tuple[DoorView, ...]
    furniture: tuple[tuple[str, str, Tile, tuple[int, int]], ...]
    """Name, kind, north-west tile and size of each piece."""
    found: tuple[str, ...]
    """The chests that were found."""
    gold: int
    figures: tuple[QuestFigure, ...]
    asked: tuple[int, int] | None
    """The figures of a strike that waits for the game master's ruling."""

    def to_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {**_plain(self), "side": SIDES[self.side]}

    def to_bytes(self) -> bytes:
        """Return the view as JSON, always in the same order."""
        return json.dumps(self.to_data(), separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, (QuestView, QuestFigure, DoorView)):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    return value


def view(state: QuestState, side: int) -> QuestView:
    """Return what a side may know now. The game master knows everything except future dice.

    >>> from sightline.games.quest import HEROES, MASTER, new_state, view
    >>> state = new_state("the-sealed-crypt")
    >>> len(view(state, HEROES).figures), len(view(state, MASTER).figures)
    (5, 8)
    """
    scenario = state.scenario
    party = side == HEROES
    known = state.explored if party else -1  # all bits set
    waiting = state.waiting
    if waiting is not None and party:
        both = 1 << waiting.figure | 1 << waiting.target
        waiting = waiting if both & ~state.sighted == 0 else None
    walls, doors = _edges(state, known, party)
    return QuestView(
        side=side,
        title=scenario.title,
        story=scenario.story,
        mode=scenario.mode,
        reveal=scenario.reveal,
        phase=state.phase,
        acting=acting_side(state),
        turn=state.turn,
        thrown=state.thrown,
        round=state.round,
        rounds=scenario.rounds,
        goals=tuple((goal.text, state.is_done(goal)) for goal in scenario.goals),
        result=state.result,
        rows=scenario.board.rows,
        cols=scenario.cols,
        explored=_tiles(state, state.explored),
        seen=_tiles(state, state.seen),
        solid=_tiles(state, scenario.solid & known),
        exits=_tiles(state, scenario.exits & known),
        walls=walls,
        doors=doors,
        furniture=tuple(
            (species_of(each.name), each.kind, each.at, each.size)
            for each in scenario.furniture
            if each.tiles & known
        ),
        found=tuple(species_of(scenario.furniture[i].name) for i in bits(state.found)),
        gold=state.gold,
        figures=_figures(state, party),
        asked=None if waiting is None else (waiting.figure, waiting.target),
    )


def _tiles(state: QuestState, mask: int) -> tuple[Square, ...]:
    return tuple(state.scenario.tiles[i] for i in bits(mask))


def _edges(
    state: QuestState, known: int, party: bool
) -> tuple[tuple[tuple[Tile, Tile], ...], tuple[DoorView, ...]]:
    """Return the walls and doors with at least one known side. For the party, a secret door is a
    wall.
    """
    scenario = state.scenario
    bit_of = dict(zip(scenario.door_bits, range(len(scenario.doors)), strict=True))
    walls, doors = [], []
    for i, (a, b) in enumerate(scenario.lines.edges):
        if not (known >> a | known >> b) & 1:
            continue
        number = bit_of.get(1 << i)
        if number is None or (party and state.doors[number] == SECRET):
            walls.append((scenario.tiles[a], scenario.tiles[b]))
        else:
            door = scenario.doors[number]
            doors.append(DoorView(door.a, door.b, door.what, STATES[state.doors[number]]))
    return tuple(walls), tuple(doors)


def _figures(state: QuestState, party: bool) -> tuple[QuestFigure, ...]:
    found = [_figure(state, i, party) for i in range(len(state.who))]
    if not party:
        for who in state.unmet():
            figure = state.scenario.figures[who]
            numbers = figure.numbers
            found.append(
                QuestFigure(
                    *(-1, figure.name, figure.kind, ASLEEP, figure.at, figure.size),
                    *(numbers.body, numbers.body, 0, False, numbers.pace),
                    *(numbers.attack, numbers.defence, numbers.range),
                )
            )
    return tuple(found)


def _figure(state: QuestState, number: int, party: bool) -> QuestFigure:
    figure = state.figure(number)
    numbers = figure.numbers
    at, sighted = state.at[number], state.sighted >> number & 1
    body: int | None = state.body[number]
    moves: int | None = state.moves[number]
    acted: bool | None = state.acted[number]
    if state.left >> number & 1:
        status = LEFT
    elif at == NOWHERE:
        status = FALLEN
    elif not state.is_monster(number):
        status = OWN
    elif sighted:
        status = IN_SIGHT
    else:
        status = REMEMBERED
        if party:
            at, body, moves, acted = state.known[number], None, None, None
    return QuestFigure(
        number,
        state.name(number),
        figure.kind,
        status,
        None if at == NOWHERE else state.scenario.tiles[at],
        figure.size,
        body,
        numbers.body,
        moves,
        acted,
        numbers.pace,
        state.attack[number],
        state.defence[number],
        numbers.range,
    )


def known_board(state: QuestState, side: int) -> SquareBoard:
    """Return the board as a side knows it, for pictures and sight queries.

    For the party, unexplored tiles are rock and figures out of sight are missing.

    >>> from sightline.games.quest import HEROES, known_board, new_state
    >>> [f.name for f in known_board(new_state("the-sealed-crypt"), HEROES).figures()]
    ['Brom', 'Ansa', 'Osric', 'wolf', 'ogre']
    """
    scenario = state.scenario
    party = side == HEROES
    now = view(state, side)
    board = SquareBoard(now.rows, now.cols)
    dark = ~state.explored if party else 0
    for i, tile in enumerate(scenario.tiles):
        if (scenario.solid | dark) >> i & 1:
            board.set_solid(tile)
    for a, b in now.walls:
        board.set_edge(a, b, Wall())
    for door in now.doors:
        board.set_edge(door.a, door.b, with_state(scenario.board.edge(door.a, door.b), door.state))
    names: Counter[str] = Counter()
    for each in now.figures:
        hidden = each.status == REMEMBERED and party
        if each.at is not None and not hidden and each.status not in (FALLEN, LEFT):
            asleep = each.figure < 0
            name = _counted_name(f"{each.name} (asleep)" if asleep else each.name, names)
            blocks = asleep or state.figure(each.figure).blocks
            kind = cast("FigureKind", each.kind)
            board.place(name, each.at, kind=kind, size=each.size, blocks_sight=blocks)
    for piece in scenario.furniture:
        if piece.tiles & ~dark:
            name, kind = (
                _counted_name(species_of(piece.name), names),
                cast("FigureKind", piece.kind),
            )
            board.place(name, piece.at, kind=kind, size=piece.size, blocks_sight=piece.blocks)
    return board


def _counted_name(name: str, names: Counter[str]) -> str:
    names[name] += 1
    return f"{name} {names[name]}" if names[name] > 1 else name


def believed(state: QuestState) -> QuestState:
    """Return a state that the party can assume, based only on what it knows.

    Monsters out of sight stand where they were last seen, or nowhere. Unmet ones are missing, and
    the dice differ. A fair automatic player plans with this state.

    >>> from sightline.games.quest import believed, new_state
    >>> believed(new_state("the-sealed-crypt")).unmet()
    []
    """
    extra = state.unmet()
    gone = (0,) * len(extra)
    at = [place if state.sighted >> i & 1 else state.known[i] for i, place in enumerate(state.at)]
    return state._replace(
        seed=0,
        rolled=0,
        who=(*state.who, *extra),
        at=(*at, *(NOWHERE for _ in extra)),
        body=(*state.body, *gone),
        moves=(*state.moves, *gone),
        acted=(*state.acted, *(True for _ in extra)),
        attack=(*state.attack, *gone),
        defence=(*state.defence, *gone),
        known=(*state.known, *(NOWHERE for _ in extra)),
    )
