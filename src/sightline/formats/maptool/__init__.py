"""MapTool: campaigns (`.cmpgn`) and maps (`.rpmap`), zip archives around a `content.xml`.

The XML is XStream's output for MapTool's objects. A map has a grid and areas that block sight
("VBL"), but no border: the board covers its picture, its areas and its tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import MAX_FILE_BYTES, Loaded, Options, Report
from sightline.formats.counts import tell
from sightline.formats.maptool.areas import FAR, Areas
from sightline.formats.maptool.grid import MapGrid, read_grid
from sightline.formats.maptool.tokens import Figures
from sightline.formats.safe.safe_json import show
from sightline.formats.safe.safe_xml import XmlElement, exact_number, looks_like_xml, read_xml
from sightline.formats.safe.zipped import looks_like_zip, unzip, zip_names
from sightline.formats.shared.choose_scene import choose_scene
from sightline.formats.shared.tokens import Tokens
from sightline.formats.shared.walls import Spot, WallPen
from sightline.model.threshold import OneWayName, Threshold, Wall
from sightline.pictures import read_header
from sightline.texts import as_text, say

NAME = "MapTool"
SUFFIXES = (".cmpgn", ".rpmap")

MAX_CONTENT_BYTES = 32 * 1024 * 1024
"""The largest `content.xml` that is read."""

_ROOT = b"<net.rptools.maptool.util.PersistenceUtil_-Persisted"
_SKIPPED = frozenset(
    # Macros, sheets and tables: most of a campaign, and none of it matters for a board.
    {
        "exportSettings",
        "gmMacroButtonProperties",
        "heroLabData",
        "lastPath",
        "lookupTableMap",
        "macroButtonProperties",
        "macroPropertiesMap",
        "propertyMap",
        "propertyMapCI",
        "speechMap",
        "state",
        "tokenBars",
        "tokenStates",
    }
)
_VBL: tuple[tuple[str, str, Threshold | None], ...] = (
    # the key of an area in a zone, its key on a token, and the barrier that its outline becomes
    ("topology", "vbl", Wall()),
    ("hillVbl", "hillVbl", Wall(limited=True)),
    # The area is to the left of its outline. Sight from the right, that is from outside, is
    # stopped.
    ("coverVbl", "coverVbl", Wall(one_way="back")),
    ("pitVbl", "pitVbl", None),
)


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a campaign or a map of MapTool, or the XML from one."""
    if looks_like_xml(data):
        return _ROOT in data[:4096]
    if not looks_like_zip(data):
        return False
    try:
        return "content.xml" in zip_names(data) and _ROOT in unzip(data, "content.xml")[:4096]
    except FormatError:
        return name.lower().endswith(SUFFIXES)


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board of one map in the file: its areas as free walls, and its tokens."""
    content = data
    if looks_like_zip(data):
        content = unzip(data, "content.xml", MAX_CONTENT_BYTES)
    root = read_xml(content, name, skip=lambda depth, tag: tag in _SKIPPED)
    report = Report(NAME)
    areas = Areas()
    zones = list(_zones(root, areas))
    names = [zone.words("name") or "unnamed" for zone in zones]
    first = next((i for i, zone in enumerate(zones) if _has_walls(zone, areas)), 0)
    zone = zones[choose_scene(names, options, report, root.place, first)]
    grid = read_grid(zone.find("grid"), report)
    outlines = list(_outlines(zone, areas, grid, report))
    figures = Figures(root, zone, grid, areas)
    for way, threshold, place in figures.outlines(_VBL, report):
        outlines.append((way, threshold, place))
    picture = _picture(data, zone, areas, report)
    spots = [spot for way, _, _ in outlines for spot in way]
    if picture is not None:
        left, top, width, height = picture[1]
        spots += [(left, top), (left + width, top + height)]
    standing = [*figures.spots(), *figures.ground()]
    if not (spots or standing):
        raise zone.error(
            say(
                "the map {got} has no areas that block sight, no tokens and no picture: so there"
                " is nothing to import",
                got=show(zone.words("name")),
            )
        )
    surface = grid.surface(spots, standing, zone.find("grid").place)
    report.read.append(surface.words)
    report.guessed.append(say("maps have no edge in MapTool: the board covers what is on this one"))
    pen = WallPen(surface.board, box=surface.box, snap=options.snap, to_board=surface.to_board)
    for way, threshold, place in outlines:
        pen.polyline(way, threshold, place)
    pen.tell(report)
    tokens = Tokens(surface.board)
    figures.stand(tokens, surface, report)
    tokens.tell(report)
    if zone.words("visionType") == "NIGHT":
        surface.board.ambient = "dark"
        report.read.append(say("night: the board is dark except for its lights"))
    loaded = Loaded(surface.board, report)
    if picture is not None:
        loaded.picture = surface.picture(*picture)
        if loaded.picture is None:
            report.lost.append(say("the map's picture, since the grid is isometric"))
    return loaded


def _zones(root: XmlElement, areas: Areas) -> Iterator[XmlElement]:
    """Yield every map in the file."""
    zone = root.get("zone")
    if zone is not None:
        yield areas.resolve(zone)
    yield from areas.inside(root.get("campaign", "zones"), "net.rptools.maptool.model.Zone")


def _has_walls(zone: XmlElement, areas: Areas) -> bool:
    walls = zone.get("walls", "walls")
    if walls is not None and walls.children:
        return True
    return any(
        (curves := areas.get(zone, tag, "curves")) is not None and curves.children
        for tag, _, threshold in _VBL
        if threshold is not None
    )


# --- blockers

Outline = tuple[list[Spot], Threshold, str]


def _outlines(zone: XmlElement, areas: Areas, grid: MapGrid, report: Report) -> Iterator[Outline]:
    """Yield the outlines of the map's own areas, and its walls."""
    fate: Counter[str] = Counter()
    for tag, _, threshold in _VBL:
        area = zone.get(tag)
        if area is None:
            continue
        rings = areas.rings(area, grid.size)
        fate[tag] += len(rings)
        if threshold is not None:
            for ring in rings:
                yield ring, threshold, area.place
    yield from _walls(zone, fate)
    stops_figures = areas.get(zone, "topologyTerrain", "curves")
    if stops_figures is not None:
        fate["topologyTerrain"] = len(stops_figures.all("sun.awt.geom.Order0"))
    tell(
        *(fate, report.changed),
        (
            "hillVbl",
            "outline",
            say(
                " of hills became limited walls: sight enters or leaves a hill, but does not"
                " cross it"
            ),
        ),
        (
            "coverVbl",
            "outline",
            say(" of cover became one-way walls: sight leaves it, but does not enter"),
        ),
    )
    tell(
        *(fate, report.lost),
        ("pitVbl", "outline", say(" of pits, which sight cannot leave")),
        ("topologyTerrain", "outline", say(" of MBL, which stops figures, not sight")),
        ("disabled", "wall", say(" that sight passes through")),
    )
    if zone.words("visionType") == "OFF" and any(fate[tag] for tag, _, _ in _VBL):
        report.changed.append(
            say("vision is off on this map in MapTool: its blocking areas are imported anyway")
        )


