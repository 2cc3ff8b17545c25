"""The commands that ask about sight: see, field, heatmap, compare."""

from __future__ import annotations

from sightline.apps.cli import cluster_options as shared
from sightline.apps.cli import options as given
from sightline.apps.cli.asking import RuleChoice
from sightline.apps.cli.pictures import Pictures
from sightline.errors import InvalidValueError
from sightline.formats import Options


def see(
    map_file: given.MapFile,
    source: given.From,
    target: given.To,
    rule: given.RuleName = None,
    pack: given.PackFile = None,
    ties: given.Ties = None,
    closed_ends: given.ClosedEnds = False,
    settings: given.Settings = None,
    all_lines: given.AllLines = False,
    rulings: given.RulingsFile = None,
    svg: given.Svg = None,
    png: given.Png = None,
    theme: given.ThemeName = "light",
    no_picture: given.NoPicture = False,
    as_json: given.Json = False,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
) -> int:
    """Does one place see another, and why?

    Exit code: 0 visible, 1 hidden, 3 ambiguous (waits for the game master), 2 error.

    Examples:
      sightline see crypt.txt Mira goblin
      sightline see crypt.dd2vtt C4 H9 --rule quest --ties adjudicated
      sightline see hills.txt -2,1 3,-1 --all-lines --svg ray.svg
      sightline see crypt.txt Mira goblin --json | jq .verdict
    """
    from sightline.apps.cli import sights

    return sights.see(
        map_file,
        source,
        target,
        RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack),
        Options(snap, level, tuple(blocking or ()), grid),
        Pictures(svg, png, theme, no_picture),
        rulings=rulings,
        all_lines=all_lines,
        as_json=as_json,
    )


def field(
    map_file: given.MapFile,
    viewers: given.Viewers,
    radius: given.RadiusText = None,
    metric: given.Metric = "euclid",
    rule: given.RuleName = None,
    pack: given.PackFile = None,
    ties: given.Ties = None,
    closed_ends: given.ClosedEnds = False,
    settings: given.Settings = None,
    rulings: given.RulingsFile = None,
    svg: given.Svg = None,
    png: given.Png = None,
    theme: given.ThemeName = "light",
    no_picture: given.NoPicture = False,
    as_json: given.Json = False,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
) -> int:
    """Everything that is seen from one place, or by a party.

    Examples:
      sightline field crypt.txt Mira
      sightline field crypt.txt Mira Bruno --svg party.svg
      sightline field hills.txt 0,0 --radius 4 --json
    """
    from sightline.apps.cli import fields

    return fields.show_field(
        map_file,
        viewers,
        RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack),
        Options(snap, level, tuple(blocking or ()), grid),
        Pictures(svg, png, theme, no_picture),
        radius=radius,
        metric=metric,
        rulings=rulings,
        as_json=as_json,
    )


def heatmap(
    map_file: shared.PerhapsMap = None,
    rule: given.RuleName = None,
    pack: given.PackFile = None,
    ties: given.Ties = None,
    closed_ends: given.ClosedEnds = False,
    settings: given.Settings = None,
    uncovered: given.Uncovered = False,
    radius: given.RadiusText = None,
    metric: given.Metric = "euclid",
    threads: given.Threads = "1",
    device: given.Device = "cpu",
    cluster: shared.OnCluster = False,
    rock: shared.Rock = None,
    workers: shared.Workers = None,
    scheduler: shared.Scheduler = None,
    piece: shared.PieceSide = None,
    out: shared.ResultFolderName = None,
    resume: shared.ResumeRun = False,
    svg: given.Svg = None,
    png: given.Png = None,
    theme: given.ThemeName = "light",
    no_picture: given.NoPicture = False,
    as_json: given.Json = False,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
) -> int:
    """How many tiles see each tile: where to hide.

    With --cluster, or with the --scheduler of one, it is done in pieces and written into a folder
    as they come, for maps of any size. Ctrl+C stops it with what is done; --resume goes on.

    Examples:
      sightline heatmap crypt.txt
      sightline heatmap crypt.txt --rule quest --png heat.png --theme dark
      sightline heatmap crypt.txt --rule dnd5e --uncovered
      sightline heatmap city.json --radius 20 --threads 4 --json
      sightline heatmap country.zarr --radius 20 --cluster --out heat
    """
    from sightline.apps.cli import fields

    if cluster or rock or workers or scheduler or piece or out or resume:
        from sightline.apps.cli import clustering

        asked = clustering.ClusterAsked(cluster, rock, workers, scheduler, piece, out, resume)
        if not asked.wanted:
            asked.refuse_alone()
        clustering.refuse_with_cluster(
            {
                "--uncovered": uncovered,
                "--threads": threads != "1",
                "--device": device != "cpu",
                "--svg": svg,
                "--png": png,
            }
        )
        return clustering.heatmap(
            map_file,
            clustering.SightOptions(
                RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack), radius, metric
            ),
            Options(snap, level, tuple(blocking or ()), grid),
            asked,
            as_json=as_json,
        )
    if map_file is None:
        raise InvalidValueError("missing argument: MAP")
    return fields.show_heatmap(
        map_file,
        RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack),
        Options(snap, level, tuple(blocking or ()), grid),
        Pictures(svg, png, theme, no_picture),
        uncovered=uncovered,
        by=fields.HeatAsked(radius, metric, threads, device),
        as_json=as_json,
    )


def compare(
    map_file: given.MapFile,
    source: given.From,
    target: given.To,
    packs: given.PackFiles = None,
    all_lines: given.LinesInJson = False,
    svg: given.Svg = None,
    png: given.Png = None,
    theme: given.ThemeName = "light",
    no_picture: given.NoPicture = False,
    as_json: given.Json = False,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
) -> int:
    """One look by every rule, tie setting and game, side by side.

    With --svg or --png each answer is drawn beside the others, with the lines that it counted.

    Examples:
      sightline compare crypt.txt Mira goblin
      sightline compare crypt.txt Mira goblin --svg games.svg --pack my-game.toml
      sightline compare hills.txt 0,0 3,-1 --json
    """
    from sightline.apps.cli import comparing

    return comparing.compare(
        map_file,
        source,
        target,
        Options(snap, level, tuple(blocking or ()), grid),
        Pictures(svg, png, theme, no_picture),
        packs=tuple(packs or ()),
        all_lines=all_lines,
        as_json=as_json,
    )
