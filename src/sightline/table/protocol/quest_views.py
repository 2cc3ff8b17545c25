"""A quest, as a page gets it: the part of the board that its seat knows, and what may be done.

Heroes' pages and guests get what the party knows. What nobody of them has seen is in none of these
fields: no tile, no name, no number of monsters.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sightline.table.protocol.sight_proofs import SightProof

QuestSide = Literal["hero", "ally", "enemy", ""]


class QuestEdge(Struct, omit_defaults=True):
    """A wall, door or gate between two tiles, as far as it is known."""

    a: tuple[int, int]
    b: tuple[int, int]
    carries: Literal["wall", "door", "gate"] = "wall"
    state: Literal["", "open", "closed", "locked", "secret"] = ""
    move: str = ""
    """What may be done with it now, to be sent as it is."""
    words: str = ""
    """That in words; or why nothing may."""


class QuestPiece(Struct, omit_defaults=True):
    """A figure or a piece of furniture that is known."""

    name: str
    at: tuple[int, int]
    number: int = -1
    """Of a figure, in moves; -1 for furniture, and for whom nobody has met."""
    size: tuple[int, int] = (1, 1)
    side: QuestSide = ""
    """Furniture has none."""
    kind: str = ""
    tall: bool = False
    """Furniture that one cannot see over."""
    status: Literal["", "remembered", "asleep"] = ""
    """Where it was last seen; or, on the master's page, one that nobody has met."""
    body: int | None = None
    most: int = 0
    attack: int = 0
    defence: int = 0
    range: int = 0
    moves: int | None = None
    acted: bool = False


class QuestMember(Struct, omit_defaults=True):
    """One of the party."""

    name: str
    number: int
    side: QuestSide = "hero"
    mine: bool = False
    """Does this page play it?"""
    player: str = ""
    """The seat that plays it."""
    status: Literal["", "fallen", "left"] = ""
    """Out of the quest, or through the exit."""
    body: int = 0
    most: int = 0
    attack: int = 0
    defence: int = 0
    range: int = 0
    moves: int = 0
    """Steps that are left in this turn."""
    acted: bool = False


class QuestOffer(Struct, omit_defaults=True):
    """Something that may be done now."""

    move: str
    """To be sent as it is."""
    kind: str
    words: str
    why: str = ""


class QuestWay(Struct, omit_defaults=True):
    """A tile that can be walked to now."""

    move: str
    at: tuple[int, int]
    cost: int
    via: tuple[int, int]
    """The tile before it on the way."""


class QuestTarget(Struct, omit_defaults=True):
    """Somebody who is known, as a target of whoever acts."""

    number: int
    name: str
    words: str
    """What the attack comes to, or why it cannot be made."""
    move: str = ""
    """The attack, if it can be made now."""
    sight: SightProof | None = None


class QuestWalker(Struct, omit_defaults=True):
    """Somebody who acts from this page now, and what it could do."""

    number: int
    name: str
    left: int = 0
    """Steps that are left."""
    ways: list[QuestWay] = []
    targets: list[QuestTarget] = []


class QuestCall(Struct, omit_defaults=True):
    """Too close to call: the master says whether it is seen."""

    a: str
    b: str
    reason: str
    sight: SightProof
    seen: str = ""
    """The move that says so; "" on the pages of others."""
    hidden: str = ""


class QuestRuling(Struct, omit_defaults=True):
    """A call that was decided; it can be decided anew."""

    words: str
    visible: bool
    overrule: str = ""
    """The move that decides it the other way."""


class QuestStep(Struct, omit_defaults=True):
    """Something that happened, for the log and to be played on the board."""

    number: int
    """What `GameView.number` was after it."""
    kind: str
    words: str
    why: str = ""
    who: str = ""
    target: str = ""
    path: list[tuple[int, int]] = []
    """From where to where."""
    body: int | None = None
    """What is left of the target's."""
    dice: list[int] = []
    """Of moves, or of whoever attacks."""
    against: list[int] = []
    """The dice of whoever is attacked."""
    hit_at: int = 0
    """From this face on, a die of the attack counts; 0: it is no attack."""
    ward_at: int = 0
    sum: str = ""
    """The fight as one would write it on paper."""


class QuestChoice(Struct):
    """A quest that can be begun."""

    name: str
    """As its setup wants it; "" is the one that lies on the table."""
    title: str
    story: str
    goals: list[str]
    heroes: list[str]


class QuestChoices(Struct, tag_field="t", tag="quest"):
    """What can be begun with."""

    quests: list[QuestChoice]


class QuestScreen(Struct, omit_defaults=True, tag_field="t", tag="quest"):
    title: str
    story: str
    mode: str
    """Strict, permissive or adjudicated: what a line that only grazes counts as."""
    reveal: str
    """What is shown of a room that is opened: all of it (room), or what is seen (seen)."""
    program: bool
    """The program is the master."""
    round: int
    phase: Literal["heroes", "master", "ruling", "over"]
    rounds: int = 0
    """The last round; 0: there is no last one."""
    goals: list[tuple[str, bool]] = []
    result: str = ""
    turn: str = ""
    """Whose turn it is."""
    seat: str = ""
    """The seat that is to act; "": any of the party."""
    all_known: bool = False
    """This page is the master's: it has the whole board."""
    ground: list[str] = []
    """A text a row: '.' in sight, ':' seen before, '#' rock, ' ' unknown; on the master's page ','
    for what no hero has seen."""
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
