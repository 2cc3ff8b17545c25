"""Names that people give: text that can be read, on one line, and not too long."""

from __future__ import annotations

import unicodedata

from sightline.apps.web.from_pages import MAX_NAME
from sightline.apps.web.records import Refusal

_JOINERS = "\u200c\u200d"
"""Invisible, but some scripts and emoji cannot be written without them."""


def clean_name(text: str, what: str) -> str:
    """The name without spaces around it, or a Refusal that says what is wrong with it."""
    name = unicodedata.normalize("NFC", text).strip()
    if not any(letter.isprintable() and not letter.isspace() for letter in name):
        raise Refusal(f"{what} needs a name.")
    if not _readable(name):
        raise Refusal(f"{what}: a name is text on one line, without control characters.")
    if len(name) > MAX_NAME:
        raise Refusal(f"{what}: a name has at most {MAX_NAME} characters.")
    return name


def tidied(text: str, instead: str) -> str:
    """A name out of a file: what cannot stay is left out, and if nothing stays, `instead`."""
    normal = unicodedata.normalize("NFC", text[: 10 * MAX_NAME])
    readable = "".join(letter if _readable(letter) else " " for letter in normal)
    name = " ".join(readable.split())[:MAX_NAME].strip()
    return name if any(letter.isprintable() and letter != " " for letter in name) else instead


def _readable(text: str) -> bool:
    return all(letter.isprintable() or letter in _JOINERS for letter in text)
