"""The types of arguments, and the errors for wrong ones."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, SupportsFloat, SupportsIndex, TypeAlias, TypeVar

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.names import not_one_of
from sightline.model.numbers import short_repr
from sightline.model.place import Place, Where, place
from sightline.model.threshold import PURPOSES, Purpose
from sightline.rules.registry import rule_named
from sightline.rules.rule import Rule

Radius: TypeAlias = SupportsIndex | SupportsFloat | None
"""A distance in tiles, or None for the whole board. A float means the decimal that
Python prints for it.
"""


DeviceName: TypeAlias = Literal["cpu", "cuda"]
"""The device that answers bulk questions: the CPU or the GPU."""


def is_on_gpu(device: Any, boards: Any) -> bool:
    """Return whether the GPU is requested, by the name of the device or by a board on it."""
    if device not in ("cpu", "cuda"):
        raise InvalidValueError(f"device: expected 'cpu' or 'cuda', got {short_repr(device)}")
    if device == "cuda":
        return True
    one = boards[0] if isinstance(boards, (list, tuple)) and boards else boards
    return getattr(one, "device", "cpu") == "cuda"


BoardT = TypeVar("BoardT", bound="Board[Any]")


def for_what(board: BoardT, by: Purpose) -> BoardT:
    """Return the board with only those barriers that stop `by`."""
    if by == "sight":
        return board
    if by not in PURPOSES:
        raise InvalidValueError(not_one_of("by", PURPOSES, by))
    return board.stopping(by)


def for_cover(board: BoardT, by: Purpose, rule: Rule) -> BoardT:
    """Return the board on which cover is counted: by the game's `targeting`, or by
    `by` if that is not "sight".
    """
    return for_what(board, rule.targeting if by == "sight" else by)


def check_question(board: Any, rule: Any) -> Rule:
    """Check that the rule fits the board, and return it. It may be given by name."""
    if not isinstance(board, Board):
        raise InvalidTypeError(
            f"board: expected a SquareBoard or a HexBoard, got {short_repr(board)}"
        )
    asked = rule_named(rule) if isinstance(rule, str) else rule
    if not isinstance(asked, Rule):
        raise InvalidTypeError(
            f"rule: expected a rule such as CornerRule() or the name of one such as 'quest', got"
            f" {short_repr(rule)}"
        )
    if board.grid.name not in asked.grids:
        raise InvalidValueError(
            f"rule: {type(asked).__name__} works on {' and '.join(asked.grids)} boards,"
            f" and this is a {board.grid.name} board"
        )
    if not board.has_heights:
        return asked
    if board.height_level == 2 and not asked.takes_heights:
        raise InvalidValueError(
            f"rule: {asked.label} does not take boards with heights; ask by the corner rule, the"
            " center rule or a game that takes them, such as dnd5e"
        )
    return with_heights(asked)


def with_heights(rule: Rule) -> Rule:
    """Return a rule for a board with heights, without kernels for flat boards.

    Kernels of packs support heights.
    """
    if not rule.takes_heights or not rule.kernels or rule.kernels == "packs":
        return rule
    readable = object.__new__(_readable(type(rule)))  # type: ignore[arg-type]  # a class has a hash
    readable.__dict__.update(rule.__dict__)
    readable.__dict__.pop("kernel_code", None)
    return readable


@cache
def _readable(rule: type[Rule]) -> type[Rule]:
    """Return a subclass with the same answers that has only the kernel of `engine.heights`."""
    kept = {"__module__": rule.__module__, "__doc__": rule.__doc__, "by_heights": rule}
    return type(rule.__name__, (rule,), kept)


def for_places(board: Board, rule: Rule, *places: Place) -> Rule:
    """Return the rule to use between these places, which may be at an elevation."""
    if board.has_heights or any(where.body is not None for where in places):
        if rule.takes_heights:
            return with_heights(rule)
        for where in places:
            if where.name is None and where.body is not None:
                check_no_lift(board, rule, where)
    return rule


def takes_heights_of(board: Board, rule: Rule, *ends: Where) -> bool:
    """Return whether the rule supports the heights of the board and of these places."""
    places = [place(board, end, "place") for end in ends]
    try:
        check_question(board, rule)
        for_places(board, rule, *places)
    except InvalidValueError:
        return False
    return True


def check_no_lift(board: Board, rule: Rule, where: Place) -> None:
    """Raise if the place is above its ground and the rule does not support that."""
    assert where.body is not None
    if where.body[0] != board.highest_ground(where.tiles):
        raise InvalidValueError(
            f"rule: {rule.label} does not take the elevation of a place; ask for the tile"
            f" {where.middle} instead, or by another rule"
        )


def refuse_heights(board: Board, what: str) -> None:
    """Raise if the board has heights, because this question does not support them."""
    if board.has_heights:
        raise InvalidValueError(
            f"{what} does not take boards with heights; ask `sees` or `field` on the CPU instead"
        )


def check_geometric(board: Any, rule: Any, what: str) -> Rule:
    """Check the rule like `check_question`, and that its answers have a contact."""
    asked = check_question(board, rule)
    if not asked.has_contact:
        if asked.game is None:
            instead = "; ask for a cover_field" if asked.soft_cover else ""
            raise InvalidTypeError(f"{what}: a {asked.label.lower()} has no contact{instead}")
        raise InvalidTypeError(
            f"{what}: {asked.label} follows hexes, which have no contact; ask for a degree or a"
            " cover_field"
        )
    return asked


def check_covers(board: Any, rule: Any) -> Rule:
    """Check the rule like `check_question`, and that it has cover: a hex ray or the
    rule of a game.
    """
    asked = check_question(board, rule)
    if not asked.soft_cover and not asked.degrees:
        raise InvalidTypeError(
            f"cover_field: expected a HexRayRule or the rule of a game, got {short_repr(asked)}"
        )
    return asked
