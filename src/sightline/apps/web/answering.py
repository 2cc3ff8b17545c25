"""Which question is answered by whom, and out of what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.apps.web.checklist import checklist
from sightline.apps.web.every_rule import every_rule
from sightline.apps.web.from_pages import (
    AskChecklist,
    AskEveryRule,
    AskField,
    AskRulings,
    AskSight,
    AskWho,
    Question,
)
from sightline.apps.web.questions import (
    NOT_YOURS,
    master_field,
    master_sight,
    player_field,
    player_sight,
    who_sees_whom,
)
from sightline.apps.web.records import Refusal
from sightline.apps.web.ruled import rulings_list
from sightline.apps.web.scene import Scene
from sightline.apps.web.to_pages import (
    ChecklistAnswer,
    EveryRuleAnswer,
    FieldAnswer,
    RulingsAnswer,
    SightAnswer,
    WhoAnswer,
)

if TYPE_CHECKING:
    from sightline.apps.web.table import Table

Answered = SightAnswer | EveryRuleAnswer | FieldAnswer | WhoAnswer | ChecklistAnswer | RulingsAnswer


def answer_master(table: Table, scene: Scene, question: Question) -> Answered:
    """Out of the truth, on the map that the master looks at."""
    rulings = table.desk.of(scene.id)
    match question:
        case AskSight():
            return master_sight(scene, rulings, question)
        case AskEveryRule():
            return every_rule(scene, question)
        case AskField():
            eyes = table.overlook.own_eyes(scene)
            party = dict.fromkeys(eye for own in eyes.values() for eye in own)
            return master_field(scene, rulings, question, list(party))
        case AskWho():
            return who_sees_whom(scene, rulings)
        case AskRulings():
            return rulings_list(scene, rulings)
        case AskChecklist():
            player = question.player
            shown = table.world.scenes.get(table.world.table.shown or "")
            known = table.overlook.knowledge(player)
            return checklist(table.world, shown, player, known, table.is_online(player))


def answer_player(table: Table, player: str, question: Question) -> Answered:
    """Out of what the player knows of the map that is shown."""
    scene = table.world.scenes.get(table.world.table.shown or "")
    known = table.overlook.knowledge(player)
    if scene is None or known is None:
        raise Refusal(NOT_YOURS)
    match question:
        case AskSight():
            rulings = table.desk.of(scene.id)
            return player_sight(scene, known, rulings, question, scene.eyes_of(player))
        case AskField():
            return player_field(known, scene.rule, question)
        case _:
            raise Refusal("Only the master can ask that.")
