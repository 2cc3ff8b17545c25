"""What every rule promises, and what grazing counts for.

A rule is a frozen value: equal when its settings are equal, hashable, printable, made from and
written to plain data. It answers two questions about two places on a board:

    sees(board, source, target)    yes or no, as soon as it is certain
    trace(board, source, target)   a Sight: the answer with its proof

`trace(...).visible` equals `sees(...)`, always.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, Self

from sightline.answers.sight import Sight, Verdict
from sightline.errors import InvalidTypeError, InvalidValueError, UnknownNameError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.place import Place

GEOMETRIC_TIES: dict[str, tuple[Verdict, Verdict, Verdict, Verdict]] = {
    # What each contact counts for, in the order CLEAR, CORNER, EDGE, BLOCKED.
    "strict": (Verdict.VISIBLE, Verdict.HIDDEN, Verdict.HIDDEN, Verdict.HIDDEN),
    "corners-pass": (Verdict.VISIBLE, Verdict.VISIBLE, Verdict.HIDDEN, Verdict.HIDDEN),
    "permissive": (Verdict.VISIBLE, Verdict.VISIBLE, Verdict.VISIBLE, Verdict.HIDDEN),
    "adjudicated": (Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.AMBIGUOUS, Verdict.HIDDEN),
}


OTHER_NAMES = {"dm-adjudicated": "adjudicated"}
"""Ties by the names that others use: the decision record for quest boards has this one."""


def verdict_of(contact: Contact, ties: str) -> Verdict:
    """What these ties make of that contact."""
    return GEOMETRIC_TIES[ties][contact]


class Rule:
    """The base of every rule. Subclasses are frozen dataclasses."""

    kind: ClassVar[str]
    """The word for it in plain data."""
    grids: ClassVar[tuple[str, ...]] = ("square", "hex")
    """The grids it works on."""
    kernel_code: int | None = None
    """The rule and its settings as a number for kernels. `engine.native` gives it and keeps it
    here, at hand; None: it was not asked for yet."""

    @property
    def mutual(self) -> bool:
        """Does whoever is seen by it always see the other?"""
        return True

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        return self.trace(board, source, target).visible

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        raise NotImplementedError

    def facts(self, board: Board, source: Place, target: Place) -> dict[str, Any]:
        """The part of a Sight that does not depend on what is found."""
        return {
            "source": source,
            "target": target,
            "rule": self.to_dict(),
            "orientation": getattr(board, "orientation", "pointy"),
        }

    def to_dict(self) -> dict[str, Any]:
        """The rule as plain data: its kind and every setting."""
        settings = {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]
        return {"rule": self.kind, **settings}

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: a number for kernels may be another in another version."""
        return {name: value for name, value in self.__dict__.items() if name != "kernel_code"}

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """The rule with these settings; what is missing takes its default."""
        known = [f.name for f in fields(cls)]  # type: ignore[arg-type]
        for name in settings:
            if name not in known:
                raise UnknownNameError(
                    f"setting of rule {cls.kind!r}: expected one of {', '.join(known)},"
                    f" got {name!r}"
                )
        return cls(**settings)


def set_ties(rule: Any, allowed: tuple[str, ...]) -> None:
    """Check a rule's ties while it is made; what others call them becomes the usual name."""
    if isinstance(rule.ties, str) and rule.ties in OTHER_NAMES:
        object.__setattr__(rule, "ties", OTHER_NAMES[rule.ties])
    check_ties(rule.ties, allowed)


def check_ties(ties: Any, allowed: tuple[str, ...]) -> None:
    if not isinstance(ties, str) or ties not in allowed:
        raise InvalidValueError(f"ties: expected one of {', '.join(allowed)}, got {ties!r}")


def check_flag(value: Any, what: str) -> None:
    if not isinstance(value, bool):
        raise InvalidTypeError(f"{what}: expected True or False, got {value!r}")
