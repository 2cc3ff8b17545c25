"""The text in pictures: viewer and target, the verdict, and the rule."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sightline.answers.explain import blocker_name
from sightline.answers.sight import Sight, Step, TablePoint, Tried
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Hex, Square
from sightline.model.degree import NONE, TOTAL, Degree
from sightline.model.numbers import UNIT
from sightline.model.place import Place
from sightline.render.reading import line_state
from sightline.rules.registry import rule_from_dict
from sightline.texts import join, say, word

STATE_WORDS = {"free": "free", "ask": "for the master", "blocked": "blocked"}


_FROM = {"effect": "An effect from", "light": "Light from"}


def tile_words(tile: Any) -> str:
    """Return the name of a tile: C4 on squares, (q, r) on hexes."""
    return str(tile) if isinstance(tile, (Square, Hex)) else str(tuple(tile))


def place_words(place: Place) -> str:
    return place.name if place.name is not None else tile_words(place.middle)


def verdict_words(sight: Sight) -> str:
    """Return the verdict in one sentence."""
    source, target = place_words(sight.source), place_words(sight.target)
    if sight.awaits_ruling and not sight.visible:
        return f"{source} to {target}: too close to call, waits for the master"
    cover = f", {cover_words(sight)}" if sight.visible and cover_words(sight) else ""
    if sight.by != "sight":
        reaches = "reaches" if sight.visible else "does not reach"
        return f"{_FROM[sight.by]} {source} {reaches} {target}{cover}"
    return f"{source} {'sees' if sight.visible else 'does not see'} {target}{cover}"


def cover_words(sight: Sight) -> str:
    """Return the cover by the rule of a game; "" for rules without cover."""
    degree = sight.degree
    if sight.question == "targeting":
        return degree_words(degree)
    if not sight.scale or degree == TOTAL or (degree == NONE and not _knows_cover(sight)):
        return ""
    return degree_words(degree)


def _knows_cover(sight: Sight) -> bool:
    return rule_from_dict(sight.rule).tells_cover


def degree_words(degree: Degree | str) -> str:
    """Return a degree in words: "half cover", or "cover" if that is its name."""
    if degree == NONE:
        return "no cover"
    return str(degree) if "cover" in str(degree) else f"{degree} cover"


def is_of_area(sight: Sight) -> bool:
    """Return whether the rule of a game looked for a line from or to any part of a tile."""
    game = rule_from_dict(sight.rule).game
    return game is not None and "area" in (game.sight.start, game.sight.end)


def rule_words(rule: Mapping[str, Any]) -> str:
    """Return the rule and its settings in words."""
    try:
        return rule_from_dict(rule).in_words()
    except SightlineError:  # a custom rule that is not registered
        kind = str(rule.get("rule", ""))
        settings = (f"{name.replace('_', ' ')} {rule[name]}" for name in rule if name != "rule")
        return " · ".join([kind.capitalize() or "Rule", *settings])


def board_words(board: Board) -> str:
    """Return a description of the board in one sentence."""
    count = len(board.tiles())
    if board.grid.name == "square":
        size = f"{getattr(board, 'rows', 0)} by {getattr(board, 'cols', 0)} squares"
    else:
        size = f"{count} hexes" if count != 1 else "1 hex"
    names = [figure.name for figure in board.figures()]
    if not names:
        return f"A board of {size}"
    listed = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    return f"A board of {size} with {listed}"


def tried_words(sight: Sight, line: Tried) -> str:
    """Return the description of a line, such as "A1 SE to C4 NW: blocked, the rock on B2"."""
    start = _corner(sight.source, line.start, sight.orientation)
    end = _corner(sight.target, line.end, sight.orientation)
    met = list(dict.fromkeys(blocker_name(blocker) for blocker in line.blockers))
    more = [f"{len(met) - 2} more"] if len(met) > 2 else []
    return f"{start} to {end}: " + ", ".join([tried_state(sight, line), *met[:2], *more])


def tried_state(sight: Sight, line: Tried) -> str:
    """Return the contact of a line; with the rule of a game, how it counts."""
    return STATE_WORDS[line_state(line)] if sight.scale else str(line.contact)


def step_words(step: Step) -> str:
    """Return one step of a hex ray in words: its hex, what is there, and whether the
    ray ends here.
    """
    facts: list[str] = [str(step.hex)]
    if step.kind != "mid":
        facts.append(word(f"the {step.kind}"))
    if step.soft_cover:
        facts.append(say("cover {n}", n=decimal(step.soft_cover)))
    if step.elevation is not None:
        facts.append(say("height {n}", n=decimal(step.elevation)))
    reasons = {
        "edge": say("blocked by the edge before it"),
        "tile": say("blocked by what stands on it"),
        "elevation": say("blocked by its height"),
    }
    if step.reason is not None:
        facts.append(reasons[step.reason])
    elif step.blocked_tile:
        facts.append(say("opaque, but it is the target"))
    elif step.blocked_edge:
        facts.append(say("seen over the edge before it"))
    return join(facts)


def _corner(place: Place, point: TablePoint, orientation: str) -> str:
    """Return the tile and the direction of the corner, such as "A1 SE"; just the
    tile for its center.
    """
    units = (int(point[0] * UNIT), int(point[1] * UNIT))
    for tile in place.tiles:
        grid = HEX if isinstance(tile, Hex) else SQUARE
        if units in grid.corners(tile):
            name = grid.corner_name(tile, units, orientation)
            return f"{tile} {''.join(word[0].upper() for word in name.split('-'))}"
    return str(place.middle)


def decimal(value: Fraction | float) -> str:
    """Return a number with at most two decimals."""
    return f"{round(float(value), 2):g}"
