"""Killed again and again in a flood of changes of every kind, undoing and rulings too; what was not
acknowledged is sent again. In the end all is as at a table that was never killed."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any

from sightline.table.protocol.actions import (
    Decide,
    DeleteMap,
    MasterAction,
    Move,
    NewMap,
    Paint,
    PlaceFigure,
    Redo,
    TakeBack,
    Undo,
)
from sightline.table.protocol.client import Do, LookAt
from sightline.table.protocol.questions import AskRulings
from tests.every_rule import THOROUGH
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import Client, Message, TableProcess, serving

ROUNDS = 25 if THOROUGH else 2
CHANGES = 30


class Sent:
    """A change, without the ids that each table has its own of."""

    def __init__(self, number: int, rng: Random) -> None:
        self.id = f"action-{number}"
        self.kind = rng.choices(
            ("place", "move", "paint", "undo", "redo", "decide", "take back", "map", "delete"),
            (4, 6, 4, 6, 4, 3, 1, 1, 1),
        )[0]
        self.name = f"Orc {number}"
        self.tile = rng.choice([(row, column) for row in (2, 3, 4) for column in (2, 3, 4)])
        self.yes = rng.random() < 0.5

    def action(self, figures: dict[str, str], maps: dict[str, str]) -> MasterAction:
        match self.kind:
            case "place":
                return PlaceFigure((13, 10), self.name, blocks=False)
            case "move":
                return Move(figures["Mira"], self.tile)
            case "paint":
                return Paint([self.tile, (12, 10)], self.yes)
            case "undo":
                return Undo()
            case "redo":
                return Redo()
            case "decide":
                return Decide(figures["Mira"], figures["Goblin"], self.yes, self.name[-1])
            case "take back":
                return TakeBack(1)
            case "map":
                return NewMap(self.name, rows=3, cols=3)
            case _:
                return DeleteMap(maps["The watch hill"])


class Sitting:
    """The master at one of both tables."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.page: Client
        self.figures: dict[str, str] = {}
        self.maps: dict[str, str] = {}
        self.answers: dict[str, Message] = {}

    async def come(self, host: str) -> None:
        self.host = host
        self.page = await Client.connect(host)
        await self.page.hello(self.secret)
        await self.page.expect("calls")
        self.maps |= {each["name"]: each["id"] for each in self.page.last("table")["maps"]}
        await self.page.say(LookAt(self.maps["The sunken hall"]))
        await self.page.quiet()
        stage = self.page.last("stage")
        self.figures |= {each["name"]: each["id"] for each in stage["figures"]}

    async def say(self, change: Sent) -> None:
        await self.page.say(Do(change.id, change.action(self.figures, self.maps)))

    def hear(self) -> None:
        for received in self.page.messages:
            if received["t"] in ("done", "refused"):
                self.answers[received["id"]] = received

    async def how_it_stands(self) -> dict[str, Any]:
        """Of the first map all, of the others what they are called; without ids."""
        page = await Client.connect(self.host)
        await page.hello(self.secret)
        await page.expect("calls")
        await page.say(LookAt(self.maps["The sunken hall"]))
        await page.quiet()
        stage, table = page.last("stage"), page.last("table")
        rulings = (await page.ask(AskRulings()))["answer"]["rulings"]
        await page.close()
        return {
            "figures": sorted((each["name"], *each["at"]) for each in stage["figures"]),
            "ground": {name: stage.get(name) for name in ("solid", "tiles", "edges", "walls")},
            "maps": [each["name"] for each in table["maps"]],
            "undo": table.get("undo"),
            "redo": table.get("redo"),
            "rulings": [
                re.sub(r"\d", "", each["words"]) for each in rulings if each["status"] == "in force"
            ],
        }


async def test_in_the_end_all_is_as_if_it_was_never_killed(tmp_path: Path) -> None:
    rng = Random(7)
    changes = [Sent(number, rng) for number in range(ROUNDS * CHANGES)]
    file = tmp_path / "table.db"
    killed: Sitting | None = None
    for start in range(0, len(changes), CHANGES):
        with TableProcess(file) as server:
            killed = killed or Sitting(server.master_secret)
            await killed.come(server.host)
            last = start + rng.randrange(5, CHANGES)
            await _all_done(killed, changes[:last])
            # One is on its way: of a second, nobody could say whether it would be refused later.
            await killed.say(changes[last])
            await asyncio.sleep(rng.random() / 100)
            server.kill()
            await killed.page.closed()
            killed.hear()
    assert killed is not None
    with TableProcess(file) as server:
        await killed.come(server.host)
        await _all_done(killed, changes)
        found = await killed.how_it_stands()
    table = sample_table(tmp_path / "never-killed.db")
    async with serving(table) as served:
        never_killed = Sitting(table.world.table.master_secret)
        await never_killed.come(served.host)
        await _all_done(never_killed, changes)
        assert found == await never_killed.how_it_stands()
    kinds = [
        {id_: received["t"] for id_, received in each.answers.items()}
        for each in (killed, never_killed)
    ]
    assert kinds[0] == kinds[1]


async def _all_done(sitting: Sitting, changes: list[Sent]) -> None:
    for change in changes:
        if change.id not in sitting.answers:
            await sitting.say(change)
            sitting.answers[change.id] = await sitting.page.reply(change.id)
