"""Keeps what every player sees and knows, up to date after each change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sightline.model.cell import Tile
from sightline.rulings import Rulings
from sightline.table.protocol import NoStage, Outgoing, Stage
from sightline.table.state import (
    NOTHING_TAUGHT,
    FogChange,
    LearnedRow,
    MapScene,
    Taught,
    Touched,
    World,
    packed,
    unpacked,
)
from sightline.table.vision.cost import lines_of_fields, lines_of_lamps
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.people.marks import health_shown
from sightline.table.vision.wall_pieces import Pieces, pieces_by_tile

Remembered = Mapping[tuple[str, str], Mapping[str, str]]


@dataclass(frozen=True)
class WalkedRoute:
    """A figure went by these tiles, and saw from each of them."""

    figure: str
    route: tuple[Tile, ...]


class PartyVision:
    """The knowledge of all players, and which map each of them looks at."""

    def __init__(
        self, world: World, rulings_of: Callable[[str], Rulings], remembered: Remembered
    ) -> None:
        self._world = world
        self._rulings_of = rulings_of
        self._remembered = dict(remembered)
        self._known: dict[tuple[str, str], Knowledge] = {}
        self._sights: dict[str, FigureSight] = {}
        self._pieces: dict[str, Pieces] = {}
        self._on_stage: dict[str, str | None] = {}
        self._stood: dict[str, tuple[int, int]] = {}
        """Where the players' figures stood when they last looked."""
        self._lessons: dict[str, tuple[int, int]] = {}
        """By player the tiles that are new to them, and those that they saw again."""
        self._lessons_on = ""

    # --- asking

    def knowledge(self, player: str) -> Knowledge | None:
        """What the player knows of the map that is shown; None: there is none, or nothing yet."""
        return self._known.get((player, self._world.table.shown or ""))

    def knowledge_on(self, player: str, scene: MapScene) -> Knowledge:
        """What the player knows of any map."""
        known = self._knowledge_of(player, scene)
        if self._on_stage.get(player) != scene.id:
            known.look_away()
        return known

    def stage(self, player: str) -> Stage | NoStage:
        """All of it, for a page that has nothing yet."""
        known, shown = self.knowledge(player), self._world.table.shown
        if known is None or shown is None:
            return NoStage()
        return known.snapshot(self._world.scenes[shown])

    def sight_on(self, scene: MapScene) -> FigureSight:
        if scene.id not in self._sights:
            self._sights[scene.id] = FigureSight(scene, self._rulings_of(scene.id))
        return self._sights[scene.id]

    def own_viewers(self, scene: MapScene) -> dict[str, list[str]]:
        """For each player who was let in, their figures on the map that have sight."""
        return {
            player.id: scene.viewers_of(player.id)
            for player in self._world.players.values()
            if not player.waiting
        }

    def viewers_by_player(self, scene: MapScene) -> dict[str, list[str]]:
        """For each player who was let in, the figures on the map through which they see."""
        own = self.own_viewers(scene)
        if not self._world.table.shared_sight:
            return own
        party = list(dict.fromkeys(viewer for viewers in own.values() for viewer in viewers))
        return dict.fromkeys(own, party)

    def lines(self) -> int:
        """How many lines it takes to look through all of the players' figures anew, and to find out
        what all lamps light."""
        scene = self._world.scenes.get(self._world.table.shown or "")
        if scene is None:
            return 0
        return lines_of_lamps(scene) + lines_of_fields(
            scene, {viewer for viewers in self.own_viewers(scene).values() for viewer in viewers}
        )

    # --- after a change

    def refresh(
        self,
        touched: Mapping[str, Touched],
        walk: WalkedRoute | None = None,
        *,
        rulings_changed: bool = False,
    ) -> dict[str, list[Outgoing]]:
        """Take in what was changed: the messages for each player who sees something new."""
        for map_id, what in touched.items():
            if what.whole or what.sight:
                self._sights.pop(map_id, None)
            elif map_id in self._sights:
                self._sights[map_id].follow(what)
            if what.whole or what.walls:
                self._pieces.pop(map_id, None)
        if rulings_changed:
            for viewers in self._sights.values():
                viewers.rulings_changed()
        shown = self._world.table.shown
        scene = None if shown is None else self._world.scenes[shown]
        seated = [p.id for p in self._world.players.values() if not p.waiting]
        for gone in self._on_stage.keys() - set(seated):
            del self._on_stage[gone]
            for key in [key for key in self._known if key[0] == gone]:
                del self._known[key]
        if scene is None:
            return self._without_a_map(seated)
        return self._on(scene, seated, touched.get(scene.id), walk)

    def change_fog(
        self, fog: FogChange
    ) -> tuple[dict[str, list[Outgoing]], dict[str, dict[str, str]]]:
        """Tell players of tiles, or make them forget: the messages for each of them, and what each
        has forgotten, as the disk had it."""
        news: dict[str, list[Outgoing]] = {}
        taken: dict[str, dict[str, str]] = {}
        scene = self._world.scenes[fog.map]
        self._lessons_on = scene.id
        for player in {*fog.tiles, *fog.taken} & self._seated():
            known = self.knowledge_on(player, scene)
            before = known.explored
            if fog.what == "reveal":
                bits = unpacked(fog.tiles[player])
                change = known.reveal(scene, self._walls_of(scene), bits)
                self._teach(player, known.explored & ~before, bits & before)
            elif fog.what == "restore":
                change = known.restore(scene, fog.taken[player])
            else:
                change, taken[player] = known.forget(scene, unpacked(fog.tiles[player]))
            if change is not None and self._on_stage.get(player) == scene.id:
                news[player] = [change]
        return news, taken

    def take_taught(self) -> Taught:
        """What players saw or got to know since the last time, for the journal."""
        lessons, self._lessons = self._lessons, {}
        players = {
            player: (packed(gained), packed(again))
            for player, (gained, again) in lessons.items()
            if gained or again
        }
        return Taught(self._lessons_on, players) if players else NOTHING_TAUGHT

    def _teach(self, player: str, gained: int, again: int) -> None:
        before = self._lessons.get(player, (0, 0))
        self._lessons[player] = before[0] | gained, (before[1] | again) & ~gained

    def _seated(self) -> set[str]:
        return {player.id for player in self._world.players.values() if not player.waiting}

    def take_learned(self) -> list[LearnedRow]:
        """What players learned since the last time, for the disk."""
        rows: list[LearnedRow] = []
        for (player, map_id), known in self._known.items():
            rows += ((player, map_id, what, value) for what, value in known.learned.items())
            known.learned = {}
        return rows

    def _without_a_map(self, seated: Iterable[str]) -> dict[str, list[Outgoing]]:
        news: dict[str, list[Outgoing]] = {}
        for player in seated:
            if self._on_stage.get(player, "") is not None:
                self._on_stage[player] = None
                news[player] = [NoStage()]
        return news

    def _on(
        self, scene: MapScene, seated: list[str], touched: Touched | None, walk: WalkedRoute | None
    ) -> dict[str, list[Outgoing]]:
        news: dict[str, list[Outgoing]] = {}
        whole = touched is not None and touched.whole
        pieces = self._walls_of(scene)
        views = self._views(scene)
        light = self.sight_on(scene).light
        shown = health_shown(self._world.table)
        passers, passed, met = self._glimpses(scene, walk)
        moved = self._moved(scene)
        self._lessons_on = scene.id
        for player in seated:
            lit, seen = views[player]
            known = self._knowledge_of(player, scene)
            known.show_health(shown)
            anew = whole or self._on_stage.get(player) != scene.id
            if anew:
                known.look_away()
            explored, was_lit = known.explored, known.lit
            messages: list[Outgoing | None] = []
            if player in passers:
                # Seen in passing: lit for a moment, and known from then on.
                messages.append(known.refresh(scene, pieces, lit | passed, seen | met, touched))
            messages.append(known.refresh(scene, pieces, lit, seen, touched, light))
            if anew:
                self._on_stage[player] = scene.id
                messages = [known.snapshot(scene)]
            again = (lit & ~was_lit) | (moved.get(player, 0) & lit)
            again |= passed if player in passers else 0
            self._teach(player, known.explored & ~explored, again & explored)
            new_messages = [message for message in messages if message is not None]
            if new_messages:
                news[player] = new_messages
        return news

    def _views(self, scene: MapScene) -> dict[str, tuple[int, frozenset[str]]]:
        """For each player the tiles and figures that they see."""
        viewers, views = self.sight_on(scene), {}
        shared: tuple[int, frozenset[str]] | None = None
        for player, figures in self.viewers_by_player(scene).items():
            if shared is None:
                lit, seen = 0, frozenset(figures)  # who shares their sight is known to all
                for figure in figures:
                    lit |= viewers.field(figure)
                    seen |= viewers.seen_by(figure)
                view = (lit, seen)
                if self._world.table.shared_sight:
                    shared = view
            else:
                view = shared
            views[player] = view
        shown = scene.shown & ~scene.veiled
        there = viewers.standing_on(shown) if shown else frozenset()
        return {
            p: (lit | shown | self._own_places(scene, p), seen | there)
            for p, (lit, seen) in views.items()
        }

    def _moved(self, scene: MapScene) -> dict[str, int]:
        """For each player what is seen now by figures that have moved since the last look."""
        moved: dict[str, int] = {}
        by_player = self.viewers_by_player(scene)
        stood = self._stood
        self._stood = {
            viewer: scene.figures[viewer].at for viewers in by_player.values() for viewer in viewers
        }
        gone = {each for each, at in self._stood.items() if stood.get(each, at) != at}
        for player, viewers in by_player.items() if gone else ():
            for viewer in gone.intersection(viewers):
                moved[player] = moved.get(player, 0) | self.sight_on(scene).field(viewer)
        return moved

    def _own_places(self, scene: MapScene, player: str) -> int:
        """A player always sees where their own figures stand, even blind ones."""
        places = 0
        for figure in scene.owned_by(player):
            for tile in scene.board.figure(figure).tiles:
                places |= 1 << scene.board.rank(tile)
        return places

    def _glimpses(
        self, scene: MapScene, walk: WalkedRoute | None
    ) -> tuple[frozenset[str], int, frozenset[str]]:
        """Who saw something on the way; the tiles and figures that they saw."""
        if walk is None or walk.figure not in scene.figures:
            return frozenset(), 0, frozenset()
        passers = frozenset(
            player
            for player, viewers in self.viewers_by_player(scene).items()
            if walk.figure in viewers
        )
        return passers, *self.sight_on(scene).glimpsed(walk.figure, walk.route)

    def _walls_of(self, scene: MapScene) -> Pieces:
        if scene.id not in self._pieces:
            self._pieces[scene.id] = pieces_by_tile(scene.board)
        return self._pieces[scene.id]

    def _knowledge_of(self, player: str, scene: MapScene) -> Knowledge:
        key = (player, scene.id)
        if key not in self._known:
            self._known[key] = Knowledge(player, scene, self._remembered.pop(key, {}))
        return self._known[key]
