"""What the table asks of a game: to begin, to be read, to be shown, to be played.

A game at the table is a value: playing gives another one. Its rules are in `sightline.games`; here
they are only put into messages. To add a game, write a `TableGame`, name it in `GAMES`, and give
`protocol` a setup and a view for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal, NamedTuple, Self

from msgspec import Struct

from sightline.table.protocol import AskGame, GameAnswer

GameEnding = Literal["", "won", "lost", "drawn", "over"]


class GameFile(NamedTuple):
    """A save as a file that the terminal reads, too."""

    name: str
    text: str


class TableGame(ABC):
    """One game, as it stands. What it refuses, it refuses with a SightlineError."""

    name: ClassVar[str]
    """As in `--game`, and as the tag of its setup and its view."""
    title: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    """Who plays in it: "adventurer", or "red" and "blue"; empty where each game has its own."""
    has_secrets: ClassVar[bool] = False
    """Have the seats secrets from each other? Then nobody acts for another one, and the table's log
    has nothing of their moves: to act for somebody who is away, the master takes the seat."""

    @classmethod
    @abstractmethod
    def begin(cls, setup: Any) -> Self:
        """A new game, with dice that nobody can foresee; or the one that was saved."""

    @classmethod
    @abstractmethod
    def choices(cls) -> Struct:
        """What it can be begun with, as its page shows it."""

    @classmethod
    def choices_with(cls, laid_out: str) -> Struct:
        """The same with what was laid out on the table for it."""
        return cls.choices()

    def laid_out_again(self) -> str:
        """What was laid out for this one, or might have been, to begin another one with."""
        return ""

    @classmethod
    @abstractmethod
    def read(cls, save: str) -> Self:
        """The game that `save` wrote."""

    @abstractmethod
    def save(self) -> str:
        """All of it in a few letters: the table keeps it anew with every move."""

    @classmethod
    @abstractmethod
    def read_replay(cls, link: str) -> Self:
        """The game that `link` wrote."""

    @abstractmethod
    def link(self) -> str:
        """The game as a line of text, with its seed: it tells how dice will fall."""

    @abstractmethod
    def file(self) -> GameFile:
        """The game as a file, likewise."""

    @property
    @abstractmethod
    def number(self) -> int:
        """How many actions were done."""

    @property
    @abstractmethod
    def over(self) -> GameEnding:
        """How it ended for those who play it; "over": well for some of them; "": it goes on."""

    @property
    @abstractmethod
    def to_move(self) -> frozenset[str]:
        """The seats that may make a move now."""

    def seats_here(self) -> tuple[str, ...]:
        """Who plays in this very game, but for the program."""
        return self.seats

    def not_for(self, seats: frozenset[str], move: str) -> str:
        """Why somebody on these seats may not make that move; "": they may."""
        return "" if seats & self.to_move else "It is not your turn."

    def number_for(self, seats: frozenset[str]) -> int:
        """The number that a page of theirs gets and sends back with a move. Where somebody may not
        know how much was done unseen, it counts what they know of."""
        return self.number

    @property
    @abstractmethod
    def may_undo(self) -> bool:
        """Is there a decision that can be taken back?"""

    @abstractmethod
    def play(self, seat: str, move: str) -> tuple[Self, str]:
        """The game after that move, and what to say of it in the log."""

    @abstractmethod
    def take_back(self) -> Self:
        """The game before the last decision."""

    @abstractmethod
    def view(self, seats: frozenset[str]) -> Struct:
        """What somebody on these seats gets to see; without any, a guest."""

    @abstractmethod
    def answer(self, question: AskGame, seats: frozenset[str]) -> GameAnswer:
        """The answer to a question that is this game's own."""

    @abstractmethod
    def after(self, number: int) -> Self:
        """The game as it was after so many actions."""

    @abstractmethod
    def has_tile(self, at: tuple[int, int], seats: frozenset[str]) -> bool:
        """Is that a tile which somebody on these seats knows? Those they may point at."""
