"""Neither refusals nor undo reveal unseen things to a player.

Each test plays the same at two tables that differ only in what Ann cannot see, and compares every
byte that her page receives.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from sightline import CenterRule, CornerRule, Door, HexBoard, SquareBoard
from sightline.model.board import Board
from sightline.rules.rule import Rule
from sightline.table.actions import pathfinding
from sightline.table.protocol.actions import (
    AddWall,
    EditFigure,
    MasterAction,
    Move,
    PlaceFigure,
    Redo,
    Reveal,
    SetDarkness,
    SetDoor,
    Undo,
)
from sightline.table.protocol.questions import AskArea, AskField, AskSight, AskWay
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.vision import cost
from tests.table.support.fake_pages import CENTER, party, repeated_ids

HALL = 12
"""The length in tiles of the hall that Ann sees. Behind it there is rock."""


def hall(beyond: int, *, grid: str = "square") -> Board:
    """Return three rows: a hall, thick rock, and `beyond` more columns."""
    across = HALL + 3 + beyond
    board: Board
    if grid == "square":
        board = SquareBoard(3, across)
    else:
        board = HexBoard(cells=[(q, r) for q in range(across) for r in range(3)], outside="solid")
    for tile in board.tiles():
        if HALL <= (tile[1] if grid == "square" else tile[0]) < HALL + 3:
            board.set_solid(tile)
    return board


def walled(board: Board) -> Board:
    """Add free walls out of sight."""
    for col in range(HALL + 3, HALL + 20):
        for row in range(3):
            board.add_wall((col + 0.5, row + 0.25), (col + 0.5, row + 0.75))
    return board


# --- limits


async def longer_and_longer(
    board: Board, rule: Rule, size: tuple[int, int], limit: int
) -> list[bytes]:
    with repeated_ids(), pytest.MonkeyPatch.context() as patch:
        async with party(board, rule) as ours:
            ann = await ours.player("Ann")
            mira = await ours.master.done(
                PlaceFigure((0, 0), "Mira", size=size, owners=[ann.id], blocks=False)
            )
            patch.setattr(cost, "MOST_FIELD", limit)  # a larger map would be refused
            patch.setattr(cost, "MOST_ON_THE_WAY", 10 * limit)
            far = (0, HALL - 2) if board.grid.name == "square" else (HALL - 2, 0)
            for steps in range(1, HALL - 1):
                to = (0, steps) if board.grid.name == "square" else (steps, 0)
                await ann.do(Move(mira, to))
                await ann.do(Undo())
            await ann.do(Move(mira, far))
            for question in (AskField(mira), AskWay(mira, (0, 0)), AskArea("circle", mira, 3)):
                await ann.ask(question)
            return ann.page.sent


@pytest.mark.parametrize("limit", [10, 100, 500, 2_000])
@pytest.mark.parametrize("rule", [CENTER, CornerRule()], ids=["center", "corner"])
async def test_how_far_a_move_may_go_does_not_count_unseen_walls(limit: int, rule: Rule) -> None:
    play = partial(longer_and_longer, rule=rule, size=(1, 1), limit=limit)
    assert await play(walled(hall(20))) == await play(hall(20))


@pytest.mark.parametrize("limit", [200, 1_000, 20_000])
@pytest.mark.parametrize(
    ("grid", "rule", "size"),
    [
        ("square", CenterRule("permissive", "middle"), (1, 2)),
        ("hex", CornerRule(), (1, 1)),
    ],
    ids=["large", "hexes"],
)
async def test_nor_how_large_the_map_is(
    limit: int, grid: str, rule: Rule, size: tuple[int, int]
) -> None:
    """These rules check a line to every tile, even in the dark, so the map's size affects their
    cost.
    """
    play = partial(longer_and_longer, rule=rule, size=size, limit=limit)
    assert await play(hall(40, grid=grid)) == await play(hall(1, grid=grid))


# --- undo


async def around_a_corner(unseen: MasterAction | None, *, dark: bool = False) -> list[bytes]:
    """Return what Ann receives when she undoes Mira's move around a corner, or in the dark.

    Before the undo, the `unseen` action happens at Mira's former position.
    """
    board = SquareBoard(4, 4)
    for tile in ((0, 1), (1, 1), (2, 1)) if not dark else ():
        board.set_solid(tile)
    with repeated_ids() as ids:
        ids.use("both", "all")
        async with party(board, CENTER) as ours:
            ann = await ours.player("Ann")
            mira = await ours.master.done(
                PlaceFigure((0, 0), "Mira", owners=[ann.id], blocks=False)
            )
            if dark:
                await ours.master.done(SetDarkness("dark"))
            await ours.master.done(Reveal([(row, 0, 4) for row in range(4)]))
            await ann.done(Move(mira, (3, 2)))
            assert (0, 0) not in (ann.page.view.lit or ())
            ids.use("one", "unseen")
            if unseen is not None:
                await ours.master.done(unseen)
            assert len(ann.page.view.figures) == 1
            ids.use("both", "again")
            for action in (Undo(), Redo(), Undo()):
                await ann.do(action)
            return ann.page.sent


@pytest.mark.parametrize("dark", [False, True], ids=["daylight", "dark"])
@pytest.mark.parametrize("at", [(0, 0), (1, 0)])
async def test_taking_back_a_move_does_not_tell_who_stands_there_unseen(
    at: tuple[int, int], dark: bool
) -> None:
    lurker = PlaceFigure(at, "Lurker", blocks=False)
    alone = await around_a_corner(None, dark=dark)
    assert await around_a_corner(lurker, dark=dark) == alone
    assert await around_a_corner(AddWall(((0, 0.5), (1, 0.5))), dark=dark) == alone


async def test_the_game_master_is_asked_where_the_way_back_is_unseen() -> None:
    async with party(SquareBoard(1, 4)) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        await ours.master.done(EditFigure(mira, sight_range=1))
        await ours.master.done(Reveal([(0, 0, 4)]))
        await ann.done(Move(mira, (0, 3)))
        begun = len(ours.master.page.received)
        assert await ann.refused(Undo()) == REFUSALS["noWayBack"]
        said = [each for each in ours.master.page.received[begun:] if each["t"] == "log"]
        assert "asks to undo: moved Mira" in str(said)
        await ours.master.done(Undo())
        assert ours.figure("Mira").at == (0, 0)


@pytest.mark.parametrize("state", ["locked", "closed", "secret"])
async def test_a_door_that_was_locked_meanwhile_stops_who_takes_a_move_back(state: str) -> None:
    board = SquareBoard(1, 4)
    board.set_edge((0, 1), (0, 2), Door("open"))
    async with party(board, CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        await ann.done(Move(mira, (0, 3)))
        await ours.master.done(SetDoor(state, edge=((0, 1), (0, 2))))  # type: ignore[arg-type]
        assert await ann.refused(Undo()) == REFUSALS["noWayBack"]
        assert ours.figure("Mira").at == (0, 3)
        await ours.master.done(Undo())
        await ann.done(Undo())
        assert ours.figure("Mira").at == (0, 0)
        await ann.done(Redo())
        assert ours.figure("Mira").at == (0, 3)


async def test_who_takes_a_move_back_sees_what_is_on_the_way() -> None:
    """The way back counts as a walk."""
    board = SquareBoard(2, 5)
    board.set_edge((0, 2), (1, 2), Door("open"))
    for col in (0, 1, 3, 4):
        board.set_solid((1, col))
    async with party(board, CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        await ours.master.done(SetDoor("closed", edge=((0, 2), (1, 2))))
        await ann.done(Move(mira, (0, 4)))
        await ours.master.done(SetDoor("open", edge=((0, 2), (1, 2))))
        assert (1, 2) not in ann.page.view.tiles
        await ann.done(Undo())
        assert (1, 2) in ann.page.view.tiles


# --- long searches


async def test_a_long_search_finds_what_a_short_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds even if the whole search runs outside the lock."""
    short = await _everywhere()
    monkeypatch.setattr(pathfinding, "QUICK_EFFORT", 0)
    assert await _everywhere() == short


