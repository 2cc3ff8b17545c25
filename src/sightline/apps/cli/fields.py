"""`field` and `heatmap`: what is seen from one place, by a party, and from everywhere."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from sightline.answers.field import Field
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
from sightline.apps.cli.screen import counted, lines_of, say, screen_of, tracked, working
from sightline.apps.cli.words import in_short
from sightline.engine import Decisions, cover_field, field, heat_map, trace
from sightline.engine.arguments import DeviceName
from sightline.errors import InvalidValueError
from sightline.formats import Options
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.place import place
from sightline.model.reach import MetricName, is_within
from sightline.pictures import MapPicture
from sightline.rules.pack import PackRule
from sightline.rules.pack_paths import follows
from sightline.rules.rule import Rule


def show_field(
    path: str,
    words: Sequence[str],
    choice: RuleChoice,
    options: Options,
    pictures: Pictures,
    *,
    radius: str | None = None,
    metric: str = "euclid",
    rulings: str | None = None,
    as_json: bool = False,
) -> int:
    """Light and shadow, for one or for a party."""
    loaded = open_map(path, options)
    board = loaded.board
    rule, rule_words = choose_rule(loaded, choice)
    viewers = list(dict.fromkeys(find_place(board, word) for word in words))
    reach = None if radius is None else radius_number(radius)
    with decisions(loaded, rulings) as decided:
        with working("looking round"):
            seen = {
                viewer: field(
                    board, viewer, rule, reach, cast("MetricName", metric), rulings=decided
                )
                for viewer in viewers
            }
        together = _together(list(seen.values()))
        doubtful = _in_doubt(board, viewers, rule, (reach, metric), decided, together)
    cover = _cover(board, seen, rule, (reach, metric))
    tell_changes(loaded)
    if as_json:
        settings = {"rule": rule.to_dict(), "radius": reach, "metric": metric}
        covered = {} if cover is None else {"cover": _plain_cover(cover)}
        say(dump({"map": path, **settings, **_plain(board, seen, together, doubtful), **covered}))
    else:
        _show(board, seen, together, doubtful, cover)
        say(f"Rule: {rule_words}{ties_words(rule)}.")
    pictures.draw(
        lambda theme, under: _picture(board, seen, doubtful, cover, theme, under), loaded.picture
    )
    return 0


class TileCover(NamedTuple):
    """How much cover each tile has that is seen, and all degrees of the game in their order."""

    by_tile: dict[Tile, str]
    degrees: tuple[str, ...]


def _cover(
    board: Board,
    seen: Mapping[FigureOrPosition, Field],
    rule: Rule,
    limits: tuple[Any, str],
) -> TileCover | None:
    """By the rule of a game that knows cover, how much every tile has that is seen: of a party, by
    whom it has the least from. None by other rules."""
    if not isinstance(rule, PackRule) or not rule.pack.cover:
        return None
    rank = {degree: i for i, degree in enumerate(rule.pack.degrees)}
    best: dict[Tile, str] = {}
    for viewer, tiles in seen.items():
        radius, metric = limits
        with working("looking for cover"):
            found = cover_field(board, viewer, rule, radius, cast("MetricName", metric))
        for tile in tiles:
            degree = found[tile]
            # What waits for the master counts for the more that it may be.
            best[tile] = min(
                best.get(tile, degree), degree, key=lambda each: rank[each.split(" or ")[-1]]
            )
    return TileCover(best, rule.pack.degrees)


def _plain_cover(cover: TileCover) -> list[dict[str, Any]]:
    return [{"tile": list(tile), "degree": degree} for tile, degree in cover.by_tile.items()]


def radius_number(word: str) -> int | float:
    try:
        return int(word)
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        raise InvalidValueError(f"radius: expected a number, got {in_short(word)!r}") from None


def _together(fields: Sequence[Field]) -> Field:
    seen = fields[0]
    for each in fields[1:]:
        seen = seen | each
    return seen


def _in_doubt(
    board: Board,
    viewers: Sequence[FigureOrPosition],
    rule: Rule,
    limits: tuple[Any, str],
    decided: Decisions | None,
    seen: Field,
) -> list[Tile]:
    """The tiles that nobody sees for certain, and that somebody would see if the master said so."""
    if not _asks(rule):
        return []
    unseen = [tile for tile in board.tiles() if tile not in seen]
    radius, metric = limits
    return [
        tile
        for tile in tracked(unseen, "close calls")
        if any(
            is_within(board, place(board, viewer, "from"), tile, radius, metric)
            and trace(board, viewer, tile, rule, rulings=decided).awaits_ruling
            for viewer in viewers
        )
    ]


def _asks(rule: Rule) -> bool:
    """Does it leave some looks to the master?"""
    if isinstance(rule, PackRule):
        question, touch = rule.pack.sight, rule.pack.sight.touch
        asks = "ask" in (touch.corner, touch.edge, touch.pinch, touch.seam)
        return asks or (follows(question) and not question.lean)
    return getattr(rule, "ties", "") == "adjudicated"


def _seen_figures(board: Board, seen: Field, viewers: Sequence[FigureOrPosition]) -> list[str]:
    return [
        figure.name
        for figure in board.figures()
        if figure.name not in viewers and any(tile in seen for tile in figure.tiles)
    ]


def _plain(
    board: Board, seen: Mapping[FigureOrPosition, Field], together: Field, doubtful: Sequence[Tile]
) -> dict[str, Any]:
    return {
        "from": list(seen),
        "tiles": [list(tile) for tile in together],
        "ambiguous": [list(tile) for tile in doubtful],
        "figures": _seen_figures(board, together, list(seen)),
        "each": [
            {"from": viewer, "tiles": [list(tile) for tile in tiles]}
            for viewer, tiles in seen.items()
        ],
    }


def _show(
    board: Board,
    seen: Mapping[FigureOrPosition, Field],
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
        figures = _seen_figures(board, tiles, [viewer])
        among = f", and on them {', '.join(figures)}" if figures else ""
        say(f"{_name(board, viewer)} sees {len(tiles)} of {count} tiles{among}.")
    if len(seen) > 1:
        say(f"Together they see {len(together)}.")
    if cover is not None:
        _say_cover(board, cover, list(seen))
    if doubtful:
        tiles_are = "1 tile is" if len(doubtful) == 1 else f"{len(doubtful)} tiles are"
        say(f"{tiles_are} too close to call.")


def _say_cover(board: Board, cover: TileCover, viewers: Sequence[FigureOrPosition]) -> None:
    """How many tiles have how much, and which figures have any."""
    counts = Counter(cover.by_tile.values())
    said = [f"{count} {degree}" for degree, count in counts.items() if degree != cover.degrees[0]]
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
        shown = cover.by_tile | dict.fromkeys(doubtful, "")
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


# --- heat maps


class HeatAsked(NamedTuple):
    """How far sight reaches in a heat map, and who counts, in the words of the command line."""

    radius: str | None = None
    metric: str = "euclid"
    threads: str = "1"
    device: str = "cpu"


AS_USUAL = HeatAsked()


def show_heatmap(
    path: str,
    choice: RuleChoice,
    options: Options,
    pictures: Pictures,
    *,
    uncovered: bool = False,
    by: HeatAsked = AS_USUAL,
    as_json: bool = False,
) -> int:
    """How many tiles see each tile that one could stand on; `uncovered`: without any cover."""
    loaded = open_map(path, options)
    board = loaded.board
    rule, rule_words = choose_rule(loaded, choice)
    if uncovered and by != AS_USUAL:
        raise InvalidValueError("--uncovered: expected none of --radius, --threads and --device")
    counts = open_counts(board, rule) if uncovered else sight_counts(board, rule, by)
    tell_changes(loaded)
    if as_json:
        numbers = [{"tile": list(tile), "seen_from": count} for tile, count in counts.items()]
        say(dump({"map": path, "rule": rule.to_dict(), "tiles": numbers}))
    else:
        _show_heat(board, counts, " without cover" if uncovered else "")
        say(f"Rule: {rule_words}{ties_words(rule)}.")
    title = f"How many tiles see each tile{' without cover' if uncovered else ''}"
    pictures.draw(
        lambda theme, under: _heat_picture(board, counts, title, theme, under), loaded.picture
    )
    return 0


def sight_counts(board: Board, rule: Rule, by: HeatAsked = AS_USUAL) -> dict[Tile, int]:
    """How many free tiles see each free tile, itself included."""
    free = [not board.is_solid(tile) for tile in board.tiles()]
    if not any(free):
        raise InvalidValueError("heatmap: there is no tile on this map that is not solid")
    if not by.threads.isascii() or not by.threads.isdigit():
        raise InvalidValueError(f"threads: expected a number, got {in_short(by.threads)!r}")
    with counted("tiles") as progress:
        heat: Any = heat_map(
            board,
            rule,
            None if by.radius is None else radius_number(by.radius),
            cast("MetricName", by.metric),
            threads=int(by.threads),
            device=cast("DeviceName", by.device),
            progress=progress,
        )
    counts = (heat.get() if by.device == "cuda" else heat).reshape(-1).tolist()
    numbered = zip(board.tiles(), counts, free, strict=True)
    return {tile: count for tile, count, is_free in numbered if is_free}


def open_counts(board: Board, rule: Rule) -> dict[Tile, int]:
    """From how many free tiles each free tile is seen without cover, itself included."""
    if not isinstance(rule, PackRule) or not rule.pack.cover:
        raise InvalidValueError(
            f"--uncovered: expected the rule of a game that knows cover, such as dnd5e, and"
            f" {rule.label} knows none"
        )
    free = [tile for tile in board.tiles() if not board.is_solid(tile)]
    counts = dict.fromkeys(free, 0)
    for tile in tracked(free, "tiles"):
        for seen, degree in cover_field(board, tuple(tile), rule).items():
            if seen in counts and degree == rule.pack.degrees[0]:
                counts[seen] += 1
    return counts


def _show_heat(board: Board, counts: Mapping[Tile, int], how: str) -> None:
    from sightline.render import terminal

    color, unicode, width = screen_of(sys.stdout)
    picture = terminal(board, counts=counts, color=color, unicode=unicode, width=width)
    say(picture.rstrip("\n"))
    say()
    best, worst = max(counts, key=counts.__getitem__), min(counts, key=counts.__getitem__)
    say(f"Most open: {best}, seen{how} from {counts[best]} of {len(counts)} tiles.")
    say(f"Best hidden: {worst}, seen{how} from {counts[worst]}.")


def _heat_picture(
    board: Board, counts: Mapping[Tile, int], title: str, theme: str, under: MapPicture | None
) -> str:
    from sightline.render import heatmap_svg

    return heatmap_svg(board, counts, title=title, picture=under, theme=theme)
