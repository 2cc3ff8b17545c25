"""Read names of tiles, such as C4, and suggest names for mistyped ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sightline.model.cell import TILE_NAME, parse_square
from sightline.model.numbers import short_repr
from sightline.texts import say

_POSITION = r"\(?\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*\)?"
LIKENESS = 0.7
"""The similarity (difflib's ratio) from which a word counts as a typo of another."""
SHORTEST_START = 3
"""The fewest letters from which the rest of a name is guessed."""
MOST_LISTED = 8
LONGEST = 60
"""Longer names are not compared, because that would be slow."""


def tile_called(grid: str, name: str) -> tuple[int, int] | None:
    """Return the position with that name, on a board or not, or None if it is not the name of a
    tile.

    Names are written as in pictures: C4 or 3,2 on squares ("square"), (2, -1) or 2,-1 on hexes
    ("hex").

    >>> tile_called("square", "C4"), tile_called("hex", "(2, -1)"), tile_called("hex", "Mira")
    ((3, 2), (2, -1), None)
    """
    return _tile_called(grid, name.strip()) if len(name) <= LONGEST else None


@lru_cache(maxsize=4096)
def _tile_called(grid: str, name: str) -> tuple[int, int] | None:
    pair = re.fullmatch(_POSITION, name, re.ASCII)
    if pair is not None:
        return int(pair[1]), int(pair[2])
    if grid == "square" and re.fullmatch(TILE_NAME, name, re.ASCII):
        row, col = parse_square(name)
        return row, col
    return None


def how_tiles_are_called(grid: str) -> str:
    """Return a description of how to write a position, for error messages."""
    return say("row,col or a name such as C4") if grid == "square" else "q,r"


def meant(word: str, names: Iterable[str]) -> str | None:
    """Return the name that the user probably meant, or None.

    >>> meant("gobln", ["Mira", "goblin"]), meant("osric", ["Sir Osric"]), meant("elf", ["Mira"])
    ('goblin', 'Sir Osric', None)
    """
    if len(word) > LONGEST:
        return None
    plain = _plain(word)
    by_plain = {_plain(name): name for name in names if len(name) <= LONGEST}
    if plain in by_plain:
        return by_plain[plain]
    longer = [
        name
        for each, name in by_plain.items()
        if len(plain) >= SHORTEST_START
        and (each.startswith(plain) or plain in map(_plain, name.split()))
    ]
    if len(longer) == 1:
        return longer[0]
    from difflib import get_close_matches  # slow to load and rarely needed

    close = get_close_matches(plain, by_plain, n=1, cutoff=LIKENESS)
    return by_plain[close[0]] if close else None


def _plain(name: str) -> str:
    """Return a name in lower case, without spaces and hyphens."""
    return re.sub(r"[\s_-]+", "", name.casefold())


def did_you_mean(word: object, names: Iterable[str]) -> str:
    """Return "; did you mean ...?" for the end of an error message, or "" if no name is similar."""
    found = meant(word, names) if isinstance(word, str) else None
    return "" if found is None else say("; did you mean {name}?", name=short_repr(found))


def not_one_of(what: str, choices: Iterable[str], value: object) -> str:
    """Return an error message with the accepted values, the given one and a suggestion.

    >>> not_one_of("state", ("open", "closed"), "opne")
    "state: expected one of open, closed, got 'opne'; did you mean 'open'?"
    """
    names = tuple(choices)
    return say(
        "{what}: expected one of {names}, got {got}{perhaps}",
        what=what,
        names=", ".join(names),
        got=short_repr(value),
        perhaps=did_you_mean(value, names),
    )


def no_figure(name: object, names: Sequence[str]) -> str:
    """Return the error message for an unknown figure, with the names on the board."""
    here = ", ".join(map(_in_a_list, names[:MOST_LISTED]))
    if len(names) > MOST_LISTED:
        here = say("{names} and {n} more", names=here, n=len(names) - MOST_LISTED)
    return say(
        "no figure is called {name}{perhaps}\n  figures here: {names}",
        name=short_repr(name),
        perhaps=did_you_mean(name, names),
        names=here or say("none"),
    )


def _in_a_list(name: str) -> str:
    """Return a name for a list, shortened if it is long, escaped if it cannot be printed."""
    return name if name.isprintable() and len(name) <= LONGEST else short_repr(name, LONGEST)
