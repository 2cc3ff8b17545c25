"""Light at the table: what players receive, its order relative to the fog, and its storage."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from unittest import mock

import pytest

from sightline import CenterRule, SquareBoard
from sightline.formats import load_bytes
from sightline.model.board import Board
from sightline.rulings import Rulings
from sightline.table.protocol.actions import (
    EditFigure,
    EditLamp,
    MasterAction,
    Move,
    Paint,
    PlaceFigure,
    PlaceLamp,
    Redo,
    RemoveLamp,
    SetDarkness,
    SetRule,
    Undo,
)
from sightline.table.protocol.questions import AskChecklist, AskField, AskSight, AskWho
from sightline.table.protocol.types import WireLamp
from sightline.table.service.table import Table
from sightline.table.state.imported_map import ImportedMap
from sightline.table.transfer.documents import read_table_document, table_document
from tests.table.support.fake_pages import (
    CENTER,
    Party,
    Person,
    fresh,
    imported,
    party,
    repeated_ids,
)


def corridor() -> Board:
    """Return twelve tiles in a row in the dark."""
    board = SquareBoard(1, 12)
    board.ambient = "dark"
    return board


def corner() -> Board:
    """Return a corridor to the east that turns south at its end, so its last part is hidden."""
    board = SquareBoard(6, 6)
    for row in range(1, 6):
        for col in range(5):
            board.set_solid((row, col))
    board.ambient = "dark"
    return board


async def mira(ours: Party, ann: Person, at: tuple[int, int] = (0, 0)) -> str:
    return await ours.master.done(PlaceFigure(at, "Mira", side="hero", owners=[ann.id]))


def seen(person: Person) -> list[int]:
    """Return the visible columns."""
    return sorted(col for _, col in person.page.view.lit or ())


# --- what is seen ---------------------------------------------------------------------------------


def test_in_the_dark_only_what_is_lit_is_seen() -> None:
    async def run() -> None:
        async with party(corridor(), CENTER) as ours:
            ann = await ours.player("Ann")
            hero = await mira(ours, ann)
            assert seen(ann) == [0]
            lamp = await ours.master.done(PlaceLamp((0, 8), 1, 2, "#ff9d4d"))
            assert seen(ann) == [0, 6, 7, 8, 9, 10]
            assert ann.page.view.light == {(0, 0): 0, (0, 6): 1, (0, 10): 1}
            assert ann.page.view.lamps[lamp]["color"] == "#ff9d4d"
            await ours.master.done(EditFigure(hero, dark_vision=2))
            assert seen(ann) == [0, 1, 2, 6, 7, 8, 9, 10]
            await ours.master.done(EditFigure(hero, sight_range=7))
            assert seen(ann) == [0, 1, 2, 6, 7]
            assert not ann.page.view.lamps, "the lamp itself is out of its sight"
            await ours.master.done(EditFigure(hero, sight_range=None, dark_vision=None))
            assert seen(ann) == [*range(12)]
            await ours.master.done(SetDarkness("daylight"))
            assert seen(ann) == [*range(12)]
            assert not ann.page.view.light
            assert not ann.page.view.lamps
            assert ann.page.view.state() == fresh(ours.table, ann.id)

    asyncio.run(run())


def test_a_dim_map_is_seen_whole_and_brighter_round_its_lamps() -> None:
    async def run() -> None:
        async with party(corridor(), CENTER) as ours:
            ann = await ours.player("Ann")
            await mira(ours, ann)
            await ours.master.done(SetDarkness("dim"))
            await ours.master.done(PlaceLamp((0, 8), 1, 2))
            assert seen(ann) == [*range(12)]
            assert set(ann.page.view.light.values()) == {1}
            assert {(0, 7), (0, 8), (0, 9)}.isdisjoint(ann.page.view.light)

    asyncio.run(run())


def test_a_held_lamp_goes_along_and_shows_the_way() -> None:
    async def run() -> None:
        async with party(corridor(), CENTER) as ours:
            ann = await ours.player("Ann")
            hero = await mira(ours, ann)
            await ours.master.done(EditFigure(hero, lamp=WireLamp(1, 2)))
            assert seen(ann) == [0, 1, 2]
            await ann.done(Move(hero, (0, 2)))
            await ann.done(Move(hero, (0, 4)))
            assert seen(ann) == [2, 3, 4, 5, 6]
            explored = sorted(col for _, col in ann.page.view.tiles)
            assert explored == [*range(7)], "what was lit on the way is remembered"

    asyncio.run(run())


def test_a_figure_is_seen_where_it_is_lit() -> None:
    async def run() -> None:
        async with party(corridor(), CENTER) as ours:
            ann = await ours.player("Ann")
            hero = await mira(ours, ann)
            goblin = await ours.master.done(PlaceFigure((0, 5), "Goblin", blocks=False))
            ogre = await ours.master.done(PlaceFigure((0, 9), "Ogre", size=(1, 2), blocks=False))
            assert set(ann.page.view.figures) == {hero}
            await ours.master.done(PlaceLamp((0, 11), 0, 1))
            assert set(ann.page.view.figures) == {hero, ogre}, "one of its tiles is lit"
            await ours.master.done(EditFigure(goblin, lamp=WireLamp(0, 1, "#00ff00")))
            assert set(ann.page.view.figures) == {hero, ogre, goblin}
            assert ann.page.view.lamps[goblin]["held"]
            answer = (await ours.master.ask(AskWho()))["answer"]
            sees = answer["sees"][answer["figures"].index(hero)]
            assert {answer["figures"][i] for i in sees} == {goblin, ogre}

    asyncio.run(run())


# --- nothing hidden leaves the server -------------------------------------------------------------


async def _sent(actions: list[MasterAction], worlds: str) -> list[list[bytes]]:
    """Return everything that Ann receives at tables where the lamp around the corner differs."""
    found = []
    with repeated_ids() as ids, mock.patch.object(Rulings, "_time", return_value="now"):
        for name, action in zip(worlds, actions, strict=True):
            ids.use(name, "all")
            ours = Party(Table(maps=[imported(corner(), CENTER)]))
            await ours.master.enter()
            ann = await ours.player("Ann")
            await mira(ours, ann)
            ids.use(name, "lamp")
            await ours.master.done(action)
            ids.use(name, "after")
            for figure in list(ours.shown.figures.values()):
                if figure.name == "Mira":
                    await ours.master.done(Move(figure.id, (0, 1)))
            await ann.ask(AskSight(ours.figure("Mira").id, (0, 0)))
            found.append(ann.page.sent)
            await ours.table.close()
    return found


def test_the_color_of_an_unseen_lamp_makes_no_difference() -> None:
    """Its glow is visible around the corner, but not its color, position or owner."""
    lamps: list[MasterAction] = [PlaceLamp((3, 5), 1, 4, "#ff0000"), PlaceLamp((3, 5), 1, 4)]
    red, plain = asyncio.run(_sent(lamps, "AB"))
    assert red == plain
    assert any(b'"light"' in each or b'"lit"' in each for each in red)
    view = json.loads(b"[" + b",".join(red) + b"]")
    assert not any(message.get("lamps") for message in view)
    lit = [span for message in view for span in message.get("lit") or ()]
    assert any(span[:2] == [0, 5] or span[1] + span[2] > 5 for span in lit), "the glow is seen"


def test_a_hidden_figure_with_a_lamp_makes_no_difference() -> None:
    async def run() -> None:
        async with party(corridor(), CENTER) as ours:
            ann = await ours.player("Ann")
            await mira(ours, ann)
            before = len(ann.page.sent)
            ghost = await ours.master.done(PlaceFigure((0, 4), "Ghost", hidden=True))
            await ours.master.done(EditFigure(ghost, lamp=WireLamp(2, 3, "#00ff00")))
            await ours.master.done(Move(ghost, (0, 6)))
            assert len(ann.page.sent) == before
            # The game master decides this: the glow is visible, but not its bearer, position or
            # color.
            shining = WireLamp(1, 1, "#00ff00", when_hidden=True)
            await ours.master.done(EditFigure(ghost, lamp=shining))
            assert seen(ann) == [0, 5, 6, 7]
            assert not ann.page.view.lamps
            assert not any(ghost.encode() in each for each in ann.page.sent)
            assert not any(b"00ff00" in each for each in ann.page.sent)

    asyncio.run(run())


def test_an_unlit_look_tells_nothing_of_what_changed_in_the_dark() -> None:
    """A wall was built in the dark, out of sight, and the answer ignores it."""

    async def run() -> None:
        answers = []
        for builds in (False, True):
            async with party(corridor(), CENTER) as ours:
                ann = await ours.player("Ann")
                hero = await mira(ours, ann)
                lamp = await ours.master.done(PlaceLamp((0, 8), 2, 2))
                await ours.master.done(RemoveLamp(lamp))
                if builds:
                    await ours.master.done(Paint([(0, 7)], True))
                answers.append((await ann.ask(AskSight(hero, (0, 9))))["answer"])
        assert answers[0] == answers[1]
        assert answers[0]["failed"] == "light"
        assert answers[0]["visible"] is False
        assert answers[0]["words"] == (
            "In sight as far as you know, but unlit: no light that you see reaches J1."
        )

    asyncio.run(run())


# --- answers --------------------------------------------------------------------------------------


def test_the_reason_names_the_dark() -> None:
    async def run() -> None:
        async with party(corridor(), CENTER) as ours:
            ann = await ours.player("Ann")
            hero = await mira(ours, ann)
            await ours.master.done(EditFigure(hero, dark_vision=2))
            answer = (await ours.master.ask(AskSight(hero, (0, 5))))["answer"]
            assert (answer["verdict"], answer["visible"], answer["failed"]) == (
                "hidden",
                False,
                "light",
            )
            assert "no light reaches F1" in answer["words"]
            assert "dark vision of 2" in answer["words"]
            lit = (await ours.master.ask(AskField(hero)))["answer"]["lit"]
            assert lit == [[0, 0, 3]]
            assert (await ann.ask(AskField(hero, at=(0, 1))))["answer"]["lit"] == [[0, 0, 3]]
            await ours.master.done(EditFigure(hero, dark_vision=0))
            checks = (await ours.master.ask(AskChecklist(ann.id)))["answer"]["checks"]
            assert "in the dark" in checks[-1]["words"]

    asyncio.run(run())


@pytest.mark.parametrize("dark", [False, True])
def test_what_is_dark_is_no_call_for_the_master(dark: bool) -> None:
    """A line that only touches a corner is a close call by this rule, but not in the dark."""

    async def run() -> None:
        board = SquareBoard(3, 3)
        board.set_solid((0, 1))
        async with party(board, CenterRule("adjudicated")) as ours:
            ann = await ours.player("Ann")
            await mira(ours, ann)
            await ours.master.done(PlaceFigure((2, 2), "Goblin"))
            assert ours.master.page.last("calls")["calls"]
            await ours.master.done(SetDarkness("dark" if dark else "dim"))
            assert bool(ours.master.page.last("calls")["calls"]) is not dark

    asyncio.run(run())


def test_light_itself_is_never_a_call() -> None:
    """Touches never stop light: even by the strictest setting, the lamp shines past the corner."""

    async def run() -> None:
        board = SquareBoard(3, 3)
        board.set_solid((0, 1))
        board.ambient = "dark"
        board.add_light((0, 0), 4, 4)
        async with party(board, CenterRule("adjudicated")) as ours:
            ann = await ours.player("Ann")
            await mira(ours, ann, (2, 2))
            assert (2, 2) not in ann.page.view.light, "where she stands it is lit"
            assert ours.master.page.last("calls")["calls"] == []
            await ours.master.done(SetRule(CenterRule("strict").to_dict()))
            assert (2, 2) not in ann.page.view.light

    asyncio.run(run())


# --- it lasts -------------------------------------------------------------------------------------


def test_light_survives_a_restart_and_can_be_undone(tmp_path: Path) -> None:
    async def run() -> None:
        path = tmp_path / "table.db"
        async with party(corridor(), CENTER, path) as ours:
            ann = await ours.player("Ann")
            hero = await mira(ours, ann)
            await ours.master.done(
                EditFigure(hero, sight_range=9.5, dark_vision=1.5, lamp=WireLamp(0, 2, "#ff0000"))
            )
            lamp = await ours.master.done(PlaceLamp((0, 8), 1, 2, "#ff9d4d"))
            await ours.master.done(EditLamp(lamp, on=False))
            await ours.master.done(SetDarkness("dim"))
            before = fresh(ours.table, ann.id)
            whole = ours.master.page.last("lighting")
            await ours.table.close()
            await ours.again(Table(path, maps=[]))
            assert fresh(ours.table, ann.id) == before
            assert ours.master.page.last("lighting") == whole
            await ours.master.done(Undo())
            assert ours.shown.darkness == "dark"
            await ours.master.done(Undo())
            assert ours.shown.lamps[lamp].on
            await ours.master.done(Undo())
            assert not ours.shown.lamps
            await ours.master.done(Undo())
            assert ours.shown.board.lights() == []
            assert seen(ann) == [0]
            await ours.master.done(Redo())
            assert seen(ann) == [0, 1, 2], "a field that was left out comes back, too"

    asyncio.run(run())


def test_lamps_that_do_not_fit_are_refused() -> None:
    async def run() -> None:
        async with party(corridor(), CENTER) as ours:
            ann = await ours.player("Ann")
            assert "not on the map" in await ours.master.refused(PlaceLamp((5, 5), 1, 2))
            assert "Give the light" in await ours.master.refused(PlaceLamp((0, 0), 0, 0))
            assert "light no longer exists" in await ours.master.refused(RemoveLamp("l0000000000"))
            for action in (PlaceLamp((0, 0), 1, 2), SetDarkness("daylight"), RemoveLamp("l0")):
                assert "Only the game master" in await ann.refused(action)

    asyncio.run(run())


# --- from files, and back -------------------------------------------------------------------------

UVTT = {
    "format": 0.3,
    "resolution": {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 12, "y": 1},
        "pixels_per_grid": 10,
    },
    "line_of_sight": [],
    "portals": [],
    "environment": {"baked_lighting": False, "ambient_light": "ff000000"},
    "lights": [{"position": {"x": 8.5, "y": 0.5}, "range": 2, "intensity": 1, "color": "ffffffff"}],
}


def test_the_lights_of_a_map_file_work_at_once() -> None:
    async def run() -> None:
        loaded = load_bytes(json.dumps(UVTT).encode(), "cave.dd2vtt")
        ours = Party(Table(maps=[ImportedMap("Cave", loaded)]))
        await ours.master.enter()
        ann = await ours.player("Ann")
        await mira(ours, ann)
        assert ours.shown.darkness == "dark"
        assert seen(ann) == [0, 6, 7, 8, 9, 10]
        assert ann.page.view.light == {(0, 0): 0, (0, 6): 1, (0, 10): 1}
        await ours.table.close()

    asyncio.run(run())


def test_a_whole_table_in_a_file_keeps_eyes_and_lamps() -> None:
    async def run() -> None:
        async with party(corridor(), CENTER) as ours:
            ann = await ours.player("Ann")
            hero = await mira(ours, ann)
            lamp = WireLamp(1, 2.5, "#ff0000", on=True)
            await ours.master.done(
                EditFigure(hero, hidden=True, sight_range=9.5, dark_vision=None, lamp=lamp)
            )
            await ours.master.done(PlaceLamp((0, 8), 1, 2, "#00ff00"))
            written = table_document(await ours.table.map_keeper.snapshot(), lambda _: Rulings())
            again = Party(Table(maps=read_table_document(written)))
            (copy,) = again.shown.figures.values()
            was = ours.shown.figures[hero]
            for field in ("sight_range", "dark_vision", "lamp", "hidden"):
                assert getattr(copy, field) == getattr(was, field)
            assert again.shown.darkness == "dark"
            (stands,) = again.shown.lamps.values()
            assert (stands.at, stands.color) == ((0, 8), "#00ff00")
            await again.table.close()

    asyncio.run(run())
