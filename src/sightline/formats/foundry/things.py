"""The tokens and lights of a Foundry scene, and its ambient light."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from sightline.formats.contract import Report
from sightline.formats.counts import count, tell
from sightline.formats.foundry.canvas import MAX_PIXELS, SceneBoard
from sightline.formats.foundry.flags import our_flags
from sightline.formats.foundry.levels import Floor, thing_heights
from sightline.formats.foundry.storeys import Storeys
from sightline.formats.safe.safe_json import Node
from sightline.formats.shared.figure_limits import MAX_FIGURES
from sightline.formats.shared.tokens import Tokens, tile_at
from sightline.formats.shared.walls import Spot
from sightline.model.board import Board
from sightline.model.figure import KINDS, LONGEST_SIDE, FigureKind, kind_called
from sightline.model.light import Brightness
from sightline.model.numbers import exact
from sightline.texts import say, word

MAX_NOTES, LONGEST_NOTE = 500, 2_000
"""The maximum numbers of notes, and of characters in a note, that a table accepts."""
MAX_RADIUS = 1_000_000
"""The longest reach of a light, in the scene's units."""
DUSK = Fraction(1, 2)
"""The darkness from which on the light of the whole scene is dim."""

# The kind of a token, and with it its side, by disposition: secret, hostile, neutral, friendly.
_KINDS: dict[int, FigureKind] = {-2: "enemy", -1: "enemy", 0: "figure", 1: "ally"}


# --- tokens


def place_tokens(
    listed: Node, tokens: Tokens, canvas: SceneBoard, part: Floor | Storeys, report: Report
) -> None:
    """Place every token as a figure, with its light."""
    unit = canvas.distance
    fate: Counter[str] = Counter()
    for token in listed.items(limit=MAX_FIGURES):
        if not part.holds(token, thing_heights(token)):
            fate["elsewhere"] += 1
            continue
        at, size = _footprint(token, canvas, fate)
        kind, blocks_sight, side, facing = _kind(token)
        called = tokens.stand(
            token["name"].string(10_000) if "name" in token else "",
            at,
            size,
            kind,
            token.place,
            hidden=_is_true(token, "hidden"),
            blocks_sight=blocks_sight,
            side=side,
            facing=facing,
            elevation=part.elevation_of(token),
            height=part.height_of(token),
        )
        light = token.inner("light")
        if light is not None:
            bright, dim = _radius(light, "bright"), _radius(light, "dim")
        else:
            bright, dim = _radius(token, "brightLight"), _radius(token, "dimLight")
        is_darkness = min(bright, dim) < 0 or (light is not None and _is_true(light, "negative"))
        fate["darkness"] += is_darkness
        if called is not None and max(bright, dim) > 0 and not is_darkness:
            tokens.shine(called, bright / unit, dim / unit, token.place)
    if listed.as_list():
        report.lost.append(say("of tokens: actors, vision, bars, effects and pictures"))
    resized = say(" rounded to whole tiles, or to a hexagon")
    tell(fate, report.changed, ("resized", "token", resized))
    tell(
        *(fate, report.lost),
        ("elsewhere", "token", say(" of other floors")),
        ("darkness", "token", say(" that spread darkness, which is left out")),
    )


def _kind(token: Node) -> tuple[FigureKind, bool | None, str | None, str]:
    """Return a token's kind, whether it blocks sight, its side and its facing.

    They come from our flags or from its disposition. The side is None if it is the default of the
    kind.
    """
    ours = our_flags(token)
    if ours is not None and "kind" in ours:
        blocks = ours["blocks_sight"].boolean() if "blocks_sight" in ours else None
        side = ours["side"].string(LONGEST_SIDE) if "side" in ours else None
        facing = ours["facing"].string(LONGEST_SIDE) if "facing" in ours else ""
        return kind_called(ours["kind"].one_of(*KINDS)), blocks, side, facing
    kind = _KINDS[token["disposition"].whole(-2, 1)] if "disposition" in token else "figure"
    return kind, None, None, ""


def _footprint(
    token: Node, canvas: SceneBoard, fate: Counter[str]
) -> tuple[tuple[int, int] | None, tuple[int, int]]:
    """Return the figure's position, or None if it is off the map, and its size in rows and
    columns.
    """
    extent = [
        exact(token[key].number(0, MAX_PIXELS), key) if key in token else Fraction(1)
        for key in ("width", "height")
    ]
    cols, rows = (max(1, _nearest(span)) for span in extent)
    (x, y), (wide, high) = _spot(token), canvas.cell
    middle = canvas.to_board((x + extent[0] * wide / 2, y + extent[1] * high / 2))
    if canvas.board.grid.name == "square":
        fate["resized"] += [cols, rows] != extent
        at = _nearest(middle[1] - Fraction(rows, 2)), _nearest(middle[0] - Fraction(cols, 2))
        return (at if at in canvas.board else None), (rows, cols)
    # A hexagon of hexes is 1, 3, 5 ... wide: its middle hex has 0, 1, 2 ... rings around it.
    rings = max(rows, cols) // 2 + 1
    fate["resized"] += [2 * rings - 1] * 2 != extent
    return tile_at(canvas.board, middle), (rings, rings)


