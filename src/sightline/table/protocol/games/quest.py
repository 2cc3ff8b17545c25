"""A quest as a page gets it: the part of the board that its seat knows, and the legal moves.

Pages of heroes and guests get only what the party knows. Nothing in these fields reveals what the
party has not seen: no tile, no name, no number of monsters.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sightline.table.protocol.games.contract import GameMessages
from sightline.table.protocol.games.endings import EndingInfo
from sightline.table.protocol.sight_proofs import SightProof
from sightline.table.protocol.types import GameWord, SaveText

QuestSide = Literal["hero", "ally", "enemy", ""]


class QuestEdge(Struct, omit_defaults=True):
    """A wall, door or gate between two tiles, as far as it is known."""

    a: tuple[int, int]
    b: tuple[int, int]
    carries: Literal["wall", "door", "gate"] = "wall"
    state: Literal["", "open", "closed", "locked", "secret"] = ""
    move: str = ""
    """The legal move for it, to be sent unchanged."""
    words: str = ""
    """A description of the move, or why there is none."""


class QuestPiece(Struct, omit_defaults=True):
    """A known figure or piece of furniture."""

    name: str
    at: tuple[int, int]
    number: int = -1
    """The figure's number in moves; -1 for furniture, and for figures that the party has not
    met.
    """
    size: tuple[int, int] = (1, 1)
    side: QuestSide = ""
    """The side of a figure; "" for furniture."""
    kind: str = ""
    tall: bool = False
    """Whether it blocks sight, if it is furniture."""
    status: Literal["", "remembered", "asleep"] = ""
    """"remembered" at its last known position; "asleep" on the game master's page if the
    party has not met it.
    """
    body: int | None = None
    most: int = 0
    attack: int = 0
    defence: int = 0
    range: int = 0
    moves: int | None = None
    acted: bool = False


class QuestMember(Struct, omit_defaults=True):
    """A party member."""

    name: str
    number: int
    side: QuestSide = "hero"
    mine: bool = False
    """Whether this page plays it."""
    player: str = ""
    """The seat that plays it."""
    status: Literal["", "fallen", "left"] = ""
    """Whether it has fallen, or left through the exit."""
    body: int = 0
    most: int = 0
    attack: int = 0
    defence: int = 0
    range: int = 0
    moves: int = 0
    """The number of steps left this turn."""
    acted: bool = False


class QuestOffer(Struct, omit_defaults=True):
    """A legal move."""

    move: str
    """The text to send for this move."""
    kind: str
    words: str
    why: str = ""


class QuestWay(Struct, omit_defaults=True):
    """A tile within reach."""

    move: str
    at: tuple[int, int]
    cost: int
    via: tuple[int, int]
    """The previous tile on the path."""


class QuestTarget(Struct, omit_defaults=True):
    """A known figure as a target of the active one."""

    number: int
    name: str
    words: str
    """The chances of the attack, or why it is illegal."""
    move: str = ""
    """The move for the attack, if it is legal now."""
    close: bool = False
    """Whether it is a close call, which the game master decides before any dice are rolled."""
    sight: SightProof | None = None


class QuestWalker(Struct, omit_defaults=True):
    """A figure for which this page may act now, with its options."""

    number: int
    name: str
    left: int = 0
    """The number of steps left."""
    ways: list[QuestWay] = []
    targets: list[QuestTarget] = []


class QuestCall(Struct, omit_defaults=True):
    """A close call for the game master to decide."""

    a: str
    b: str
    reason: str
    sight: SightProof
    seen: str = ""
    """The move that rules it visible; "" on the pages of others."""
    hidden: str = ""


class QuestRuling(Struct, omit_defaults=True):
    """A ruling on a close call, which can be reversed."""

    words: str
    visible: bool
    overrule: str = ""
    """The move that reverses it."""


class QuestStep(Struct, omit_defaults=True):
    """An event, for the log and for animation."""

    number: int
    """The value of `GameView.number` after this event."""
    kind: str
    words: str
    why: str = ""
    who: str = ""
    target: str = ""
    path: list[tuple[int, int]] = []
    """The start and the end of a move."""
    body: int | None = None
    """The target's remaining body points."""
    dice: list[int] = []
    """The dice for movement, or the attacker's."""
    against: list[int] = []
    """The defender's dice."""
    hit_at: int = 0
    """The lowest face that counts as a hit; 0 if it is not an attack."""
    ward_at: int = 0
    sum: str = ""
    """The fight as a calculation."""


class QuestChoice(Struct):
    """A quest that can be started."""

    name: str
    """The name in the setup; "" for the quest that is prepared on the table."""
    title: str
    story: str
    goals: list[str]
    heroes: list[str]


class QuestChoices(Struct, tag_field="t", tag="quest"):
    """The options for a new quest."""

    quests: list[QuestChoice]


class QuestScreen(Struct, omit_defaults=True, tag_field="t", tag="quest"):
    title: str
    story: str
    mode: str
    """"strict", "permissive" or "adjudicated": how to treat a line that only touches a
    blocker.
    """
    reveal: str
    """The part of an opened room that is shown: "room" for all of it, "seen" for what the
    party sees.
    """
    program: bool
    """Whether the computer is the game master."""
    round: int
    phase: Literal["heroes", "master", "ruling", "over"]
    rounds: int = 0
    """The number of the last round; 0 if rounds are unlimited."""
    goals: list[tuple[str, bool]] = []
    result: str = ""
    turn: str = ""
    """Whose turn it is, as text."""
    seat: str = ""
    """The seat that acts now; "" means any seat of the party."""
    all_known: bool = False
    """Whether this page is the game master's and shows the whole board."""
    ground: list[str] = []
    """One text per row: '.' in sight, ':' seen before, '#' rock, ' ' unknown. On the game master's
    page, ',' marks tiles that the party has not seen.
    """
    exits: list[tuple[int, int]] = []
    edges: list[QuestEdge] = []
    pieces: list[QuestPiece] = []
    party: list[QuestMember] = []
    walkers: list[QuestWalker] = []
    moves: list[QuestOffer] = []
    calls: list[QuestCall] = []
    rulings: list[QuestRuling] = []
    steps: list[QuestStep] = []
    gold: int = 0
    found: list[str] = []
    lesson: bool = False
    """Whether it is the first game, for which the page has a lesson."""
    ending: EndingInfo | None = None


class QuestSetup(Struct, forbid_unknown_fields=True, tag_field="t", tag="quest"):
    """A quest and its game master, or a saved quest."""

    quest: GameWord = ""
    """The name of a quest that comes with sightline."""
    text: SaveText = ""
    """The text of a custom quest."""
    laid_out: bool = False
    """Whether to start the quest that is prepared on the table."""
    heroes: Annotated[list[GameWord], Meta(max_length=20)] = []
    """The heroes who set out; empty means all of them."""
    master: Literal["program", "person"] = "program"
    tutorial: bool = False
    """Whether to start the first game, with its lesson."""
    save: SaveText = ""


MESSAGES = GameMessages(QuestSetup, QuestChoices, QuestScreen)
