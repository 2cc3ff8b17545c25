"""A game on the table as a page gets it. The whole view is sent whenever any of it changes.

Every legal move comes with its text, description and cost, because pages do not know the rules.
"""

from __future__ import annotations

from msgspec import Struct

from sightline.table.protocol.games.all_games import GameScreen
from sightline.table.protocol.games.one_card_dungeon import FoeInfo
from sightline.table.protocol.games.skirmish import SkirmishTarget
from sightline.table.protocol.sight_proofs import SightProof
from sightline.table.protocol.types import Outgoing


class SeatInfo(Struct, omit_defaults=True):
    seat: str
    player: str = ""
    """The player's id; "" for the game master."""
    name: str = ""
    """The player's name."""


class GameAnswer(Outgoing, tag="game"):
    words: str = ""
    lines: list[str] = []
    move: str = ""
    """The first move of a hint."""
    foes: list[FoeInfo] = []
    seen: list[tuple[int, int]] = []
    """The tiles that are visible from the tile of the question."""
    file: str = ""
    """The file name for the text in `words`."""
    targets: list[SkirmishTarget] = []
    sight: SightProof | None = None


class ReplayAnswer(Outgoing, tag="replay"):
    """A game after `at` of its `count` actions."""

    at: int
    count: int
    view: GameScreen
