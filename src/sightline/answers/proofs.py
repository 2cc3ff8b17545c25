"""Answers as exact JSON, so that another program can pass them to `check` later.

    plain = proof_of(trace(board, "Mira", "goblin", "dnd5e"))
    check(board, read_proof(board, plain))

Nothing is rounded: coordinates that are not whole are strings such as "7/2".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from typing import Any

from sightline.answers.sight import (
    Blocker,
    Cover,
    HexPoint,
    Ray,
    Ruled,
    Sight,
    Step,
    Tried,
    Verdict,
)
from sightline.errors import FormatError, SightlineError
from sightline.geometry.contact import Contact, Manner
from sightline.model.board import Board
from sightline.model.numbers import short_repr
from sightline.model.place import Place

MOST_DIGITS = 400
"""The longest number that is read. Coordinates on boards have at most 10 digits."""

# --- writing


def proof_of(sight: Sight) -> dict[str, Any]:
    """Return the whole answer as JSON data that `read_proof` reads.

    >>> from sightline import SquareBoard, check, trace
    >>> board = SquareBoard.from_text("A#B")
    >>> plain = proof_of(trace(board, "A", "B", "center"))
    >>> plain["line"], bool(check(board, read_proof(board, plain)))
    ([['1/2', '1/2'], ['5/2', '1/2']], True)
    """
    record = {each: value for each, value in _record(sight).items() if value not in (None, [], "")}
    if sight.by == "sight":
        del record["by"]
    return record


def _record(made: Any) -> dict[str, Any]:
    return {each.name: _plain(getattr(made, each.name)) for each in fields(made)}


def _plain(value: Any) -> Any:
    match value:
        case Fraction():
            return int(value) if value.denominator == 1 else str(value)
        case Verdict():
            return str(value)
        case Contact():
            return value.name.lower()
        case Manner():
            return value.value
        case None | bool() | int() | str() | float():
            return value
        case Cover() | Ruled():
            return {name: _plain(part) for name, part in value._asdict().items()}
        case frozenset():
            return sorted(value)
        case tuple() | list():
            return [_plain(each) for each in value]
        case dict():
            return {name: _plain(each) for name, each in value.items()}
    return _record(value)


# --- reading


def read_proof(board: Board, plain: Any) -> Sight:
    """Return the answer that `proof_of` wrote. `check` tells whether it holds on this board.

    Data that is not such an answer raises a `FormatError`.
    """
    try:
        return _ProofReader(board).sight(plain)
    except SightlineError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise FormatError(
            f"expected an answer as `proof_of` writes it, got {short_repr(plain)}"
            f" ({type(error).__name__}: {short_repr(str(error))})",
            "proof",
        ) from None


class _ProofReader:
    def __init__(self, board: Board) -> None:
        self._tile = board.grid.tile
        self._is_hex = board.grid.name == "hex"

    def sight(self, plain: Any) -> Sight:
        given = dict(plain)
        for name in ("source", "target"):
            given[name] = self._place(given[name])
        given["verdict"] = Verdict(given["verdict"])
        given["rays"] = self._each(given, "rays", self._ray)
        point = self.tile if given["rays"] else self._point
        for name, read in (
            ("line", point),
            ("blockers", self._blocker),
            ("steps", self._step),
            ("lines", self._tried),
            ("cleared", self._blocker),
        ):
            given[name] = self._each(given, name, read)
        given["contact"] = _contact(given.get("contact"))
        given["manner"] = _manner(given.get("manner"))
        given["heights"] = _heights(given.get("heights"))
        if given.get("cover") is not None:
            given["cover"] = Cover(**given["cover"])
        if given.get("ruling") is not None:
            given["ruling"] = Ruled(**given["ruling"])
        for name in ("degrees", "blocked", "scale"):
            if name in given:
                given[name] = tuple(given[name])
        return Sight(**given)

    def tile(self, plain: Any) -> Any:
        first, second = plain
        return self._tile(int(first), int(second))

    def _each(self, given: dict[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
        return tuple(read(each) for each in given.get(name, ()))

    def _place(self, plain: Any) -> Place:
        tiles = tuple(map(self.tile, plain["tiles"]))
        return Place(
            *(plain["name"], tiles, self.tile(plain["middle"]), frozenset(plain["transparent"])),
            _heights(plain.get("body")),
        )

    def _point(self, plain: Any) -> Any:
        first, second = map(_exact, plain)
        return HexPoint(first, second) if self._is_hex else (first, second)

    def _blocker(self, plain: Any) -> Blocker:
        given = dict(plain)
        where = given["where"]
        if given["free"]:
            given["where"] = tuple(map(self._point, where))
        elif isinstance(where[0], list):
            given["where"] = tuple(map(self.tile, where))
        else:
            given["where"] = self.tile(where)
        if given.get("stops") is not None:
            given["stops"] = tuple(given["stops"])
        for name in ("bottom", "top"):
            if given.get(name) is not None:
                given[name] = _exact(given[name])
        if given["at"] is not None:
            given["at"] = tuple(map(self._point, given["at"]))
        return Blocker(**given)

    def _tried(self, plain: Any) -> Tried:
        given = dict(plain)
        given["start"], given["end"] = self._point(given["start"]), self._point(given["end"])
        given["contact"], given["manner"] = _contact(given["contact"]), _manner(given["manner"])
        given["blockers"] = tuple(map(self._blocker, given["blockers"]))
        given["blocked"] = tuple(given["blocked"])
        given["heights"] = _heights(given.get("heights"))
        for name in ("source", "target"):
            if given[name] is not None:
                given[name] = self.tile(given[name])
        return Tried(**given)

    def _step(self, plain: Any) -> Step:
        return Step(**{**plain, "hex": self.tile(plain["hex"])})

    def _ray(self, plain: Any) -> Ray:
        return Ray(tuple(map(self._step, plain["steps"])), Cover(**plain["cover"]))


def _contact(name: Any) -> Any:
    return None if name is None else Contact[name.upper()]


def _manner(name: Any) -> Any:
    return None if name is None else Manner(name)


def _heights(plain: Any) -> Any:
    if plain is None:
        return None
    first, second = map(_exact, plain)
    return first, second


def _exact(plain: Any) -> Fraction:
    if isinstance(plain, float) or len(str(plain)) > MOST_DIGITS:
        raise FormatError(f"expected a whole number or '7/2', got {short_repr(plain)}", "proof")
    return Fraction(plain)
