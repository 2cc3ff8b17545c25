"""A table with everything that three people can do, in any order, with restarts in between.

After each step, every page equals a newly opened one, players know what the slow reference says,
the file equals the table, and no byte sent to a player contained anything hidden.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, get_args

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sightline.table.protocol.actions import (
    AddFloor,
    Admit,
    BringFigure,
    Climb,
    Dismiss,
    EditFigure,
    EditFloor,
    LiftFigure,
    MasterAction,
    Move,
    NewLink,
    PaintFloor,
    PlaceFigure,
    PutStairs,
    Redo,
    RemoveFloor,
    RemoveStairs,
    Undo,
)
from sightline.table.protocol.questions import Question
from sightline.table.service.listeners import encode
from sightline.table.service.master_view import whole_stage
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World, map_entries
from sightline.table.vision.knowledge import Knowledge
from tests.table.support import random_play
from tests.table.support.fake_pages import Person, View, fresh
from tests.table.vision.test_knowledge import SEEDS, SHARE, Evening, evening

players = st.sampled_from((0, 1))


class AtTheTable(RuleBasedStateMachine):
    """A game master, Ann, Ben, and Zoe, who joins and leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "table"
        self.here: Evening
        self.zoe: Person | None = None
        self.haunting: set[str] = set()
        """Figures that were always hidden."""
        self.shown: set[str] = set()
        """Figures that were visible at some time."""

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    @initialize(seed=SEEDS)
    def open(self, seed: int) -> None:
        self.evening = evening(seed, self.path)
        self.here = self.run(self.evening.__aenter__())

    def teardown(self) -> None:
        if hasattr(self, "here"):
            self.run(self.evening.__aexit__(None, None, None))
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.folder.cleanup()

    # --- the master

    def by_master(self, action: MasterAction) -> None:
        self.run(self.here.do(self.here.ours.master, action))

    @rule(seed=SEEDS)
    def draw(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.draw(self.looked_at()))

    @rule(seed=SEEDS)
    def move_people(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.people(self.looked_at(), list(self.here.fogs)))

    @rule(seed=SEEDS)
    def decide(self, seed: int) -> None:
        self.here.rng.seed(seed)
        page = self.here.ours.master.page
        shown = self.here.scene
        self.run(self.here.ours.table.look_at(page, shown.id))
        self.by_master(self.here.master.decide(shown, page.last("calls")["calls"]))

    @rule(seed=SEEDS)
    def take_back(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.take_back())

    @rule(seed=SEEDS)
    def change_the_rule(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.rule(self.looked_at()))

    @rule(seed=SEEDS)
    def lay_fog(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.fog(self.looked_at(), list(self.here.fogs)))

    @rule(seed=SEEDS)
    def change_the_light(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.dusk())

    @rule(seed=SEEDS)
    def take_turns(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.evening(self.looked_at()))

    @rule(seed=SEEDS)
    def play_a_game(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.game())

    @rule(seed=SEEDS)
    def roll_and_show(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.in_the_open(self.looked_at()))

    @rule()
    def undo_and_forget(self) -> None:
        self.by_master(Undo(forget=True))

    @rule(seed=SEEDS)
    def change_options(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.options())

    @rule(seed=SEEDS)
    def change_maps(self, seed: int) -> None:
        self.here.rng.seed(seed)
        self.by_master(self.here.master.maps(self.here.ours.table.world))

    @rule()
    def undo(self) -> None:
        self.by_master(Undo())

    @rule()
    def redo(self) -> None:
        self.by_master(Redo())

    @rule(seed=SEEDS)
    def look_at_another_map(self, seed: int) -> None:
        self.here.rng.seed(seed)
        maps = self.here.ours.table.world.maps()
        page = self.here.ours.master.page
        self.run(self.here.ours.table.look_at(page, self.here.rng.choice(maps).id))

    @rule(who=st.sampled_from((0, 1, None)))
    def watch(self, who: int | None) -> None:
        player = None if who is None else list(self.here.fogs)[who]
        self.run(self.here.ours.table.watch(self.here.ours.master.page, player))

    @rule(seed=SEEDS)
    def ask(self, seed: int) -> None:
        self.here.rng.seed(seed)
        question = self.here.master.question(self.looked_at(), list(self.here.fogs))
        self.run(self.here.ours.master.ask(question))

    @rule(seed=SEEDS)
    def haunt(self, seed: int) -> None:
        """Add or move a hidden figure."""
        rng, scene = self.here.rng, self.looked_at()
        rng.seed(seed)
        mine = sorted(self.haunting & scene.figures.keys())
        tile = self.here.master.tile(scene)
        if mine and rng.random() < 0.6:
            ghost = rng.choice(mine)
            self.by_master(rng.choice((Move(ghost, tile), EditFigure(ghost, name="Casper"))))
        else:
            owners = list(self.here.fogs)[: rng.randrange(3)]
            self.by_master(PlaceFigure(tile, "Casper", hidden=True, owners=owners))

    # --- players

    def player(self, who: int) -> Person:
        return self.here.ours.players[list(self.here.fogs)[who]]

    @rule(seed=SEEDS, who=players)
    def play(self, seed: int, who: int) -> None:
        self.here.rng.seed(seed)
        person = self.player(who)
        known = self.here.ours.table.vision.knowledge(person.id)
        action = self.here.plays[person.id].action(self.here.scene, known)
        self.run(self.here.do(person, action))

    @rule(seed=SEEDS, who=players)
    def wonder(self, seed: int, who: int) -> None:
        self.here.rng.seed(seed)
        person = self.player(who)
        known = self.here.ours.table.vision.knowledge(person.id)
        self.run(person.ask(self.here.plays[person.id].question(self.here.scene, known)))

    @rule(who=players)
    def reconnect(self, who: int) -> None:
        self.run(self.player(who).leave())
        self.run(self.player(who).enter())

    @rule(who=players)
    def renew_a_link(self, who: int) -> None:
        person = self.player(who)
        self.by_master(NewLink("player", person.id))
        assert person.page.closed is not None
        self.run(person.enter())

    # --- the door, and the power

    @precondition(lambda self: self.zoe is None)
    @rule()
    def zoe_comes(self) -> None:
        ours = self.here.ours
        if ours.table.world.table.room_locked:
            return
        self.zoe = self.run(ours.player("Zoe"))
        del ours.players[self.zoe.id]
        scene = self.looked_at()
        self.by_master(PlaceFigure(self.here.master.tile(scene), "Zorro", owners=[self.zoe.id]))

    @precondition(lambda self: self.zoe is not None)
    @rule()
    def zoe_is_shown_the_door(self) -> None:
        assert self.zoe is not None
        self.by_master(Dismiss(self.zoe.id))
        assert self.zoe.page.closed is not None
        self.zoe = None

    @rule()
    def restart(self) -> None:
        self.run(self.here.restart(self.path))
        if self.zoe is not None:
            self.zoe = Person(self.here.ours.table, self.zoe.actor)
            self.run(self.zoe.enter())

    # --- what always holds

    def looked_at(self) -> MapScene:
        page = self.here.ours.master.page
        listener = self.here.ours.table.core.broadcaster.listeners.of(page)
        assert listener is not None
        return self.here.ours.table.world.scenes[listener.looking]

    @invariant()
    def players_have_what_is_theirs(self) -> None:
        """Compare pages with new snapshots. What players may see was checked at each change."""
        for person in self.here.ours.players.values():
            assert person.page.view.state() == fresh(self.here.ours.table, person.id)

    @invariant()
    def the_master_has_all(self) -> None:
        table, page = self.here.ours.table, self.here.ours.master.page
        listener = table.core.broadcaster.listeners.of(page)
        assert listener is not None
        if listener.watching is None:
            should = View([encode(whole_stage(table.world.scenes[listener.looking]))]).state()
        else:
            should = View([encode(table.vision.stage(listener.watching))]).state()
        have = page.view.state()
        for state in (should, have):
            if state["stage"]:
                del state["stage"]["name"]  # a new name is sent separately from the map
        assert have == should

    @invariant()
    def the_file_has_what_the_table_has(self) -> None:
        table = self.here.ours.table
        live, kept = table.world, World(table.transactions.store.load().values)
        assert kept.values == live.values
        assert (kept.players, kept.table) == (live.players, live.table)
        assert kept.scenes.keys() == live.scenes.keys()
        for id_, scene in live.scenes.items():
            assert kept.scenes[id_].board == scene.board
            assert kept.scenes[id_].rule == scene.rule
            assert kept.scenes[id_].figures == scene.figures
            assert kept.scenes[id_].record == scene.record

    @invariant()
    def nothing_hidden_was_told(self) -> None:
        world = self.here.ours.table.world
        everybody = [f for scene in world.scenes.values() for f in scene.figures.values()]
        self.shown |= {figure.id for figure in everybody if not figure.hidden}
        self.haunting |= {figure.id for figure in everybody if figure.hidden}
        self.haunting -= self.shown
        hidden = [*self.haunting, world.table.master_secret, world.table.join_secret]
        for person in self.here.ours.players.values():
            received = b"\n".join(person.page.sent)
            others = [p.secret for p in world.players.values() if p.id != person.id]
            for word in (*hidden, *others):
                assert word.encode() not in received


