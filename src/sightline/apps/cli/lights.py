"""`light`: how bright each tile is, and what somebody sees in it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sightline.answers.field import Field
from sightline.answers.light import LightField, SightInLight
from sightline.apps.cli.asking import (
    FigureOrPosition,
    RuleChoice,
    choose_rule,
    decisions,
    find_place,
    open_map,
    tell_changes,
    ties_words,
)
from sightline.apps.cli.pictures import Pictures
from sightline.apps.cli.plain import dump
from sightline.apps.cli.screen import say, screen_of, working
from sightline.apps.cli.words import in_short
from sightline.engine.light import field_in_light, light_field, trace_in_light
from sightline.errors import InvalidValueError
from sightline.formats import Options
from sightline.formats.counts import count
from sightline.model.board import Board
from sightline.model.light import BRIGHTNESSES, Light
from sightline.pictures import MapPicture

if TYPE_CHECKING:
    from sightline.model.reach import MetricName


class ViewerLimits(NamedTuple):
    """How far a viewer sees, as it was typed."""

    range: str | None
    dark_vision: str | None
    metric: str

    def options(self) -> dict[str, Any]:
        """The same, as questions take it."""
        return {
            "range": None if self.range is None else _number(self.range, "range"),
            "dark_vision": 0
            if self.dark_vision is None
            else _number(self.dark_vision, "dark vision"),
            "metric": self.metric,
        }


class ViewInLight(NamedTuple):
    """What one viewer sees in the light, and how it is with each of the other figures."""

    tiles: Field
    figures: dict[str, SightInLight]

    def seen(self) -> list[str]:
        return [name for name, answer in self.figures.items() if answer.visible]


def show_light(
    path: str,
    words: Sequence[str],
    choice: RuleChoice,
    options: Options,
    pictures: Pictures,
    limits: ViewerLimits,
    *,
    ambient: str | None = None,
    rulings: str | None = None,
    as_json: bool = False,
) -> int:
    """Bright, dim and dark; with viewers, what is seen."""
    loaded = open_map(path, options)
    board = loaded.board
    if ambient is not None:
        board.ambient = ambient  # type: ignore[assignment]  # whatever it is, it is checked there
    rule, rule_words = choose_rule(loaded, choice)
    viewers = list(dict.fromkeys(find_place(board, word) for word in words))
    asked = limits.options()
    with decisions(loaded, rulings) as decided, working("looking round"):
        light = light_field(board, rule, metric=cast("MetricName", limits.metric))
        looks = {
            viewer: ViewInLight(
                field_in_light(board, viewer, rule, **asked, rulings=decided),
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
    if as_json:
        settings = {"rule": rule.to_dict(), **asked}
        say(dump({"map": path, **settings, **_plain(board, light, looks)}))
    else:
        _show(board, light, looks)
        say(f"Rule: {rule_words}{ties_words(rule)}.")
    pictures.draw(lambda theme, under: _picture(board, light, looks, theme, under), loaded.picture)
    return 0


def _number(word: str, what: str) -> int | float:
    try:
        return int(word) if word.isascii() and word.isdigit() else float(word)
    except ValueError:
        raise InvalidValueError(f"{what}: expected a number, got {in_short(word)!r}") from None


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
