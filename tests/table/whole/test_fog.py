"""The game master's fog tools: reveal, forget, cover, show, and undo."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from sightline import Door, SquareBoard, Wall
from sightline.table.protocol.actions import (
    AddWall,
    CoverTiles,
    EditFigure,
    Forget,
    MasterAction,
    Move,
    NewMap,
    Paint,
    PlaceFigure,
    Redo,
    Reveal,
    SetDoor,
    SetEdges,
    SetOptions,
    SetSight,
    ShowMap,
    ShowTiles,
    Undo,
)
from sightline.table.protocol.questions import AskField, AskKnown, AskSight
from sightline.table.service.table import Table
from tests.table.support.fake_pages import CENTER, Party, Person, fresh, imported, party

LEFT = {(row, col) for row in range(3) for col in range(3)}
RIGHT = {(row, col) for row in range(3) for col in range(3, 6)}
DOOR = ((1, 2), (1, 3))


def two_rooms() -> SquareBoard:
    """Return two rooms of 3 x 3 tiles, with a closed door in the middle of the
    wall between them.
    """
    board = SquareBoard(3, 6)
    for row in range(3):
        board.set_edge((row, 2), (row, 3), Door("closed") if row == 1 else Wall())
    return board


@asynccontextmanager
async def at_the_door() -> AsyncIterator[tuple[Party, Person, str]]:
    """Return a table where Ann's Mira is in front of the door."""
    async with party(two_rooms(), CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((1, 2), "Mira", owners=[ann.id], side="hero"))
        assert set(ann.page.view.tiles) == LEFT
        yield ours, ann, mira


def known(person: Person) -> set[Any]:
    """Return the page's tiles, after checking that a new page would get the same."""
    assert person.page.view.state() == fresh(person._table, person.id)
    return set(person.page.view.tiles)


# --- undo


async def test_undo_leaves_what_was_seen_unless_it_shall_be_forgotten() -> None:
    async with at_the_door() as (ours, ann, _):
        await ours.master.done(SetDoor("open", DOOR))
        assert known(ann) > LEFT
        assert ours.master.page.last("table")["undo_showed"]
        await ours.master.done(Undo())
        assert known(ann) > LEFT
        await ours.master.done(Redo())
        await ours.master.done(Undo(forget=True))
        assert known(ann) > LEFT, "it was known before the door was opened again"


async def test_undo_with_forgetting_takes_out_what_the_change_showed() -> None:
    async with at_the_door() as (ours, ann, _):
        before = ann.page.view.state()
        await ours.master.done(SetDoor("open", DOOR))
        await ours.master.done(Undo(forget=True))
        assert ann.page.view.state() == before
        assert known(ann) == LEFT
        await ours.master.done(Redo())
        assert known(ann) > LEFT
        await ours.master.done(Undo(forget=True))
        assert known(ann) == LEFT


async def test_what_was_seen_since_by_other_means_stays() -> None:
    """The room was revealed, then a player walked through it and undid the walk. It stays known,
    because it was seen.
    """
    async with at_the_door() as (ours, ann, mira):
        await ours.master.done(SetDoor("open", DOOR))
        await ours.master.done(Undo(forget=True))
        await ours.master.done(Reveal([(1, 3, 2)]))
        assert known(ann) == LEFT | {(1, 3), (1, 4)}
        await ours.master.done(Move(mira, (1, 4)))
        assert known(ann) == LEFT | RIGHT
        await ours.master.done(Undo())  # the move, but not what it showed
        await ours.master.done(Undo())  # the reveal
        assert known(ann) == LEFT | RIGHT


async def test_a_reveal_that_nothing_else_confirmed_is_undone_whole() -> None:
    async with at_the_door() as (ours, ann, _):
        before = ann.page.view.state()
        await ours.master.done(Reveal(room=(0, 5)))
        assert known(ann) == LEFT | RIGHT
        assert ann.page.view.lit == LEFT, "known, not seen"
        assert "undo_showed" not in ours.master.page.last("table"), "it is forgotten in any case"
        await ours.master.done(Undo())
        assert ann.page.view.state() == before


