"""The tokens and lights of a Foundry scene, and how bright it is by itself."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from sightline.formats.contract import Report
from sightline.formats.counts import count, counts
from sightline.formats.crowd import MAX_FIGURES, Crowd
from sightline.formats.foundry_canvas import MAX_PIXELS, Canvas
from sightline.formats.foundry_levels import Floor, thing_heights
from sightline.formats.safe_json import Node
from sightline.formats.walls import Spot
from sightline.model.board import Board
from sightline.model.figure import MAX_SIZE
from sightline.model.light import MAX_LIGHTS, Brightness
from sightline.model.numbers import exact

MAX_RADIUS = 1_000_000
"""No light reaches further, in the scene's units."""
DUSK = Fraction(1, 2)
"""From this darkness on, the light of the whole scene is dim."""

# Whose side a token is on, by its disposition: secret, hostile, neutral, friendly.
_SIDES = {-2: "enemy", -1: "enemy", 0: "figure", 1: "ally"}


# --- tokens


def place_tokens(
    tokens: Node, canvas: Canvas, floor: Floor | None, unit: Fraction, report: Report
) -> None:
    """Every token of the floor as a figure, and its light with it."""
    crowd = Crowd(canvas.board)
    names = _Names()
    fate: Counter[str] = Counter()
    sides: list[str] = []
    for token in tokens.items(limit=MAX_FIGURES):
        if not token.is_object:
            raise token.error("expected a token, an object")
        if floor is not None and not floor.holds(token, thing_heights(token)):
            fate["elsewhere"] += 1
            continue
        footprint = _footprint(token, canvas, fate)
        if footprint is None:
            continue
        at, size = footprint
        side = _SIDES[token["disposition"].whole(-2, 1)] if "disposition" in token else "figure"
        hidden = _is_true(token, "hidden")
        fate["hidden"] += hidden
        crowded = any(
            canvas.board.figure(name).blocks_sight
            for tile in canvas.board.footprint(at, size)
            for name in canvas.board.names_at(tile)
        )
        fate["crowded"] += crowded and not hidden
        figure = crowd.place(
            token.place,
            names.next(token["name"].string(200) if "name" in token else ""),
            at,
            size=size,
            kind=side,
            blocks_sight=False if hidden or crowded else None,
        )
        sides.append(side)
        _carry_light(token, canvas, figure.name, unit, fate)
    if sides:
        report.read.append(f"{count(len(sides), 'token')} as figures: {counts(sides)}")
        report.lost.append("of tokens: actors, vision, bars, effects, pictures")
    for kind, into, rest in (
        ("hidden", report.changed, "hidden in the scene: placed, and seen past"),
        ("crowded", report.changed, "on a tile that another holds: placed, and seen past"),
        ("resized", report.changed, "of no whole number of tiles, or no hexagon: made so"),
        ("renamed", report.changed, "numbered, since another has its name"),
        ("outside", report.lost, "outside the map"),
        ("giant", report.lost, f"of more than {MAX_SIZE} tiles each way"),
        ("elsewhere", report.lost, "of other floors"),
    ):
        number = names.numbered if kind == "renamed" else fate[kind]
        if number:
            into.append(f"{count(number, 'token')} {rest}")
    if fate["lights"]:
        report.read.append(f"{count(fate['lights'], 'light')} that tokens carry")
    if fate["too many lights"]:
        report.lost.append(f"{count(fate['too many lights'], 'light')} beyond {MAX_LIGHTS:,}")


class _Names:
    """Names for figures, each given once: `Goblin`, `Goblin 2`, `Goblin 3` ..."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: Counter[str] = Counter()
        self.numbered = 0

    def next(self, wanted: str) -> str:
        wanted = " ".join(wanted.split()) or "token"
        name = wanted
        while name in self._taken:
            self._last[wanted] += 1
            name = f"{wanted} {self._last[wanted] + 1}"
        self.numbered += name != wanted
        self._taken.add(name)
        return name


def _footprint(
    token: Node, canvas: Canvas, fate: Counter[str]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The figure's place and its size in rows and columns; None if it cannot stand on the board."""
    extent = [
        exact(token[key].number(0, MAX_PIXELS), key) if key in token else Fraction(1)
        for key in ("width", "height")
    ]
    cols, rows = (max(1, _nearest(span)) for span in extent)
    if max(cols, rows) > MAX_SIZE:
        fate["giant"] += 1
        return None
    board = canvas.board
    (x, y), (wide, high) = _spot(token), canvas.cell
    middle = x + extent[0] * wide / 2, y + extent[1] * high / 2
    if board.grid.name == "square":
        x, y = canvas.to_board(middle)
        at = _nearest(y - Fraction(rows, 2)), _nearest(x - Fraction(cols, 2))
        whole = [Fraction(cols), Fraction(rows)]
    else:
        tile = canvas.tile_at(middle)
        if tile is None:
            fate["outside"] += 1
            return None
        at = tile[0], tile[1]
        # A hexagon of hexes is 1, 3, 5 ... wide: it has 0, 1, 2 ... rings around the middle one.
        rows = cols = max(rows, cols) // 2 + 1
        whole = [Fraction(2 * rows - 1)] * 2
    if not all(tile in board for tile in board.footprint(at, (rows, cols))):
        fate["outside"] += 1
        return None
    fate["resized"] += whole != extent
    return at, (rows, cols)


def _nearest(value: Fraction) -> int:
    """The nearest whole number; of two, the higher."""
    return math.floor(value + Fraction(1, 2))


