"""Show everything that a place, or a party, sees.

Examples:
  sightline field crypt.txt Mira
  sightline field crypt.txt Mira Bruno --svg party.svg
  sightline field tower.txt Mira --floor gallery
  sightline field hills.txt 0,0 --radius 4 --json
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple

from sightline.answers.field import Field
from sightline.apps.cli import options
from sightline.apps.cli.inputs import (
    FigureOrPosition,
    decisions,
    find_place,
    tell_changes,
    ties_words,
)
from sightline.apps.cli.options import MapOptions, ReachOptions, RuleOptions
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.picture_files import PictureOptions
from sightline.apps.cli.output.screen import (
    counted,
    lines_of,
    say,
    screen_of,
    tracked,
    working,
)
from sightline.apps.cli.parser import Parser
from sightline.engine import Decisions, cover_field, field, sees, trace
from sightline.engine.fields import asked_storey
from sightline.engine.progress import reporting
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.degree import NONE, Degree
from sightline.model.place import as_asked, on_storey, place
from sightline.model.reach import is_within
from sightline.pictures import MapPicture
from sightline.rules.rule import Rule


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser)
    options.add_viewers(parser, f"Viewer: {options.PLACE_HELP} Several are a party.")
    ReachOptions.add(parser)
    RuleOptions.add(parser)
    PictureOptions.add(parser)
    options.add_json(parser)
    options.add_by(parser)
    options.add_floor(parser)
    options.add_rulings(parser)


def run(args: Namespace) -> int:
    pictures, reach = PictureOptions.from_args(args), ReachOptions.from_args(args)
    loaded = MapOptions.from_args(args).load()
    board = loaded.board
    rule, rule_words = RuleOptions.from_args(args).choose(loaded)
    viewers = list(dict.fromkeys(find_place(board, word) for word in args.viewers))
    asked = board if args.by == "sight" else board.stopping(args.by)
    with decisions(loaded, args.rulings) as decided:
        seen, speed = _seen(asked, viewers, rule, reach, decided, args.floor)
        together = _together(list(seen.values()))
        doubtful = _in_doubt(asked, viewers, rule, reach, decided, together, args.floor)
        figures = {
            viewer: _seen_figures(asked, viewer, tiles, rule, reach, decided)
            for viewer, tiles in seen.items()
        }
    cover = _cover(asked, seen, rule, reach, args.floor)
    tell_changes(loaded)
    if args.as_json:
        purpose = {} if args.by == "sight" else {"by": args.by}
        purpose |= {} if args.floor is None else {"floor": args.floor}
        settings = {"rule": rule.to_dict(), "radius": reach.radius, "metric": reach.metric}
        covered = {} if cover is None else {"cover": _plain_cover(cover)}
        answer = {
            **purpose,
            **settings,
            **_plain(board, seen, figures, together, doubtful),
            **covered,
        }
        say(dump({"map": args.map_file, **answer}))
    else:
        _show(board, seen, figures, together, doubtful, cover)
        say(f"Rule: {rule_words}{ties_words(rule)}.")
        if speed:
            say(speed)
    pictures.draw(
        lambda theme, under: _picture(board, seen, doubtful, cover, theme, under), loaded.picture
    )
    return 0


def _seen(
    board: Board,
    viewers: Sequence[FigureOrPosition],
    rule: Rule,
    reach: ReachOptions,
    decided: Decisions | None,
    floor: str | None,
) -> tuple[dict[FigureOrPosition, Field], str]:
    """Return the field of each viewer, and a sentence about speed if the rule has no kernels."""

    def look() -> dict[FigureOrPosition, Field]:
        settings: dict[str, Any] = {"radius": reach.radius, "metric": reach.metric}
        settings |= {"rulings": decided, "floor": floor}
        return {each: field(board, each, rule, **settings) for each in viewers}

    if rule.kernels:
        with working("looking round"):
            return look(), ""
    looked_at = 0
    with counted("tiles") as show:

        def report(done: int, count: int) -> None:
            nonlocal looked_at
            looked_at += 1
            show(done, count)

        start = monotonic()
        with reporting(report):
            seen = look()
        seconds = monotonic() - start
    pace = float(f"{looked_at / max(seconds, 1e-9):.2g}")
    return seen, f"This rule is not compiled: about {pace:,.0f} tiles a second."


class TileCover(NamedTuple):
    """The degree of cover of each visible tile, and all degrees of the game in order."""

    by_tile: dict[Tile, Degree]
    degrees: tuple[str, ...]


def _cover(
    board: Board,
    seen: Mapping[FigureOrPosition, Field],
    rule: Rule,
    reach: ReachOptions,
    floor: str | None,
) -> TileCover | None:
    """Return the cover of every visible tile, or None if the rule has no degrees.

    For several viewers it is the least cover from any of them.
    """
    if not rule.tells_cover:
        return None
    best: dict[Tile, Degree] = {}
    for viewer, tiles in seen.items():
        with working("looking for cover"):
            found = cover_field(
                *(board, viewer, rule), radius=reach.radius, metric=reach.metric, floor=floor
            )
        for tile in tiles:
            degree = found[tile]
            best[tile] = min(best.get(tile, degree), degree)
    return TileCover(best, rule.degrees)


def _plain_cover(cover: TileCover) -> list[dict[str, Any]]:
    return [{"tile": list(tile), "degree": str(degree)} for tile, degree in cover.by_tile.items()]


def _together(fields: Sequence[Field]) -> Field:
    seen = fields[0]
    for each in fields[1:]:
        seen = seen | each
    return seen


def _in_doubt(
    board: Board,
    viewers: Sequence[FigureOrPosition],
    rule: Rule,
    reach: ReachOptions,
    decided: Decisions | None,
    seen: Field,
    floor: str | None,
) -> list[Tile]:
    """Return the tiles that no viewer certainly sees, but that the game master could
    rule visible.
    """
    if not rule.leaves_open:
        return []
    unseen = [tile for tile in board.tiles() if tile not in seen]
    places = {viewer: place(board, viewer, "from") for viewer in viewers}
    storeys = {viewer: asked_storey(board, where, rule, floor) for viewer, where in places.items()}

    def is_open(viewer: FigureOrPosition, tile: Tile) -> bool:
        if not is_within(board, places[viewer], tile, reach.radius, reach.metric):
            return False
        there = as_asked(on_storey(board, tile, storeys[viewer]))
        return trace(board, viewer, there, rule, rulings=decided).awaits_ruling

    return [
        tile
        for tile in tracked(unseen, "close calls")
        if any(is_open(viewer, tile) for viewer in viewers)
    ]


def _seen_figures(
    board: Board,
    viewer: FigureOrPosition,
    tiles: Field,
    rule: Rule,
    reach: ReachOptions,
    decided: Decisions | None,
) -> list[str]:
    """Return the figures on these tiles; on a board with heights, those that are seen where they
    are.
    """
    others = [figure for figure in board.figures() if figure.name != viewer]
    if not board.has_heights:
        return [each.name for each in others if any(tile in tiles for tile in each.tiles)]
    here = place(board, viewer, "from")
    return [
        each.name
        for each in others
        if any(is_within(board, here, tile, reach.radius, reach.metric) for tile in each.tiles)
        and sees(board, viewer, each.name, rule, rulings=decided)
    ]


def _plain(
    board: Board,
    seen: Mapping[FigureOrPosition, Field],
    figures: Mapping[FigureOrPosition, Sequence[str]],
    together: Field,
    doubtful: Sequence[Tile],
) -> dict[str, Any]:
    found = {name for names in figures.values() for name in names} - {*seen}
    return {
        "from": list(seen),
        "tiles": [list(tile) for tile in together],
        "ambiguous": [list(tile) for tile in doubtful],
        "figures": [figure.name for figure in board.figures() if figure.name in found],
        "each": [
            {"from": viewer, "tiles": [list(tile) for tile in tiles]}
            for viewer, tiles in seen.items()
        ],
    }


def _show(
    board: Board,
    seen: Mapping[FigureOrPosition, Field],
    figures: Mapping[FigureOrPosition, Sequence[str]],
    together: Field,
    doubtful: Sequence[Tile],
    cover: TileCover | None,
) -> None:
    from sightline.render import terminal

    color, unicode, width = screen_of(sys.stdout)
    picture = terminal(
        board,
        visible=together,
        ambiguous=doubtful,
        viewers=list(seen),
        cover=None if cover is None else cover.by_tile,
        degrees=() if cover is None else cover.degrees,
        color=color,
        unicode=unicode,
        width=width,
        height=lines_of(sys.stdout),
    )
    say(picture.rstrip("\n"))
    say()
    count = len(board.tiles())
    for viewer, tiles in seen.items():
        names = figures[viewer]
        on_them = "" if board.has_heights else "on them "
        among = f", and {on_them}{', '.join(names)}" if names else ""
        say(f"{_name(board, viewer)} sees {len(tiles)} of {count} tiles{among}.")
    if len(seen) > 1:
        say(f"Together they see {len(together)}.")
    if cover is not None:
        _say_cover(board, cover, list(seen))
    if doubtful:
        tiles_are = "1 tile is" if len(doubtful) == 1 else f"{len(doubtful)} tiles are"
        say(f"{tiles_are} too close to call.")


def _say_cover(board: Board, cover: TileCover, viewers: Sequence[FigureOrPosition]) -> None:
    """Print the number of tiles with each degree of cover, and the figures with cover."""
    counts = Counter(cover.by_tile.values())
    said = [f"{count} {degree}" for degree, count in counts.items() if degree != NONE]
    say(f"Tiles with cover: {', '.join(sorted(said)) or 'none'}.")
    for figure in board.figures():
        found = {cover.by_tile[tile] for tile in figure.tiles if tile in cover.by_tile}
        if figure.name not in viewers and len(found) == 1 and found != {cover.degrees[0]}:
            say(f"  {figure.name}: {found.pop()}")


def _name(board: Board, viewer: FigureOrPosition) -> str:
    return viewer if isinstance(viewer, str) else str(board.position(viewer))


def _picture(
    board: Board,
    seen: Mapping[FigureOrPosition, Field],
    doubtful: Sequence[Tile],
    cover: TileCover | None,
    theme: str,
    under: MapPicture | None,
) -> str:
    from sightline.render import cover_svg, field_svg

    if cover is not None:
        shown: dict[Tile, Degree | str] = {**cover.by_tile, **dict.fromkeys(doubtful, "")}
        return cover_svg(
            board,
            shown,
            degrees=cover.degrees,
            viewers=list(seen),
            picture=under,
            theme=theme,
        )
    if len(seen) == 1:
        ((viewer, tiles),) = seen.items()
        return field_svg(
            board, tiles, viewers=[viewer], ambiguous=doubtful, picture=under, theme=theme
        )
    return field_svg(board, seen, ambiguous=doubtful, picture=under, theme=theme)
