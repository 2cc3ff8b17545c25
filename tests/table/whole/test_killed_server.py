"""The server is killed repeatedly while it gets changes of every kind, including undo and rulings.

Unacknowledged requests are sent again. At the end the table equals one that was never killed.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any

from sightline.table.protocol.actions import (
    AddTurns,
    CoverTiles,
    Decide,
    DeleteMap,
    EditFigure,
    MarkFigure,
    MasterAction,
    Move,
    NewMap,
    Paint,
    PlaceFigure,
    PlaceLamp,
    PutArea,
    Redo,
    Reveal,
    RollDice,
    SetDarkness,
    SetNote,
    SetTurns,
    ShowTiles,
    TakeBack,
    Undo,
)
from sightline.table.protocol.client import Do, LookAt
from sightline.table.protocol.questions import AskRulings
from sightline.table.protocol.types import WireLamp
from tests.every_rule import THOROUGH
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import Client, Message, TableProcess, serving

ROUNDS = 25 if THOROUGH else 2
CHANGES = 45
CHANGED = ("place", "move", "paint", "undo", "redo", "decide", "take back", "map", "delete")
OF_AN_EVENING = (
    *("lamp", "torch", "dark", "cover", "show", "reveal"),
    *("area", "turns", "begin", "roll", "note", "mark"),
)


class Sent:
    """A change without ids, which differ between tables."""

    def __init__(self, number: int, rng: Random) -> None:
        self.id = f"action-{number}"
        self.kind = rng.choices(
            (*CHANGED, *OF_AN_EVENING),
            (4, 6, 4, 6, 4, 3, 1, 1, 1, *(2 for _ in OF_AN_EVENING)),
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
            case "lamp":
                return PlaceLamp(self.tile, 2, 4, "#ffb45c" if self.yes else "")
            case "torch":
                return EditFigure(figures["Mira"], lamp=WireLamp(3, 6) if self.yes else None)
            case "dark":
                return SetDarkness("dark" if self.yes else "daylight")
            case "cover":
                return CoverTiles([(*self.tile, 3)], on=self.yes)
            case "show":
                return ShowTiles([(*self.tile, 2)], on=self.yes)
            case "reveal":
                return Reveal([(*self.tile, 4)])
            case "area":
                return PutArea("circle", self.tile, 2)
            case "turns":
                return AddTurns([figures["Mira"], figures["Goblin"]], again=self.yes)
            case "begin":
                return SetTurns(on=self.yes)
            case "roll":
                return RollDice("2d6+1", self.name)
            case "note":
                return SetNote(self.name, at=self.tile)
            case "mark":
                return MarkFigure(figures["Mira"], health=self.tile[0], most_health=9)
            case "map":
                return NewMap(self.name, rows=3, cols=3)
            case _:
                return DeleteMap(maps["The watch hill"])


class Sitting:
    """The game master at one of the two tables."""

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
        """Return the complete first map and the names of the others, without ids."""
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
            **_evening(page, stage),
            "maps": [each["name"] for each in table["maps"]],
            "undo": _without_dice(table.get("undo")),
            "redo": _without_dice(table.get("redo")),
            "rulings": [
                (each["a"], each["b"], each["ruling"]["visible"])
                for each in rulings
                if each["status"] == "in force"
            ],
        }


def _without_dice(words: str | None) -> str | None:
    """Return the description of what can be undone, without the result of a roll."""
    return re.sub(r"(?<=^rolled 2d6\+1: )\d+", "", words) if words else words


def _evening(page: Client, stage: Message) -> dict[str, Any]:
    """Return light, fog, areas, turns, notes and marks without ids or the results of dice."""
    names = {each["id"]: each["name"] for each in stage["figures"]}
    kinds = {received["t"]: received for received in page.messages}
    light, turns = kinds.get("lighting", {}), kinds.get("turns", {})
    return {
        "fog": (stage.get("veiled"), stage.get("shown")),
        "dark": (light.get("darkness"), light.get("light")),
        "lamps": sorted(str(each.get("at")) for each in light.get("lamps", ())),
        "areas": sorted(str(each.get("tiles")) for each in stage.get("areas", ())),
        "turns": [names.get(each.get("figure")) for each in turns.get("entries", ())],
        "round": turns.get("round"),
        "dice": [
            (each.get("purpose"), each.get("taken_back"))
            for each in kinds.get("rolls", {}).get("rolls", ())
        ],
        "notes": sorted(each["text"] for each in kinds.get("notes", {}).get("notes", ())),
        "marks": sorted(
            (each["name"], str(each.get("health")), str(each.get("lamp")))
            for each in stage["figures"]
        ),
    }


async def test_in_the_end_all_is_as_if_it_was_never_killed(tmp_path: Path) -> None:
    await killed_again_and_again(tmp_path, Random(7), ROUNDS)


async def killed_again_and_again(tmp_path: Path, rng: Random, kills: int) -> None:
    changes = [Sent(number, rng) for number in range(kills * CHANGES)]
    file = tmp_path / "table.db"
    killed: Sitting | None = None
    for start in range(0, len(changes), CHANGES):
        with TableProcess(file) as server:
            killed = killed or Sitting(server.master_secret)
            await killed.come(server.host)
            last = start + rng.randrange(5, CHANGES)
            await _all_done(killed, changes[:last])
            # One request is pending, so it is unknown whether a second would be refused later.
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
