"""Turns, dice, marks, notes and pings reveal nothing unseen to a player.

Two worlds have the same map and party. Beyond the wall, one has one goblin and the other nine, with
other names, numbers, wounds and notes. The same things happen where the players see, and the hidden
figures take their turns. The test compares every byte and the number of messages to a player.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from unittest import mock

import pytest

from sightline import SquareBoard, Wall
from sightline.table.protocol.actions import (
    AddTurns,
    Condition,
    EditFigure,
    EditTurn,
    FinishTurn,
    HealthBySide,
    MarkFigure,
    Move,
    PlaceFigure,
    RemoveFigure,
    RemoveTurn,
    RollDice,
    SetNote,
    SetOptions,
    SetTurns,
    TellRoll,
    Undo,
)
from sightline.table.protocol.questions import AskDice
from sightline.table.service.table import Table
from sightline.table.state.records import Actor
from tests.table.support.fake_pages import (
    CENTER,
    Ids,
    Message,
    Party,
    Person,
    imported,
    party,
    repeated_ids,
)


def two_rooms() -> SquareBoard:
    """Return a players' room of three columns, and the rest behind a wall."""
    board = SquareBoard(5, 9)
    for row in range(5):
        board.set_edge((row, 2), (row, 3), Wall())
    return board


@contextmanager
def known_dice() -> Iterator[None]:
    with (
        mock.patch(
            "sightline.table.actions.plans.dice.utc_now", return_value="2026-01-01T00:00:00Z"
        ),
        mock.patch(
            "sightline.table.state.rolls.secrets.randbelow", side_effect=lambda sides: sides // 2
        ),
    ):
        yield


