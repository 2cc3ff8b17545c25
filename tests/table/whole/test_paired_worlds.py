"""Two worlds that differ only in what a player cannot see send identical bytes to that player.

Both worlds, A and B, have an area for their players that ends at thick rock. Only B has more:
beyond the rock there is another area where things are drawn and fought over, other players have
joined, hidden figures are among the others, some walls have secret doors, and there are other maps.
Sometimes there is a picture under the map, which in B is larger and has other pixels in the rock
and beyond. The same things happen in both worlds, and much else in B. Everything that the players'
pages receive is compared, so a leak shows as a different byte.

The game master's view may differ, and so may the game master's actions: undo in B first reverts
what happened out of sight.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random
from unittest import mock

from hypothesis import given, reject, settings
from hypothesis import strategies as st

from sightline import Door, HexBoard, SquareBoard, Wall, verdict
from sightline.answers.sight import Verdict
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.hexagon import Outside
from sightline.model.numbers import UNIT
from sightline.model.threshold import Threshold
from sightline.rulings import Rulings
from sightline.table.actions.plans.terrain import ends_in_units
from sightline.table.protocol.actions import (
    CoverTiles,
    Decide,
    DeleteMap,
    Dismiss,
    EditFigure,
    Erase,
    Forget,
    MasterAction,
    Move,
    NewLink,
    NewMap,
    PlaceFigure,
    PutArea,
    Redo,
    RenameMap,
    Reveal,
    SetFace,
    SetOptions,
    ShowMap,
    TakeBack,
    Undo,
)
from sightline.table.protocol.client import WantFaces
from sightline.table.protocol.questions import AskChecklist, AskKnown, AskSight
from sightline.table.protocol.types import Tier, WireLamp
from sightline.table.service.table import Table
from sightline.table.state.records import MASTER
from sightline.table.state.scene import MapScene
from sightline.table.transfer.pictures import export, player_picture
from sightline.table.vision.tile_sets import tiles_of_bits
from tests.table.support import random_play
from tests.table.support.fake_pages import Ids, Party, Person, imported, repeated_ids
from tests.table.support.pictured_maps import (
    Color,
    cut_in_this_process,
    every_tile,
    lay,
    painted,
    painted_under,
    wanted,
)
from tests.table.vision.test_knowledge import SEEDS, SHARE

ROCK = 3
"""Its thickness."""
WHOLE = 8_000
JOINTS = (2_639, 5_003)
"""Where a secret door is in a free wall, in units of 1 / `WHOLE`.

No line of sight passes these points. By some rules a line through a joint would see past it.
"""
PICTURED = 0.3
"""The probability of a picture under the map."""
PIXELS = 70
"""Pixels per tile of the picture, also after random play moves it."""
ONE_TIME = "2026-01-01 12:00:00 UTC"


class SeenThroughError(Exception):
    """The players saw through the rock, so the worlds cannot be compared."""


class PairOfMaps:
    """Two maps that differ only where the players do not see."""

    def __init__(self, rng: Random) -> None:
        self.grid = rng.choice(("square", "hex"))
        self.rim = rng.randint(3, 6)
        """Where the players' area ends and the rock begins."""
        self.deep, self.beyond = rng.randint(3, 6), rng.randint(2, 5)
        outside: Outside = rng.choice(("open", "solid"))
        self.open = self._board(self.rim + ROCK, outside)
        self.open.ambient = rng.choice(("bright", "dim", "dark", "dark"))
        here = [tile for tile in self.open.tiles() if self.is_here(tile)]
        random_play.furnish(rng, self.open, here)
        for _ in range(rng.choice((0, 1, 2))):
            start, end = random_play.wall_ends(rng, self.open, here)
            if start != end:
                self.open.add_wall(start, end)
        self.whole = self._board(self.rim + ROCK + self.beyond, outside)
        self.in_parts = _copy(self.open, self.whole, secret=rng.random() < 0.5)
        """The free walls that are one wall in A and three in B."""
        random_play.furnish(rng, self.whole, [t for t in self.whole.tiles() if self.is_beyond(t)])

    def _board(self, across: int, outside: Outside) -> Board:
        board: Board
        if self.grid == "square":
            board = SquareBoard(self.deep, across)
        else:
            cells = [(q, r) for q in range(across) for r in range(self.deep)]
            board = HexBoard(cells=cells, outside=outside)
        for tile in board.tiles():
            if not self.is_here(tile) and not self.is_beyond(tile):
                board.set_solid(tile)
        return board

    def across(self, at: tuple[float, float]) -> float:
        return at[1] if self.grid == "square" else at[0]

    def is_here(self, tile: tuple[int, int]) -> bool:
        return self.across(tile) < self.rim

    def is_beyond(self, tile: tuple[int, int]) -> bool:
        return self.across(tile) >= self.rim + ROCK

    def ends_beyond(self, point: tuple[float, float]) -> bool:
        """Return whether the end of a free wall is beyond the rock; (x, y) on squares."""
        return point[0] > self.rim + 1


