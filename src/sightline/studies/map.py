"""Statistics of a map: exposure, choke points and the lengths of sight lines.

study = study_map(board, "quest")
study.safest(5), study.chokes(5), study.mean_length
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sightline.deprecated import keyword_only
from sightline.engine import field_many
from sightline.engine.many.slices import Progress
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import SQUARE, Tile
from sightline.paths import Ground, Walker
from sightline.rules.registry import rule_named
from sightline.rules.rule import Rule
from sightline.studies.charts import bar_chart

if TYPE_CHECKING:
    from numpy.typing import NDArray

DOORS = ("open", "closed")
"""The states of doors that do not block movement."""
LISTED = 10
AT_ONCE, MOST_AT_ONCE = 1 << 20, 64
"""The largest batch: in pairs of tiles, and in viewers. An interrupt loses at most one batch."""


@dataclass(frozen=True)
class MapStudy:
    """The statistics of one map under one rule."""

    name: str
    board: Board
    rule: Rule
    seen_from: dict[Tile, int]
    """For each free tile, the number of free tiles that see it, including itself."""
    cut_off: dict[Tile, int]
    """For each choke point, how many tiles are cut off if it is blocked."""
    lengths: tuple[int, ...]
    """The number of sight lines of each length, starting with 0, in tiles: the longer side on
    squares, steps on hexes. Both directions count.
    """
    longest: tuple[Tile, Tile] | None
    complete: bool = True

    def exposure(self, tile: Tile) -> float:
        """Return the share of the free tiles that see this one."""
        return self.seen_from[tile] / len(self.seen_from)

    @property
    def mean_exposure(self) -> float:
        return sum(self.seen_from.values()) / len(self.seen_from) ** 2

    @property
    def mean_length(self) -> float:
        """The mean length of all sight lines between different tiles; 0 if there are none."""
        count = sum(self.lengths[1:])
        return sum(n * many for n, many in enumerate(self.lengths)) / count if count else 0.0

    def safest(self, count: int = LISTED) -> list[Tile]:
        """Return the tiles that the fewest others see; ties are in reading order."""
        return sorted(self.seen_from, key=self.seen_from.__getitem__)[:count]

    def most_exposed(self, count: int = LISTED) -> list[Tile]:
        """Return the tiles that the most others see."""
        return sorted(self.seen_from, key=lambda tile: -self.seen_from[tile])[:count]

    def chokes(self, count: int = LISTED) -> list[Tile]:
        """Return the tiles that cut off the most others if they are blocked."""
        return sorted(self.cut_off, key=lambda tile: -self.cut_off[tile])[:count]

    def passages(self) -> list[list[Tile]]:
        """Return groups of adjacent choke points, so that a corridor counts once.

        The groups that cut off most tiles come first.
        """
        left = set(self.cut_off)
        found = []
        for start in self.chokes(len(self.cut_off)):
            waiting, passage = [start] if start in left else [], list[Tile]()
            left.discard(start)
            while waiting:
                passage.append(waiting.pop())
                near = [each for each in self.board.grid.neighbors(passage[-1]) if each in left]
                left.difference_update(near)
                waiting += near
            if passage:
                found.append(sorted(passage))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "study": "map",
            "map": self.name,
            "rule": self.rule.to_dict(),
            "tiles": len(self.seen_from),
            "complete": self.complete,
            "mean exposure": self.mean_exposure,
            "mean length": self.mean_length,
            "longest": None if self.longest is None else [list(tile) for tile in self.longest],
            "lengths": list(self.lengths),
            "seen from": [[*tile, count] for tile, count in self.seen_from.items()],
            "choke points": [[*tile, count] for tile, count in self.cut_off.items()],
        }

    def json(self) -> str:
        """Return the study as JSON text."""
        return json.dumps(self.to_dict()) + "\n"

    # --- the report

    def pictures(self, theme: str = "light") -> dict[str, str]:
        """Return the pictures of the report by file name."""
        from sightline.render import heatmap_svg

        share = {tile: 100 * self.exposure(tile) for tile in self.seen_from}
        found = {
            "exposure.svg": heatmap_svg(
                self.board,
                {tile: round(value) for tile, value in share.items()},
                title="Of 100 tiles, how many see each tile",
                theme=theme,
            ),
            "sight-lines.svg": self._lengths_chart(theme),
        }
        if self.cut_off:
            found["choke-points.svg"] = heatmap_svg(
                self.board,
                self.cut_off,
                title="How many tiles each choke point cuts off",
                theme=theme,
            )
        return found

    def _lengths_chart(self, theme: str) -> str:
        total = sum(self.lengths[1:]) or 1
        bars = [(str(n), many / total) for n, many in enumerate(self.lengths) if n]
        foot = f"tiles; the mean is {self.mean_length:.1f}"
        return bar_chart(bars, "How long sight lines are", foot, theme)

    def markdown(self) -> str:
        """Return the report. It refers to the files of `pictures`."""
        free = len(self.seen_from)
        lines = [
            f"# {self.name}",
            "",
            f"{free:,} free tiles, by: {self.rule.in_words()}. A tile is seen from"
            f" {100 * self.mean_exposure:.1f} % of them on average; sight lines are"
            f" {self.mean_length:.1f} tiles long on average, the longest"
            f" {max(0, len(self.lengths) - 1)}" + self._between() + ".",
        ]
        if not self.complete:
            lines += ["", "The study was stopped before all tiles were looked at."]
        lines += ["", "## Exposure", "", "![How many tiles see each tile](exposure.svg)", ""]
        lines += self._table("safest tiles", self.safest())
        lines += ["", *self._table("most exposed", self.most_exposed())]
        lines += ["", "## Choke points", ""]
        if self.cut_off:
            lines += ["![What each choke point cuts off](choke-points.svg)", ""]
            lines += ["| passage | tiles | cuts off |", "| --- | --- | --- |"]
            for tiles in self.passages()[:LISTED]:
                most = max(self.cut_off[tile] for tile in tiles)
                lines.append(f"| {_named(tiles)} | {len(tiles)} | {most:,} tiles |")
            if len(self.passages()) > LISTED:
                lines.append(f"| {len(self.passages()) - LISTED} more | | |")
        else:
            lines.append("None: between any two tiles there are two ways.")
        lines += ["", "## Sight lines", "", "![How long sight lines are](sight-lines.svg)"]
        return "\n".join(lines) + "\n"

    def page(self) -> str:
        """Return the report with its pictures as one HTML page, for light and dark screens."""
        from sightline.studies.page import report_page

        return report_page(self.markdown(), self.pictures("light"), self.pictures("dark"))

    def _between(self) -> str:
        return "" if self.longest is None else f" (from {self.longest[0]} to {self.longest[1]})"

    def _table(self, title: str, tiles: Sequence[Tile]) -> list[str]:
        rows = [
            f"| {tile} | {self.seen_from[tile]:,} | {100 * self.exposure(tile):.1f} % |"
            for tile in tiles
        ]
        last = self.seen_from[tiles[-1]]
        more = sum(count == last for count in self.seen_from.values()) - sum(
            self.seen_from[tile] == last for tile in tiles
        )
        if more:  # ten arbitrary tiles out of many equal ones are not informative
            rows.append(f"| {more:,} more | {last:,} | {100 * last / len(self.seen_from):.1f} % |")
        return [f"| {title} | seen from | of all |", "| --- | --- | --- |", *rows]


def _named(tiles: Sequence[Tile]) -> str:
    return str(tiles[0]) if len(tiles) == 1 else f"{tiles[0]} to {tiles[-1]}"


@keyword_only("name", "progress")
def study_map(
    board: Board,
    rule: Rule | str,
    *,
    name: str = "The map",
    progress: Progress | None = None,
) -> MapStudy:
    """Compute sight and movement from every free tile.

    Figures and closed doors do not block movement; locked doors do. Ctrl+C stops the study and
    returns the tiles done so far.
    """
    asked = rule_named(rule) if isinstance(rule, str) else rule
    free = [tile for tile in board.tiles() if not board.is_solid(tile)]
    if not free:
        raise InvalidValueError("study: there is no tile on this map that is not solid")
    looks = _Looks(board, free)
    complete = True
    try:
        for start in range(0, len(free), looks.at_once):
            looks.take(asked, start, progress)
            if progress is not None:
                progress(min(len(free), start + looks.at_once), len(free))
    except KeyboardInterrupt:
        complete = False
    return MapStudy(
        name,
        board,
        asked,
        dict(zip(free, looks.counts.tolist(), strict=True)),
        choke_points(board),
        tuple(looks.lengths.tolist()),
        looks.longest,
        complete,
    )


class _Looks:
    """The fields of view of a batch of viewers.

    Its size depends on how much the arrays can hold.
    """

    def __init__(self, board: Board, free: list[Tile]) -> None:
        import numpy

        self.board, self.free = board, free
        self.at = numpy.array(free, dtype=numpy.int64).reshape(-1, 2)
        self.is_free = numpy.array([not board.is_solid(tile) for tile in board.tiles()])
        self.at_once = max(1, min(MOST_AT_ONCE, AT_ONCE // len(self.is_free)))
        self.counts = numpy.zeros(len(free), dtype=numpy.int64)
        self.lengths = numpy.zeros(0, dtype=numpy.int64)
        self.longest: tuple[Tile, Tile] | None = None

    def take(self, rule: Rule, start: int, progress: Progress | None) -> None:
        """Add the next batch of viewers. An interrupt counts all of the batch or none of it."""
        import numpy

        def tell(done: int, _: int) -> None:
            if progress is not None:
                progress(start + done, len(self.free))

        sources = self.at[start : start + self.at_once]
        fields = field_many(self.board, sources, rule, progress=tell)
        seen = fields.reshape(len(sources), -1)[:, self.is_free]
        far = self._distances(sources)
        lengths = numpy.bincount(far[seen], minlength=len(self.lengths))
        lengths[: len(self.lengths)] += self.lengths
        most = int(lengths.nonzero()[0].max(initial=0))
        longest = self.longest
        if most and most >= len(self.lengths):
            which = int(numpy.argmax(seen & (far == most)))
            source, target = divmod(which, len(self.free))
            longest = (self.free[start + source], self.free[target])
        self.counts = self.counts + seen.sum(axis=0)
        self.lengths, self.longest = lengths[: most + 1], longest

    def _distances(self, sources: NDArray[Any]) -> NDArray[Any]:
        """Return the distances from each source to each free tile: the longer side on squares,
        steps on hexes.
        """
        import numpy

        across = sources[:, None, :] - self.at
        sides: NDArray[Any] = numpy.abs(across)
        if self.board.grid is not SQUARE:
            sides = numpy.dstack([sides, numpy.abs(across.sum(axis=2))])
        return numpy.asarray(sides.max(axis=2))


def choke_points(board: Board) -> dict[Tile, int]:
    """Return the tiles that split the map if they are blocked, and how many tiles each cuts off
    from the largest remaining part.
    """
    figures = {figure.name for figure in board.figures()}
    walker = Walker(Ground(board, figures, DOORS), (1, 1))
    free = {tile for tile in board.tiles() if walker.can_stand(tile)}
    ways = {
        tile: [
            there
            for step, there in enumerate(board.grid.neighbors(tile))
            if there in free and walker.can_step(tile, step)
        ]
        for tile in board.tiles()
        if tile in free
    }
    return _cuts(ways)


def _cuts(ways: dict[Tile, list[Tile]]) -> dict[Tile, int]:
    """Return the articulation points by Tarjan's algorithm, without recursion: a
    corridor may have 4,096 tiles.
    """
    order: dict[Tile, int] = {}
    low: dict[Tile, int] = {}
    size: dict[Tile, int] = {}
    parts: dict[Tile, list[int]] = {}
    found: dict[Tile, int] = {}
    for root, first in ways.items():
        if root in order:
            continue
        came: dict[Tile, Tile | None] = {root: None}
        stack = [(root, iter(first))]
        order[root] = low[root] = len(order)
        size[root], parts[root] = 1, []
        piece = [root]
        while stack:
            tile, rest = stack[-1]
            there = next(rest, None)
            if there is not None and there not in order:
                came[there] = tile
                order[there] = low[there] = len(order)
                size[there], parts[there] = 1, []
                piece.append(there)
                stack.append((there, iter(ways[there])))
            elif there is not None:
                low[tile] = min(low[tile], order[there])
            else:
                stack.pop()
                above = came[tile]
                if above is not None:
                    size[above] += size[tile]
                    low[above] = min(low[above], low[tile])
                    if low[tile] >= order[above]:
                        parts[above].append(size[tile])
        for tile in piece:
            left = len(piece) - 1 - sum(parts[tile])
            pieces = [*parts[tile], *([left] if left else [])]
            if len(pieces) > 1:
                found[tile] = sum(pieces) - max(pieces)
    return found
