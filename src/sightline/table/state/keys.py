"""The keys of stored objects: `figure|<map>|<figure>`, `solid|<map>|3,4` and so on.

table                           the table itself
player|<player>                 a player
pack|<name>                     a rule pack, as plain data
map|<map>                       a map's outline, name and rule
away|<map>                      true: the map is archived: deleted, or not complete yet
solid|<map>|a,b                 true: the tile is rock
edge|<map>|a,b|c,d              the barrier between two neighbors, the lower first
wall|<map>|x0,y0,x1,y1          a free wall; ends in 1/384,000ths, ordered as on boards
terrain|<map>|a,b               the terrain of a tile: "low", "light-woods"
cover|<map>|q,r                 a hex's cover, exactly: "1/2"
elevation|<map>|q,r             a hex's height, exactly
figure|<map>|<figure>           a figure
floor|<map>|<floor>             a floor above the ground
stairs|<map>|<stairs>           stairs or a ladder between two storeys
lamp|<map>|<lamp>               a lamp that stands on a tile
shown|<map>|a,b                 true: every player sees the tile, wherever their figures are
shown|<map>|a,b|<floor>         the same for a tile of a floor
veil|<map>|a,b                  true: the tile is covered: no player sees it
veil|<map>|a,b|<floor>          the same for a tile of a floor
area|<map>|<area>               a template, or a shared ruler
turns|<map>                     the map's initiative
note|<map>|<note>               a note of the game master
roll|<roll>                     a roll of dice
game                            the game on the table
"""

from __future__ import annotations

import re
from fractions import Fraction

from sightline.model.cell import Point
from sightline.model.threshold import (
    CODES,
    ENDLESS,
    FIRST_SEEN_THROUGH,
    Threshold,
    Wall,
    as_stops,
    span_of,
    stops_of,
    turned_round,
    with_span,
    with_stops,
)

TABLE = "table"
GAME = "game"
GROUND = ""
"""The storey of the ground; other storeys have the ids of their floors."""

OF_THE_TABLE = frozenset({"table", "player", "pack", "roll", "game"})
"""The kinds of objects that do not belong to a map."""
BESIDE_THE_BOARD = frozenset({"turns", "note"})
"""The kinds that belong to a map but are not on its board."""

TilePair = tuple[int, int]
_HEIGHT = re.compile("-?[0-9]{1,40}(/[0-9]{1,40})?")


def player_key(player: str) -> str:
    return f"player|{player}"


def pack_key(name: str) -> str:
    return f"pack|{name}"


def map_key(map_id: str) -> str:
    return f"map|{map_id}"


def archived_key(map_id: str) -> str:
    return f"away|{map_id}"


def figure_key(map_id: str, figure: str) -> str:
    return f"figure|{map_id}|{figure}"


def lamp_key(map_id: str, lamp: str) -> str:
    return f"lamp|{map_id}|{lamp}"


def area_key(map_id: str, area: str) -> str:
    return f"area|{map_id}|{area}"


def turns_key(map_id: str) -> str:
    return f"turns|{map_id}"


def note_key(map_id: str, note: str) -> str:
    return f"note|{map_id}|{note}"


def roll_key(roll: str) -> str:
    return f"roll|{roll}"


def solid_key(map_id: str, tile: TilePair) -> str:
    return f"solid|{map_id}|{tile[0]},{tile[1]}"


def edge_key(map_id: str, a: TilePair, b: TilePair) -> str:
    (a0, a1), (b0, b1) = (a, b) if (a[0], a[1]) < (b[0], b[1]) else (b, a)
    return f"edge|{map_id}|{a0},{a1}|{b0},{b1}"


def wall_key(map_id: str, start: Point, end: Point) -> str:
    (x0, y0), (x1, y1) = sorted((start, end))
    return f"wall|{map_id}|{x0},{y0},{x1},{y1}"


def floor_key(map_id: str, floor: str) -> str:
    return f"floor|{map_id}|{floor}"


def stairs_key(map_id: str, stairs: str) -> str:
    return f"stairs|{map_id}|{stairs}"


