"""Messages of a page about the game on the table: start, play, undo, end, ask.

The protocol does not contain game rules. A move is a short text from the view that the page got
(`game_views`), and the game parses it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sightline.table.protocol.games.all_games import GameSetup
from sightline.table.protocol.registry import action
from sightline.table.protocol.types import GameWord, Id, Incoming, WireTile

MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
MoveNumber = Annotated[int, Meta(ge=0, le=10_000_000)]
"""The number of actions that the page knows of. A move for an outdated view is refused."""
MAX_REPLAY = 8_000
ReplayText = Annotated[str, Meta(max_length=MAX_REPLAY)]


@action("start a game", part="game")
class LayOutGame(Incoming, tag="lay_out_game"):
    """Game master: put a game on the table, ready to start."""

    game: GameWord


@action("start a game", part="game")
class StartGame(Incoming, tag="start_game"):
    """Game master: start the game that the setup describes."""

    setup: GameSetup


@action("play {move}", by="player", part="game")
class Play(Incoming, tag="play"):
    """Make one of the moves that the view offers."""

    move: MoveText
    number: MoveNumber


@action("undo a move", by="player", part="game")
class TakeBackMove(Incoming, tag="take_back_move"):
    """Undo the last decision in a game, if no random result followed.

    The table's undo does not affect games.
    """

    number: MoveNumber


@action("change who plays", part="game")
class SetSeat(Incoming, tag="seat_game"):
    """Game master: assign a seat of the game; None assigns it to the game master."""

    seat: GameWord
    player: Id | None = None


@action("end the game", part="game")
class EndGame(Incoming, tag="end_game"):
    """Game master: end the game as it is, so that its save can be downloaded, or clear the
    table.
    """

    clear: bool = False


class AskGame(Incoming, tag="game"):
    """A question about the game: a hint, the options from another tile (from), or, once it is over,
    its file (save) or link (link).

    In a skirmish, a question about a unit by number: its targets from its position or another hex
    (look 3), or its relation to a hex (about 3).
    """

    what: GameWord
    at: WireTile | None = None


class AskReplay(Incoming, tag="replay"):
    """The state of a past game after `at` actions, or its end if `at` is larger.

    The link contains the whole game, so this goes over HTTP and needs no seat.
    """

    game: GameWord
    replay: ReplayText
    at: MoveNumber = 0
