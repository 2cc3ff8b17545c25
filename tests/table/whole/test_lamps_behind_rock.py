"""Two tables that differ only in lamps in a closed room send the same bytes to their players.

Both maps are dark. One table may have lamps in the room that are switched, moved, colored and
given to figures; in the open, the same happens at both. The room is closed by rock, furniture or
thin walls, mostly one tile thick, so every lamp reaches the other side of the wall.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from sightline import CenterRule, CornerRule, HexRayRule, SquareBoard
from sightline.rules.rule import Rule
from sightline.table.protocol.actions import (
    EditFigure,
    EditLamp,
    Move,
    PlaceFigure,
    PlaceLamp,
    RemoveLamp,
    SetDarkness,
    SetOptions,
    SetSight,
)
from sightline.table.protocol.questions import AskField, AskSight
from sightline.table.protocol.types import WireLamp
from tests.laws.test_light_on_rock import closed_room
from tests.table.support.fake_pages import CENTER, Ids, Party, Person, party, repeated_ids
from tests.table.vision.test_knowledge import SEEDS, SHARE

COLORS = ("", "#ff9d4d", "#00ff00")
STEPS = 10


class ClosedRoom:
    """One table: everyone sees what is in the open, and nobody what is in the room."""

    def __init__(self, grid: str, seed: int, ours: Party, ids: Ids, name: str) -> None:
        _, self.inside, self.outside = closed_room(grid, seed)
        self.ours, self._ids, self._name = ours, ids, name
        self._open, self._hidden = Random(f"open {seed}"), Random(f"{name} {seed}")
        self._lamps: list[str] = []
        self._outdoors: list[str] = []
        self._goblin = ""
        self._heroes: list[tuple[Person, str]] = []

    async def begin(self) -> None:
        self._ids.use(self._name, "open")
        rng, master = self._open, self.ours.master
        await master.done(SetDarkness(rng.choice(("dark", "dark", "dim"))))
        await master.done(SetOptions(shared_sight=rng.random() < 0.5))
        # With whole rooms, a viewer sees all of a room. Rock closes a room, a shelf does not.
        if not self.ours.shown.figures and rng.random() < 0.4:
            await master.done(SetSight(whole_rooms=True))
        places = rng.sample(self.outside, min(3, len(self.outside)))
        for number, at in enumerate(places[:2]):
            player = await self.ours.player(f"Player {number}")
            hero = await master.done(
                PlaceFigure(_pair(at), f"Hero {number}", side="hero", owners=[player.id])
            )
            self._heroes.append((player, hero))
        if len(places) == 3 and rng.random() < 0.6:
            lamp = PlaceLamp(_pair(places[2]), 1, rng.choice((2, 5)), rng.choice(COLORS))
            self._outdoors.append(await master.done(lamp))

    async def happen_in_the_open(self) -> None:
        self._ids.use(self._name, "open")
        rng, master = self._open, self.ours.master
        player, hero = rng.choice(self._heroes)
        what = rng.randrange(6)
        if what == 0:
            await master.done(EditFigure(hero, dark_vision=rng.choice((0, 1, 2))))
        elif what == 1:
            await master.done(EditFigure(hero, lamp=WireLamp(rng.choice((0, 1)), 2, "#00ff00")))
        elif what == 2 and self._outdoors:
            await master.do(EditLamp(self._outdoors[0], on=rng.random() < 0.5))
        elif what == 3:
            await player.ask(AskField(hero))
        elif what == 4:
            tiles = [*self.ours.shown.board.tiles()]
            await player.ask(AskSight(hero, _pair(rng.choice(tiles))))
        else:
            await master.do(Move(hero, _pair(rng.choice(self.outside))))

    async def happen_in_the_room(self) -> None:
        self._ids.use(self._name, "hidden")
        rng, master = self._hidden, self.ours.master
        at, what = _pair(rng.choice(self.inside)), rng.randrange(6)
        lamp = rng.choice(self._lamps) if self._lamps else ""
        if what == 0 or not lamp:
            radii = rng.choice((0, 1, 9)), rng.choice((2, 9))
            self._lamps.append(await master.done(PlaceLamp(at, *radii, rng.choice(COLORS))))
        elif what == 1:
            await master.do(EditLamp(lamp, at=at, color=rng.choice(COLORS)))
        elif what == 2:
            await master.do(EditLamp(lamp, on=rng.random() < 0.5))
        elif what == 3:
            self._lamps.remove(lamp)
            await master.do(RemoveLamp(lamp))
        elif self._goblin:
            await master.do(Move(self._goblin, at))
        else:
            self._goblin = await master.done(PlaceFigure(at, "Goblin", side="enemy"))
            await master.done(EditFigure(self._goblin, lamp=WireLamp(4, 9, rng.choice(COLORS))))

    def received(self) -> list[Any]:
        return [player.page.sent for player, _ in self._heroes]


def _pair(tile: Any) -> tuple[int, int]:
    return (tile[0], tile[1])


async def _played(grid: str, rule: Rule, seed: int, ids: Ids, *, lamps: bool) -> list[Any]:
    name = "with lamps" if lamps else "without"
    ids.use(name, "open")
    board, _, _ = closed_room(grid, seed)
    async with party(board, rule) as ours:
        room = ClosedRoom(grid, seed, ours, ids, name)
        await room.begin()
        for _ in range(STEPS):
            if lamps:
                await room.happen_in_the_room()
            await room.happen_in_the_open()
        return room.received()


@pytest.mark.parametrize(
    ("grid", "rule"),
    [
        ("square", CenterRule()),
        ("square", CornerRule()),
        ("square", CornerRule("permissive")),
        ("hex", HexRayRule()),
        ("hex", CornerRule()),
    ],
)
@settings(max_examples=max(1, settings().max_examples // SHARE))
@given(seed=SEEDS)
def test_lamps_in_a_closed_room_change_no_byte_outside(grid: str, rule: Rule, seed: int) -> None:
    _, _, outside = closed_room(grid, seed)
    if len(outside) < 2:
        return
    with repeated_ids() as ids:
        worlds = [asyncio.run(_played(grid, rule, seed, ids, lamps=each)) for each in (False, True)]
    assert worlds[0] == worlds[1]


def test_a_goblin_walks_with_a_lamp_behind_the_wall() -> None:
    """Regression test: each of its steps used to light or darken tiles of the wall."""

    async def run() -> None:
        board = SquareBoard.from_text("""
            ........
            ######..
            ........
        """)
        board.ambient = "dark"
        async with party(board, CENTER) as ours:
            ann = await ours.player("Ann")
            await ours.master.done(PlaceFigure((0, 1), "Mira", side="hero", owners=[ann.id]))
            goblin = await ours.master.done(PlaceFigure((2, 0), "Goblin", side="enemy"))
            before = len(ann.page.sent)
            await ours.master.done(EditFigure(goblin, lamp=WireLamp(1, 1, "#ff9d4d")))
            for col in (1, 2, 3):
                await ours.master.done(Move(goblin, (2, col)))
            assert ann.page.sent[before:] == []
            assert ann.page.view.lit == {(0, 1)}
            await ours.master.done(Move(goblin, (0, 6)))
            assert ann.page.view.lit == {(0, 1), (0, 5), (0, 6)}

    asyncio.run(run())


def test_the_answer_names_the_near_side_of_the_wall() -> None:
    async def run() -> None:
        board = SquareBoard.from_text("""
            ...
            ###
            ...
        """)
        board.ambient = "dark"
        async with party(board, CENTER) as ours:
            ann = await ours.player("Ann")
            mira = await ours.master.done(PlaceFigure((0, 1), "Mira", side="hero", owners=[ann.id]))
            lamp = await ours.master.done(PlaceLamp((0, 1), 2, 2))
            assert (1, 1) in (ann.page.view.lit or ()), "and so she knows the wall"
            await ours.master.done(EditLamp(lamp, at=(2, 1)))
            words = "no light reaches the near side of B2"
            assert words in (await ours.master.ask(AskSight(mira, (1, 1))))["answer"]["words"]
            answer = (await ann.ask(AskSight(mira, (1, 1))))["answer"]
            assert answer["failed"] == "light"
            assert "no light that you see reaches the near side of B2" in answer["words"]

    asyncio.run(run())


def test_the_master_sees_a_wall_lit_from_both_sides() -> None:
    async def run() -> None:
        board = SquareBoard.from_text("""
            ...
            ###
            ...
        """)
        board.ambient = "dark"
        async with party(board, CENTER) as ours:
            await ours.master.done(PlaceLamp((2, 1), 1, 1))
            # One span each: (row, column, how many, level).
            assert ours.master.page.last("lighting")["light"] == [[0, 0, 3, 0]]

    asyncio.run(run())
