"""The commands whose work is always handed out in pieces: graph."""

from __future__ import annotations

from sightline.apps.cli import cluster_options as shared
from sightline.apps.cli import options as given
from sightline.apps.cli.asking import RuleChoice
from sightline.formats import Options


def graph(
    map_file: shared.PerhapsMap = None,
    rule: given.RuleName = None,
    pack: given.PackFile = None,
    ties: given.Ties = None,
    closed_ends: given.ClosedEnds = False,
    settings: given.Settings = None,
    radius: given.RadiusText = None,
    metric: given.Metric = "euclid",
    rock: shared.Rock = None,
    workers: shared.Workers = None,
    scheduler: shared.Scheduler = None,
    piece: shared.PieceSide = None,
    out: shared.ResultFolderName = None,
    resume: shared.ResumeRun = False,
    as_json: given.Json = False,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
) -> int:
    """Who sees whom: an edge for each tile and each other tile that it sees, as Parquet.

    A cluster of this machine's cores does it, or a dask scheduler by its address. Ctrl+C stops it
    with what is done; --resume goes on. docs/cluster.md has the columns.

    Examples:
      sightline graph crypt.txt --radius 12
      sightline graph crypt.txt --rule quest --out crypt-graph --workers 4
      sightline graph --rock country.zarr --radius 20 --scheduler tcp://10.0.0.1:8786
      sightline graph --rock country.zarr --radius 20 --resume
    """
    from sightline.apps.cli import clustering

    return clustering.graph(
        map_file,
        clustering.SightOptions(
            RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack), radius, metric
        ),
        Options(snap, level, tuple(blocking or ()), grid),
        clustering.ClusterAsked(True, rock, workers, scheduler, piece, out, resume),
        as_json=as_json,
    )
