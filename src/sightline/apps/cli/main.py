"""The entry point: finds the command, runs it, and turns what goes wrong into one clear message.

Only the module of the command that is asked for is imported, and of what is for help and shell
completion nothing: an answer should not wait for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from sightline.apps.cli.screen import note, prepare, say, screen_of
from sightline.apps.cli.words import (
    HELP,
    Command,
    UsageError,
    asks_for_help,
    in_short,
    parsed,
    perhaps,
)

ERROR, BROKEN_PIPE, INTERRUPTED = 2, 141, 130
COMPLETION = "_SIGHTLINE_COMPLETE"
TOP_OPTIONS = ("--version", "--install-completion", "--show-completion", *HELP)

ASKING, MAPS, PLAYING = "Ask", "Maps and rules", "Play and look around"
STUDYING = "Study"
COMMANDS = {
    # name: module, function, panel of the help
    "see": ("ask_commands", "see", ASKING),
    "field": ("ask_commands", "field", ASKING),
    "heatmap": ("ask_commands", "heatmap", ASKING),
    "graph": ("cluster_commands", "graph", ASKING),
    "compare": ("ask_commands", "compare", ASKING),
    "light": ("light_commands", "light", ASKING),
    "share": ("share_commands", "share", ASKING),
    "info": ("map_commands", "info", MAPS),
    "grid": ("map_commands", "grid", MAPS),
    "convert": ("map_commands", "convert", MAPS),
    "rules": ("map_commands", "rules", MAPS),
    "rulings list": ("ruling_commands", "list_rulings", MAPS),
    "rulings add": ("ruling_commands", "add", MAPS),
    "rulings undo": ("ruling_commands", "undo", MAPS),
    "rulings export": ("ruling_commands", "export", MAPS),
    "rulings import": ("ruling_commands", "import_rulings", MAPS),
    "study one-card-dungeon": ("study_commands", "one_card_dungeon", STUDYING),
    "study map": ("study_commands", "study_map", STUDYING),
    "table": ("table_commands", "table", PLAYING),
    "demo": ("play_commands", "demo", PLAYING),
    "play": ("play_commands", "play", PLAYING),
    "quest": ("quest_commands", "quest", PLAYING),
    "skirmish": ("skirmish_commands", "skirmish", PLAYING),
    "bench": ("play_commands", "bench", PLAYING),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        prepare(stream)
    if COMPLETION in os.environ:
        return run(_answer_shell, {})
    name = ""
    try:
        name = command_name(words)
        command, values = _understood(name, words)
    except UsageError as error:
        return _explain(error, name)
    return run(command, values)


def _understood(name: str, words: Sequence[str]) -> tuple[Command, dict[str, Any]]:
    """What is to be done, and with which values."""
    if name not in COMMANDS:
        return _without_command, {"group": name, "words": words}
    rest = words[len(name.split()) :]
    command = find_command(name)
    if asks_for_help(rest):
        return _show_help, {"name": name}
    return command, parsed(command, rest)


def command_name(words: Sequence[str]) -> str:
    """The command that a line begins with; the name of a group, or "", if it asks for none.

    Anything else there: `UsageError`.
    """
    if not words or words[0] in TOP_OPTIONS:
        return ""
    first = words[0]
    if first in COMMANDS:
        return first
    seconds = [name.split()[1] for name in COMMANDS if name.startswith(f"{first} ")]
    if seconds and (len(words) == 1 or words[1] in HELP):
        return first
    if seconds and words[1] in seconds:
        return f"{first} {words[1]}"
    if seconds:
        word, known = f"{first} {words[1]}", [name for name in COMMANDS if " " in name]
    else:
        word, known = first, [*(name.split()[0] for name in COMMANDS), *TOP_OPTIONS]
    what = "option" if word.startswith("-") else "command"
    raise UsageError(f"no such {what}: {in_short(word)}{perhaps(word, known)}")


def find_command(name: str) -> Command:
    module, function, _ = COMMANDS[name]
    command: Command = getattr(import_module(f"sightline.apps.cli.{module}"), function)
    return command


# --- all but commands


def _answer_shell() -> int:
    from sightline.apps.cli.completion import answer_shell

    return answer_shell(list(COMMANDS), find_command)


def _show_help(name: str) -> int:
    from sightline.apps.cli.manual import help_of_command

    say(help_of_command(name, find_command(name)))
    return 0


def _without_command(group: str, words: Sequence[str]) -> int:
    """Help, the version, and what shells learn."""
    rest = words[1:]
    match words[0] if words else "":
        case "--version":
            return _version()
        case "--install-completion":
            from sightline.apps.cli.completion import install_completion

            return install_completion(rest)
        case "--show-completion":
            from sightline.apps.cli.completion import show_completion

            return show_completion(rest)
    text = _group_help(group) if group else _whole_help()
    if any(word in HELP for word in words):
        say(text)
        return 0
    note(text)  # nothing was asked for, so this is no answer
    return ERROR


def _version() -> int:
    from sightline import __version__, compiled

    kernels = "compiled kernels" if compiled() else "pure Python, no compiled kernels"
    say(f"sightline {__version__} ({kernels}; Python {sys.version.split()[0]})")
    return 0


def _whole_help() -> str:
    from sightline.apps.cli.manual import first_sentence, help_of_all

    panels: dict[str, dict[str, str]] = {}
    for name, (_, _, panel) in COMMANDS.items():
        group = name.partition(" ")[0]
        about = find_command(name).__doc__ if group == name else _about(name)
        panels.setdefault(panel, {})[group] = first_sentence(about or "")
    return help_of_all({title: panel.items() for title, panel in panels.items()})


def _group_help(group: str) -> str:
    from sightline.apps.cli.manual import first_sentence, help_of_group

    names = [name for name in COMMANDS if name.startswith(f"{group} ")]
    entries = [
        (name.split()[1], first_sentence(find_command(name).__doc__ or "")) for name in names
    ]
    return help_of_group(group, _about(names[0]), entries)


def _about(name: str) -> str:
    """What the module of a command says of the group."""
    return import_module(f"sightline.apps.cli.{COMMANDS[name][0]}").__doc__ or ""


def _explain(error: UsageError, name: str) -> int:
    code = _complain(str(error))
    if name in COMMANDS:
        from sightline.apps.cli.manual import usage

        note(f"usage: {usage(name, find_command(name))}")
    note(f"`{' '.join(filter(None, ('sightline', name, '--help')))}` tells more.")
    return code


# --- running


def run(command: Command, values: dict[str, Any]) -> int:
    """The command's exit code, with messages in place of tracebacks."""
    from sightline.errors import SightlineError

    try:
        code = command(**values)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read us has gone. What is left must not be flushed into the broken pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except SightlineError as error:
        return _complain(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")
    except (MemoryError, RecursionError):
        return _complain("this needs more memory than there is")
    return code


def _complain(message: str) -> int:
    start = "\x1b[1;31merror:\x1b[0m" if screen_of(sys.stderr).color else "error:"
    note(f"{start} {message}")
    return ERROR


if __name__ == "__main__":
    sys.exit(main())
