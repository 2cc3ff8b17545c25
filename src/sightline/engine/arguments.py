"""What may be asked: the types of arguments, and the errors for what is none of them."""

from __future__ import annotations

from typing import Any, Literal, SupportsFloat, SupportsIndex, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.numbers import shown
from sightline.rules.hexray import HexRay
from sightline.rules.registry import rule_named
from sightline.rules.rule import Rule

Radius: TypeAlias = SupportsIndex | SupportsFloat | None
"""How far a field reaches, in tiles: any number (a float is read as the decimal that Python prints
for it); None: over the whole board."""


DeviceName: TypeAlias = Literal["cpu", "cuda"]
"""Who answers many questions at once: this machine's processor, or its GPU."""


def is_on_gpu(device: Any, boards: Any) -> bool:
    """Is a GPU asked for? By the name of the device, or by a board that is on it."""
    if device not in ("cpu", "cuda"):
        raise InvalidValueError(f"device: expected 'cpu' or 'cuda', got {shown(device)}")
    if device == "cuda":
        return True
    one = boards[0] if isinstance(boards, (list, tuple)) and boards else boards
    return type(one).__name__ == "DeviceBoard"


def check_question(board: Any, rule: Any) -> Rule:
    """The rule, which may be asked for by its name, if these are a board and a rule for it."""
    if not isinstance(board, Board):
        raise InvalidTypeError(f"board: expected a SquareBoard or a HexBoard, got {shown(board)}")
    asked = rule_named(rule) if isinstance(rule, str) else rule
    if not isinstance(asked, Rule):
        raise InvalidTypeError(
            f"rule: expected a rule such as CornerRule() or the name of one such as 'quest', got"
            f" {shown(rule)}"
        )
    if board.grid.name not in asked.grids:
        raise InvalidValueError(
            f"rule: {type(asked).__name__} works on {' and '.join(asked.grids)} boards,"
            f" and this is a {board.grid.name} board"
        )
    return asked


def check_geometric(board: Any, rule: Any, what: str) -> Rule:
    """The same, and its lines must have a contact."""
    asked = check_question(board, rule)
    if isinstance(asked, HexRay):
        raise InvalidTypeError(f"{what}: a hex ray has no contact; ask for a cover_field")
    return asked


def check_covers(board: Any, rule: Any) -> Rule:
    """The same, and it must be a rule that knows cover: a hex ray, or one of a game."""
    asked = check_question(board, rule)
    if not isinstance(asked, HexRay) and asked.kind != "pack":
        raise InvalidTypeError(
            f"cover_field: expected a HexRay or the rule of a game, got {shown(asked)}"
        )
    return asked
