"""The command line as a typer application: help, shell completion, and complaints about words."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any

import typer

from sightline.apps.cli.screen import say, screen_of
from sightline.apps.cli.words import Argument, Command, Parameter, parameters

Runner = Callable[[Command, dict[str, Any]], int]


def make_app(commands: Mapping[str, tuple[Command, str]], run: Runner) -> typer.Typer:
    """An application with these commands, by name and with their panel in the help.

    A name of two words is a command in a group.
    """
    app = _typer()
    app.callback()(sightline)
    groups: dict[str, typer.Typer] = {}
    for name, (command, panel) in commands.items():
        group, _, rest = name.rpartition(" ")
        if group and group not in groups:
            groups[group] = _typer()
            about = inspect.getmodule(command).__doc__
            app.add_typer(groups[group], name=group, rich_help_panel=panel, help=about)
        home = groups[group] if group else app
        home.command(rest or name, rich_help_panel=None if group else panel)(_bound(command, run))
    return app


def _typer() -> typer.Typer:
    return typer.Typer(
        # Frames and colours are for terminals; pipes get plain text.
        rich_markup_mode="rich" if screen_of(sys.stdout).color else None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["--help", "-h"]},
    )


def _bound(command: Command, run: Runner) -> Callable[..., None]:
    """The command in typer's own terms, with its answer as exit code."""

    @wraps(command)
    def bound(**values: Any) -> None:
        raise typer.Exit(run(command, values))

    declared = parameters(command)
    bound.__annotations__ = {each.name: _annotation(each) for each in declared}
    bound.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(
                each.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=each.default,
                annotation=_annotation(each),
            )
            for each in declared
        ]
    )
    return bound


def _annotation(each: Parameter) -> Any:
    word = each.word
    info: Any
    if isinstance(word, Argument):
        info = typer.Argument(metavar=word.metavar, help=word.help, autocompletion=word.complete)
    else:
        info = typer.Option(
            word.flag,
            metavar=word.metavar or None,
            help=word.help,
            autocompletion=word.complete,
        )
    return Annotated[each.kind, info]


def _version(asked: bool) -> None:
    if asked:
        from sightline import __version__, compiled

        kernels = "compiled kernels" if compiled() else "pure Python, no compiled kernels"
        say(f"sightline {__version__} ({kernels}; Python {sys.version.split()[0]})")
        raise typer.Exit


def sightline(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Say which version this is."
        ),
    ] = False,
) -> None:
    """Who sees whom, exactly, and why: line of sight for boards of squares and hexes.

    \b
    Examples:
      sightline demo
      sightline see crypt.txt Mira goblin
      sightline field crypt.txt Mira --svg field.svg
      sightline COMMAND --help
    """