class Twin:
    """One of the two worlds, with `goblins` goblins beyond the wall."""

    def __init__(self, ids: Ids, goblins: int) -> None:
        self.ids, self.count = ids, goblins
        self.use("the beginning")
        self.party = Party(Table(maps=[imported(two_rooms(), CENTER)]))
        self.goblins: list[str] = []

    def use(self, kind: str) -> None:
        self.ids.use(str(self.count), kind)

    @property
    def master(self) -> Person:
        return self.party.master

    @property
    def ann(self) -> Person:
        return next(iter(self.party.players.values()))

    @property
    def ben(self) -> Person:
        return list(self.party.players.values())[1]

    async def begin(self) -> None:
        await self.master.enter()
        self.use("ann")
        ann = await self.party.player("Ann")
        self.use("ben")
        ben = await self.party.player("Ben")
        self.use("public")
        await self.master.done(PlaceFigure((0, 0), "Mira", side="hero", owners=[ann.id]))
        await self.master.done(PlaceFigure((4, 0), "Brom", side="hero", owners=[ben.id]))
        await self.master.done(PlaceFigure((2, 2), "orc", side="enemy"))
        self.use("secret")
        for number in range(self.count):
            goblin = PlaceFigure((number % 5, 4 + number // 5), f"Zqx {number}", side="enemy")
            self.goblins.append(await self.master.done(goblin))

    def entry(self, figure: str) -> str:
        entries = self.party.shown.turns.entries
        return next(each.id for each in entries if each.figure == figure)

    def id(self, name: str) -> str:
        return self.party.figure(name).id

    async def end_turns_of_goblins(self) -> None:
        while (active := self.party.shown.turns.active_entry()) and active.figure in self.goblins:
            await self.master.done(FinishTurn(active.id))


@asynccontextmanager
async def twins(*goblins: int) -> AsyncIterator[list[Twin]]:
    with repeated_ids() as ids, known_dice():
        worlds = [Twin(ids, count) for count in goblins]
        try:
            for world in worlds:
                await world.begin()
            yield worlds
        finally:
            for world in worlds:
                await world.party.table.close()


def compare(worlds: list[Twin]) -> None:
    first, *others = worlds
    for other in others:
        for one, same in zip(
            first.party.players.values(), other.party.players.values(), strict=True
        ):
            assert one.page.sent == same.page.sent


def test_one_goblin_or_nine_hidden_in_one_place_of_the_order() -> None:
    """All of them are between the same two figures, so their turns appear as one turn."""

    async def run() -> None:
        async with twins(1, 9) as worlds:
            for world in worlds:
                world.use("public")
                three = [world.id(name) for name in ("Mira", "Brom", "orc")]
                await world.master.done(AddTurns(three))
                world.use("secret")
                await world.master.done(AddTurns(world.goblins))
                await world.master.done(SetTurns(on=True, in_turn_only=True))
                for _ in range(3):
                    for name in ("Mira", "Brom", "orc"):
                        await world.master.done(FinishTurn(world.entry(world.id(name))))
                    turns = world.ann.page.last("turns")
                    assert turns["masters_turn"]
                    assert "round" not in turns
                    # Players' attempts meanwhile are refused with the same message.
                    await world.ann.refused(Move(world.id("Mira"), (1, 0)), "try")
                    await world.end_turns_of_goblins()
                world.use("again")
                await world.ann.leave()
                await world.ann.enter()
            compare(worlds)

    asyncio.run(run())


def test_a_round_that_ends_between_two_unseen_ones_is_told_with_the_next_seen_one() -> None:
    """The players receive the same, whether a goblin is first, or one is first and one last."""

    async def run() -> None:
        async with twins(1, 2) as worlds:
            for world in worlds:
                world.use("public")
                first, *last = world.goblins
                world.use("secret")
                await world.master.done(AddTurns([first]))
                world.use("public")
                await world.master.done(AddTurns([world.id("Mira")]))
                world.use("secret")
                if last:
                    await world.master.done(AddTurns(last))
                await world.master.done(SetTurns(on=True))
                for round_ in range(3):
                    await world.end_turns_of_goblins()
                    await world.ann.done(FinishTurn(world.entry(world.id("Mira"))), f"end {round_}")
            compare(worlds)
            turns = [each for each in worlds[1].ann.page.received if each["t"] == "turns"]
            assert [each["round"] for each in turns if "active" in each] == [1, 2, 3]

    asyncio.run(run())


@pytest.mark.parametrize("goblins", [(1, 9), (2, 5)])
def test_what_is_done_to_the_unseen_is_not_heard(goblins: tuple[int, int]) -> None:
    async def run() -> None:
        async with twins(*goblins) as worlds:
            for world in worlds:
                master = world.master
                world.use("public")
                await master.done(AddTurns([world.id("Mira"), world.id("orc")]))
                await master.done(SetTurns(on=True))
                world.use("secret")
                await master.done(AddTurns(world.goblins))
                for place, goblin in enumerate(world.goblins):
                    asleep = Condition(f"Zqx {place}", rounds=2)
                    await master.done(MarkFigure(goblin, health=place, conditions=[asleep]))
                    await master.done(SetNote("Zqx", figure=goblin))
                    await master.done(EditTurn(world.entry(goblin), number=place, defeated=True))
                await master.done(SetNote("Zqx", at=(0, 0)))
                await master.done(Undo())
                await master.done(RemoveTurn(world.entry(world.goblins[0])))
                await master.done(RemoveFigure(world.goblins[-1]))
                orc = Condition("Zqx cursed", secret=True)
                await master.done(MarkFigure(world.id("orc"), conditions=[orc]))
                await master.done(EditFigure(world.id("orc"), hidden=True))
                await master.done(FinishTurn(world.entry(world.id("Mira"))))
                world.use("public")
                await master.done(RollDice("3d6", "Zqx hides", secret=True))
                await world.ann.ask(AskDice())
            compare(worlds)
            sent = b"".join(worlds[1].ann.page.sent + worlds[1].ben.page.sent)
            assert b"Zqx" not in sent

    asyncio.run(run())


def test_who_comes_into_sight_comes_into_the_order_and_goes_again() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann = await ours.player("Ann")
            await ours.master.done(PlaceFigure((0, 0), "Mira", side="hero", owners=[ann.id]))
            goblin = await ours.master.done(PlaceFigure((0, 5), "goblin", side="enemy"))
            await ours.master.done(AddTurns([ours.figure("Mira").id, goblin]))
            await ours.master.done(SetTurns(on=True))
            assert [each["name"] for each in ann.page.last("turns")["entries"]] == ["Mira"]
            await ours.master.done(Move(goblin, (0, 2)))
            entries = ann.page.last("turns")["entries"]
            assert [each["name"] for each in entries] == ["Mira", "goblin"]
            assert ann.page.last("change")["log"] == ["You now see the goblin on C1."]
            await ours.master.done(FinishTurn(entries[0]["id"]))
            assert ann.page.last("turns")["active"] == entries[1]["id"]
            await ours.master.done(Move(goblin, (0, 5)))
            assert ann.page.last("turns")["masters_turn"]
            assert ann.page.last("change")["log"] == ["The goblin is out of sight."]

    asyncio.run(run())


def test_numbers_of_others_are_the_masters_unless_they_are_shown() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann = await ours.player("Ann")
            await ours.master.done(PlaceFigure((0, 0), "Mira", side="hero", owners=[ann.id]))
            await ours.master.done(PlaceFigure((1, 1), "orc", side="enemy"))
            await ours.master.done(AddTurns([ours.figure(name).id for name in ("Mira", "orc")]))
            for number, entry in enumerate(ours.shown.turns.entries):
                await ours.master.done(EditTurn(entry.id, number=20 - number))
            assert numbers(ann.page.last("turns")) == {"Mira": 20, "orc": None}
            await ours.master.done(SetTurns(numbers_shown=True))
            assert numbers(ann.page.last("turns")) == {"Mira": 20, "orc": 19}

    def numbers(turns: Message) -> dict[str, int | None]:
        return {each["name"]: each.get("number") for each in turns["entries"]}

    asyncio.run(run())


# --- health


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("number", {"health": 4, "most_health": 9}),
        ("word", {"health_word": "badly hurt"}),
        ("nothing", {}),
    ],
)
def test_the_health_of_others_is_shown_as_the_master_wants(
    how: str, expected: dict[str, object]
) -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann = await ours.player("Ann")
            await ours.master.done(PlaceFigure((0, 0), "Mira", side="hero", owners=[ann.id]))
            orc = await ours.master.done(PlaceFigure((1, 1), "orc", side="enemy"))
            await ours.master.done(SetOptions(health_shown=HealthBySide(hero="nothing")))
            await ours.master.done(MarkFigure(orc, health=4, most_health=9))
            await ours.master.done(MarkFigure(ours.figure("Mira").id, health=3, most_health=5))
            await ours.master.done(SetOptions(health_shown=HealthBySide(enemy=how)))  # type: ignore[arg-type]
            assert seen(ann, orc) == expected
            assert seen(ann, ours.figure("Mira").id) == {"health": 3, "most_health": 5}
            await ann.enter()
            assert seen(ann, orc) == expected

    def seen(person: Person, figure: str) -> dict[str, object]:
        marks = ("health", "most_health", "health_word")
        return {k: v for k, v in person.page.view.figures[figure].items() if k in marks}

    asyncio.run(run())


