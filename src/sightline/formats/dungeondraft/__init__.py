"""Dungeondraft files (`.dungeondraft_map`): JSON with values of the Godot engine.

The walls of a level are chains of points, 256 units to a tile. Its portals (doors, windows, arches)
lie on the walls, which are open there. A portal is twice as wide as its `radius`. It may also be
freestanding. Caves are bitmaps: see `dungeondraft.cave`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from sightline.formats.contract import MAX_SEGMENTS, Loaded, Options, Report
from sightline.formats.counts import count, tell
from sightline.formats.dungeondraft.cave import cave_outlines
from sightline.formats.dungeondraft.godot import has_bits, vector, vector_count, vectors
from sightline.formats.safe.safe_json import Node, looks_like_json, read_json, show
from sightline.formats.shared.chains import FINE, WallLine, WallRun, draw
from sightline.formats.shared.choose_scene import choose_scene
from sightline.formats.shared.stacked import StackedLevel, add_floors, stacked, tell_stacked
from sightline.formats.shared.tiles import check_size
from sightline.formats.shared.tokens import Tokens, tile_at
from sightline.formats.shared.walls import Spot, WallPen
from sightline.formats.uvtt import light_by_color
from sightline.model.numbers import exact
from sightline.model.parts.ground import MAX_SIDE
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Threshold, Wall
from sightline.texts import join, say

NAME = "Dungeondraft map"
SUFFIXES = (".dungeondraft_map",)

PIXELS = 256
"""The file's units per tile."""
MAX_LEVELS = 1_000
MAX_THINGS = 1_000_000
"""The maximum number of portals, lights, paths or objects of one level."""


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a map that Dungeondraft saved."""
    return (
        looks_like_json(data)
        and b'"world"' in data
        and b'"levels"' in data
        and (b'"creation_build"' in data or b'"PoolVector2Array(' in data)
    )


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board of all levels with walls, or of one: walls and caves as free walls, portals as
    doors.
    """
    # Mods store arbitrary data in a separate part, and some write a key twice.
    tree = read_json(data, name, unread=("mod",))
    report = Report(NAME)
    world = tree["world"]
    cols, rows = (world[side].whole(1, MAX_SIDE) for side in ("width", "height"))
    check_size(cols, rows, world.place)
    levels = _choose_levels(tree, options, report)
    storeys = stacked([name for name, _ in levels])
    board = SquareBoard(rows, cols)
    report.read.append(say("a map of {cols} x {rows} squares", cols=cols, rows=rows))
    pen = WallPen(
        board,
        box=(Fraction(0), Fraction(0), Fraction(cols * PIXELS), Fraction(rows * PIXELS)),
        snap=options.snap,
        to_board=lambda spot: (spot[0] / PIXELS, spot[1] / PIXELS),
    )
    if len(storeys) > 1:
        add_floors(board, storeys, [board.tiles()] * len(storeys))
        tell_stacked(storeys, report)
        report.guessed.append(say("the last level of the file is the lowest; floors are closed"))
    fate: Counter[str] = Counter()
    draw(
        chain.from_iterable(
            storey.walls(
                chain(
                    _walls(level, fate),
                    _lone_portals(level, fate),
                    _cave(level, cols, rows, report),
                    _paths(level, report),
                )
            )
            for storey, (_, level) in zip(storeys, levels, strict=True)
        ),
        pen,
    )
    pen.tell(report)
    _tell_portals(fate, report)
    _add_lights([level for _, level in levels], storeys, board, report)
    _tell_lost([level for _, level in levels], report)
    return Loaded(board, report)


def _things(level: Node, key: str) -> list[Node]:
    """Return the items of a level under a key, such as "walls". Older versions omit empty lists."""
    things = level.get(key)
    return [] if things is None else list(things.items(limit=MAX_THINGS))


# --- levels


