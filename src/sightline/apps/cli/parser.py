"""`argparse` with one-line errors that suggest corrections, and help that fits a screen."""

from __future__ import annotations

import argparse
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import NoReturn

from sightline.apps.cli.output.screen import complain, note, screen_of

ArgumentGroup = argparse._ArgumentGroup
Completer = Callable[[Namespace], Iterable[str]]
"""A function that returns completions, given the values parsed so far."""

Panels = Mapping[str, Mapping[str, str]]
"""Commands to list in the help: heading -> name -> text."""

WIDEST = 100
"""The widest help text, because longer lines are hard to read."""
HELP_COLUMN = 26
LONGEST_WORD, LONGEST_MESSAGE = 200, 300
HELP_FLAGS = ("-h", "--help")

_NEGATIVE_POSITION = re.compile(r"-[0-9]+\s*,\s*-?[0-9]+", re.ASCII)


class Parser(argparse.ArgumentParser):
    """The parser of one command. Its help comes from a docstring: text, then `Examples:`.

    Arguments belong in the group `places`, common options in `common`, and others in `rare`.
    """

    def __init__(self, prog: str, about: str, panels: Panels | None = None) -> None:
        text, _, examples = cleandoc(about).partition("\n\nExamples:")
        super().__init__(
            prog=prog,
            description=text,
            epilog=f"Examples:{examples}" if examples else None,
            formatter_class=_HelpFormatter,
            add_help=False,
            allow_abbrev=False,
        )
        for title, commands in (panels or {}).items():
            panel = self.add_argument_group(title)
            for name, text in commands.items():
                panel.add_argument(name, nargs="?", help=text)  # only for the help, never parsed
        self.places = self.add_argument_group("Arguments")
        self.common = self.add_argument_group("Options")
        self.rare = self.add_argument_group("More options")
        self.completers: dict[str, Completer] = {}
        """Completers by the name of the argument or option in the namespace."""
        self.common.add_argument(*HELP_FLAGS, action="help", help="Show this help and exit.")

    def parse(self, words: Sequence[str]) -> Namespace:
        """Return the values of all arguments and options, or exit with an error."""
        values, left = self.parse_known_args(self.options_first(words))
        unexpected = [word for word in left if word != "--"]
        if unexpected:
            self.error(f"unexpected argument: {in_short(unexpected[0])}")
        return values

    def options_first(self, words: Sequence[str]) -> list[str]:
        """Return the words sorted into options, `--` and arguments.

        Without this, argparse takes -2,1 for an option, and ends FROM... at the first option.
        """
        options, arguments = list[str](), list[str]()
        rest = list(words)
        while rest:
            word = rest.pop(0)
            flag = word.partition("=")[0]
            if word == "--":
                arguments += rest
                break
            if not word.startswith("-") or word == "-" or _NEGATIVE_POSITION.fullmatch(word):
                arguments.append(word)
            elif flag not in self._option_string_actions:
                self.error(f"no such option: {in_short(flag)}{suggestion(flag, self.flags())}")
            elif self._has_value(word, rest):
                options.append(f"{word}={rest.pop(0)}")
            else:
                options.append(word)
        return [*options, "--", *arguments]

    def _has_value(self, flag: str, rest: Sequence[str]) -> bool:
        """Return whether the next word is the value of the option, and not another option."""
        known = self._option_string_actions
        return (
            flag in known
            and known[flag].nargs != 0
            and bool(rest)
            and rest[0].partition("=")[0] not in known
        )

    def flags(self) -> list[str]:
        """Return the long names of all options."""
        return [flag for flag in self._option_string_actions if flag.startswith("--")]

    def usage_line(self) -> str:
        """Return the usage of the command in one line."""
        return " ".join((self.prog, "[OPTIONS]", *map(_typed, self._get_positional_actions())))

    def format_usage(self) -> str:
        return f"usage: {self.usage or self.usage_line()}"

    def format_help(self) -> str:
        self.usage = self.usage or self.usage_line()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        code = complain(in_short(message.removeprefix("argument "), LONGEST_MESSAGE))
        note(self.format_usage())
        note(f"Try `{self.prog} --help`.")
        self.exit(code)


class _HelpFormatter(argparse.HelpFormatter):
    """Wraps paragraphs to the screen, and leaves examples unchanged."""

    def __init__(self, prog: str) -> None:
        screen = screen_of(sys.stdout)
        super().__init__(prog, max_help_position=HELP_COLUMN, width=min(screen.width, WIDEST))
        self._has_color = screen.color

    def start_section(self, heading: str | None) -> None:
        super().start_section(f"\x1b[1m{heading}\x1b[0m" if self._has_color else heading)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(
            part if "\n  " in part else super(_HelpFormatter, self)._fill_text(part, width, indent)
            for part in text.split("\n\n")
        )


def _typed(action: argparse.Action) -> str:
    word = f"{action.metavar}{'...' if action.nargs in ('+', '*') else ''}"
    return f"[{word}]" if action.nargs in ("?", "*") else word


def whole_number(word: str) -> int:
    """Convert a word to an int, with commas or underscores allowed. For the `type` of an option."""
    try:
        return int(word.replace(",", "").replace("_", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected a whole number, got {in_short(word)!r}"
        ) from None


def number(word: str) -> int | float:
    """Convert a word to a number. For the `type` of an option."""
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            pass
    raise argparse.ArgumentTypeError(f"expected a number, got {in_short(word)!r}")


def in_short(word: str, longest: int = LONGEST_WORD) -> str:
    """Return a word for a message, shortened if it is very long."""
    return word if len(word) <= longest else f"{word[:longest]}..."


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the end of an error message that suggests a known word, or ""."""
    from sightline.model.names import meant

    close = meant(in_short(word), known)
    return f"; did you mean {close}?" if close else ""
