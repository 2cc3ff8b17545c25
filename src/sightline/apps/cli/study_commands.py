"""Count what many games come to, or measure what a map is like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from sightline.apps.cli import cluster_options as shared
from sightline.apps.cli import options as given
from sightline.apps.cli.asking import RuleChoice
from sightline.apps.cli.words import Option
from sightline.formats import Options


def _players(values: Mapping[str, Any]) -> list[str]:
    return ["random", "greedy", "planning"]


def _classes(values: Mapping[str, Any]) -> list[str]:
    from sightline.games.one_card_dungeon import HeroClass

    return [each.value for each in HeroClass]


Games = Annotated[str, Option("--games", "How many games in all.", "N")]
Players = Annotated[
    list[str] | None,
    Option(
        "--player",
        "Who plays: random, greedy, planning; with a number, so many games in place of a share."
        " May be given several times; all without.",
        "NAME[=N]",
        _players,
    ),
]
Classes = Annotated[
    list[str] | None,
    Option("--class", "As what. May be given several times; all without.", "CLASS", _classes),
]
LevelNumbers = Annotated[
    list[str] | None,
    Option(
        "--level",
        "A level by itself, 1 to 12; 0 is the whole way down. May be given several times; all"
        " without.",
        "NUMBER",
    ),
]
FirstSeed = Annotated[str, Option("--seed", "The seed of the first game of every cell.", "N")]
Processes = Annotated[
    str | None, Option("--processes", "How many work at once; as many as there are cores.", "N")
]
Folder = Annotated[
    str | None, Option("--out", "A folder for the report, its pictures and its numbers.", "DIR")
]
Replay = Annotated[
    str | None,
    Option(
        "--replay",
        "Play one game again in place of a study, and print it as a link.",
        "PLAYER,CLASS,LEVEL,SEED",
    ),
]


def one_card_dungeon(
    games: Games = "10000",
    players: Players = None,
    classes: Classes = None,
    levels: LevelNumbers = None,
    seed: FirstSeed = "0",
    processes: Processes = None,
    out: Folder = None,
    theme: given.ThemeName = "light",
    as_json: given.Json = False,
    cluster: shared.OnCluster = False,
    workers: shared.Workers = None,
    scheduler: shared.Scheduler = None,
    piece: shared.PieceSide = None,
    resume: shared.ResumeRun = False,
    replay: Replay = None,
) -> int:
    """How often each player wins One Card Dungeon, as each class, on each level.

    Shares come with the interval that holds the true one with a confidence of 95 %. Ctrl+C ends the
    study with what was found so far. With --cluster, or with the --scheduler of one, every game is
    written down as Parquet in the folder of --out, and --resume goes on with what was stopped.

    Examples:
      sightline study one-card-dungeon --games 1000000 --player random --player planning=2000
      sightline study one-card-dungeon --games 2000 --player planning --class wizard --level 0
      sightline study one-card-dungeon --games 1_000_000_000 --player random --cluster --out study
      sightline study one-card-dungeon --replay greedy,wizard,3,17
    """
    from sightline.apps.cli import studying

    if replay is not None:
        return studying.show_game(replay)
    study = studying.StudyAsked(
        studying.number(games, "--games"),
        tuple(players or ()),
        tuple(classes or ()),
        tuple(studying.number(each, "--level") for each in levels or ()),
        studying.number(seed, "--seed"),
        None if processes is None else studying.number(processes, "--processes"),
    )
    if cluster or workers or scheduler or piece or resume:
        from sightline.apps.cli import clustering

        asked = clustering.ClusterAsked(cluster, None, workers, scheduler, piece, out, resume)
        if not asked.wanted:
            asked.refuse_alone("out")
        return clustering.study_games(
            study,
            asked,
            lambda found, folder: studying.report_games(found, folder, theme, as_json=as_json),
        )
    return studying.study_games(study, out, theme, as_json=as_json)


def study_map(
    map_file: given.MapFile,
    rule: given.RuleName = None,
    pack: given.PackFile = None,
    ties: given.Ties = None,
    closed_ends: given.ClosedEnds = False,
    settings: given.Settings = None,
    out: Folder = None,
    theme: given.ThemeName = "light",
    as_json: given.Json = False,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
) -> int:
    """What a map is like: exposure, safest tiles, choke points and the lengths of sight lines.

    Examples:
      sightline study map crypt.txt
      sightline study map crypt.txt --rule quest --out study
    """
    from sightline.apps.cli import studying

    return studying.study_one_map(
        map_file,
        RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack),
        Options(snap, level, tuple(blocking or ()), grid),
        out,
        theme,
        as_json=as_json,
    )
