"""Game studies on a cluster: workers get ranges of seeds, and every game is recorded."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sightline.cluster.crew import CrewAsked, do_pieces
from sightline.cluster.folder import ResultFolder, done_pieces
from sightline.cluster.questions import ClusterRun, piece_file
from sightline.engine.many.slices import Progress, as_progress
from sightline.errors import InvalidValueError
from sightline.extras import extra
from sightline.games.one_card_dungeon import HeroClass
from sightline.studies import PLAYERS, DungeonStudy, Tally
from sightline.studies.dungeon import StudyPiece, planned_study, play_games

STUDY = "study of one-card-dungeon"
CHUNKS = {"random": 200_000, "greedy": 2_000, "planning": 20}
"""Games per piece by player: a few seconds of work."""


@dataclass(frozen=True)
class ClusterStudy:
    """A study, and the cost of its last run."""

    study: DungeonStudy
    """The results of all games in the folder, including those of earlier runs."""
    run: ClusterRun


def study_dungeon(
    games: int,
    *,
    out: str | Path,
    players: Iterable[str] = tuple(PLAYERS),
    classes: Iterable[HeroClass | str] = tuple(HeroClass),
    levels: Iterable[int] | None = None,
    first_seed: int = 0,
    scheduler: str | None = None,
    workers: int | None = None,
    piece: int | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> ClusterStudy:
    """Play One Card Dungeon exactly as `sightline.studies.study_dungeon` does, and record every
    game.

    The folder gets Parquet files with one row per game: player, class, level, seed, won, lost,
    levels. `piece` is the number of games per piece; `scheduler`, `workers`, `resume` and
    `progress` work as in `sightline.cluster.heat_map`.

    >>> import tempfile
    >>> from sightline.cluster import study_dungeon
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = study_dungeon(
    ...         60, out=f"{folder}/study", players=["greedy"], levels=[1], workers=0
    ...     )
    >>> found.study.games, found.run.complete
    (60, True)
    """
    with extra("cluster", "studies on a cluster need"):
        import pyarrow.parquet  # noqa: F401  (workers write it)
    names, heroes = list(players), [str(getattr(each, "value", each)) for each in classes]
    numbers = None if levels is None else list(levels)
    if piece is not None and (isinstance(piece, bool) or piece < 1):
        raise InvalidValueError(f"piece: expected 1 or more games, got {piece}")
    chunks = CHUNKS if piece is None else dict.fromkeys(CHUNKS, piece)
    study, pieces = planned_study(games, names, heroes, numbers, first_seed, chunks)
    crew = CrewAsked(scheduler, workers).checked()
    from sightline import __version__

    manifest = {
        "what": STUDY,
        "sightline": __version__,
        "games": games,
        "cells": [list(cell) for cell in study.cells],
        "first seed": first_seed,
        "piece": chunks,
    }
    with ResultFolder.open(out, manifest, resume=resume) as folder:

        def keep(number: int, found: bytes) -> None:
            folder.write_file(piece_file(number), found)
            folder.note_done(number)

        spent = do_pieces(
            [number for number in range(len(pieces)) if number not in folder.done],
            pieces.__getitem__,
            games_file_of_piece,
            keep,
            crew=crew,
            progress=as_progress(progress),
            size=lambda number: pieces[number].games,
        )
        _count(folder.path, pieces, study)
        return ClusterStudy(study, ClusterRun(folder.path, len(pieces), len(folder.done), spent))


def games_file_of_piece(piece: StudyPiece) -> bytes:
    """Return the games of a piece as the bytes of a Parquet file."""
    with extra("cluster", "studies on a cluster need"):
        import pyarrow
        import pyarrow.parquet
    ends = play_games(piece)
    cell, first_seed, games = piece
    won, lost, levels = (list(each) for each in zip(*ends, strict=True))
    table = pyarrow.table(
        {
            "player": pyarrow.array([cell.player] * games).dictionary_encode(),
            "class": pyarrow.array([cell.hero_class] * games).dictionary_encode(),
            "level": pyarrow.array([cell.level] * games, pyarrow.int8()),
            "seed": pyarrow.array(range(first_seed, first_seed + games), pyarrow.uint64()),
            "won": pyarrow.array(won, pyarrow.int8()),
            "lost": pyarrow.array(lost, pyarrow.int8()),
            "levels": pyarrow.array(levels, pyarrow.int8()),
        }
    )
    into = io.BytesIO()
    pyarrow.parquet.write_table(table, into, compression="zstd")
    return into.getvalue()


def _count(folder: Path, pieces: list[StudyPiece], study: DungeonStudy) -> None:
    """Add the games in the folder to the study."""
    import pyarrow.compute
    import pyarrow.parquet

    for number in sorted(done_pieces(folder)):
        file: Any = folder / piece_file(number)
        table = pyarrow.parquet.read_table(file, columns=["won", "lost", "levels"])
        won, lost, levels = (pyarrow.compute.sum(each).as_py() for each in table.columns)
        study.cells[pieces[number].cell].add(Tally(table.num_rows, won, lost, levels))
