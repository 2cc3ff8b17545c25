"""Players' maps show exactly what their figures see and have seen.

After every change in random sessions, each player's page is compared with a slow reference
(`reference_knowledge`), with a new snapshot and, after a restart, with the reopened table.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sightline import CenterRule, HexBoard, HexRayRule, SquareBoard, Wall
from sightline.table.protocol.actions import (
    AddWall,
    Decide,
    EditFigure,
    MasterAction,
    Move,
    NewMap,
    Paint,
    PlaceFigure,
    Redo,
    RemoveFigure,
    RemoveWall,
    SetDoor,
    SetEdges,
    SetHeight,
    SetOptions,
    ShowMap,
    Undo,
)
from sightline.table.protocol.questions import AskField
from sightline.table.state.fog import FogChange
from sightline.table.state.scene import MapScene
from sightline.table.vision.party import WalkedRoute
from tests.table.support import random_play
from tests.table.support.fake_pages import CENTER, Message, Party, Person, fresh, party
from tests.table.support.reference_knowledge import SlowFog
from tests.table.support.sample_table import sample_table

SEEDS = st.integers(0, 2**32 - 1)
SHARE = 5
"""A divisor of the usual number of examples, because each session looks at a map many times."""


class Evening:
    """A session in which two players and a game master use every action; every
    change is checked.
    """

    def __init__(self, seed: int, ours: Party) -> None:
        self.rng = Random(seed)
        self.ours = ours
        self.master = random_play.Master(self.rng)
        self.fogs: dict[str, SlowFog] = {}
        self.plays: dict[str, random_play.Player] = {}
        self.walk: WalkedRoute | None = None
        self.said: list[tuple[FogChange, dict[str, dict[str, str]]]] = []
        """The game master's fog changes, and what players forgot through them."""

    async def begin(self) -> None:
        self._listen()
        for name in ("Ann", "Ben"):
            player = await self.ours.player(name)
            self.fogs[player.id] = SlowFog(player.id)
            self.plays[player.id] = random_play.Player(self.rng, player.id)
        for _ in range(5):
            await self.do(self.ours.master, self.master.place(self.scene, list(self.fogs)))

    def _listen(self) -> None:
        """Record the paths of moves, which the server chooses."""
        vision = self.ours.table.vision
        refresh = vision.refresh

        def listening(touched, walk=None, **more):
            self.walk = walk
            return refresh(touched, walk, **more)

        vision.refresh = listening  # type: ignore[method-assign]
        change_fog = vision.change_fog

        def said(fog):
            news, taken = change_fog(fog)
            self.said.append((fog, taken))
            return news, taken

        vision.change_fog = said  # type: ignore[method-assign]

    @property
    def scene(self) -> MapScene:
        """Return the map shown to players, or the first map."""
        world = self.ours.table.world
        return world.scenes.get(world.table.shown or "") or world.maps()[0]

    async def step(self) -> None:
        rng, scene, master = self.rng, self.scene, self.master
        if rng.random() < 0.1:  # out of the players' sight
            scene = rng.choice(self.ours.table.world.maps())
        table, players = self.ours.table, list(self.fogs)
        if rng.random() < 0.4:
            somebody = self.ours.players[rng.choice(players)]
            known = table.vision.knowledge(somebody.id)
            if rng.random() < 0.2:
                await somebody.ask(self.plays[somebody.id].question(scene, known))
            else:
                await self.do(somebody, self.plays[somebody.id].action(scene, known))
            return
        await table.look_at(self.ours.master.page, scene.id)
        calls = self.ours.master.page.last("calls")["calls"]
        action = rng.choices(
            (
                lambda: master.draw(scene),
                lambda: master.people(scene, players),
                lambda: master.decide(scene, calls),
                master.take_back,
                lambda: master.rule(scene),
                master.dusk,
                master.options,
                lambda: master.maps(table.world),
                lambda: master.fog(scene, players),
                Undo,
                lambda: Undo(forget=True),
                Redo,
            ),
            (20, 20, 6, 1, 2, 3, 2, 3, 16, 3, 3, 2),
        )[0]()
        await self.do(self.ours.master, action)

    async def do(self, who: Person, action: MasterAction) -> None:
        self.walk = None
        self.said.clear()
        await who.do(action)
        for player in self.fogs:
            self.check(player)

    def check(self, player: str) -> None:
        table, page = self.ours.table, self.ours.players[player].page
        shown, walk = table.world.table.shown, self.walk
        self.fogs[player].look(
            table.world,
            None if shown is None else table.desk.of(shown),
            "" if walk is None else walk.figure,
            () if walk is None else walk.route,
        )
        for fog, taken in self.said:
            self.fogs[player].hear(table.world, fog, taken)
        assert not any(random_play.MAP_NAME.encode() in sent for sent in page.sent)
        have = page.view.state()
        assert have == fresh(table, player)
        should = self.fogs[player].state()
        if should is None:
            assert have["stage"] is None
        else:
            assert have == should

    async def restart(self, path: Path) -> None:
        before = {player: fresh(self.ours.table, player) for player in self.fogs}
        await self.ours.table.close()
        await self.ours.again(sample_table(path))
        self._listen()
        self.walk = None
        for player in self.fogs:
            assert fresh(self.ours.table, player) == before[player]
            self.check(player)


