"""Areas and rulers at the table: who receives them, and what they must not reveal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sightline import HexBoard, PackRule, SquareBoard, Wall
from sightline.packs import PACKS
from sightline.table.protocol.actions import (
    Dismiss,
    EditFigure,
    MasterAction,
    Move,
    PlaceFigure,
    PutArea,
    RemoveArea,
    RemoveFigure,
    SetMeasure,
    Undo,
)
from sightline.table.protocol.questions import AskArea, AskWay
from sightline.table.service.table import Table
from tests.table.support.fake_pages import CENTER, Party, Person, View, fresh, party, repeated_ids


def two_rooms() -> SquareBoard:
    """Return five rows with a wall without doors between columns 3 and 4."""
    board = SquareBoard(5, 9)
    for row in range(5):
        board.set_edge((row, 3), (row, 4), Wall())
    return board


async def ann_and_ben(ours: Party) -> tuple[Person, Person, str, str]:
    """Seat Ann and Ben, with Mira in the western room and Tam in the eastern one."""
    ann, ben = await ours.player("Ann"), await ours.player("Ben")
    mira = await ours.master.done(PlaceFigure((2, 1), "Mira", owners=[ann.id], blocks=False))
    tam = await ours.master.done(PlaceFigure((2, 7), "Tam", owners=[ben.id], blocks=False))
    return ann, ben, mira, tam


def tiles(area: dict[str, Any]) -> set[tuple[int, int]]:
    return {(a, b + i) for a, b, n in area.get("tiles", ()) for i in range(n)}


def hits(area: dict[str, Any]) -> set[str]:
    return {hit["figure"] for hit in area.get("hits", ())}


async def test_everybody_has_the_part_on_tiles_they_know() -> None:
    async with party(two_rooms(), CENTER) as ours:
        ann, ben, mira, tam = await ann_and_ben(ours)
        await ours.master.done(PutArea("circle", (2, 4), 3, walls=False))
        (whole,), (west,), (east,) = (p.page.view.areas for p in (ours.master, ann, ben))
        assert tiles(west) == {tile for tile in tiles(whole) if tile[1] < 4}
        assert tiles(east) == {tile for tile in tiles(whole) if tile[1] >= 4}
        assert (hits(whole), hits(west), hits(east)) == ({mira, tam}, {mira}, {tam})
        assert "origin" not in west
        assert east["origin"] == [4.5, 2.5]
        assert "owner" not in west


async def test_an_area_that_respects_walls_stops_at_them() -> None:
    async with party(two_rooms(), CENTER) as ours:
        _, ben, mira, tam = await ann_and_ben(ours)
        await ours.master.done(PutArea("circle", (2, 4), 3))
        (whole,) = ours.master.page.view.areas
        assert {tile[1] for tile in tiles(whole)} == {4, 5, 6, 7}
        assert hits(whole) == {tam}
        through = (await ours.master.ask(AskArea("circle", (2, 4), 3, walls=False)))["answer"]
        assert {hit["figure"]: hit.get("in_sight", True) for hit in through["hits"]} == {
            mira: False,
            tam: True,
        }
        answer = (await ben.ask(AskArea("circle", (2, 4), 3, walls=False)))["answer"]
        assert hits(answer) == {tam}


async def test_a_private_area_is_for_its_owner_and_the_master() -> None:
    async with party(SquareBoard(5, 9), CENTER) as ours:
        ann, ben, mira, _ = await ann_and_ben(ours)
        got = len(ben.page.sent)
        area = await ann.done(PutArea("cone", mira, 3, toward=(2, 8), shared=False))
        assert ben.page.view.areas == []
        assert "change" not in ben.page.kinds(got)
        assert ann.page.view.areas[0]["mine"] is True
        assert ours.master.page.view.areas[0]["owner"] == ann.id
        assert "no such template" in await ben.refused(RemoveArea(area))
        await ann.done(RemoveArea(area))
        assert ann.page.view.areas == ours.master.page.view.areas == []


async def test_an_area_goes_with_its_figure_and_is_gone_with_it_from_sight() -> None:
    async with party(two_rooms(), CENTER) as ours:
        ann, _, _, tam = await ann_and_ben(ours)
        await ours.master.done(PutArea("circle", tam, 1))
        assert ann.page.view.areas == []
        await ours.master.done(Move(tam, (2, 3)))
        assert hits(ann.page.view.areas[0]) == {tam}
        before = tiles(ann.page.view.areas[0])
        await ours.master.done(Move(tam, (1, 3)))
        assert tiles(ann.page.view.areas[0]) != before
        await ours.master.done(EditFigure(tam, hidden=True))
        assert ann.page.view.areas == []
        assert hits(ours.master.page.view.areas[0]) == {tam}
        await ours.master.done(RemoveFigure(tam))
        assert ours.master.page.view.areas == []
        await ours.master.done(Undo())
        assert hits(ours.master.page.view.areas[0]) == {tam}


async def test_a_ruler_ends_at_the_last_tile_that_its_reader_knows() -> None:
    async with party(two_rooms(), CENTER) as ours:
        ann, ben, _, _ = await ann_and_ben(ours)
        await ours.master.done(PutArea("ruler", (0, 0), points=[(0, 2), (4, 6)]))
        assert ours.master.page.view.areas[0]["points"] == [[0, 0], [0, 2], [4, 6]]
        assert ann.page.view.areas[0]["points"] == [[0, 0], [0, 2], [1, 3]]
        assert ben.page.view.areas == []


async def test_areas_are_kept_undone_and_sent_to_who_comes_later(tmp_path: Path) -> None:
    path = tmp_path / "evening.table"
    async with party(SquareBoard(5, 9), CENTER, path) as ours:
        ann, _, mira, _ = await ann_and_ben(ours)
        await ann.done(PutArea("line", mira, 4, toward=(2, 3)))
        await ours.master.done(SetMeasure("5-10-5", "5ft"))
        areas = [person.page.view.areas for person in (ours.master, ann)]
        await ours.table.close()
        await ours.again(Table(path, maps=[]))
        assert [person.page.view.areas for person in (ours.master, ann)] == areas
        assert ann.page.view.measure == {"metric": "5-10-5", "unit": "5 ft"}
        await ours.master.done(Undo())
        assert ann.page.view.measure == {}
        await ours.master.done(Undo())
        assert ours.master.page.view.areas == ann.page.view.areas == []
        assert "undo" not in ann.page.last("seat")  # it was not her move


async def test_two_settings_changed_at_once_are_both_kept() -> None:
    async with party(SquareBoard(5, 9), CENTER) as ours:
        await ours.master.done(SetMeasure(metric="5-10-5"))
        await ours.master.done(SetMeasure(unit="5 ft"))
        await ours.master.done(SetMeasure(metric="straight"))
        assert ours.master.page.view.measure == {"metric": "straight", "unit": "5 ft"}


async def test_who_is_shown_the_door_takes_their_areas_along() -> None:
    async with party(SquareBoard(5, 9), CENTER) as ours:
        ann, ben, mira, _ = await ann_and_ben(ours)
        await ann.done(PutArea("circle", mira, 1))
        assert len(ben.page.view.areas) == 1
        await ours.master.done(Dismiss(ann.id))
        assert ben.page.view.areas == []


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (PutArea("circle", (2, 4), 2), "not seen"),
        (PutArea("circle", (2, 40), 2), "not seen"),
        (PutArea("circle", "f0000000000", 2), "not seen"),
        (PutArea("ruler", (2, 1), points=[(2, 5)]), "not seen"),
        (PutArea("ruler", (2, 1), points=[(2, 50)]), "not seen"),
        (PutArea("ruler", (2, 1)), "from one tile to another"),
        (PutArea("cone", (2, 1), 2), "Point to another"),
        (PutArea("cone", (2, 1), 2, toward=(2, 1)), "Point to another"),
        (PutArea("cone", (2, 1), 2, toward=(2, 2), angle=60), "90 or 53"),
        (PutArea("circle", (2, 1)), "at least 1"),
        (PutArea("line", (2, 1), 2, toward=(2, 2), corner="north-west"), "corner"),
        (SetMeasure("steps"), "Only the game master"),
    ],
)
async def test_what_a_player_cannot_lay(action: MasterAction, why: str) -> None:
    async with party(two_rooms(), CENTER) as ours:
        ann, _, _, _ = await ann_and_ben(ours)
        assert why in await ann.refused(action)


async def test_a_player_lays_three() -> None:
    async with party(SquareBoard(5, 9), CENTER) as ours:
        ann, _, _, _ = await ann_and_ben(ours)
        for _ in range(3):
            await ann.done(PutArea("circle", (2, 1), 1))
        assert "Remove one" in await ann.refused(PutArea("circle", (2, 1), 1))


async def test_the_unit_is_a_number_and_a_word() -> None:
    async with party(HexBoard(3), CENTER) as ours:
        assert "5 ft" in await ours.master.refused(SetMeasure("steps", "far"))
        assert "no diagonals" in await ours.master.refused(SetMeasure("5-10-5", "5 ft"))
        await ours.master.done(SetMeasure("straight", "2 m"))
        assert ours.master.page.view.measure == {"metric": "straight", "unit": "2 m"}


async def test_cover_from_the_origin_by_the_rule_of_a_game() -> None:
    board = SquareBoard(3, 7)
    board.set_solid((0, 3))
    async with party(board, PackRule(PACKS["dnd5e"])) as ours:
        orc = await ours.master.done(PlaceFigure((0, 5), "Orc"))
        answer = (await ours.master.ask(AskArea("circle", (1, 1), 6)))["answer"]
        (hit,) = [each for each in answer["hits"] if each["figure"] == orc]
        assert hit["cover"] not in ("", "none")
        assert hit["effect"]


async def test_a_way_is_counted_over_what_is_known() -> None:
    async with party(two_rooms(), CENTER) as ours:
        ann, _, mira, tam = await ann_and_ben(ours)
        way = (await ann.ask(AskWay(mira, (2, 3))))["answer"]["way"]
        assert way == [[2, 1], [2, 2], [2, 3]]
        assert (await ann.ask(AskWay(mira, (2, 4))))["t"] == "refused"
        assert (await ann.ask(AskWay(tam, (2, 3))))["t"] == "refused"
        through = await ours.master.ask(AskWay(mira, (2, 5)))
        assert through["answer"]["way"] == []  # there is no path around


# --- twins ----------------------------------------------------------------------------------------


async def _evening(secret: bool) -> list[bytes]:
    """Return everything that Ann receives.

    With `secret` there is an orc behind the wall, walls in the dark that cut areas, and areas and
    rulers that Ann may not see.
    """
    with repeated_ids() as ids:
        ids.use("A", "the beginning")
        board = two_rooms()
        if secret:
            board.set_solid((2, 5))
            board.set_edge((0, 6), (0, 7), Wall())
        async with party(board, CENTER) as ours:
            ann = await ours.player("Ann")
            master, step = ours.master, 0

            async def both(who: Person, action: MasterAction) -> None:
                nonlocal step
                step += 1
                ids.use("A", f"both {step}")
                await who.do(action, f"both {step}")

            await both(master, PlaceFigure((2, 1), "Mira", owners=[ann.id], blocks=False))
            mira = ours.figure("Mira").id
            if secret:
                ids.use("B", "secret")
                orc = await master.done(PlaceFigure((2, 4), "Orc"))
                await master.done(PlaceFigure((1, 2), "Ghost", hidden=True))
                await master.done(PutArea("circle", orc, 5, walls=False))
                await master.done(PutArea("cone", (2, 8), 6, toward=(2, 0), shared=False))
                await master.done(PutArea("ruler", (2, 6), points=[(2, 0)]))
            for action in (
                PutArea("circle", mira, 6, walls=False),
                PutArea("circle", mira, 6),
                PutArea("circle", (2, 4), 2, walls=False),
                PutArea("ruler", (2, 1), points=[(2, 3)]),
                PutArea("circle", (2, 8), 6, walls=False),
            ):
                await both(ann, action)
            await both(master, PutArea("circle", (2, 8), 7))
            await both(master, PutArea("ruler", (2, 0), points=[(2, 8)]))
            for question in (
                AskArea("circle", mira, 20, walls=False),
                AskArea("line", mira, 20, toward=(2, 60), count="any"),
                AskArea("circle", (2, 4), 3),
                AskWay(mira, (2, 4)),
                AskWay(mira, (4, 3)),
            ):
                await ann.ask(question)
            if secret:
                await master.done(Move(orc, (0, 5)))
            await both(ann, Move(mira, (3, 3)))
            return ann.page.sent


async def test_what_cannot_be_seen_makes_no_difference_to_areas() -> None:
    one, other = await _evening(False), await _evening(True)
    assert [json.loads(each) for each in one] == [json.loads(each) for each in other]
    assert one == other
    assert View(one).areas


async def test_a_page_that_comes_anew_has_the_same_areas() -> None:
    async with party(two_rooms(), CENTER) as ours:
        ann, _, mira, _ = await ann_and_ben(ours)
        await ann.done(PutArea("circle", mira, 2))
        await ann.done(Move(mira, (2, 2)))
        had = ann.page.view.areas
        await ann.enter()
        assert ann.page.view.areas == had
        assert ann.page.view.state() == fresh(ours.table, ann.id)