AtTheTable.TestCase.settings = settings(
    max_examples=settings().max_examples // SHARE, stateful_step_count=30
)
TestAtTheTable = AtTheTable.TestCase


OF_HEIGHTS = (
    *(LiftFigure, AddFloor, EditFloor, PaintFloor, RemoveFloor),
    *(PutStairs, RemoveStairs, Climb),
)


def test_nothing_that_can_be_done_is_left_out() -> None:
    """A new action or question must be added to this test."""
    rng = Random(0)
    master, player = random_play.Master(rng), random_play.Player(rng, "p0")
    world = World(
        {
            entry.key: entry.after
            for grid in ("square", "hex")
            for entry in map_entries(
                "Map", random_play.some_board(rng, grid), {"rule": "center"}, 1
            )[1]
        }
    )
    # test_storeys.py covers heights: random play has no storeys yet.
    done: set[type] = {Admit, Dismiss, NewLink, Undo, Redo, *OF_HEIGHTS}
    asked: set[type] = set()
    for _ in range(300):
        scene = rng.choice(world.maps())
        made = (
            master.draw(scene),
            master.people(scene, []),
            master.place(scene, []),
            master.decide(scene),
            master.take_back(),
            master.rule(scene),
            master.options(),
            master.maps(world),
            master.fog(scene, []),
            master.dusk(),
            master.evening(scene),
            master.in_the_open(scene),
            master.game(),
        )
        done |= {type(action) for action in made}
        asked.add(type(master.question(scene, ["p0"])))
        asked.add(type(player.question(scene, Knowledge("p0", scene, {}))))
    assert done >= set(get_args(MasterAction)) - {BringFigure}
    assert asked == set(get_args(Question))
