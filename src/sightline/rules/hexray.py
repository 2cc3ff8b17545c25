"""The hex ray rule: a row of hexes, blocked by tiles, edges and heights, with soft cover."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar, Literal, TypeAlias

from sightline.answers.sight import Blocker, Cover, Ray, Sight, Step, Verdict
from sightline.deprecated import new_name
from sightline.errors import InvalidTypeError
from sightline.geometry.hexline import leaning, nearest
from sightline.model.board import Board
from sightline.model.cell import Hex, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import exact
from sightline.model.parts.ground import OCCUPIED, OUTSIDE, SOLID
from sightline.model.place import Place
from sightline.rules.rule import Costs, Rule
from sightline.rules.settings import Choice, flag, number, tie_setting

RayTies: TypeAlias = Literal["nearest", "strict", "permissive", "adjudicated", "dm-adjudicated"]
TIE_CHOICES = {
    "nearest": Choice(
        "Nearest hex",
        "Where the line runs exactly between two hexes, rounding picks one.",
        "between two hexes the nearer counts",
    ),
    "strict": Choice(
        "Both sides must be free",
        "Where the line runs exactly between two hexes, both ways round must be free.",
        "between two hexes both must be clear",
    ),
    "permissive": Choice(
        "One side is enough",
        "Where the line runs exactly between two hexes, one free way is enough.",
        "between two hexes one clear side is enough",
    ),
    "adjudicated": Choice(
        "You decide",
        "Where the two ways round differ, the call waits for you, and counts as hidden until then.",
        "the game master decides between two hexes",
    ),
}
TIES: tuple[RayTies, ...] = ("nearest", "strict", "permissive", "adjudicated")
LEFT, RIGHT = -1, 1
BEST_FIRST = (Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.HIDDEN)
Pair = tuple[Tile, Tile]
"""A hex of the source and a hex of the target."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """The board as one ray meets it: which hexes and edges block, and the heights
    and covers of hexes.
    """

    blocks_at: Callable[[Hex], bool]
    blocks_edge: Callable[[Hex, Hex], bool]
    cover_at: Callable[[Hex], Fraction]
    height_at: Callable[[Hex], Fraction | None]


@dataclass(frozen=True)
class HexRayRule(Rule):
    """Visible if the row of hexes to the target meets no tile, edge or height that blocks.

    `ties` decides about lines that pass exactly between two hexes: `nearest` rounds to one side;
    the others examine both sides. A rock target is visible unless `see_opaque_target` is False. The
    edge before the target blocks like any other unless `target_edge_blocks` is False; then a viewer
    sees the hex right behind a wall, and even into closed rooms. Soft cover is added up to
    `max_soft_cover`; its penalty is `1 - exp(-soft_cover_k * cover)`. Invalid settings raise
    `InvalidValueError`.

    >>> from sightline import HexBoard, HexRayRule, trace
    >>> board = HexBoard(radius=2)
    >>> board.set_cover("1,0", 0.5)
    >>> sight = trace(board, "0,0", "2,0", HexRayRule(soft_cover_k=1))
    >>> sight.visible, sight.cover.sum
    (True, 0.5)
    """

    ties: RayTies = tie_setting("nearest", "Between two hexes", TIE_CHOICES)
    see_opaque_target: bool = flag(
        True, "You can see a rock you look at", {False: "what is opaque hides itself"}
    )
    max_soft_cover: float = number(3.0, "Cover counts up to", least=0, step=0.5)
    soft_cover_k: float = number(0.7, "How much it costs", step=0.1)
    target_edge_blocks: bool = flag(
        True,
        "A wall right in front of what you look at hides it",
        {True: "", False: "the edge before the target does not block"},
    )
    kind: ClassVar[str] = "hexray"
    label: ClassVar[str] = "Hex ray"
    title: ClassVar[str] = "Hex by hex"
    summary: ClassVar[str] = (
        "A chain of hexes runs from you to them; you see them if no rock, wall or hill on it stands"
        " in the way. Bushes and the like only make it harder."
    )
    grids: ClassVar[tuple[str, ...]] = ("hex",)
    kernels: ClassVar[str] = "rays"
    has_contact: ClassVar[bool] = False
    soft_cover: ClassVar[bool] = True
    minds_figures: ClassVar[bool] = False
    stays_between: ClassVar[bool] = True

    @property
    def blocks(self) -> tuple[str, ...]:
        return (*super().blocks, "higher ground")

    @property
    def gives_cover(self) -> tuple[str, ...]:
        return ("soft terrain",)

    def lenient(self) -> Rule | None:
        return replace(self, ties="permissive") if self.leaves_open else None

    def costs(self, board: Board, ours: int, theirs: int, *, compiled: bool) -> Costs:
        if not self.kernels:
            return super().costs(board, ours, theirs, compiled=False)
        return Costs(ours * theirs, 0)

    @property
    def mutual(self) -> bool:
        # The exceptions for the target do not apply to the viewer, so sight is not symmetric.
        return self.see_opaque_target and self.target_edge_blocks

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        if set(source.tiles) & set(target.tiles):
            return True
        terrains = _terrains(board, source, target)
        return any(
            self._verdict(self._are_clear(self.paths(a, b), terrains[b])) is Verdict.VISIBLE
            for a, b in product(source.tiles, target.tiles)
        )

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        terrains = _terrains(board, source, target)
        a, b = self._best_pair(source, target, terrains)
        rays = tuple(self.cast(path, terrains[b]) for path in self.paths(a, b))
        verdict, decided = self.decide(rays)
        return Sight(
            **self.facts(board, source, target),
            verdict=verdict,
            line=decided.path,
            blockers=ray_blockers(board, decided),
            steps=decided.steps,
            cover=decided.cover,
            rays=rays,
        )

    def _best_pair(self, source: Place, target: Place, terrains: dict[Tile, Terrain]) -> Pair:
        """Return the pair of hexes whose ray decides between two figures: the first of the best."""
        shared = next((tile for tile in source.tiles if tile in target.tiles), None)
        if shared is not None:
            return shared, shared

        def worth(pair: Pair) -> tuple[int, Fraction, int]:
            paths, terrain = self.paths(*pair), terrains[pair[1]]
            verdict = self._verdict(self._are_clear(paths, terrain))
            cover = self._counted([self._cover_sum(path, terrain) for path in paths])
            return BEST_FIRST.index(verdict), cover, len(paths[0])

        pairs = list(product(source.tiles, target.tiles))
        return pairs[0] if len(pairs) == 1 else min(pairs, key=worth)

    def paths(self, a: tuple[int, int], b: tuple[int, int]) -> list[tuple[Hex, ...]]:
        """Return the rows of hexes that these ties examine: one, or one per side
        where the sides differ.
        """
        if self.ties == "nearest":
            return [nearest(a, b)]
        left, right = leaning(a, b, LEFT), leaning(a, b, RIGHT)
        return [left] if left == right else [left, right]

    def cast(self, path: Sequence[Tile], terrain: Terrain) -> Ray:
        """Follow one row of hexes to its end, recording everything that blocks."""
        steps = tuple(self._step(path, i, terrain) for i in range(len(path)))
        return Ray(steps, self._cover_of([self._cover_sum(path, terrain)]))

    def decide(self, rays: Sequence[Ray]) -> tuple[Verdict, Ray]:
        """Return the verdict on the rays under these ties, and a ray that shows it.

        If there are two rays, the cover is the larger one, or the smaller one if ties are
        permissive.
        """
        verdict = self._verdict([ray.clear for ray in rays])
        telling = [ray for ray in rays if ray.clear == (verdict is Verdict.VISIBLE)]
        pick = min if self.ties == "permissive" else max
        shown = pick(telling, key=lambda ray: ray.cover.sum)
        return verdict, Ray(shown.steps, pick(ray.cover for ray in rays))

    def _verdict(self, clear: Sequence[bool]) -> Verdict:
        """Return the verdict for some rays, given for each ray whether it is clear."""
        if any(clear) if self.ties == "permissive" else all(clear):
            return Verdict.VISIBLE
        return Verdict.AMBIGUOUS if self.ties == "adjudicated" and any(clear) else Verdict.HIDDEN

    def _counted(self, covers: Sequence[Fraction]) -> Fraction:
        return min(covers) if self.ties == "permissive" else max(covers)

    def _cover_sum(self, path: Sequence[Tile], terrain: Terrain) -> Fraction:
        total = sum((clamped_cover(terrain.cover_at(Hex(*h))) for h in path[1:-1]), Fraction(0))
        return min(total, exact(self.max_soft_cover, "max_soft_cover"))

    def cover(self, board: Board, source: Place, target: Place) -> Cover:
        terrains = _terrains(board, source, target)
        a, b = self._best_pair(source, target, terrains)
        paths = self.paths(a, b)
        return self._cover_of([self._cover_sum(path, terrains[b]) for path in paths])

    def _cover_of(self, sums: Sequence[Fraction]) -> Cover:
        summed = float(self._counted(sums))
        return Cover(summed, self.penalty(summed))

    def penalty(self, cover: float) -> float:
        """Return the penalty for a sum of cover, from 0 to 1."""
        # Limit the exponent to where exp() is finite; the result is clamped anyway.
        return min(1.0, max(0.0, 1.0 - math.exp(min(700.0, -self.soft_cover_k * cover))))

    def _are_clear(self, paths: Sequence[Sequence[Tile]], terrain: Terrain) -> list[bool]:
        return [self.is_clear(path, terrain) for path in paths]

    def is_clear(self, path: Sequence[Tile], terrain: Terrain) -> bool:
        """Return whether nothing blocks this row of hexes.

        Like `cast`, but stops at the first blocker.
        """
        hexes, last = [Hex(*tile) for tile in path], len(path) - 1
        for i in range(1, len(path)):
            here = hexes[i]
            if self._edge_counts(i, last) and terrain.blocks_edge(hexes[i - 1], here):
                return False
            if self._tile_counts(i, last) and terrain.blocks_at(here):
                return False
            height = terrain.height_at(here) if i < last else None
            if height is not None and _rises(path, i, height, terrain):
                return False
        return True

    def _step(self, path: Sequence[Tile], i: int, terrain: Terrain) -> Step:
        here, last = Hex(*path[i]), len(path) - 1
        kind = "start" if i == 0 else "target" if i == last else "mid"
        edge = i > 0 and terrain.blocks_edge(Hex(*path[i - 1]), here)
        tile = i > 0 and terrain.blocks_at(here)
        height = terrain.height_at(here)
        above = kind == "mid" and height is not None and _rises(path, i, height, terrain)
        reason = None
        if edge and self._edge_counts(i, last):
            reason = "edge"
        elif tile and self._tile_counts(i, last):
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
            soft_cover=float(clamped_cover(terrain.cover_at(here))) if kind == "mid" else 0.0,
            elevation=None if height is None else float(height),
            reason=reason,
        )

    def _edge_counts(self, i: int, last: int) -> bool:
        """Return whether the edge before step `i` may block."""
        return i < last or self.target_edge_blocks

    def _tile_counts(self, i: int, last: int) -> bool:
        """Return whether the hex of step `i` may block."""
        return i < last or not self.see_opaque_target


def _rises(path: Sequence[Tile], i: int, height: Fraction, terrain: Terrain) -> bool:
    """Return whether hex `i` is higher than the straight line between the heights of both ends."""
    last = len(path) - 1
    a = terrain.height_at(Hex(*path[0])) or Fraction(0)
    b = terrain.height_at(Hex(*path[last])) or Fraction(0)
    return (height - a) * last > (b - a) * i


def clamped_cover(cover: Fraction) -> Fraction:
    """Return the amount that a hex adds to the cover of a ray."""
    return min(Fraction(1), max(Fraction(0), cover))


def _terrains(board: Board, source: Place, target: Place) -> dict[Tile, Terrain]:
    """Return for each target hex the board as rays from the source to that hex meet it."""
    if not isinstance(board, HexBoard):
        raise InvalidTypeError(f"hex ray: expected a HexBoard, got {type(board).__name__}")
    return {tile: _terrain(board, source, target, tile) for tile in target.tiles}


def _terrain(board: HexBoard, source: Place, target: Place, looked_for: Tile) -> Terrain:
    # Nothing on the tiles of both ends blocks, except that the target hex may be rock.
    own = frozenset((*source.tiles, *target.tiles)) - {looked_for}
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
        threshold = board.edge(a, b)
        return threshold is not None and threshold.blocks_sight

    return Terrain(blocks_at, blocks_edge, board.cover_at, board.height_at)


def ray_blockers(
    board: Board, ray: Ray, name_tile: Callable[[Tile], tuple[str, str | None]] | None = None
) -> tuple[Blocker, ...]:
    """Return every blocker of a ray, in order along it.

    `name_tile` returns the kind and name of what blocks on a tile, if they differ from the default.
    """
    from sightline.rules.report import what_blocks

    found = []
    for step in ray.steps:
        if step.reason == "edge":
            edge = (ray.steps[step.index - 1].hex, step.hex)
            threshold = board.edge(*edge)
            assert threshold is not None
            found.append(Blocker(type(threshold).__name__.lower(), edge, state=threshold.state))
        elif step.reason == "tile":
            what, name = what_blocks(board, step.hex) if name_tile is None else name_tile(step.hex)
            found.append(Blocker(what, step.hex, name))
        elif step.reason == "elevation":
            found.append(Blocker("height", step.hex))
    return tuple(found)


def __getattr__(name: str) -> Any:
    return globals()[new_name(__name__, {"HexRay": "HexRayRule"}, name)]
