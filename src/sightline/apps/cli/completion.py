"""Shell completion for commands, options, rules, and the figures on the map on the line.

A shell runs `sightline` with _SIGHTLINE_COMPLETE set, and with the words of the line in COMP_WORDS,
one per line; COMP_CWORD is the index of the word at the cursor. The words that fit there are
printed, one per line. This module also has the scripts that set up each shell.
"""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, suppress
from io import StringIO
from pathlib import Path

from sightline.apps.cli.main import COMMANDS, command_parser, top_parser
from sightline.apps.cli.output.screen import say
from sightline.apps.cli.parser import HELP_FLAGS, Parser, in_short
from sightline.errors import InvalidValueError

CURSOR = "\0"
"""A placeholder for the word at the cursor. No real word contains it."""

SCRIPTS = {
    "bash": """\
_sightline() {
    local IFS=$'\\n'
    COMPREPLY=($(_SIGHTLINE_COMPLETE=complete COMP_WORDS="${COMP_WORDS[*]}" \\
        COMP_CWORD="$COMP_CWORD" "$1" 2>/dev/null))
}
complete -o default -F _sightline sightline
""",
    "zsh": """\
_sightline() {
    local -a found
    found=("${(@f)$(_SIGHTLINE_COMPLETE=complete COMP_WORDS="${(F)words}" \\
        COMP_CWORD="$((CURRENT - 1))" "${words[1]}" 2>/dev/null)}")
    if [[ -n "$found" ]]; then compadd -Q -- "${(@q)found}"; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _sightline sightline
""",
    "fish": """\
function _sightline
    set -l words (commandline -opc) (commandline -ct)
    _SIGHTLINE_COMPLETE=complete COMP_WORDS=(string join \\n -- $words | string collect) \\
        COMP_CWORD=(math (count $words) - 1) $words[1] 2>/dev/null
end
complete -c sightline -a '(_sightline)'
""",
}


# --- completions


def answer_shell() -> int:
    """Print the words that fit at the cursor of the line in the environment, and
    return the exit code.
    """
    words = [_unquoted(word) for word in os.environ.get("COMP_WORDS", "").split("\n")]
    index = os.environ.get("COMP_CWORD", "")
    at = int(index) if index.isdecimal() else len(words) - 1
    typed = words[at] if at < len(words) else ""
    for each in _candidates(words[1:at], typed):
        if each.startswith(typed):
            say(each)
    return 0


def _candidates(before: Sequence[str], typed: str) -> Iterable[str]:
    for length in (1, 2):
        name = " ".join(before[:length])
        if name in COMMANDS:
            return _of_command(command_parser(name)[0], before[length:], typed)
    if not before and typed.startswith("-"):
        return top_parser().flags()
    names = [name.split() for name in COMMANDS]
    return dict.fromkeys(
        name[len(before)]
        for name in names
        if len(name) > len(before) and name[: len(before)] == [*before]
    )


def _of_command(parser: Parser, before: Sequence[str], typed: str) -> Iterable[str]:
    flag, has_value, _ = typed.partition("=")
    if typed.startswith("--") and has_value:
        return [f"{flag}={value}" for value in _of_command(parser, [*before, flag], "")]
    if typed.startswith("-"):
        return parser.flags()
    values = Namespace()
    words = [word for word in before if word not in HELP_FLAGS]
    # Arguments after the cursor are missing, so parsing ends with an error.
    with redirect_stderr(StringIO()), suppress(SystemExit):
        parser.parse_known_args(parser.options_first([*words, CURSOR]), values)
    for name, complete in parser.completers.items():
        value = getattr(values, name, None)
        if value == CURSOR or (isinstance(value, list) and CURSOR in value):
            return complete(values)
    return []


def _unquoted(word: str) -> str:
    """Return the word as the shell would pass it on, or unchanged if a quote is still open."""
    try:
        return " ".join(shlex.split(word)) if word else ""
    except ValueError:
        return word.lstrip("'\"")


# --- setting up a shell


def show_completion(shell: str) -> int:
    """Print the script for a shell, by default for the current one."""
    say(_script(shell or _own_shell()).rstrip("\n"))
    return 0


def install_completion(shell: str) -> int:
    """Write the script to the file that the shell reads, and print its path."""
    shell = shell or _own_shell()
    home = Path.home()
    if shell == "fish":
        config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        script = _written(config / "fish" / "completions" / "sightline.fish", shell)
        say(f"wrote {script}")
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
        script = _written(data / "sightline" / f"completion.{shell}", shell)
        startup = home / f".{shell}rc"
        line = f"source {shlex.quote(str(script))}"
        known = startup.read_text(encoding="utf-8") if startup.exists() else ""
        if line not in known.splitlines():
            with startup.open("a", encoding="utf-8") as file:
                file.write(f"{'' if known.endswith(chr(10)) or not known else chr(10)}{line}\n")
        say(f"wrote {script}, which {startup} reads")
    say("It works in the next shell that you open.")
    return 0


def _written(path: Path, shell: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_script(shell), encoding="utf-8")
    return path


def _own_shell() -> str:
    return Path(os.environ.get("SHELL", "")).name


def _script(shell: str) -> str:
    if shell not in SCRIPTS:
        raise InvalidValueError(
            f"shell: expected one of {', '.join(SCRIPTS)}, got {in_short(shell)!r}"
        )
    return SCRIPTS[shell]
