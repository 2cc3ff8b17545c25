"""`study`: many games counted, and maps measured, with a report in a folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sightline.apps.cli.asking import RuleChoice, choose_rule, open_map, tell_changes
from sightline.apps.cli.screen import counted, note, say
from sightline.apps.cli.words import in_short
from sightline.errors import InvalidValueError
from sightline.formats import Options

if TYPE_CHECKING:
    from sightline.studies import DungeonStudy

INTERRUPTED = 130


class StudyAsked(NamedTuple):
    """What a study of games is to play."""

    games: int
    players: tuple[str, ...]
    classes: tuple[str, ...]
    levels: tuple[int, ...]
    seed: int
    processes: int | None


def number(word: str, what: str) -> int:
    """A whole number, perhaps with commas or underscores in it."""
    try:
        return int(word.replace(",", "").replace("_", ""))
    except ValueError:
        raise InvalidValueError(
            f"{what}: expected a whole number, got {in_short(word)!r}"
        ) from None


def study_games(asked: StudyAsked, out: str | None, theme: str, *, as_json: bool) -> int:
    """Play, count and report."""
    from sightline.games.one_card_dungeon import HeroClass
    from sightline.studies import PLAYERS, study_dungeon

    players, own_games = _players(asked.players)
    with counted("games") as progress:
        study = study_dungeon(
            asked.games,
            players=players or tuple(PLAYERS),
            own_games=own_games,
            classes=asked.classes or tuple(HeroClass),
            levels=asked.levels or None,
            first_seed=asked.seed,
            processes=asked.processes or os.cpu_count() or 1,
            progress=progress,
        )
    return report_games(study, out, theme, as_json=as_json)


def report_games(study: DungeonStudy, out: str | None, theme: str, *, as_json: bool) -> int:
    """Print what was found, and write it into the folder."""
    if out is not None:
        _write(
            out,
            {
                "report.html": study.page(),
                "report.md": study.markdown(),
                "win-rates.svg": study.svg(theme),
                "results.json": study.json(),
            },
        )
    say((study.json() if as_json else study.markdown()).rstrip())
    if not study.complete:
        note(f"stopped: {study.games:,} of {study.asked:,} games were played")
        return INTERRUPTED
    return 0


def _players(words: tuple[str, ...]) -> tuple[list[str], dict[str, int]]:
    """Who plays, and how many games those who have a number: `greedy`, `planning=2000`."""
    names, own = list[str](), dict[str, int]()
    for word in words:
        name, sign, count = word.partition("=")
        names.append(name)
        if sign:
            own[name] = number(count, f"--player {name}")
    return names, own


def show_game(words: str) -> int:
    """One game of a study, as a link, and how it ended."""
    from sightline.games.one_card_dungeon import replay_link
    from sightline.games.one_card_dungeon.rules import as_hero_class
    from sightline.model.names import not_one_of
    from sightline.studies import PLAYERS, StudyCell, play_cell

    parts = words.split(",")
    if len(parts) != 4:
        raise InvalidValueError(
            f"--replay: expected PLAYER,CLASS,LEVEL,SEED, got {in_short(words)!r}"
        )
    player, hero_class, level, seed = (part.strip() for part in parts)
    if player not in PLAYERS:
        raise InvalidValueError(not_one_of("player", list(PLAYERS), player))
    cell = StudyCell(player, as_hero_class(hero_class).value, number(level, "level"))
    game = play_cell(cell, number(seed, "seed"))
    say(replay_link(game))
    say(f"{len(game.log)} actions; the end: {game.state}")
    return 0


def study_one_map(
    path: str,
    choice: RuleChoice,
    options: Options,
    out: str | None,
    theme: str,
    *,
    as_json: bool,
) -> int:
    """Look from everywhere, and report."""
    from sightline.studies import study_map

    loaded = open_map(path, options)
    rule, _ = choose_rule(loaded, choice)
    with counted("tiles") as progress:
        study = study_map(loaded.board, rule, Path(path).name, progress)
    tell_changes(loaded)
    if out is not None:
        _write(
            out,
            {
                "report.html": study.page(),
                "report.md": study.markdown(),
                **study.pictures(theme),
                "results.json": study.json(),
            },
        )
    say((study.json() if as_json else study.markdown()).rstrip())
    return 0 if study.complete else INTERRUPTED


def _write(folder: str, files: dict[str, str]) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (target / name).write_text(text, encoding="utf-8")
    note(f"{', '.join(files)} in {target}")
