"""What the output can show: colour, width, signs; and bars for what takes its time.

Colour goes to terminals only, and NO_COLOR (https://no-color.org) turns it off there too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, NamedTuple, TextIO, TypeVar

PATIENCE = 1.0
"""How many seconds something may take before it shows that it is still at work."""
WIDTH_OF_PIPES = 80
NARROWEST = 20
LINES_OF_PIPES = 50
FEWEST_LINES, LINES_OF_WORDS = 15, 10
"""The least of a picture, and what stands below it: a legend, who sees how much, the rule."""

T = TypeVar("T")


class Screen(NamedTuple):
    """How an output stream may be written to."""

    color: bool
    unicode: bool
    width: int


def screen_of(stream: TextIO) -> Screen:
    """What this stream can show."""
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    return Screen(_shows_color(stream), encoding.startswith("utf"), _width(stream))


def _shows_color(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _width(stream: TextIO) -> int:
    """The terminal's; COLUMNS, where it is set, has the last word."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return max(NARROWEST, int(columns))
    try:
        return max(NARROWEST, os.get_terminal_size(stream.fileno()).columns or WIDTH_OF_PIPES)
    except (OSError, ValueError):
        return WIDTH_OF_PIPES


def lines_of(stream: TextIO) -> int:
    """How many lines a picture may have, so that the words below it are seen with it."""
    lines = os.environ.get("LINES", "")
    if lines.isdecimal() and int(lines) > 0:
        return max(FEWEST_LINES, int(lines) - LINES_OF_WORDS)
    try:
        terminal = os.get_terminal_size(stream.fileno()).lines or LINES_OF_PIPES
    except (OSError, ValueError):
        terminal = LINES_OF_PIPES
    return max(FEWEST_LINES, terminal - LINES_OF_WORDS)


def prepare(stream: TextIO) -> None:
    """A name that the terminal's encoding lacks must not end in an error."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")


def say(text: str = "") -> None:
    """A line of the answer."""
    print(text)


def say_wrapped(text: str, indent: str = "    ") -> None:
    """A paragraph of the answer, no wider than the screen."""
    from textwrap import fill

    width = screen_of(sys.stdout).width
    wrapped = fill(
        text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    say(wrapped)


def note(text: str) -> None:
    """A line beside the answer, which pipes do not pass on."""
    print(text, file=sys.stderr)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], styles: Any = None) -> None:
    """Rows under headings; `styles` maps a cell's text to a style of rich."""
    from rich.box import ASCII, SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    screen = screen_of(sys.stdout)
    grid = Table(box=SIMPLE_HEAD if screen.unicode else ASCII, pad_edge=False, show_edge=False)
    for heading in headings:
        grid.add_column(Text(heading), overflow="fold")
    for row in rows:
        grid.add_row(*(Text(cell, style=(styles or {}).get(cell, "")) for cell in row))
    console = Console(
        width=screen.width,
        force_terminal=screen.color,
        no_color=not screen.color,
        highlight=False,
        color_system="standard" if screen.color else None,
    )
    with console.capture() as captured:
        console.print(grid)
    for line in captured.get().splitlines():
        say(line.rstrip())


# --- work that takes its time


@contextmanager
def working(label: str) -> Iterator[None]:
    """Show that something is being done, once it has taken a second; on terminals only."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Timer

    shown: list[Any] = []

    def show() -> None:
        from rich.console import Console

        status = Console(stderr=True).status(label)
        status.start()
        shown.append(status)

    timer = Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        for status in shown:
            status.stop()


def tracked(items: Sequence[T], label: str) -> Iterator[T]:
    """The items, with a bar of how many are done, once that has taken a second."""
    if not sys.stderr.isatty():
        yield from items
        return
    bar: Any = None
    job: Any = None
    start = monotonic()
    try:
        for done, item in enumerate(items):
            if bar is None and monotonic() - start > PATIENCE:
                from rich.console import Console
                from rich.progress import Progress

                bar = Progress(console=Console(stderr=True), transient=True)
                job = bar.add_task(label, total=len(items))
                bar.start()
            if bar is not None:
                bar.update(job, completed=done)
            yield item
    finally:
        if bar is not None:
            bar.stop()
