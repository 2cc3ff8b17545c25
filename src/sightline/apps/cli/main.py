"""The entry point: finds the command, runs it, and turns what goes wrong into one clear message.

A line that is in order runs its command at once, with only that command's module imported. All
other lines, and help and shell completion, are for typer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from sightline.apps.cli.screen import note, prepare, screen_of
from sightline.apps.cli.words import Command, freed, parsed

ERROR, BROKEN_PIPE, INTERRUPTED = 2, 141, 130
COMPLETION = "_SIGHTLINE_COMPLETE"

ASKING, MAPS, PLAYING = "Ask", "Maps and rules", "Play and look around"
COMMANDS = {
    # name: module, function, panel of the help
    "see": ("ask_commands", "see", ASKING),
    "field": ("ask_commands", "field", ASKING),
    "heatmap": ("ask_commands", "heatmap", ASKING),
    "compare": ("ask_commands", "compare", ASKING),
    "light": ("light_commands", "light", ASKING),
    "info": ("map_commands", "info", MAPS),
    "convert": ("map_commands", "convert", MAPS),
    "rules": ("map_commands", "rules", MAPS),
    "rulings list": ("ruling_commands", "list_rulings", MAPS),
    "rulings add": ("ruling_commands", "add", MAPS),
    "rulings undo": ("ruling_commands", "undo", MAPS),
    "rulings export": ("ruling_commands", "export", MAPS),
    "rulings import": ("ruling_commands", "import_rulings", MAPS),
    "table": ("table_commands", "table", PLAYING),
    "demo": ("play_commands", "demo", PLAYING),
    "play": ("play_commands", "play", PLAYING),
    "quest": ("play_commands", "quest", PLAYING),
    "bench": ("play_commands", "bench", PLAYING),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    words = freed(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        prepare(stream)
    if COMPLETION not in os.environ:
        for length in (1, 2):
            name = " ".join(words[:length])
            if name in COMMANDS:
                command = find_command(name)
                values = parsed(command, words[length:])
                if values is not None:
                    return run(command, values)
    return _through_typer(words)


def find_command(name: str) -> Command:
    module, function, _ = COMMANDS[name]
    command: Command = getattr(import_module(f"sightline.apps.cli.{module}"), function)
    return command


def _through_typer(words: list[str]) -> int:
    from sightline.apps.cli.app import make_app

    app = make_app({name: (find_command(name), COMMANDS[name][2]) for name in COMMANDS}, run)
    try:
        app(words, prog_name="sightline")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else ERROR
    return 0


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