def test_health_that_is_a_word_changes_nothing_within_the_word() -> None:
    """A hit that leaves the goblin "hurt" sends no byte, because hits could be
    counted otherwise.
    """

    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann = await ours.player("Ann")
            await ours.master.done(PlaceFigure((0, 0), "Mira", side="hero", owners=[ann.id]))
            orc = await ours.master.done(PlaceFigure((1, 1), "orc", side="enemy"))
            await ours.master.done(MarkFigure(orc, health=90, most_health=100))
            before = len(ann.page.sent)
            await ours.master.done(MarkFigure(orc, health=60))
            await ours.master.done(MarkFigure(orc, conditions=[Condition("Zqx", secret=True)]))
            assert len(ann.page.sent) == before
            await ours.master.done(MarkFigure(orc, health=50))
            assert ann.page.last("change")["log"] == ["The orc is badly hurt."]

    asyncio.run(run())


# --- dice


def test_everybody_sees_every_die_and_of_a_secret_roll_that_there_was_one() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann, ben = await ours.player("Ann"), await ours.player("Ben")
            await ann.done(RollDice("2d6+1", "to hit"))
            roll = ben.page.last("rolled")["roll"]
            assert (roll["who"], roll["purpose"], roll["text"]) == ("Ann", "to hit", "2d6+1")
            assert roll["total"] == sum(roll["dice"][0]["faces"]) + 1
            await ann.done(RollDice("d20", "Zqx", secret=True))
            hidden = ben.page.last("rolled")["roll"]
            assert set(hidden) == {"id", "who", "when", "secret"}
            assert ann.page.last("rolled")["roll"]["purpose"] == "Zqx"
            assert ours.master.page.last("rolled")["roll"]["purpose"] == "Zqx"
            await ours.master.done(RollDice("d20", "Zqx", secret=True))
            assert set(ann.page.last("rolled")["roll"]) == {"id", "who", "when", "secret"}
            await ben.enter()
            assert [each["who"] for each in ben.page.last("rolls")["rolls"]] == [
                "Ann",
                "Ann",
                "the master",
            ]
            assert b"Zqx" not in b"".join(ben.page.sent)

    asyncio.run(run())


def test_the_same_change_sent_again_is_the_same_roll() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann = await ours.player("Ann")
            made = {await ann.done(RollDice("10d1000"), "the same") for _ in range(3)}
            assert len(made) == len(ours.table.world.rolls) == 1
            assert ann.page.kinds().count("rolled") == 1

    asyncio.run(run())


