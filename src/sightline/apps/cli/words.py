"""Declares the arguments and options of commands, and reads a line by them.

A command is a function whose parameters are annotated with these declarations:

    def see(map_file: MapFile, source: From, rule: RuleName = None, ...) -> int

`parsed` reads a line, or says what is wrong with it. `manual` makes the help of the declarations,
and `completion` what a shell offers.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

Command = Callable[..., int]
Completer = Callable[[Mapping[str, Any]], list[str]]
"""What may stand there, given the values of the words before."""

SHOWN = 200
"""How much of a word is shown that was typed in vain."""
HELP = ("--help", "-h")

_NEGATIVE_POSITION = re.compile(r"-[0-9]+\s*,\s*-?[0-9]+", re.ASCII)


class UsageError(Exception):
    """A line that is not in order, in words for the person who typed it."""


class Argument(NamedTuple):
    """A word that is recognised by its place. A list of them takes all that are left."""

    metavar: str
    help: str
    complete: Completer | None = None


class Option(NamedTuple):
    """`--flag WORD`, or `--flag` alone where the parameter is a bool."""

    flag: str
    help: str
    metavar: str = ""
    complete: Completer | None = None


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


def options_of(declared: Iterable[Parameter]) -> dict[str, Parameter]:
    """The options, by their flags."""
    return {each.word.flag: each for each in declared if isinstance(each.word, Option)}


def arguments_of(declared: Iterable[Parameter]) -> list[Parameter]:
    """The arguments, in order."""
    return [each for each in declared if isinstance(each.word, Argument)]


def is_option(word: str) -> bool:
    """Does the word look like an option? `-` alone is a file, and -2,1 a position."""
    return word.startswith("-") and word != "-" and not _NEGATIVE_POSITION.fullmatch(word)


def asks_for_help(words: Sequence[str]) -> bool:
    """Is there a --help among the words, before a `--` that makes all others arguments?"""
    before = words[: words.index("--")] if "--" in words else words
    return any(word in HELP for word in before)


def parsed(command: Command, words: Sequence[str]) -> dict[str, Any]:
    """The values of the command's parameters. A line that is not in order: `UsageError`."""
    declared = parameters(command)
    options = options_of(declared)
    values = {each.name: each.default for each in declared if not each.is_required}
    places: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            places += rest
            break
        if not is_option(word):
            places.append(word)
            continue
        flag, has_value, value = word.partition("=")
        option = options.get(flag)
        if option is None:
            known = (*options, HELP[0])
            raise UsageError(f"no such option: {in_short(flag)}{perhaps(flag, known)}")
        if option.kind is bool:
            if has_value:
                raise UsageError(f"{flag} takes no value, got {in_short(value)!r}")
            values[option.name] = True
            continue
        if not has_value:
            # An option in its place is a value forgotten; other words may begin with a dash.
            if not rest or rest[0].partition("=")[0] in options:
                raise UsageError(f"{flag} needs a value: {flag} {option.word.metavar}")
            value = rest.pop(0)
        if option.is_list:
            values[option.name] = [*(values[option.name] or ()), value]
        else:
            values[option.name] = value
    _fill(arguments_of(declared), places, values)
    return values


def _fill(arguments: Sequence[Parameter], places: list[str], values: dict[str, Any]) -> None:
    """Give each argument its word, and see that every one of them is there, and none left."""
    for argument in arguments:
        if argument.is_list and places:
            values[argument.name], places = places, []
        elif places:
            values[argument.name] = places.pop(0)
        elif argument.is_required:
            raise UsageError(f"missing argument: {argument.word.metavar.removesuffix('...')}")
    if places:
        raise UsageError(f"unexpected argument: {in_short(places[0])}")


def in_short(word: str) -> str:
    """What was typed, for a complaint: its beginning, if it is endless."""
    return word if len(word) <= SHOWN else f"{word[:SHOWN]}..."


def perhaps(word: str, known: Iterable[str]) -> str:
    """The word that was probably meant, to be put behind a complaint; "" if none is like it."""
    from sightline.model.names import meant  # only a slip needs it

    close = meant(in_short(word), known)
    return f"; did you mean {close}?" if close else ""
