"""Independent implementations of games with rooms, and of cover next to the target.

Like `book_games`, they do not use the engine.
"""

from __future__ import annotations

from tests.packs.book_games import CREATURES, Answer, Position
from tests.packs.book_parts import part_to_part
from tests.packs.book_squares import (
    CLEAR,
    CORNER,
    PINCH,
    Edge,
    Things,
    Tile,
    center,
    corner_line,
    corners,
    level,
)

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def zombicide(position: Position) -> Answer:
    """Answer for Zombicide: straight along streets; in a building, one room and adjacent open
    rooms.
    """
    here, there = zone(position, position.a), zone(position, position.b)
    if position.b in here:
        return Answer(True, "none", None, "both are in the same zone")
    if any(
        other in there and _is_open(position, tile, other)
        for tile in here
        for other in _beside(tile)
    ):
        return Answer(True, "none", None, "an opening joins the two zones")
    (ax, ay), (bx, by) = position.a, position.b
    if ax != bx and ay != by:
        return Answer(False, "total", None, "neither in one row nor in one column")
    step = ((bx > ax) - (bx < ax), (by > ay) - (by < ay))
    tile = position.a
    while tile != position.b:
        after = (tile[0] + step[0], tile[1] + step[1])
        if not _is_open(position, tile, after):
            return Answer(False, "total", None, f"a wall stops the line after {tile}")
        if position.letter(after) == "#":
            return Answer(False, "total", None, f"rock on {after} stops the line")
        if after not in position.streets and after not in (*here, *there):
            return Answer(False, "total", None, f"the line would pass another room at {after}")
        tile = after
    return Answer(True, "none", None, "straight along the street")


def zone(position: Position, tile: Tile) -> set[Tile]:
    """Return one square of a street, or a whole room up to its walls and doors."""
    found = {tile}
    waiting = [] if tile in position.streets else [tile]
    while waiting:
        here = waiting.pop()
        for other in _beside(here):
            parted = frozenset({here, other}) in position.walls | position.doors
            inside = position.letter(other) not in "# " and other not in position.streets
            if inside and not parted and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _beside(tile: Tile) -> list[Tile]:
    return [(tile[0] + dx, tile[1] + dy) for dx, dy in STEPS]


def _is_open(position: Position, one: Tile, other: Tile) -> bool:
    return frozenset({one, other}) not in position.walls


def lancer(position: Position) -> Answer:
    """Answer for Lancer: hard cover if the target behind it is not flanked, else soft cover."""
    if not part_to_part(position.a, position.b, position.things("#")):
        return Answer(False, "total", None, "every line from part to part touches rock or a wall")
    cover = position.things("#l")
    beside = Things(
        {tile for tile in cover.tiles if _steps(tile, position.b) == 1},
        {wall for wall in cover.walls if _touches(wall, position.b)},
    )
    lines = (
        corner_line(position.a, start, position.b, end, beside, turn=True).level
        for start in corners(position.a)
        for end in corners(position.b)
    )
    if min(lines) > CLEAR:
        return Answer(True, "hard", None, "no line is totally clear of the cover next to it")
    between = Things(
        {tile for tile in position.things("#lsw").tiles if _steps(tile, position.a) > 1},
        {wall for wall in cover.walls if not _touches(wall, position.a)},
    )
    if level(center(position.a), center(position.b), between) >= PINCH:
        return Answer(True, "soft", None, "the middle line goes through something")
    return Answer(True, "none", None, "the middle line goes through nothing, and it is flanked")


def _steps(one: Tile, other: Tile) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _touches(wall: Edge, tile: Tile) -> bool:
    one, other = wall
    return not (set(corners(one)) & set(corners(other))).isdisjoint(corners(tile))


def arcadia_quest(position: Position) -> Answer:
    found = level(center(position.a), center(position.b), position.things("#"))
    if found > CORNER:
        return Answer(False, "total", None, "the middle line is blocked")
    words = "skims a corner only" if found == CORNER else "meets nothing"
    return Answer(True, "none", None, f"the middle line {words}")


def doom(position: Position) -> Answer:
    def lines(letters: str) -> list[list[int]]:
        things = position.things(letters)
        return [
            [
                corner_line(position.a, start, position.b, end, things, turn=True).level
                for end in corners(position.b)
            ]
            for start in corners(position.a)
        ]

    if min(map(min, lines("#"))) > CORNER:
        return Answer(False, "total", None, "every line goes through rock, or along a side of it")
    counts = [sum(each >= PINCH for each in row) for row in lines("#ld" + CREATURES)]
    count = min(counts)
    why = f"from the best corner {count} of 4 lines are blocked"
    return Answer(True, "cover" if count else "none", count, why)


def dungeon_saga(position: Position) -> Answer:
    things = position.things("#" + CREATURES)
    if part_to_part(position.a, position.b, things):
        return Answer(True, "none", None, "some line from part to part touches nothing")
    return Answer(False, "total", None, "every line from part to part touches something")


def super_dungeon_explore(position: Position) -> Answer:
    if part_to_part(position.a, position.b, position.things("#")):
        return Answer(True, "none", None, "some line from point to point touches no structure")
    return Answer(False, "total", None, "every line from point to point touches a structure")
