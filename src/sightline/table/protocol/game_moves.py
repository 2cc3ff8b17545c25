"""What pages say about a game that is played at the table: start, play, take back, end, ask.

The rules of games are none of the protocol's business: a move is a short text, taken from the view
that the page got (`game_views`), and it is the game that reads it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sightline.table.protocol.types import Id, Incoming, WireTile

MAX_SAVE = 60_000
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
MoveNumber = Annotated[int, Meta(ge=0, le=10_000_000)]
"""How many actions the game had on the page: a move for an older view is refused."""
ReplayText = Annotated[str, Meta(max_length=20_000)]
GameWord = Annotated[str, Meta(max_length=40)]


class OneCardDungeonSetup(
    Struct, forbid_unknown_fields=True, tag_field="t", tag="one-card-dungeon"
):
    """Who goes down, and where they begin; or a game that was saved, here or in the terminal."""

    hero: GameWord = "paladin"
    level: Annotated[int, Meta(ge=1, le=100)] = 1
    tutorial: bool = False
    """One small level, with hints."""
    save: Annotated[str, Meta(max_length=MAX_SAVE)] = ""


class SkirmishSetup(Struct, forbid_unknown_fields=True, tag_field="t", tag="skirmish"):
    """Where, on which side, against whom; or a battle that was saved, here or in the terminal."""

    map: GameWord = "crossing"
    side: GameWord = "red"
    """Against the program: the side that people play."""
    against: Literal["program", "friend"] = "program"
    fog: bool = True
    guests: Literal["", "called", "red", "blue", "all"] = ""
    """What those see who play no side: with the eyes of one, everything, or only what is called
    out to both; "": against the program what its opponent sees, else what is called out."""
    save: Annotated[str, Meta(max_length=MAX_SAVE)] = ""


class QuestSetup(Struct, forbid_unknown_fields=True, tag_field="t", tag="quest"):
    """Which quest, and who is its master; or one that was saved."""

    quest: GameWord = ""
    """One that comes with sightline, by its name."""
    text: Annotated[str, Meta(max_length=MAX_SAVE)] = ""
    """One of your own, as it is written."""
    laid_out: bool = False
    """The one that lies on the table."""
    heroes: Annotated[list[GameWord], Meta(max_length=20)] = []
    """Who goes, of those that the quest has; none: all of them."""
    master: Literal["program", "person"] = "program"
    save: Annotated[str, Meta(max_length=MAX_SAVE)] = ""


class LayOutGame(Incoming, tag="lay_out_game"):
    """Master: put a game on the table, to be begun."""

    game: GameWord


class StartGame(Incoming, tag="start_game"):
    """Master: begin a game; which one, its setup says."""

    setup: OneCardDungeonSetup | SkirmishSetup | QuestSetup


class Play(Incoming, tag="play"):
    """Make a move: one that the view offers."""

    move: MoveText
    number: MoveNumber


class TakeBackMove(Incoming, tag="take_back_move"):
    """Undo the last decision, if no chance has shown itself since. The game's own undo: the table's
    leaves games alone."""

    number: MoveNumber


class SetSeat(Incoming, tag="seat_game"):
    """Master: who plays that seat of the game; None: the master."""

    seat: GameWord
    player: Id | None = None


class EndGame(Incoming, tag="end_game"):
    """Master: end the game as it is, so that its save can be taken away; or clear the table."""

    clear: bool = False


class AskGame(Incoming, tag="game"):
    """A question about the game: what would you do (hint), what if I stood there (from), its
    file (save) or its link (link) once it is over. In a skirmish, of a unit by its number: whom it
    could hit, from where it stands or from there (look 3), and what about that hex (about 3)."""

    what: GameWord
    at: WireTile | None = None


class AskReplay(Incoming, tag="replay"):
    """A game that was played, as it was after so many actions; beyond its end: at its end."""

    game: GameWord
    replay: ReplayText
    at: MoveNumber = 0
