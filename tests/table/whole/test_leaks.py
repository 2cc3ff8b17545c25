"""An hour of play over real sockets, in which every byte sent to players is inspected.

Every hidden thing has a unique word: figures, maps, other players, reasons of rulings. On the map
picture every tile has a different color. Everything a player receives is compared with what their
figures have seen by then: tiles, edges, walls and figures, each in its last seen state. This
includes reconnects, refusals, answers, exports and error pages.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable
from itertools import count
from random import Random
from typing import Any, Literal

from PIL import Image

from sightline import SquareBoard
from sightline.render.layout import layout
from sightline.render.theme import LIGHT
from sightline.table.http.rate_limits import Limits, Rate
from sightline.table.protocol.actions import (
    Admit,
    DeleteMap,
    Dismiss,
    EditFigure,
    LayPicture,
    MasterAction,
    Move,
    NewMap,
    PlaceFigure,
    Redo,
    RenameMap,
    SetDoor,
    SetFace,
    ShowMap,
    Undo,
)
from sightline.table.protocol.client import WantFaces, WantTiles
from sightline.table.protocol.questions import AskField, AskSight
from sightline.table.protocol.types import MAX_WANTED, Tier
from sightline.table.state.records import MASTER
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.faces import face_id
from sightline.table.vision.party import WalkedRoute
from tests.every_rule import THOROUGH
from tests.table.support import random_play
from tests.table.support.fake_pages import USUAL_FIGURE, Message, View, repeated_ids
from tests.table.support.pictured_maps import color_of, colors_in, painted, painted_under
from tests.table.support.reference_knowledge import SlowFog
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import Client, Response, Served, serving

PIXELS = 70
"""Pixels per tile of the picture, also after random play moves it."""
NEAR = 12
"""The maximum change of a color by encoding."""
STEPS = 3_000 if THOROUGH else 80
PATIENT = Limits(
    messages=Rate(1e9, 1e9),
    joins=Rate(1e9, 1e9),
    uploads=Rate(1e9, 1e9),
    exports=Rate(1e9, 1e9),
    wrong_secrets=Rate(1e9, 1),
)
"""Without rate limits, because the hour takes only seconds."""

PLANTED = re.compile(rb"Zqx[a-z]*")
IDS = re.compile(rb"\b[aeflmnpr][0-9a-f]{10}\b")
TILE_NAMES = re.compile(r"\b([A-Z]{1,2})(\d+)\b")
WALL_NAMES = re.compile(r"(?:wall|door|gate) on ([A-Z]+\d+)")
EDGE_NAMES = re.compile(r"between ([A-Z]+\d+) and ([A-Z]+\d+)")

_numbers = count(26**3)


def planted() -> str:
    """Return a word that occurs nowhere else, not even inside another word."""
    number, letters = next(_numbers), ""
    while number:
        number, letter = divmod(number, 26)
        letters += chr(ord("a") + letter)
    return f"Zqx{letters}z"


class PlantingMaster(random_play.Master):
    def name(self) -> str:
        return planted()

    def why(self) -> str:
        return planted()


# --- what a player may know -----------------------------------------------------------------------


class Witness(SlowFog):
    """Stores everything that one player's figures ever saw, in every state they saw."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.tiles: set[Any] = set()
        self.places: set[Any] = set()
        self.terrains: set[Any] = set()
        self.edges: set[Any] = set()
        self.walls: set[Any] = set()
        self.figures: set[str] = set()
        self.levels: set[Any] = set()
        self.lamps: set[Any] = set()
        self.ids = {player.encode()}
        self.names: set[bytes] = set()

    def _remember(self, scene: MapScene, lit: set[tuple[int, int]], seen: set[str]) -> Message:
        state = super()._remember(scene, lit, seen)
        self.ids.add(scene.id.encode())
        self.tiles.update(state["tiles"].items())
        self.places.update(state["tiles"])
        memory = self._memories[scene.id]
        self.terrains.update((tile, kind or "") for tile, kind in memory.terrain.items())
        self.edges.update(state["edges"].items())
        # Things that no longer exist were seen, too.
        self.edges.update(memory.edges.items())
        self.walls.update(state["walls"])
        self.levels.update((tile, state["light"].get(tile, 2)) for tile in lit)
        for lamp in state["lamps"].values():
            self.ids.add(lamp["id"].encode())
            self.lamps.add((lamp["id"], *lamp["at"], lamp["color"], lamp["reach"]))
        for figure in state["figures"].values():
            self.figures.add(_text(figure))
            self.ids.add(figure["id"].encode())
            self.names.add(figure["name"].encode())
            self.names.update(each["text"].encode() for each in figure.get("conditions", ()))
        for entry in scene.turns.entries:
            if not state["figures"].get(entry.figure, {"ghost": True})["ghost"]:
                self.ids.add(entry.id.encode())
        for area in scene.areas.values():
            # Its visible part is checked where it arrives.
            if area.shared or area.owner == self.player:
                self.ids.add(area.id.encode())
        return state


