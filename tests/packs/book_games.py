"""Independent implementations of games on squares, from the text of their books: see
`book_squares`.

A position is a drawn map: A is the viewer, T the target, # rock, t tall furniture, s smoke, w
woods, d difficult ground, c and f creatures without a side, a one on A's side, e one on T's, l
something low, M the nine tiles of a huge creature. Several A or T are the tiles of one large
creature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.packs.book_parts import (
    diamond_to_diamond,
    inset_corners,
    inset_line,
    part_to_part,
    past_diamonds,
)
from tests.packs.book_squares import (
    CLEAR,
    CORNER,
    EDGE,
    LEVELS,
    PINCH,
    SEAM,
    Edge,
    Line,
    Spot,
    Things,
    Tile,
    center,
    corner_line,
    corner_to_area,
    corners,
    crosses,
    level,
    meets,
    turns,
)

CREATURES = "AaTecfM"


@dataclass(frozen=True)
class Position:
    rows: tuple[str, ...]
    a: Tile
    b: Tile
    walls: frozenset[Edge] = frozenset()
    streets: frozenset[Tile] = frozenset()
    doors: frozenset[Edge] = frozenset()
    """Open doors."""

    def letter(self, tile: Tile) -> str:
        """Return the mark on the tile, or a blank beyond the map."""
        x, y = tile
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
        return self.rows[y][x] if inside else " "

    def things(self, letters: str, *, walls: bool = True) -> Things:
        """Return the tiles with these letters, except A's and T's. Tall furniture is like rock."""
        if "#" in letters:
            letters += "t"
        own = {*self.space(self.a), *self.space(self.b)}
        tiles = {tile for tile in self._tiles() if self.letter(tile) in letters} - own
        return Things(tiles, set(self.walls) if walls else set())

    def space(self, at: Tile) -> list[Tile]:
        """Return all tiles of the creature on this tile."""
        letter = self.letter(at)
        return [tile for tile in self._tiles() if self.letter(tile) == letter and letter in "AT"]

    def _tiles(self) -> list[Tile]:
        return [(x, y) for y, row in enumerate(self.rows) for x in range(len(row))]


@dataclass(frozen=True)
class Answer:
    visible: bool
    degree: str
    blocked: int | None
    why: str


def name(spot: Spot) -> str:
    return f"({spot[0]},{spot[1]})"


def _hidden(why: str, words: str = "total") -> Answer:
    return Answer(False, words, None, why)


def _any(position: Position, things: Things) -> Line:
    """Return the best line between corners."""
    lines = (
        corner_line(position.a, start, position.b, end, things, turn=True)
        for start in corners(position.a)
        for end in corners(position.b)
    )
    return min(lines, key=lambda line: line.level)


def _counted(
    position: Position, steps: Sequence[tuple[int, str, str]], shown: str
) -> tuple[str, int, str]:
    """Return the best corner. `steps` has a count, a degree, and the letters that can give it."""
    found = []
    for start in corners(position.a):

        def hit(letters: str, start: Spot = start) -> list[Spot]:
            things = position.things(letters)
            return [
                end
                for end in corners(position.b)
                if corner_line(position.a, start, position.b, end, things, turn=True).level >= PINCH
            ]

        rank, degree = 0, "none"
        for i, (least, word, letters) in enumerate(steps, 1):
            if len(hit(letters)) >= least:
                rank, degree = i, word
        stopped = hit(shown)
        found.append((rank, len(stopped), start, degree, stopped))
    _, count, start, degree, stopped = min(found, key=lambda each: each[:2])
    words = ", ".join(name(end) for end in stopped)
    why = f"from corner {name(start)} {count} of 4 lines are blocked" + (
        f": to {words}" if words else ""
    )
    return degree, count, why


def _area_sight(position: Position, *, swap: bool) -> tuple[Spot, Spot] | None:
    things = position.things("#s")
    found = corner_to_area(position.a, position.b, things)
    if found is None and swap:
        found = corner_to_area(position.b, position.a, things)
    return found


def center_game(position: Position) -> Answer:
    """Answer for HeroQuest, Space Hulk and Descent 1e: one line, which may touch corners."""
    found = level(center(position.a), center(position.b), position.things("#" + CREATURES))
    if found > CORNER:
        return _hidden(f"the middle line is blocked: {LEVELS[found]}")
    words = "touches a corner only" if found == CORNER else "meets nothing"
    return Answer(True, "none", None, f"the middle line {words}")


def _divided(position: Position) -> bool:
    """Return whether A and T are neighbors with a wall between them."""
    return frozenset({position.a, position.b}) in position.walls


DIVIDED = _hidden("neighbors with a wall between them")


def dnd5e(position: Position) -> Answer:
    if _area_sight(position, swap=True) is None:
        return _hidden("every line from a corner of one to the other touches rock or a wall")
    steps = [(1, "half", "#l" + CREATURES), (3, "three-quarters", "#")]
    degree, count, why = _counted(position, steps, "#l" + CREATURES)
    return Answer(True, degree, count, why)


def dnd4e(position: Position) -> Answer:
    if _area_sight(position, swap=False) is None:
        return _hidden("every line from a corner of the viewer touches rock or a wall")
    looks = position.rows[position.a[1]][position.a[0]]
    enemies = "Te" if looks == "A" else "Aa"
    letters = "#l" + enemies
    degree, count, why = _counted(
        position, [(1, "cover", letters), (3, "superior", letters)], letters
    )
    return Answer(True, degree, count, why)


def dnd35(position: Position) -> Answer:
    if _any(position, position.things("#")).level >= PINCH:
        return _hidden("every line from corner to corner goes through rock or a wall")
    everything = "#l" + CREATURES
    steps = [(1, "soft", everything), (1, "cover", "#l")]
    degree, count, why = _counted(position, steps, everything)
    return Answer(True, degree, count, why)


def pathfinder2e(position: Position) -> Answer:
    if _any(position, position.things("#")).level >= PINCH:
        return _hidden("every line from corner to corner goes through rock or a wall")
    line = _middle(position.space(position.a)), _middle(position.space(position.b))
    if level(*line, position.things("#lM")) >= PINCH:
        return Answer(True, "standard", 1, "the middle line goes through an object or a giant")
    if level(*line, position.things("#l" + CREATURES)) >= PINCH:
        return Answer(True, "lesser", 1, "the middle line goes through a creature")
    return Answer(True, "none", 0, "the middle line goes through nothing")


def _middle(space: Sequence[Tile]) -> Spot:
    xs, ys = zip(*map(center, space), strict=True)
    return sum(xs, Fraction(0)) / len(xs), sum(ys, Fraction(0)) / len(ys)


def descent2(position: Position) -> Answer:
    a, b = position.a, position.b
    walls = position.things("")
    shared = set(corners(a)) & set(corners(b))
    if shared:
        if len(shared) == 1:
            (spot,) = shared
            divided = corner_line(a, spot, b, spot, walls, turn=True).level > CLEAR
        else:
            divided = _divided(position)
        if divided:
            return DIVIDED
        return Answer(True, "none", None, "neighbors without a wall between them")
    things = position.things("#" + CREATURES)
    things.tiles.update(position.space(b))  # a creature there stops lines through that space
    for start in corners(a):
        for end in corners(b):
            # A corner is on both sides of a wall that ends there, so a line stays on its own side.
            way = (end[0] - start[0], end[1] - start[1])
            back = (-way[0], -way[1])
            if not (turns(start, a, way, walls) and turns(end, b, back, walls)):
                continue
            found = meets(start, end, things)
            if found <= {CLEAR, CORNER, PINCH}:
                words = LEVELS[max(found)]
                return Answer(True, "none", None, f"{name(start)} to {name(end)}: {words}")
    return _hidden("every line goes through something, or along a side of it")


def imperial_assault(position: Position) -> Answer:
    everything = position.things("#" + CREATURES)
    rocks, figures = position.things("#"), position.things(CREATURES, walls=False)

    def free(start: Spot, end: Spot) -> bool:
        def found(things: Things) -> int:
            return corner_line(position.a, start, position.b, end, things, turn=True).level

        # Where rocks and walls meet is closed; where a figure meets one of them is open. Nothing
        # passes between two blockers that share a side.
        between = start != end and SEAM in meets(start, end, everything)
        return found(rocks) <= EDGE and found(figures) <= PINCH and not between

    for start in corners(position.a):
        ends = corners(position.b)
        for one, other in zip(ends, [*ends[1:], ends[0]], strict=True):
            if _in_line(start, one, other) or not (free(start, one) and free(start, other)):
                continue
            if _is_walled(start, one, other, position):
                continue
            return Answer(
                True, "none", None, f"from {name(start)} to {name(one)} and {name(other)}"
            )
    return _hidden("no corner has two free lines to neighboring corners")


def _in_line(start: Spot, one: Spot, other: Spot) -> bool:
    """Return whether the two lines overlap. A zero-length line never does."""
    if start in (one, other):
        return False
    return (one[0] - start[0]) * (other[1] - start[1]) == (one[1] - start[1]) * (
        other[0] - start[0]
    )


def _is_walled(start: Spot, one: Spot, other: Spot, position: Position) -> bool:
    """Return whether a wall is between the two lines, or on the outer face of the side joining
    them.
    """
    middle = center(position.b)
    outside = _side(one, other, start) * _side(one, other, middle) < 0
    for wall in position.walls:
        near, far = wall
        first, last = sorted(set(corners(near)) & set(corners(far)))
        if {first, last} == {one, other} and outside:
            return True
        low, high = Fraction(0), Fraction(1)  # the part of the wall that is inside all three sides
        triangle = [(start, one, other), (one, other, start), (other, start, one)]
        for p, q, inner in triangle:
            turn = 1 if _side(p, q, inner) > 0 else -1
            at, to = turn * _side(p, q, first), turn * _side(p, q, last)
            if at <= 0 and to <= 0:
                low, high = Fraction(1), Fraction(0)
            elif at < 0 or to < 0:
                cut = at / (at - to)
                low, high = (max(low, cut), high) if at < 0 else (low, min(high, cut))
        if _side(start, one, other) and low < high:
            return True
    return False


def _side(p: Spot, q: Spot, spot: Spot) -> Fraction:
    return (q[0] - p[0]) * (spot[1] - p[1]) - (q[1] - p[1]) * (spot[0] - p[0])


def dnd5e_inset(position: Position) -> Answer:
    """Answer as modules do, with the target's corners moved inward by 5 %."""
    ends = inset_corners(position.b, 20)

    def hit(start: Spot, letters: str) -> int:
        things = position.things(letters)
        return sum(inset_line(position.a, start, end, things).level >= PINCH for end in ends)

    starts = corners(position.a)
    if all(hit(start, "#") == 4 for start in starts):
        return _hidden("from every corner all four lines go through rock or a wall")
    found = []
    for start in starts:
        rank = (hit(start, "#l" + CREATURES) >= 1) + (hit(start, "#") >= 3)
        found.append((rank, hit(start, "#l" + CREATURES), start))
    rank, count, start = min(found)
    why = f"from corner {name(start)} {count} of 4 lines are blocked"
    return Answer(True, ("none", "half", "three-quarters")[rank], count, why)


def dnd4e_melee(position: Position) -> Answer:
    if _area_sight(position, swap=False) is None:
        return _hidden("every line from a corner of the viewer touches rock or a wall")
    return _melee(position)


def dnd35_melee(position: Position) -> Answer:
    if _any(position, position.things("#")).level >= PINCH:
        return _hidden("every line from corner to corner goes through rock or a wall")
    return _melee(position)


def _melee(position: Position) -> Answer:
    things = position.things("#l")
    count = sum(
        corner_line(position.a, start, position.b, end, things, turn=True).level >= PINCH
        for start in corners(position.a)
        for end in corners(position.b)
    )
    why = f"{count} of 16 lines go through rock, a wall or a low thing"
    return Answer(True, "cover" if count else "none", count, why)


def star_wars_miniatures(position: Position) -> Answer:
    if part_to_part(position.a, position.b, position.things("#")):
        return Answer(True, "none", None, "some line from part to part touches no wall")
    return _hidden("every line from part to part touches a wall")


def dcss(position: Position) -> Answer:
    if diamond_to_diamond(position.a, position.b, position.things("#s")):
        return Answer(True, "none", None, "some line through both meets the inside of no rock")
    return _hidden("every line through both meets the inside of rock")


def symmetric_shadowcasting(position: Position) -> Answer:
    things = position.things("#")
    found = past_diamonds(position.a, position.b, things)
    if "through" in found:
        return _hidden("the middle line goes through a diamond")
    if any(crosses(center(position.a), center(position.b), wall) for wall in things.walls):
        return _hidden("the middle line goes through a wall between two tiles")
    if found == {"left", "right"}:
        return _hidden("the middle line grazes diamonds on its left and on its right")
    words = f"grazes diamonds on its {found.pop()} only" if found else "meets no diamond"
    return Answer(True, "none", None, f"the middle line {words}")


GAMES: dict[str, Callable[[Position], Answer]] = {
    "heroquest": center_game,
    "space-hulk": center_game,
    "descent1": center_game,
    "dnd5e": dnd5e,
    "dnd2024": dnd5e,  # the same count of lines
    "dnd4e": dnd4e,
    "dnd35": dnd35,
    "pathfinder2e": pathfinder2e,
    "descent2": descent2,
    "imperial-assault": imperial_assault,
    "dnd5e-inset": dnd5e_inset,
    "dnd4e-melee": dnd4e_melee,
    "dnd35-melee": dnd35_melee,
    "star-wars-miniatures": star_wars_miniatures,
    "dcss": dcss,
    "symmetric-shadowcasting": symmetric_shadowcasting,
}
NO_WALLS = ("dcss", "symmetric-shadowcasting")
"""Programs without walls between tiles; their implementations here ignore walls too."""
