"""Checks the names that people give: readable text on one line, and not too long."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count

from sightline.table.protocol import MAX_NAME
from sightline.table.state.records import Refusal

_JOINERS = "\u200c\u200d"
"""Invisible, but some scripts and emoji cannot be written without them."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by name, but there is nothing to see."""
MOST_MARKS = 4
"""Accents and the like on one letter: more than any script needs. Fifty cover the lines above."""


def clean_name(text: str, what: str) -> str:
    """The name without spaces around it, or a Refusal that says what is wrong with it."""
    name = unicodedata.normalize("NFC", text).strip()
    if not any(map(_is_visible, name)):
        raise Refusal(f"{what} needs a name.")
    if not all(map(_is_readable, name)):
        raise Refusal(f"{what}: a name is text on one line, without control characters.")
    if len(name) > MAX_NAME:
        raise Refusal(f"{what}: a name has at most {MAX_NAME} characters.")
    if _without_piles(name) != name:
        raise Refusal(f"{what}: a letter of a name has at most {MOST_MARKS} accents.")
    return name


def distinct_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if it reads like one of the others."""
    taken = {_read_as(other) for other in others}
    if _read_as(name) not in taken:
        return name
    numbered = (f"{name[: MAX_NAME - len(f' {n}')].rstrip()} {n}" for n in count(2))
    return next(each for each in numbered if _read_as(each) not in taken)


def tidied(text: str, instead: str) -> str:
    """A name out of a file: what cannot stay is left out, and if nothing stays, `instead`."""
    normal = unicodedata.normalize("NFC", text[: 10 * MAX_NAME])
    readable = "".join(letter if _is_readable(letter) else " " for letter in normal)
    name = " ".join(_without_piles(readable).split())[:MAX_NAME].strip()
    return name if any(map(_is_visible, name)) else instead


def _read_as(name: str) -> str:
    """What names have in common that look alike: widths, capitals, spaces, what is invisible."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in plain if not letter.isspace() and letter not in _JOINERS)


def _is_readable(letter: str) -> bool:
    return letter.isprintable() or letter in _JOINERS


def _is_visible(letter: str) -> bool:
    """Letters, numbers, punctuation and signs are; a mark without any of them is not."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK


def _without_piles(name: str) -> str:
    """The name with the first few marks of each letter."""
    kept, marks = [], 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
