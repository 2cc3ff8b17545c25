"""A quest in messages: the board as a side knows it, and the legal moves of a seat.

Everything is derived from the side's `view` and `known_board`, so nothing else can leak. Legal
moves are computed only for the side's own figures and visible targets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, cast

from sightline.answers.sight import Sight
from sightline.engine import trace
from sightline.games.common.bit_sets import bits
from sightline.games.quest import (
    DOORS,
    HEROES,
    MASTER,
    TREASURE,
    DoorView,
    ForceDoor,
    NextTurn,
    OpenDoor,
    QuestAction,
    QuestFigure,
    QuestState,
    QuestView,
    RollMoves,
    RuleOn,
    Search,
    ShowRoom,
    Strike,
    known_board,
    legal_actions,
    reachable,
    view,
    why_not,
)
from sightline.games.quest.objections import is_close_call
from sightline.games.quest.sighting import CLOSE_CALL, VISIBLE, ruling_on, spot, verdict
from sightline.games.quest.state import LineRuling
from sightline.geometry.contact import Contact
from sightline.model.cell import Tile
from sightline.model.figure import KINDS
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from sightline.table.games.quest_moves import AUTO, move_text
from sightline.table.protocol.games.quest import (
    QuestCall,
    QuestEdge,
    QuestMember,
    QuestOffer,
    QuestPiece,
    QuestRuling,
    QuestScreen,
    QuestSide,
    QuestStep,
    QuestTarget,
    QuestWalker,
    QuestWay,
)
from sightline.table.protocol.sight_proofs import SightProof
from sightline.table.vision.sight_answer import sight_proof_of
from sightline.texts import PhraseValue, and_list, say, word

MASTERS_SEAT = "master"
CLOSE = {
    False: say("a close call: the game master rules before any dice are rolled"),
    True: say("a close call, and the computer rules strictly: there will be no attack"),
}
"""The text that announces an attack on a close call, if the game master is a person or the
computer.
"""
SEARCH_WORDS = {DOORS: say("search for secret doors"), TREASURE: say("search for treasure")}


def seat_of(state: QuestState, figure: int) -> str:
    """Return the seat that plays a figure; "" means any seat of the party, for allies."""
    if state.is_monster(figure):
        return MASTERS_SEAT
    return state.name(figure) if state.is_hero(figure) else ""


def seat_to_act(state: QuestState) -> str:
    """Return the seat that acts now; "" means any seat of the party."""
    return seat_of(state, state.turn) if state.phase == "heroes" else MASTERS_SEAT


def holds(seats: frozenset[str], seat: str) -> bool:
    """Return whether a user with these seats plays that seat; "" means any seat of the party."""
    return seat in seats if seat else bool(seats - {MASTERS_SEAT})


class QuestScreens:
    """The messages about a quest in its current state, for the pages of one kind of seat."""

    def __init__(
        self, state: QuestState, seats: frozenset[str], *, program: bool, log: Iterable[QuestAction]
    ) -> None:
        self._state = state
        self._seats = seats
        self._program = program
        self._log = log
        self._side = MASTER if MASTERS_SEAT in seats else HEROES
        self._known: QuestView = view(state, self._side)
        self._rule = CenterRule(cast("Literal['strict']", state.scenario.mode), _large(state))
        self._acts = not state.is_over and holds(seats, seat_to_act(state))
        self._legal = legal_actions(state) if self._acts else []

    def screen(self, steps: Sequence[QuestStep]) -> QuestScreen:
        """Return everything that a page shows of the quest."""
        known = self._known
        return QuestScreen(
            title=word(known.title),
            story=word(known.story),
            mode=known.mode,
            reveal=known.reveal,
            program=self._program,
            round=known.round,
            phase=cast("Literal['heroes', 'master', 'ruling', 'over']", known.phase),
            rounds=known.rounds,
            goals=[(word(goal), is_done) for goal, is_done in known.goals],
            result=known.result,
            turn="" if known.turn < 0 else self._state.name(known.turn),
            seat="" if self._state.is_over else seat_to_act(self._state),
            all_known=self._side == MASTER,
            ground=self._ground(),
            exits=[_pair(tile) for tile in known.exits],
            edges=self._edges(),
            pieces=self._pieces(),
            party=self._party(),
            walkers=self._walkers(),
            moves=self._offers(),
            calls=self._calls(),
            rulings=self._rulings(),
            steps=list(steps),
            gold=known.gold,
            found=list(known.found),
        )

    # --- the board

    def _ground(self) -> list[str]:
        known = self._known
        explored, seen, solid = set(known.explored), set(known.seen), set(known.solid)
        rows = []
        for row in range(known.rows):
            line = ""
            for col in range(known.cols):
                tile = (row, col)
                if tile in solid:
                    line += "#"
                elif tile in seen:
                    line += "."
                elif tile in explored:
                    line += ":"
                else:
                    line += "," if self._side == MASTER else " "
            rows.append(line.rstrip())
        while rows and not rows[-1]:  # the party cannot know whether the board ends here
            rows.pop()
        return rows

    def _edges(self) -> list[QuestEdge]:
        # Sorted, because the order must not reveal which walls are the edge of the board.
        walls = [
            QuestEdge(_pair(a), _pair(b)) for a, b in sorted((*self._known.walls, *self._rim()))
        ]
        return walls + [self._door(each) for each in self._known.doors]

    def _rim(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield the seen parts of the board's edge, which are drawn as walls."""
        known = self._known
        every = ((row, col) for row in range(known.rows) for col in range(known.cols))
        for row, col in every if self._side == MASTER else known.explored:
            for beside in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if not (0 <= beside[0] < known.rows and 0 <= beside[1] < known.cols):
                    yield (row, col), beside

    def _door(self, door: DoorView) -> QuestEdge:
        edge = QuestEdge(
            _pair(door.a),
            _pair(door.b),
            cast("Literal['door', 'gate']", door.what),
            cast("Literal['open', 'closed', 'locked', 'secret']", door.state),
        )
        if not self._acts or self._state.phase != "heroes":
            return edge
        figure = self._state.turn
        action: QuestAction = OpenDoor(figure, door.a, door.b)
        values: dict[str, PhraseValue] = {
            "door": word(door.what),
            "a": str(door.a),
            "b": str(door.b),
        }
        words = say("open the {door} between {a} and {b}", **values)
        if door.state == "locked":
            action = ForceDoor(figure, door.a, door.b)
            words = say("force the {door} between {a} and {b}", **values)
        elif door.state != "closed":
            return edge
        if action in self._legal:
            edge.move = move_text(action)
            edge.words = words
        else:
            edge.words = why_not(self._state, action) or ""
        return edge

    def _pieces(self) -> list[QuestPiece]:
        furniture = [
            QuestPiece(name, _pair(at), size=size, kind=kind, tall=KINDS[kind].blocks_sight)
            for name, kind, at, size in self._known.furniture
        ]
        return furniture + [
            self._piece(each) for each in self._known.figures if each.at is not None
        ]

    def _piece(self, figure: QuestFigure) -> QuestPiece:
        assert figure.at is not None
        status = figure.status if figure.status in ("remembered", "asleep") else ""
        return QuestPiece(
            figure.name,
            _pair(figure.at),
            figure.figure,
            figure.size,
            cast("QuestSide", figure.kind),
            status=cast("Literal['', 'remembered', 'asleep']", status),
            body=figure.body,
            most=figure.most,
            attack=figure.attack,
            defence=figure.defence,
            range=figure.range,
            moves=figure.moves,
            acted=bool(figure.acted),
        )

    # --- the party

    def _party(self) -> list[QuestMember]:
        return [self._member(each) for each in self._known.figures if each.kind != "enemy"]

    def _member(self, figure: QuestFigure) -> QuestMember:
        seat = seat_of(self._state, figure.figure)
        status = figure.status if figure.status in ("fallen", "left") else ""
        return QuestMember(
            figure.name,
            figure.figure,
            cast("QuestSide", figure.kind),
            mine=holds(self._seats, seat),
            player=seat,
            status=cast("Literal['', 'fallen', 'left']", status),
            body=figure.body or 0,
            most=figure.most,
            attack=figure.attack,
            defence=figure.defence,
            range=figure.range,
            moves=figure.moves or 0,
            acted=bool(figure.acted),
        )

    # --- the party

    def _walkers(self) -> list[QuestWalker]:
        state = self._state
        if not self._acts or state.phase not in ("heroes", "master"):
            return []
        if state.phase == "heroes":
            return [self._walker(state.turn)]
        figures = [each for each in self._known.figures if each.kind == "enemy" and each.at]
        return [self._walker(each.figure) for each in figures if each.figure >= 0]

    def _walker(self, figure: int) -> QuestWalker:
        here = self._state.where(figure)
        assert here is not None  # it acts, so it is on the board
        ways = [
            QuestWay(
                f"walk {figure} {tile}",
                _pair(tile),
                len(way),
                _pair(way[-2] if len(way) > 1 else here),
            )
            for tile, way in reachable(self._state, figure).items()
        ]
        return QuestWalker(
            figure,
            self._state.name(figure),
            self._state.moves[figure],
            ways,
            self._targets(figure),
        )

    def _targets(self, figure: int) -> list[QuestTarget]:
        """Return the figures of the other side that are visible or were seen before."""
        own = self._state.is_monster(figure)
        return [
            self._target(figure, each)
            for each in self._known.figures
            if (each.kind == "enemy") != own and each.at is not None and each.figure >= 0
        ]

    def _target(self, figure: int, other: QuestFigure) -> QuestTarget:
        target = QuestTarget(other.figure, other.name, "")
        if other.status == "remembered":
            target.words = say("it is out of sight; it was last seen on {tile}", tile=str(other.at))
            return target
        strike = Strike(figure, other.figure)
        reason = why_not(self._state, strike)
        if reason is None:
            target.move = move_text(strike)
            dice = self._state.attack[figure]
            target.words = say("{dice} against {n}", dice=_dice(dice), n=other.defence)
            if is_close_call(self._state, strike):
                target.close = True
                target.words = say("{call} ({odds})", call=CLOSE[self._program], odds=target.words)
        else:
            target.words = reason
        target.sight = self._proof(figure, other.figure)
        return target

    def _offers(self) -> list[QuestOffer]:
        """Return the moves without a place on the board, such as rolling or searching."""
        offers = []
        for action in self._legal:
            match action:
                case RollMoves():
                    numbers = self._numbers(self._state.turn)
                    offers.append(
                        QuestOffer("roll", "roll", say("roll {dice} for the moves", dice=numbers))
                    )
                case Search(_, what):
                    offers.append(QuestOffer(move_text(action), "search", SEARCH_WORDS[what]))
                case NextTurn():
                    offers.append(QuestOffer("end", "end", say("end the turn")))
        if self._acts and self._state.phase == "master":
            words = say("let the computer play the rest of this turn")
            offers.append(QuestOffer(AUTO, "auto", words))
        return offers + self._rooms()

    def _rooms(self) -> list[QuestOffer]:
        """Return the moves that reveal unknown rooms, for the game master. A room is named by
        its first tile.
        """
        state = self._state
        if self._side != MASTER or self._program or state.is_over:
            return []
        shows = [ShowRoom(state.scenario.tiles[bits(room)[0]]) for room in state.scenario.rooms]
        return [
            QuestOffer(
                move_text(show),
                "room",
                say("open the room on {tile} for the party", tile=str(show.at)),
            )
            for show in shows
            if why_not(state, show) is None
        ]

    def _numbers(self, figure: int) -> str:
        numbers = self._state.figure(figure).numbers
        dice = f"{numbers.dice}d6" if numbers.dice else ""
        return "+".join(each for each in (dice, str(numbers.moves or "")) if each)

    # --- close calls

    def _calls(self) -> list[QuestCall]:
        asked = self._known.asked
        if asked is None:
            return []
        a, b = (self._state.name(each) for each in asked)
        proof = self._proof(*asked)
        call = QuestCall(a, b, proof.words, proof)
        if MASTERS_SEAT in self._seats:
            call.seen = move_text(RuleOn(*asked, True))
            call.hidden = move_text(RuleOn(*asked, False))
        return [call]

    def _rulings(self) -> list[QuestRuling]:
        """Return the latest ruling on each pair."""
        last: dict[tuple[int, int], RuleOn] = {}
        for action in self._log:
            if isinstance(action, RuleOn):
                last[action.figure, action.target] = action
        found = []
        for (a, b), ruled in last.items():
            words = _seen_words((self._state.name(a), self._state.name(b)), ruled.visible)
            if ruled.why:
                words = say("{seen}: {why}", seen=words, why=ruled.why)
            ruling = QuestRuling(words, ruled.visible)
            other = RuleOn(a, b, not ruled.visible)
            if MASTERS_SEAT in self._seats and why_not(self._state, other) is None:
                ruling.overrule = move_text(other)
            found.append(ruling)
        return found

    def _proof(self, a: int, b: int) -> SightProof:
        """Return the line of sight between two visible figures.

        If it is blocked, the party sees the obstacle on the board as it knows it.
        """
        state, names = self._state, (self._state.name(a), self._state.name(b))
        found = verdict(state, spot(state, a), spot(state, b))
        free = found == VISIBLE
        sight = trace(self._everything if free else self._board, *names, self._rule)
        proof = sight_proof_of(sight, self._rule)
        proof.visible = free
        dark = self._unexplored(sight)
        ruling = ruling_on(state, spot(state, a), spot(state, b))
        if free:
            proof.split, proof.tiles = None, []
        proof.tiles = [tile for tile in proof.tiles if tile not in dark]
        if ruling is not None and sight.contact not in (Contact.CLEAR, Contact.BLOCKED):
            proof.words = _ruled_words(names, ruling)
        elif dark or sight.visible != free or sight.awaits_ruling != (found == CLOSE_CALL):
            # The party's board would not explain the true answer.
            proof.words = _dark_words(names, found, dark)
        return proof

    def _unexplored(self, sight: Sight) -> list[Tile]:
        """Return the obstacles on this side's board that are only unexplored tiles."""
        explored = set(self._known.explored)
        tiles = {each.where for each in sight.blockers if each.what == "solid"}
        return [] if self._side == MASTER else sorted(tiles - explored)

    @cached_property
    def _board(self) -> SquareBoard:
        return _on_board(self._state, self._known)

    @cached_property
    def _everything(self) -> SquareBoard:
        return _on_board(self._state, view(self._state, MASTER))


