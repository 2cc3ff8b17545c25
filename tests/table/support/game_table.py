"""A table with a game, for the tests that all games share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from sightline import SquareBoard
from sightline.table.protocol.game_moves import Play
from tests.table.support.fake_pages import CENTER, Message, Party, Person, party


def at_a_table(story: Callable[[Party], Awaitable[None]], path: Path | None = None) -> None:
    async def run() -> None:
        async with party(SquareBoard(2, 2), CENTER, path) as ours:
            await story(ours)

    asyncio.run(run())


def shown(person: Person) -> Message:
    """Return the game on that page."""
    return person.page.last("game")


async def play(person: Person, move: str) -> Message:
    await person.done(Play(move, shown(person).get("number", 0)))
    return shown(person)
