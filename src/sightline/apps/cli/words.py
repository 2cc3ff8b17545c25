"""Declares the arguments and options of commands, and reads a line by them.

A command is a function whose parameters are annotated with these declarations:

    def see(map_file: MapFile, source: From, rule: RuleName = None, ...) -> int

Two readers understand them. `parsed` reads a line that is in order, in no time. Whatever is not in
order, and help, and shell completion, is for typer (see `app`), which takes ten times as long to
start as an answer takes to be found.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

Command = Callable[..., int]

_NEGATIVE_POSITION = re.compile(r"-[0-9]+\s*,\s*-?[0-9]+", re.ASCII)


class Argument(NamedTuple):
    """A word that is recognised by its place. A list of them takes all that are left."""

    metavar: str
    help: str
    complete: Callable[..., list[str]] | None = None


class Option(NamedTuple):
    """`--flag WORD`, or `--flag` alone where the parameter is a bool."""

    flag: str
    help: str
    metavar: str = ""
    complete: Callable[..., list[str]] | None = None


class Parameter(NamedTuple):
    """A parameter of a command."""

    name: str
    kind: Any
    """bool, str, or list[str]; each may be None as well."""
    word: Argument | Option
    default: Any

    @property
    def is_list(self) -> bool:
        return any(get_origin(each) is list for each in (self.kind, *get_args(self.kind)))

    @property
    def is_required(self) -> bool:
        return self.default is inspect.Parameter.empty


def parameters(command: Command) -> list[Parameter]:
    """What the command takes, in order."""
    hints = get_type_hints(command, include_extras=True)
    found = []
    for name, parameter in inspect.signature(command).parameters.items():
        assert get_origin(hints[name]) is Annotated, f"{name} is not declared"
        kind, word = get_args(hints[name])
        found.append(Parameter(name, kind, word, parameter.default))
    return found


def freed(words: Sequence[str]) -> list[str]:
    """The words with positions such as -2,1 shielded from being taken for options."""
    return [f" {word}" if _NEGATIVE_POSITION.fullmatch(word) else word for word in words]


def parsed(command: Command, words: Sequence[str]) -> dict[str, Any] | None:
    """The values of the command's parameters; None if the line is not in order."""
    declared = parameters(command)
    options = {each.word.flag: each for each in declared if isinstance(each.word, Option)}
    arguments = [each for each in declared if isinstance(each.word, Argument)]
    values = {each.name: each.default for each in declared if not each.is_required}
    places: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            places += rest
            break
        if not word.startswith("-") or word == "-":
            places.append(word)
            continue
        flag, has_value, value = word.partition("=")
        option = options.get(flag)
        if option is None or (option.kind is bool and has_value):
            return None
        if option.kind is not bool and not has_value:
            if not rest or rest[0].startswith("-"):
                return None
            value = rest.pop(0)
        if option.kind is bool:
            values[option.name] = True
        elif option.is_list:
            values[option.name] = [*(values[option.name] or ()), value]
        else:
            values[option.name] = value
    return values if _placed(arguments, places, values) else None


def _placed(arguments: Sequence[Parameter], places: list[str], values: dict[str, Any]) -> bool:
    """Give each argument its word; is every one of them there, and none left?"""
    for argument in arguments:
        if argument.is_list and places:
            values[argument.name], places = places, []
        elif places:
            values[argument.name] = places.pop(0)
        elif argument.is_required:
            return False
    return not places