def _copy(ground: Board, to: Board, *, secret: bool) -> set[tuple[Point, Point]]:
    """Copy the ground. With `secret`, replace some walls by parts with a secret door.

    Return the walls that consist of parts now.
    """
    in_parts = set()
    for tile in ground.solid_tiles():
        to.set_solid(tile)
    for a, b, threshold in ground.edges():
        hidden = secret and threshold == Wall() and (a[0] + b[1]) % 2
        to.set_edge(a, b, Door("secret") if hidden else threshold)
    for ends, threshold in ground.wall_items():
        if secret and threshold == Wall() and _can_be_cut(*ends):
            one, door, other = pairwise((ends[0], *_joints(*ends), ends[1]))
            _add_wall(to, one, Wall())
            _add_wall(to, door, Door("secret"))
            _add_wall(to, other, Wall())
            in_parts.add(ends)
        else:
            _add_wall(to, ends, Door("secret") if secret and threshold == Wall() else threshold)
    for tile, kind in ground.terrains().items():
        to.set_terrain(tile, kind)
    to.ambient = ground.ambient
    for light in ground.lights():
        to.add_light(light.at, light.bright, light.dim)
    if isinstance(ground, HexBoard) and isinstance(to, HexBoard):
        for tile in ground.tiles():
            to.set_cover(tile, ground.cover(tile))
            to.set_elevation(tile, ground.elevation(tile))
    return in_parts


def _can_be_cut(start: Point, end: Point) -> bool:
    """Return whether the line has exact points for the joints."""
    return all((b - a) % WHOLE == 0 for a, b in zip(start, end, strict=True))


