"""The choice of a map from a file with several, and the report on the others."""

from __future__ import annotations

from sightline.errors import FormatError
from sightline.formats.contract import Options, Report
from sightline.formats.counts import count
from sightline.formats.safe.safe_json import show
from sightline.texts import say, word

MOST_NAMED = 20
"""The maximum number of names that a sentence lists."""


def choose_scene(names: list[str], options: Options, report: Report, place: str, first: int) -> int:
    """Return the index of the map to read: the one chosen by name or number, or `first`.

    Numbers count from 0. The choices are added to the report.
    """
    if not names:
        raise FormatError(say("expected at least one map, got none"), place)
    wanted = options.level
    if wanted is None:
        chosen = first
        if len(names) > 1:
            others = [name for number, name in enumerate(names) if number != chosen]
            more = " ..." if len(others) > MOST_NAMED else ""
            report.guessed.append(
                say(
                    "{name}, of {things}; the others are {names}{more}",
                    name=show(names[chosen]),
                    things=count(len(names), "map"),
                    names=", ".join(map(show, others[:MOST_NAMED])),
                    more=more,
                )
            )
    else:
        chosen = number_of(wanted, names, "map", place)
    report.choices.levels, report.choices.level = names, names[chosen]
    report.read.append(say("map {name}", name=show(names[chosen])))
    return chosen


def number_of(wanted: str, names: list[str], noun: str, place: str) -> int:
    """Return the index of the map with this name or number, or raise an error that lists all
    names.
    """
    if wanted in names:
        return names.index(wanted)
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 9 and int(wanted) < len(names):
        return int(wanted)
    listed = ", ".join(f"{i} {show(name)}" for i, name in enumerate(names[:MOST_NAMED]))
    more = " ..." if len(names) > MOST_NAMED else ""
    raise FormatError(
        say(
            "no {noun} is called {got}; there are {listed}{more}",
            noun=word(noun),
            got=show(wanted),
            listed=listed,
            more=more,
        ),
        place,
    )