def _walls(zone: XmlElement, fate: Counter[str]) -> Iterator[Outline]:
    """Yield the thin walls of MapTool 1.17, which are stored as vertices and pairs of vertices."""
    graph = zone.get("walls")
    if graph is None:
        return
    spots: dict[str, Spot] = {}
    for vertex in (graph.get("vertices") or graph).all("vertex"):
        at = vertex.get("position") or vertex
        spots[vertex.attributes.get("id", "")] = (
            exact_number(at.attributes.get("x", ""), f"{at.place} x", -FAR, FAR),
            exact_number(at.attributes.get("y", ""), f"{at.place} y", -FAR, FAR),
        )
    for wall in (graph.get("walls") or graph).all("wall"):
        ends = []
        for key in ("from", "to"):
            end = wall.attributes.get(key, "")
            if end not in spots:
                raise wall.error(
                    say("{key}: expected the id of a vertex, got {got}", key=key, got=show(end))
                )
            ends.append(spots[end])
        one_way = _direction(wall)
        if one_way is None:
            fate["disabled"] += 1
        else:
            yield ends, Wall(one_way=one_way), wall.place


def _direction(wall: XmlElement) -> OneWayName | None:
    """Return the direction in which a wall stops sight, or None if it does not stop sight.

    MapTool's left of a wall is the left hand of a person who walks from its first end to its second
    on the map as drawn. A wall with the direction Left stops viewers on that side.
    """
    direction = wall.words("direction", default="Both")
    sight = wall.words("sightDirection", default="SameDirection")
    ways: dict[str, OneWayName] = {"Both": "", "Left": "forth", "Right": "back"}
    if direction not in ways:
        raise wall.error(
            say(
                "expected a direction of {names}, got {got}",
                names=", ".join(ways),
                got=show(direction),
            )
        )
    if sight == "Disabled":
        return None
    if sight == "ForceBoth":
        return ""
    if sight not in ("SameDirection", "ReverseDirection"):
        raise wall.error(say("unknown direction of sight: {got}", got=show(sight)))
    way = ways[direction]
    if sight == "ReverseDirection":
        reverse: dict[OneWayName, OneWayName] = {"": "", "forth": "back", "back": "forth"}
        return reverse[way]
    return way


# --- the picture


Rectangle = tuple[Fraction, Fraction, Fraction, Fraction]
"""Left, top, width and height, in pixels of the map."""


def _picture(
    data: bytes, zone: XmlElement, areas: Areas, report: Report
) -> tuple[bytes, Rectangle] | None:
    """Return the bytes of the map's own picture and its position, or None."""
    asset = areas.get(zone, "mapAsset")
    key = None if asset is None else areas.get(asset, "id")
    if key is None or not looks_like_zip(data):
        return None
    start = f"assets/{key.text}."
    name = next((each for each in zip_names(data) if each.startswith(start)), None)
    try:
        if name is None:
            raise FormatError(say("it is not in the archive"))
        encoded = unzip(data, name, MAX_FILE_BYTES)
        pixels = read_header(encoded).pixels
    except FormatError as error:
        report.lost.append(say("the map's picture: {error}", error=as_text(error)))
        return None
    corner = areas.get(zone, "boardPosition")
    left, top = (
        Fraction(0) if corner is None else corner.number(axis, -FAR, FAR, 0) for axis in "xy"
    )
    across = zone.number("imageScaleX", 0, 1_000, 1) or Fraction(1)
    down = zone.number("imageScaleY", 0, 1_000, 1) or Fraction(1)
    return encoded, (left, top, pixels[0] * across, pixels[1] * down)
