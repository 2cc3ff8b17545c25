"""The views and knowledge of all players, updated after each change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sightline.model.cell import Tile
from sightline.model.parts.heights import At
from sightline.rulings import Rulings
from sightline.table.protocol.server import NoStage, Stage
from sightline.table.protocol.types import Outgoing
from sightline.table.state.fog import NOTHING_TAUGHT, FogChange, Taught, packed, unpacked
from sightline.table.state.keys import GROUND
from sightline.table.state.records import LearnedRow
from sightline.table.state.scene import MapScene
from sightline.table.state.world import Touched, World
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.knowledge import NO_FLOORS, Knowledge, SeenFloors
from sightline.table.vision.light.map_light import NO_LIGHT, Levels, SeenLight
from sightline.table.vision.people.marks import health_shown
from sightline.table.vision.wall_pieces import Pieces, pieces_by_tile

Remembered = Mapping[tuple[str, str], Mapping[str, str]]


@dataclass(frozen=True)
class WalkedRoute:
    """A figure's walk over these tiles. `glimpses` are its views from each, if already computed."""

    figure: str
    route: tuple[Tile | At, ...]
    glimpses: Glimpses | None = None


class Glimpses(NamedTuple):
    """The tiles and figures that a figure sees on a walk."""

    tiles: int
    figures: frozenset[str]
    floors: dict[str, int]
    """The tiles of floors that the figure sees, by floor id."""


@dataclass(frozen=True)
class LookAround:
    """A walk with much to see.

    Its views are computed in the background, on a snapshot of the map, and stay valid while only
    figures change.
    """

    scene: MapScene
    rulings: Rulings
    figure: str
    route: tuple[Tile | At, ...]

    def run(self) -> SeenOnWalk:
        seen = FigureSight(self.scene, self.rulings).glimpsed(self.figure, self.route)
        return SeenOnWalk(self, *seen)


@dataclass(frozen=True)
class SeenOnWalk:
    """The result of a `LookAround`."""

    asked: LookAround
    tiles: int
    figures: frozenset[str]
    floors: dict[str, int]

    def on(self, scene: MapScene, figure: str, route: tuple[Tile | At, ...]) -> Glimpses | None:
        """Return the part that is still valid, or None if it was another walk.

        Figures that have moved since are left out, because nobody saw where they went.
        """
        asked = self.asked
        if (asked.scene.id, asked.figure, asked.route) != (scene.id, figure, route):
            return None
        before, now = asked.scene.figures, scene.figures
        still_there = {each for each in self.figures if before.get(each) == now.get(each)}
        return Glimpses(self.tiles, frozenset(still_there), self.floors)


class FiguresView(NamedTuple):
    """The tiles that some figures see together."""

    lit: int
    figures: frozenset[str]
    by_rule: dict[str, int]
    """The tiles that they see by the rule, in any light, by storey."""
    own: dict[str, int]
    """The tiles that they see in this light, directly and not as part of a room, by storey."""
    levels: dict[str, Levels]
    """The brightness of these tiles, by storey."""
    floors: dict[str, int]
    """The visible tiles of floors, by floor id."""


class PlayerView(NamedTuple):
    """The tiles and figures that a player sees, and the light."""

    lit: int
    figures: frozenset[str]
    light: SeenLight
    floors: dict[str, int]