@asynccontextmanager
async def evening(seed: int, path: Path | None = None) -> AsyncIterator[Evening]:
    rng = Random(seed)
    board = random_play.some_board(rng)
    rule = random_play.some_rule(rng, board.grid.name)
    async with party(board, rule, path, name=random_play.MAP_NAME) as ours:
        begun = Evening(seed, ours)
        await begun.begin()
        yield begun


async def _evening(seed: int, steps: int) -> None:
    async with evening(seed) as here:
        for _ in range(steps):
            await here.step()


async def _evening_with_restarts(seed: int, path: Path) -> None:
    async with evening(seed, path) as here:
        for _ in range(3):
            for _ in range(8):
                await here.step()
            await here.restart(path)


@settings(max_examples=settings().max_examples // SHARE)
@given(seed=SEEDS, steps=st.integers(5, 25))
def test_players_have_what_they_see_and_have_seen(seed: int, steps: int) -> None:
    asyncio.run(_evening(seed, steps))


@settings(max_examples=settings().max_examples // SHARE // 2)
@given(seed=SEEDS)
def test_and_have_it_still_after_a_restart(seed: int) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_evening_with_restarts(seed, Path(folder) / "table"))


async def _all_at_once(seed: int) -> None:
    """Send thirty actions and questions before the first is answered."""
    async with evening(seed) as here:
        rng, ours, players = here.rng, here.ours, list(here.fogs)
        work: list[Coroutine[Any, Any, Message]] = []
        for _ in range(30):
            scene, somebody = here.scene, ours.players[rng.choice(players)]
            play, known = here.plays[somebody.id], ours.table.vision.knowledge(somebody.id)
            match rng.randrange(5):
                case 0:
                    work.append(ours.master.do(here.master.draw(scene)))
                case 1:
                    work.append(ours.master.do(here.master.people(scene, players)))
                case 2:
                    work.append(ours.master.ask(here.master.question(scene, players)))
                case 3:
                    work.append(somebody.do(play.action(scene, known)))
                case _:
                    work.append(somebody.ask(play.question(scene, known)))
        received = await asyncio.gather(*work)
        assert {each["t"] for each in received} <= {"done", "refused", "answer"}
        for player, fog in here.fogs.items():
            have = ours.players[player].page.view.state()
            assert have == fresh(ours.table, player)
            fog.look(ours.table.world, ours.table.desk.of(here.scene.id))
            should = fog.state()
            assert should is not None
            assert have["lit"] == should["lit"]
            people = [
                {id_: figure for id_, figure in state["figures"].items() if not figure["ghost"]}
                for state in (have, should)
            ]
            assert people[0] == people[1]


@settings(max_examples=settings().max_examples // SHARE)
@given(seed=SEEDS)
def test_and_have_it_when_all_is_done_at_once(seed: int) -> None:
    asyncio.run(_all_at_once(seed))


# --- one thing at a time


@asynccontextmanager
async def corridor(*walls: int) -> AsyncIterator[tuple[Party, Person, str]]:
    """Return a row of ten tiles with walls after some of them, and Ann's Mira at its left end."""
    board = SquareBoard(1, 10)
    for column in walls:
        board.set_edge((0, column), (0, column + 1), Wall())
    async with party(board, CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", side="hero", owners=[ann.id]))
        yield ours, ann, mira


def edge(column: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (0, column), (0, column + 1)


async def test_what_was_seen_stays_as_it_was_seen() -> None:
    async with corridor() as (ours, ann, _mira):
        await ours.master.done(Paint([(0, 8)], True))
        view = ann.page.view
        assert view.tiles[0, 8] == "#"
        await ours.master.done(SetEdges([edge(4)], "door", "closed"))
        assert view.lit == {(0, column) for column in range(5)}
        assert view.edges == {edge(4): ("door", "closed")}
        heard = len(ann.page.sent)
        await ours.master.done(Paint([(0, 8)], False))
        await ours.master.done(Paint([(0, 6)], True))
        await ours.master.done(SetEdges([edge(6)], "wall"))
        assert len(ann.page.sent) == heard
        assert view.tiles[0, 8] == "#"
        assert view.tiles[0, 6] == "."
        await ours.master.done(SetDoor("open", edge(4)))
        assert view.tiles[0, 6] == "#"
        assert view.tiles[0, 8] == "#"
        assert view.edges == {edge(4): ("door", "open"), edge(6): ("wall", "")}


async def test_a_secret_door_is_a_wall_until_it_is_found() -> None:
    async with corridor() as (ours, ann, mira):
        view = ann.page.view
        await ours.master.done(SetEdges([edge(1)], "door", "secret"))
        assert view.edges == {edge(1): ("wall", "")}
        no_door = await ann.refused(SetDoor("open", edge(5)))
        assert await ann.refused(SetDoor("open", edge(1))) == no_door
        await ann.done(Move(mira, (0, 1)))
        assert await ann.refused(SetDoor("open", edge(1))) == no_door
        heard = len(ann.page.sent)
        await ours.master.done(SetEdges([edge(1)], "wall"))
        await ours.master.done(Undo())
        assert len(ann.page.sent) == heard
        await ours.master.done(SetDoor("closed", edge(1)))
        assert view.edges == {edge(1): ("door", "closed")}
        await ann.done(SetDoor("open", edge(1)))
        assert (0, 9) in view.tiles
        await ours.master.done(SetDoor("secret", edge(1)))
        assert view.edges == {edge(1): ("wall", "")}


async def test_a_locked_door_looks_closed_until_somebody_tries_it() -> None:
    async with corridor() as (ours, ann, mira):
        view = ann.page.view
        await ours.master.done(SetEdges([edge(1)], "door", "closed"))
        heard = len(ann.page.sent)
        await ours.master.done(SetDoor("locked", edge(1)))
        assert len(ann.page.sent) == heard
        assert view.edges == {edge(1): ("door", "closed")}
        await ann.done(Move(mira, (0, 1)))
        assert await ann.refused(SetDoor("open", edge(1))) == "It is locked."


async def test_a_free_secret_door_is_a_wall_too() -> None:
    async with corridor() as (ours, ann, _mira):
        view = ann.page.view
        ends = ((1.0, 0.0), (1.0, 1.0))
        await ours.master.done(AddWall(ends, "door", "secret"))
        assert view.walls == [(1.0, 0.0, 1.0, 1.0, "wall", "")]
        no_door = await ann.refused(SetDoor("open", wall=((5.0, 0.0), (5.0, 1.0))))
        assert await ann.refused(SetDoor("open", wall=ends)) == no_door
        await ours.master.done(SetDoor("closed", wall=ends))
        await ann.done(SetDoor("open", wall=ends))
        assert view.walls == [(1.0, 0.0, 1.0, 1.0, "door", "open")]
        assert view.lit is not None
        assert (0, 9) in view.lit


async def test_a_wall_between_two_tiles_is_seen_from_either() -> None:
    """A border is stored once, whichever of its tiles was seen last."""
    async with corridor() as (ours, ann, _mira):
        view = ann.page.view
        ends = ((5.0, 0.0), (5.0, 1.0))
        await ours.master.done(AddWall(ends, "door", "open"))
        assert view.lit is not None
        assert (0, 9) in view.lit
        await ours.master.done(SetDoor("closed", wall=ends))
        assert view.walls == [(5.0, 0.0, 5.0, 1.0, "door", "closed")]
        assert (0, 9) not in view.lit
        await ours.master.done(RemoveWall(ends))
        assert view.walls == []


async def test_people_are_gone_when_they_leave_and_things_are_remembered() -> None:
    async with corridor() as (ours, ann, mira):
        view, master = ann.page.view, ours.master
        goblin = await master.done(PlaceFigure((0, 7), "Goblin", blocks=False))
        chest = await master.done(PlaceFigure((0, 9), "Chest", kind="chest", blocks=False))
        assert set(view.figures) == {mira, goblin, chest}
        await master.done(SetEdges([edge(4)], "wall"))
        assert set(view.figures) == {mira, chest}
        assert view.figures[chest]["ghost"]
        heard = len(ann.page.sent)
        await master.done(Move(goblin, (0, 6)))
        await master.done(EditFigure(chest, name="Mimic"))
        await master.done(Move(chest, (0, 5)))
        assert len(ann.page.sent) == heard
        assert view.figures[chest]["at"] == [0, 9]
        assert view.figures[chest]["name"] == "Chest"
        await master.done(SetEdges([edge(7)], "wall"))
        await master.done(SetEdges([edge(4)], None))
        # Its old position is still out of sight, but it is visible elsewhere.
        assert view.figures[chest]["at"] == [0, 5]
        assert not view.figures[chest]["ghost"]
        await master.done(SetEdges([edge(4)], "wall"))
        await master.done(RemoveFigure(chest))
        assert view.figures[chest]["ghost"]
        await master.done(SetEdges([edge(4)], None))
        assert set(view.figures) == {mira, goblin}


async def test_who_walks_by_sees_what_is_on_the_way() -> None:
    board = SquareBoard(3, 9)
    for column in range(9):
        if column != 4:  # a niche beside the corridor
            board.set_solid((1, column))
            board.set_solid((2, column))
    async with party(board, CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        chest = await ours.master.done(PlaceFigure((2, 4), "Chest", kind="chest"))
        imp = await ours.master.done(PlaceFigure((1, 4), "Imp", blocks=False))
        view = ann.page.view
        assert (2, 4) not in view.tiles
        heard = len(ann.page.sent)
        await ann.done(Move(mira, (0, 8)))
        assert view.tiles[2, 4] == "."
        assert view.lit is not None
        assert (2, 4) not in view.lit
        assert view.figures[chest]["ghost"]
        assert imp not in view.figures
        # It was there briefly, like the imp.
        assert ann.page.kinds(heard)[:2] == ["change", "change"]
        assert imp in {figure["id"] for figure in ann.page.received[heard]["figures"]}
        await ann.done(Move(mira, (0, 0)))
        assert view.figures[chest]["ghost"]
        await ours.master.done(RemoveFigure(chest))
        await ann.done(Move(mira, (0, 8)))
        assert chest not in view.figures


async def test_the_master_carries_figures_through_the_dark() -> None:
    """The figure does not walk, so nothing is seen on the way."""
    async with corridor(2, 5) as (ours, ann, mira):
        await ours.master.done(Move(mira, (0, 9)))
        assert set(ann.page.view.tiles) == {(0, c) for c in (0, 1, 2, 6, 7, 8, 9)}


async def test_hidden_figures_leave_no_trace() -> None:
    async with corridor() as (ours, ann, mira):
        before = list(ann.page.sent)
        master = ours.master
        imp = await master.done(PlaceFigure((0, 1), "Imp", hidden=True, owners=[ann.id]))
        await master.done(Move(imp, (0, 0)))
        await master.done(EditFigure(imp, name="Demon", blocks=True, size=(1, 3)))
        await master.done(Undo())
        await master.done(Redo())
        await ours.table.watch(master.page, ann.id)
        await ours.table.watch(master.page, None)
        assert ann.page.sent == before
        assert await ann.refused(Move(imp, (0, 5))) == await ann.refused(Move("f0", (0, 5)))
        await ann.done(Move(mira, (0, 2)))  # where the demon is
        assert imp.encode() not in b"".join(ann.page.sent)
        await master.done(EditFigure(imp, size=(1, 1), owners=[]))
        await master.done(Move(imp, (0, 9)))
        await master.done(EditFigure(imp, hidden=False))
        assert ann.page.view.figures[imp]["name"] == "Demon"
        await master.done(EditFigure(imp, hidden=True))
        assert imp not in ann.page.view.figures


async def test_a_map_is_seen_anew_when_it_is_shown_again() -> None:
    async with corridor() as (ours, ann, _mira):
        shown = ours.shown.id
        other = await ours.master.done(NewMap("Cellar", "square", 2, 2))
        await ours.master.done(ShowMap(other))
        assert ann.page.view.state() == fresh(ours.table, ann.id)
        heard = len(ann.page.sent)
        await ours.table.look_at(ours.master.page, shown)
        await ours.master.done(Paint([(0, 3)], True))
        await ours.master.done(SetEdges([edge(1)], "door", "open"))
        await ours.master.done(AddWall(((0.2, 0.2), (0.4, 0.9))))
        assert len(ann.page.sent) == heard
        await ours.master.done(ShowMap(shown))
        view = ann.page.view
        assert view.tiles[0, 3] == "#"
        assert view.tiles[0, 9] == "."  # as it was last seen
        assert view.edges == {edge(1): ("door", "open")}
        assert len(view.walls) == 1
        await ours.master.done(ShowMap(None))
        assert view.stage is None


async def test_heights_are_remembered_too() -> None:
    board = HexBoard(cells=[(q, 0) for q in range(8)])
    async with party(board, HexRayRule()) as ours:
        ann = await ours.player("Ann")
        await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        await ours.master.done(SetHeight([(5, 0)], cover=0.5, elevation=0))
        view = ann.page.view
        assert view.heights == {(5, 0): (0.5, 0.0)}
        await ours.master.done(SetEdges([((2, 0), (3, 0))], "wall"))
        await ours.master.done(SetHeight([(5, 0)], cover=0, elevation=None))
        assert view.heights == {(5, 0): (0.5, 0.0)}
        await ours.master.done(SetEdges([((2, 0), (3, 0))], None))
        assert view.heights == {}


async def test_sight_is_shared_only_if_the_table_says_so() -> None:
    async with corridor(4) as (ours, ann, mira):
        ben = await ours.player("Ben")
        brom = await ours.master.done(PlaceFigure((0, 9), "Brom", owners=[ben.id]))
        assert brom not in ann.page.view.figures
        await ours.master.done(SetOptions(shared_sight=True))
        assert ann.page.view.lit == {(0, column) for column in range(10)}
        assert set(ann.page.view.figures) == set(ben.page.view.figures) == {mira, brom}
        assert not ann.page.view.figures[brom]["mine"]
        await ours.master.done(SetOptions(shared_sight=False))
        assert ann.page.view.lit == {(0, column) for column in range(5)}
        assert (0, 9) in ann.page.view.tiles
        assert brom not in ann.page.view.figures


async def test_a_blind_figure_is_still_on_its_players_map() -> None:
    async with corridor() as (ours, ann, mira):
        await ours.master.done(EditFigure(mira, sighted=False))
        assert ann.page.view.lit == {(0, 0)}
        await ours.master.done(Move(mira, (0, 9)))
        assert ann.page.view.lit == {(0, 9)}
        assert ann.page.view.figures[mira]["at"] == [0, 9]


async def test_where_the_map_ends_is_not_to_be_found_out_by_trying() -> None:
    """One map ends behind a wall and the other continues. Moving a large figure there must not
    tell.
    """
    answers = []
    for columns in (4, 6):
        board = SquareBoard(2, columns)
        board.add_wall((4, 0), (4, 2))
        async with party(board, CENTER) as ours:
            ann = await ours.player("Ann")
            ogre = PlaceFigure((0, 0), "Ogre", size=(2, 2), owners=[ann.id])
            asked = AskField(await ours.master.done(ogre), at=(0, 3))
            answers.append((await ann.ask(asked))["answer"])
            beyond = {await ann.refused(Move(asked.figure or "", (0, c))) for c in (4, 5, 6, 99)}
            assert len(beyond) == 1
    assert answers[0] == answers[1]


async def test_nor_where_it_has_gaps() -> None:
    """Lines across a gap in the map are answered like lines across unknown ground."""
    board = HexBoard(cells=[(q, 0) for q in (0, 1, 5, 6)], outside="solid")
    async with party(board, CENTER) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        await ours.master.done(Move(mira, (6, 0)))
        assert ann.page.view.lit == {(5, 0), (6, 0)}
        assert (await ann.ask(AskField(mira)))["answer"]["lit"] == [[0, 0, 2], [5, 0, 2]]


async def test_a_ruling_changes_what_is_seen() -> None:
    """The line touches a corner, which the rule leaves to the game master."""
    board = SquareBoard(4, 4)
    board.set_solid((0, 1))
    async with party(board, CenterRule("adjudicated")) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        imp = await ours.master.done(PlaceFigure((1, 1), "Imp", blocks=False))
        view = ann.page.view
        assert imp not in view.figures
        await ours.master.done(Decide(mira, imp, True, "the pillar is low"))
        assert imp in view.figures
        assert view.lit is not None
        assert (1, 1) in view.lit
        await ours.master.done(Undo())
        assert imp not in view.figures
        await ours.master.done(Redo())
        assert imp in view.figures
        assert b"pillar" not in b"".join(ann.page.sent)
