"""Plan an action, or refuse it.

    plan(world, actor, action, looking, knowledge, history) -> ActionPlan

Planning changes nothing, with one exception: a ruling is written to disk before the change that
refers to it. The plan's entries record the state before, so an outdated plan is refused when it is
applied.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import MappingProxyType
from typing import Any

from sightline.table.actions import plans
from sightline.table.actions.pathfinding import FoundWay
from sightline.table.actions.planning import PLANS
from sightline.table.actions.plans.maps import map_called
from sightline.table.actions.plans.pictures import Brought
from sightline.table.actions.plans.player_turn import KnownMap
from sightline.table.actions.rights import check_rights
from sightline.table.protocol.actions import MasterAction
from sightline.table.protocol.registry import ACTIONS
from sightline.table.rulings.desk import RulingDesk
from sightline.table.state.history import History
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import THE_MASTER, Actor, Refusal
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World

NONE_BROUGHT: Brought = MappingProxyType({})

# Importing a module registers its plans.
for _module in pkgutil.walk_packages(plans.__path__, f"{plans.__name__}."):
    import_module(
        f"sightline.table.actions.plans.{_module.name.removeprefix(f'{plans.__name__}.')}"
    )
_MISSING = [
    f"{kind.__name__} ({role})"
    for kind, declared in ACTIONS.items()
    for role in declared.roles
    if (kind, role) not in PLANS
]
if _MISSING:
    raise TypeError(f"expected a plan for every action; write one for {', '.join(_MISSING)}")


def plan(
    world: World,
    actor: Actor,
    action: MasterAction,
    looking: str,
    knowledge: KnownMap | None = None,
    history: History | None = None,
    brought: Brought = NONE_BROUGHT,
    found: FoundWay | None = None,
    desk: RulingDesk | None = None,
) -> ActionPlan:
    """Return the plan of the action, or raise a Refusal if this actor may not do it.

    `looking` is the map on the game master's page. Players act on the map that is shown to them,
    and `knowledge` is what they know of it. The other parameters are described in `planning`.
    """
    check_rights(world, actor, action)
    is_master = actor.role == "master"
    function, needs = PLANS[type(action), actor.role]
    given: dict[str, Any] = {
        "world": world,
        "actor": THE_MASTER if is_master else actor,
        "action": action,
        "known": None if is_master else knowledge,
        "history": history or History(),
        "brought": brought,
        "found": found,
        "desk": desk or RulingDesk(None),
    }
    if "scene" in needs:
        given["scene"] = (
            map_called(world, looking) if is_master else _shown_to_players(world, knowledge)
        )
    return function(**{name: given[name] for name in needs})


def _shown_to_players(world: World, known: KnownMap | None) -> MapScene:
    if world.table.shown is None or known is None:
        raise Refusal("noMap")
    return world.scenes[world.table.shown]
