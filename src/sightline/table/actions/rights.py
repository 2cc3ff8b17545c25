"""Permissions: the only place where a user's role is checked.

The plan of an action then limits what a player may do with it.
"""

from __future__ import annotations

from sightline.table.protocol.client import LookAt, Watch
from sightline.table.protocol.registry import ACTIONS
from sightline.table.protocol.types import Incoming
from sightline.table.state.records import Actor, Refusal
from sightline.table.state.world import World


def check_rights(world: World, actor: Actor, asked: Incoming) -> None:
    """Raise a Refusal if this actor may not do that action or send that message."""
    if actor.role == "master":
        return
    player = world.players.get(actor.id)
    if player is None or player.waiting:
        raise Refusal("notLetIn")
    kind = ACTIONS.get(type(asked))
    if isinstance(asked, (LookAt, Watch)) or (kind is not None and kind.by == "master"):
        raise Refusal("gmOnly")
