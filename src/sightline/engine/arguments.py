"""What may be asked: the types of arguments, and the errors for what is none of them."""

from __future__ import annotations

from typing import Any, SupportsFloat, SupportsIndex, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.rules.hexray import HexRay
from sightline.rules.rule import Rule

Radius: TypeAlias = SupportsIndex | SupportsFloat | None
"""How far a field reaches, in tiles: any number (a float is read as the decimal that Python prints
for it); None: over the whole board."""


def check_question(board: Any, rule: Any) -> None:
    """Are this a board and a rule that works on it?"""
    if not isinstance(board, Board):
        raise InvalidTypeError(f"board: expected a SquareBoard or a HexBoard, got {board!r}")
    if not isinstance(rule, Rule):
        raise InvalidTypeError(
            f"rule: expected a rule such as CornerRule() or RULES['quest'], got {rule!r}"
        )
    if board.grid.name not in rule.grids:
        raise InvalidValueError(
            f"rule: {type(rule).__name__} works on {' and '.join(rule.grids)} boards,"
            f" and this is a {board.grid.name} board"
        )


def check_geometric(board: Any, rule: Any, what: str) -> None:
    """The same, and is it a rule whose lines have a contact?"""
    check_question(board, rule)
    if isinstance(rule, HexRay):
        raise InvalidTypeError(f"{what}: a hex ray has no contact; ask for a cover_field")


def check_hexray(board: Any, rule: Any, what: str) -> None:
    """The same, and is it the rule that knows cover?"""
    check_question(board, rule)
    if not isinstance(rule, HexRay):
        raise InvalidTypeError(f"{what}: expected a HexRay, got {rule!r}")
