"""Rulings on tiles of floors: asking, ruling, undoing, saving, exporting and importing."""

from __future__ import annotations

from pathlib import Path

from msgspec import UNSET

from sightline import At, CenterRule, SquareBoard
from sightline.formats import Options
from sightline.table.protocol.actions import (
    Decide,
    EditFigure,
    EditFloor,
    Move,
    PlaceFigure,
    Redo,
    RemoveFloor,
    Reveal,
    SetDarkness,
    TakeBack,
    Undo,
)
from sightline.table.protocol.questions import AskRulings, AskSight
from sightline.table.service.table import Table
from sightline.table.transfer.documents import map_document, table_document
from sightline.table.transfer.incoming import maps_of_upload
from tests.table.support.fake_pages import Message, Party, Person, fresh, imported, party

OPEN = CenterRule("adjudicated")
Pair = tuple[int, int]
TILE = (2, 2)
"""The line to it touches a corner of the rock, both upstairs and downstairs."""


def house() -> SquareBoard:
    board = SquareBoard(3, 5)
    board.set_solid((0, 1))
    board.add_floor(3, [tile for tile in board.tiles() if tile != (0, 1)], "Attic")
    board.place("Mira", At((0, 0), floor="Attic"), kind="hero")
    return board


async def with_mira(ours: Party) -> tuple[Person, str, str]:
    """Return Mira's player, who knows the whole house, with Mira and the attic."""
    ann = await ours.player("Ann")
    mira = ours.figure("Mira").id
    await ours.master.done(EditFigure(mira, owners=[ann.id]))
    [attic] = ours.shown.floors
    await ours.master.done(Reveal())
    await ours.master.done(Reveal(storey=attic))
    return ann, mira, attic


def lit(ann: Person, storey: str) -> set[Pair]:
    if not storey:
        return set(ann.page.view.lit or ())
    [floor] = [each for each in ann.page.view.floors if each["id"] == storey]
    return {(a, b + i) for a, b, count in floor["lit"] for i in range(count)}


async def answer(who: Person, mira: str, storey: str) -> Message:
    found: Message = (await who.ask(AskSight(mira, TILE, b_on=storey)))["answer"]
    return found


async def rulings(ours: Party) -> list[tuple[str, str]]:
    listed = (await ours.master.ask(AskRulings()))["answer"]["rulings"]
    return [(f"{each['a']} – {each['b']}", each["status"]) for each in listed]


async def test_a_call_on_a_floor_is_asked_decided_undone_and_shown() -> None:
    async with party(house(), OPEN) as ours:
        ann, mira, attic = await with_mira(ours)
        master = ours.master
        assert TILE not in lit(ann, attic)
        asked = await answer(ann, mira, attic)
        assert (asked["verdict"], asked.get("ruled")) == ("ambiguous", None)
        [call] = master.page.last("calls")["calls"]
        assert (call["a_name"], call["b_name"], call["b"]) == ("Mira", "C3, Attic", [2, 2])
        assert (call["b_on"], call["asked_by"]) == (attic, "Ann")
        assert "C3, Attic" in str(ann.page.sent[-1])
        await master.done(Decide(mira, TILE, visible=True, b_on=attic))
        assert master.page.last("calls")["calls"] == []
        assert TILE in lit(ann, attic)
        assert ann.page.view.state() == fresh(ours.table, ann.id)
        for who in (ann, master):
            now = await answer(who, mira, attic)
            assert (now["visible"], now["ruled"]["visible"]) == (True, True)
        assert await rulings(ours) == [("Mira – C3, Attic", "in force")]
        await master.done(Undo())
        assert TILE not in lit(ann, attic)
        await master.done(Redo())
        assert TILE in lit(ann, attic)
        await master.done(TakeBack(1))
        assert TILE not in lit(ann, attic)
        await master.done(Undo())
        assert TILE in lit(ann, attic)
        assert ann.page.view.state() == fresh(ours.table, ann.id)


