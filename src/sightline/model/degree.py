"""Degrees of cover."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.names import not_one_of

NONE, TOTAL = "none", "total"
"""The lowest and highest degree of every rule."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Degree:
    """A degree of cover, as `degree` returns it: from "none" to "total", which means no sight.

    If the rule leaves the decision to the game master, the degree is open: it lies between `low`
    and `high`. The degrees of a rule are ordered by `high` first, then by `low`.

    A degree equals its name and can be compared with names: `degree(...) == "half"`, `degree(...)
    >= "half"`. A name that the rule does not have raises `InvalidValueError`. A degree has no truth
    value: `if degree(...)` raises `InvalidTypeError`.

    >>> from sightline import SquareBoard, degree
    >>> cover = degree(SquareBoard.from_text("A.o.B"), "A", "B", "dnd5e")
    >>> cover, cover == "half", cover < "total", cover.is_open
    (<Degree: half>, True, True, False)
    >>> cover.effect
    'half cover, +2 to AC and Dexterity saves'
    """

    low: str
    """The name of the lowest degree that it may be."""
    high: str
    """The name of the highest degree that it may be. It differs from `low` only if
    the degree is open.
    """
    scale: tuple[str, ...] = (NONE, TOTAL)
    """The names of all degrees of the rule, from none to total."""
    effect: str = ""
    """The effect in the game; "" if the degree is open or has none."""

    @property
    def name(self) -> str:
        """The name: "half", or "half or three-quarters" if it is open."""
        return self.low if self.low == self.high else f"{self.low} or {self.high}"

    @property
    def is_open(self) -> bool:
        """Whether the game master has to decide the degree."""
        return self.low != self.high

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Degree: {self.name}>"

    def __bool__(self) -> NoReturn:
        raise InvalidTypeError(
            "a degree is not a yes or no: compare it, as in `degree(...) == 'none'`, or ask `sees`"
        )

    def __hash__(self) -> int:
        return hash(self.name)  # must equal the hash of its name, because the two compare equal

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.name == self.of_same_rule(other).name
        if isinstance(other, bool):
            raise InvalidTypeError(f"degree: expected another degree or its name, got {other}")
        return self.name == other.name if isinstance(other, Degree) else NotImplemented

    def __lt__(self, other: Degree | str) -> bool:
        return self._rank() < self.of_same_rule(other)._rank()

    def __le__(self, other: Degree | str) -> bool:
        return self._rank() <= self.of_same_rule(other)._rank()

    def __gt__(self, other: Degree | str) -> bool:
        return self._rank() > self.of_same_rule(other)._rank()

    def __ge__(self, other: Degree | str) -> bool:
        return self._rank() >= self.of_same_rule(other)._rank()

    def _rank(self) -> tuple[int, int]:
        return self.scale.index(self.high), self.scale.index(self.low)

    def of_same_rule(self, other: object) -> Degree:
        """Return `other` as a degree of the same rule. It is a degree or the name of one."""
        if isinstance(other, str):
            low, is_open, high = other.partition(" or ")
            for each in (low, high) if is_open else (low,):
                if each not in self.scale:
                    raise InvalidValueError(not_one_of("degree", self.scale, each))
            return Degree(low, high if is_open else low, self.scale)
        if not isinstance(other, Degree):
            raise InvalidTypeError(
                f"degree: expected another degree or its name, got {type(other).__name__}"
            )
        if other.scale != self.scale:
            raise InvalidValueError(
                f"degrees: expected two of one rule, got {self.name} of {', '.join(self.scale)}"
                f" and {other.name} of {', '.join(other.scale)}"
            )
        return other