async def test_a_careless_step_is_undone_with_what_it_uncovered() -> None:
    async with at_the_door() as (ours, ann, mira):
        await ours.master.done(Paint([(1, 4)], True))
        await ours.master.done(SetDoor("open", DOOR))
        seen = known(ann)
        await ours.master.done(Move(mira, (0, 4)))
        assert known(ann) > seen
        await ours.master.done(EditFigure(mira, name="Mirabel"))
        await ours.master.done(Undo())  # undoes the name, which revealed nothing
        await ours.master.done(Undo(forget=True))
        assert known(ann) == seen
        await ours.master.done(Undo(forget=True))
        assert known(ann) == LEFT


async def test_players_do_not_choose_what_is_forgotten() -> None:
    async with at_the_door() as (_, ann, mira):
        await ann.done(Move(mira, (0, 0)))
        assert await ann.refused(Undo(forget=True)) == "Only the game master can do that."
        for action in (Reveal(), Forget(), CoverTiles(), ShowTiles(), SetSight(whole_rooms=True)):
            assert await ann.refused(action) == "Only the game master can do that."
        assert (await ann.ask(AskKnown(ann.id)))["t"] == "refused"


# --- forget


async def test_forgetting_takes_out_the_map_and_undo_brings_it_back() -> None:
    async with at_the_door() as (ours, ann, mira):
        await ours.master.done(PlaceFigure((2, 5), "Chest", kind="chest"))
        await ours.master.done(AddWall(((4.5, 0), (4.5, 1.5))))
        await ours.master.done(SetEdges([((0, 3), (0, 4))], "wall"))
        await ours.master.done(Move(mira, (1, 3)))
        await ours.master.done(Move(mira, (1, 5)))
        assert known(ann) == LEFT | RIGHT
        await ours.master.done(Move(mira, (1, 2)))
        before = ann.page.view.state()
        await ours.master.done(Forget())
        assert known(ann) == LEFT
        have = ann.page.view.state()
        assert not have["walls"]
        assert set(have["edges"]) == {((row, 2), (row, 3)) for row in range(3)}
        assert set(have["figures"]) == {mira}
        await ours.master.done(Undo())
        assert ann.page.view.state() == before
        await ours.master.done(Redo())
        assert ann.page.view.state() == have


async def test_what_changed_meanwhile_is_not_told_by_undoing_a_forget() -> None:
    """The remembered state comes back, not the current one."""
    async with at_the_door() as (ours, ann, _):
        await ours.master.done(Reveal(room=(0, 5)))
        await ours.master.done(Forget())
        await ours.master.done(Paint([(2, 5)], True))
        await ours.master.done(Undo())
        assert known(ann) == LEFT
        await ours.master.done(Undo())
        assert ann.page.view.tiles[2, 5] == "."


async def test_one_player_forgets_and_another_does_not() -> None:
    async with at_the_door() as (ours, ann, _):
        ben = await ours.player("Ben")
        await ours.master.done(Reveal())
        assert known(ben) == known(ann) == LEFT | RIGHT
        await ours.master.done(Forget([(0, 5, 1), (1, 4, 2)], who=ben.id))
        assert known(ben) == (LEFT | RIGHT) - {(0, 5), (1, 4), (1, 5)}
        assert known(ann) == LEFT | RIGHT
        await ours.master.done(Forget(who="here"))
        assert known(ann) == LEFT
        assert (0, 4) in known(ben), "Ben has no figure here"
        answer = (await ours.master.ask(AskKnown(ann.id)))["answer"]
        assert answer["known"] == answer["lit"] == [[row, 0, 3] for row in range(3)]