def _carry_light(
    token: Node, canvas: Canvas, name: str, unit: Fraction, fate: Counter[str]
) -> None:
    light = token.inner("light")
    if light is not None:
        if _is_true(light, "negative"):
            return
        bright, dim = _radius(light, "bright"), _radius(light, "dim")
    else:
        bright, dim = _radius(token, "brightLight"), _radius(token, "dimLight")
    if max(bright, dim) > 0:
        if len(canvas.board.lights()) >= MAX_LIGHTS:
            fate["too many lights"] += 1
            return
        canvas.board.add_light(name, bright / unit, dim / unit)
        fate["lights"] += 1


# --- lights


def put_lights(
    lights: Node,
    canvas: Canvas,
    floor: Floor | None,
    unit: Fraction,
    darkness: Fraction,
    report: Report,
) -> int:
    """Every light of the floor that shines in this darkness; how many there are."""
    fate: Counter[str] = Counter()
    shining = 0
    for light in lights.items(limit=MAX_FIGURES):
        if not light.is_object:
            raise light.error("expected a light, an object")
        if floor is not None and not floor.holds(light, thing_heights(light)):
            fate["elsewhere"] += 1
            continue
        what = light.inner("config") or light
        bright, dim = _radius(what, "bright"), _radius(what, "dim")
        if _is_true(light, "hidden") or not _is_lit(what, darkness):
            fate["off"] += 1
            continue
        if _is_true(what, "negative") or min(bright, dim) < 0:
            fate["darkness"] += 1
            continue
        if max(bright, dim) <= 0:
            fate["off"] += 1
            continue
        tile = canvas.tile_at(_spot(light))
        if tile is None:
            fate["outside"] += 1
            continue
        if len(canvas.board.lights()) >= MAX_LIGHTS:
            fate["beyond"] += 1
            continue
        fate["cones"] += "angle" in what and 0 < what["angle"].number() < 360
        fate["through walls"] += (
            "walls" in light and not light["walls"].boolean()
        ) or light.as_dict().get("t") == "u"
        canvas.board.add_light(tile, bright / unit, dim / unit)
        shining += 1
    if shining:
        report.read.append(count(shining, "light"))
        report.changed.append("lights shine from the middle of their tile")
    for kind, into, rest in (
        ("cones", report.changed, "that shine into one direction: here into all"),
        ("through walls", report.changed, "that shine through walls: here as sight goes"),
        ("off", report.lost, "that are off"),
        ("darkness", report.lost, "that make it dark"),
        ("outside", report.lost, "outside the map"),
        ("beyond", report.lost, f"beyond {MAX_LIGHTS:,}"),
        ("elsewhere", report.lost, "of other floors"),
    ):
        if fate[kind]:
            into.append(f"{count(fate[kind], 'light')} {rest}")
    return shining


def _is_lit(light: Node, darkness: Fraction) -> bool:
    """Does it shine when it is this dark? Some only do by night."""
    span = light.inner("darkness")
    if span is not None:
        low, high = (_share(span, key, usual) for key, usual in (("min", 0), ("max", 1)))
        return low <= darkness <= high
    return darkness >= _share(light, "darknessThreshold", 0)


# --- the scene's own light


def darkness_of(tree: Node) -> Fraction:
    """How dark the scene is: 0 is day, 1 is night."""
    environment = tree.inner("environment")
    if environment is not None:
        return _share(environment, "darknessLevel", 0)
    return _share(tree, "darkness", 0)


def set_ambient(tree: Node, board: Board, darkness: Fraction, lights: int, report: Report) -> None:
    """The board's own light, from the scene's global light and its darkness."""
    on, until = _global_light(tree)
    if on is None:
        return
    brightness: Brightness
    if on and darkness <= until:
        brightness = "bright" if darkness < DUSK else "dim"
        why = "the whole scene is lit" + (f" at a darkness of {float(darkness):g}" * (darkness > 0))
    elif not on and not darkness and not lights:
        brightness, why = "bright", "no light is set up in the scene"
    else:
        brightness, why = "dark", "only lights light the scene"
    board.ambient = brightness
    report.guessed.append(f"the map's own light is {brightness}: {why}")


def _global_light(tree: Node) -> tuple[bool | None, Fraction]:
    """Is the whole scene lit (None: it does not say), and up to which darkness?"""
    environment = tree.inner("environment")
    light = environment.inner("globalLight") if environment is not None else None
    if light is not None:
        span = light.inner("darkness")
        until = _share(span, "max", 1) if span is not None else Fraction(1)
        return _is_true(light, "enabled"), until
    if "globalLight" not in tree:
        return None, Fraction(1)
    return _is_true(tree, "globalLight"), _share(tree, "globalLightThreshold", 1)


# --- values


def _spot(thing: Node) -> Spot:
    x, y = (
        exact(thing[key].number(-MAX_PIXELS, MAX_PIXELS), key) if key in thing else Fraction(0)
        for key in ("x", "y")
    )
    return x, y


def _radius(thing: Node, key: str) -> Fraction:
    if key not in thing:
        return Fraction(0)
    return exact(thing[key].number(-MAX_RADIUS, MAX_RADIUS), key)


def _share(thing: Node, key: str, usual: int) -> Fraction:
    return exact(thing[key].number(0, 1), key) if key in thing else Fraction(usual)


def _is_true(thing: Node, key: str) -> bool:
    return key in thing and thing[key].boolean()
