"""What every player sees and knows, brought up to date after each change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sightline.answers.rulings import Rulings
from sightline.model.cell import Tile
from sightline.table.protocol.server import NoStage, Stage
from sightline.table.protocol.types import Outgoing
from sightline.table.state.scene import Scene
from sightline.table.state.world import Touched, World
from sightline.table.vision.cost import fog_lines
from sightline.table.vision.figure_sight import Eyes
from sightline.table.vision.knowledge import Knowledge, Pieces
from sightline.table.vision.wall_pieces import pieces_by_tile

Learned = tuple[str, str, str, str | None]
"""Player, map, what, and as what it is known; None: forgotten."""
Remembered = Mapping[tuple[str, str], Mapping[str, str]]


@dataclass(frozen=True)
class Walk:
    """A figure went by these tiles, and saw from each of them."""

    figure: str
    route: tuple[Tile, ...]


class Overlook:
    """The knowledge of all players, and which map each of them has before their eyes."""

    def __init__(
        self, world: World, rulings_of: Callable[[str], Rulings], remembered: Remembered
    ) -> None:
        self._world = world
        self._rulings_of = rulings_of
        self._remembered = dict(remembered)
        self._known: dict[tuple[str, str], Knowledge] = {}
        self._eyes: dict[str, Eyes] = {}
        self._pieces: dict[str, Pieces] = {}
        self._on_stage: dict[str, str | None] = {}

    # --- asking

    def knowledge(self, player: str) -> Knowledge | None:
        """What the player knows of the map that is shown; None: there is none, or nothing yet."""
        return self._known.get((player, self._world.table.shown or ""))

    def stage(self, player: str) -> Stage | NoStage:
        """All of it, for a page that has nothing yet."""
        known, shown = self.knowledge(player), self._world.table.shown
        if known is None or shown is None:
            return NoStage()
        return known.snapshot(self._world.scenes[shown])

    def eyes_on(self, scene: Scene) -> Eyes:
        if scene.id not in self._eyes:
            self._eyes[scene.id] = Eyes(scene, self._rulings_of(scene.id))
        return self._eyes[scene.id]

    def own_eyes(self, scene: Scene) -> dict[str, list[str]]:
        """For each player who was let in, their figures on the map that have sight."""
        return {
            player.id: scene.eyes_of(player.id)
            for player in self._world.players.values()
            if not player.waiting
        }

    def players_eyes(self, scene: Scene) -> dict[str, list[str]]:
        """For each player who was let in, the figures on the map through which they see."""
        own = self.own_eyes(scene)
        if not self._world.table.shared_sight:
            return own
        party = list(dict.fromkeys(eye for eyes in own.values() for eye in eyes))
        return dict.fromkeys(own, party)

    def lines(self) -> int:
        """How many lines it takes to look through all of the players' figures anew."""
        scene = self._world.scenes.get(self._world.table.shown or "")
        if scene is None:
            return 0
        return fog_lines(scene, {eye for eyes in self.own_eyes(scene).values() for eye in eyes})

    # --- after a change

    def refresh(
        self,
        touched: Mapping[str, Touched],
        walk: Walk | None = None,
        *,
        rulings_changed: bool = False,
    ) -> dict[str, list[Outgoing]]:
        """Take in what was changed: what to tell each player who has something new."""
        for map_id, what in touched.items():
            if what.whole:
                self._eyes.pop(map_id, None)
            elif map_id in self._eyes:
                self._eyes[map_id].follow(what)
            if what.whole or what.walls:
                self._pieces.pop(map_id, None)
        if rulings_changed:
            for eyes in self._eyes.values():
                eyes.hear_rulings()
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

    def take_learned(self) -> list[Learned]:
        """What players learned since the last time, for the disk."""
        rows: list[Learned] = []
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
        self, scene: Scene, seated: list[str], touched: Touched | None, walk: Walk | None
    ) -> dict[str, list[Outgoing]]:
        news: dict[str, list[Outgoing]] = {}
        whole = touched is not None and touched.whole
        pieces = self._walls_of(scene)
        views = self._views(scene)
        passers, passed, met = self._glimpses(scene, walk)
        for player in seated:
            lit, seen = views[player]
            known = self._knowledge_of(player, scene)
            anew = whole or self._on_stage.get(player) != scene.id
            if anew:
                known.look_away()
            messages: list[Outgoing | None] = []
            if player in passers:
                # Seen in passing: lit for a moment, and known from then on.
                messages.append(known.refresh(scene, pieces, lit | passed, seen | met, touched))
            messages.append(known.refresh(scene, pieces, lit, seen, touched))
            if anew:
                self._on_stage[player] = scene.id
                messages = [known.snapshot(scene)]
            told = [message for message in messages if message is not None]
            if told:
                news[player] = told
        return news

    def _views(self, scene: Scene) -> dict[str, tuple[int, frozenset[str]]]:
        """For each player the tiles and figures that they see."""
        eyes, views = self.eyes_on(scene), {}
        shared: tuple[int, frozenset[str]] | None = None
        for player, figures in self.players_eyes(scene).items():
            if shared is None:
                lit, seen = 0, frozenset(figures)  # who shares their sight is known to all
                for figure in figures:
                    lit |= eyes.field(figure)
                    seen |= eyes.seen_by(figure)
                view = (lit, seen)
                if self._world.table.shared_sight:
                    shared = view
            else:
                view = shared
            views[player] = view
        return {p: (lit | self._own_places(scene, p), seen) for p, (lit, seen) in views.items()}

    def _own_places(self, scene: Scene, player: str) -> int:
        """A player always sees where their own figures stand, even blind ones."""
        places = 0
        for figure in scene.owned_by(player):
            for tile in scene.board.figure(figure).tiles:
                places |= 1 << scene.board.rank(tile)
        return places

    def _glimpses(
        self, scene: Scene, walk: Walk | None
    ) -> tuple[frozenset[str], int, frozenset[str]]:
        """Who saw something on the way; the tiles and figures that they saw."""
        if walk is None or walk.figure not in scene.figures:
            return frozenset(), 0, frozenset()
        passers = frozenset(
            player for player, eyes in self.players_eyes(scene).items() if walk.figure in eyes
        )
        return passers, *self.eyes_on(scene).glimpsed(walk.figure, walk.route)

    def _walls_of(self, scene: Scene) -> Pieces:
        if scene.id not in self._pieces:
            self._pieces[scene.id] = pieces_by_tile(scene.board)
        return self._pieces[scene.id]

    def _knowledge_of(self, player: str, scene: Scene) -> Knowledge:
        key = (player, scene.id)
        if key not in self._known:
            self._known[key] = Knowledge(player, scene, self._remembered.pop(key, {}))
        return self._known[key]
