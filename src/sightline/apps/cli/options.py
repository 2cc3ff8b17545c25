"""The arguments and options that commands share, with their help and their completion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from sightline.apps.cli.words import Argument, Option


def rule_names(values: Mapping[str, Any]) -> list[str]:
    """What --rule takes."""
    from sightline.rules.registry import RULES

    return list(RULES)


def _ties(values: Mapping[str, Any]) -> list[str]:
    from sightline.rules.registry import KINDS

    return list(dict.fromkeys(ties for kind in KINDS.values() for ties in kind.tie_choices()))


def _settings(values: Mapping[str, Any]) -> list[str]:
    from sightline.rules.registry import KINDS

    return list(dict.fromkeys(f"{name}=" for kind in KINDS.values() for name in kind.settings()))


def _metrics(values: Mapping[str, Any]) -> list[str]:
    from sightline.model.reach import METRICS

    return list(METRICS)


def _brightnesses(values: Mapping[str, Any]) -> list[str]:
    from sightline.model.light import BRIGHTNESSES

    return list(BRIGHTNESSES)


def _themes(values: Mapping[str, Any]) -> list[str]:
    return ["light", "dark", "auto"]


def _figures(values: Mapping[str, Any]) -> list[str]:
    """The names of the figures on the map that was named before."""
    from sightline.errors import SightlineError
    from sightline.formats import load

    try:
        return [figure.name for figure in load(values["map_file"]).figures()]
    except (SightlineError, OSError, KeyError):
        return []


PLACE = "A figure's name, row,col (q,r on hexes; both from 0), or a name such as C4."

MapFile = Annotated[str, Argument("MAP", "A map of any format that is read; - for standard input.")]
From = Annotated[str, Argument("FROM", PLACE, _figures)]
To = Annotated[str, Argument("TO", PLACE, _figures)]
Viewers = Annotated[list[str], Argument("FROM...", f"{PLACE} Several are a party.", _figures)]

RuleName = Annotated[
    str | None,
    Option(
        "--rule",
        "See `sightline rules`: quest, dnd5e ... Without it: the map's own, or the usual one.",
        "NAME",
        rule_names,
    ),
]
PackFile = Annotated[
    str | None,
    Option("--pack", "A game of your own in place of --rule: a pack in a TOML file.", "FILE"),
]
PackFiles = Annotated[
    list[str] | None,
    Option(
        "--pack",
        "A game of your own, too: a pack in a TOML file. May be given several times.",
        "FILE",
    ),
]
Ties = Annotated[
    str | None,
    Option(
        "--ties",
        "What a line counts for that only grazes: strict, permissive, adjudicated ..."
        " `sightline rules` lists them all.",
        "HOW",
        _ties,
    ),
]
ClosedEnds = Annotated[
    bool, Option("--closed-ends", "Corner rule: touches at the line's own ends count too.")
]
Settings = Annotated[
    list[str] | None,
    Option(
        "--set",
        "A setting of the rule, such as large=middle; see `sightline rules`. May be given several"
        " times.",
        "NAME=VALUE",
        _settings,
    ),
]

Snap = Annotated[bool, Option("--snap", "Move walls that lie almost on the grid onto it.")]
LevelName = Annotated[
    str | None,
    Option("--level", "Which level of a file that holds several: name or number.", "LEVEL"),
]
Blocking = Annotated[
    list[str] | None,
    Option(
        "--blocking",
        "What blocks sight, where the format leaves it open: a layer, property or value."
        " May be given several times.",
        "LAYER",
    ),
]

GridText = Annotated[
    str | None,
    Option(
        "--grid",
        "The grid over a picture: 30x40 tiles, 70 pixels a tile, or 70+12+8 where the first tile"
        " begins 12 pixels from the left and 8 from the top.",
        "GRID",
    ),
]

Svg = Annotated[str | None, Option("--svg", "Draw the picture into an SVG.", "FILE")]
Png = Annotated[str | None, Option("--png", "Draw the picture into a PNG.", "FILE")]
ThemeName = Annotated[
    str,
    Option(
        "--theme",
        "Colours of the pictures: light, dark, or auto, which follows the reader.",
        "THEME",
        _themes,
    ),
]
NoPicture = Annotated[bool, Option("--no-picture", "Draw without the map's own picture under it.")]
Json = Annotated[bool, Option("--json", "Print the answer as JSON instead.")]
RulingsFile = Annotated[
    str | None, Option("--rulings", "A game master's decisions that count here.", "FILE")
]
RadiusText = Annotated[str | None, Option("--radius", "No further than this.", "R")]
Metric = Annotated[
    str,
    Option(
        "--metric",
        "How the radius is measured on squares: euclid, chebyshev, manhattan or steps.",
        "METRIC",
        _metrics,
    ),
]
AllLines = Annotated[
    bool, Option("--all-lines", "Every line that was tried, or every step, and why.")
]

LinesInJson = Annotated[
    bool, Option("--all-lines", "In JSON, with every line that was tried or counted.")
]

Uncovered = Annotated[
    bool,
    Option("--uncovered", "By a game that knows cover: only who sees them without any counts."),
]

Threads = Annotated[str, Option("--threads", "How many threads work at the same time.", "N")]
Device = Annotated[
    str,
    Option("--device", "Who counts: cpu, or cuda for a GPU.", "DEVICE", lambda: ["cpu", "cuda"]),
]

PerhapsViewers = Annotated[
    list[str] | None,
    Argument("FROM...", "Who looks; nobody: how bright each tile is.", _figures),
]
Range = Annotated[str | None, Option("--range", "How far they see at all.", "R")]
DarkVision = Annotated[str | None, Option("--dark-vision", "How far they see in the dark.", "R")]
Ambient = Annotated[
    str | None,
    Option(
        "--ambient",
        "How bright the map is by itself: dark, dim or bright, whatever it says of itself.",
        "HOW",
        _brightnesses,
    ),
]
