"""The heroes' views of the board, and the events when they change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sightline.engine import field, trace
from sightline.games.quest.board.events import (
    CallNeeded,
    Event,
    FigureLost,
    FigureSeen,
    TilesRevealed,
)
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.rules.center import CenterRule
from sightline.rulings import Rulings


@dataclass(frozen=True)
class View:
    """The tiles, figures and close calls in one hero's view."""

    tiles: frozenset[Tile]
    figures: frozenset[str]
    calls: Mapping[str, CallNeeded]
    """The figures whose visibility the game master must decide."""


NOTHING_SEEN = View(frozenset(), frozenset(), {})


def views_of(board: Board, rule: CenterRule, rulings: Rulings) -> dict[str, View]:
    """Return every hero's view, in the order in which the heroes were placed."""
    heroes = [figure.name for figure in board.figures() if figure.kind == "hero"]
    return {hero: _view(board, hero, rule, rulings) for hero in heroes}


def _view(board: Board, hero: str, rule: CenterRule, rulings: Rulings) -> View:
    tiles = set(field(board, hero, rule, rulings=rulings))
    tiles.update(board.figure(hero).tiles)
    figures: set[str] = set()
    calls: dict[str, CallNeeded] = {}
    for other in board.figures():
        if other.name == hero:
            continue
        sight = trace(board, hero, other.name, rule, rulings=rulings)
        if sight.visible:
            figures.add(other.name)
            # A large figure may be visible though none of its tile centers is: show its tiles.
            tiles.update(other.tiles)
        elif sight.awaits_ruling:
            lapsed = rulings.lapsed_on(board, sight)
            calls[other.name] = CallNeeded(hero, other.name, sight, lapsed)
    return View(frozenset(tiles), frozenset(figures), calls)


def news(
    board: Board,
    before: Mapping[str, View],
    after: Mapping[str, View],
    explored: frozenset[Tile],
    discovered: frozenset[str],
) -> Iterator[Event]:
    """Yield the changes in what the heroes see.

    `explored` and `discovered` are the tiles and figures that the party had seen before. Furniture
    does not move, so it is reported once; other figures are reported for each hero.
    """
    known_tiles, known_names = set(explored), set(discovered)
    asked: set[Any] = set()
    one_way = board.has_one_way_walls
    for hero, view in after.items():
        old = before.get(hero, NOTHING_SEEN)
        fresh = view.tiles - known_tiles
        if fresh:
            yield TilesRevealed(hero, tuple(sorted(fresh)))
            known_tiles |= fresh
        for figure in board.figures():
            name = figure.name
            if figure.is_furniture and name in known_names:
                continue
            if name in view.figures - old.figures:
                yield FigureSeen(hero, name, figure.at)
            elif name in old.figures - view.figures:
                yield FigureLost(hero, name)
            pair = (hero, name) if one_way else frozenset((hero, name))
            if name in view.calls and name not in old.calls and pair not in asked:
                asked.add(pair)  # usually a ruling holds in both directions, so one event is enough
                yield view.calls[name]
        known_names |= view.figures
