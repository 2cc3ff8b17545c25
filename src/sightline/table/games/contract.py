"""The interface of a game at the table: start, load, view, play.

A game at the table is an immutable value: each move returns a new one. Its rules are in
`sightline.games`; this layer only turns them into messages. docs/add-a-game.md shows how to add
one.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal, NamedTuple, Self

from msgspec import Struct

from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.game_views import GameAnswer
from sightline.texts import say

GameEnding = Literal["", "won", "lost", "drawn", "over"]


MOST_REPLAYED = 2_000
"""The maximum number of actions of a game in a link: anyone may send one, and each action takes
time.
"""
SEED_BITS = 53
"""Seeds are stored in JSON, where many programs keep only 53 bits of an integer."""


def new_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbits(SEED_BITS)


class GameFile(NamedTuple):
    """A saved game as a file that the terminal programs also read."""

    name: str
    text: str


class TableGame(ABC):
    """The state of one game. Illegal moves raise a SightlineError."""

    name: ClassVar[str]
    """The name in `--game`, and the tag of its setup and view."""
    title: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    """The seats, such as "adventurer", or "red" and "blue". Empty if they differ from game
    to game.
    """
    has_secrets: ClassVar[bool] = False
    """Whether seats have secrets from each other.

    If so, users never act for each other, and the table's log omits their moves. To act for an
    absent player, the game master takes the seat.
    """

    @classmethod
    @abstractmethod
    def begin(cls, setup: Any) -> Self:
        """Start a new game with unpredictable dice, or load the saved game in the setup."""

    @classmethod
    def setup_with(cls, setup: Any, laid_out: str) -> Any:
        """Return the setup, completed with the prepared content (`laid_out`) if it refers to
        that.
        """
        return setup

    @classmethod
    @abstractmethod
    def choices(cls) -> Struct:
        """Return the options for a new game, as the page shows them."""

    @classmethod
    def choices_with(cls, laid_out: str) -> Struct:
        """Return the options, including the prepared content such as a quest."""
        return cls.choices()

    def laid_out_again(self) -> str:
        """Return the prepared content of this game, so that another one can start with it."""
        return ""

    @classmethod
    @abstractmethod
    def read(cls, save: str) -> Self:
        """Load a game that `save` wrote."""

    @abstractmethod
    def save(self) -> str:
        """Return the whole game in compact form, which the table stores after every move."""

    @classmethod
    @abstractmethod
    def read_replay(cls, link: str) -> Self:
        """Load a game that `link` wrote."""

    @abstractmethod
    def link(self) -> str:
        """Return the game as a line of text. It contains the seed, and so reveals future dice."""

    @abstractmethod
    def file(self) -> GameFile:
        """Return the game as a file. It contains the seed, and so reveals future dice."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of actions so far."""

    @property
    @abstractmethod
    def over(self) -> GameEnding:
        """The result for the players: "over" if only some of them won, "" while the game goes
        on.
        """

    @property
    @abstractmethod
    def to_move(self) -> frozenset[str]:
        """The seats that may move now."""

    def seats_here(self) -> tuple[str, ...]:
        """Return the seats of this game that people play."""
        return self.seats

    def not_for(self, seats: frozenset[str], move: str) -> str:
        """Return why a user with these seats may not make that move, or ""."""
        return "" if seats & self.to_move else say("It is not your turn.")

    def number_for(self, seats: frozenset[str]) -> int:
        """Return the action number for a page with these seats, which it sends back with a move.

        It counts only the actions that they may know of.
        """
        return self.number

    @property
    @abstractmethod
    def may_undo(self) -> bool:
        """Whether the last decision can be undone."""

    @abstractmethod
    def play(self, seat: str, move: str) -> tuple[Self, str]:
        """Return the game after that move, and the text for the log."""

    @abstractmethod
    def take_back(self) -> Self:
        """Return the game before the last decision."""

    @abstractmethod
    def view(self, seats: frozenset[str]) -> Struct:
        """Return the view for these seats, or that of guests if there are none."""

    @abstractmethod
    def answer(self, question: AskGame, seats: frozenset[str]) -> GameAnswer:
        """Answer a query that is specific to this game."""

    @abstractmethod
    def after(self, number: int) -> Self:
        """Return the game after its first `number` actions."""

    @abstractmethod
    def has_tile(self, at: tuple[int, int], seats: frozenset[str]) -> bool:
        """Return whether a user with these seats knows the tile, and so may ping it."""
