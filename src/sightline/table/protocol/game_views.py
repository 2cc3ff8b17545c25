"""A game on the table as a page gets it: sent whole whenever any of it changes.

Every legal move comes with its text, description and cost: pages know no rules.
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
    """The player's id; "" is the game master."""
    name: str = ""
    """Their name."""


class GameAnswer(Outgoing, tag="game"):
    words: str = ""
    lines: list[str] = []
    move: str = ""
    """The first move of the advice."""
    foes: list[FoeInfo] = []
    seen: list[tuple[int, int]] = []
    """The tiles seen from the tile of the question."""
    file: str = ""
    """The file name for the text in `words`."""
    targets: list[SkirmishTarget] = []
    sight: SightProof | None = None


class ReplayAnswer(Outgoing, tag="replay"):
    """A game after `at` of `count` actions."""

    at: int
    count: int
    view: GameScreen
