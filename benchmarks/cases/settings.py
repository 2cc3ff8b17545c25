"""Every setting of every rule, and large figures: which have a kernel, and
which use only the rule?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks import maps
from benchmarks.cases.fields import arrays, bits, some
from benchmarks.cases.pairs import ours
from benchmarks.output.results import Case, Row
from benchmarks.timing import Effort, race
from sightline.engine import sees
from sightline.model.board import Board
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import TIES, HexRayRule
from sightline.rules.rule import GEOMETRIC_TIES, Rule

GEOMETRIC: tuple[Rule, ...] = (
    *(CenterRule(ties) for ties in GEOMETRIC_TIES),
    *(CornerRule(ties, closed_ends) for closed_ends in (False, True) for ties in GEOMETRIC_TIES),
)
FEW = 16
RADIUS = 10
Scene = tuple[str, Board, Rule, Sequence[tuple[maps.Tile, maps.Tile]]]


def scenes(effort: Effort) -> Iterator[Scene]:
    """Yield (name, board, rule, pairs): caves on squares and on hexes, each with every rule."""
    del effort
    solid = maps.solid_map("caves", 100)
    squares, pairs = maps.board(solid), maps.near_pairs(maps.free_tiles(solid), FEW)
    crowd = maps.board(solid)
    crowd.place("ogre", pairs[0][0], size=2)
    hexes = maps.hex_board("caves", 20)
    hex_pairs = maps.near_hex_pairs(hexes, FEW)
    for ties in GEOMETRIC_TIES:
        geometric: dict[str, Rule] = {
            f"center {ties}": CenterRule(ties),
            f"corner {ties}": CornerRule(ties),
            f"corner {ties}, closed ends": CornerRule(ties, closed_ends=True),
        }
        for name, rule in geometric.items():
            yield f"{name}, squares", squares, rule, pairs
            yield f"{name}, hexes", hexes, rule, hex_pairs
    for ray_ties in TIES:
        yield f"hex ray {ray_ties}", hexes, HexRayRule(ray_ties), hex_pairs
    for rule in (CenterRule(), CornerRule()):
        yield f"{rule.kind} strict, a large figure on the board", crowd, rule, pairs


def asked(effort: Effort) -> Iterator[Case]:
    for name, board, rule, pairs in scenes(effort):
        time = race([ours(board, pairs, rule)], _brief(effort))["sightline"]
        seen = sum(sees(board, a, b, rule) for a, b in pairs)
        yield Case(name, time.median * 1e6, time, details={"seen": seen})


def looked(effort: Effort) -> Iterator[Case]:
    for name, board, rule, pairs in scenes(effort):
        at = some([a for a, _ in pairs], 2)
        time = race([arrays(board, at, rule, RADIUS)], _brief(effort))["sightline"]
        yield Case(name, time.median * 1e6, time)


def looked_far(effort: Effort) -> Iterator[Case]:
    for kind in ("caves", "open"):
        solid = maps.solid_map(kind, 100)
        board, at = maps.board(solid), some(maps.free_tiles(solid), 4)
        for rule in GEOMETRIC:
            time = race([bits(board, at, rule)], _brief(effort))["sightline"]
            yield Case(f"{rule}, {kind}", time.median * 1e6, time)


def _brief(effort: Effort) -> Effort:
    return Effort(effort.batch / 2, effort.budget / 8, 2, 5)


ROWS = (
    Row("every-sees", "`sees` by every setting of every rule", "time", asked, unit="µs", most=True),
    Row(
        "every-field",
        "`field` of radius 10 by every setting of every rule",
        "time",
        looked,
        unit="µs",
        most=True,
    ),
    Row(
        "every-field-far",
        "`field` without a radius by every setting of the geometric rules, squares 100²",
        "time",
        looked_far,
        unit="µs",
        most=True,
    ),
)
