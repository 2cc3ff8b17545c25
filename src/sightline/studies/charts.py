"""Simple charts as SVG: lines with confidence intervals, and bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

COLORS = ("#3366cc", "#cc4422", "#2a8a4a", "#8844aa", "#8a6d00", "#007f8f")
DARK_COLORS = ("#8ab0ff", "#ff9b80", "#7fd69a", "#d3a2f0", "#e6c65a", "#6fd3e0")
MARKS = ("circle", "square", "diamond", "triangle", "cross")
PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, BOTTOM = 760, 250, 64, 44, 48


class ChartPoint(NamedTuple):
    """A value with its confidence interval, as shown in a chart."""

    value: float
    low: float
    high: float


class ChartPanel(NamedTuple):
    """One chart: labels on the x axis, and one line per legend entry."""

    title: str
    ticks: Sequence[str]
    lines: Mapping[str, Sequence[ChartPoint | None]]


def line_chart(panels: Sequence[ChartPanel], title: str, foot: str, theme: str = "light") -> str:
    """Return an SVG of panels below each other, all from 0 to 100 %. Each line has
    a color and a marker.
    """
    ink, paper, faint, colors = _inks(theme)
    names = list(dict.fromkeys(name for panel in panels for name in panel.lines))
    height = 76 + len(panels) * PANEL_HEIGHT + 26
    parts = [_head(PANEL_WIDTH, height, title, ink, paper)]
    x = LEFT
    for number, name in enumerate(names):
        parts.append(_mark(number, x, 56, colors))
        parts.append(f'<text x="{x + 11}" y="60">{escape(name)}</text>')
        x += 34 + 8 * len(name)
    for row, panel in enumerate(panels):
        parts += _panel(panel, names, 76 + row * PANEL_HEIGHT, (ink, faint, colors))
    parts.append(f'<text x="{LEFT}" y="{height - 12}" font-size="12">{escape(foot)}</text></svg>')
    return "\n".join(parts) + "\n"


def _panel(
    panel: ChartPanel, names: list[str], top: int, inks: tuple[str, str, Sequence[str]]
) -> list[str]:
    ink, faint, colors = inks
    high, base = top + TOP, top + PANEL_HEIGHT - BOTTOM
    right = PANEL_WIDTH - 20
    step = (right - LEFT) / max(1, len(panel.ticks))

    def across(i: int, number: int) -> float:
        return LEFT + step * (i + 0.5) + (number - (len(names) - 1) / 2) * min(6.0, step / 8)

    def down(value: float) -> float:
        return base - (base - high) * value

    parts = [f'<text x="{LEFT}" y="{top + 28}" font-weight="bold">{escape(panel.title)}</text>']
    for part in range(0, 101, 25):
        y = down(part / 100)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="{faint}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{part} %</text>')
    for i, tick in enumerate(panel.ticks):
        x = LEFT + step * (i + 0.5)
        parts.append(
            f'<text x="{x:.1f}" y="{base + 20}" text-anchor="middle">{escape(tick)}</text>'
        )
    for name, points in panel.lines.items():
        number = names.index(name)
        color = colors[number % len(colors)]
        known = [(across(i, number), each) for i, each in enumerate(points) if each is not None]
        way = " ".join(f"{x:.1f},{down(each.value):.1f}" for x, each in known)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{color}" opacity="0.45"/>')
        for x, each in known:
            low, top_end = down(each.low), down(each.high)
            parts.append(f'<path d="M{x:.1f} {low:.1f}V{top_end:.1f}" stroke="{color}"/>')
            parts.append(_mark(number, x, down(each.value), colors))
    parts.append(f'<path d="M{LEFT} {base}H{right}" stroke="{ink}"/>')
    return parts


def bar_chart(
    bars: Sequence[tuple[str, float]], title: str, foot: str, theme: str = "light"
) -> str:
    """Return an SVG with one bar per name, as high as its share.

    If there are many names, only some are labeled.
    """
    ink, paper, faint, colors = _inks(theme)
    base, high, right = 260, 60, PANEL_WIDTH - 20
    step = (right - LEFT) / max(1, len(bars))
    most = max((value for _, value in bars), default=0) or 1
    parts = [_head(PANEL_WIDTH, 320, title, ink, paper)]
    for part in range(5):
        value, y = most * part / 4, base - (base - high) * part / 4
        parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="{faint}"/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{100 * value:.3g} %</text>'
        )
    every = max(1, -(-len(bars) // 20))
    for i, (name, value) in enumerate(bars):
        x, tall = LEFT + step * i, (base - high) * value / most
        parts.append(
            f'<rect x="{x + step * 0.1:.1f}" y="{base - tall:.1f}" width="{step * 0.8:.1f}"'
            f' height="{tall:.1f}" fill="{colors[0]}"/>'
        )
        if i % every == 0:
            middle = x + step / 2
            parts.append(
                f'<text x="{middle:.1f}" y="{base + 18}" text-anchor="middle">{escape(name)}</text>'
            )
    parts.append(f'<path d="M{LEFT} {base}H{right}" stroke="{ink}"/>')
    parts.append(f'<text x="{LEFT}" y="304" font-size="12">{escape(foot)}</text></svg>')
    return "\n".join(parts) + "\n"


def _inks(theme: str) -> tuple[str, str, str, Sequence[str]]:
    if theme == "dark":
        return "#e8e6e3", "#1b1d21", "#43474e", DARK_COLORS
    return "#222222", "#ffffff", "#dddddd", COLORS


def _head(width: int, height: int, title: str, ink: str, paper: str) -> str:
    said = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="{said}" font-family="sans-serif"'
        f' font-size="13" fill="{ink}"><title>{said}</title>'
        f'<rect width="{width}" height="{height}" fill="{paper}"/>'
        f'<text x="{LEFT}" y="30" font-size="17" font-weight="bold">{said}</text>'
    )


def _mark(number: int, x: float, y: float, colors: Sequence[str]) -> str:
    """Return a different marker for each line, because not every reader can tell the
    colors apart.
    """
    color = colors[number % len(colors)]
    paths = {
        "square": f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        "diamond": f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z",
        "triangle": f"M{x:.1f} {y - 5:.1f}l5 9h-10z",
        "cross": f"M{x - 4:.1f} {y - 1.5:.1f}h2.5v-2.5h3v2.5h2.5v3h-2.5v2.5h-3v-2.5h-2.5z",
    }
    kind = MARKS[number % len(MARKS)]
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>'
    return f'<path d="{paths[kind]}" fill="{color}"/>'