def test_who_waits_to_be_let_in_sees_no_roll() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            waiting = await ours.table.join("Zoe")
            zoe = Person(ours.table, Actor("player", waiting.id, "Zoe"), waiting.secret)
            await ours.master.done(RollDice("d6"))
            await zoe.enter()
            await ours.master.done(RollDice("d6"))
            assert zoe.page.kinds() == ["welcome", "seat"]

    asyncio.run(run())


def test_a_roll_that_is_undone_is_marked_for_everybody() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann = await ours.player("Ann")
            await ann.done(RollDice("d20"))
            faces = ann.page.last("rolled")["roll"]["dice"]
            await ours.master.done(Undo())
            assert ann.page.last("rolled")["roll"]["taken_back"]
            assert ann.page.last("rolled")["roll"]["dice"] == faces

    asyncio.run(run())


def test_statistics_leave_out_the_faces_of_secret_rolls_only() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann, ben = await ours.player("Ann"), await ours.player("Ben")
            with known_dice():
                await ann.done(RollDice("2d6"))
                await ann.done(RollDice("d6", secret=True))
                await ann.done(TellRoll(14))
                await ours.master.done(Undo())
            mine, theirs = [(await each.ask(AskDice()))["answer"] for each in (ann, ben)]
            assert mine["dice"] == [{"who": "Ann", "sides": 6, "faces": [0, 0, 0, 3, 0, 0]}]
            assert theirs["dice"] == [{"who": "Ann", "sides": 6, "faces": [0, 0, 0, 2, 0, 0]}]
            assert theirs["rolls"] == [
                {"who": "Ann", "rolls": 3, "secret": 1, "said": 1, "taken_back": 1}
            ]

    asyncio.run(run())


# --- pings


def test_a_ping_is_seen_by_whoever_knows_the_tile_and_made_on_known_tiles_only() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann, ben = await ours.player("Ann"), await ours.player("Ben")
            await ours.master.done(PlaceFigure((0, 0), "Mira", side="hero", owners=[ann.id]))
            await ours.master.done(PlaceFigure((0, 5), "Brom", side="hero", owners=[ben.id]))
            journal = len(ours.table.world.values)
            await ours.table.ping(ann.page, (1, 1))
            assert pings(ann) == pings(ours.master) == [["Ann", [1, 1]]]
            assert pings(ben) == []
            await ours.table.ping(ann.page, (1, 5))  # beyond the wall
            await ours.table.ping(ann.page, (99, 99))
            assert pings(ours.master) == [["Ann", [1, 1]]]
            assert pings(ben) == []
            await ours.table.ping(ours.master.page, (1, 5))
            assert pings(ben) == [["the master", [1, 5]]]
            assert len(pings(ann)) == 1
            assert len(ours.table.world.values) == journal

    def pings(person: Person) -> list[list[object]]:
        heard = [each for each in person.page.received if each["t"] == "pinged"]
        return [[each["who"], each["at"]] for each in heard]

    asyncio.run(run())


# --- the players' log


def test_the_log_is_written_at_the_time_and_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "a.table"

    async def run() -> None:
        async with party(two_rooms(), CENTER, path) as ours:
            ann = await ours.player("Ann")
            await ours.master.done(PlaceFigure((0, 0), "Mira", side="hero", owners=[ann.id]))
            goblin = await ours.master.done(PlaceFigure((0, 2), "a hooded one", side="enemy"))
            await ours.master.done(Move(goblin, (1, 2)))
            await ours.master.done(Move(goblin, (1, 5)))
            # What they learn later does not change their earlier notes.
            await ours.master.done(EditFigure(goblin, name="Zqx"))
            await ann.enter()
            log = ann.page.last("stage")["log"]
            assert log == [
                "You now see a hooded one on C1.",
                "A hooded one moves to C2.",
                "A hooded one is out of sight.",
            ]
            await ours.table.close()
            await ours.again(Table(path, maps=[]))
            ann = next(iter(ours.players.values()))
            assert ann.page.last("stage")["log"] == log
            assert b"Zqx" not in b"".join(ann.page.sent)

    asyncio.run(run())


def test_no_message_of_turns_or_notes_where_there_are_none() -> None:
    async def run() -> None:
        async with party(two_rooms(), CENTER) as ours:
            ann = await ours.player("Ann")
            kinds = {*ann.page.kinds(), *ours.master.page.kinds()}
            assert kinds.isdisjoint({"turns", "notes", "rolls", "rolled", "pinged"})
            assert "log" not in json.dumps(ann.page.last("stage"))

    asyncio.run(run())
