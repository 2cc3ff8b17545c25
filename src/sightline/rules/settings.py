"""The settings of a rule, described where the rule declares them.

A rule is a dataclass, and each of its fields is a setting. The declaration contains its title and
the meaning of its values:

    closed_ends: bool = flag(False, "A touch at your own corners counts too")

Checks, files, the command line, pictures and the table's menu all use these descriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from sightline.answers.ties import TIES
from sightline.errors import InvalidValueError
from sightline.model.names import not_one_of
from sightline.model.numbers import exact, short_repr, yes_or_no
from sightline.texts import say

SettingValue = bool | str | float
DESCRIPTIONS = "_descriptions"
"""The class attribute that stores the settings that a rule itself declares."""
FLAG_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
OTHER_TIES = {"dm-adjudicated": "adjudicated"}
"""Aliases of ties. The decision record for quest boards uses this one."""


class Choice(NamedTuple):
    """One value of a setting that has a fixed list of values."""

    title: str
    """The label of the choice in a menu."""
    sentence: str = ""
    """A sentence that explains the choice."""
    phrase: str = ""
    """A few words for it where the rule is described in one line; "" to omit it."""


@dataclass(frozen=True)
class Setting:
    """The description of a setting of a rule: its title, its type and its choices."""

    kind: Literal["flag", "choice", "number"]
    title: str
    usual: SettingValue
    name: str = ""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    other_names: Mapping[str, str] = field(default_factory=dict)
    """Aliases of choices, each with the choice that it means."""
    phrases: Mapping[bool, str] = field(default_factory=dict)
    """A few words for each value of a flag, if the flag's name is not clear enough."""
    least: float | None = None
    """The smallest valid number."""
    step: float = 1.0
    """The step of the number in a menu."""
    compared: bool = False
    """Whether comparisons of rules try both values of this flag."""

    def checked(self, value: Any) -> SettingValue:
        """Return the value in the form that the rule stores, or raise."""
        if self.kind == "flag":
            return yes_or_no(value, self.name)
        if self.kind == "choice":
            meant = self.other_names.get(value, value) if isinstance(value, str) else None
            if meant not in self.choices:
                raise InvalidValueError(not_one_of(self.name, self.choices, value))
            return str(meant)
        number = float(exact(value, self.name))
        if self.least is not None and number < self.least:
            raise InvalidValueError(
                say(
                    "{name}: expected {least} or more, got {number}",
                    name=self.name,
                    least=self.least,
                    number=number,
                )
            )
        return number

    def read(self, word: str) -> SettingValue:
        """Return the value that a word on a command line stands for."""
        if self.kind == "flag":
            if word.lower() not in FLAG_WORDS:
                raise InvalidValueError(f"{self.name}: expected yes or no, got {short_repr(word)}")
            return FLAG_WORDS[word.lower()]
        if self.kind == "number":
            try:
                return float(word)
            except ValueError:
                raise InvalidValueError(
                    f"{self.name}: expected a number, got {short_repr(word)}"
                ) from None
        return word

    def phrase(self, value: SettingValue) -> str:
        """Return a few words for the setting with this value; "" to omit it."""
        words = self.name.replace("_", " ")
        if isinstance(value, bool):
            return self.phrases.get(value, words if value else f"no {words}")
        if isinstance(value, str):
            return self.choices[value].phrase if value in self.choices else f"{words} {value}"
        return f"{words} {value:g}"


# --- declarations: each returns the default of a field


def flag(
    usual: bool, title: str, phrases: Mapping[bool, str] | None = None, *, compared: bool = False
) -> Any:
    """Declare a yes-or-no setting. The title is the statement that is true if it is yes."""
    return Setting("flag", title, usual, phrases=phrases or {}, compared=compared)


def choice(usual: str, title: str, choices: Mapping[str, Choice]) -> Any:
    """Declare a setting with a fixed list of values."""
    return Setting("choice", title, usual, choices=choices)


def number(usual: float, title: str, *, least: float | None = None, step: float = 1.0) -> Any:
    return Setting("number", title, usual, least=least, step=step)


def tie_setting(usual: str, title: str, choices: Mapping[str, Choice]) -> Any:
    """Declare the ties: what happens if a line of sight is a close call."""
    return Setting("choice", title, usual, choices=choices, other_names=OTHER_TIES)


def touching_ties(usual: str = "strict") -> Any:
    """Declare the ties for rules with straight lines: what happens if a line only
    touches a blocker.
    """
    return tie_setting(
        usual,
        "When a line just touches",
        {name: Choice(tie.title, tie.sentence, tie.phrase) for name, tie in TIES.items()},
    )


def keep_descriptions(rule: type) -> None:
    """Replace the descriptions of fields by their default values, before the dataclass
    is created.
    """
    found = {name: each for name, each in vars(rule).items() if isinstance(each, Setting)}
    for name, each in found.items():
        setattr(rule, name, each.usual)
    if found:
        setattr(rule, DESCRIPTIONS, found)


# --- access


def settings_of(rule: type) -> Mapping[str, Setting]:
    """Return the settings of a rule class by name.

    A field without a description must be a bool or a number, and its name becomes its title.
    """
    return _settings_of(rule)


@cache
def _settings_of(rule: type) -> Mapping[str, Setting]:
    found = {}
    for name, usual in ((each.name, each.default) for each in fields(rule)):
        described = _described(rule, name) or _by_its_default(usual)
        if described is not None and usual is not MISSING:
            title = described.title or name.replace("_", " ").capitalize()
            found[name] = replace(described, name=name, title=title, usual=usual)
    return MappingProxyType(found)


def _described(rule: type, name: str) -> Setting | None:
    """Return the description of a field: its own, or the inherited one if a
    subclass only changes the default.
    """
    for each in rule.__mro__:
        described: Setting | None = vars(each).get(DESCRIPTIONS, {}).get(name)
        if described is not None:
            return described
    return None


def _by_its_default(default: Any) -> Setting | None:
    if isinstance(default, bool):
        return Setting("flag", "", default)
    return Setting("number", "", default) if isinstance(default, int | float) else None