def _tile(name: str) -> tuple[int, int]:
    """Return the tile of a name on squares: B3 is row 2, column 1."""
    match = TILE_NAMES.fullmatch(name)
    assert match is not None
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(match[2]) - 1, column - 1


def _text(figure: Message) -> str:
    return json.dumps({**USUAL_FIGURE, **figure}, sort_keys=True)


class Inspector:
    """Inspects every byte sent to one player."""

    def __init__(self, witness: Witness, name: str) -> None:
        self.witness = witness
        self.own_name = name.encode()
        self.view = View()
        self.read = 0
        self.asked: set[tuple[int, int]] = set()
        """Unknown places that the player asked about, which an answer may name."""
        self.frames = 0
        self.kinds: set[str] = set()

    def look_through(self, page: Client) -> None:
        """Inspect everything received since the last call."""
        for frame, received in zip(
            page.received[self.read :], page.messages[self.read :], strict=True
        ):
            self.bytes(frame)
            self.view.hear(received)
            self.frames += 1
            self.kinds.add(received["t"])
            check: Callable[[Message], None] | None = getattr(self, received["t"], None)
            if check is not None:
                check(received)
        self.read = len(page.received)

    def bytes(self, received: bytes) -> None:
        allowed = self.witness.names | {self.own_name}
        for word in PLANTED.findall(received):
            # A picture may be too small to show all of it.
            assert any(name.startswith(word) for name in allowed), word
        assert set(IDS.findall(received)) <= self.witness.ids

    # --- messages, by their kind

    def tiles(self, received: Message) -> None:
        """Check that each tile shows only its own color."""
        for (row, col, _), body in zip(received.get("tiles", ()), received["bodies"], strict=True):
            assert (row, col) in self.witness.places
            for color in colors_in(body):
                apart = zip(color, color_of((row, col)), strict=True)
                assert max(abs(a - b) for a, b in apart) <= NEAR

    def faces(self, received: Message) -> None:
        """Check that pictures belong to figures that the player has seen, under the player's own
        ids.
        """
        for name, *_ in received.get("faces", ()):
            assert any(name in figure for figure in self.witness.figures)

    def stage(self, received: Message) -> None:
        assert "name" not in received
        assert "size" not in received
        self.change(received)

    def change(self, received: Message) -> None:
        witness, view = self.witness, self.view
        for first, second, letters in received.get("tiles", ()):
            for i, letter in enumerate(letters):
                assert ((first, second + i), letter) in witness.tiles
        for how in ("lit", "unlit"):
            for first, second, length in received.get(how, ()):
                assert {(first, second + i) for i in range(length)} <= witness.places
        forgotten = {
            (first, second + i)
            for first, second, length in received.get("forgotten", ())
            for i in range(length)
        }
        assert forgotten <= witness.places
        known_edges = {edge for edge, _ in witness.edges}
        for a0, a1, b0, b1, carries, state in received.get("edges", ()):
            edge = (a0, a1), (b0, b1)
            if not carries and forgotten.intersection(edge):
                assert edge in known_edges  # what was there is forgotten with the tile
            else:
                assert (edge, (carries, state)) in witness.edges
            assert state != "secret"
        for first, second, length, kind in received.get("terrain", ()):
            for i in range(length):
                tile = first, second + i
                assert (tile, kind) in witness.terrains or (not kind and tile in forgotten)
        walls = {tuple(wall) for wall in received.get("walls", ())}
        assert {wall for wall in walls if wall[4]} <= witness.walls
        assert {wall[:4] for wall in walls} <= {wall[:4] for wall in witness.walls}
        for figure in received.get("figures", ()):
            assert _text(figure) in witness.figures
        for first, second, length, level in received.get("light", ()):
            for i in range(length):
                assert ((first, second + i), level) in witness.levels
        for lamp in received.get("lamps", ()):
            known = (lamp["id"], *lamp["at"], lamp.get("color", ""), lamp["reach"])
            assert known in witness.lamps
            for first, second, length in lamp.get("falls_on", ()):
                assert {(first, second + i) for i in range(length)} <= (view.lit or set())
        assert {id_.encode() for id_ in received.get("gone", ())} <= witness.ids
        assert view.tiles.keys() <= witness.places
        self.areas(received.get("areas", ()))

    def areas(self, areas: Iterable[Message]) -> None:
        """Check that areas cover only seen tiles and name only visible figures."""
        for area in areas:
            assert area.get("tiles") or area.get("points") or "id" not in area
            for first, second, length in area.get("tiles", ()):
                assert {(first, second + i) for i in range(length)} <= self.witness.places
            assert {tuple(point) for point in area.get("points", ())} <= self.witness.places
            assert "owner" not in area
            for hit in area.get("hits", ()):
                assert not self.view.figures[hit["figure"]]["ghost"]

    def turns(self, received: Message) -> None:
        for entry in received.get("entries", ()):
            assert entry["figure"] in self.view.figures
            assert "number" not in entry or entry["mine"]

    def seat(self, received: Message) -> None:
        for words in received.get("calls", ()):
            self.words(words)

    def refused(self, received: Message) -> None:
        self.words(received["why"])

    def answer(self, received: Message) -> None:
        answer, places = received["answer"], self.witness.places
        if answer["t"] == "field":
            for first, second, length in answer["lit"]:
                assert {(first, second + i) for i in range(length)} <= places
            return
        if answer["t"] == "area":
            self.areas([answer])
            return
        if answer["t"] == "way":
            assert {tuple(tile) for tile in answer["way"]} <= places
            return
        assert answer["t"] == "sight"
        self.words(answer["words"])
        self.words(answer["reason"])
        for obstacle in answer.get("obstacles", ()):
            self.words(obstacle["words"])
            if "tile" in obstacle:
                assert tuple(obstacle["tile"]) in places
            if "edge" in obstacle:
                assert places & {tuple(tile) for tile in obstacle["edge"]}
            if "wall" in obstacle:
                ends = tuple(value for point in obstacle["wall"] for value in point)
                turned = (*ends[2:], *ends[:2])
                assert {wall[:4] for wall in self.witness.walls} & {ends, turned}
        drawn = re.findall(r">([^<>]*)<", answer.get("picture", ""))
        self.words(" ".join(" ".join(drawn).split()))  # a sentence may have several lines

    def words(self, words: str) -> None:
        """Check that the places mentioned were seen, or are just behind an edge of a seen one."""
        for one, other in EDGE_NAMES.findall(words):
            assert {_tile(one), _tile(other)} & self.witness.places, words
        for name in WALL_NAMES.findall(words):  # a wall may run along the border of two tiles
            row, column = _tile(name)
            around = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            assert {(row, column), *around} & self.witness.places, words
        for letters, number in TILE_NAMES.findall(WALL_NAMES.sub("", EDGE_NAMES.sub("", words))):
            assert _tile(letters + number) in self.witness.places | self.asked, words

    # --- pictures

    def svg(self, response: Response) -> None:
        assert response.status == 200
        self.bytes(response.raw)
        assert 'filename="map.svg"' in response.headers["content-disposition"]

    def png(self, response: Response) -> None:
        """Check that the picture is blank where nothing was seen."""
        assert response.status == 200
        self.bytes(response.raw)
        image = Image.open(io.BytesIO(response.body)).convert("RGB")
        footprints = {
            (figure["at"][0] + i, figure["at"][1] + j)
            for figure in self.view.figures.values()
            for i in range(figure["size"][0])
            for j in range(figure["size"][1])
        }
        swinging = {a for (a, _), threshold in self.view.edges.items() if "open" in threshold}
        swinging |= {(int(wall[1]), int(wall[0])) for wall in self.view.walls if "open" in wall}
        shown = self.view.tiles.keys() | footprints or {(0, 0)}
        top, left = min(row for row, _ in shown) - 1, min(col for _, col in shown) - 1
        rows = max(row for row, _ in shown) - top + 2
        columns = max(col for _, col in shown) - left + 2
        lay = layout(SquareBoard(rows, columns))
        scale = image.width / lay.paper
        blank = tuple(bytes.fromhex(LIGHT["unknown"][1:]))
        dark = 0
        for row in range(rows):
            for column in range(columns):
                tile = (row + top, column + left)
                # Labels may extend beyond figures, and open doors into the dark.
                near = {(tile[0] + i, tile[1] + j) for i in (-1, 0, 1) for j in (-2, -1, 0, 1, 2)}
                if tile in self.view.tiles or near & footprints or near & swinging:
                    continue
                dark += 1
                for part in ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75), (0.25, 0.75), (0.75, 0.25)):
                    x, y = lay.point((column + part[0], row + part[1]))
                    assert image.getpixel((int(x * scale), int(y * scale))) == blank
        assert dark


