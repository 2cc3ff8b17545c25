"""A hex ray, step by step: its hexes, where it ends, and the heights that it passes over."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from sightline.answers.sight import Ray, Sight, Step
from sightline.render.layout import Layout
from sightline.render.reading import outcome
from sightline.render.scenes.scene import CROSS, NOTE_SIZE, Page, mark
from sightline.render.shapes import XY, Circle, Path, Shape, Text, rectangle, segment
from sightline.render.words import decimal, step_words

NUMBERED_FROM = 22.0
LETTERS = "AB"


def ray_shapes(lay: Layout, sight: Sight) -> Iterator[Shape]:
    """Yield every ray that was examined: two if both sides of the line count."""
    if len(sight.line) < 2:
        return
    walked = {step.hex for ray in sight.rays for step in ray.steps}
    yield Path("step-tint", lay.around(walked), closed=True)
    yield Path("step", lay.around(walked), closed=True, width=max(1.0, lay.tile * 0.03))
    for ray in sight.rays:
        yield from _blocked_steps(lay, ray.steps)
    start, end = lay.center(sight.line[0]), lay.center(sight.line[-1])
    yield segment("true-line", start, end, max(1.0, lay.tile * 0.025))
    aside = _aside(start, end, lay.tile * 0.13)
    shifts = [(0.0, 0.0)] if len(sight.rays) == 1 else [aside, (-aside[0], -aside[1])]
    for letter, ray, shift in zip(LETTERS, sight.rays, shifts, strict=False):
        free = "hidden" if _adds_up_to_hidden(sight, ray) else "visible"
        yield from _ray(lay, ray, shift, letter if len(sight.rays) > 1 else "", free)
    if sight.scale:
        yield from _points(lay, sight)


def _adds_up_to_hidden(sight: Sight, ray: Ray) -> bool:
    """Return whether no single hex blocks by the rule of a game, but all of them together do."""
    is_hidden = bool(sight.scale) and outcome(sight) == "hidden" and sight.rays[0].clear
    return is_hidden and ray.cover.sum >= sight.rays[0].cover.sum


def _points(lay: Layout, sight: Sight) -> Iterator[Shape]:
    """Yield the points that each hex of a chain adds by the rule of a game."""
    size = max(9.0, lay.tile * 0.24)
    counted = {step.hex: step.soft_cover for ray in sight.rays for step in ray.steps}
    for tile, points in counted.items():
        if points:
            x, y = lay.center(tile)
            at = (x, y + lay.tile * 0.38)
            yield Text("step-points", at, f"+{decimal(points)}", size)


def _aside(start: XY, end: XY, distance: float) -> XY:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    return dy / length * distance, -dx / length * distance


def _blocked_steps(lay: Layout, steps: Sequence[Step]) -> Iterator[Shape]:
    """Yield the steps that block: the first hatched, later ones outlined."""
    first = True
    for step in steps:
        if step.reason is None:
            continue
        if step.reason == "edge":
            before = steps[step.index - 1].hex
            yield segment("blocker-glow", *lay.edge(before, step.hex), lay.tile * 0.26)
        else:
            around = lay.around([step.hex])
            if first:
                yield Path("blocker-hatch", around, closed=True)
            yield Path("blocker-outline", around, closed=True, width=max(1.4, lay.tile * 0.05))
        first = False


def _ray(lay: Layout, ray: Ray, shift: XY, letter: str, free: str) -> Iterator[Shape]:
    """Yield the steps of a ray, joined by a line that breaks off where the ray is stopped.

    `free` is the role of the line where nothing stops it.
    """
    points = [_shifted(lay.center(step.hex), shift) for step in ray.steps]
    width = max(1.8, min(3.2, lay.tile * 0.055))
    yield Path("casing", (tuple(points),), width=width * 2.1)
    blocked = ray.blocked_by
    stop = None if blocked is None else _stop(lay, ray.steps, blocked, shift)
    if blocked is None or stop is None:
        yield Path(f"line-{free}", (tuple(points),), width=width)
    else:
        here = blocked.index
        before, beyond = (*points[:here], stop), (stop, *points[here:])
        yield Path("beyond-hidden", (beyond,), width=width * 0.85)
        yield Path("line-hidden", (before,), width=width)
    radius = max(width * 1.2, lay.tile * 0.13)
    for step, at in zip(ray.steps, points, strict=True):
        if lay.tile < NUMBERED_FROM and step.kind == "mid":
            continue
        yield Circle("step-dot", at, radius, 1.0)
        if lay.tile >= NUMBERED_FROM:
            size = radius * 1.25
            label = f"{step.index}{letter}" if step.kind == "mid" else str(step.index)
            size *= 1.0 if len(label) == 1 else 0.82
            yield Text("step-number", (at[0], at[1] + size * 0.36), label, size)
    if stop is not None:
        radius = max(5.0, radius * 1.05)
        yield Circle("stop-disc", stop, radius, 1.2)
        yield mark("stop-mark", CROSS, stop, radius)


def _stop(lay: Layout, steps: Sequence[Step], blocked: Step, shift: XY) -> XY:
    """Return the point where the ray is stopped: on the blocking edge, or halfway from there to the
    middle of the blocking hex.
    """
    before = lay.center(steps[blocked.index - 1].hex)
    here = lay.center(blocked.hex)
    share = 0.5 if blocked.reason == "edge" else 0.66
    at = (before[0] + (here[0] - before[0]) * share, before[1] + (here[1] - before[1]) * share)
    return _shifted(at, shift)


def _shifted(point: XY, shift: XY) -> XY:
    return point[0] + shift[0], point[1] + shift[1]


# --- below the picture


def step_table(page: Page, sight: Sight) -> None:
    """Write each step in words."""
    for letter, ray in zip(LETTERS, sight.rays, strict=False):
        page.y += 6
        end = "clear" if ray.clear else "blocked"
        name = f"Ray {letter}" if len(sight.rays) > 1 else "Ray"
        penalty = f", penalty {round(100 * ray.cover.penalty)} %"
        adds = (
            f"adds up to {decimal(ray.cover.sum)}"
            if sight.scale
            else f"cover {decimal(ray.cover.sum)}{penalty}"
        )
        decides = " (it decides)" if sight.scale and letter == "A" and len(sight.rays) > 1 else ""
        page.text(f"{name}: {end}, {adds}{decides}")
        for step in ray.steps:
            page.y += NOTE_SIZE
            role = "caption" if step.reason is None else "verdict-hidden"
            text = step_words(step)
            page.draw([Text("note", (page.left + 18, page.y), str(step.index), NOTE_SIZE, "end")])
            page.draw([Text(role, (page.left + 28, page.y), text, NOTE_SIZE, "start")])
            page.y += NOTE_SIZE * 0.45


def profile(page: Page, sight: Sight) -> None:
    """Draw the ray from the side: the ground under each step, and the line from height
    to height.
    """
    steps = sight.steps
    if len(steps) < 2 or all(step.elevation is None for step in steps):
        return
    heights = [step.elevation or 0.0 for step in steps]
    low, high = min(0.0, *heights), max(0.0, *heights)
    room, column = 64.0, min(46.0, page.width / len(steps))
    scale = room / ((high - low) or 1.0)
    page.y += NOTE_SIZE + 4
    page.draw([Text("note", (page.left, page.y), "The way from the side", NOTE_SIZE, "start")])
    base = page.y + NOTE_SIZE * 1.6 + room
    tops = []
    for step, height in zip(steps, heights, strict=True):
        x = page.left + step.index * column
        top = base - (height - low) * scale
        tops.append((x + column / 2, top))
        role = "profile-too-high" if step.reason == "elevation" else "profile-ground"
        page.draw([rectangle(role, x, top, column, base + 6 - top, 1.0)])
        if column >= 24:
            known = "?" if step.elevation is None else decimal(height)
            at = (x + column / 2, base + 6 + NOTE_SIZE * 1.1)
            page.draw([Text("note", at, known, NOTE_SIZE * 0.9)])
    if not sight.scale:  # each game has its own line above the ground
        page.draw([segment("casing", tops[0], tops[-1], 4.5)])
        page.draw([segment("end-frame", tops[0], tops[-1], 2.0)])
    page.draw([Circle("end-point", tops[0], 4.0, 1.0), Circle("end-ring", tops[-1], 4.0, 1.6)])
    page.y = base + 6 + NOTE_SIZE * 1.7
