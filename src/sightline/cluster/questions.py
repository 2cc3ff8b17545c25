"""Heat maps and visibility graphs of maps that are too large or too slow for one process.

    heat_map("country.zarr", "center", radius=20, out="heat")          a cluster of this machine
    visibility_graph(board, "center", radius=20, out="graph", scheduler="tcp://10.0.0.1:8786")

Results are written to a folder piece by piece. Call again with `resume=True` to continue a stopped
run.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sightline.cluster.crew import CrewAsked, Spent, do_pieces
from sightline.cluster.folder import ResultFolder, done_pieces, finished, read_manifest
from sightline.cluster.maps import AnyMap, as_map
from sightline.cluster.pieces import (
    HEAT_SIDE,
    NO_TILE,
    Cutting,
    SightAsked,
    as_side,
    graph_file_of_piece,
    graph_side,
    heat_of_piece,
    make_piece,
)
from sightline.deprecated import keyword_only
from sightline.engine.arguments import Radius, refuse_heights
from sightline.engine.many.slices import Progress, as_progress
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.extras import extra
from sightline.model.board import Board
from sightline.model.numbers import short_repr
from sightline.model.reach import MetricName, limit_of
from sightline.rules.registry import RuleOrName, rule_named
from sightline.rules.rule import Rule

HEAT, GRAPH = "heat map", "graph"
HEAT_ARRAY = "heat.zarr"
"""Name of the array in the folder of a heat map: integers, rows by columns."""


@dataclass(frozen=True)
class ClusterRun:
    """The progress and cost of a run."""

    out: Path
    """The folder with the result."""
    pieces: int
    done: int
    spent: Spent
    """The cost of this run, without earlier runs that it resumed."""

    @property
    def complete(self) -> bool:
        """Whether all pieces are done."""
        return self.done == self.pieces


@keyword_only("radius", "metric")
def heat_map(
    map: Any,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    out: str | Path,
    scheduler: str | None = None,
    workers: int | None = None,
    piece: int | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> ClusterRun:
    """Count how many tiles see each tile, as `sightline.heat_map` does, into a folder.

    - `map`: a board, an array of bools (True is rock), or the path of a `.npy`, `.zarr` or `.txt`
      file of rock.
    - `scheduler`: the address of a dask scheduler. Without one, `workers` local processes do the
      work (default: one per core; 0: this process).
    - `piece`: the side of a piece in tiles.
    - `progress`: a function that is called with the number of tiles done and the total.

    Ctrl+C stops the run and keeps what is done; the same call with `resume=True` continues it.

    `open_heat(out)` returns the result as a Zarr array: rows by columns on squares. On hexes it is
    the bounding rectangle, `r` down and `q` across, with -1 where there is no hex.

    >>> import numpy, tempfile
    >>> from sightline.cluster import heat_map, open_heat
    >>> rock = numpy.array([[False, True, False, False, False]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = heat_map(rock, "corner", radius=1, out=f"{folder}/heat", workers=0)
    ...     run.complete, open_heat(run.out)[:].tolist()
    (True, [[1, 0, 2, 3, 2]])
    """
    with extra("cluster", "heat maps in pieces need"):
        import zarr
    given, asked = as_map(map), _asked(map, rule, radius, metric)
    side = as_side(piece, _side_before(out, resume) or HEAT_SIDE[given.grid])
    work = _MapWork(given, asked, side, CrewAsked(scheduler, workers).checked())
    with work.opened(HEAT, out, resume) as folder:
        rows, cols = given.extent
        store = folder.path / HEAT_ARRAY
        heat: Any = zarr.open_array(store, mode="r+") if store.exists() else None
        if heat is None:
            heat = zarr.create_array(
                store=store,
                shape=(len(rows), len(cols)),
                chunks=(side, side),
                dtype="int32",
                fill_value=NO_TILE,
                attributes={"first_row": rows.start, "first_col": cols.start, "grid": given.grid},
            )

        def keep(number: int, found: Any) -> None:
            part = work.cutting.part(number)
            top, left = part.rows.start - rows.start, part.cols.start - cols.start
            heat[top : top + len(part.rows), left : left + len(part.cols)] = found
            _sync(store / "c" / str(top // side) / str(left // side))
            folder.note_done(number)

        return work.done(folder, heat_of_piece, keep, progress)


@keyword_only("radius", "metric")
def visibility_graph(
    map: Any,
    rule: RuleOrName,
    *,
    radius: Radius = None,
    metric: MetricName = "euclid",
    out: str | Path,
    scheduler: str | None = None,
    workers: int | None = None,
    piece: int | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> ClusterRun:
    """Write the visibility graph to a folder of Parquet files.

    It has an edge from each tile to each other tile that it sees within the radius. The arguments
    are those of `heat_map`.

    The columns `source` and `target` are numbers of tiles that are not solid: row times the map's
    columns plus column (on hexes, of the bounding rectangle). Each file has the edges of one piece,
    in order. A symmetric rule lists each pair twice.

    >>> import numpy, tempfile
    >>> from sightline.cluster import read_graph, visibility_graph
    >>> rock = numpy.array([[False, True, False, False, False]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = visibility_graph(rock, "corner", radius=1, out=f"{folder}/graph", workers=0)
    ...     sources, targets = read_graph(run.out)
    >>> sources.tolist(), targets.tolist()
    ([2, 3, 3, 4], [3, 2, 4, 3])
    """
    with extra("cluster", "graphs need"):
        import pyarrow.parquet  # noqa: F401  (workers write it)
    given, asked = as_map(map), _asked(map, rule, radius, metric)
    usual = _side_before(out, resume) or graph_side(asked.reach, given.extent)
    work = _MapWork(given, asked, as_side(piece, usual), CrewAsked(scheduler, workers).checked())
    with work.opened(GRAPH, out, resume) as folder:

        def keep(number: int, found: bytes) -> None:
            folder.write_file(piece_file(number), found)
            folder.note_done(number)

        return work.done(folder, graph_file_of_piece, keep, progress)


class _MapWork:
    """The work on a map that is split into pieces, and its workers."""

    def __init__(self, given: AnyMap, asked: SightAsked, side: int, crew: CrewAsked) -> None:
        self.given, self.asked, self.crew = given, asked, crew
        self.cutting = Cutting(given.extent, side)

    def opened(self, what: str, out: str | Path, resume: bool) -> ResultFolder:
        from sightline import __version__

        rows, cols = self.given.extent
        manifest = {
            "what": what,
            "sightline": __version__,
            "map": self.given.digest(),
            "grid": self.given.grid,
            "shape": [len(rows), len(cols)],
            "first": [rows.start, cols.start],
            "rule": self.asked.rule.to_dict(),
            "radius": self.asked.radius,
            "metric": self.asked.metric,
            "piece": self.cutting.side,
        }
        return ResultFolder.open(out, manifest, resume=resume)

    def done(
        self, folder: ResultFolder, work: Any, keep: Any, progress: Progress | None
    ) -> ClusterRun:
        def size(number: int) -> int:
            part = self.cutting.part(number)
            return len(part.rows) * len(part.cols)

        count = self.cutting.pieces
        left = [number for number in range(count) if number not in folder.done]
        empty = [each for each in left if not self.given.has_tiles(self.cutting.part(each))]
        for number in empty:  # the rectangle has no hexes
            folder.note_done(number)
        spent = do_pieces(
            [number for number in left if number not in folder.done],
            lambda number: make_piece(self.given, self.cutting.part(number), self.asked),
            work,
            keep,
            crew=self.crew,
            progress=as_progress(progress),
            size=size,
        )
        return ClusterRun(folder.path, count, len(folder.done), spent)


def _asked(map: Any, rule: Any, radius: Any, metric: Any) -> SightAsked:
    asked = rule_named(rule) if isinstance(rule, str) else rule
    if not isinstance(asked, Rule):
        raise InvalidTypeError(
            f"rule: expected a rule such as CornerRule() or the name of one, got {short_repr(rule)}"
        )
    grid = as_map(map).grid
    if grid not in asked.grids:
        raise InvalidValueError(
            f"rule: {asked.label} works on {' and '.join(asked.grids)} boards, and this is a"
            f" {grid} board"
        )
    if asked.game is not None and not asked.stays_between:
        raise InvalidValueError(
            f"rule: {asked.label} looks at whole rooms, and a cluster cuts the map into pieces;"
            " ask on one machine instead"
        )
    if isinstance(map, Board) and asked.takes_heights:
        refuse_heights(map, "map: a cluster")
    limit = limit_of(radius, metric)
    return SightAsked(asked, None if limit is None else str(limit), metric)


def _side_before(out: str | Path, resume: bool) -> int | None:
    """Return the piece side of the run to resume, or None."""
    found = read_manifest(out) if resume else None
    side = None if found is None else found.get("piece")
    return side if isinstance(side, int) else None


def _sync(file: Path) -> None:
    """Flush a piece to disk before it is listed.

    A missing file means that all its values are -1.
    """
    if file.exists():
        with open(file, "rb") as there:
            os.fsync(there.fileno())


def piece_file(number: int) -> str:
    """Return the file name of a piece."""
    return f"pieces/{number:07}.parquet"


# --- reading --------------------------------------------------------------------------------------


def open_heat(out: str | Path) -> Any:
    """Open the heat map in a folder, complete or not, as a Zarr array; -1 means not counted yet.

    Data is read when the array is sliced: `open_heat(out)[:100]`.
    """
    with extra("cluster", "heat maps in Zarr need"):
        import zarr
    finished(out, HEAT)
    return zarr.open_array(Path(out) / HEAT_ARRAY, mode="r")


def graph_files(out: str | Path) -> list[Path]:
    """Return the Parquet files of a graph, for pyarrow, pandas, polars or DuckDB."""
    finished(out, GRAPH)
    files = (Path(out) / piece_file(number) for number in sorted(done_pieces(out)))
    return [file for file in files if file.exists()]


def count_edges(out: str | Path) -> int:
    """Return how many edges a graph has, from the metadata of its files."""
    with extra("cluster", "graphs need"):
        import pyarrow.parquet
    return sum(pyarrow.parquet.read_metadata(file).num_rows for file in graph_files(out))


def read_graph(out: str | Path) -> tuple[Any, Any]:
    """Return all edges of a graph as two arrays in memory: sources and targets."""
    with extra("cluster", "graphs need"):
        import pyarrow
        import pyarrow.parquet
    tables = [pyarrow.parquet.read_table(file) for file in graph_files(out)]
    if not tables:
        import numpy

        return numpy.zeros(0, numpy.int64), numpy.zeros(0, numpy.int64)
    edges = pyarrow.concat_tables(tables)
    return edges["source"].to_numpy(), edges["target"].to_numpy()
