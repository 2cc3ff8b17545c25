"""The help: of everything, of a group of commands, and of one command, from its declarations.

The first sentence of a command's docstring is its line in lists. Lines that are set in, such as
examples, stay as they are; paragraphs are wrapped to the screen.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill

from sightline.apps.cli.screen import screen_of
from sightline.apps.cli.words import (
    HELP,
    Argument,
    Command,
    Parameter,
    arguments_of,
    options_of,
    parameters,
)
from sightline.render.canvas import styled

HelpLine = tuple[str, str]
"""A name, and what it is."""

WIDEST = 100
"""Longer lines are hard to read, however wide the screen is."""
WIDEST_NAME = 24
"""Longer names have a line of their own."""

ABOUT = """Who sees whom, exactly, and why: line of sight for boards of squares and hexes.

Examples:
  sightline demo
  sightline see crypt.txt Mira goblin
  sightline field crypt.txt Mira --svg field.svg
  sightline COMMAND --help
"""
TOP_OPTIONS = (
    ("--version", "Say which version this is."),
    ("--install-completion", "Teach your shell (or the one named: bash, zsh, fish) to complete."),
    ("--show-completion", "Print what that would teach it."),
)
HELP_ENTRY = (", ".join(reversed(HELP)), "Show this message and exit.")


def usage(name: str, command: Command) -> str:
    """How a command is typed, in a line."""
    declared = parameters(command)
    words = [_typed(each) for each in arguments_of(declared)]
    options = "[OPTIONS]" if options_of(declared) else ""
    return " ".join(filter(None, ("sightline", name, options, *words)))


def _typed(each: Parameter) -> str:
    return each.word.metavar if each.is_required else f"[{each.word.metavar}]"


def help_of_all(panels: Mapping[str, Iterable[HelpLine]]) -> str:
    """The help of `sightline` itself; `panels` are the commands under their headings."""
    return _page(
        "sightline [OPTIONS] COMMAND [ARGS]...",
        ABOUT,
        {**panels, "Options": (*TOP_OPTIONS, HELP_ENTRY)},
    )


def help_of_group(name: str, about: str, entries: Iterable[HelpLine]) -> str:
    """The help of commands that share a first word."""
    line = f"sightline {name} COMMAND [ARGS]..."
    return _page(line, about, {"Commands": entries, "Options": (HELP_ENTRY,)})


def help_of_command(name: str, command: Command) -> str:
    """The help of one command: what it does, and every word that it takes."""
    declared = parameters(command)
    arguments = [(each.word.metavar, _described(each)) for each in arguments_of(declared)]
    options = [
        (f"{flag} {each.word.metavar}".rstrip(), _described(each))
        for flag, each in options_of(declared).items()
    ]
    parts = {"Arguments": arguments, "Options": (*options, HELP_ENTRY)}
    return _page(usage(name, command), inspect.getdoc(command) or "", parts)


def first_sentence(text: str) -> str:
    """What stands for a command in lists."""
    return inspect.cleandoc(text).split("\n\n")[0].replace("\n", " ")


def _described(each: Parameter) -> str:
    said = each.word.help
    if isinstance(each.word, Argument):
        return said if each.is_required else f"{said} [may be left out]"
    usual = each.default if isinstance(each.default, str) and each.default else ""
    return f"{said} [default: {usual}]" if usual else said


def _page(line: str, about: str, parts: Mapping[str, Iterable[HelpLine]]) -> str:
    color, _, width = screen_of(sys.stdout)
    width = min(width, WIDEST)
    head = styled("Usage:", "bold", color)
    sections = [f"{head} {line}", *_paragraphs(about, width)]
    for title, entries in parts.items():
        rows = list(entries)
        if rows:
            heading = styled(f"{title}:", "bold", color)
            sections.append("\n".join([heading, *_rows(rows, width, color)]))
    return "\n\n".join(sections)


def _paragraphs(text: str, width: int) -> Iterator[str]:
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        lines = paragraph.strip("\n").split("\n")
        if any(line.startswith(" ") for line in lines):
            yield "\n".join(f"  {line}" for line in lines)
        else:
            yield fill(" ".join(lines), width, initial_indent="  ", subsequent_indent="  ")


def _rows(entries: list[HelpLine], width: int, color: bool) -> Iterator[str]:
    """Names on the left, what they are on the right."""
    column = min(WIDEST_NAME, max(len(name) for name, _ in entries))
    indent = " " * (column + 4)
    for name, words in entries:
        fits = len(name) <= column
        start = f"  {name:{column}}  " if fits else indent
        if not fits:
            yield styled(f"  {name}", "bold", color)
        text = fill(
            words, width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False
        )
        yield text.replace(name, styled(name, "bold", color), 1) if fits else text
