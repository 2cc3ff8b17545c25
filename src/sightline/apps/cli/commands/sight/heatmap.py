"""Count how many tiles see each tile.

Examples:
  sightline heatmap crypt.txt
  sightline heatmap country.zarr --radius 20 --cluster --out heat
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from sightline.apps.cli import options
from sightline.apps.cli.cluster_runs import (
    ClusterOptions,
    plain_run,
    report_cost,
    report_stop,
    reported,
)
from sightline.apps.cli.inputs import tell_changes, ties_words
from sightline.apps.cli.options import MapOptions, ReachOptions, RuleOptions
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.picture_files import PictureOptions
from sightline.apps.cli.output.screen import counted, say, screen_of, tracked
from sightline.apps.cli.parser import Parser, whole_number
from sightline.engine import cover_field, heat_map
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.pictures import MapPicture
from sightline.rules.rule import Rule

DEVICES = ("cpu", "cuda")


def add_arguments(parser: Parser) -> None:
    text = f"{options.MAP_HELP} With --cluster also rock: .npy or .zarr."
    MapOptions.add(parser, is_required=False, text=text)
    ReachOptions.add(parser)
    RuleOptions.add(parser)
    parser.common.add_argument(
        "--uncovered",
        action="store_true",
        help="Count only viewers against whom the tile has no cover.",
    )
    PictureOptions.add(parser)
    options.add_json(parser)
    parser.rare.add_argument(
        "--threads", metavar="N", type=whole_number, default=1, help="Number of threads."
    )
    parser.rare.add_argument(
        "--device", metavar="DEVICE", default="cpu", help="cpu, or cuda for a GPU."
    )
    parser.completers["device"] = lambda _: DEVICES
    ClusterOptions.add_switch(parser)
    ClusterOptions.add(parser)


def run(args: Namespace) -> int:
    pictures, cluster = PictureOptions.from_args(args), ClusterOptions.from_args(args)
    if cluster.is_wanted():
        refused = {
            "--uncovered": args.uncovered,
            "--threads": args.threads != 1,
            "--device": args.device != "cpu",
            "--svg": args.svg,
            "--png": args.png,
        }
        for name, is_given in refused.items():
            if is_given:
                raise InvalidValueError(
                    f"{name}: not with --cluster, whose result is an array in a folder"
                )
        return _run_on_cluster(args, cluster)
    reach = ReachOptions.from_args(args)
    loaded = MapOptions.from_args(args).load()
    board = loaded.board
    rule, rule_words = RuleOptions.from_args(args).choose(loaded)
    if args.uncovered:
        if (reach.radius, reach.metric, args.threads, args.device) != (None, "euclid", 1, "cpu"):
            raise InvalidValueError(
                "--uncovered: expected none of --radius, --threads and --device"
            )
        counts = open_counts(board, rule)
    else:
        counts = sight_counts(board, rule, reach, args.threads, args.device)
    tell_changes(loaded)
    if args.as_json:
        numbers = [{"tile": list(tile), "seen_from": count} for tile, count in counts.items()]
        say(dump({"map": args.map_file, "rule": rule.to_dict(), "tiles": numbers}))
    else:
        _show_heat(board, counts, " without cover" if args.uncovered else "")
        say(f"Rule: {rule_words}{ties_words(rule)}.")
    title = f"How many tiles see each tile{' without cover' if args.uncovered else ''}"
    pictures.draw(
        lambda theme, under: _heat_picture(board, counts, title, theme, under), loaded.picture
    )
    return 0


def sight_counts(
    board: Board, rule: Rule, reach: ReachOptions, threads: int, device: Any
) -> dict[Tile, int]:
    """Return how many free tiles see each free tile, including itself."""
    free = [not board.is_solid(tile) for tile in board.tiles()]
    if not any(free):
        raise InvalidValueError("heatmap: there is no tile on this map that is not solid")
    with counted("tiles") as progress:
        heat: Any = heat_map(
            board,
            rule,
            radius=reach.radius,
            metric=reach.metric,
            threads=threads,
            device=device,
            progress=progress,
        )
    counts = (heat.get() if device == "cuda" else heat).reshape(-1).tolist()
    numbered = zip(board.tiles(), counts, free, strict=True)
    return {tile: count for tile, count, is_free in numbered if is_free}


def open_counts(board: Board, rule: Rule) -> dict[Tile, int]:
    """Return how many free tiles see each free tile without cover, including itself."""
    if not rule.tells_cover:
        raise InvalidValueError(
            f"--uncovered: expected the rule of a game that knows cover, such as dnd5e, and"
            f" {rule.label} knows none"
        )
    free = [tile for tile in board.tiles() if not board.is_solid(tile)]
    counts = dict.fromkeys(free, 0)
    for tile in tracked(free, "tiles"):
        for seen, degree in cover_field(board, tuple(tile), rule).items():
            if seen in counts and degree == rule.degrees[0]:
                counts[seen] += 1
    return counts


def _show_heat(board: Board, counts: Mapping[Tile, int], how: str) -> None:
    from sightline.render import terminal

    color, unicode, width = screen_of(sys.stdout)
    picture = terminal(board, counts=counts, color=color, unicode=unicode, width=width)
    say(picture.rstrip("\n"))
    say()
    best, worst = max(counts, key=counts.__getitem__), min(counts, key=counts.__getitem__)
    say(f"Most open: {best}, seen{how} from {counts[best]} of {len(counts)} tiles.")
    say(f"Best hidden: {worst}, seen{how} from {counts[worst]}.")


def _heat_picture(
    board: Board, counts: Mapping[Tile, int], title: str, theme: str, under: MapPicture | None
) -> str:
    from sightline.render import heatmap_svg

    return heatmap_svg(board, counts, title=title, picture=under, theme=theme)


# --- on a cluster


def _run_on_cluster(args: Namespace, cluster: ClusterOptions) -> int:
    """Write a heat map into a folder, and print the tiles that most and fewest tiles see."""
    from sightline.cluster import heat_map, open_heat

    map_options, reach = MapOptions.from_args(args), ReachOptions.from_args(args)
    given, (rule, words) = cluster.open(map_options, RuleOptions.from_args(args))
    with reported("tiles") as progress:
        run = heat_map(
            given,
            rule,
            radius=reach.radius,
            metric=reach.metric,
            out=cluster.folder(map_options, "heatmap"),
            progress=progress,
            **cluster.settings(),
        )
    if not run.complete:
        return report_stop(run)
    heat = open_heat(run.out)
    found = heat_summary(heat)
    if args.as_json:
        say(dump({**plain_run(run, rule), "array": str(run.out / "heat.zarr"), **found}))
        return 0
    rows, cols = heat.shape
    say(f"{rows} x {cols}, {found['tiles']:,} tiles that are not solid: {run.out / 'heat.zarr'}")
    for title, what in (("Most open", "most_open"), ("Best hidden", "best_hidden")):
        tile, count = found[what]
        say(f"{title}: {tile[0]},{tile[1]}, seen from {count:,}.")
    say(f"On average a tile is seen from {found['mean']:.1f}. Rule: {words}{ties_words(rule)}.")
    report_cost(run)
    return 0


def heat_summary(heat: Any) -> dict[str, Any]:
    """Return the extreme tiles, the mean and the number of free tiles, reading chunk by chunk."""
    import numpy

    first = heat.attrs["first_row"], heat.attrs["first_col"]
    on_hexes = heat.attrs["grid"] == "hex"
    most: tuple[Any, int] | None = None
    fewest: tuple[Any, int] | None = None
    total = tiles = 0
    for top in range(0, heat.shape[0], heat.chunks[0]):
        for left in range(0, heat.shape[1], heat.chunks[1]):
            some = heat[top : top + heat.chunks[0], left : left + heat.chunks[1]]
            free = some > 0  # every free tile sees itself
            if not free.any():
                continue
            tiles += int(free.sum())
            total += int(some[free].sum(dtype=numpy.int64))
            for wanted in ("most", "fewest"):
                order = some if wanted == "most" else numpy.where(free, -some, -some.max() - 1)
                row, col = numpy.unravel_index(int(order.argmax()), some.shape)
                at = (int(row) + top + first[0], int(col) + left + first[1])
                found = (at[::-1] if on_hexes else at, int(some[row, col]))
                if wanted == "most" and (most is None or found[1] > most[1]):
                    most = found
                if wanted == "fewest" and (fewest is None or found[1] < fewest[1]):
                    fewest = found
    if most is None or fewest is None:
        raise InvalidValueError("heatmap: there is no tile on this map that is not solid")
    return {"tiles": tiles, "mean": total / tiles, "most_open": most, "best_hidden": fewest}
