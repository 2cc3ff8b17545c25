"""Many small plots side by side, to show at a glance which curve has a step."""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchmarks.cases.cliffs import GROWS, jump
from benchmarks.cases.growth import Curve
from benchmarks.output.charts import BAD, COLORS, GRID, PALE, LogScale, line, svg, text
from benchmarks.output.report import duration

WIDE, HIGH, LEFT, TOP = 250, 150, 52, 34
ACROSS = 4
APART = 24
"""The minimum distance between labels on an axis."""
STEP = 2.0
"""The size from which a jump is marked."""


def multiples(curves: Sequence[Curve], title: str) -> str:
    """Return a block of small plots for each quantity on the x axis."""
    shapes = [text(16, 28, title, font_size="17", font_weight="bold")]
    shapes.append(text(16, 46, _legend(), font_size="11", fill=PALE))
    ties = list(dict.fromkeys(name for curve in curves for name in curve.series))
    x = 16.0
    for i, name in enumerate(ties):
        shapes.append(line(x, 62, x + 18, 62, COLORS[i % len(COLORS)], 2.5))
        shapes.append(text(x + 24, 66, name, font_size="11"))
        x += 130
    y = 84.0
    for along in GROWS:
        block = [curve for curve in curves if curve.along == along]
        if not block:
            continue
        shapes.append(text(16, y + 14, f"over {along}", font_size="13", font_weight="bold"))
        y += 22
        for i, curve in enumerate(block):
            at = 16 + i % ACROSS * (LEFT + WIDE), y + i // ACROSS * (TOP + HIGH + 28)
            shapes += _small(curve, ties, *at)
        y += -(-len(block) // ACROSS) * (TOP + HIGH + 28) + 8
    return svg(ACROSS * (LEFT + WIDE) + 40, y, shapes)


def _legend() -> str:
    return (
        "time of a field, both axes logarithmic; the figure is the largest step between two"
        " neighbors beyond the growth that is asked for, ringed where it is 2 or more"
    )


def _small(curve: Curve, ties: Sequence[str], x0: float, y0: float) -> list[str]:
    points = [(x + 1, value) for series in curve.series.values() for x, value in series]
    across = LogScale(
        min(x for x, _ in points), max(x for x, _ in points), x0 + LEFT, x0 + LEFT + WIDE - 16
    )
    low, high = min(v for _, v in points), max(v for _, v in points)
    up = LogScale(low / 1.3, high * 1.3, y0 + TOP + HIGH, y0 + TOP)
    quotient, where, worst = jump(curve)
    shapes = [
        text(x0 + LEFT, y0 + 20, curve.title, font_size="12"),
        text(
            across.end,
            y0 + 20,
            f"{quotient:.1f}×",
            font_size="12",
            text_anchor="end",
            fill=BAD if quotient >= STEP else PALE,
        ),
    ]
    for tick in up.ticks():
        shapes.append(line(across.start, up(tick), across.end, up(tick), GRID))
        shapes.append(
            text(
                across.start - 5,
                up(tick) + 3,
                duration(tick),
                font_size="9",
                fill=PALE,
                text_anchor="end",
            )
        )
    last = -math.inf
    for x in sorted({x for series in curve.series.values() for x, _ in series}):
        if across(x + 1) < last + APART:
            continue
        last = across(x + 1)
        shapes.append(
            text(last, up.start + 13, f"{x:g}", font_size="9", fill=PALE, text_anchor="middle")
        )
    shapes.append(line(across.start, up.start, across.end, up.start, PALE))
    for name, series in curve.series.items():
        color = COLORS[ties.index(name) % len(COLORS)]
        path = " ".join(f"{across(x + 1):.1f},{up(value):.1f}" for x, value in series)
        shapes.append(
            f"<polyline points='{path}' fill='none' stroke='{color}' stroke-width='1.5'/>"
        )
        if name == worst and quotient >= STEP:
            value = dict(series)[where]
            ring = f"cx='{across(where + 1):.1f}' cy='{up(value):.1f}' r='5'"
            shapes.append(f"<circle {ring} fill='none' stroke='{BAD}' stroke-width='1.5'/>")
    return shapes
