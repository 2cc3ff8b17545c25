"""The command that asks about light."""

from __future__ import annotations

from sightline.apps.cli import options as given
from sightline.apps.cli.asking import RuleChoice
from sightline.apps.cli.pictures import Pictures
from sightline.formats import Options


def light(
    map_file: given.MapFile,
    viewers: given.PerhapsViewers = None,
    range: given.Range = None,
    dark_vision: given.DarkVision = None,
    ambient: given.Ambient = None,
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
    """How bright each tile of a map is, or what somebody sees in that light.

    Examples:
      sightline light cellar.txt
      sightline light cellar.txt Mira --dark-vision 2
      sightline light crypt.txt Mira --ambient dim --range 6 --svg night.svg
    """
    from sightline.apps.cli import lights

    return lights.show_light(
        map_file,
        viewers or (),
        RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack),
        Options(snap, level, tuple(blocking or ()), grid),
        Pictures(svg, png, theme, no_picture),
        lights.ViewerLimits(range, dark_vision, metric),
        ambient=ambient,
        rulings=rulings,
        as_json=as_json,
    )