async def test_a_map_that_is_not_shown_is_forgotten_too() -> None:
    async with at_the_door() as (ours, ann, _):
        home = ours.shown.id
        await ours.master.done(Reveal(room=(0, 5)))
        cellar = await ours.master.done(NewMap("Cellar", rows=2, cols=2))
        await ours.master.done(ShowMap(cellar))
        await ours.table.look_at(ours.master.page, home)
        sent = len(ann.page.sent)
        await ours.master.done(Forget())
        assert len(ann.page.sent) == sent
        assert (await ours.master.ask(AskKnown(ann.id)))["answer"]["known"] == []
        await ours.master.done(ShowMap(home))
        assert known(ann) == LEFT


async def test_it_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table"
    ours = Party(Table(path, maps=[imported(two_rooms(), CENTER)]))
    await ours.master.enter()
    ann = await ours.player("Ann")
    await ours.master.done(PlaceFigure((1, 2), "Mira", owners=[ann.id]))
    await ours.master.done(SetDoor("open", DOOR))
    shown = set(ann.page.view.tiles)
    await ours.master.done(CoverTiles([(0, 0, 1)]))
    await ours.master.done(ShowTiles([(0, 5, 1)]))
    await ours.master.done(SetSight(whole_rooms=True, friends_block=False))
    await ours.master.done(Forget([(2, 3, 3)]))
    have = ann.page.view.state()
    await ours.table.close()
    await ours.again(Table(path, maps=[]))
    assert ours.players[ann.id].page.view.state() == have
    for _ in range(4):
        await ours.master.done(Undo(forget=True))
    assert set(ours.players[ann.id].page.view.tiles) == shown
    await ours.master.done(Undo(forget=True))
    assert set(ours.players[ann.id].page.view.tiles) == LEFT
    await ours.table.close()


# --- who tries to find out


async def _tried(ours: Party, ann: Person, mira: str, where: Any) -> list[Any]:
    """Return a player's responses, without ids, to questions about a tile and a move there."""
    heard = [
        await ann.do(Move(mira, where)),
        await ann.do(SetDoor("open", (where, (where[0], where[1] + 1)))),
        await ann.ask(AskSight(mira, where)),
    ]
    assert ours.figure("Mira").at == (1, 2)
    return [{**each, "id": ""} for each in heard]


@pytest.mark.parametrize("how", ["forget", "undo", "undo of a reveal"])
async def test_what_is_forgotten_is_as_if_it_had_never_been_known(how: str) -> None:
    async with at_the_door() as (ours, ann, mira):
        never = await _tried(ours, ann, mira, (1, 4))
        stage = fresh(ours.table, ann.id)
        if how == "undo of a reveal":
            await ours.master.done(Reveal(room=(1, 4)))
            await ours.master.done(Undo())
        else:
            await ours.master.done(SetDoor("open", DOOR))
            if how == "forget":
                await ours.master.done(SetDoor("closed", DOOR))
            await ours.master.done(Forget() if how == "forget" else Undo(forget=True))
        assert await _tried(ours, ann, mira, (1, 4)) == never
        assert fresh(ours.table, ann.id) == stage


