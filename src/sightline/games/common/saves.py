"""Saves: JSON with the start of a game, every action, and the resulting state.

Loading replays the actions by the rules. A file whose actions lead to another state is rejected.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError, SightlineError
from sightline.formats.safe.safe_json import Node, read_json
from sightline.formats.saving import replace_file
from sightline.texts import as_text, say


class Record(Protocol):
    """A game with its history of actions."""

    @property
    def log(self) -> tuple[Any, ...]: ...


GameT = TypeVar("GameT", bound=Record)


@dataclass(frozen=True)
class SaveFormat(Generic[GameT]):
    """The format of the saves of one game."""

    name: str
    """The value of `format` in the file, such as "sightline quest"."""
    what: str
    """The name of such a file in errors, such as "a saved quest"."""
    version: int
    """The version of the save format and of the rules."""
    max_actions: int
    start: Callable[[GameT], dict[str, Any]]
    """Returns the initial state of a game as plain data."""
    read_start: Callable[[Node], Any]
    replay: Callable[[Any, Iterator[Any]], GameT]
    """Replays actions by the rules, from the result of `read_start`."""
    action_data: Callable[[Any], dict[str, Any]]
    read_action: Callable[[Node], Any]
    state: Callable[[GameT], dict[str, Any]]
    """Returns the state as plain data, which is compared on loading."""
    respelled: Mapping[bytes, bytes] = field(default_factory=dict)
    """Replacements for words in old saves."""

    def save_text(self, game: GameT) -> str:
        """Return the game as JSON."""
        tree = {
            "format": self.name,
            "version": self.version,
            "start": self.start(game),
            "log": [self.action_data(action) for action in game.log],
            "state": self.state(game),
        }
        return json.dumps(tree, indent=1) + "\n"

    def load_text(self, text: str | bytes, name: str = "save") -> GameT:
        """Return the game that `save_text` wrote, or raise a `FormatError` that names the place."""
        if not isinstance(text, (str, bytes)):
            raise InvalidTypeError(f"save: expected a text, got {type(text).__name__}")
        data = text.encode() if isinstance(text, str) else text
        for old, new in self.respelled.items():
            data = data.replace(old, new)
        tree = read_json(data, name)
        if "format" not in tree or tree["format"].value != self.name:
            raise FormatError(
                say('not {what}: expected "format": "{name}"', what=self.what, name=self.name),
                "$.format",
            )
        version = tree["version"].value
        if version != self.version or isinstance(version, bool):
            raise FormatError(
                say(
                    "saved by another version: this is {version}, the file says {got}; it can only"
                    " be played on with that one",
                    version=self.version,
                    got=repr(version),
                ),
                "$.version",
            )
        tree.only("format", "version", "start", "log", "state")
        game = self._replayed(self.read_start(tree["start"]), tree["log"])
        _compare(tree["state"], self.state(game))
        return game

    def _replayed(self, start: Any, log: Node) -> GameT:
        at = log

        def actions() -> Iterator[Any]:
            nonlocal at
            for at in log.items(limit=self.max_actions):
                yield self.read_action(at)

        try:
            return self.replay(start, actions())
        except FormatError:
            raise  # the error already names its place
        except SightlineError as error:
            raise at.error(say("the log breaks the rules: {error}", error=as_text(error))) from None

    def save_file(self, game: GameT, path: str | os.PathLike[str]) -> None:
        """Write the game to a file atomically: the old file stays until the new one is complete."""
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, self.save_text(game).encode())

    def load_file(self, path: str | os.PathLike[str]) -> GameT:
        """Read a saved game."""
        return self.load_text(Path(path).read_bytes(), str(path))


def _compare(node: Node, expected: dict[str, Any]) -> None:
    node.only(*expected)
    for key, value in expected.items():
        if node[key].value != value:
            raise node[key].error(
                say(
                    "the log comes to {value}, the file says {got}",
                    value=repr(value),
                    got=repr(node[key].value),
                )
            )


def code_parts(code: str, shape: str, max_actions: int) -> list[str]:
    """Split a replay code such as `ruins;3;fog;r0.0`. Its last part is the list of moves."""
    parts = code.split(";")
    if len(parts) != shape.count(";") + 1 or not is_number(parts[1]):
        raise InvalidValueError(
            say("code: expected {shape}, got {got}", shape=shape, got=repr(code[:60]))
        )
    if parts[-1].count(",") >= max_actions:
        raise InvalidValueError(say("code: expected at most {most:,} moves", most=max_actions))
    return parts


def is_number(word: str) -> bool:
    """Return whether a text is an integer of reasonable length, such as a seed."""
    return word.isascii() and word.isdecimal() and len(word) < 20