def terrain_key(map_id: str, tile: TilePair) -> str:
    return f"terrain|{map_id}|{tile[0]},{tile[1]}"


def cover_key(map_id: str, tile: TilePair) -> str:
    return f"cover|{map_id}|{tile[0]},{tile[1]}"


def elevation_key(map_id: str, tile: TilePair) -> str:
    return f"elevation|{map_id}|{tile[0]},{tile[1]}"


def shown_key(map_id: str, tile: TilePair, storey: str = GROUND) -> str:
    on_floor = f"|{storey}" if storey else ""
    return f"shown|{map_id}|{tile[0]},{tile[1]}{on_floor}"


def veil_key(map_id: str, tile: TilePair, storey: str = GROUND) -> str:
    return shown_key(map_id, tile, storey).replace("shown", "veil", 1)


def kind_of(key: str) -> str:
    """Return the kind of object in a key, such as "roll" or "figure"."""
    return key.partition("|")[0]


def map_of(key: str) -> str | None:
    """Return the id of the map in a key, or None."""
    kind, _, rest = key.partition("|")
    if kind in OF_THE_TABLE:
        return None
    return rest.partition("|")[0]


def read_tile(text: str) -> TilePair:
    first, _, second = text.partition(",")
    return int(first), int(second)


def read_edge(place: str) -> tuple[TilePair, TilePair]:
    first, _, second = place.partition("|")
    return read_tile(first), read_tile(second)


def read_ends(place: str) -> tuple[Point, Point]:
    x0, y0, x1, y1 = map(int, place.split(","))
    return (x0, y0), (x1, y1)


_STOPS = "+stops="
_SPAN = "@"


def threshold_text(threshold: Threshold) -> str:
    """Return a wall, door or gate in stored form.

    Examples: "wall", "door:open", "wall+limited", "wall+forth", "wall+stops=movement.effect",
    "wall@0_1/2" (bottom and top), "gate:open@2_". Directions follow the key: from the lower tile or
    end.
    """
    kind = type(threshold).__name__.lower()
    text = kind if isinstance(threshold, Wall) else f"{kind}:{threshold.state}"
    limited = "+limited" if threshold.limited else ""
    one_way = f"+{threshold.one_way}" if threshold.one_way else ""
    stops = stops_of(threshold)
    stopped = "" if stops is None else f"{_STOPS}{'.'.join(stops)}"
    span = span_of(threshold)
    high = (
        "" if span == ENDLESS else f"{_SPAN}{'_'.join('' if h is None else str(h) for h in span)}"
    )
    return f"{text}{limited}{one_way}{stopped}{high}"


def edge_text(a: TilePair, b: TilePair, threshold: Threshold) -> str:
    """Return the barrier on the edge from `a` to `b` in the form that is stored under the edge's
    key.
    """
    return threshold_text(as_keyed(a, b, threshold))


def as_keyed(a: TilePair, b: TilePair, threshold: Threshold) -> Threshold:
    """Return the barrier on the edge from `a` to `b`, as seen from the lower of the two tiles."""
    return threshold if (a[0], a[1]) < (b[0], b[1]) else turned_round(threshold)


_BY_TEXT = {
    threshold_text(threshold): threshold
    for threshold in CODES[:FIRST_SEEN_THROUGH]
    if threshold is not None
}


def read_threshold(text: str) -> Threshold:
    """Parse the wall, door or gate that `threshold_text` wrote."""
    text, _, span = text.partition(_SPAN)
    plain, is_partial, stops = text.partition(_STOPS)
    threshold = _BY_TEXT[plain]
    if is_partial:
        threshold = with_stops(threshold, as_stops(stops.split(".") if stops else ()))
    if not span:
        return threshold
    bottom, _, top = span.partition("_")
    return with_span(threshold, (height_from(bottom), height_from(top)))


def height_from(text: str) -> Fraction | None:
    """Parse an exact height; "" gives None."""
    if text and not _HEIGHT.fullmatch(text):
        raise ValueError(f"expected a height such as 7/2, got {text[:40]!r}")
    return Fraction(text) if text else None
