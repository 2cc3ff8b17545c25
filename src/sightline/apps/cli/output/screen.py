"""Print text in a form that the terminal supports (color, width, Unicode), tables and progress
bars.

Only terminals get color. NO_COLOR (https://no-color.org) turns it off there too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import NamedTuple, TextIO, TypeVar

PATIENCE = 1.0
"""Seconds before a long task shows a progress bar."""
TURN = 0.2
"""Seconds between two updates of a progress bar."""
BAR_WIDTH = 24
WIDTH_OF_PIPES = 80
NARROWEST = 20
LINES_OF_PIPES = 50
ERROR = 2
"""The exit code of every error."""
FEWEST_LINES, LINES_OF_WORDS = 15, 10
"""The fewest lines of a picture, and the lines below it for its legend, counts and rule."""

T = TypeVar("T")


class Screen(NamedTuple):
    """The abilities of an output stream: width, color and Unicode."""

    color: bool
    unicode: bool
    width: int


def screen_of(stream: TextIO) -> Screen:
    """Return the abilities of an output stream."""
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    return Screen(_shows_color(stream), encoding.startswith("utf"), _width(stream))


def _shows_color(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _width(stream: TextIO) -> int:
    """Return the width of the terminal, or COLUMNS if that is set."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return max(NARROWEST, int(columns))
    try:
        return max(NARROWEST, os.get_terminal_size(stream.fileno()).columns or WIDTH_OF_PIPES)
    except (OSError, ValueError, AttributeError):  # not a terminal, or not even a file
        return WIDTH_OF_PIPES


def lines_of(stream: TextIO) -> int:
    """Return the most lines that a picture may have if the text below it is to fit on
    the screen.
    """
    lines = os.environ.get("LINES", "")
    if lines.isdecimal() and int(lines) > 0:
        return max(FEWEST_LINES, int(lines) - LINES_OF_WORDS)
    try:
        terminal = os.get_terminal_size(stream.fileno()).lines or LINES_OF_PIPES
    except (OSError, ValueError):
        terminal = LINES_OF_PIPES
    return max(FEWEST_LINES, terminal - LINES_OF_WORDS)


def prepare(stream: TextIO) -> None:
    """Replace characters that the terminal's encoding lacks, instead of raising an error."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")


def say(text: str = "") -> None:
    """Print a line of the answer."""
    print(text)


def say_wrapped(text: str, indent: str = "    ") -> None:
    """Print a paragraph of the answer, wrapped to the screen."""
    from textwrap import fill

    width = screen_of(sys.stdout).width
    wrapped = fill(
        text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    say(wrapped)


def note(text: str) -> None:
    """Print a note on standard error, so that pipes contain only the answer."""
    print(text, file=sys.stderr)


def complain(message: str) -> int:
    """Print an error and return the exit code."""
    start = "\x1b[1;31merror:\x1b[0m" if screen_of(sys.stderr).color else "error:"
    note(f"{start} {message}")
    return ERROR


# --- tables


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], styles: Mapping[str, str] | None = None
) -> None:
    """Print rows under headings, no wider than the screen.

    `styles` maps a cell's text to its style.
    """
    color, unicode, width = screen_of(sys.stdout)
    gap = "   " if unicode else " | "
    widths = _column_widths([headings, *rows], width - len(gap) * (len(headings) - 1))
    for line in _row_lines(headings, widths, gap, dict.fromkeys(headings, "bold"), color):
        say(line)
    rule, joint = ("─", "───") if unicode else ("-", "-+-")
    say(joint.join(rule * each for each in widths))
    for row in rows:
        for line in _row_lines(row, widths, gap, styles or {}, color):
            say(line)


def _column_widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return the widths of columns: those of their texts, with the widest ones
    reduced until all fit.
    """
    widths = [max(1, *map(display_width, column)) for column in zip(*rows, strict=True)]
    while sum(widths) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _row_lines(
    row: Sequence[str], widths: Sequence[int], gap: str, styles: Mapping[str, str], color: bool
) -> Iterator[str]:
    from itertools import zip_longest

    from sightline.render.console.canvas import styled

    folded = [_folded(cell, width) for cell, width in zip(row, widths, strict=True)]
    for line in zip_longest(*folded, fillvalue=""):
        parts = [
            styled(part, styles.get(cell, ""), color) + " " * (width - display_width(part))
            for part, cell, width in zip(line, row, widths, strict=True)
        ]
        yield gap.join(parts).rstrip()


def _folded(text: str, width: int) -> list[str]:
    """Return the text as lines of that width, broken between words if possible."""
    lines = [""]
    for word in text.split():
        start = f"{lines[-1]} " if lines[-1] else ""
        if display_width(start + word) <= width:
            lines[-1] = start + word
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if lines[-1] and display_width(lines[-1] + char) > width:
                lines.append("")
            lines[-1] += char
    return lines


def display_width(text: str) -> int:
    """Return how many columns a text takes in a terminal: two per ideograph, none per accent."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in text)


# --- progress


@contextmanager
def working(label: str) -> Iterator[None]:
    """Show on terminals that a task is running, once it has taken a second."""
    if not _shows_progress():
        yield
        return
    from threading import Event, Thread

    done = Event()
    is_shown = False

    def show() -> None:
        nonlocal is_shown
        start = monotonic()
        while not done.wait(TURN if is_shown else PATIENCE):
            is_shown = True
            _show_progress(f"{label} ... {monotonic() - start:.0f} s")

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        if is_shown:
            _clear_progress()


def tracked(items: Sequence[T], label: str) -> Iterator[T]:
    """Yield the items, and show a progress bar once that has taken a second."""
    if not _shows_progress():
        yield from items
        return
    start = monotonic()
    due = start + PATIENCE
    is_shown = False
    try:
        for done, item in enumerate(items):
            now = monotonic()
            if now >= due:
                due, is_shown = now + TURN, True
                _show_progress(_bar(label, done, len(items), now - start))
            yield item
    finally:
        if is_shown:
            _clear_progress()


@contextmanager
def counted(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar once the task has taken a second.

    Yields a function (done, total) to call.
    """
    start = monotonic()
    due = start + PATIENCE
    is_shown = False

    def show(done: int, count: int) -> None:
        nonlocal due, is_shown
        now = monotonic()
        if now >= due and _shows_progress():
            due, is_shown = now + TURN, True
            _show_progress(_bar(label, done, count, now - start))

    try:
        yield show
    finally:
        if is_shown:
            _clear_progress()


def _bar(label: str, done: int, count: int, seconds: float) -> str:
    unicode = screen_of(sys.stderr).unicode
    filled = done * BAR_WIDTH // count
    bar = ("━" if unicode else "#") * filled + ("─" if unicode else ".") * (BAR_WIDTH - filled)
    left = f", {duration(seconds / done * (count - done))} left" if done else ""
    return f"{label} {bar} {done:,} of {count:,}{left}"


def duration(seconds: float) -> str:
    """Return a duration in a short form: 42 s, 12 min, 3 h 5 min."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60:,} h {minutes % 60} min"


def _shows_progress() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _show_progress(text: str) -> None:
    width = screen_of(sys.stderr).width
    sys.stderr.write(f"\r\x1b[K{text[: width - 1]}")
    sys.stderr.flush()


def _clear_progress() -> None:
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()
