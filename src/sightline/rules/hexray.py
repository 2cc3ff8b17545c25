"""The hex ray: a discrete line of hexes with tile, edge and height blockers, and soft cover."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sightline.answers.sight import Blocker, Cover, Ray, Sight, Step, Verdict
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.geometry.hexline import leaning, nearest
from sightline.model.board import OCCUPIED, OUTSIDE, SOLID, Board
from sightline.model.cell import Hex, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import exact
from sightline.model.place import Place
from sightline.rules.report import what_blocks
from sightline.rules.rule import Rule, check_flag, check_ties, set_code

TIES = ("nearest", "strict", "permissive", "adjudicated")
LEFT, RIGHT = -1, 1


@dataclass(frozen=True, slots=True)
class Terrain:
    """What a ray asks of the world, hex by hex."""

    blocks_at: Callable[[Hex], bool]
    blocks_edge: Callable[[Hex, Hex], bool]
    cover_at: Callable[[Hex], Fraction]
    height_at: Callable[[Hex], Fraction | None]


@dataclass(frozen=True)
class HexRay(Rule):
    """Visible when the discrete line of hexes meets no tile, edge or height that blocks.

    `ties` says what happens where the line passes exactly between two hexes: `nearest` settles it
    by rounding; the others look at the lines on both sides of it.
    """

    ties: str = "nearest"
    see_opaque_target: bool = True
    max_soft_cover: float = 3.0
    soft_cover_k: float = 0.7
    kind: ClassVar[str] = "hexray"
    grids: ClassVar[tuple[str, ...]] = ("hex",)

    def __post_init__(self) -> None:
        check_ties(self.ties, TIES)
        check_flag(self.see_opaque_target, "see_opaque_target")
        set_code(self, 16 + TIES.index(self.ties) + 4 * self.see_opaque_target)
        for name in ("max_soft_cover", "soft_cover_k"):
            object.__setattr__(self, name, float(exact(getattr(self, name), name)))
        if self.max_soft_cover < 0:
            raise InvalidValueError(
                f"max_soft_cover: expected 0 or more, got {self.max_soft_cover}"
            )

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        if set(source.tiles) & set(target.tiles):
            return True
        terrain = terrain_of(board, source, target)
        clear = (
            is_clear(path, terrain, self.see_opaque_target)
            for path in self.paths(source.middle, target.middle)
        )
        return any(clear) if self.ties == "permissive" else all(clear)

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        terrain = terrain_of(board, source, target)
        same = bool(set(source.tiles) & set(target.tiles))
        paths = [(source.middle,)] if same else self.paths(source.middle, target.middle)
        rays = tuple(self.cast(path, terrain) for path in paths)
        verdict, decided = self.decide(rays)
        return Sight(
            **self.facts(board, source, target),
            verdict=verdict,
            line=decided.path,
            blockers=_blockers(board, decided),
            steps=decided.steps,
            cover=decided.cover,
            rays=rays,
        )

    def paths(self, a: tuple[int, int], b: tuple[int, int]) -> list[tuple[Hex, ...]]:
        """The lines that these ties look at: one, or one on each side where they differ."""
        if self.ties == "nearest":
            return [nearest(a, b)]
        left, right = leaning(a, b, LEFT), leaning(a, b, RIGHT)
        return [left] if left == right else [left, right]

    def cast(self, path: Sequence[Tile], terrain: Terrain) -> Ray:
        """Walk one line to its end, whatever blocks on the way."""
        steps = tuple(_step(path, i, terrain, self.see_opaque_target) for i in range(len(path)))
        total = sum((_clamped(terrain.cover_at(Hex(*h))) for h in path[1:-1]), Fraction(0))
        summed = min(total, exact(self.max_soft_cover, "max_soft_cover"))
        return Ray(steps, Cover(float(summed), self._penalty(float(summed))))

    def decide(self, rays: Sequence[Ray]) -> tuple[Verdict, Ray]:
        """What these ties make of the rays, and the ray that shows it.

        The cover is the larger one, or, in permissive play, the smaller.
        """
        clear = [ray for ray in rays if ray.clear]
        blocked = [ray for ray in rays if not ray.clear]
        if self.ties == "permissive":
            shown = min(clear or blocked, key=lambda ray: ray.cover.sum)
            cover = min(ray.cover for ray in rays)
            verdict = Verdict.VISIBLE if clear else Verdict.HIDDEN
        else:
            shown = max(blocked or clear, key=lambda ray: ray.cover.sum)
            cover = max(ray.cover for ray in rays)
            verdict = Verdict.HIDDEN if blocked else Verdict.VISIBLE
            if self.ties == "adjudicated" and clear and blocked:
                verdict = Verdict.AMBIGUOUS
        return verdict, Ray(shown.steps, cover)

    def _penalty(self, cover: float) -> float:
        # The exponent is kept where exp() is finite; beyond, the clamp decides anyway.
        return min(1.0, max(0.0, 1.0 - math.exp(min(700.0, -self.soft_cover_k * cover))))


def is_clear(path: Sequence[Tile], terrain: Terrain, see_opaque_target: bool) -> bool:
    """Does nothing on this line block? As `_step` judges, but only until something does."""
    hexes, last = [Hex(*tile) for tile in path], len(path) - 1
    for i in range(1, len(path)):
        here = hexes[i]
        if terrain.blocks_edge(hexes[i - 1], here):
            return False
        if (i < last or not see_opaque_target) and terrain.blocks_at(here):
            return False
        height = terrain.height_at(here) if i < last else None
        if height is not None and _rises(path, i, height, terrain):
            return False
    return True


def _step(path: Sequence[Tile], i: int, terrain: Terrain, see_opaque_target: bool) -> Step:
    here, last = Hex(*path[i]), len(path) - 1
    kind = "start" if i == 0 else "target" if i == last else "mid"
    edge = i > 0 and terrain.blocks_edge(Hex(*path[i - 1]), here)
    tile = i > 0 and terrain.blocks_at(here)
    height = terrain.height_at(here)
    above = kind == "mid" and height is not None and _rises(path, i, height, terrain)
    reason = None
    if edge:
        reason = "edge"
    elif tile and (kind == "mid" or not see_opaque_target):
        reason = "tile"
    elif above:
        reason = "elevation"
    return Step(
        hex=here,
        index=i,
        kind=kind,
        blocked_tile=tile,
        blocked_edge=edge,
        blocked_elevation=above,
        soft_cover=float(_clamped(terrain.cover_at(here))) if kind == "mid" else 0.0,
        elevation=None if height is None else float(height),
        reason=reason,
    )


def _rises(path: Sequence[Tile], i: int, height: Fraction, terrain: Terrain) -> bool:
    """Is the hex strictly higher than the straight line between the heights of both ends?"""
    last = len(path) - 1
    a = terrain.height_at(Hex(*path[0])) or Fraction(0)
    b = terrain.height_at(Hex(*path[last])) or Fraction(0)
    return (height - a) * last > (b - a) * i


def _clamped(cover: Fraction) -> Fraction:
    return min(Fraction(1), max(Fraction(0), cover))


def terrain_of(board: Board, source: Place, target: Place) -> Terrain:
    """A board as a ray sees it, looking from one place to another."""
    if not isinstance(board, HexBoard):
        raise InvalidTypeError(f"hex ray: expected a HexBoard, got {type(board).__name__}")
    own = frozenset((*source.tiles, *target.tiles)) - {target.middle}
    transparent = source.transparent | target.transparent

    def blocks_at(tile: Hex) -> bool:
        flags = board.flags(tile)
        if flags == 0 or tile in own:
            return False
        if flags & SOLID or (flags & OUTSIDE and board.outside == "solid"):
            return True
        return bool(flags & OCCUPIED) and transparent.isdisjoint(board.names_at(tile))

    def blocks_edge(a: Hex, b: Hex) -> bool:
        if not board.has_edges or a not in board or b not in board:
            return False
        carried = board.edge(a, b)
        return carried is not None and carried.blocks_sight

    return Terrain(blocks_at, blocks_edge, board.cover_at, board.height_at)


def _blockers(board: Board, ray: Ray) -> tuple[Blocker, ...]:
    found = []
    for step in ray.steps:
        if step.reason == "edge":
            edge = (ray.steps[step.index - 1].hex, step.hex)
            carried = board.edge(*edge)
            assert carried is not None
            found.append(Blocker(type(carried).__name__.lower(), edge, state=carried.state))
        elif step.reason == "tile":
            what, name = what_blocks(board, step.hex)
            found.append(Blocker(what, step.hex, name))
        elif step.reason == "elevation":
            found.append(Blocker("height", step.hex))
    return tuple(found)
