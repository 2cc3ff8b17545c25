"""What masters and players may do, and what it comes to.

`plan` takes an action and returns an `ActionPlan`, or raises a `Refusal` in words for whoever
asked. Every right is checked here. Nothing is changed by planning: that is the service's part.
"""

from sightline.table.actions.areas import checked_shape
from sightline.table.actions.dispatch import plan
from sightline.table.actions.figures import FURNITURE, usual_size
from sightline.table.actions.games import plan_lay_out_game
from sightline.table.actions.maps import next_order, plan_packs
from sightline.table.actions.pathfinding import shortest_walk
from sightline.table.actions.players import plan_dismiss

__all__ = [
    "FURNITURE",
    "checked_shape",
    "next_order",
    "plan",
    "plan_dismiss",
    "plan_lay_out_game",
    "plan_packs",
    "shortest_walk",
    "usual_size",
]