def _on_board(state: QuestState, known: QuestView) -> SquareBoard:
    """Return the board as a side knows it, for line of sight. With `reveal: room`, it has no
    unmet figures.
    """
    board = known_board(state, known.side)
    unmet = [each.at for each in known.figures if each.figure < 0 and each.at is not None]
    for at in unmet if known.reveal == "room" else ():
        for name in [*board.names_at(at)]:
            if not board.figure(name).is_furniture:
                board.remove(name)
    return board


def _ruled_words(names: tuple[str, str], ruling: LineRuling) -> str:
    seen = _seen_words(names, ruling.visible)
    if ruling.why:
        return say("{seen}: the game master ruled so ({why}).", seen=seen, why=ruling.why)
    return say("{seen}: the game master ruled so.", seen=seen)


def _seen_words(names: tuple[str, str], visible: bool) -> str:
    if visible:
        return say("{name} sees {other}", name=names[0], other=names[1])
    return say("{name} does not see {other}", name=names[0], other=names[1])


def _dark_words(names: tuple[str, str], found: str, dark: Sequence[Tile]) -> str:
    """Return the explanation of a line of sight that is blocked by something the party has not
    seen.
    """
    if found == VISIBLE:
        return say("{name} sees {other}.", name=names[0], other=names[1])
    if found == CLOSE_CALL:
        return say(
            "Too close to call: the line only just touches something. The game master must rule."
        )
    if not dark:
        return say(
            "{name} does not see {other}: something is in the way.", name=names[0], other=names[1]
        )
    where = and_list(list(map(str, dark[:2])))
    return say(
        "{name} does not see {other}: the line leads by {tiles}, which is unexplored.",
        name=names[0],
        other=names[1],
        tiles=where,
    )


def _large(state: QuestState) -> Literal["tiles", "middle"]:
    return "middle" if state.scenario.large == "middle" else "tiles"


def _dice(number: int) -> str:
    return say("1 die") if number == 1 else say("{n} dice", n=number)


def _pair(tile: Sequence[int]) -> tuple[int, int]:
    return tile[0], tile[1]