# --- the hour -------------------------------------------------------------------------------------


class Hour:
    """The sample table with a game master, Ann and Ben."""

    def __init__(self, seed: int, server: Served) -> None:
        self.rng, self.painter = Random(seed), Random(seed)
        self.server, self.table = server, server.table
        self.masters = PlantingMaster(self.rng)
        self.walk: WalkedRoute | None = None
        self.said: list[tuple[Any, Any]] = []
        self.master: Client
        self.pages: dict[str, Client] = {}
        self.secrets: dict[str, str] = {}
        self.inspectors: dict[str, Inspector] = {}
        self.done: set[str] = set()
        """Kinds of actions that were tried; the test requires all of them."""

    @property
    def scene(self) -> MapScene:
        world: World = self.table.world
        return world.scenes.get(world.table.shown or "") or world.maps()[0]

    async def begin(self) -> None:
        self._listen()
        table = self.table.world.table
        self.master = await self.server.page(table.master_secret)
        for scene in self.table.world.maps():
            await self.by_master(RenameMap(scene.id, f"The {planted()}"))
        heroes = {"Ann": ("Mira", "Brom"), "Ben": ("Tam",)}
        ids = {figure.name: figure.id for figure in self.scene.figures.values()}
        for figure in list(self.scene.figures.values()):
            await self.by_master(EditFigure(figure.id, name=planted()))
        for name, figures in heroes.items():
            page = await self.server.connect()
            welcome = await page.join(table.join_secret, f"{name} {planted()}")
            seat = await page.expect("seat")
            player = str(seat["id"])
            self.pages[player], self.secrets[player] = page, str(welcome["secret"])
            own = PLANTED.findall(seat["name"].encode())[0].decode()
            self.inspectors[player] = Inspector(Witness(player), own)
            await self.by_master(Admit(player))
            for each in figures:
                await self.by_master(EditFigure(ids[each], owners=[player]))
        hidden = PlaceFigure((6, 3), planted(), hidden=True, side="enemy")
        await self.by_master(hidden)
        data = painted_under(self.scene.board, color_of, PIXELS)
        upload = await self.table.pictures.bring(MASTER, data, (1, 1), is_face=False)
        step = str(PIXELS), str(PIXELS)
        await self.by_master(LayPicture(("0", "0"), step, upload))
        face = painted(1, 1, step=64)
        for who in list(self.scene.figures):
            upload = await self.table.pictures.bring(MASTER, face, (64, 64), is_face=True)
            await self.by_master(SetFace(who, upload))
        for player in self.pages:
            await self._look_at_pictures(player)

    def _listen(self) -> None:
        vision = self.table.vision
        refresh = vision.refresh

        def listening(touched, walk=None, **more):
            self.walk = walk
            return refresh(touched, walk, **more)

        vision.refresh = listening
        change_fog = vision.change_fog

        def said(fog):
            news, taken = change_fog(fog)
            self.said.append((fog, taken))
            return news, taken

        vision.change_fog = said

    def _witness(self) -> None:
        """Record what players see now and saw on the way."""
        shown, walk = self.table.world.table.shown, self.walk or WalkedRoute("", ())
        rulings = None if shown is None else self.table.desk.of(shown)
        for inspector in self.inspectors.values():
            inspector.witness.look(self.table.world, rulings, walk.figure, walk.route)
            for fog, taken in self.said:
                inspector.witness.hear(self.table.world, fog, taken)
        self.walk = None
        self.said.clear()

    async def check(self) -> None:
        """Check that players received everything sent to them, and only what they may know."""
        self._witness()
        for player, inspector in self.inspectors.items():
            await self.pages[player].quiet()
            inspector.look_through(self.pages[player])
            state = inspector.witness.state()
            if state is not None:
                assert inspector.view.state() == state

    async def _look_at_pictures(self, player: str) -> None:
        """Request all pictures with a custom client."""
        laid, page = self.scene.record.shown_picture, self.pages[player]
        if laid is None:
            return
        every = [(row, col) for row in range(-1, 16) for col in range(-1, 21)]
        some = self.painter.sample(every, MAX_WANTED)
        tier: Tier = 32 if self.painter.random() < 0.5 else 64
        await page.say(WantTiles(laid.id, tier, some))
        await page.quiet()
        await self.table.pictures_for_pages.settled()
        figures = self.scene.figures.values()
        faces = [face_id(each, figure) for each in self.pages for figure in figures]
        faces = [face for face in faces if face]
        if faces:
            await page.say(WantFaces(self.painter.sample(faces, min(50, len(faces)))))
        await self.check()
        self.done.add("pictures")

    async def by_master(self, action: MasterAction) -> Message:
        received = await self.master.do(action)
        self.done.add(f"{type(action).__name__} {received['t']}")
        await self.check()
        return received

    # --- a step

    async def step(self) -> None:
        rng, masters, scene = self.rng, self.masters, self.scene
        if self.table.world.table.shown is None or scene.record.grid == "hex":
            await self.by_master(ShowMap(self.table.world.maps()[0].id))
            return
        await self.master.say({"t": "look_at", "map": scene.id})
        players = list(self.pages)
        if self.painter.random() < 0.2:
            await self._look_at_pictures(self.painter.choice(players))
        match rng.randrange(34):
            case 30 | 31 | 32:
                await self.by_master(masters.fog(scene, players))
            case 33:
                await self.by_master(Undo(forget=True))
            case 0 | 1 | 2:
                await self.by_master(masters.people(scene, []))
            case 3 | 4:
                monster = self._monster()
                await self.by_master(Move(monster, self._beside(monster)))
            case 5:
                await self.by_master(masters.draw(scene))
            case 6:
                await self.by_master(masters.door(scene))
            case 7:
                calls = self.master.last("calls")["calls"]
                await self.by_master(masters.decide(scene, calls))
            case 8:
                await self.by_master(rng.choice((Undo(), Undo(), Redo())))
            case 9:
                await self.by_master(EditFigure(self._monster(), name=planted()))
            case 10:
                await self._elsewhere()
            case 11:
                await self._somebody_knocks()
            case 12:
                await self._exports(rng.choice(players))
            case 13:
                await self._reconnect(rng.choice(players))
            case 14 | 15:
                await self._forge(rng.choice(players))
            case 18 | 19:
                await self._open_a_door(rng.choice(players))
            case 16 if rng.random() < 0.3:
                await self.by_master(masters.options())
            case 17 if rng.random() < 0.3:
                await self.by_master(masters.rule(scene))
            case 17:
                await self.by_master(masters.dusk())
            case _:
                await self._play(rng.choice(players))

    def _monster(self) -> str:
        figures = self.scene.figures.values()
        return self.rng.choice([f.id for f in figures if not f.owners] or ["f0000000000"])

    def _beside(self, figure: str) -> tuple[int, int]:
        found = self.scene.figures.get(figure)
        row, column = (0, 0) if found is None else found.at
        return max(0, row + self.rng.randint(-2, 2)), max(0, column + self.rng.randint(-2, 2))

    async def _play(self, player: str) -> None:
        play = random_play.Player(self.rng, player)
        known = self.table.vision.knowledge(player)
        page = self.pages[player]
        if self.rng.random() < 0.3:
            question = play.question(self.scene, known)
            if isinstance(question, AskSight) and not isinstance(question.b, str):
                self.inspectors[player].asked.add(question.b)
            received = await page.ask(question)
            self.done.add(f"question {received['t']}")
        else:
            action = play.action(self.scene, known)
            received = await page.do(action)
            self.done.add(f"player's {type(action).__name__} {received['t']}")
        await self.check()

    async def _open_a_door(self, player: str) -> None:
        """Move to a known door, and open or close it."""
        view, page = self.inspectors[player].view, self.pages[player]
        doors = [edge for edge, (carries, _) in view.edges.items() if carries != "wall"]
        mine = [id_ for id_, figure in view.figures.items() if figure["mine"]]
        if doors and mine:
            edge = self.rng.choice(doors)
            await page.do(Move(self.rng.choice(mine), self.rng.choice(edge)))
            await self.check()
            state: Literal["open", "closed"] = self.rng.choice(("open", "closed"))
            received = await page.do(SetDoor(state, edge))
            self.done.add(f"player's SetDoor {received['t']}")
            await self.check()

    async def _forge(self, player: str) -> None:
        """Use ids that a player cannot know; the response must be the same as
        for missing things.
        """
        inspector, page = self.inspectors[player], self.pages[player]
        nobody, nowhere = "f0123456789", (99, 98)
        known = inspector.view.figures
        unseen = [f.id for f in self.scene.figures.values() if f.id not in known]
        other = self.rng.choice(unseen or [nobody])
        dark = [(t[0], t[1]) for t in self.scene.board.tiles() if t not in inspector.view.tiles]
        tile = self.rng.choice(dark or [nowhere])
        mine = next((id_ for id_, figure in known.items() if figure["mine"]), nobody)
        right = (tile[0], tile[1] + 1)
        pairs: list[tuple[Any, Any]] = [
            (Move(other, (1, 1)), Move(nobody, (1, 1))),
            (Move(mine, tile), Move(mine, nowhere)),
            (SetDoor("open", (tile, right)), SetDoor("open", (nowhere, (99, 99)))),
            (AskSight(mine, other), AskSight(mine, nobody)),
            (AskSight(other, (1, 1)), AskSight(nobody, (1, 1))),
            (AskField(other), AskField(nobody)),
            (AskField(mine, at=tile), AskField(mine, at=nowhere)),
        ]
        for one, another in pairs:
            ways = [page.do if isinstance(one, (Move, SetDoor)) else page.ask] * 2
            first, second = [
                {**await way(what), "id": ""}
                for way, what in zip(ways, (one, another), strict=True)
            ]
            assert first == second
            assert first["t"] == "refused"
        for place in (tile, nowhere) if mine != nobody else ():
            # The response reveals only what is known on the way, not whether the tile exists.
            inspector.asked.add(place)
            answered = await page.ask(AskSight(mine, place))
            assert answered["t"] == "answer", answered
            assert not answered["answer"].get("visible")
        self.done.add("forged")
        await self.check()

    async def _elsewhere(self) -> None:
        """Add, change and remove other maps."""
        rng, world = self.rng, self.table.world
        others = [scene for scene in world.maps() if scene is not self.scene]
        if len(others) < 2:
            await self.by_master(NewMap(planted(), "square", 4, 5))
            return
        other = rng.choice(others)
        await self.master.say({"t": "look_at", "map": other.id})
        await self.by_master(self.masters.place(other, []))
        if rng.random() < 0.3 and other.record.grid == "square":
            await self.by_master(ShowMap(other.id))
            await self.by_master(Undo())
        elif other.record.name.startswith("Zqx"):
            await self.by_master(rng.choice((DeleteMap(other.id), RenameMap(other.id, planted()))))

    async def _somebody_knocks(self) -> None:
        """Admit a new player who looks around and is removed again."""
        page = await self.server.connect()
        await page.join(self.table.world.table.join_secret, planted())
        player = (await page.expect("seat"))["id"]
        await self.check()
        await self.by_master(Admit(player))
        await self.by_master(PlaceFigure((13, 12), planted(), owners=[player]))
        await page.ask(AskField())
        await self.by_master(Dismiss(player))
        await page.closed()
        await self.check()
        self.done.add("knocked")

    async def _reconnect(self, player: str) -> None:
        """Disconnect a page while things happen, then reconnect it."""
        await self.pages[player].close()
        for _ in range(3):
            monster = self._monster()
            await self.master.do(Move(monster, self._beside(monster)))
            self._witness()
        page = self.pages[player] = await self.server.page(self.secrets[player])
        await page.expect("seat")
        self.inspectors[player].read = 0
        await self.check()
        self.done.add("reconnected")

    async def _exports(self, player: str) -> None:
        inspector = self.inspectors[player]
        theirs = {"Authorization": f"Bearer {self.secrets[player]}"}
        inspector.svg(await self.server.request("GET", "/export/picture.svg", headers=theirs))
        inspector.png(await self.server.request("GET", "/export/picture.png", headers=theirs))
        others = [each.id for each in self.table.world.maps() if each is not self.scene]
        wrong = [f"/export/picture.svg?map={each}" for each in [*others, "m0123456789"]]
        wrong += ["/export/map.json", "/export/table.json", "/export/nothing", "/maps"]
        refused = [await self.server.request("GET", path, headers=theirs) for path in wrong]
        assert {each.status for each in refused} == {404}
        assert len({each.body for each in refused}) == 1
        posted = await self.server.request("POST", "/maps?name=a.txt", b"...", theirs)
        assert posted.status in (403, 404)
        for response in (*refused, posted):
            inspector.bytes(response.raw)
        self.done.add("exported")


