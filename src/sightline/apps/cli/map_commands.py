"""The commands about maps and rules: info, grid, convert, rules."""

from __future__ import annotations

from typing import Annotated

from sightline.apps.cli import maps, picture_grids
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
OneRule = Annotated[str | None, Argument("NAME", "Tell all of this one.", given.rule_names)]
PictureFile = Annotated[str, Argument("PICTURE", "A PNG, JPEG or WebP.")]
ToFormat = Annotated[
    str | None,
    Option("--to", "json, text, uvtt or foundry, if the ending does not tell.", "FORMAT"),
]


def info(
    map_file: given.MapFile,
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
    """What is on a map, and how it was read.

    Shows the report of what was read, changed, guessed and lost, and a picture.

    Examples:
      sightline info crypt.dd2vtt
      sightline info world.ldtk --level 2 --svg level2.svg
      curl -s https://example.org/crypt.json | sightline info -
    """
    return maps.info(
        map_file,
        Options(snap, level, tuple(blocking or ()), grid),
        Pictures(svg, png, theme, no_picture),
        as_json=as_json,
    )


def grid(
    picture: PictureFile,
    svg: given.Svg = None,
    png: given.Png = None,
    theme: given.ThemeName = "light",
    as_json: given.Json = False,
) -> int:
    """Which grid is drawn on a picture, as far as that can be found.

    Prints what to give as --grid, and half and double of it, its usual mistakes. With --svg or
    --png it is drawn over the picture: look at all four corners.

    Exit code: 0 found, 1 not found or not sure.

    Examples:
      sightline grid cave.webp --png check.png
      sightline info cave.webp --grid 70+12+8 --png map.png
    """
    return picture_grids.grid(picture, Pictures(svg, png, theme), as_json=as_json)


def convert(
    map_file: given.MapFile,
    out: OutFile,
    to: ToFormat = None,
    theme: given.ThemeName = "light",
    no_picture: given.NoPicture = False,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
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
        map_file,
        out,
        Options(snap, level, tuple(blocking or ()), grid),
        to=to,
        theme=theme,
        bare=no_picture,
    )


def rules(name: OneRule = None, pack: given.PackFile = None, as_json: given.Json = False) -> int:
    """The rules by name, and what their ties may be; the games, and what cover each knows.

    With a name: all of that one. With --pack: all of a game of your own, if its file is in order.

    Examples:
      sightline rules
      sightline rules dnd5e
      sightline rules --pack my-game.toml
    """
    from sightline.apps.cli import rule_list

    return rule_list.rules(name, pack, as_json=as_json)
