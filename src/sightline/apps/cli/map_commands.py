"""The commands about maps and rules: info, convert, rules."""

from __future__ import annotations

from typing import Annotated

from sightline.apps.cli import maps
from sightline.apps.cli import options as given
from sightline.apps.cli.pictures import Pictures
from sightline.apps.cli.words import Argument, Option
from sightline.formats import Options

OutFile = Annotated[
    str,
    Argument(
        "OUT",
        "A file that ends in .json, .txt, .map, .uvtt, .dd2vtt, .df2vtt, .svg or .png; - with"
        " --to.",
    ),
]
ToFormat = Annotated[
    str | None,
    Option("--to", "json, text, uvtt or foundry, if the ending does not tell.", "FORMAT"),
]


def info(
    map_file: given.MapFile,
    svg: given.Svg = None,
    png: given.Png = None,
    theme: given.ThemeName = "light",
    as_json: given.Json = False,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
) -> int:
    """What is on a map, and how it was read.

    Shows the report of what was read, changed, guessed and lost, and a picture.

    Examples:
      sightline info crypt.dd2vtt
      sightline info world.ldtk --level 2 --svg level2.svg
      curl -s https://example.org/crypt.json | sightline info -
    """
    return maps.info(
        map_file,
        Options(snap, level, tuple(blocking or ())),
        Pictures(svg, png, theme),
        as_json=as_json,
    )


def convert(
    map_file: given.MapFile,
    out: OutFile,
    to: ToFormat = None,
    theme: given.ThemeName = "light",
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
) -> int:
    """Write a map as our JSON, as drawn text, for other programs, or as a picture.

    For other programs there is Universal VTT, and --to foundry for a scene of Foundry. A report
    says what is lost in them.

    Examples:
      sightline convert crypt.dd2vtt crypt.json --snap
      sightline convert crypt.json crypt.txt
      sightline convert crypt.json crypt.dd2vtt
      sightline convert crypt.json scene.json --to foundry
      sightline convert crypt.tmx - --to txt | less
    """
    return maps.convert(
        map_file, out, Options(snap, level, tuple(blocking or ())), to=to, theme=theme
    )


def rules(as_json: given.Json = False) -> int:
    """The rules by name, and what their ties may be.

    Examples:
      sightline rules
      sightline rules --json
    """
    return maps.rules(as_json=as_json)