def _joined(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {id_: one.get(id_, 0) | other.get(id_, 0) for id_ in {**one, **other}}


def _seen_by_all(viewers: FigureSight, figures: Sequence[str]) -> FiguresView:
    lit, seen = 0, frozenset(figures)  # players who share their sight see the same
    by_rule: dict[str, int] = {}
    own: dict[str, int] = {}
    levels: dict[str, Levels] = {}
    floors: dict[str, int] = {}
    for figure in figures:
        lit |= viewers.field(figure)
        seen |= viewers.seen_by(figure)
        for id_, bits in viewers.floors(figure).items():
            floors[id_] = floors.get(id_, 0) | bits
        for storey in () if viewers.light.is_daylight else viewers.light.storeys:
            by_rule[storey] = by_rule.get(storey, 0) | viewers.by_rule(figure, storey)
            tiles, brightness = viewers.levels(figure, storey)
            own[storey] = own.get(storey, 0) | tiles
            levels[storey] = levels.get(storey, NO_LIGHT).joined(brightness)
    return FiguresView(lit, seen, by_rule, own, levels, floors)


def _light_on(viewers: FigureSight, view: FiguresView, lit: Mapping[str, int]) -> SeenLight:
    """Return the light on the visible tiles of every storey, as the figures see it.

    Tiles that no figure sees itself get the light for a viewer with the player's sight.
    """
    light, levels, seen = viewers.light, dict(view.levels), dict(view.by_rule)
    for storey, bits in () if light.is_daylight else lit.items():
        seen[storey] = seen.get(storey, 0) | bits
        others = bits & ~view.own.get(storey, 0)
        if others:
            found = light.levels_for(seen[storey], storey).within(others)
            levels[storey] = levels.get(storey, NO_LIGHT).joined(found)
    return SeenLight(light, levels, seen)


class PartyVision:
    """The knowledge of all players, and the map that is shown to each."""

    def __init__(
        self, world: World, rulings_of: Callable[[str], Rulings], remembered: Remembered
    ) -> None:
        self._world = world
        self._rulings_of = rulings_of
        self._remembered = dict(remembered)
        self._brought: list[LearnedRow] = []
        """Knowledge from an imported table that is not on disk yet."""
        self._known: dict[tuple[str, str], Knowledge] = {}
        self._sights: dict[str, FigureSight] = {}
        self._pieces: dict[str, Pieces] = {}
        self._on_stage: dict[str, str | None] = {}
        self._stood: dict[str, tuple[int, int]] = {}
        """The positions of the players' figures at the last update."""
        self._lessons: dict[str, tuple[int, int]] = {}
        """The tiles that are new to each player, and those that each saw again."""
        self._lessons_on, self._lessons_storey = "", GROUND

    # --- questions

    def knowledge(self, player: str) -> Knowledge | None:
        """Return the player's knowledge of the shown map, or None if no map is shown."""
        return self._known.get((player, self._world.table.shown or ""))

    def knowledge_on(self, player: str, scene: MapScene) -> Knowledge:
        """Return the player's knowledge of any map."""
        known = self._knowledge_of(player, scene)
        if self._on_stage.get(player) != scene.id:
            known.look_away()
        return known

    def stage(self, player: str) -> Stage | NoStage:
        """Return the whole view, for a new page."""
        known, shown = self.knowledge(player), self._world.table.shown
        if known is None or shown is None:
            return NoStage()
        return known.snapshot(self._world.scenes[shown])

    def sight_on(self, scene: MapScene) -> FigureSight:
        if scene.id not in self._sights:
            self._sights[scene.id] = FigureSight(scene, self._rulings_of(scene.id))
        return self._sights[scene.id]

    def own_viewers(self, scene: MapScene) -> dict[str, list[str]]:
        """Return each admitted player's own figures on the map that have sight."""
        return {
            player.id: scene.viewers_of(player.id)
            for player in self._world.players.values()
            if not player.waiting
        }

    def viewers_by_player(self, scene: MapScene) -> dict[str, list[str]]:
        """Return the figures on the map through which each admitted player sees."""
        own = self.own_viewers(scene)
        if not self._world.table.shared_sight:
            return own
        party = list(dict.fromkeys(viewer for viewers in own.values() for viewer in viewers))
        return dict.fromkeys(own, party)

    # --- after a change

    def refresh(
        self,
        touched: Mapping[str, Touched],
        walk: WalkedRoute | None = None,
        *,
        rulings_changed: bool = False,
    ) -> dict[str, list[Outgoing]]:
        """Update after a change, and return the messages for each player who sees something new."""
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
        """Reveal tiles to players, or make them forget tiles.

        Return the messages for each player, and the forgotten values as stored on disk.
        """
        news: dict[str, list[Outgoing]] = {}
        taken: dict[str, dict[str, str]] = {}
        scene = self._world.scenes[fog.map]
        self._lessons_on = scene.id
        for player in {*fog.tiles, *fog.taken} & self._seated():
            known = self.knowledge_on(player, scene)
            before = known.explored_on(fog.storey)
            if fog.what == "reveal":
                bits = unpacked(fog.tiles[player])
                change = known.reveal(scene, self._walls_of(scene), bits, fog.storey)
                self._lessons_storey = fog.storey
                self._teach(player, known.explored_on(fog.storey) & ~before, bits & before)
            elif fog.what == "restore":
                change = known.restore(scene, fog.taken[player])
            else:
                change, taken[player] = known.forget(scene, unpacked(fog.tiles[player]), fog.storey)
            if change is not None and self._on_stage.get(player) == scene.id:
                news[player] = [change]
        return news, taken

    def drain_journal(self) -> Taught:
        """Return what players saw or learned since the last call, for the journal."""
        lessons, self._lessons = self._lessons, {}
        players = {
            player: (packed(gained), packed(again))
            for player, (gained, again) in lessons.items()
            if gained or again
        }
        storey, self._lessons_storey = self._lessons_storey, GROUND
        return Taught(self._lessons_on, players, storey) if players else NOTHING_TAUGHT

    def _teach(self, player: str, gained: int, again: int) -> None:
        before = self._lessons.get(player, (0, 0))
        self._lessons[player] = before[0] | gained, (before[1] | again) & ~gained

    def _seated(self) -> set[str]:
        return {player.id for player in self._world.players.values() if not player.waiting}

    def drain_store(self) -> list[LearnedRow]:
        """Return what players learned since the last call, for storage."""
        rows, self._brought = self._brought, []
        for (player, map_id), known in self._known.items():
            rows += ((player, map_id, what, value) for what, value in known.learned.items())
            known.learned = {}
        return rows

    def remember(self, map_id: str, known: Mapping[str, Mapping[str, str]]) -> None:
        """Import players' knowledge of a map from another table."""
        for player, values in known.items():
            self._remembered[player, map_id] = values
            self._brought += ((player, map_id, key, value) for key, value in values.items())

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
        shown = health_shown(self._world.table)
        passers, passed, met, passed_floors = self._glimpses(scene, walk)
        moved = self._moved(scene)
        self._lessons_on = scene.id
        for player in seated:
            lit, seen, light, lit_floors = views[player]
            known = self._knowledge_of(player, scene)
            known.show_health(shown)
            anew = whole or self._on_stage.get(player) != scene.id
            if anew:
                known.look_away()
            explored, was_lit = known.explored, known.lit
            messages: list[Outgoing | None] = []
            if player in passers:
                # A glimpse: visible for a moment, and known afterwards.
                floors = self._floors_seen(scene, player, known, _joined(lit_floors, passed_floors))
                messages.append(
                    known.refresh(scene, pieces, lit | passed, seen | met, touched, floors=floors)
                )
            floors = self._floors_seen(scene, player, known, lit_floors)
            messages.append(known.refresh(scene, pieces, lit, seen, touched, light, floors))
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

    def _views(self, scene: MapScene) -> dict[str, PlayerView]:
        """Return, for each player, the visible tiles and figures, and the light on them."""
        viewers, views = self.sight_on(scene), {}
        shown = scene.shown & ~scene.veiled
        there = viewers.standing_on(shown) if shown else frozenset()
        on_floors = {
            id_: bits & ~scene.covered_on(id_)
            for id_, bits in scene.shown_floors.items()
            if id_ in scene.floors and bits
        }
        for id_, bits in on_floors.items():
            there |= viewers.standing_on_floor(id_, bits)
        shared: FiguresView | None = None
        for player, figures in self.viewers_by_player(scene).items():
            view = shared or _seen_by_all(viewers, figures)
            if self._world.table.shared_sight:
                shared = view
            own = self._own_places(scene, player)
            lit = view.lit | shown | own.pop(GROUND, 0)
            floors = _joined(_joined(view.floors, own), on_floors)
            light = _light_on(viewers, view, {GROUND: lit, **floors})
            views[player] = PlayerView(lit, view.figures | there, light, floors)
        return views

    def _moved(self, scene: MapScene) -> dict[str, int]:
        """Return, for each player, what is seen by their figures that have moved since the last
        update.
        """
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

    def _floors_seen(
        self, scene: MapScene, player: str, known: Knowledge, lit: dict[str, int]
    ) -> SeenFloors:
        """Return a player's view of floors, with the known tiles that they see to be missing."""
        viewers, gone = self.viewers_by_player(scene)[player], dict[str, int]()
        for id_, (height, tiles) in known.missing_floors(scene).items():
            for viewer in viewers:
                seen = self.sight_on(scene).sees_gone(viewer, height, tiles, id_)
                gone[id_] = gone.get(id_, 0) | seen
        return SeenFloors(lit, gone) if lit or gone else NO_FLOORS

    def _own_places(self, scene: MapScene, player: str) -> dict[str, int]:
        """Return the tiles under the player's own figures, by storey.

        Players always see these tiles, even if a figure is blind.
        """
        places: dict[str, int] = {}
        for figure in scene.owned_by(player):
            storey = scene.storey_under(figure)
            for tile in scene.board.figure(figure).tiles:
                if storey == GROUND or tile in scene.board.floor(storey).tiles:
                    places[storey] = places.get(storey, 0) | 1 << scene.board.rank(tile)
        return places

    def _glimpses(
        self, scene: MapScene, walk: WalkedRoute | None
    ) -> tuple[frozenset[str], int, frozenset[str], dict[str, int]]:
        """Return which players saw anything on the way, with the tiles, the figures and the
        tiles of floors.
        """
        if walk is None or walk.figure not in scene.figures:
            return frozenset(), 0, frozenset(), {}
        passers = frozenset(
            player
            for player, viewers in self.viewers_by_player(scene).items()
            if walk.figure in viewers
        )
        if walk.glimpses is not None:
            return passers, *walk.glimpses
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
