"""What each hero sees, and what is new about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sightline.answers.rulings import Rulings
from sightline.games.quest.events import (
    CallNeeded,
    Event,
    FigureLost,
    FigureSeen,
    TilesRevealed,
)
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.queries import field, trace
from sightline.rules.center import CenterRule


@dataclass(frozen=True)
class View:
    """All that one hero sees."""

    tiles: frozenset[Tile]
    figures: frozenset[str]
    calls: Mapping[str, CallNeeded]
    """The figures of which only the master can say whether they are seen."""


def views_of(board: Board, rule: CenterRule, rulings: Rulings) -> dict[str, View]:
    """What every hero sees, in the order in which they came to the board."""
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
            # A large figure may be seen where none of its tiles' centres is: show where it stands.
            tiles.update(other.tiles)
        elif sight.awaits_ruling:
            lapsed = rulings.lapsed_on(board, sight)
            calls[other.name] = CallNeeded(hero, other.name, sight, lapsed)
    return View(frozenset(tiles), frozenset(figures), calls)


def news(
    board: Board, before: Mapping[str, View], after: Mapping[str, View], explored: frozenset[Tile]
) -> Iterator[Event]:
    """What changed in what the heroes see. `explored`: what the party had seen until now."""
    known = set(explored)
    for hero, view in after.items():
        old = before.get(hero)
        fresh = view.tiles - known
        if fresh:
            yield TilesRevealed(hero, tuple(sorted(fresh)))
            known |= fresh
        for figure in board.figures():
            was_seen = old is not None and figure.name in old.figures
            is_seen = figure.name in view.figures
            if is_seen and not was_seen:
                yield FigureSeen(hero, figure.name, figure.at)
            elif was_seen and not is_seen:
                yield FigureLost(hero, figure.name)
            if figure.name in view.calls and (old is None or figure.name not in old.calls):
                yield view.calls[figure.name]
