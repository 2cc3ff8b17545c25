"""The algorithms of the atlas by name, each with the definition that it approximates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import thread_time

import numpy as np

from sightline.atlas.definitions import RADIUS
from sightline.atlas.flood import minigrid
from sightline.atlas.packages import Bools, rot_fields, tcod_fields
from sightline.atlas.rays import fixed_rays, lines_to_rim, lines_to_tiles
from sightline.atlas.scans import Rows, Tile, diamond_walls, shadowcast
from sightline.engine import field
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from sightline.rules.registry import RULES
from sightline.rules.rule import Rule

MIDDLES, MIDDLES_DIAMOND = "middle to middle", "middle to middle, diamond walls"
PART, PART_DIAMOND = "middle to any part", "middle to any part, diamond walls"
PARTS, PARTS_DIAMOND = "any part to any part", "any part to any part, diamond cells"


@dataclass(frozen=True)
class Algorithm:
    """A field-of-view algorithm and its origin."""

    name: str
    where: str
    """Where it runs: `tcod`, `rot.js`, `Python` (written for the atlas) or `sightline`."""
    claim: str | None
    """The definition that it approximates, according to its authors or by its construction."""
    run: Callable[[Bools, Sequence[Tile]], tuple[Bools, float]]
    """A function of a map and viewers. It returns what each of them sees, and the seconds of
    processor time.
    """


def algorithms(rot_js: Path | None = None) -> list[Algorithm]:
    """Return all algorithms. `rot_js` is a folder with rot.js in its node_modules."""

    def tcod(name: str, number: int, claim: str) -> Algorithm:
        return Algorithm(f"tcod {name}", "tcod", claim, partial(tcod_fields, number))

    def rot(name: str, module: str) -> Algorithm:
        return Algorithm(f"rot.js {name}", "rot.js", PART, partial(rot_fields, module, rot_js))

    def plain(name: str, claim: str | None, look: Callable[[Rows, Tile], set[Tile]]) -> Algorithm:
        return Algorithm(name, "Python", claim, partial(_each, look))

    def ours(name: str, claim: str | None, rule: Rule | None = None) -> Algorithm:
        run = partial(_timed_rule, rule or RULES[name])
        return Algorithm(f"sightline {name}", "sightline", claim, run)

    return [
        tcod("basic", 0, MIDDLES),
        tcod("diamond", 1, PART),
        tcod("shadow", 2, PART),
        tcod("permissive 0", 3, PART),
        tcod("permissive 4", 7, PARTS),
        tcod("permissive 8", 11, PARTS),
        tcod("restrictive (MRPAS)", 12, MIDDLES),
        tcod("symmetric shadowcast", 13, MIDDLES_DIAMOND),
        rot("precise", "PreciseShadowcasting"),
        rot("recursive", "RecursiveShadowcasting"),
        rot("discrete", "DiscreteShadowcasting"),
        plain("lines to every tile (Bresenham)", MIDDLES, lines_to_tiles),
        plain("lines to the rim (Bresenham)", MIDDLES, lines_to_rim),
        plain("diamond walls", PART_DIAMOND, diamond_walls),
        plain("symmetric shadowcasting", MIDDLES_DIAMOND, shadowcast),
        plain("fixed rays (DCSS)", PARTS_DIAMOND, partial(fixed_rays, radius=RADIUS)),
        plain("MiniGrid", None, minigrid),
        ours("center", None),
        ours("center, permissive", MIDDLES, CenterRule(ties="permissive")),
        ours("corner", None),
        ours("symmetric-shadowcasting", MIDDLES_DIAMOND),
        ours("dcss", PARTS_DIAMOND),
    ]


def _each(
    look: Callable[[Rows, Tile], set[Tile]], solid: Bools, viewers: Sequence[Tile]
) -> tuple[Bools, float]:
    rows = solid.tolist()
    found = np.zeros((len(viewers), *solid.shape), dtype=bool)
    start = thread_time()
    seen = [look(rows, at) for at in viewers]
    seconds = thread_time() - start
    for number, tiles in enumerate(seen):
        found[number][tuple(zip(*tiles, strict=True))] = True
    return found, seconds


def _timed_rule(rule: Rule, solid: Bools, viewers: Sequence[Tile]) -> tuple[Bools, float]:
    """Return the fields by a rule, with the walls beside visible floor, as games show them."""
    board = SquareBoard.from_array(solid)
    start = thread_time()
    found = [np.asarray(field(board, at, rule, light_walls=True)) for at in viewers]
    return np.array(found, dtype=bool), thread_time() - start
