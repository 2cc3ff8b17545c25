"""Quest moves as text, and the moves that a page offers.

    roll   walk 0 C4   open 0 C4 D4   force 0 C4 D4   strike 0 5   search 0 treasure   end
    rule 0 5 seen   show C4   auto   give up

Figures are numbers, and tiles are names. The rules decide whether a move is legal.
"""

from __future__ import annotations

from sightline.errors import InvalidValueError
from sightline.games.quest import (
    NOWHERE,
    Counsel,
    ForceDoor,
    GiveUp,
    NextTurn,
    OpenDoor,
    QuestAction,
    QuestState,
    RollMoves,
    RuleOn,
    Search,
    ShowRoom,
    StepTo,
    Strike,
    reachable,
)
from sightline.games.quest.actions import SEARCHES
from sightline.model.cell import Square, parse_square

AUTO = "auto"
SEEN, HIDDEN = "seen", "hidden"
NOT_A_MOVE = (
    "expected a move such as 'roll', 'walk 0 C4', 'open 0 C4 D4', 'strike 0 5' or 'end', got"
)
MOST_WHY = 120


def actions_of(state: QuestState, move: str) -> list[QuestAction]:
    """Return the actions of a move. A walk uses only what its side knows."""
    word, _, rest = move.partition(" ")
    given = rest.split()
    match word, given:
        case "roll", []:
            return [RollMoves()]
        case "end", []:
            return [NextTurn()]
        case "give", ["up"]:
            return [GiveUp()]
        case "walk", [figure, tile]:
            return _walk(state, _number(figure), parse_square(tile))
        case "open", [figure, a, b]:
            return [OpenDoor(_number(figure), parse_square(a), parse_square(b))]
        case "force", [figure, a, b]:
            return [ForceDoor(_number(figure), parse_square(a), parse_square(b))]
        case "strike", [figure, target]:
            return [Strike(_number(figure), _number(target))]
        case "search", [figure, what] if what in SEARCHES:
            return [Search(_number(figure), what)]
        case "rule", [figure, target, verdict, *why] if verdict in (SEEN, HIDDEN):
            reason = " ".join(why)[:MOST_WHY]
            return [RuleOn(_number(figure), _number(target), verdict == SEEN, reason)]
        case "show", [tile]:
            return [ShowRoom(parse_square(tile))]
    raise InvalidValueError(f"{NOT_A_MOVE} {move[:40]!r}")


def move_text(action: QuestAction) -> str:
    """Return an action in the form that a page sends."""
    match action:
        case RollMoves():
            return "roll"
        case NextTurn():
            return "end"
        case GiveUp():
            return "give up"
        case StepTo(figure, to):
            return f"walk {figure} {to}"
        case OpenDoor(figure, a, b):
            return f"open {figure} {a} {b}"
        case ForceDoor(figure, a, b):
            return f"force {figure} {a} {b}"
        case Strike(figure, target):
            return f"strike {figure} {target}"
        case Search(figure, what):
            return f"search {figure} {what}"
        case RuleOn(figure, target, visible, _):
            return f"rule {figure} {target} {SEEN if visible else HIDDEN}"
        case ShowRoom(at):
            return f"show {at}"


def move_of(counsel: Counsel, state: QuestState) -> str:
    """Return the computer's advice in the form that a page sends. A path ends where the figure's
    moves end.
    """
    action, way = counsel.action, counsel.way
    if isinstance(action, StepTo) and way:
        action = StepTo(action.figure, way[: state.moves[action.figure]][-1])
    return move_text(action)


def actor_of(state: QuestState, action: QuestAction) -> int:
    """Return the figure that does the action, or -1."""
    match action:
        case StepTo(figure) | OpenDoor(figure) | ForceDoor(figure) | Strike(figure):
            return figure
        case Search(figure):
            return figure
        case RollMoves() | NextTurn():
            return state.turn
    return -1


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise InvalidValueError(f"figure: expected its number, got {text[:20]!r}")
    return int(text)


def _walk(state: QuestState, figure: int, to: Square) -> list[QuestAction]:
    """Return the steps of the whole path over known ground. For a tile out of reach, the rules
    explain why.
    """
    on_board = 0 <= figure < len(state.at) and state.at[figure] != NOWHERE
    way = reachable(state, figure).get(to) if on_board else None
    return [StepTo(figure, tile) for tile in way or [to]]
