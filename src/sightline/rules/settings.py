"""What people can set of a rule, described where the rule declares it.

A rule is a dataclass, and each of its fields is a setting. Its declaration says what it is called
and what its values mean:

    closed_ends: bool = flag(False, "A touch at your own corners counts too")

Checks, files, the command line, pictures and the table's menu all read these descriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from sightline.answers.ties import TIES
from sightline.errors import InvalidValueError
from sightline.model.names import not_one_of
from sightline.model.numbers import exact, shown, yes_or_no
from sightline.model.values import NO_DEFAULT, NamedTuple, dataclass, field_defaults, replace

SettingValue = bool | str | float
DESCRIPTIONS = "_descriptions"
"""Where a rule keeps those of the settings that it declares itself."""
NOTHING: Mapping[Any, Any] = MappingProxyType({})
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
    choices: Mapping[str, Choice] = NOTHING
    other_names: Mapping[str, str] = NOTHING
    """What others call a choice, and which one is meant."""
    phrases: Mapping[bool, str] = NOTHING
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
    return Setting("flag", title, usual, phrases=phrases or {}, compared=compared)


def choice(usual: str, title: str, choices: Mapping[str, Choice]) -> Any:
    """One of several words."""
    return Setting("choice", title, usual, choices=choices)


def number(usual: float, title: str, *, least: float | None = None, step: float = 1.0) -> Any:
    return Setting("number", title, usual, least=least, step=step)


def tie_setting(usual: str, title: str, choices: Mapping[str, Choice]) -> Any:
    """What is to happen where a look is a close call."""
    return Setting("choice", title, usual, choices=choices, other_names=OTHER_TIES)


def touching_ties(usual: str = "strict") -> Any:
    """The ties of a rule that tries straight lines: what one counts for that only grazes."""
    return tie_setting(
        usual,
        "When a line just touches",
        {name: Choice(tie.title, tie.sentence, tie.phrase) for name, tie in TIES.items()},
    )


def keep_descriptions(rule: type) -> None:
    """Put the usual value where a description stands for it, before a dataclass is made of it."""
    found = {name: each for name, each in vars(rule).items() if isinstance(each, Setting)}
    for name, each in found.items():
        setattr(rule, name, each.usual)
    if found:
        setattr(rule, DESCRIPTIONS, found)


# --- how others read them


def settings_of(rule: type) -> Mapping[str, Setting]:
    """Every setting of a kind of rule, by name. A field that was not described is a flag or a
    number called as it is; what else it may be nobody can offer."""
    return _settings_of(rule)


@cache
def _settings_of(rule: type) -> Mapping[str, Setting]:
    found = {}
    for name, usual in field_defaults(rule).items():
        described = _described(rule, name) or _by_its_default(usual)
        if described is not None and usual is not NO_DEFAULT:
            title = described.title or name.replace("_", " ").capitalize()
            found[name] = replace(described, name=name, title=title, usual=usual)
    return MappingProxyType(found)


def _described(rule: type, name: str) -> Setting | None:
    """The description of a field: its own, or, where a subclass only gives it another default, the
    one that it takes over."""
    for each in rule.__mro__:
        described: Setting | None = vars(each).get(DESCRIPTIONS, {}).get(name)
        if described is not None:
            return described
    return None


def _by_its_default(default: Any) -> Setting | None:
    if isinstance(default, bool):
        return Setting("flag", "", default)
    return Setting("number", "", default) if isinstance(default, int | float) else None
