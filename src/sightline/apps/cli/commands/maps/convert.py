"""Write a map in another format, or as a picture.

Other programs read Universal VTT (.dd2vtt, .uvtt), or with --to foundry a scene of Foundry. A
report lists what those formats cannot hold.

Examples:
  sightline convert crypt.dd2vtt crypt.json --snap
  sightline convert crypt.json crypt.txt
  sightline convert crypt.json crypt.dd2vtt
  sightline convert crypt.json scene.json --to foundry
  sightline convert crypt.tmx - --to txt | less
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import PurePath

from sightline.apps.cli.inputs import STANDARD_INPUT
from sightline.apps.cli.options import MapOptions
from sightline.apps.cli.output.picture_files import PictureOptions, draw_board, write_file
from sightline.apps.cli.output.screen import note, working
from sightline.apps.cli.parser import Parser
from sightline.errors import FormatError, InvalidValueError
from sightline.formats.saving import NAMES, format_of, written
from sightline.pictures import MapPicture, cleaned

PICTURES = (".svg", ".png")


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser)
    parser.places.add_argument(
        "out",
        metavar="OUT",
        help=".json, .txt, .map, .uvtt, .dd2vtt, .df2vtt, .svg or .png file; - with --to.",
    )
    parser.common.add_argument(
        "--to", metavar="FORMAT", help="json, text, uvtt or foundry, if the name does not say."
    )
    parser.completers["to"] = lambda _: NAMES
    PictureOptions.add_style(parser)


def run(args: Namespace) -> int:
    out, to = args.out, args.to
    loaded = MapOptions.from_args(args).load()
    suffix = f".{to.removeprefix('.')}".lower() if to else PurePath(out).suffix.lower()
    if out == STANDARD_INPUT and to is None:
        raise InvalidValueError("convert: standard output needs --to with a format")
    note(str(loaded.report))
    if suffix in PICTURES:
        if out == STANDARD_INPUT:
            raise InvalidValueError("convert: pictures go into files, not to standard output")
        files = {suffix.removeprefix("."): out}
        pictures = PictureOptions(**files, theme=args.theme, no_picture=args.no_picture)
        pictures.draw(lambda theme, under: draw_board(loaded.board, theme, under), loaded.picture)
        return 0
    format = to if to in NAMES else format_of(suffix)
    name = "map" if out == STANDARD_INPUT else PurePath(out).stem
    with working("writing"):
        picture = None if args.no_picture else _kept(loaded.picture, format)
        made = written(loaded.board, format, loaded.rule, loaded.rulings, picture, name=name)
        if made.report.changed or made.report.lost:
            note(f"written as {made.report}")
        if out == STANDARD_INPUT:
            sys.stdout.buffer.write(made.data)
        else:
            for sidecar, data in made.sidecars.items():
                write_file(str(PurePath(out).with_name(sidecar)), data)
                note(f"wrote {PurePath(out).with_name(sidecar)}")
            write_file(out, made.data)
            note(f"wrote {out}")
    return 0


def _kept(picture: MapPicture | None, format: str) -> MapPicture | None:
    """Return the picture if the format can store it and it is valid; else None,
    with a note to the user.
    """
    if picture is None:
        return None
    if format == "text":
        note("note: the picture is left out; every format but text can hold it")
        return None
    try:
        return cleaned(picture)
    except FormatError as error:
        note(f"note: the picture is left out: {error}")
        return None
