"""Show how bright each tile is, or what viewers see.

Examples:
  sightline light cellar.txt
  sightline light cellar.txt Mira --dark-vision 2
  sightline light tower.txt --floor gallery
  sightline light crypt.txt Mira --ambient dim --range 6 --svg night.svg
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import Any, NamedTuple

from sightline.answers.field import Field
from sightline.answers.light import LightField, SightInLight
from sightline.apps.cli import options
from sightline.apps.cli.inputs import (
    FigureOrPosition,
    decisions,
    find_place,
    tell_changes,
    ties_words,
)
from sightline.apps.cli.options import MapOptions, RuleOptions
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.picture_files import PictureOptions
from sightline.apps.cli.output.screen import say, screen_of, working
from sightline.apps.cli.parser import Parser, number
from sightline.engine.lighting.light import field_in_light, light_field, trace_in_light
from sightline.formats.counts import count
from sightline.model.board import Board
from sightline.model.light import BRIGHTNESSES, Light
from sightline.pictures import MapPicture


class ViewInLight(NamedTuple):
    """The tiles that one viewer sees in the light, and whether it sees each other figure."""

    tiles: Field
    figures: dict[str, SightInLight]

    def seen(self) -> list[str]:
        return [name for name, answer in self.figures.items() if answer.visible]


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser)
    text = f"Viewer: {options.PLACE_HELP} None: show brightness."
    options.add_viewers(parser, text, is_required=False)
    common = parser.common.add_argument
    common("--range", metavar="R", type=number, help="How far the viewers see at all.")
    common(
        "--dark-vision",
        metavar="R",
        type=number,
        default=0,
        help="How far the viewers see in the dark.",
    )
    common("--ambient", metavar="HOW", help="Light of the map itself: dark, dim or bright.")
    parser.completers["ambient"] = lambda _: BRIGHTNESSES
    options.add_metric(parser)
    options.add_floor(parser)
    RuleOptions.add(parser)
    PictureOptions.add(parser)
    options.add_json(parser)
    options.add_rulings(parser)


def run(args: Namespace) -> int:
    pictures = PictureOptions.from_args(args)
    loaded = MapOptions.from_args(args).load()
    board = loaded.board
    if args.ambient is not None:
        board.ambient = args.ambient
    rule, rule_words = RuleOptions.from_args(args).choose(loaded)
    viewers = list(dict.fromkeys(find_place(board, word) for word in args.viewers))
    asked = {"radius": args.range, "dark_vision": args.dark_vision, "metric": args.metric}
    with decisions(loaded, args.rulings) as decided, working("looking round"):
        light = light_field(board, rule, metric=args.metric, floor=args.floor)
        looks = {
            viewer: ViewInLight(
                field_in_light(board, viewer, rule, **asked, rulings=decided, floor=args.floor),
                {
                    figure.name: trace_in_light(
                        board, viewer, figure.name, rule, **asked, rulings=decided
                    )
                    for figure in board.figures()
                    if figure.name != viewer
                },
            )
            for viewer in viewers
        }
    tell_changes(loaded)
    if args.as_json:
        floor = {} if args.floor is None else {"floor": args.floor}
        settings = {"rule": rule.to_dict(), **asked, **floor}
        say(dump({"map": args.map_file, **settings, **_plain(board, light, looks)}))
    else:
        _show(board, light, looks)
        say(f"Rule: {rule_words}{ties_words(rule)}.")
    pictures.draw(lambda theme, under: _picture(board, light, looks, theme, under), loaded.picture)
    return 0


def _plain(
    board: Board, light: LightField, looks: Mapping[FigureOrPosition, ViewInLight]
) -> dict[str, Any]:
    return {
        "ambient": board.ambient,
        "lights": [
            {
                "at": lamp.at if isinstance(lamp.at, str) else list(lamp.at),
                "bright": float(lamp.bright),
                "dim": float(lamp.dim),
            }
            for lamp in board.lights()
        ],
        **{each: [list(tile) for tile in light.tiles_with(each)] for each in BRIGHTNESSES},
        "each": [
            {
                "from": viewer,
                "tiles": [list(tile) for tile in look.tiles],
                "figures": [
                    {
                        "name": name,
                        "visible": answer.visible,
                        "failed": answer.failed,
                        "brightness": answer.brightness,
                        "explanation": answer.explain(),
                    }
                    for name, answer in look.figures.items()
                ],
            }
            for viewer, look in looks.items()
        ],
    }


def _show(board: Board, light: LightField, looks: Mapping[FigureOrPosition, ViewInLight]) -> None:
    from sightline.render import terminal

    color, unicode, width = screen_of(sys.stdout)
    shown: dict[str, Any]
    if looks:
        together = {tile for look in looks.values() for tile in look.tiles}
        shown = {"visible": together, "viewers": list(looks)}
    else:
        shown = {"counts": {tile: BRIGHTNESSES.index(each) for tile, each in light.items()}}
    say(terminal(board, **shown, color=color, unicode=unicode, width=width).rstrip("\n"))
    say()
    if not looks:
        numbers = ", ".join(
            f"{number} {each} ({count(len(light.tiles_with(each)), 'tile')})"
            for number, each in enumerate(BRIGHTNESSES)
        )
        say(f"{numbers}.")
    lights = "; ".join(map(_light_words, board.lights())) or "none"
    say(f"The map itself is {board.ambient}. Lights: {lights}.")
    for viewer, look in looks.items():
        _show_look(board, viewer, look)


def _show_look(board: Board, viewer: FigureOrPosition, look: ViewInLight) -> None:
    seen = look.seen()
    also = f", and {', '.join(seen)}" if seen else ""
    who = viewer if isinstance(viewer, str) else str(board.position(viewer))
    say(f"{who} sees {len(look.tiles)} of {len(board.tiles())} tiles in this light{also}.")
    for name, answer in look.figures.items():
        if not answer.visible and answer.failed != "sight":
            say(f"  {name}: {answer.explain()}")


def _light_words(lamp: Light) -> str:
    where = f"{lamp.at}'s" if isinstance(lamp.at, str) else f"on {lamp.at}"
    return f"{where}, bright {float(lamp.bright):g} and dim {float(lamp.dim):g}"


def _picture(
    board: Board,
    light: LightField,
    looks: Mapping[FigureOrPosition, ViewInLight],
    theme: str,
    under: MapPicture | None,
) -> str:
    from sightline.render import field_svg, light_svg

    if not looks:
        return light_svg(board, light, picture=under, theme=theme)
    caption = "In the light there is"
    if len(looks) == 1:
        ((viewer, look),) = looks.items()
        return field_svg(
            board,
            list(look.tiles),
            viewers=[viewer],
            caption=caption,
            picture=under,
            theme=theme,
        )
    party = {viewer: list(look.tiles) for viewer, look in looks.items()}
    return field_svg(board, party, caption=caption, picture=under, theme=theme)
