"""Shell completion: of commands, options, rules, and the figures on the map that was named.

A shell runs `sightline` with _SIGHTLINE_COMPLETE set, and the words of the line in COMP_WORDS, one
on each line; COMP_CWORD is the place of the one that is being typed. What could stand there is
printed, one on each line. The scripts that make shells do so are here too.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sightline.apps.cli.manual import TOP_OPTIONS
from sightline.apps.cli.screen import say
from sightline.apps.cli.words import (
    HELP,
    Command,
    Parameter,
    arguments_of,
    in_short,
    is_option,
    options_of,
    parameters,
)
from sightline.errors import InvalidValueError

VARIABLE = "_SIGHTLINE_COMPLETE"

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


# --- what could stand there


def answer_shell(commands: Sequence[str], find: Callable[[str], Command]) -> int:
    """Do what the shell asks for in the environment; the exit code."""
    asked = os.environ[VARIABLE]
    if asked.startswith("source_"):
        say(_script(asked.removeprefix("source_")).rstrip("\n"))
        return 0
    words = [_unquoted(word) for word in os.environ.get("COMP_WORDS", "").split("\n")]
    place = os.environ.get("COMP_CWORD", "")
    at = int(place) if place.isdecimal() else len(words) - 1
    typed = words[at] if at < len(words) else ""
    for each in candidates(commands, find, words[1:at], typed):
        say(each)
    return 0


def candidates(
    commands: Sequence[str], find: Callable[[str], Command], before: Sequence[str], typed: str
) -> list[str]:
    """What could stand in the place of `typed`, behind the words before it."""
    firsts = dict.fromkeys(name.split()[0] for name in commands)
    found: list[str] = []
    if not before:
        options = [flag for flag, _ in TOP_OPTIONS] if typed.startswith("-") else []
        found = [*firsts, *options, *(HELP[:1] if options else ())]
    elif len(before) == 1 and before[0] in firsts and before[0] not in commands:
        found = [name.split()[1] for name in commands if name.split()[0] == before[0]]
    else:
        for length in (1, 2):
            name = " ".join(before[:length])
            if name in commands:
                found = _of_command(parameters(find(name)), before[length:], typed)
    return [each for each in found if each.startswith(typed)]


def _of_command(declared: list[Parameter], before: Sequence[str], typed: str) -> list[str]:
    options, arguments = options_of(declared), arguments_of(declared)
    values: dict[str, str] = {}
    places: list[str] = []
    waiting: Parameter | None = None
    for word in before:
        option = options.get(word.partition("=")[0])
        if waiting is not None:
            waiting = None
        elif option is not None:
            waiting = option if option.kind is not bool and "=" not in word else None
        elif not is_option(word):
            places.append(word)
    values.update(zip((each.name for each in arguments), places, strict=False))
    if waiting is not None:
        return _offered(waiting, values)
    flag, has_value, _ = typed.partition("=")
    if has_value and flag in options:
        return [f"{flag}={each}" for each in _offered(options[flag], values)]
    if typed.startswith("-"):
        return [*options, HELP[0]]
    here = arguments[min(len(places), len(arguments) - 1)] if arguments else None
    if here is None or (len(places) >= len(arguments) and not here.is_list):
        return []
    return _offered(here, values)


def _offered(each: Parameter, values: Mapping[str, str]) -> list[str]:
    return [] if each.word.complete is None else each.word.complete(values)


def _unquoted(word: str) -> str:
    """The word as the shell would pass it on; as it is, if a quote is still open."""
    try:
        return " ".join(shlex.split(word)) if word else ""
    except ValueError:
        return word.lstrip("'\"")


# --- teaching a shell


def show_completion(words: Sequence[str]) -> int:
    """Print the script for the shell that is named, or for the one in use."""
    say(_script(_shell(words)).rstrip("\n"))
    return 0


def install_completion(words: Sequence[str]) -> int:
    """Put the script where the shell reads it; say where."""
    shell = _shell(words)
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


def _shell(words: Sequence[str]) -> str:
    if len(words) > 1:
        raise InvalidValueError(f"unexpected argument: {in_short(words[1])}")
    return words[0] if words else Path(os.environ.get("SHELL", "")).name


def _script(shell: str) -> str:
    if shell not in SCRIPTS:
        raise InvalidValueError(
            f"shell: expected one of {', '.join(SCRIPTS)}, got {in_short(shell)!r}"
        )
    return SCRIPTS[shell]