def _choose_levels(tree: Node, options: Options, report: Report) -> list[tuple[str, Node]]:
    """Return the levels that are read, from the lowest up, with their names."""
    levels = [level for _, level in tree["world"]["levels"].entries()]
    place = tree["world"]["levels"]
    if not levels:
        raise place.error(say("expected at least one level, got none"))
    if len(levels) > MAX_LEVELS:
        raise place.error(
            say("expected at most {most:,} levels, got {n:,}", most=MAX_LEVELS, n=len(levels))
        )
    names = [
        level["label"].string() if "label" in level else f"level {number}"
        for number, level in enumerate(levels)
    ]
    walled = [number for number, level in enumerate(levels) if _has_walls(level)]
    report.choices.together = len(walled) > 1 and not options.flat
    if report.choices.together and options.level is None:
        report.choices.levels = names
        bare = [name for number, name in enumerate(names) if number not in walled]
        if bare:
            report.lost.append(
                say(
                    "{things} without walls: {names}",
                    things=count(len(bare), "level"),
                    names=", ".join(map(show, bare)),
                )
            )
        return [(names[number], levels[number]) for number in reversed(walled)]
    shown, reason = _shown_level(tree, levels)
    chosen = choose_scene(names, options, report, place.place, shown)
    if options.level is None and len(levels) > 1:
        report.guessed.append(say("this level was chosen because {reason}", reason=reason))
    return [(names[chosen], levels[chosen])]


def _shown_level(tree: Node, levels: list[Node]) -> tuple[int, str]:
    """Return the level that Dungeondraft would show and export, if it has walls, and the reason.

    Otherwise return the last level with walls, which is usually the lowest.
    """
    with_walls = [number for number, level in enumerate(levels) if _has_walls(level)]
    header = tree.get("header")
    state = header.get("editor_state") if header is not None else None
    if state is not None and "current_level" in state:
        current = state["current_level"].whole()
        if current in with_walls or (not with_walls and 0 <= current < len(levels)):
            return current, say("it was open when the map was saved")
    if with_walls:
        return with_walls[-1], say("it is the last with walls")
    return 0, say("it is the first")


def _has_walls(level: Node) -> bool:
    cave = level.get("cave")
    return bool(_things(level, "walls")) or (
        cave is not None and "bitmap" in cave and has_bits(cave["bitmap"])
    )


# --- walls and portals


def _walls(level: Node, fate: Counter[str]) -> Iterator[WallLine]:
    walls = _things(level, "walls")
    points = 0
    for wall in walls:
        points += vector_count(wall["points"])
        if points > MAX_SEGMENTS + len(walls):
            raise wall.error(say("more than {most:,} wall segments", most=MAX_SEGMENTS))
    for wall in walls:
        spots = vectors(wall["points"], MAX_SEGMENTS + 1)
        closed = "loop" in wall and wall["loop"].boolean()
        row = WallRun(spots, closed=closed and len(spots) > 2)
        gaps = []
        for portal in _things(wall, "portals"):
            gap = _gap(row, portal)
            if gap is None:
                fate["off the wall"] += 1
                yield from _alone(portal, fate)
                continue
            gaps.append(gap)
            door = _door(portal, fate)
            for span in row.spans(*gap):
                yield row.part(*span), door, portal.place
        for part in row.without(gaps):
            yield part, Wall(), wall.place


def _gap(row: WallRun, portal: Node) -> tuple[int, int] | None:
    """Return the stretch of a wall that is open for a portal, or None if it is not on the wall."""
    if not ("wall_distance" in portal and "radius" in portal):
        return None
    # The index of the piece of wall, plus the fraction along it: 2.5 is the middle of the third.
    piece = math.floor(portal["wall_distance"].number())
    spot = vector(portal["position"])
    if not 0 <= piece < row.pieces:
        return None
    middle = row.beside(piece, spot)
    (x, y), (at_x, at_y) = spot, row.at(middle)
    if (x - at_x) ** 2 + (y - at_y) ** 2 > PIXELS**2:
        return None
    radius = round(_radius(portal) * FINE)
    return middle - radius, middle + radius


def _radius(portal: Node) -> Fraction:
    return exact(portal["radius"].number(0, MAX_SIDE * PIXELS), "radius")


def _lone_portals(level: Node, fate: Counter[str]) -> Iterator[WallLine]:
    for portal in _things(level, "portals"):
        yield from _alone(portal, fate)


def _alone(portal: Node, fate: Counter[str]) -> Iterator[WallLine]:
    """Yield a freestanding portal: a line through its position, as long as the portal is wide."""
    if not ("radius" in portal and "direction" in portal):
        fate["shapeless"] += 1
        return
    radius = _radius(portal)
    (x, y), (dx, dy) = vector(portal["position"]), vector(portal["direction"])
    ends: list[Spot] = [(x + way * dx * radius, y + way * dy * radius) for way in (-1, 1)]
    yield ends, _door(portal, fate), portal.place


def _door(portal: Node, fate: Counter[str]) -> Threshold:
    picture = portal["texture"].string() if "texture" in portal else ""
    kind = picture.rsplit("/", 1)[-1].lower()
    if "closed" in portal and not portal["closed"].boolean():
        if "window" in kind:
            fate["windows"] += 1
            return Wall(stops="window")
        fate["open"] += 1
        return Door("open")
    if "secret" in kind:
        fate["secret"] += 1
        return Door("secret")
    fate["closed windows"] += "window" in kind
    return Door("closed")