async def test_a_ruling_is_about_one_storey_only() -> None:
    async with party(house(), OPEN) as ours:
        ann, mira, attic = await with_mira(ours)
        master = ours.master
        await master.done(Decide(mira, TILE, visible=True, b_on=attic))
        assert not (await answer(ann, mira, ""))["visible"], "below a closed floor"
        await master.done(Move(mira, (0, 0), storey=""))
        assert TILE not in lit(ann, "")
        assert (await answer(ann, mira, ""))["verdict"] == "ambiguous"
        await master.done(Decide(mira, TILE, visible=True, why="below"))
        assert TILE in lit(ann, "")
        assert TILE not in lit(ann, attic)
        await master.done(Decide(mira, TILE, visible=False))
        assert TILE not in lit(ann, "")
        await master.done(Move(mira, (0, 0), storey=attic))
        assert TILE in lit(ann, attic)
        assert [name for name, _ in await rulings(ours)] == [
            *("Mira – C3, Attic", "Mira – C3", "Mira – C3")
        ]
        # If there is a figure, the ruling applies to the figure, at its height.
        await master.done(PlaceFigure(TILE, "rat", blocks=False))
        imp = await master.done(PlaceFigure(TILE, "imp", elevation=3))
        [call] = [each for each in master.page.last("calls")["calls"] if imp in each.values()]
        assert "height of C3" in call["lapsed"]["because"]
        await master.done(Decide(mira, imp, visible=True))
        assert {each["name"] for each in ann.page.view.figures.values()} == {"Mira", "imp"}
        assert ann.page.view.state() == fresh(ours.table, ann.id)


async def test_it_lapses_with_the_height_of_its_floor_and_is_refused_elsewhere() -> None:
    async with party(house(), OPEN) as ours:
        ann, mira, attic = await with_mira(ours)
        master = ours.master
        assert "floor" in await master.refused(Decide(mira, TILE, visible=True, b_on="cellar"))
        assert "no such tile" in await master.refused(
            Decide(mira, (0, 1), visible=True, b_on=attic)
        )
        await master.done(Decide(mira, TILE, visible=True, b_on=attic))
        await master.done(EditFloor(attic, height=4))
        assert TILE not in lit(ann, attic)
        await master.done(EditFloor(attic, height=3))
        assert TILE in lit(ann, attic)
        # Despite the ruling, the tile must be within her range and lit.
        await master.done(EditFigure(mira, sight_range=1))
        assert TILE not in lit(ann, attic)
        await master.done(EditFigure(mira, sight_range=5))
        assert TILE in lit(ann, attic)
        await master.done(SetDarkness("dark"))
        assert TILE not in lit(ann, attic)
        await master.done(EditFigure(mira, dark_vision=5))
        assert TILE in lit(ann, attic)
        assert ann.page.view.state() == fresh(ours.table, ann.id)
        # Calls on a floor disappear with it.
        await master.done(TakeBack(1))
        await answer(ann, mira, attic)
        assert master.page.last("calls")["calls"]
        await master.done(RemoveFloor(attic))
        assert not master.page.last("calls")["calls"]
        assert await rulings(ours) == [("Mira – C3 at height 3", "undone")]


async def test_it_is_kept_exported_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    table = Table(path, maps=[imported(house(), OPEN)])
    ours = Party(table)
    await ours.master.enter()
    _, mira, attic = await with_mira(ours)
    await ours.master.done(Decide(mira, TILE, visible=True, b_on=attic))
    snapshot = await table.map_keeper.snapshot()
    whole = table_document(snapshot, table.desk.of)
    one = map_document(ours.shown, table.desk.of(ours.shown.id))
    await table.close()
    for again in (
        Table(path, maps=[]),
        Table(maps=maps_of_upload(whole, "table.json", Options())),
        Table(maps=maps_of_upload(one, "map.json", Options())),
    ):
        second = Party(again)
        await second.master.enter()
        [attic] = second.shown.floors
        mira = second.figure("Mira").id
        found = await answer(second.master, mira, attic)
        assert found["ruled"]["visible"]
        assert await rulings(second) == [("Mira – C3, Attic", "in force")]
        assert second.figure("Mira").elevation is not UNSET
        await again.close()
