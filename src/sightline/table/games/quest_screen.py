"""A quest in messages: the board as a side knows it, and everything that may be done from a seat.

All of it comes out of `view` and `known_board` of that side, so nothing else can be in it; what may
be done is asked of the rules for the side's own figures only, and for targets that it sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, cast

from sightline.answers.sight import Sight
from sightline.engine import trace
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
from sightline.games.quest.sighting import VISIBLE, bits, spot, verdict
from sightline.model.figure import KINDS
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from sightline.table.games.quest_moves import AUTO, move_text
from sightline.table.protocol import (
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
    SightProof,
)
from sightline.table.vision import sight_answer_of

MASTERS_SEAT = "master"
SEARCH_WORDS = {DOORS: "search for secret doors", TREASURE: "search for treasure"}


def seat_of(state: QuestState, figure: int) -> str:
    """The seat that plays a figure; "": any of the party's, as allies are everybody's."""
    if state.is_monster(figure):
        return MASTERS_SEAT
    return state.name(figure) if state.is_hero(figure) else ""


def seat_to_act(state: QuestState) -> str:
    """The seat that is to act now; "": any of the party's."""
    return seat_of(state, state.turn) if state.phase == "heroes" else MASTERS_SEAT


def holds(seats: frozenset[str], seat: str) -> bool:
    """Does somebody on these seats play that one? "" is any of the party's."""
    return seat in seats if seat else bool(seats - {MASTERS_SEAT})


class QuestScreens:
    """A quest at one moment, for the pages of one kind of seats."""

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
        """All that a page shows."""
        known = self._known
        return QuestScreen(
            title=known.title,
            story=known.story,
            mode=known.mode,
            reveal=known.reveal,
            program=self._program,
            round=known.round,
            phase=cast("Literal['heroes', 'master', 'ruling', 'over']", known.phase),
            rounds=known.rounds,
            goals=list(known.goals),
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
        return rows

    def _edges(self) -> list[QuestEdge]:
        walls = [QuestEdge(_pair(a), _pair(b)) for a, b in (*self._known.walls, *self._rim())]
        return walls + [self._door(each) for each in self._known.doors]

    def _rim(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """The edge of the board is a wall, where one has seen it."""
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
        verb = "open"
        if door.state == "locked":
            action, verb = ForceDoor(figure, door.a, door.b), "force"
        elif door.state != "closed":
            return edge
        if action in self._legal:
            edge.move = move_text(action)
            edge.words = f"{verb} the {door.what} between {door.a} and {door.b}"
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

    # --- what may be done

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
        assert here is not None  # who acts is on the board
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
        """The other side, as far as it is in sight or was."""
        own = self._state.is_monster(figure)
        return [
            self._target(figure, each)
            for each in self._known.figures
            if (each.kind == "enemy") != own and each.at is not None and each.figure >= 0
        ]

    def _target(self, figure: int, other: QuestFigure) -> QuestTarget:
        target = QuestTarget(other.figure, other.name, "")
        if other.status == "remembered":
            target.words = f"it is out of sight; it was last seen on {other.at}"
            return target
        strike = Strike(figure, other.figure)
        reason = why_not(self._state, strike)
        if reason is None:
            target.move = move_text(strike)
            dice = self._state.attack[figure]
            target.words = f"{_counted(dice, 'die', 'dice')} against {other.defence}"
        else:
            target.words = reason
        target.sight = self._proof(figure, other.figure)
        return target

    def _offers(self) -> list[QuestOffer]:
        """What has no place on the board."""
        offers = []
        for action in self._legal:
            match action:
                case RollMoves():
                    numbers = self._numbers(self._state.turn)
                    offers.append(QuestOffer("roll", "roll", f"roll {numbers} for the moves"))
                case Search(_, what):
                    offers.append(QuestOffer(move_text(action), "search", SEARCH_WORDS[what]))
                case NextTurn():
                    offers.append(QuestOffer("end", "end", "end the turn"))
        if self._acts and self._state.phase == "master":
            words = "let the program play the rest of this turn"
            offers.append(QuestOffer(AUTO, "auto", words))
        return offers + self._rooms()

    def _rooms(self) -> list[QuestOffer]:
        """On the master's page: the rooms that the party does not know, each by its first tile."""
        state = self._state
        if self._side != MASTER or self._program or state.is_over:
            return []
        shows = [ShowRoom(state.scenario.tiles[bits(room)[0]]) for room in state.scenario.rooms]
        return [
            QuestOffer(move_text(show), "room", f"open the room on {show.at} for the party")
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
        """Every look that was ruled on, as it was ruled last."""
        last: dict[tuple[int, int], RuleOn] = {}
        for action in self._log:
            if isinstance(action, RuleOn):
                last[action.figure, action.target] = action
        found = []
        for (a, b), ruled in last.items():
            verb = "sees" if ruled.visible else "does not see"
            why = f": {ruled.why}" if ruled.why else ""
            words = f"{self._state.name(a)} {verb} {self._state.name(b)}{why}"
            ruling = QuestRuling(words, ruled.visible)
            other = RuleOn(a, b, not ruled.visible)
            if MASTERS_SEAT in self._seats and why_not(self._state, other) is None:
                ruling.overrule = move_text(other)
            found.append(ruling)
        return found

    def _proof(self, a: int, b: int) -> SightProof:
        """The look of one at another, both in sight. Where it is not free, the party is shown what
        stops it on the board as it knows it."""
        state = self._state
        names = state.name(a), state.name(b)
        free = verdict(state, spot(state, a), spot(state, b)) == VISIBLE
        sight = trace(self._everything if free else self._board, *names, self._rule)
        proof = _proof_of(sight, self._rule)
        if free and not proof.visible:
            proof.visible, proof.split, proof.tiles = True, None, []
            proof.words = f"{names[0]} sees {names[1]}: the master has ruled so."
        return proof

    @cached_property
    def _board(self) -> SquareBoard:
        return _on_board(self._state, self._known)

    @cached_property
    def _everything(self) -> SquareBoard:
        return _on_board(self._state, view(self._state, MASTER))


def _on_board(state: QuestState, known: QuestView) -> SquareBoard:
    """The board as a side knows it, to look across. By rooms, who was not met is not on it yet."""
    board = known_board(state, known.side)
    unmet = [each.at for each in known.figures if each.figure < 0 and each.at is not None]
    for at in unmet if known.reveal == "room" else ():
        for name in [*board.names_at(at)]:
            if not board.figure(name).is_furniture:
                board.remove(name)
    return board


def _proof_of(sight: Sight, rule: CenterRule) -> SightProof:
    answer = sight_answer_of(sight, rule)
    return SightProof(
        visible=answer.visible,
        words=answer.words,
        line=list(answer.line),
        split=answer.split,
        tiles=[each.tile for each in answer.obstacles if each.tile is not None],
    )


def _large(state: QuestState) -> Literal["tiles", "middle"]:
    return "middle" if state.scenario.large == "middle" else "tiles"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _pair(tile: Sequence[int]) -> tuple[int, int]:
    return tile[0], tile[1]