@pytest.mark.parametrize("somebody", [True, False])
async def test_under_a_cover_everything_sounds_the_same(somebody: bool) -> None:
    """Two worlds, one with an ogre and a changed wall under the cover, send the same messages."""
    heard = []
    for there in (False, somebody):
        async with at_the_door() as (ours, ann, mira):
            await ours.master.done(CoverTiles([(0, 0, 2), (1, 0, 2)]))
            ann.page.sent.clear()
            if there:
                await ours.master.done(PlaceFigure((0, 0), "Ogre", size=(2, 2), blocks=False))
                await ours.master.done(SetEdges([((0, 0), (0, 1))], "door", "locked"))
                await ours.master.done(Undo(forget=True))
            for tile in ((0, 0), (1, 1), (0, 1)):
                heard.append({**await ann.ask(AskSight(mira, tile)), "id": ""})
            heard.append({"sent": [sent for sent in ann.page.sent if b'"answer"' not in sent]})
            await ann.enter()
            view = ann.page.view.state()
            heard.append({**view, "stage": None, "figures": len(view["figures"])})
    assert heard[: len(heard) // 2] == heard[len(heard) // 2 :]


# --- cover and show


async def test_nobody_sees_what_is_covered_nor_who_stands_there() -> None:
    async with at_the_door() as (ours, ann, mira):
        orc = await ours.master.done(PlaceFigure((0, 0), "Orc"))
        assert orc in ann.page.view.figures
        await ours.master.done(CoverTiles([(0, 0, 2)]))
        assert ann.page.view.lit == LEFT - {(0, 0), (0, 1)}
        assert orc not in ann.page.view.figures
        assert known(ann) == LEFT, "what was known of it stays known"
        sent = len(ann.page.sent)
        await ours.master.done(Move(orc, (0, 1)))
        await ours.master.done(Paint([(0, 0)], True))
        assert len(ann.page.sent) == sent, "what happens under the cover, nobody hears of"
        answer = (await ann.ask(AskSight(mira, (0, 0))))["answer"]
        assert "covered" in answer["words"]
        await ours.master.done(CoverTiles([(0, 0, 2)], on=False))
        assert orc in ann.page.view.figures
        await ours.master.done(Move(orc, (2, 0)))
        assert ann.page.view.tiles[0, 0] == "#"


async def test_a_large_figure_is_seen_if_some_of_it_is_not_covered() -> None:
    async with at_the_door() as (ours, ann, _):
        ogre = await ours.master.done(PlaceFigure((0, 0), "Ogre", size=(2, 2)))
        await ours.master.done(CoverTiles([(0, 0, 2), (1, 0, 1)]))
        assert ogre in ann.page.view.figures
        await ours.master.done(CoverTiles([(1, 1, 1)]))
        assert ogre not in ann.page.view.figures


async def test_all_see_what_is_shown_and_who_stands_there() -> None:
    async with at_the_door() as (ours, ann, _):
        ben = await ours.player("Ben")
        orc = await ours.master.done(PlaceFigure((0, 5), "Orc"))
        ghost = await ours.master.done(PlaceFigure((0, 4), "Ghost", hidden=True))
        await ours.master.done(ShowTiles([(0, 4, 2)]))
        for player in (ann, ben):
            assert {(0, 4), (0, 5)} <= (player.page.view.lit or set())
            assert orc in player.page.view.figures
            assert ghost not in player.page.view.figures
        await ours.master.done(CoverTiles([(0, 5, 1)]))
        assert ben.page.view.lit == {(0, 4)}, "a cover outdoes a light"
        await ours.master.done(Undo())
        await ours.master.done(Undo(forget=True))
        assert known(ben) == set()


# --- whole rooms and friends


async def test_a_room_is_seen_whole_when_it_is_entered_or_opened() -> None:
    async with at_the_door() as (ours, ann, _):
        await ours.master.done(Paint([(1, 0)], True))
        await ours.master.done(SetEdges([((0, 0), (0, 1)), ((2, 0), (2, 1))], "wall"))
        hidden = LEFT - {(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2), (1, 0)}
        await ours.master.done(Forget())
        assert known(ann) == LEFT - hidden
        await ours.master.done(SetSight(whole_rooms=True))
        assert known(ann) == LEFT - hidden, "it is all seen already"
        await ours.master.done(SetDoor("open", DOOR))
        assert known(ann) == (LEFT | RIGHT) - hidden
        await ours.master.done(SetEdges([((0, 3), (0, 4)), ((1, 3), (1, 4))], "wall"))
        await ours.master.done(Undo())
        assert ann.page.view.lit == (LEFT | RIGHT) - hidden


@pytest.mark.parametrize("between", [Wall(), Door("secret")])
async def test_a_room_ends_at_a_secret_door_as_at_a_wall(between: Any) -> None:
    board = SquareBoard(2, 4)
    for row in range(2):
        board.set_edge((row, 1), (row, 2), between if row else Wall())
    async with party(board, CENTER) as ours:
        ann = await ours.player("Ann")
        await ours.master.done(Reveal(room=(0, 0)))
        assert known(ann) == {(0, 0), (0, 1), (1, 0), (1, 1)}
        await ours.master.done(Reveal(room=(0, 3), who="all"))
        assert len(known(ann)) == 8


async def test_a_room_ends_at_free_walls_and_rock_belongs_to_it() -> None:
    board = SquareBoard(4, 6)
    for row in range(4):
        board.set_solid((row, 5))
    board.add_wall((2, 0), (2, 2))
    board.add_wall((2.5, 2), (2.5, 4))
    board.add_wall((2, 2), (3, 2))
    async with party(board, CENTER) as ours:
        ann = await ours.player("Ann")
        await ours.master.done(Reveal(room=(0, 4)))
        right = {(row, col) for row in range(4) for col in (3, 4, 5)}
        # A tile with a wall through its middle shows that wall from both sides.
        assert known(ann) == right | {(row, 2) for row in range(4)}
        await ours.master.done(Forget())
        await ours.master.done(Reveal(room=(0, 1)))
        assert known(ann) == {(row, col) for row in range(4) for col in (0, 1)} | {(2, 2), (3, 2)}
        assert await ours.master.refused(Reveal(room=(0, 5))) == "That is rock, not a room."


async def test_friends_are_not_in_the_way_where_they_need_not_be() -> None:
    board = SquareBoard(1, 5)
    async with party(board, CENTER) as ours:
        ann = await ours.player("Ann")
        hero: Final = "hero"
        orc: Final = "enemy"
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id], side=hero))
        brom = await ours.master.done(PlaceFigure((0, 1), "Brom", side=hero))
        far = await ours.master.done(PlaceFigure((0, 3), "Orc", side=orc))
        assert far not in ann.page.view.figures
        await ours.master.done(SetSight(friends_block=False))
        assert far in ann.page.view.figures
        assert (0, 4) not in (ann.page.view.lit or ()), "an enemy is in the way"
        field = (await ann.ask(AskField(mira)))["answer"]["lit"]
        assert field == [[0, 0, 4]], "as far as it sees"
        there = (await ann.ask(AskField(mira, at=(0, 2))))["answer"]["lit"]
        assert there == [[0, 0, 4]], "and would see from beyond its friend"
        await ours.master.done(EditFigure(brom, side=orc))
        assert far not in ann.page.view.figures
        await ours.master.done(Undo())
        await ours.master.done(Move(brom, (0, 2)))
        assert far in ann.page.view.figures
        await ours.master.done(
            PlaceFigure((0, 1), "Crate", kind="cupboard", side=hero, size=(1, 1))
        )
        assert far not in ann.page.view.figures, "furniture is nobody's friend"


