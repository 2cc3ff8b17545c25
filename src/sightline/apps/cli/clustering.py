"""Work that is handed out in pieces: `heatmap --cluster`, `graph`, and studies of games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.apps.cli.asking import RuleChoice, chosen_rule, open_map, tell_changes, ties_words
from sightline.apps.cli.fields import radius_number
from sightline.apps.cli.plain import dump
from sightline.apps.cli.screen import counted, duration, note, say
from sightline.apps.cli.studying import StudyAsked, number
from sightline.errors import InvalidValueError
from sightline.formats import Options
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    from sightline.cluster import ClusterRun, ClusterStudy

INTERRUPTED = 130
BETWEEN_LINES = 60.0
"""Seconds between two lines on how far it is, where there is no terminal for a bar."""


class ClusterAsked(NamedTuple):
    """Who works, and where to, in the words of the command line."""

    cluster: bool = False
    rock: str | None = None
    workers: str | None = None
    scheduler: str | None = None
    piece: str | None = None
    out: str | None = None
    resume: bool = False

    @property
    def wanted(self) -> bool:
        """Is it to be done in pieces at all?"""
        return self.cluster or self.scheduler is not None

    def refuse_alone(self, *but: str) -> None:
        """An error if something is given that only means something with --cluster."""
        for name, value in self._asdict().items():
            if value and name not in but:
                raise InvalidValueError(f"--{name}: goes with --cluster; add it")

    def settings(self) -> dict[str, Any]:
        """What the functions of `sightline.cluster` take."""
        return {
            "scheduler": self.scheduler,
            "workers": None if self.workers is None else number(self.workers, "--workers"),
            "piece": None if self.piece is None else number(self.piece, "--piece"),
            "resume": self.resume,
        }


class SightOptions(NamedTuple):
    """Rule and radius, in the words of the command line."""

    choice: RuleChoice
    radius: str | None
    metric: str


def heatmap(
    path: str | None, sight: SightOptions, options: Options, asked: ClusterAsked, *, as_json: bool
) -> int:
    """A heat map into a folder, and what is most open and best hidden on it."""
    from sightline.cluster import heat_map, open_heat

    given, rule, words = _map_and_rule(path, sight.choice, options, asked)
    out = asked.out or _folder(path or asked.rock, "heatmap")
    with reported("tiles") as progress:
        run = heat_map(given, rule, *_limits(sight), out=out, progress=progress, **asked.settings())
    if not run.complete:
        return _stopped(run)
    heat = open_heat(run.out)
    found = heat_summary(heat)
    if as_json:
        say(dump({**_plain(run, rule), "array": str(run.out / "heat.zarr"), **found}))
        return 0
    rows, cols = heat.shape
    say(f"{rows} x {cols}, {found['tiles']:,} tiles that are not solid: {run.out / 'heat.zarr'}")
    for title, what in (("Most open", "most_open"), ("Best hidden", "best_hidden")):
        tile, count = found[what]
        say(f"{title}: {tile[0]},{tile[1]}, seen from {count:,}.")
    say(f"On average a tile is seen from {found['mean']:.1f}. Rule: {words}{ties_words(rule)}.")
    _say_spent(run)
    return 0


def graph(
    path: str | None, sight: SightOptions, options: Options, asked: ClusterAsked, *, as_json: bool
) -> int:
    """Who sees whom, into a folder."""
    from sightline.cluster import graph_files, visibility_graph
    from sightline.cluster.questions import count_edges

    given, rule, words = _map_and_rule(path, sight.choice, options, asked)
    out = asked.out or _folder(path or asked.rock, "graph")
    with reported("tiles") as progress:
        run = visibility_graph(
            given, rule, *_limits(sight), out=out, progress=progress, **asked.settings()
        )
    if not run.complete:
        return _stopped(run)
    files = graph_files(run.out)
    edges = count_edges(run.out)
    if as_json:
        say(dump({**_plain(run, rule), "edges": edges, "files": len(files)}))
        return 0
    say(f"{edges:,} edges, as Parquet: {run.out / 'pieces'}")
    say(f"Rule: {words}{ties_words(rule)}.")
    _say_spent(run)
    return 0


def study_games(
    games: StudyAsked,
    asked: ClusterAsked,
    report: Callable[[Any, str | None], int],
) -> int:
    """Games by the million; `report` prints what was found, and writes it into the folder."""
    from sightline.cluster import study_dungeon
    from sightline.games.one_card_dungeon import HeroClass
    from sightline.studies import PLAYERS

    if games.processes is not None:
        raise InvalidValueError("--processes: with --cluster say --workers")
    out = asked.out or "one-card-dungeon-study"
    with reported("games") as progress:
        found: ClusterStudy = study_dungeon(
            games.games,
            out=out,
            players=games.players or tuple(PLAYERS),
            classes=games.classes or tuple(HeroClass),
            levels=games.levels or None,
            first_seed=games.seed,
            progress=progress,
            **asked.settings(),
        )
    code = report(found.study, out)
    if not found.run.complete:
        return _stopped(found.run)
    _say_spent(found.run)
    return code


def heat_summary(heat: Any) -> dict[str, Any]:
    """The tiles that most and fewest see, the mean and how many there are, read chunk by chunk."""
    import numpy

    first = heat.attrs["first_row"], heat.attrs["first_col"]
    on_hexes = heat.attrs["grid"] == "hex"
    most: tuple[Any, int] | None = None
    fewest: tuple[Any, int] | None = None
    total = tiles = 0
    for top in range(0, heat.shape[0], heat.chunks[0]):
        for left in range(0, heat.shape[1], heat.chunks[1]):
            some = heat[top : top + heat.chunks[0], left : left + heat.chunks[1]]
            free = some > 0  # each is seen from itself
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


def refuse_with_cluster(given: Mapping[str, object]) -> None:
    """An error for what has no meaning with it."""
    for name, value in given.items():
        if value:
            raise InvalidValueError(
                f"{name}: not with --cluster, whose result is an array in a folder"
            )


def _map_and_rule(
    path: str | None, choice: RuleChoice, options: Options, asked: ClusterAsked
) -> tuple[Any, Rule, str]:
    """What is to be cut up, and by which rule it is asked about."""
    from sightline.cluster.maps import is_rock_file, read_rock

    if (path is None) == (asked.rock is None):
        raise InvalidValueError(
            "expected a MAP" + (", or --rock FILE" if path is None else " or --rock, and not both")
        )
    if asked.rock is not None or (path is not None and is_rock_file(path)):
        return read_rock(asked.rock or path or ""), *chosen_rule("square", None, choice)
    assert path is not None
    loaded = open_map(path, options)
    tell_changes(loaded)
    return loaded.board, *chosen_rule(loaded.board.grid.name, loaded.rule, choice)


def _limits(sight: SightOptions) -> tuple[Any, Any]:
    return (None if sight.radius is None else radius_number(sight.radius), sight.metric)


def _folder(path: str | None, what: str) -> str:
    """Beside where we are, with the map's name."""
    return f"{Path(path or 'map').stem.lstrip('-') or 'map'}-{what}"


def _plain(run: ClusterRun, rule: Rule) -> dict[str, Any]:
    return {
        "folder": str(run.out),
        "rule": rule.to_dict(),
        "pieces": run.pieces,
        "seconds": round(run.spent.seconds, 3),
        "processor_seconds": round(run.spent.cpu_seconds, 3),
        "peak_bytes_of_workers": list(run.spent.peak_bytes.values()),
    }


def _say_spent(run: ClusterRun) -> None:
    spent = run.spent
    if not spent.peak_bytes:
        note(f"it was complete already; pieces: {run.pieces:,}")
        return
    peak = max(spent.peak_bytes.values()) / 2**20
    note(
        f"pieces: {run.pieces:,}, in {duration(spent.seconds)}, {duration(spent.cpu_seconds)} of"
        f" processor; workers: {len(spent.peak_bytes)}, with at most {peak:.0f} MB each"
    )


def _stopped(run: ClusterRun) -> int:
    note(
        f"stopped: {run.done:,} of {run.pieces:,} pieces are in {run.out}; the same with --resume"
        " goes on"
    )
    return INTERRUPTED


@contextmanager
def reported(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with an estimate on terminals; elsewhere a line a minute, for logs."""
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
