"""A table without a game, for tests of the layers between the table and its pages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from sightline.formats import Loaded
from sightline.table.protocol.actions import Move
from sightline.table.protocol.answers import FieldAnswer
from sightline.table.protocol.client import Ask, Do, PingTile, Request
from sightline.table.protocol.server import Answer, Done, Log, Pinged, Refused, Seat, Welcome
from sightline.table.protocol.types import Outgoing
from sightline.table.service.listeners import ConnectedPage, encode
from sightline.table.service.pictures.picture_shelf import PictureShelf
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.names import clean_name
from sightline.table.state.records import (
    Actor,
    PlayerRecord,
    Refusal,
    TableRecord,
    new_id,
    new_secret,
)
from sightline.table.storage.picture_files import PictureFiles


class FakeTable:
    """A table that accepts every action and sends it to everyone."""

    def __init__(self) -> None:
        self.world: Any = SimpleNamespace(
            table=TableRecord(new_secret(), new_secret()), players={}, scenes={}
        )
        self.pictures = PictureShelf(PictureFiles(None))
        self.pages: list[ConnectedPage] = []
        self.begun = 0
        self.done: list[Do] = []
        self.maps: list[tuple[str, Loaded]] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.is_closed = False
        self.map_keeper = self

    @property
    def master_secret(self) -> str:
        secret: str = self.world.table.master_secret
        return secret

    @property
    def join_secret(self) -> str:
        secret: str = self.world.table.join_secret
        return secret

    def seat(self, name: str = "Ann", waiting: bool = False) -> PlayerRecord:
        player = PlayerRecord(new_id("p"), name, new_secret(), waiting)
        self.world.players[player.id] = player
        return player

    def dismiss(self, player: PlayerRecord) -> None:
        del self.world.players[player.id]
        for page in self.pages:
            if page.actor.id == player.id:
                page.close(Refusal("dismissed"), again=False)

    def broadcast(self, message: Outgoing) -> None:
        for page in list(self.pages):
            page.send(encode(message))

    # --- what connections ask of a table

    async def enter(self, page: ConnectedPage, actor: Actor) -> None:
        self.pages.append(page)
        player = self.world.players.get(actor.id)
        page.send(encode(Welcome(actor.role, player.secret if player else "")))
        if player:
            page.send(encode(Seat(player.id, player.name, player.waiting)))

    async def leave(self, page: ConnectedPage) -> None:
        if page in self.pages:
            self.pages.remove(page)

    async def handle(self, page: ConnectedPage, message: Request) -> None:
        match message:
            case Do():
                await self.act(page, message)
            case Ask():
                page.send(encode(Answer(message.id, FieldAnswer([]))))
            case PingTile():
                self.broadcast(Pinged(page.actor.name, message.at))
            case _:
                page.send(encode(Log("", str(message.__struct_config__.tag))))

    async def act(self, page: ConnectedPage, message: Do) -> None:
        self.begun += 1
        await self.may_go_on.wait()
        self.done.append(message)
        if isinstance(message.action, Move) and message.action.figure == "broken":
            raise ZeroDivisionError("as planned")
        if isinstance(message.action, Move) and message.action.figure == "nobody":
            page.send(encode(Refused(message.id, "There is no such figure.")))
            return
        self.broadcast(Log(page.actor.name, "did something"))
        page.send(encode(Done(message.id)))

    async def join(self, name: str) -> PlayerRecord:
        if self.world.table.room_locked:
            raise Refusal("roomLocked")
        return self.seat(clean_name(name), waiting=True)

    async def add_maps(self, maps: Sequence[ImportedMap]) -> list[str]:
        self.maps += ((each.name, each.map) for each in maps)
        first = len(self.maps) - len(maps) + 1
        return [f"m{first + number}" for number in range(len(maps))]

    async def close(self) -> None:
        self.is_closed = True