async def test_settings_that_change_nothing_are_no_change() -> None:
    async with at_the_door() as (ours, _, __):
        label = ours.master.page.last("table")["undo"]
        for action in (SetSight(), SetSight(friends_block=True), CoverTiles([(0, 0, 1)], on=False)):
            await ours.master.done(action)
            assert ours.master.page.last("table")["undo"] == label


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Reveal(who="p0"), "That player is no longer here."),
        (Reveal([(9, 9, 3)]), "None of these tiles is on the map."),
        (Reveal([(0, 0, 60_000)]), "That is too much for one step. Use a smaller area of tiles."),
        (Forget(room=(9, 9)), "That is rock, not a room."),
    ],
)
async def test_what_cannot_be_done_is_refused(action: MasterAction, why: str) -> None:
    async with at_the_door() as (ours, _, __):
        assert await ours.master.refused(action) == why


async def test_one_stroke_is_one_undo_and_one_message() -> None:
    async with at_the_door() as (ours, ann, _):
        await ours.master.done(SetOptions(shared_sight=True))
        sent = len(ann.page.sent)
        await ours.master.done(Reveal([(row, 3, 3) for row in range(3)]))
        assert len(ann.page.sent) == sent + 1
        await ours.master.done(Undo())
        assert known(ann) == LEFT
