"""Every line that a rule tried, numbered, with the reason for its result."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from sightline.answers.sight import Sight, Tried
from sightline.render.layout import Layout
from sightline.render.reading import line_state
from sightline.render.scenes.scene import NOTE_SIZE, Page
from sightline.render.shapes import XY, Circle, Shape, Text, segment
from sightline.render.text import wrapped
from sightline.render.words import STATE_WORDS, tried_state, tried_words

MOST_NUMBERED = 36
"""The most lines with numbers: two hexes are joined by 36 lines, and a longer table is
not helpful.
"""
MOST_DRAWN = 400
NUMBERED_FROM = 18.0
LIKE_CONTACTS = {"free": "clear", "ask": "edge", "blocked": "blocked"}
# Where a number may be placed along its line, the best places first.
PLACES = (0.5, 0.38, 0.62, 0.26, 0.74, 0.44, 0.56, 0.32, 0.68, 0.2, 0.8, 0.14, 0.86, 0.1, 0.9)


def is_numbered(lay: Layout, lines: Sequence[Tried]) -> bool:
    return len(lines) <= MOST_NUMBERED and lay.tile >= NUMBERED_FROM


def tried_strokes(lay: Layout, lines: Sequence[Tried]) -> Iterator[Shape]:
    """Yield the lines, the worst first, so that blocked ones do not cover a clear one."""
    shown = lines[:MOST_DRAWN]
    for line in sorted(shown, key=lambda tried: -tried.contact):
        ends = lay.point(line.start), lay.point(line.end)
        yield segment("tried-casing", *ends, 2.8)
        yield segment(f"tried-{line.contact}", *ends, 1.4)


def tried_numbers(lay: Layout, sight: Sight) -> Iterator[Shape]:
    """Yield the number of each line, which refers to the table below."""
    lines = sight.lines
    if is_numbered(lay, lines):
        radius = min(8.0, lay.tile * 0.17)
        for number, (line, at) in enumerate(zip(lines, _spread(lay, lines), strict=True), 1):
            yield from _number(number, _look(sight, line), at, radius)


def _look(sight: Sight, line: Tried) -> str:
    """Return the contact whose colors a line has.

    By the rule of a game, it reflects how the line counts.
    """
    return LIKE_CONTACTS[line_state(line)] if sight.scale else str(line.contact)


def _number(number: int, look: str, at: XY, radius: float) -> Iterator[Shape]:
    yield Circle(f"number-{look}", at, radius, 1.0)
    size = radius * 1.25
    yield Text("number", (at[0], at[1] + size * 0.36), str(number), size)


def _spread(lay: Layout, lines: Sequence[Tried]) -> list[XY]:
    """Return a place for each number, as far from the others as its line allows."""
    room = 2.2 * min(8.0, lay.tile * 0.17)
    placed: list[XY] = []
    for line in lines:
        (x0, y0), (x1, y1) = lay.point(line.start), lay.point(line.end)
        choices = [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in PLACES]
        if line.start == line.end:  # without a length, the number goes beside the point
            choices = [(x0 + room * dx, y0 + room * dy) for dx, dy in ((1, 1), (-1, 1), (1, -1))]
        gaps = [min((math.dist(at, other) for other in placed), default=room) for at in choices]
        best = next((i for i, gap in enumerate(gaps) if gap >= room), gaps.index(max(gaps)))
        placed.append(choices[best])
    return placed


def tried_table(page: Page, sight: Sight) -> None:
    """Write below the picture each line's ends, its contact and the reason."""
    lines = sight.lines
    if not lines:
        return
    counts = Counter(tried_state(sight, line) for line in lines)
    in_order = ("clear", "corner", "edge", *STATE_WORDS.values())
    listed = ", ".join(f"{counts[name]} {name}" for name in in_order if counts[name])
    page.y += 6
    done = "counted" if sight.scale else "tried"
    page.text(f"{len(lines)} {'line' if len(lines) == 1 else 'lines'} {done}: {listed}")
    if not is_numbered(page.lay, lines):
        return
    radius, sample = 8.0, 34.0
    indent = radius * 2 + sample + 16
    for number, line in enumerate(lines, 1):
        middle = page.y + NOTE_SIZE * 0.64
        look = _look(sight, line)
        page.draw(_number(number, look, (page.left + radius, middle), radius))
        start = (page.left + radius * 2 + 8, middle)
        page.draw([segment(f"tried-{look}", start, (start[0] + sample, middle), 1.8)])
        for row in wrapped(tried_words(sight, line), page.width - indent, NOTE_SIZE):
            page.y += NOTE_SIZE
            page.draw([Text("caption", (page.left + indent, page.y), row, NOTE_SIZE, "start")])
            page.y += NOTE_SIZE * 0.35
        page.y += NOTE_SIZE * 0.25
