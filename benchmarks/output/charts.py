"""SVG charts: bars for a run, lines for growth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from benchmarks.cases.growth import Curve
from benchmarks.output.report import amount, duration, goal
from benchmarks.output.results import MISSED, STRETCH, Measured

FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"
INK, PALE, GRID = "#1f2933", "#6b7280", "#e5e7eb"
GOOD, BEST, BAD, PLAIN = "#4c9f70", "#1f7a4d", "#c8553d", "#7b8794"
COLORS = ("#2b6cb0", "#c8553d", "#4c9f70", "#b7791f", "#6b46c1")


def text(x: float, y: float, words: str, **look: str) -> str:
    settings = {"font-size": "12", "fill": INK} | {k.replace("_", "-"): v for k, v in look.items()}
    attributes = " ".join(f"{name}='{value}'" for name, value in settings.items())
    return f"<text x='{x:.1f}' y='{y:.1f}' {attributes}>{escape(words, quote=False)}</text>"


def line(x0: float, y0: float, x1: float, y1: float, color: str, width: float = 1.0) -> str:
    return (
        f"<line x1='{x0:.1f}' y1='{y0:.1f}' x2='{x1:.1f}' y2='{y1:.1f}'"
        f" stroke='{color}' stroke-width='{width}'/>"
    )


def svg(width: float, height: float, shapes: Sequence[str]) -> str:
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:.0f}' height='{height:.0f}'"
        f" viewBox='0 0 {width:.0f} {height:.0f}' {FONT}>"
    )
    return (
        "\n".join(
            [
                head,
                f"<rect width='{width:.0f}' height='{height:.0f}' fill='white'/>",
                *shapes,
                "</svg>",
            ]
        )
        + "\n"
    )


class LogScale:
    """A logarithmic scale from numbers to positions."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = math.log10(low), math.log10(high)
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        share = (math.log10(max(value, 1e-12)) - self.low) / max(self.high - self.low, 1e-9)
        return self.start + min(max(share, 0.0), 1.0) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return powers of ten and, if there are only a few, also their
        multiples by two and five.
        """
        first, last = math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9)
        tens = [10.0**i for i in range(first - 1, last + 1)]
        steps = (1, 2, 5) if last - first < 3 else (1,)
        every = [ten * step for ten in tens for step in steps]
        return [t for t in every if self.low - 1e-9 <= math.log10(t) <= self.high + 1e-9]


class LinearScale(LogScale):
    """A linear scale from numbers to positions, starting at zero."""

    def __call__(self, value: float) -> float:
        return self.start + value / 10**self.high * (self.end - self.start)

    def ticks(self) -> list[float]:
        step = 10.0 ** math.floor(self.high)
        if 10**self.high / step < 3:
            step /= 4
        return [step * i for i in range(int(10**self.high / step) + 1)]


# --- bars

BAR, GAP, LABELS, RIGHT = 16, 16, 380, 130
WIDTH = 1000


def bars(results: Sequence[Measured], title: str) -> str:
    """Draw two panels: how many times faster than a peer, and how many times a cost."""
    ratios = [m for m in results if m.row.unit == "×" and m.worst is not None]
    panels = (
        ("times faster than the peer: longer is better", [m for m in ratios if not m.row.most]),
        ("times the cost of the peer: shorter is better", [m for m in ratios if m.row.most]),
    )
    shapes = [text(16, 28, title, font_size="17", font_weight="bold")]
    y = 50.0
    for heading, rows in panels:
        if rows:
            drawn, y = _panel(heading, rows, y)
            shapes += drawn
    note = "bar: median of the maps · whisker: all maps · | to reach · ‖ stretch"
    shapes.append(text(16, y + 10, note, font_size="11", fill=PALE))
    return svg(WIDTH, y + 26, shapes)


def _panel(heading: str, rows: Sequence[Measured], y: float) -> tuple[list[str], float]:
    values = [case.value for m in rows for case in m.cases]
    goals = [g for m in rows for g in (m.row.reach, m.row.stretch) if g is not None]
    low, high = min([1.0, *values]), max([2.0, *values, *goals])
    scale = LogScale(max(low, 0.3), high, LABELS, WIDTH - RIGHT)
    top = y + 34
    bottom = top + len(rows) * (BAR + GAP)
    shapes = [text(16, y + 14, heading, font_size="13", font_weight="bold", fill=PALE)]
    for tick in scale.ticks():
        x = scale(tick)
        shapes.append(line(x, top - 4, x, bottom - 6, GRID))
        shapes.append(
            text(x, top - 8, f"{tick:g}×", font_size="10", fill=PALE, text_anchor="middle")
        )
    for i, measured in enumerate(rows):
        shapes += _bar(measured, scale, top + i * (BAR + GAP))
    return shapes, bottom + 14


def _bar(measured: Measured, scale: LogScale, y: float) -> list[str]:
    row, middle = measured.row, measured.middle or 1.0
    color = {"": PLAIN, MISSED: BAD, STRETCH: BEST}.get(measured.verdict, GOOD)
    base, end = scale(1.0), scale(middle)
    left, width = min(base, end), max(abs(end - base), 1.0)
    name = row.operation.replace("`", "")
    values = [case.value for case in measured.cases]
    reach = [scale(min(values)), scale(max(values))]
    center = y + BAR / 2
    shapes = [
        text(LABELS - 12, y + 8, name, font_size="11", text_anchor="end"),
        text(
            LABELS - 12,
            y + 20,
            f"against {row.against.replace('`', '')}",
            font_size="9.5",
            fill=PALE,
            text_anchor="end",
        ),
        f"<rect x='{left:.1f}' y='{y:.1f}' width='{width:.1f}' height='{BAR}' fill='{color}'/>",
        line(reach[0], center, reach[1], center, INK, 1.2),
    ]
    for figure, offsets in ((row.reach, (0,)), (row.stretch, (-2, 2))):
        for offset in offsets:
            if figure is not None:
                x = scale(figure) + offset
                shapes.append(line(x, y - 3, x, y + BAR + 3, INK, 1.4))
    plain = measured.to_dict()
    label = amount(middle, row.unit) + (f"  ({goal(plain, 'reach')})" if row.reach else "")
    shapes.append(text(WIDTH - RIGHT + 10, y + 12, label, font_size="11"))
    return shapes


# --- growth

PLOT_W, PLOT_H, MARGIN_L, MARGIN_T, LEGEND = 460, 260, 64, 44, 18


def plots(curves: Sequence[Curve], title: str) -> str:
    """Draw every curve in a separate plot, two per row, with logarithmic axes."""
    shapes = [text(16, 28, title, font_size="17", font_weight="bold")]
    y = 44.0
    for i in range(0, len(curves), 2):
        pair = curves[i : i + 2]
        height = max(_height(curve) for curve in pair)
        for j, curve in enumerate(pair):
            shapes += _plot(curve, 16 + j * (PLOT_W + MARGIN_L + 20), y)
        y += height
    return svg(2 * (PLOT_W + MARGIN_L + 20) + 24, y + 8, shapes)


def _height(curve: Curve) -> float:
    return MARGIN_T + PLOT_H + 44 + LEGEND * len(curve.series) + 12


def _plot(curve: Curve, x0: float, y0: float) -> list[str]:
    points = [p for series in curve.series.values() for p in series]
    lowest_x = min((x for x, _ in points if x > 0), default=1.0)
    scale = LogScale if curve.logarithmic else LinearScale
    at = scale(
        lowest_x / 2 if any(x == 0 for x, _ in points) else lowest_x,
        max(x for x, _ in points),
        x0 + MARGIN_L,
        x0 + MARGIN_L + PLOT_W - 20,
    )
    low, high = min(v for _, v in points), max(v for _, v in points)
    up = scale(low / 1.3, high * 1.3, y0 + MARGIN_T + PLOT_H, y0 + MARGIN_T)
    shapes = [text(x0 + 8, y0 + 26, curve.title, font_size="13", font_weight="bold")]
    for tick in up.ticks():
        y = up(tick)
        shapes.append(line(at.start, y, at.end, y, GRID))
        name = duration(tick) if curve.unit == "s" else f"{tick:g} {curve.unit}"
        shapes.append(text(at.start - 6, y + 4, name, font_size="10", fill=PALE, text_anchor="end"))
    bottom = up.start
    for x in sorted({x for x, _ in points}):
        shapes.append(line(at(x), bottom, at(x), bottom + 4, PALE))
        shapes.append(
            text(at(x), bottom + 16, f"{x:g}", font_size="10", fill=PALE, text_anchor="middle")
        )
    shapes.append(line(at.start, bottom, at.end, bottom, PALE))
    shapes.append(
        text(
            (at.start + at.end) / 2,
            bottom + 32,
            curve.along,
            font_size="11",
            fill=PALE,
            text_anchor="middle",
        )
    )
    for i, (name, series) in enumerate(curve.series.items()):
        color = COLORS[i % len(COLORS)]
        path = " ".join(f"{at(x):.1f},{up(value):.1f}" for x, value in series)
        shapes.append(f"<polyline points='{path}' fill='none' stroke='{color}' stroke-width='2'/>")
        shapes += [
            f"<circle cx='{at(x):.1f}' cy='{up(v):.1f}' r='2.6' fill='{color}'/>" for x, v in series
        ]
        y = bottom + 50 + i * LEGEND
        shapes.append(line(at.start, y - 4, at.start + 18, y - 4, color, 2.5))
        shapes.append(text(at.start + 24, y, name, font_size="11"))
    return shapes