WANTED = {
    "pictures",
    "forged",
    "exported",
    "reconnected",
    "knocked",
    "question answer",
    "question refused",
    "player's Move done",
    "player's Move refused",
    "player's SetDoor done",
    "Undo done",
    "Decide done",
    "SetDoor done",
    "PlaceFigure done",
    "PlaceLamp done",
    "SetDarkness done",
}


async def test_an_hour_of_play_tells_players_only_what_they_saw() -> None:
    with repeated_ids():
        await _an_hour()


async def _an_hour() -> None:
    table = sample_table()
    async with serving(table, PATIENT) as server:
        hour = Hour(1, server)
        await hour.begin()
        for _ in range(STEPS):
            await hour.step()
        for page in hour.pages.values():
            await page.ask(AskField())
        await hour.check()
        assert hour.done >= WANTED
        for inspector in hour.inspectors.values():
            assert inspector.kinds >= {"tiles", "faces"}
            assert inspector.kinds >= {"stage", "change", "seat", "answer", "refused", "done"}
            # They have not seen everything, or nothing could leak.
            assert len(inspector.witness.names) < next(_numbers) - 26**3
        for secret in (table.world.table.master_secret, *hour.secrets.values()):
            for player, page in hour.pages.items():
                assert (secret.encode() in page.everything()) == (secret == hour.secrets[player])


async def test_the_page_itself_knows_nothing() -> None:
    """These files are loaded before the user identifies."""
    table = sample_table()
    names = [figure.name for scene in table.world.maps() for figure in scene.figures.values()]
    async with serving(table, PATIENT) as server:
        first = await server.request("GET", "/")
        paths = re.findall(rb'(?:src|href)="(/?[\w./-]+)"', first.body)
        pages = [first] + [
            await server.request("GET", "/" + path.decode().lstrip("./")) for path in paths
        ]
        secrets = [table.world.table.master_secret, table.world.table.join_secret]
        for page in pages:
            for id_ in (*table.world.scenes, *secrets):
                assert id_.encode() not in page.raw
        assert not any(name.encode() in first.raw for name in names)
