"""Measure a map: exposure, safest tiles, choke points and the lengths of sight lines.

Examples:
  sightline study map crypt.txt
  sightline study map crypt.txt --rule center --out study
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from sightline.apps.cli import options
from sightline.apps.cli.cluster_runs import INTERRUPTED
from sightline.apps.cli.commands.study import add_report_folder, write_report
from sightline.apps.cli.inputs import tell_changes
from sightline.apps.cli.options import MapOptions, RuleOptions
from sightline.apps.cli.output.picture_files import add_theme
from sightline.apps.cli.output.screen import counted, say
from sightline.apps.cli.parser import Parser
from sightline.studies import study_map


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser)
    RuleOptions.add(parser)
    add_report_folder(parser)
    add_theme(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    loaded = MapOptions.from_args(args).load()
    rule, _ = RuleOptions.from_args(args).choose(loaded)
    with counted("tiles") as progress:
        study = study_map(loaded.board, rule, name=Path(args.map_file).name, progress=progress)
    tell_changes(loaded)
    if args.out is not None:
        write_report(
            args.out,
            {
                "report.html": study.page(),
                "report.md": study.markdown(),
                **study.pictures(args.theme),
                "results.json": study.json(),
            },
        )
    say((study.json() if args.as_json else study.markdown()).rstrip())
    return 0 if study.complete else INTERRUPTED
