"""The independent implementations of all games on squares, by the names of their packs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.packs import book_games, book_zones
from tests.packs.book_games import Answer, Position

GAMES: dict[str, Callable[[Position], Answer]] = {
    **book_games.GAMES,
    "arcadia-quest": book_zones.arcadia_quest,
    "doom": book_zones.doom,
    "dungeon-saga": book_zones.dungeon_saga,
    "lancer": book_zones.lancer,
    "super-dungeon-explore": book_zones.super_dungeon_explore,
    "zombicide": book_zones.zombicide,
}


DEGREES = (
    *("none", "soft", "lesser", "half", "cover", "standard", "three-quarters", "hard", "superior"),
    "total",
)


def answer(game: str, position: Position) -> Answer:
    """Return the game's answer. For large creatures, the best pair of tiles counts."""
    choices = [
        GAMES[game](replace(position, a=a, b=b))
        for a in position.space(position.a)
        for b in position.space(position.b)
    ]
    return min(choices, key=lambda each: (DEGREES.index(each.degree), each.blocked or 0))
