"""Estimate the width of text. Viewers choose their own font, so estimates are on the wide side."""

from __future__ import annotations

import re
import unicodedata

_NARROW = frozenset("iljtfrI.,:;'|!()[]{}/\\ ·’‘")
_WIDE = frozenset("mwMW@%…")
BOLD = 1.08
"""How much wider bold letters are, as a factor."""
# The coordinates of a hex stay on one line, and a dot between two items stays with the first.
_WORD = re.compile(r"(?:\(-?\d+, -?\d+\)\S*|\S+)(?: ·)?")


def text_width(text: str, size: float) -> float:
    """Return the width of a line in pixels, in a common sans-serif font."""
    return size * sum(map(_em, text))


def _em(char: str) -> float:
    if char in _NARROW:
        return 0.36
    if char in _WIDE:
        return 0.93
    if char.isascii():
        return 0.67 if char.isupper() else 0.57
    if columns(char) != 1:  # ideographs, syllables, emoji, and accents on the letter before
        return 1.05 if columns(char) else 0.0
    return 0.67 if char.isupper() else 0.57


def columns(text: str) -> int:
    """Return how many columns a text takes in a terminal: two per wide letter, none per accent."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, room: int) -> str:
    """Return as much of a text as fits into this many columns of a terminal."""
    while columns(text) > room:
        text = text[:-1]
    return text


def fitted(text: str, width: float, largest: float, smallest: float) -> tuple[str, float] | None:
    """Return the text and the size at which it fits, shortened if needed, or None."""
    size = min(largest, width / max(text_width(text, 1.0), 0.1))
    if size >= smallest:
        return text, size
    for length in range(len(text) - 1, 1, -1):
        short = text[:length].rstrip() + "…"
        if text_width(short, smallest) <= width:
            return short, smallest
    initial = text[:1]
    return (initial, smallest) if initial and text_width(initial, smallest) <= width else None


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Return the text as lines no wider than `width`. Its own line breaks stay."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in _WORD.findall(paragraph):
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines
