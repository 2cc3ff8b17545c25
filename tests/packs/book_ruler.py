"""Independent implementation of BattleTech, Tide of Iron and Memoir '44 from the text of the books.

A line goes from center to center, and the hexes under it are checked. All coordinates are axial, as
in `book_hexes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tests.packs.book_hexes import Hex, Spot, corners


@dataclass(frozen=True)
class Field:
    """A position on hexes. Everything beyond the map is flat and open."""

    a: Hex
    b: Hex
    solid: frozenset[Hex] = frozenset()
    walls: frozenset[frozenset[Hex]] = frozenset()
    figures: frozenset[Hex] = frozenset()
    terrain: Mapping[Hex, str] = field(default_factory=dict)
    levels: Mapping[Hex, Fraction] = field(default_factory=dict)

    def level(self, at: Hex) -> Fraction:
        return self.levels.get(at, Fraction(0))


@dataclass(frozen=True)
class Found:
    visible: bool
    degree: str
    why: str


def steps(one: Hex, other: Hex) -> int:
    """Return the distance between two hexes in steps."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def cut(a: Hex, b: Hex, hexagon: list[Spot]) -> tuple[Fraction, Fraction] | None:
    """Return the part of the line inside the hexagon, or None if it is at most a point."""
    low, high = Fraction(0), Fraction(1)
    for (px, py), (qx, qy) in pairwise((*hexagon, hexagon[0])):
        # Positive inside: corners have the same orientation for all hexes.
        here, there = ((qx - px) * (y - py) - (qy - py) * (x - px) for x, y in (a, b))
        if here < 0 and there < 0:
            return None
        if here < 0:
            low = max(low, here / (here - there))
        elif there < 0:
            high = min(high, here / (here - there))
    return (low, high) if low < high else None


def under(a: Hex, b: Hex) -> Iterator[tuple[Hex, bool, bool]]:
    """Yield the hexes under the line in order, and whether part of each is on its left and on its
    right.

    If only one is true, the line runs along a side of the hex.
    """
    found = []
    for q in range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2):
        for r in range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2):
            hexagon = corners((q, r))
            part = cut(a, b, hexagon)
            turns = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x, y in hexagon]
            if part is not None:
                found.append((part, (q, r), min(turns) < 0, max(turns) > 0))
    for _, at, left, right in sorted(found):
        yield at, left, right


def shifted(a: Hex, b: Hex) -> list[list[Hex]]:
    """Return the hexes under the line shifted slightly to the left, and slightly to the right."""
    left, right = [], []
    for at, on_left, on_right in under(a, b):
        if on_left:
            left.append(at)
        if on_right:
            right.append(at)
    return [left, right]


def says(at: Hex) -> str:
    return f"({at[0]}, {at[1]})"


# --- BattleTech -----------------------------------------------------------------------------------

POINTS = {"light-woods": 1, "light-smoke": 1, "heavy-woods": 2, "heavy-smoke": 2}
DEGREES = ("none", "light", "partial", "heavy", "total")
EYES, TALL = 1, 2
"""The height of a 'Mech's eyes above its ground, and the height of woods and smoke, in levels."""


def battletech(field: Field) -> Found:
    """Answer for BattleTech. The defender chooses one side for the whole line."""
    sides = [_battle_side(field, path) for path in shifted(field.a, field.b)]
    return max(sides, key=lambda side: DEGREES.index(side.degree))


def _battle_side(field: Field, path: list[Hex]) -> Found:
    mine, theirs = (field.level(at) + EYES for at in (field.a, field.b))

    def stands_in_line(at: Hex, top: Fraction) -> bool:
        """Return whether a top blocks: it is above both 'Mechs' eyes, or above
        an adjacent 'Mech's.
        """
        return (
            (top > mine and top > theirs)
            or (steps(at, field.a) == 1 and top > mine)
            or (steps(at, field.b) == 1 and top > theirs)
        )

    walled = _walled(field, path)
    if walled:
        return Found(False, "total", walled)
    points, partial, counted = 0, "", []
    for at in path[1:-1]:
        ground = field.level(at)
        if at in field.solid:
            return Found(False, "total", f"{says(at)} is rock")
        if stands_in_line(at, ground):
            return Found(False, "total", f"the hill on {says(at)} is as high as who must see over")
        kind = field.terrain.get(at, "")
        # They count where a hill with the same top would block.
        if kind in POINTS and stands_in_line(at, ground + TALL):
            points += POINTS[kind]
            counted.append(f"{kind} on {says(at)}")
        if steps(at, field.b) == 1 and ground == theirs and mine <= theirs:
            partial = f"the hill on {says(at)} is one level under the target's top"
    sums = f"{' and '.join(counted)}: {points}" if counted else "nothing in the line"
    if points >= 3:
        return Found(False, "total", sums)
    degree = max(
        ("none", "light", "heavy")[points], "partial" if partial else "none", key=DEGREES.index
    )
    return Found(True, degree, partial if degree == "partial" else sums)


def _walled(field: Field, path: list[Hex]) -> str:
    for one, other in pairwise(path):
        if frozenset({one, other}) in field.walls:
            return f"a wall between {says(one)} and {says(other)}"
    return ""


# --- Tide of Iron and Memoir '44 ------------------------------------------------------------------

THICK = ("woods", "light-woods", "heavy-woods", "building")


def tide_of_iron(field: Field) -> Found:
    return _shooter_leans(field, (*THICK, "smoke", "light-smoke", "heavy-smoke"), units=False)


def memoir44(field: Field) -> Found:
    return _shooter_leans(field, THICK, units=True)


def _shooter_leans(field: Field, thick: tuple[str, ...], *, units: bool) -> Found:
    """Return the answer if the target is hidden only when both shifted lines are blocked."""
    lower = min(field.level(field.a), field.level(field.b))
    stopped = []
    for path in shifted(field.a, field.b):
        why = _walled(field, path)
        for at in path[1:-1]:
            if why:
                break
            if at in field.solid:
                why = f"{says(at)} is rock"
            elif field.terrain.get(at) in thick:
                why = f"{field.terrain[at]} on {says(at)}"
            elif units and at in field.figures:
                why = f"a unit on {says(at)}"
            elif field.level(at) > lower:
                why = f"{says(at)} is higher than the lower of the two"
        stopped.append(why)
    left, right = stopped
    if left and right:
        return Found(False, "total", left if left == right else f"left {left}, right {right}")
    if left or right:
        side = "right" if left else "left"
        return Found(True, "none", f"shifted to the {side} the line is free")
    return Found(True, "none", "nothing in the line")


RULERS: dict[str, Callable[[Field], Found]] = {
    "battletech": battletech,
    "tide-of-iron": tide_of_iron,
    "memoir44": memoir44,
}
