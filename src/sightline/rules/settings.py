"""What people can set of a rule, described where the rule declares it.

A rule is a dataclass, and each of its fields is a setting. Its declaration says what it is called
and what its values mean:

    closed_ends: bool = flag(False, "A touch at your own corners counts too")

Checks, files, the command line, pictures and the table's menu all read these descriptions.
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
from sightline.model.numbers import exact, shown, yes_or_no

SettingValue = bool | str | float
DESCRIPTION = "setting"
"""Where a field of a dataclass keeps its description."""
FLAG_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
OTHER_TIES = {"dm-adjudicated": "adjudicated"}
"""Ties by the names that others use: the decision record for quest boards has this one."""


class Choice(NamedTuple):
    """One of the values that a setting may have."""

    title: str
    """What a menu calls it."""
    sentence: str = ""
    """What it means."""
    phrase: str = ""
    """A few words for it, where a rule is shown in one line; "": it goes without saying."""


@dataclass(frozen=True)
class Setting:
    """Something that can be set of a rule."""

    kind: Literal["flag", "choice", "number"]
    title: str
    usual: SettingValue
    name: str = ""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    other_names: Mapping[str, str] = field(default_factory=dict)
    """What others call a choice, and which one is meant."""
    phrases: Mapping[bool, str] = field(default_factory=dict)
    """A flag's values in a few words, where its name does not say them."""
    least: float | None = None
    """The smallest number that it may be."""
    step: float = 1.0
    """By how much a menu changes the number."""
    compared: bool = False
    """Does a comparison of the rules try a flag both ways?"""

    def checked(self, value: Any) -> SettingValue:
        """The value as the rule keeps it."""
        if self.kind == "flag":
            return yes_or_no(value, self.name)
        if self.kind == "choice":
            meant = self.other_names.get(value, value) if isinstance(value, str) else None
            if meant not in self.choices:
                raise InvalidValueError(not_one_of(self.name, self.choices, value))
            return str(meant)
        number = float(exact(value, self.name))
        if self.least is not None and number < self.least:
            raise InvalidValueError(f"{self.name}: expected {self.least:g} or more, got {number}")
        return number

    def read(self, word: str) -> SettingValue:
        """The value that a word of a command line means."""
        if self.kind == "flag":
            if word.lower() not in FLAG_WORDS:
                raise InvalidValueError(f"{self.name}: expected yes or no, got {shown(word)}")
            return FLAG_WORDS[word.lower()]
        if self.kind == "number":
            try:
                return float(word)
            except ValueError:
                raise InvalidValueError(
                    f"{self.name}: expected a number, got {shown(word)}"
                ) from None
        return word

    def phrase(self, value: SettingValue) -> str:
        """The setting with this value in a few words; "": it goes without saying."""
        words = self.name.replace("_", " ")
        if isinstance(value, bool):
            return self.phrases.get(value, words if value else f"no {words}")
        if isinstance(value, str):
            return self.choices[value].phrase if value in self.choices else f"{words} {value}"
        return f"{words} {value:g}"


# --- how a rule declares them: each stands for the default of a field


def flag(
    usual: bool, title: str, phrases: Mapping[bool, str] | None = None, *, compared: bool = False
) -> Any:
    """A yes or no; the title is what is true when it is yes."""
    return _declared(Setting("flag", title, usual, phrases=phrases or {}, compared=compared))


def choice(usual: str, title: str, choices: Mapping[str, Choice]) -> Any:
    """One of several words."""
    return _declared(Setting("choice", title, usual, choices=choices))


def number(usual: float, title: str, *, least: float | None = None, step: float = 1.0) -> Any:
    return _declared(Setting("number", title, usual, least=least, step=step))


def tie_setting(usual: str, title: str, choices: Mapping[str, Choice]) -> Any:
    """What is to happen where a look is a close call."""
    return _declared(Setting("choice", title, usual, choices=choices, other_names=OTHER_TIES))


def touching_ties(usual: str = "strict") -> Any:
    """The ties of a rule that tries straight lines: what one counts for that only grazes."""
    return tie_setting(
        usual,
        "When a line just touches",
        {name: Choice(tie.title, tie.sentence, tie.phrase) for name, tie in TIES.items()},
    )


def _declared(setting: Setting) -> Any:
    return field(default=setting.usual, metadata={DESCRIPTION: setting})


# --- how others read them


def settings_of(rule: type) -> Mapping[str, Setting]:
    """Every setting of a kind of rule, by name. A field that was not described is a flag or a
    number called as it is; what else it may be nobody can offer."""
    return _settings_of(rule)


@cache
def _settings_of(rule: type) -> Mapping[str, Setting]:
    found = {}
    for each in fields(rule):
        described = _described(rule, each.name) or _by_its_default(each.default)
        if described is not None and each.default is not MISSING:
            title = described.title or each.name.replace("_", " ").capitalize()
            found[each.name] = replace(described, name=each.name, title=title, usual=each.default)
    return MappingProxyType(found)


def _described(rule: type, name: str) -> Setting | None:
    """The description of a field: its own, or, where a subclass only gives it another default, the
    one that it takes over."""
    for each in rule.__mro__:
        own = each.__dict__.get("__dataclass_fields__", {}).get(name)
        if own is not None and DESCRIPTION in own.metadata:
            described: Setting = own.metadata[DESCRIPTION]
            return described
    return None


def _by_its_default(default: Any) -> Setting | None:
    if isinstance(default, bool):
        return Setting("flag", "", default)
    return Setting("number", "", default) if isinstance(default, int | float) else None