def _joints(start: Point, end: Point) -> Iterator[Point]:
    for part in JOINTS:
        x, y = (a + (b - a) // WHOLE * part for a, b in zip(start, end, strict=True))
        yield x, y


def _add_wall(board: Board, ends: tuple[Point, Point], threshold: Threshold) -> None:
    one, other = ((Fraction(x, UNIT), Fraction(y, UNIT)) for x, y in ends)
    board.add_wall(one, other, threshold)


class PairedWorlds:
    """Two tables and the actions at them."""

    def __init__(self, seed: int, ids: Ids) -> None:
        self.rng = Random(seed)
        self.ids = ids
        self.step = 0
        self.grounds = PairOfMaps(self.rng)
        rule = random_play.some_rule(self.rng, self.grounds.grid)
        self.worlds: list[Party] = []
        for name, board in (("A", self.grounds.open), ("B", self.grounds.whole)):
            ids.use(name, "the beginning")
            self.worlds.append(Party(Table(maps=[imported(board, rule)])))
        self.public = random_play.Master(
            self.rng,
            lambda scene: [tile for tile in scene.board.tiles() if self.grounds.is_here(tile)],
            lambda figure: self._is_public(figure.id),
        )
        self.secret = random_play.Master(
            self.rng,
            lambda scene: [tile for tile in scene.board.tiles() if self.grounds.is_beyond(tile)],
            lambda figure: self.grounds.is_beyond(figure.at),
            self.grounds.ends_beyond,
            shares=False,
        )
        self.painter = Random(seed)
        """A separate generator, so that the same things happen with and without pictures."""
        self.pictured = self.painter.random() < PICTURED
        self.home = self.a.shown.id
        self.strangers: list[Person] = []
        self.rulings: list[tuple[int, int]] = []
        """The numbers of the rulings that both worlds have."""

    @property
    def a(self) -> Party:
        return self.worlds[0]

    @property
    def b(self) -> Party:
        return self.worlds[1]

    def _is_public(self, figure: str) -> bool:
        return any(figure in scene.figures for scene in self.a.table.world.scenes.values())

    def use(self, world: str, kind: str) -> None:
        self.ids.use(world, f"{kind} {self.step}")

    async def begin(self) -> None:
        for name, world in zip("AB", self.worlds, strict=True):
            self.use(name, "masters")
            await world.master.enter()
        for name in ("Ann", "Ben"):
            for letter, world in zip("AB", self.worlds, strict=True):
                self.use(letter, name)
                await world.player(name)
        for person in [*self.a.players.values()]:
            await self.both(self._placed([person.id]))
        for _ in range(4):
            await self.both(self.public.place(self.a.shown, list(self.a.players)))
        if self.pictured:
            await self._lay_pictures()

    async def _lay_pictures(self) -> None:
        """Place pictures that are equal as far as players may ever see.

        Behind the rock they differ, and so do their sizes.
        """
        self.step += 1
        seen = {(tile[0], tile[1]): self._color() for tile in self.grounds.whole.tiles()}
        face = painted(1, 1, lambda tile: self._color(), step=64)
        for letter, world in zip("AB", self.worlds, strict=True):
            self.use(letter, "pictures")

            def color(tile: tuple[int, int]) -> Color:
                hidden = self.grounds.across(tile) > self.grounds.rim
                return self._color() if hidden else seen[tile]

            data = painted_under(world.shown.board, color, PIXELS)
            laid = await lay(world, data, step=(str(PIXELS), str(PIXELS)))
            assert laid["t"] == "done", laid
            for figure in sorted(self.a.shown.figures):
                ticket = await world.table.pictures.bring(MASTER, face, (64, 64), is_face=True)
                await world.master.do(SetFace(figure, ticket), f"public {self.step} {figure}")
        self.compare()
        await self._look_at_pictures()

    def _color(self) -> Color:
        byte = self.painter.randrange
        return byte(256), byte(256), byte(256)

    async def _look_at_pictures(self) -> None:
        """Check that a client that requests all pictures gets the same in both worlds."""
        tiers: tuple[Tier, ...] = (32, 64)
        tier = self.painter.choice(tiers)
        every = every_tile(self.grounds.whole)
        for player in self.a.players:
            got = []
            for world in self.worlds:
                person = world.players[player]
                got.append(await wanted(person, every, tier))
                figures = person.page.view.figures.values()
                seen = [each["face"] for each in figures if each.get("face")]
                await world.table.pictures_for_pages.want_faces(person.page, WantFaces(seen))
            assert got[0] == got[1]
        self.compare()

    def _placed(self, owners: list[str]) -> PlaceFigure:
        at = self.public.tile(self.a.shown)
        return PlaceFigure(at, "Mira", side="hero", owners=owners)

    # --- what happens in both

    async def both(self, action: MasterAction) -> None:
        """Perform an action in both worlds; if A refuses it, do not try it in B."""
        erased = action.walls if isinstance(action, Erase) else ()
        walls = [*erased, getattr(action, "wall", None)]
        walls.append(getattr(action, "ends", None))
        if any(ends_in_units(ends) in self.grounds.in_parts for ends in walls if ends):
            return  # B has no such wall
        self.step += 1
        self.use("A", "public")
        if (await self.a.master.do(action, f"public {self.step}"))["t"] == "done":
            self.use("B", "public")
            await self.b.master.done(action, f"public {self.step}")
        self.compare()

    async def happen(self) -> None:
        """Perform a random action in both worlds."""
        rng, public, scene = self.rng, self.public, self.a.shown
        await self.a.table.look_at(self.a.master.page, scene.id)
        await self.b.table.look_at(self.b.master.page, self.b.shown.id)
        calls = self.a.master.page.last("calls")["calls"]
        players = list(self.a.players)
        match rng.randrange(23):
            case 22:
                await self.both(public.dusk())
            case 18 | 19 | 20:
                await self.both(public.fog(scene, players))
            case 21:
                await self.undo(forget=True)
                await self.come_home()
            case 0 | 1:
                await self.both(public.draw(scene))
            case 2 | 3:
                await self.both(public.people(scene, players))
            case 4:
                await self.decide(public.decide(scene, calls))
            case 5:
                await self.undo()
                await self.come_home()
            case 6:
                await self.redo()
                await self.come_home()
            case 7 if rng.random() < 0.3:
                await self.both(public.rule(scene))
            case 7 if not self.strangers:
                await self.both(public.options())
            case 8:
                await self.reconnect()
            case 9:
                await self.elsewhere()
            case _:
                await self.play()

    async def elsewhere(self) -> None:
        """Show the players another map, then none, then this one again."""
        await self.both(NewMap("Cellar", self.grounds.grid, 3, 4))  # type: ignore[arg-type]
        cellar = self.a.table.world.maps()[-1].id
        for shown in (cellar, None, self.home):
            await self.both(ShowMap(shown))
            if shown == cellar:
                for world in self.worlds:
                    await world.table.look_at(world.master.page, cellar)
                await self.both(self._placed(list(self.a.players)))
                await self.play()
            else:
                await self.reconnect()
        await self.both(DeleteMap(cellar))
        for world in self.worlds:
            await world.table.look_at(world.master.page, world.shown.id)

    async def come_home(self) -> None:
        """Show the players' map again, because undo may have switched to another one."""
        if self.a.table.world.table.shown != self.home:
            await self.both(ShowMap(self.home))

    async def play(self) -> None:
        """Let a player act or ask."""
        self.step += 1
        player = self.rng.choice(list(self.a.players))
        play = random_play.Player(self.rng, player)
        known = self.a.table.vision.knowledge(player)
        asks = self.rng.random() < 0.4
        if asks:
            question = play.question(self.a.shown, known)
        else:
            action = play.action(self.a.shown, known)
        for letter, world in zip("AB", self.worlds, strict=True):
            self.use(letter, "play")
            if asks:
                await world.players[player].ask(question)
            else:
                await world.players[player].do(action, f"play {self.step}")
        self.compare()
        if self.pictured and self.painter.random() < 0.3:
            await self._look_at_pictures()

    async def reconnect(self) -> None:
        player = self.rng.choice(list(self.a.players))
        for world in self.worlds:
            await world.players[player].leave()
            await world.players[player].enter()
        self.compare()

    async def decide(self, action: MasterAction) -> None:
        before = len(self._numbers(self.a))
        if self.rulings and self.rng.random() < 0.3:
            self.step += 1
            for number, world in zip(self.rng.choice(self.rulings), self.worlds, strict=True):
                await world.master.do(TakeBack(number), f"public {self.step}")
        else:
            await self.both(action)
        if len(self._numbers(self.a)) > before:
            self.rulings.append((self._numbers(self.a)[-1], self._numbers(self.b)[-1]))
        self.compare()

    @staticmethod
    def _numbers(world: Party) -> list[int]:
        return [each.number for each in world.table.desk.of(world.shown.id).history()]

    async def undo(self, *, forget: bool = False) -> None:
        wanted = self.a.table.history.next_undo(MASTER)
        if wanted is None:
            return
        while (row := self.b.table.history.next_undo(MASTER)) is not None:
            if row.change_id == wanted.change_id and row.actor == wanted.actor:
                await self.both(Undo(forget))
                return
            self.use("B", "undo")
            both_have_it = row.change_id.startswith(("public", "play"))
            again = Undo(self.rng.random() < 0.5)
            if both_have_it or (await self.b.master.do(again))["t"] == "refused":
                return

    async def redo(self) -> None:
        wanted = self.a.table.history.next_redo(MASTER)
        if wanted is None:
            return
        while (row := self.b.table.history.next_redo(MASTER)) is not None:
            if row.change_id == wanted.change_id:
                await self.both(Redo())
                return
            self.use("B", "redo")
            not_now = row.change_id.startswith(("public", "play", "sneak"))
            if not_now or (await self.b.master.do(Redo()))["t"] == "refused":
                return

    # --- what happens only in B

    async def happen_out_of_sight(self) -> None:
        self.step += 1
        self.use("B", "secret")
        rng, secret, world = self.rng, self.secret, self.b
        scene, master = world.shown, world.master
        strangers = [person.id for person in self.strangers]
        match rng.randrange(19):
            case 17 | 18:
                await self._fog_out_of_sight(scene, strangers)
            case 0 | 1:
                await master.do(secret.draw(scene))
            case 2 | 3 | 4:
                await master.do(secret.people(scene, strangers))
            case 5:
                await master.do(secret.decide(scene))
            case 6:
                await self._undo_out_of_sight()
            case 7 | 8:
                await self._haunt(scene)
            case 9:
                await self._come_and_go()
            case 10:
                await self._other_maps()
            case 11 | 12:
                await self._strangers_play(scene)
            case 13:
                await master.do(RenameMap(scene.id, f"The {secret.name()}"))
            case 14:
                await self._look_around(scene)
            case 15:
                await self._sneak(scene)
            case _:
                options = SetOptions(room_locked=rng.random() < 0.3)
                await master.do(rng.choice((options, NewLink("join"), NewLink("master"))))
        self.compare()

    async def _fog_out_of_sight(self, scene: MapScene, strangers: list[str]) -> None:
        """Use fog tools and questions on the area beyond the rock."""
        rng, master = self.rng, self.b.master
        spans = [(*self.secret.tile(scene), 1) for _ in range(3)]
        await master.do(CoverTiles(spans, on=rng.random() < 0.6))
        await master.ask(AskKnown(rng.choice([*self.b.players, *strangers])))
        if strangers:
            who = rng.choice(strangers)
            said = Reveal(spans, who=who), Reveal(who=who), Forget(spans, who=who), Forget(who=who)
            await master.do(rng.choice(said))

    async def _undo_out_of_sight(self) -> None:
        """Undo only what was done beyond the rock."""
        world, rng = self.b, self.rng
        for action in (Undo(), Undo(forget=True), Redo()):
            history = world.table.history
            row = (
                history.next_undo(MASTER) if isinstance(action, Undo) else history.next_redo(MASTER)
            )
            mine = row is not None and not row.change_id.startswith(("public", "play", "sneak"))
            if mine and rng.random() < 0.7:
                await world.master.do(action)

    async def _haunt(self, scene: MapScene) -> None:
        """Move hidden figures among the players' figures."""
        rng, public, master = self.rng, self.public, self.b.master
        ghosts = [f.id for f in scene.figures.values() if f.hidden and not self._is_public(f.id)]
        if not ghosts or rng.random() < 0.3:
            owners = rng.choice(([], list(self.b.players)))
            placed = public.place(scene, owners, hidden=True)
            await master.do(placed)
        else:
            ghost = rng.choice(ghosts)
            size = (2, 2)
            await master.do(
                rng.choice(
                    (
                        Move(ghost, public.tile(scene)),
                        PutArea("circle", ghost, 2),
                        Move(ghost, public.tile(scene)),
                        EditFigure(ghost, lamp=WireLamp(2, 4, "#00ff00"), dark_vision=3),
                        EditFigure(ghost, name="Boo", sighted=False, blocks=True, size=size),
                    )
                )
            )

    async def _sneak(self, scene: MapScene) -> None:
        """Add a figure that is not hidden, move it where no player looks, and remove it."""
        dark = [(tile[0], tile[1]) for tile in scene.board.tiles()]
        for player in self.b.players.values():
            dark = [tile for tile in dark if tile not in (player.page.view.lit or ())]
        if not dark:
            return
        rng, master = self.rng, self.b.master
        placed = PlaceFigure(rng.choice(dark), "Imp", blocks=False)
        imp = await master.done(placed, f"sneak {self.step}")
        self.compare()
        there = rng.choice(self._too_close(scene, dark) or dark)
        for action in (Move(imp, there), EditFigure(imp, name="Nibs", side="ally")):
            await master.done(action, f"sneak {self.step} {type(action)}")
            self.compare()
        await self._rule_on(imp)
        await self._ask_about_everything()
        while imp in scene.figures:
            await master.done(Undo())
            self.compare()

    def _too_close(self, scene: MapScene, dark: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the tiles where the rule leaves open whether a player sees them."""
        viewers = [viewer for player in self.b.players for viewer in scene.viewers_of(player)]
        verdicts = {
            tile: {verdict(scene.board, viewer, tile, scene.rule) for viewer in viewers}
            for tile in dark
        }
        return [tile for tile in dark if Verdict.AMBIGUOUS in verdicts[tile]]

    async def _rule_on(self, imp: str) -> None:
        """Rule that nobody sees it, where the rule left that open."""
        calls = self.b.master.page.last("calls")["calls"]
        for call in [each for each in calls if imp in (each["a"], each["b"])]:
            ruled = Decide(call["a"], call["b"], False, "it crouches")
            await self.b.master.done(ruled, f"sneak {self.step} {call['a']} {call['b']}")
            self.compare()

    async def _ask_about_everything(self) -> None:
        """Ask about everything in both worlds, as a custom client might."""
        for player in self.a.players:
            known = self.a.table.vision.knowledge(player)
            if known is None:
                continue
            own = [figure.id for figure in known.figures.values() if figure.mine]
            tiles = [(t[0], t[1]) for t in tiles_of_bits(known.board, known.explored)]
            # also the dark: inside both maps, only in the larger one, and beyond both
            dark = [(a, b) for a in range(20) for b in range(20) if not known.explored_tile((a, b))]
            tiles += self.rng.sample(dark, 12)
            for figure, tile in [(f, t) for f in own for t in tiles]:
                for world in self.worlds:
                    await world.players[player].ask(AskSight(figure, tile))
        self.compare()

    async def _come_and_go(self) -> None:
        rng, world = self.rng, self.b
        shared = world.table.world.table.shared_sight
        if self.strangers and rng.random() < 0.5:
            await world.master.done(Dismiss(self.strangers.pop().id))
        elif not shared and not world.table.world.table.room_locked:
            somebody = await world.player(rng.choice(("Zed", "Yann")))
            del world.players[somebody.id]
            self.strangers.append(somebody)
            at = self.secret.tile(world.shown)
            await world.master.do(PlaceFigure(at, "Zorro", owners=[somebody.id]))

    async def _other_maps(self) -> None:
        rng, world = self.rng, self.b
        others = [each for each in world.table.world.scenes if each != world.shown.id]
        if not others or rng.random() < 0.4:
            await world.master.do(NewMap("Elsewhere", rng.choice(("square", "hex")), 3, 4))
            return
        other = rng.choice(others)
        await world.table.look_at(world.master.page, other)
        scene = world.table.world.scenes[other]
        anywhere = random_play.Master(rng)
        await world.master.do(
            rng.choice(
                (
                    anywhere.draw(scene),
                    anywhere.people(scene, []),
                    DeleteMap(other),
                    anywhere.rule(scene),
                )
            )
        )
        await world.table.look_at(world.master.page, world.shown.id)

    async def _strangers_play(self, scene: MapScene) -> None:
        for somebody in self.strangers:
            play = random_play.Player(self.rng, somebody.id)
            known = self.b.table.vision.knowledge(somebody.id)
            if self.rng.random() < 0.3:
                await somebody.ask(play.question(scene, known))
            elif known is not None:
                own = [f for f in known.figures.values() if f.mine]
                if all(self.grounds.is_beyond(figure.at) for figure in own):
                    await somebody.do(play.move(scene, known))

    async def _look_around(self, scene: MapScene) -> None:
        world, rng = self.b, self.rng
        await world.master.ask(random_play.Master(rng).question(scene, list(world.players)))
        player = rng.choice(list(world.players))
        await world.master.ask(AskChecklist(player))
        await world.table.watch(world.master.page, player)
        await world.table.watch(world.master.page, None)
        still = await world.table.map_keeper.still_scene(scene.id)
        assert still is not None
        export(still, world.table.desk.of(scene.id), "json")

    # --- what players have of it

    def compare(self) -> None:
        if self._seen_through():
            raise SeenThroughError
        for id_, player in self.a.players.items():
            assert player.page.sent == self.b.players[id_].page.sent

    async def end(self) -> None:
        for id_ in self.a.players:
            pictures = []
            for world in self.worlds:
                known = await world.table.map_keeper.still_knowledge(id_)
                assert known is not None
                pictures.append(player_picture(known))
            assert pictures[0] == pictures[1]
        kept = [world.table.transactions.store.load().learned for world in self.worlds]
        for (player, map_id), learned in kept[0].items():
            assert learned == kept[1][player, map_id]

    def _seen_through(self) -> bool:
        """Return whether a line of sight or light passed the rock, which some rules allow along an
        edge.
        """
        scene = self.b.table.world.scenes[self.home]
        light = self.b.table.vision.sight_on(scene).light
        for lamp in light.lamps:
            if self.grounds.is_beyond(lamp.at):
                for tile in tiles_of_bits(scene.board, light.falls_on(lamp, 0)):
                    if self.grounds.across(tile) < self.grounds.rim:
                        return True
        for id_ in self.b.players:
            known = self.b.table.vision.knowledge(id_)
            if known is not None:
                for tile in tiles_of_bits(known.board, known.explored):
                    if self.grounds.across(tile) > self.grounds.rim:
                        return True
        return False


async def _play(seed: int, steps: int) -> None:
    with (
        repeated_ids() as ids,
        mock.patch.object(Rulings, "_time", return_value=ONE_TIME),
        cut_in_this_process(),
    ):
        worlds_played = PairedWorlds(seed, ids)
        await worlds_played.begin()
        for _ in range(steps):
            for _ in range(worlds_played.rng.choice((0, 1, 2))):
                await worlds_played.happen_out_of_sight()
            await worlds_played.happen()
        await worlds_played.end()
        for world in worlds_played.worlds:
            await world.table.close()


@settings(max_examples=settings().max_examples // SHARE)
@given(seed=SEEDS, steps=st.integers(5, 25))
def test_what_cannot_be_seen_makes_no_difference(seed: int, steps: int) -> None:
    try:
        asyncio.run(_play(seed, steps))
    except SeenThroughError:
        reject()
