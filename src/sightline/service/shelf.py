"""The boards that clients uploaded. The least recently used ones are dropped."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Sequence

from sightline.formats import to_bytes
from sightline.model.board import Board
from sightline.rules.rule import Rule
from sightline.service.answering import Subject, figures_of
from sightline.service.messages import BoardInfo
from sightline.service.refusals import NOT_FOUND, Refusal

MOST_TILES_TOGETHER = 4_000_000


class Kept:
    """A stored board."""

    def __init__(self, board_id: str, subject: Subject) -> None:
        self.id = board_id
        self.subject = subject
        self.version = 1
        self._document: bytes | None = None

    @property
    def key(self) -> str:
        """The name of this version of the board, for workers."""
        return f"{self.id}@{self.version}"

    @property
    def document(self) -> bytes:
        """The board as our JSON."""
        if self._document is None:
            rule = self.subject.rule.to_dict()
            self._document = to_bytes(self.subject.board, ".json", rule)
        return self._document

    def change(self, board: Board) -> None:
        """Replace the board by a new version."""
        self.subject = Subject(board, self.subject.rule)
        self.version += 1
        self._document = None

    def info(self, did: Sequence[str] = (), notes: Sequence[str] = ()) -> BoardInfo:
        """Return the description of the board for clients."""
        board, rule = self.subject.board, self.subject.rule
        return BoardInfo(
            id=self.id,
            version=self.version,
            grid=board.grid.name,
            tiles=len(board.tiles()),
            figures=figures_of(board),
            rule=_short(rule),
            did=list(did),
            notes=list(notes),
        )


def _short(rule: Rule) -> dict[str, object]:
    return {"rule": rule.game.name} if rule.game is not None else rule.to_dict()


class Shelf:
    """Stores at most `most` boards, with a limit on the sum of their tiles."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._boards: OrderedDict[str, Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._boards)

    def add(self, subject: Subject) -> Kept:
        """Store a board. The least recently used boards may be dropped."""
        kept = Kept(secrets.token_urlsafe(9), subject)
        self._boards[kept.id] = kept
        tiles = sum(len(each.subject.board.tiles()) for each in self._boards.values())
        while len(self._boards) > self._most or (
            tiles > MOST_TILES_TOGETHER and len(self._boards) > 1
        ):
            _, gone = self._boards.popitem(last=False)
            tiles -= len(gone.subject.board.tiles())
        return kept

    def get(self, board_id: str) -> Kept:
        """Return the board with that id."""
        kept = self._boards.get(board_id)
        if kept is None:
            raise Refusal(
                NOT_FOUND,
                "id",
                "no board has this id",
                "Upload the board again: the service forgets the boards that nobody asks about.",
            )
        self._boards.move_to_end(board_id)
        return kept

    def remove(self, board_id: str) -> None:
        """Remove a board."""
        del self._boards[self.get(board_id).id]

    def all(self) -> list[Kept]:
        """Return every board, the most recently used first."""
        return list(reversed(self._boards.values()))
