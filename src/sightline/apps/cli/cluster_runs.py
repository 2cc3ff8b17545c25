"""Options of commands that run on a cluster, and how they report progress and cost."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from sightline.apps.cli.inputs import tell_changes
from sightline.apps.cli.options import Chosen, MapOptions, OptionGroup, RuleOptions
from sightline.apps.cli.output.screen import counted, duration, note
from sightline.apps.cli.parser import Parser, whole_number
from sightline.errors import InvalidValueError
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    from sightline.cluster import ClusterRun

INTERRUPTED = 130
BETWEEN_LINES = 60.0
"""Seconds between two progress lines if the output is not a terminal."""


@dataclass(frozen=True, slots=True)
class ClusterOptions(OptionGroup):
    """The options for the workers and the output folder."""

    cluster: bool
    rock: str | None
    workers: int | None
    scheduler: str | None
    piece: int | None
    out: str | None
    resume: bool

    @staticmethod
    def add(parser: Parser, *, of_games: bool = False) -> None:
        """Add all options except --cluster, which some commands imply.

        A study of games has no --rock, and another default for --out.
        """
        add = parser.rare.add_argument
        if of_games:
            parser.set_defaults(rock=None)
        else:
            add("--rock", metavar="FILE", help="Array of rock instead of MAP: .npy, .zarr or .txt.")
            add("--out", metavar="DIR", help="Folder for the result.")
        add(
            "--workers",
            metavar="N",
            type=whole_number,
            help="Processes on this machine. Default: one per core; 0: none.",
        )
        add("--scheduler", metavar="ADDR", help="A dask scheduler, such as tcp://10.0.0.1:8786.")
        unit = "Games in a piece." if of_games else "Tiles along each side of a piece."
        add("--piece", metavar="N", type=whole_number, help=unit)
        add("--resume", action="store_true", help="Continue a run that was stopped.")

    @staticmethod
    def add_switch(parser: Parser) -> None:
        parser.rare.add_argument(
            "--cluster",
            action="store_true",
            help="Work in pieces on a cluster; see docs/cluster.md.",
        )

    def is_wanted(self, *but: str) -> bool:
        """Return whether the command should run on a cluster.

        Raise if an option that needs --cluster is given without it, except those in `but`.
        """
        if self.cluster or self.scheduler is not None:
            return True
        for name, value in asdict(self).items():
            if value is not None and value is not False and name not in but:
                raise InvalidValueError(f"--{name}: needs --cluster; add it")
        return False

    def settings(self) -> dict[str, Any]:
        """Return keyword arguments for the functions of `sightline.cluster`."""
        return {
            "scheduler": self.scheduler,
            "workers": self.workers,
            "piece": self.piece,
            "resume": self.resume,
        }

    def open(self, map_options: MapOptions, rule_options: RuleOptions) -> tuple[Any, Chosen]:
        """Return the board, or the array of rock, and the rule."""
        from sightline.cluster.maps import is_rock_file, read_rock

        path = map_options.map_file
        if (path is None) == (self.rock is None):
            raise InvalidValueError(
                "expected a MAP"
                + (", or --rock FILE" if path is None else " or --rock, and not both")
            )
        if self.rock is not None or (path is not None and is_rock_file(path)):
            return read_rock(self.rock or path or ""), rule_options.choose_for("square", None)
        loaded = map_options.load()
        tell_changes(loaded)
        return loaded.board, rule_options.choose(loaded)

    def folder(self, map_options: MapOptions, what: str) -> str:
        """Return the output folder: --out, or a name made from the map's."""
        path = map_options.map_file or self.rock or "map"
        return self.out or f"{Path(path).stem.lstrip('-') or 'map'}-{what}"


def plain_run(run: ClusterRun, rule: Rule) -> dict[str, Any]:
    return {
        "folder": str(run.out),
        "rule": rule.to_dict(),
        "pieces": run.pieces,
        "seconds": round(run.spent.seconds, 3),
        "processor_seconds": round(run.spent.cpu_seconds, 3),
        "peak_bytes_of_workers": list(run.spent.peak_bytes.values()),
    }


def report_cost(run: ClusterRun) -> None:
    spent = run.spent
    if not spent.peak_bytes:
        note(f"already complete; pieces: {run.pieces:,}")
        return
    peak = max(spent.peak_bytes.values()) / 2**20
    note(
        f"pieces: {run.pieces:,}, in {duration(spent.seconds)}, {duration(spent.cpu_seconds)} of"
        f" processor; workers: {len(spent.peak_bytes)}, with at most {peak:.0f} MB each"
    )


def report_stop(run: ClusterRun) -> int:
    note(f"stopped: {run.done:,} of {run.pieces:,} pieces are in {run.out}; continue with --resume")
    return INTERRUPTED


@contextmanager
def reported(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar with an estimate on terminals, else print a line per minute for logs."""
    start = monotonic()
    due = start + BETWEEN_LINES
    with counted(label) as show:

        def progress(done: int, count: int) -> None:
            nonlocal due
            now = monotonic()
            if sys.stderr.isatty():
                show(done, count)
            elif now >= due and done < count:
                due = now + BETWEEN_LINES
                left = duration((now - start) / done * (count - done))
                note(f"{done:,} of {count:,} {label}, about {left} left")

        yield progress
