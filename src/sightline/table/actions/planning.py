"""The registry of plans, by action and role. A plan declares its inputs by parameter name.

@plan_for(RemoveFigure)
def plan_remove(world: World, action: RemoveFigure) -> ActionPlan: ...

world     the whole state of the table
actor     the user who acts
action    the action itself
scene     game master: the map on their page; player: the map that is shown
known     what a player knows of that map; None for the game master
history   the changes that can be undone and redone
brought   the pictures that this actor uploaded
found     the path that a `LongSearch` found before this attempt
desk      where rulings are made
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sightline.table.protocol.registry import ACTIONS, Role
from sightline.table.protocol.types import Incoming
from sightline.table.state.plans import ActionPlan

GIVEN = ("world", "actor", "action", "scene", "known", "history", "brought", "found", "desk")

Planner = TypeVar("Planner", bound=Callable[..., ActionPlan])


class RegisteredPlan(NamedTuple):
    """A planning function, and the names of its inputs."""

    function: Callable[..., ActionPlan]
    needs: tuple[str, ...]


PLANS: dict[tuple[type[Incoming], Role], RegisteredPlan] = {}


def plan_for(kind: type[Incoming], by: Role | None = None) -> Callable[[Planner], Planner]:
    """Register the function as the plan of that action, for one role or for every role that may
    do it.
    """

    def register(function: Planner) -> Planner:
        needs = tuple(inspect.signature(function).parameters)
        if unknown := set(needs) - set(GIVEN):
            raise TypeError(
                f"expected {function.__name__} to take only {', '.join(GIVEN)}; got"
                f" {', '.join(sorted(unknown))}: rename those parameters"
            )
        for role in ACTIONS[kind].roles if by is None else (by,):
            if (kind, role) in PLANS:
                raise TypeError(f"expected one plan of {kind.__name__} for the {role}; got two")
            PLANS[kind, role] = RegisteredPlan(function, needs)
        return function

    return register
