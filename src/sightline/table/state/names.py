"""Validate names: readable text on one line, and not too long."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count

from sightline.table.protocol.types import MAX_NAME
from sightline.table.state.records import Refusal

_JOINERS = "\u200c\u200d"
"""Invisible characters that some scripts and emoji need."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that Unicode counts as letters and symbols, but that are invisible."""
_MASTERS = frozenset(
    {"master", "gamemaster", "gm"}
    | {"sl", "spielleiter", "spielleiterin", "spielleitung"}
    | {"dj", "directordejuego", "directoradejuego"}
)
"""Names for the game master in the languages of the page: only letters, without an article."""
_ALIKE = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf",
    "ABEKMHOPCTX" + "aeopcyxisj" + "ABEZHIKMNOPTYXo",
)
"""Cyrillic and Greek letters that look like Latin ones."""
_ARTICLES = ("", "the", "der", "die", "el", "la")
MOST_MARKS = 4
"""The maximum number of combining marks per letter, more than any script needs. Fifty would
cover the lines above.
"""


def clean_name(text: str) -> str:
    """Return the name without surrounding spaces, or raise a Refusal with the reason."""
    name = unicodedata.normalize("NFC", text).strip()
    if not any(map(_is_visible, name)):
        raise Refusal("nameMissing")
    if not all(map(_is_readable, name)):
        raise Refusal("nameNotText")
    if len(name) > MAX_NAME:
        raise Refusal("nameTooLong", most=MAX_NAME)
    if _without_piles(name) != name:
        raise Refusal("nameAccents", most=MOST_MARKS)
    return name


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number if it reads like one of the others."""
    taken = {_read_as(other) for other in others}
    if _read_as(name) not in taken:
        return name
    numbered = (f"{name[: MAX_NAME - len(f' {n}')].rstrip()} {n}" for n in count(2))
    return next(each for each in numbered if _read_as(each) not in taken)


def is_masters_name(name: str) -> bool:
    """Return whether others would mistake this name for the game master's."""
    letters = "".join(each for each in _read_as(name) if each.isalnum() and each not in _BLANK)
    return any(letters.removeprefix(article) in _MASTERS for article in _ARTICLES)


def tidied(text: str, instead: str) -> str:
    """Return a name from a file without invalid characters, or `instead` if nothing is left."""
    normal = unicodedata.normalize("NFC", text[: 10 * MAX_NAME])
    readable = "".join(letter if _is_readable(letter) else " " for letter in normal)
    name = " ".join(_without_piles(readable).split())[:MAX_NAME].strip()
    return name if any(map(_is_visible, name)) else instead


def _read_as(name: str) -> str:
    """Return the common form of names that look alike.

    It ignores width, case, spaces, invisible characters, and the alphabet of letters that look the
    same.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold()
    return "".join(letter for letter in plain if not letter.isspace() and letter not in _JOINERS)


def _is_readable(letter: str) -> bool:
    return letter.isprintable() or letter in _JOINERS


def _is_visible(letter: str) -> bool:
    """Return whether a character is visible: letters, numbers, punctuation and symbols, but not
    marks.
    """
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK


def _without_piles(name: str) -> str:
    """Return the name with at most the first few marks of each letter."""
    kept, marks = [], 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
