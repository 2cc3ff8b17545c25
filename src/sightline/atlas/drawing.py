"""Pictures of the differences: one panel per algorithm, on the same scene."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sightline.atlas.algorithms import Algorithm
from sightline.atlas.definitions import DEFINITIONS
from sightline.atlas.maps import scene
from sightline.atlas.measures import disc
from sightline.atlas.scans import Tile
from sightline.render.theme import LIGHT

TILE, ACROSS, HEAD, GAP = 9, 5, 26, 14


def differences(name: str, algorithms: Sequence[tuple[Algorithm, str]]) -> str:
    """Return an SVG of a scene: how each algorithm differs from the definition beside it."""
    each, viewer = scene(name)
    rows, cols = each.solid.shape
    width, height = cols * TILE + GAP, rows * TILE + HEAD + GAP
    wide = min(ACROSS, len(algorithms))
    high = -(-len(algorithms) // wide)
    near = disc(each.solid, [viewer])[0]
    size = f"{wide * width + GAP} {high * height + GAP}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif"',
        f' font-size="8" fill="{LIGHT["ink"]}">',
        f"<title>Fields of view from one tile: {escape(name)}</title>",
        f'<rect width="100%" height="100%" fill="{LIGHT["paper"]}"/>',
    ]
    for number, (algorithm, definition) in enumerate(algorithms):
        x, y = GAP + number % wide * width, GAP + number // wide * height
        seen = algorithm.run(each.solid, [viewer])[0][0] & near
        truth = DEFINITIONS[definition](each.solid, [viewer])[0] & near
        more = less = 0
        marks: list[str] = []
        alike: dict[str, list[Tile]] = {"solid": [], "lit": [], "floor": []}
        for row in range(rows):
            for col in range(cols):
                shown, due = bool(seen[row, col]), bool(truth[row, col])
                if each.solid[row, col]:
                    alike["solid"].append((row, col))
                    continue
                alike["lit" if shown else "floor"].append((row, col))
                if shown != due:
                    more, less = more + shown, less + due
                    marks.append(_mark((row, col), is_more=shown))
        tiles = [*(_tiles(some, LIGHT[role]) for role, some in alike.items()), *marks]
        tiles.append(
            f'<circle cx="{(viewer[1] + 0.5) * TILE}" cy="{(viewer[0] + 0.5) * TILE}"'
            f' r="{TILE * 0.35}" fill="{LIGHT["hero"]}"/>'
        )
        parts.append(
            f'<g transform="translate({x} {y})"><text y="6">{escape(algorithm.name)}</text>'
            f'<text y="16" fill="{LIGHT["muted"]}">{more} more, {less} fewer</text>'
            f'<g transform="translate(0 {HEAD - 4})">{"".join(tiles)}</g></g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _tiles(tiles: Sequence[Tile], color: str) -> str:
    """Return all tiles of one color as a single path."""
    drawn = "".join(f"M{c * TILE} {r * TILE}h{TILE}v{TILE}h-{TILE}z" for r, c in tiles)
    return f'<path d="{drawn}" fill="{color}" stroke="{LIGHT["grid"]}" stroke-width=".4"/>'


def _mark(tile: Tile, *, is_more: bool) -> str:
    """Return a plus if the algorithm shows more than its definition, a minus if it shows less."""
    x, y, half = (tile[1] + 0.5) * TILE, (tile[0] + 0.5) * TILE, TILE * 0.3
    upright = f"M{x} {y - half}v{2 * half}" if is_more else ""
    color = LIGHT["hidden" if is_more else "ambiguous"]
    return f'<path d="M{x - half} {y}h{2 * half}{upright}" stroke="{color}" stroke-width="1.6"/>'
