"""The entry point: find the command, run it, and turn errors into one clear message.

Only the module of the command is imported. It has `add_arguments` and `run`, and its docstring is
the help text.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import cleandoc
from typing import Any, NoReturn

from sightline.apps.cli.output.screen import ERROR, complain, note, prepare, say
from sightline.apps.cli.parser import HELP_FLAGS, Panels, Parser, in_short, suggestion

BROKEN_PIPE, INTERRUPTED = 141, 130
COMPLETION = "_SIGHTLINE_COMPLETE"

ABOUT = """Who sees whom, exactly, and why: line of sight for boards of squares and hexes.

Examples:
  sightline demo
  sightline see crypt.txt Mira goblin
  sightline COMMAND --help
"""
PANELS = {
    # heading in the help: its commands, each with its module in `commands`
    "Ask": {
        "see": "sight.see",
        "field": "sight.field",
        "heatmap": "sight.heatmap",
        "graph": "sight.graph",
        "compare": "sight.compare",
        "light": "sight.light",
        "share": "sight.share",
    },
    "Maps and rules": {
        "info": "maps.info",
        "grid": "maps.grid",
        "convert": "maps.convert",
        "rules": "maps.rules",
        "rulings list": "rulings.list_rulings",
        "rulings add": "rulings.add",
        "rulings undo": "rulings.undo",
        "rulings export": "rulings.export",
        "rulings import": "rulings.import_rulings",
    },
    "Study and serve": {
        "study one-card-dungeon": "study.one_card_dungeon",
        "study map": "study.map",
        "questions": "study.questions",
        "atlas": "study.atlas",
        "serve": "serve.http",
        "mcp": "serve.mcp",
    },
    "Play": {
        "table": "play.table",
        "demo": "play.demo",
        "play": "play.play",
        "quest": "play.quest",
        "skirmish": "play.skirmish",
        "bench": "play.bench",
    },
}
COMMANDS = {name: module for panel in PANELS.values() for name, module in panel.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    from sightline.errors import SightlineError

    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        prepare(stream)
    try:
        code = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe. Python must not flush the rest into it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except SightlineError as error:
        return complain(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return complain(f"{where}{error.strerror or error}")
    except (MemoryError, RecursionError):
        return complain("not enough memory for this")
    return code


def _run(words: Sequence[str]) -> int:
    try:
        if COMPLETION in os.environ:
            from sightline.apps.cli.completion import answer_shell

            return answer_shell()
        for length in (1, 2):
            name = " ".join(words[:length])
            if name in COMMANDS:
                parser, run = command_parser(name)
                return run(parser.parse(words[length:]))
        in_group = [name for name in COMMANDS if words and name.startswith(f"{words[0]} ")]
        return _run_group(words, in_group) if in_group else _run_top(words)
    except SystemExit as done:  # argparse has printed the help or an error
        if isinstance(done.code, int):
            return done.code
        raise


def command_parser(name: str) -> tuple[Parser, Callable[[Namespace], int]]:
    """Return the parser of a command, and the function to call with the parsed arguments."""
    module = _command_module(COMMANDS[name])
    parser = Parser(f"sightline {name}", module.__doc__ or "")
    module.add_arguments(parser)
    return parser, module.run


def _command_module(name: str) -> Any:
    return import_module(f"sightline.apps.cli.commands.{name}")


# --- options before the command


def top_parser(panels: Panels | None = None) -> Parser:
    """Return the parser of the options before the command."""
    parser = Parser("sightline", ABOUT, panels)
    parser.usage = "sightline [OPTIONS] COMMAND [ARGS]..."
    parser.common.add_argument("--version", action="store_true", help="Print the version.")
    for flag, text in (
        ("--install-completion", "Set up completion for your shell (bash, zsh, fish)."),
        ("--show-completion", "Print the completion script instead."),
    ):
        parser.common.add_argument(flag, nargs="?", const="", metavar="SHELL", help=text)
    return parser


def _run_top(words: Sequence[str]) -> int:
    if not words or words[0] in HELP_FLAGS:
        # A group of commands has one line: the summary of its package.
        panels = {
            title: {
                name.split()[0]: _summary(module.split(".")[0] if " " in name else module)
                for name, module in panel.items()
            }
            for title, panel in PANELS.items()
        }
        return _show_help(top_parser(panels), asked=bool(words))
    parser = top_parser()
    if not words[0].startswith("-"):
        _refuse_command(parser, words[0], [name.split()[0] for name in COMMANDS])
    args = parser.parse(words)
    if args.version:
        return _print_version()
    from sightline.apps.cli import completion

    if args.show_completion is not None:
        return completion.show_completion(args.show_completion)
    return completion.install_completion(args.install_completion)


def _run_group(words: Sequence[str], commands: Sequence[str]) -> int:
    package = COMMANDS[commands[0]].split(".")[0]
    panel = {name.split()[1]: _summary(COMMANDS[name]) for name in commands}
    parser = Parser(
        f"sightline {words[0]}", _command_module(package).__doc__ or "", {"Commands": panel}
    )
    parser.usage = f"sightline {words[0]} COMMAND [ARGS]..."
    if len(words) > 1 and words[1] not in HELP_FLAGS:
        _refuse_command(parser, " ".join(words[:2]), commands)
    return _show_help(parser, asked=len(words) > 1)


def _refuse_command(parser: Parser, word: str, known: Sequence[str]) -> NoReturn:
    parser.error(f"no such command: {in_short(word)}{suggestion(word, known)}")


def _summary(module: str) -> str:
    """Return the first paragraph of a module's help text."""
    paragraph: str = cleandoc(_command_module(module).__doc__ or "").split("\n\n")[0]
    return paragraph


def _show_help(parser: Parser, *, asked: bool) -> int:
    text = parser.format_help().rstrip()
    if asked:
        say(text)
        return 0
    note(text)
    return ERROR


def _print_version() -> int:
    from sightline import __version__, compiled

    kernels = "compiled kernels" if compiled() else "pure Python, no compiled kernels"
    say(f"sightline {__version__} ({kernels}; Python {sys.version.split()[0]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
