"""Actions in a game use a separate path that reads no map and looks for no close calls."""

from __future__ import annotations

from typing import Any, NoReturn

from sightline.model.square import SquareBoard
from sightline.table.protocol.actions import PlaceFigure
from sightline.table.protocol.game_moves import (
    AskGame,
    EndGame,
    LayOutGame,
    Play,
    SetSeat,
    StartGame,
    TakeBackMove,
)
from sightline.table.protocol.games.one_card_dungeon import OneCardDungeonSetup
from tests.table.support.fake_pages import Party, Person, party

MOST_MOVES = 400


class Untouchable:
    """An object that fails on any access."""

    def __init__(self, what: str) -> None:
        self.__dict__["what"] = what

    def __getattr__(self, name: str) -> NoReturn:
        raise AssertionError(f"a game touched {self.__dict__['what']}: {name}")


def without_a_map(ours: Party) -> None:
    """Make any later access to a map or to the queue of close calls fail."""
    core: Any = ours.table.core
    core.transactions.vision = Untouchable("PartyVision")
    for name in ("update_calls", "send_side_panels", "send_to_players", "send_to_masters"):
        setattr(core.broadcaster, name, Untouchable(name))


def now(person: Person) -> dict[str, Any]:
    return person.page.last("game")


def offered(view: dict[str, Any]) -> list[str]:
    """Return the moves in a view at any depth."""
    found: list[str] = []
    if isinstance(view.get("move"), str):
        found.append(view["move"])
    for value in view.values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                found += offered(each)
    return found


async def test_a_game_is_played_through_without_the_map() -> None:
    async with party(SquareBoard(5, 5)) as ours:
        ann = await ours.player("Ann")
        await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        vision = ours.table.vision
        without_a_map(ours)
        await ours.master.done(LayOutGame("one-card-dungeon"))
        await ours.master.done(StartGame(OneCardDungeonSetup()))
        await ours.master.done(SetSeat("adventurer", ann.id))
        await ours.table.ping(ann.page, (1, 1))
        moves = 0
        while not now(ann).get("over") and moves < MOST_MOVES:
            move = offered(now(ann)["view"])[0]
            await ann.done(Play(move, now(ann).get("number", 0)))
            moves += 1
            if now(ann).get("may_undo") and moves % 5 == 0:
                await ann.done(TakeBackMove(now(ann)["number"]))
        assert moves > 5
        assert now(ours.master)["view"]["t"] == now(ann)["view"]["t"] == "one-card-dungeon"
        if not now(ann).get("over"):
            await ours.master.done(EndGame())
        assert (await ann.ask(AskGame("save")))["t"] == "answer"
        await ours.master.done(EndGame(clear=True))
        ours.table.transactions.vision = vision