def _tell_portals(fate: Counter[str], report: Report) -> None:
    tell(
        *(fate, report.guessed),
        ("open", "portal", say(" open to light (arches): open to sight")),
        (
            "windows",
            "portal",
            say(" with the picture of a window, open to light: seen through, and not passed"),
        ),
        (
            "closed windows",
            "portal",
            say(" with a window picture, but set to block light: closed, like a door"),
        ),
        ("secret", "portal", say(" with a secret door picture: secret")),
    )
    off_the_wall = say(" not on its wall: placed as drawn, and the wall was not cut")
    tell(fate, report.changed, ("off the wall", "portal", off_the_wall))
    tell(fate, report.lost, ("shapeless", "portal", say(" without a width or direction")))


# --- caves and paths


def _cave(level: Node, cols: int, rows: int, report: Report) -> Iterator[WallLine]:
    cave = level.get("cave")
    outlines = [] if cave is None else cave_outlines(cave, cols, rows)
    for outline in outlines:
        yield [(x * PIXELS, y * PIXELS) for x, y in outline], Wall(), level.place + ".cave.bitmap"
    if outlines:
        report.read.append(say("a cave: {things}", things=count(len(outlines), "outline")))
        report.guessed.append(
            say(
                "the outline of the cave runs halfway between dug and undug places;"
                " Dungeondraft varies it by up to 1/20 of a tile, which is not in the file"
            )
        )


def _paths(level: Node, report: Report) -> Iterator[WallLine]:
    drawn = turned = 0
    for path in _things(level, "paths"):
        if not ("block_light" in path and path["block_light"].boolean()):
            continue
        if "rotation" in path and path["rotation"].number():
            turned += 1
            continue
        x, y = vector(path["position"])
        across, down = vector(path["scale"]) if "scale" in path else (Fraction(1), Fraction(1))
        spots = [
            (x + across * dx, y + down * dy)
            for dx, dy in vectors(path["edit_points"], MAX_SEGMENTS + 1)
        ]
        if spots and "loop" in path and path["loop"].boolean():
            spots.append(spots[0])
        yield spots, Wall(), path.place
        drawn += 1
    if drawn:
        report.guessed.append(
            say(
                "{things} set to block light, drawn as curves: straight walls from point to point",
                things=count(drawn, "path"),
            )
        )
    if turned:
        report.lost.append(
            say("{things} set to block light, but rotated as a whole", things=count(turned, "path"))
        )


# --- light


def _add_lights(
    levels: list[Node], storeys: list[StackedLevel], board: SquareBoard, report: Report
) -> None:
    tokens = Tokens(board)
    lights = 0
    for level, storey in zip(levels, storeys, strict=True):
        for light in _things(level, "lights"):
            x, y = vector(light["position"])
            reach = exact(light["range"].number(0, MAX_SIDE), "range")
            at = tile_at(board, (x / PIXELS, y / PIXELS))
            tokens.shine(at, reach / 2, reach, light.place, storey.elevation)
            lights += 1
    tokens.tell(report)
    if lights:
        report.guessed.append(
            say(
                "lights are bright to half their range and dim to all of it, from the center"
                " of the tile"
            )
        )
    environment = levels[0].get("environment")
    if environment is not None and "ambient_light" in environment:
        light_by_color(environment["ambient_light"], board, report)


def _tell_lost(levels: list[Node], report: Report) -> None:
    def things(key: str) -> list[Node]:
        return [each for level in levels for each in _things(level, key)]

    objects = things("objects")
    blocking = sum("block_light" in each and each["block_light"].boolean() for each in objects)
    if blocking:
        report.lost.append(
            say(
                "{things} set to block light: its shape is a picture, which is not in the"
                " file (an export as Universal VTT has it)",
                things=count(blocking, "object"),
            )
        )
    roofs = [roofs for level in levels if (roofs := level.get("roofs")) is not None]
    amounts = [
        count(len(found), noun)
        for noun, found in (
            ("object", objects),
            ("path", things("paths")),
            ("pattern", things("patterns")),
            ("roof", [each for one in roofs for each in _things(one, "roofs")]),
            ("text", things("texts")),
        )
        if found
    ]
    if amounts:
        report.lost.append(say("{names}, and the ground: decoration only", names=join(amounts)))
