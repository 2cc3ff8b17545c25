"""A move to another storey uses the stairs, and stops where the path is blocked."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from random import Random

import pytest
from msgspec import UNSET

from sightline import At, CenterRule, SquareBoard, Wall
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.paths import Ground, Walker
from sightline.table.actions.pathfinding import path_search
from sightline.table.actions.walking import Flight, WalkLevel, WalkSpot, board_at, climbs, gone_of
from sightline.table.protocol.actions import (
    EditFigure,
    LiftFigure,
    Move,
    PlaceFigure,
    PutStairs,
    Redo,
    RemoveStairs,
    Undo,
)
from sightline.table.protocol.questions import AskField, AskSight, AskWay
from sightline.table.protocol.types import StairsEnd
from sightline.table.vision.tile_sets import all_bits
from tests.every_rule import THOROUGH
from tests.table.support.fake_pages import Party, Person, fresh, party

CENTER = CenterRule("strict")


def hall() -> SquareBoard:
    """Return a gallery over a hall, with a hole at its end through which everything is visible."""
    board = SquareBoard(2, 7)
    board.add_floor(3, [(r, c) for r in range(2) for c in range(5)], "gallery")
    board.place("Mira", (0, 6), kind="hero")
    return board


async def with_stairs(ours: Party) -> tuple[Person, str, str]:
    """Return Mira's player, who knows both ends of the stairs, the gallery, and the stairs."""
    ann = await ours.player("Ann")
    mira = ours.figure("Mira").id
    await ours.master.done(EditFigure(mira, owners=[ann.id]))
    [gallery] = ours.shown.floors
    ends = StairsEnd("", (0, 4)), StairsEnd(gallery, (0, 3))
    stairs = await ours.master.done(PutStairs(*ends))
    for at, storey in (((0, 3), gallery), ((0, 6), "")):
        await ours.master.done(Move(mira, at, storey=storey))
    [known] = ann.page.view.stairs
    assert {"low", "high"} <= known.keys()
    return ann, gallery, stairs


def place(ours: Party) -> tuple[tuple[int, int], object]:
    mira = ours.figure("Mira")
    return mira.at, mira.elevation


async def test_one_move_takes_the_stairs_and_back() -> None:
    async with party(hall(), CENTER) as ours:
        ann, gallery, _ = await with_stairs(ours)
        mira, view = ours.figure("Mira").id, ann.page.view
        await ann.done(Move(mira, (0, 1), (0, 6), gallery))
        assert place(ours) == ((0, 1), "3")
        assert view.state() == fresh(ours.table, ann.id)
        # The figure saw what it passed: the ground below, before the stairs.
        assert (1, 4) in view.tiles
        assert "no free way back" in await ann.refused(Undo())
        await ann.done(Move(mira, (1, 6), storey=""))
        assert place(ours) == ((1, 6), UNSET)
        await ours.master.done(Undo())
        assert place(ours) == ((0, 1), "3")
        await ours.master.done(Redo())
        assert view.state() == fresh(ours.table, ann.id)


async def test_a_move_by_stairs_is_undone_and_made_again_where_the_way_is_in_sight() -> None:
    board = hall()
    board.remove_floor("gallery")
    board.add_floor(1, [(0, 3), (1, 3)], "step")
    async with party(board, CENTER) as ours:
        ann, step, _ = await with_stairs(ours)
        mira = ours.figure("Mira").id
        await ann.done(Move(mira, (1, 3), storey=step))
        await ann.done(Undo())
        assert place(ours) == ((0, 6), UNSET)
        await ann.done(Redo())
        assert place(ours) == ((1, 3), "1")


async def test_it_stops_where_it_is_not_free() -> None:
    async with party(hall(), CENTER) as ours:
        ann, gallery, stairs = await with_stairs(ours)
        mira, master = ours.figure("Mira").id, ours.master
        ogre = await master.done(PlaceFigure((0, 3), "ogre", elevation=3))
        await ann.done(Move(mira, (0, 1), storey=gallery))
        assert place(ours) == ((0, 4), UNSET)
        await master.done(Move(ogre, (0, 2)))
        await master.done(Move(mira, (0, 6)))
        await ann.done(Move(mira, (0, 0), storey=gallery))
        assert place(ours) == ((0, 3), "3")
        await master.done(EditFigure(ogre, hidden=True))
        await master.done(Move(mira, (0, 6), storey=""))
        await master.done(RemoveStairs(stairs))
        assert not ann.page.view.stairs
        assert "know a way" in await ann.refused(Move(mira, (0, 0), storey=gallery))


async def test_only_known_stairs_and_places_count() -> None:
    async with party(hall(), CENTER) as ours:
        ann, gallery, _ = await with_stairs(ours)
        mira, master = ours.figure("Mira").id, ours.master
        assert "know that place" in await ann.refused(Move(mira, (0, 6), storey=gallery))
        assert "know that place" in await ann.refused(Move(mira, (0, 0), storey="attic"))
        await master.done(LiftFigure(mira, 1.5))
        assert "know a way" in await ann.refused(Move(mira, (0, 0), storey=gallery))
        await master.done(LiftFigure(mira, None))
        assert "floor" in await master.refused(Move(mira, (0, 0), storey="attic"))
        assert "no such tile" in await master.refused(Move(mira, (0, 6), storey=gallery))


