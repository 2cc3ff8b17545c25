"""What every rule promises, and what grazing counts for.

A rule is a frozen value: equal when its settings are equal, hashable, printable, made from and
written to plain data. It says in words what it is and what can be set of it, and it answers two
questions about two places on a board:

    sees(board, source, target)    yes or no, as soon as it is certain
    trace(board, source, target)   a Sight: the answer with its proof

`trace(...).visible` equals `sees(...)`, always.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar, Self

from sightline.answers.sight import Sight, Verdict
from sightline.answers.ties import TIES, TouchingTies
from sightline.errors import UnknownNameError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.names import not_one_of
from sightline.model.place import Place
from sightline.model.values import field_defaults
from sightline.rules.settings import Choice, Setting, keep_descriptions, settings_of

GEOMETRIC_TIES = {name: tie.verdicts for name, tie in TIES.items()}
"""What each contact counts for, in the order CLEAR, CORNER, EDGE, BLOCKED."""

MAX_CHECKED = 1024
_CHECKED: dict[tuple[Any, ...], Rule] = {}
"""Rules that were checked, by their kind, their settings and the types of these. A setting may be
any number, so there is a limit to how many are remembered."""


def verdict_of(contact: Contact, ties: TouchingTies) -> Verdict:
    """What these ties make of that contact."""
    return GEOMETRIC_TIES[ties][contact]


class Rule:
    """The base of every rule. Subclasses are frozen dataclasses; their fields are what can be set,
    each described where it is declared (see `rules.settings`)."""

    kind: ClassVar[str]
    """The word for it in plain data."""
    label: ClassVar[str] = "Rule"
    """What people call it."""
    title: ClassVar[str] = "By a rule of its own"
    """How it looks, in a few words: what a menu offers."""
    summary: ClassVar[str] = ""
    """When one sees another by it, in a sentence or two for players."""
    grids: ClassVar[tuple[str, ...]] = ("square", "hex")
    """The grids it works on."""
    kernel_code: int | None = None
    """The rule and its settings as a number for kernels. `engine.native` gives it and keeps it
    here, at hand; None: it was not asked for yet."""

    def __init_subclass__(cls) -> None:
        keep_descriptions(cls)
        # Who proves otherwise than the parent also answers otherwise: yes or no follow the proof.
        if "trace" in cls.__dict__ and "sees" not in cls.__dict__:
            cls.sees = Rule.sees  # type: ignore[method-assign]

    def __post_init__(self) -> None:
        # A rule is often made in the call that asks by it: what was found good for one rule is not
        # checked again for the next. The types belong to it: 1 is no True, though they are equal.
        given = tuple(self.__dict__.values())
        try:
            twin = _CHECKED.get((type(self), given, *map(type, given)))
        except TypeError:
            twin = None  # something without a hash, which is named below
        if twin is None:
            self._check()
        elif twin.kernel_code is not None:
            object.__setattr__(self, "kernel_code", twin.kernel_code)

    def _check(self) -> None:
        """Put every setting into the form that rules keep, or raise what is wrong with it."""
        for name, setting in self.settings().items():
            object.__setattr__(self, name, setting.checked(getattr(self, name)))
        if len(_CHECKED) >= MAX_CHECKED:
            _CHECKED.clear()
        kept = tuple(self.__dict__.values())
        with suppress(TypeError):
            _CHECKED[(type(self), kept, *map(type, kept))] = self

    @property
    def mutual(self) -> bool:
        """Does whoever is seen by it always see the other?"""
        return True

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        """Yes or no between two places, as soon as it is certain; `sightline.sees` asks it."""
        return self.trace(board, source, target).visible

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        """The answer between two places with its proof; `sightline.trace` asks for it."""
        raise NotImplementedError

    def effect_of(self, degree: str) -> str:
        """What that much cover does in the game; nothing, for rules that know no cover."""
        return ""

    def facts(self, board: Board, source: Place, target: Place) -> dict[str, Any]:
        """The part of a Sight that does not depend on what is found."""
        return {
            "source": source,
            "target": target,
            "rule": self.to_dict(),
            "orientation": getattr(board, "orientation", "pointy"),
        }

    @classmethod
    def settings(cls) -> Mapping[str, Setting]:
        """What can be set of it, by name."""
        return settings_of(cls)

    @classmethod
    def tie_choices(cls) -> Mapping[str, Choice]:
        """The ties that it knows, the usual ones first; none where nothing is left to them."""
        ties = cls.settings().get("ties")
        if ties is None:
            return {}
        usual = str(ties.usual)
        return {usual: ties.choices[usual], **ties.choices}

    def unusual(self) -> list[str]:
        """What is set otherwise than usual, but for the ties, in a few words each."""
        return [
            setting.phrase(getattr(self, name))
            for name, setting in self.settings().items()
            if name != "ties" and getattr(self, name) != setting.usual
        ]

    def in_words(self) -> str:
        """The rule and all that is set of it, in a line."""
        said = [
            f"ties {getattr(self, name)}" if name == "ties" else setting.phrase(getattr(self, name))
            for name, setting in self.settings().items()
        ]
        return " · ".join([self.label, *filter(None, said)])

    def to_dict(self) -> dict[str, Any]:
        """The rule as plain data: its kind and every setting."""
        settings = {name: getattr(self, name) for name in field_defaults(type(self))}
        return {"rule": self.kind, **settings}

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: a number for kernels may be another in another version."""
        return {name: value for name, value in self.__dict__.items() if name != "kernel_code"}

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """The rule with these settings; what is missing takes its default."""
        known = list(field_defaults(cls))
        for name in settings:
            if name not in known:
                raise UnknownNameError(not_one_of(f"setting of rule {cls.kind!r}", known, name))
        return cls(**settings)
