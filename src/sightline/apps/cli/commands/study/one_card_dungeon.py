"""Find how often each player wins One Card Dungeon, as each class, on each level.

Percentages come with their 95 % confidence interval. Ctrl+C ends the study and reports the results
so far. With --cluster or --scheduler, every game is recorded as Parquet in the folder of --out, and
--resume continues a run that was stopped.

Examples:
  sightline study one-card-dungeon --games 1000000 --player random --player planning=2000
  sightline study one-card-dungeon --games 2000 --player planning --class wizard --level 0
  sightline study one-card-dungeon --games 1_000_000_000 --player random --cluster --out study
  sightline study one-card-dungeon --replay greedy,wizard,3,17
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError, Namespace

from sightline.apps.cli import options
from sightline.apps.cli.cluster_runs import (
    INTERRUPTED,
    ClusterOptions,
    report_cost,
    report_stop,
    reported,
)
from sightline.apps.cli.commands.study import add_report_folder, write_report
from sightline.apps.cli.output.picture_files import add_theme
from sightline.apps.cli.output.screen import counted, note, say
from sightline.apps.cli.parser import Parser, in_short, whole_number
from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon import HeroClass, replay_link
from sightline.games.one_card_dungeon.rules import as_hero_class
from sightline.model.names import not_one_of
from sightline.studies import PLAYERS, DungeonStudy, StudyCell, play_cell, study_dungeon


def add_arguments(parser: Parser) -> None:
    add = parser.common.add_argument
    add(
        "--games",
        metavar="N",
        type=whole_number,
        default=10_000,
        help="Number of games in all. Default: 10,000.",
    )
    add(
        "--player",
        dest="players",
        metavar="NAME[=N]",
        action="append",
        default=[],
        help="random, greedy or planning; =N sets the number of games. Repeatable.",
    )
    add(
        "--class",
        dest="classes",
        metavar="CLASS",
        action="append",
        default=[],
        help="Hero class. Repeatable. Default: all.",
    )
    add(
        "--level",
        dest="levels",
        metavar="NUMBER",
        type=whole_number,
        action="append",
        default=[],
        help="Level 1 to 12, or 0 for the whole dungeon. Repeatable. Default: all.",
    )
    add("--seed", metavar="N", type=whole_number, default=0, help="Seed of the first game.")
    add_report_folder(parser)
    options.add_json(parser)
    add(
        "--replay",
        metavar="PLAYER,CLASS,LEVEL,SEED",
        help="Play one game of a study again, and print it as a link.",
    )
    add_theme(parser)
    parser.rare.add_argument(
        "--processes",
        metavar="N",
        type=whole_number,
        help="Number of processes. Default: one per core.",
    )
    ClusterOptions.add_switch(parser)
    ClusterOptions.add(parser, of_games=True)
    parser.completers |= {
        "players": lambda _: PLAYERS,
        "classes": lambda _: [each.value for each in HeroClass],
    }


def run(args: Namespace) -> int:
    if args.replay is not None:
        return _replay(args.replay)
    cluster = ClusterOptions.from_args(args)
    if cluster.is_wanted("out"):
        return _run_on_cluster(args, cluster)
    players, own_games = _players(args.players)
    with counted("games") as progress:
        study = study_dungeon(
            args.games,
            players=players or tuple(PLAYERS),
            own_games=own_games,
            classes=args.classes or tuple(HeroClass),
            levels=args.levels or None,
            first_seed=args.seed,
            processes=args.processes or os.cpu_count() or 1,
            progress=progress,
        )
    return _report(study, args.out, args)


def _run_on_cluster(args: Namespace, cluster: ClusterOptions) -> int:
    from sightline import cluster as clusters

    if args.processes is not None:
        raise InvalidValueError("--processes: with --cluster say --workers")
    out = args.out or "one-card-dungeon-study"
    with reported("games") as progress:
        found = clusters.study_dungeon(
            args.games,
            out=out,
            players=args.players or tuple(PLAYERS),
            classes=args.classes or tuple(HeroClass),
            levels=args.levels or None,
            first_seed=args.seed,
            progress=progress,
            **cluster.settings(),
        )
    code = _report(found.study, out, args)
    if not found.run.complete:
        return report_stop(found.run)
    report_cost(found.run)
    return code


def _report(study: DungeonStudy, out: str | None, args: Namespace) -> int:
    """Print the results, write them into the folder if there is one, and return the exit code."""
    if out is not None:
        write_report(
            out,
            {
                "report.html": study.page(),
                "report.md": study.markdown(),
                "win-rates.svg": study.svg(args.theme),
                "results.json": study.json(),
            },
        )
    say((study.json() if args.as_json else study.markdown()).rstrip())
    if not study.complete:
        note(f"stopped: {study.games:,} of {study.asked:,} games were played")
        return INTERRUPTED
    return 0


def _players(words: list[str]) -> tuple[list[str], dict[str, int]]:
    """Return the players, and the number of games of those that specify one: `planning=2000`."""
    names, own = list[str](), dict[str, int]()
    for word in words:
        name, sign, count = word.partition("=")
        names.append(name)
        if sign:
            own[name] = _number(count, f"--player {name}")
    return names, own


def _replay(words: str) -> int:
    """Print a link to one game of a study, and its result."""
    parts = words.split(",")
    if len(parts) != 4:
        raise InvalidValueError(
            f"--replay: expected PLAYER,CLASS,LEVEL,SEED, got {in_short(words)!r}"
        )
    player, hero_class, level, seed = (part.strip() for part in parts)
    if player not in PLAYERS:
        raise InvalidValueError(not_one_of("player", list(PLAYERS), player))
    cell = StudyCell(player, as_hero_class(hero_class).value, _number(level, "level"))
    game = play_cell(cell, _number(seed, "seed"))
    say(replay_link(game))
    say(f"{len(game.log)} actions; the end: {game.state}")
    return 0


def _number(word: str, what: str) -> int:
    try:
        return whole_number(word)
    except ArgumentTypeError as error:
        raise InvalidValueError(f"{what}: {error}") from None
