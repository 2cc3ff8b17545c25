"""Write who sees whom as a graph, in Parquet files.

It has an edge from each tile to each other tile that it sees. The work is done by this machine's
cores, or by a dask scheduler. Ctrl+C keeps what is done; --resume continues. docs/cluster.md has
the columns.

Examples:
  sightline graph crypt.txt --radius 12
  sightline graph crypt.txt --rule center --out crypt-graph --workers 4
  sightline graph --rock country.zarr --radius 20 --scheduler tcp://10.0.0.1:8786
  sightline graph --rock country.zarr --radius 20 --resume
"""

from __future__ import annotations

from argparse import Namespace

from sightline.apps.cli import options
from sightline.apps.cli.cluster_runs import (
    ClusterOptions,
    plain_run,
    report_cost,
    report_stop,
    reported,
)
from sightline.apps.cli.inputs import ties_words
from sightline.apps.cli.options import MapOptions, ReachOptions, RuleOptions
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.screen import say
from sightline.apps.cli.parser import Parser


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser, is_required=False, text=f"{options.MAP_HELP} Also rock: .npy or .zarr.")
    ReachOptions.add(parser)
    RuleOptions.add(parser)
    options.add_json(parser)
    parser.set_defaults(cluster=True)
    ClusterOptions.add(parser)


def run(args: Namespace) -> int:
    from sightline.cluster import graph_files, visibility_graph
    from sightline.cluster.questions import count_edges

    cluster, reach = ClusterOptions.from_args(args), ReachOptions.from_args(args)
    map_options = MapOptions.from_args(args)
    given, (rule, words) = cluster.open(map_options, RuleOptions.from_args(args))
    with reported("tiles") as progress:
        run = visibility_graph(
            given,
            rule,
            radius=reach.radius,
            metric=reach.metric,
            out=cluster.folder(map_options, "graph"),
            progress=progress,
            **cluster.settings(),
        )
    if not run.complete:
        return report_stop(run)
    files = graph_files(run.out)
    edges = count_edges(run.out)
    if args.as_json:
        say(dump({**plain_run(run, rule), "edges": edges, "files": len(files)}))
        return 0
    say(f"{edges:,} edges, as Parquet: {run.out / 'pieces'}")
    say(f"Rule: {words}{ties_words(rule)}.")
    report_cost(run)
    return 0
