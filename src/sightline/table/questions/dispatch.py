"""Answer a question: for the game master from the true state, for a player from what they know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from sightline.model.cell import Tile
from sightline.packs import Pack
from sightline.rulings import Rulings
from sightline.table.protocol.answers import AnswerTo
from sightline.table.protocol.questions import (
    AskArea,
    AskEveryRule,
    AskField,
    AskRulings,
    AskSight,
    AskWay,
    AskWho,
    Question,
)
from sightline.table.protocol.types import FigureOrTile
from sightline.table.questions.compare_rules import every_rule
from sightline.table.questions.master import master_field, master_sight, who_sees_whom
from sightline.table.questions.measuring import master_area, master_way, player_area, player_way
from sightline.table.questions.player import player_field, player_sight
from sightline.table.rulings.text import rulings_list
from sightline.table.state.records import Refusal
from sightline.table.state.scene import MapScene
from sightline.table.vision.cost import is_quick, tiles_if_there
from sightline.table.vision.knowledge import Knowledge


@dataclass(frozen=True)
class MasterAnswers:
    """Answers from the true state, on the map that the game master looks at.

    `party` are the players' figures with sight, and `packs` the game master's packs.
    """

    scene: MapScene
    rulings: Rulings
    party: Collection[str]
    packs: Mapping[str, Pack] = field(default_factory=dict)

    def still(self) -> MasterAnswers:
        """Return a snapshot, for slow answers."""
        return replace(self, scene=self.scene.still())

    def is_quick(self, question: Question) -> bool:
        board = self.scene.board
        return is_quick(board, self.scene.rule, question, partial(tiles_if_there, board))

    def answer(self, question: Question) -> AnswerTo:
        scene, rulings = self.scene, self.rulings
        match question:
            case AskSight():
                return master_sight(scene, rulings, question)
            case AskArea():
                return master_area(scene, rulings, question)
            case AskWay():
                return master_way(scene, question)
            case AskEveryRule():
                return every_rule(scene, question, self.packs)
            case AskField():
                return master_field(scene, rulings, question, self.party)
            case AskWho():
                return who_sees_whom(scene, rulings)
            case AskRulings():
                return rulings_list(scene, rulings)
            case _:
                raise TypeError(f"{type(question).__name__} is not about a map")


@dataclass(frozen=True)
class PlayerAnswers:
    """Answers from what a player knows of the shown map.

    Of the true state, they reveal only whether the player sees the target.
    """

    scene: MapScene
    rulings: Rulings
    known: Knowledge

    def still(self) -> PlayerAnswers:
        return replace(self, scene=self.scene.still(), known=self.known.still())

    def is_quick(self, question: Question) -> bool:
        if not isinstance(question, AskSight | AskArea | AskWay | AskField):
            return True  # the question will be refused
        return is_quick(self.scene.board, self.scene.rule, question, self._tiles)

    def _tiles(self, where: FigureOrTile) -> Collection[Tile]:
        """Return the tiles of a figure or a tile, as the player knows it. (Building the known
        map may be slow.)
        """
        if not isinstance(where, str):
            return [self.scene.board.grid.tile(*where)]
        known = self.known.figures.get(where)
        return () if known is None else self.scene.board.footprint(known.at, known.size)

    def answer(self, question: Question) -> AnswerTo:
        scene, known = self.scene, self.known
        match question:
            case AskSight():
                viewers = scene.viewers_of(known.player)
                return player_sight(scene, known, self.rulings, question, viewers)
            case AskArea():
                return player_area(scene, known, question)
            case AskWay():
                return player_way(known, question)
            case AskField():
                return player_field(scene, known, question)
            case _:
                raise Refusal("gmAsks")