async def test_the_way_of_a_dragged_figure_names_its_storeys() -> None:
    async with party(hall(), CENTER) as ours:
        ann, gallery, _ = await with_stairs(ours)
        mira = ours.figure("Mira").id
        for who in (ann, ours.master):
            answer = (await who.ask(AskWay(mira, (0, 2), gallery)))["answer"]
            assert answer["way"] == [[0, 6], [0, 5], [0, 4], [0, 3], [0, 2]]
            assert answer["storeys"] == ["", "", "", gallery, gallery]
            flat = (await who.ask(AskWay(mira, (0, 5))))["answer"]
            assert flat["storeys"] == ["", ""]
        # Questions about what she would see from there use that height.
        above, below = [
            {(a, b + i) for a, b, n in found["lit"] for i in range(n)}
            for storey in (gallery, "")
            for found in [(await ours.master.ask(AskField(mira, (0, 1), storey)))["answer"]]
        ]
        assert above != below
        rat = await ours.master.done(PlaceFigure((1, 1), "rat"))
        for storey, visible in ((gallery, False), ("", True)):
            asked = AskSight(mira, rat, at=(0, 1), at_on=storey)
            assert (await ours.master.ask(asked))["answer"]["visible"] is visible
        found = (await ann.ask(AskField(mira, (0, 1), gallery)))["answer"]
        assert found["lit"]
        assert "seen" in str(await ann.ask(AskField(mira, (0, 6), gallery)))
        assert place(ours) == ((0, 6), UNSET)


# --- the search -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(200 if THOROUGH else 25))
def test_the_way_is_the_shortest_that_a_plain_search_finds(seed: int) -> None:
    rng = Random(seed)
    board = SquareBoard(4, 5)
    tiles = [*board.tiles()]
    size = rng.choice(((1, 1), (1, 1), (2, 2)))
    for name, height in (("first", 2), ("second", 5)):
        board.add_floor(height, rng.sample(tiles, 17), name)
    for tile in rng.sample(tiles[1:], 2):
        board.set_solid(tile)
    for tile in rng.sample(tiles, 4):
        for direction in rng.sample(board.grid.directions, 1):
            other = board.grid.tile(tile[0] + direction[0], tile[1] + direction[1])
            if other in board:
                board.set_edge(tile, other, Wall())
    level = rng.choice((None, None, 2))
    at = rng.choice([tile for tile in tiles if _fits(board, size, tile)] or [tiles[0]])
    try:
        board.place("hero", At(at, elevation=level), size=size)
    except ValueError:
        return
    levels: list[WalkLevel] = [None, *(floor.height for floor in board.floors())]
    flights: list[Flight] = []
    for _ in range(4):
        low, high = sorted(rng.sample(range(3), 2))
        ends = [WalkSpot(levels[each], rng.choice(tiles)) for each in (low, high)]
        flights.append((ends[0], ends[1]))
    goal = WalkSpot(rng.choice(levels), rng.choice(tiles))
    search = path_search(board, "", "hero", at, goal, flights, lambda _: all_bits(board))
    way = search.quick()
    walkers = {each: Walker(Ground(b, {"hero"}), size) for each, b in search.boards.items()}
    steps = _plain(walkers, search.flights, search.start, goal)
    assert (way is None) == (steps is None)
    if way is None:
        return

    def walker_at(level: WalkLevel) -> Walker:
        return Walker(Ground(board_at(board, "hero", level), {"hero"}), size)

    assert gone_of(way, search.start, search.flights, walker_at) == way
    assert _length(walkers, search.flights, search.start, way) == steps
    # If the board has changed unknown to the player, it goes as far as each step is legal.
    board.set_solid(rng.choice([each for each in tiles if not board.names_at(each)]))
    there = search.flights[1:]
    gone = gone_of(way, search.start, there, walker_at)
    now = {level: walker_at(level) for level in search.boards}
    taken = [b in _next(now, there, a) for a, b in pairwise([search.start, *way])]
    assert len(gone) == [*taken, False].index(False)
    assert gone == way[: len(gone)]


def _fits(board: Board, size: tuple[int, int], tile: Tile) -> bool:
    return all(each in board for each in board.footprint(tile, size))


def _next(
    walkers: dict[WalkLevel, Walker], flights: tuple[Flight, ...], here: WalkSpot
) -> dict[WalkSpot, int]:
    walker, found = walkers[here.level], dict[WalkSpot, int]()
    for direction, (da, db) in enumerate(walker.board.grid.directions):
        there = walker.board.grid.tile(here.tile[0] + da, here.tile[1] + db)
        if walker.can_step(here.tile, direction) and walker.can_stand(there):
            found[WalkSpot(here.level, there)] = 1
    for spot, taken in climbs(walker.board, walker.size, here, flights):
        if spot.level in walkers and walkers[spot.level].can_stand(spot.tile):
            found[spot] = min(taken, found.get(spot, taken))
    return found


def _plain(
    walkers: dict[WalkLevel, Walker], flights: tuple[Flight, ...], start: WalkSpot, goal: WalkSpot
) -> int | None:
    """Compute the costs by relaxing all steps until nothing changes."""
    known, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for there, taken in _next(walkers, flights, here).items():
            if known[here] + taken < known.get(there, 10**9):
                known[there] = known[here] + taken
                waiting.append(there)
    walker = walkers[goal.level]
    is_there = _fits(walker.board, walker.size, goal.tile) and walker.can_stand(goal.tile)
    return known.get(goal) if is_there else None


def _length(
    walkers: dict[WalkLevel, Walker],
    flights: tuple[Flight, ...],
    start: WalkSpot,
    way: list[WalkSpot],
) -> int:
    steps, here = 0, start
    for there in way:
        steps += _next(walkers, flights, here)[there]
        here = there
    return steps
