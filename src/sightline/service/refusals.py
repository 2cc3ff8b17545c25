"""Errors for clients: the field, what is wrong with it, and what to do."""

from __future__ import annotations

import re

import msgspec

from sightline.errors import (
    DuplicateNameError,
    FormatError,
    LimitError,
    MissingExtraError,
    NotNeighborsError,
    OccupiedError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from sightline.model.board import Board
from sightline.model.square import SquareBoard
from sightline.service.messages import ErrorAnswer, Problem, encoded

BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, BAD_METHOD, CONFLICT = 400, 401, 404, 405, 409
TOO_LARGE, MISDIRECTED, NOT_POSSIBLE, BROKEN, BUSY, TOO_LONG = 413, 421, 422, 500, 503, 504
LONGEST = 2_000
SEE_DOCUMENT = "GET /openapi.json says what this request takes."
_PLACE = re.compile(r" - at `\$?\.?(?P<field>[^`]*)`$")
_PREFIX = re.compile(r"(?P<field>[a-z_]+(?:\[\d+\])?): ")


class Refusal(Exception):  # noqa: N818 (as at the table)
    """Raised for a request that cannot be answered. It has an HTTP status."""

    def __init__(self, status: int, field: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(field=field, message=message[:LONGEST], remedy=remedy[:LONGEST])

    def body(self) -> bytes:
        return encoded(ErrorAnswer(error=self.problem))


def not_valid(error: msgspec.MsgspecError) -> Refusal:
    """Return the refusal of a body that is not JSON, or does not fit the struct."""
    message = str(error)
    found = _PLACE.search(message)
    if found:
        return Refusal(
            BAD_REQUEST, found["field"] or "body", message[: found.start()], SEE_DOCUMENT
        )
    if isinstance(error, msgspec.ValidationError):
        named = re.search(r"`([^`]*)`$", message)
        field = (named[1] if named and "field" in message else "") or "body"
        return Refusal(BAD_REQUEST, field, message, SEE_DOCUMENT)
    return Refusal(BAD_REQUEST, "body", message, "Send one JSON object in UTF-8.")


def refused(error: Exception, field: str, board: Board | None = None) -> Refusal:
    """Return the refusal for an error of the engine about a field of the request."""
    message = str(error)
    if isinstance(error, MemoryError | RecursionError):
        return Refusal(
            TOO_LARGE, field, "it needs more memory than one request has", "Send a smaller board."
        )
    named = _PREFIX.match(message)
    if field == "question" and named:
        field = named["field"]
    status = TOO_LARGE if isinstance(error, LimitError) else BAD_REQUEST
    if isinstance(error, MissingExtraError):
        status = NOT_POSSIBLE
    return Refusal(status, field, message, _remedy(error, field, board))


def _remedy(error: Exception, field: str, board: Board | None) -> str:
    match error:
        case OffBoardError() if isinstance(board, SquareBoard):
            last = f"[{board.rows - 1}, {board.cols - 1}]"
            return f"Positions are [row, column], from [0, 0] to {last}."
        case OffBoardError():
            return "Positions are [q, r] of a hex of the board; GET the board to see its hexes."
        case UnknownNameError() if field == "rule":
            return "GET /v1/rules lists the rules."
        case UnknownNameError() if board is not None:
            names = [each.name for each in board.figures()[:10]]
            figures = f": {', '.join(names)}" if names else " (this board has no figures)"
            return f"Give a figure's name{figures}; or a position such as [0, 0]."
        case DuplicateNameError():
            return "Choose another name."
        case OccupiedError():
            return "Choose a free tile, or move the other figure first."
        case NotNeighborsError():
            return "Give two tiles that share an edge."
        case FormatError() if field == "proof":
            return "Send the proof as an answer with detail=proof had it."
        case FormatError():
            return "Correct the map, or send it in another format: docs/formats.md lists them."
        case MissingExtraError():
            return "Ask the person who runs this service to install the extra."
        case LimitError():
            return "Send less."
        case SightlineError() if field == "rule":
            return "GET /v1/rules lists the rules and the boards that they work on."
    return SEE_DOCUMENT
