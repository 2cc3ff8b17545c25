"""Deleted maps are put away whole, and not taken apart thing by thing: nobody waits for it, and
undoing it brings them back at once.

There is room for some. What was put away long ago makes room for the next: that one is taken apart,
and all of its things go with the change that needed the room.
"""

from __future__ import annotations

from sightline.apps.web.keys import away_key, map_of
from sightline.apps.web.world import Entry, World

MOST_PUT_AWAY = 200_000
"""How many things put away maps may have all together; a large map has 100,000."""


def putting_away(world: World, map_id: str) -> list[Entry]:
    """The entries that take a map from the table, with all that is on it."""
    entries = [Entry(away_key(map_id), None, True)]
    room = MOST_PUT_AWAY - world.scenes[map_id].things
    for latest in reversed(world.put_away.values()):
        room -= latest.things
        if room < 0:
            entries += _taking_apart(world, latest.id)
    return entries


def bringing_back(map_id: str) -> list[Entry]:
    """The entries that take a map out again."""
    return [Entry(away_key(map_id), True, None)]


def _taking_apart(world: World, map_id: str) -> list[Entry]:
    # Last things first, so that undoing brings all of them back in their old order.
    return [
        Entry(key, world.values[key], None)
        for key in reversed(world.values)
        if map_of(key) == map_id
    ]
