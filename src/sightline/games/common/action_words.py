"""Actions as plain data: `{"do": "step", "figure": 0, "to": [2, 1]}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Generic, TypeVar

from sightline.errors import InvalidValueError
from sightline.model.numbers import short_repr
from sightline.texts import say

ActionT = TypeVar("ActionT")


@dataclass(frozen=True)
class ActionWords(Generic[ActionT]):
    """The action classes of a game, which are dataclasses, by their names in saves."""

    kinds: Mapping[str, type[Any]]
    read: Callable[[str, str, Any], Any]
    """Converts a plain value to that of a field, given the action's name and the field's
    name.
    """

    @cached_property
    def word_of(self) -> dict[type[Any], str]:
        return {kind: word for word, kind in self.kinds.items()}

    @cached_property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """The field names of each action, by the action's name in saves."""
        return {
            word: tuple(each.name for each in fields(kind)) for word, kind in self.kinds.items()
        }

    def data(self, action: ActionT) -> dict[str, Any]:
        """Return the action as plain data."""
        word = self.word_of[type(action)]
        return {"do": word, **{key: _plain(getattr(action, key)) for key in self.keys[word]}}

    def action(self, data: Any) -> ActionT:
        """Return the action that `data` produced, or raise `InvalidValueError`."""
        if not isinstance(data, Mapping):
            raise InvalidValueError(
                say("action: expected an object, got {got}", got=short_repr(data))
            )
        word = data.get("do")
        if not isinstance(word, str) or word not in self.kinds:
            raise InvalidValueError(
                say(
                    "do: expected one of {names}, got {got}",
                    names=", ".join(self.kinds),
                    got=short_repr(word),
                )
            )
        keys = self.keys[word]
        others = [key for key in data if key not in ("do", *keys)]
        missing = [key for key in keys if key not in data]
        if others or missing:
            raise InvalidValueError(
                say(
                    "{word}: expected {names}; {what}: {got}",
                    word=word,
                    names=", ".join(keys) or say("nothing else"),
                    what=say("missing") if missing else say("not known"),
                    got=short_repr((missing or others)[0]),
                )
            )
        made: ActionT = self.kinds[word](**{key: self.read(word, key, data[key]) for key in keys})
        return made


def _plain(value: Any) -> Any:
    """Return tiles and lists of tiles as lists of numbers."""
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def read_flag(key: str, value: Any) -> bool:
    """Return a boolean, or raise `InvalidValueError`."""
    if not isinstance(value, bool):
        raise InvalidValueError(
            say("{key}: expected true or false, got {got}", key=key, got=short_repr(value))
        )
    return value