async def _everywhere() -> list[bytes]:
    with repeated_ids():
        async with party(walled(hall(20)), CENTER) as ours:
            ann = await ours.player("Ann")
            mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
            await ours.master.done(PlaceFigure((1, 3), "Stone"))
            for to in ((2, 5), (1, 3), (1, HALL), (0, HALL - 1), (9, 9)):
                await ann.do(Move(mira, to))
                await ann.ask(AskSight(mira, (0, 0)))
            for action in (Undo(), Undo(), Redo(), Undo()):
                await ann.do(action)
            return ann.page.sent


@pytest.mark.parametrize("meanwhile", ["moved", "barred", "gone", "nothing"])
async def test_what_changes_during_a_long_search_counts(
    monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    monkeypatch.setattr(pathfinding, "QUICK_EFFORT", 0)
    async with party(hall(0), CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        searching, go_on = asyncio.Event(), asyncio.Event()
        to_thread = asyncio.to_thread

        async def held(work: Callable[..., object], *given: object) -> object:
            searching.set()
            await go_on.wait()
            return await to_thread(work, *given)

        monkeypatch.setattr(asyncio, "to_thread", held)
        moving = asyncio.create_task(ann.do(Move(mira, (0, 6))))
        await searching.wait()
        if meanwhile == "moved":
            await ours.master.done(Move(mira, (2, 0)))
        elif meanwhile == "barred":  # other players act while the search runs
            for row in range(3):
                await ours.master.done(PlaceFigure((row, 3), "Guard", size=(1, 1)))
        elif meanwhile == "gone":
            await ours.master.done(EditFigure(mira, owners=[]))
        go_on.set()
        reply = await moving
        where = {"moved": (0, 6), "barred": (0, 2), "gone": (0, 0), "nothing": (0, 6)}
        assert ours.figure("Mira").at == where[meanwhile]
        assert reply["t"] == ("refused" if meanwhile == "gone" else "done")