def _nearest(value: Fraction) -> int:
    """Return the nearest whole number; halves round up."""
    return math.floor(value + Fraction(1, 2))


# --- notes


def read_notes(
    listed: Node, canvas: SceneBoard, part: Floor | Storeys, report: Report
) -> list[tuple[tuple[int, int], str]]:
    """Read the notes on the map. The pages of a journal are not in a scene."""
    notes: list[tuple[tuple[int, int], str]] = []
    fate: Counter[str] = Counter()
    for note in listed.items(limit=MAX_FIGURES):
        if not part.holds(note, thing_heights(note)):
            fate[say(" of other floors")] += 1
            continue
        at = tile_at(canvas.board, canvas.to_board(_spot(note)))
        text = note["text"].string(1_000_000).strip() if note.get("text") is not None else ""
        if at is None:
            fate[say(" outside the map")] += 1
        elif not text:
            fate[say(" whose text is only in the journal")] += 1
        elif len(notes) == MAX_NOTES:
            fate[say(" more than the {most} that a map may have", most=MAX_NOTES)] += 1
        else:
            fate["shortened"] += len(text) > LONGEST_NOTE
            notes.append((at, text[:LONGEST_NOTE]))
    if notes:
        report.read.append(say("{things} on tiles", things=count(len(notes), "note")))
    shortened = fate.pop("shortened", 0)
    if shortened:
        report.changed.append(
            say(
                "{things} cut to {longest_note:,} characters",
                things=count(shortened, "note"),
                longest_note=LONGEST_NOTE,
            )
        )
    for rest, number in fate.items():
        report.lost.append(say("{things}{rest}", things=count(number, "note"), rest=rest))
    return notes


# --- lights


def put_lights(
    listed: Node,
    tokens: Tokens,
    canvas: SceneBoard,
    part: Floor | Storeys,
    darkness: Fraction,
    report: Report,
) -> None:
    """Add every light that is on at this darkness."""
    fate: Counter[str] = Counter()
    for light in listed.items(limit=MAX_FIGURES):
        if not part.holds(light, thing_heights(light)):
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
        fate["cones"] += "angle" in what and 0 < what["angle"].number() < 360
        goes_by_walls = light["walls"].boolean() if "walls" in light else True
        fate["through walls"] += not goes_by_walls or light.as_dict().get("t") == "u"
        tile = tile_at(canvas.board, canvas.to_board(_spot(light)))
        tokens.shine(
            *(tile, bright / canvas.distance, dim / canvas.distance, light.place),
            part.elevation_of(light),
        )
    if listed.as_list():
        report.changed.append(say("lights are moved to the middle of their tile"))
    tell(
        *(fate, report.changed),
        ("cones", "light", say(" shining in one direction: in all directions here")),
        ("through walls", "light", say(" shining through walls: stopped by walls here")),
    )
    tell(
        *(fate, report.lost),
        ("off", "light", say(" switched off")),
        ("darkness", "light", say(" of darkness")),
        ("elsewhere", "light", say(" of other floors")),
    )


def _is_lit(light: Node, darkness: Fraction) -> bool:
    """Return whether a light is on at this darkness. Some lights are on only at night."""
    span = light.inner("darkness")
    if span is not None:
        low, high = (_share(span, key, usual) for key, usual in (("min", 0), ("max", 1)))
        return low <= darkness <= high
    return darkness >= _share(light, "darknessThreshold", 0)


# --- the ambient light


def darkness_of(tree: Node) -> Fraction:
    """Return how dark the scene is: 0 is day, 1 is night."""
    environment = tree.inner("environment")
    if environment is not None:
        return _share(environment, "darknessLevel", 0)
    return _share(tree, "darkness", 0)


def set_ambient(tree: Node, board: Board, darkness: Fraction, report: Report) -> None:
    """Set the ambient light from the scene's global light and its darkness."""
    on, until = _global_light(tree)
    if on is None:
        return
    brightness: Brightness
    if on and darkness <= until:
        brightness = "bright" if darkness < DUSK else "dim"
        why = say("the whole scene is lit")
        if darkness:
            why = say("the whole scene is lit at a darkness of {n}", n=darkness)
    elif not on and not darkness and not board.lights():
        brightness, why = "bright", say("the scene has no lights")
    else:
        brightness, why = "dark", say("only lights light the scene")
    board.ambient = brightness
    report.guessed.append(
        say("the ambient light is {brightness}: {why}", brightness=word(brightness), why=why)
    )


def _global_light(tree: Node) -> tuple[bool | None, Fraction]:
    """Return whether the whole scene is lit (None: unknown), and up to what darkness."""
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
