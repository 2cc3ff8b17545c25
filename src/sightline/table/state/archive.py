"""Archive large maps, so that adding or deleting one blocks no one.

A large map that is deleted is archived whole instead of being removed thing by thing; undoing
restores it at once. A new large map is also archived while it is added in parts, until it is
complete.

The archive has a limit. Deleting a map may push out an older one, which is then removed. This is
part of the same change, so undoing it restores both. Maps that nothing can restore are purged, in
parts, before the next map is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.table.state.keys import archived_key, map_key, map_of
from sightline.table.state.scene import MapScene
from sightline.table.state.world import JournalEntry, World

LARGE = 1_000
"""Maps with at least this many things are archived; smaller ones are removed at once."""
MOST_ARCHIVED = 200_000
"""The most things of all archived maps together; a large map has 100,000."""
PART = 1_000
"""How many things are added or purged at a time: about the time of a few moves."""


def is_large(scene: MapScene) -> bool:
    return scene.things >= LARGE


def deleting(world: World, map_id: str) -> list[JournalEntry]:
    """Return the entries that delete a map with everything on it."""
    scene = world.scenes[map_id]
    if not is_large(scene):
        return _taking_apart(world, map_id)
    return [*archiving(map_id), *_pushing_out(world, scene.things)]


def archiving(map_id: str) -> list[JournalEntry]:
    """Return the entries that archive a map."""
    return [JournalEntry(archived_key(map_id), None, True)]


def restoring(map_id: str) -> list[JournalEntry]:
    """Return the entries that restore it."""
    return [JournalEntry(archived_key(map_id), True, None)]


def import_parts(map_id: str, entries: Sequence[JournalEntry]) -> Iterator[list[JournalEntry]]:
    """Split the entries of a new map, the first of which is its record, into one change per
    part.
    """
    yield [entries[0], JournalEntry(archived_key(map_id), None, True), *entries[1:PART]]
    for start in range(PART, len(entries), PART):
        yield [*entries[start : start + PART]]


def purge_parts(world: World, map_id: str) -> list[list[str]]:
    """Split the keys of an archived map into one change per part; the last has its record."""
    ends = [map_key(map_id), archived_key(map_id)]
    keys = [key for key in world.values if map_of(key) == map_id and key not in ends]
    return [*(keys[start : start + PART] for start in range(0, len(keys), PART)), ends]


def _pushing_out(world: World, needed: int) -> list[JournalEntry]:
    """The entries that remove the oldest archived maps, if the archive has no room for `more`
    things.
    """
    entries = []
    room = MOST_ARCHIVED - needed
    for latest in reversed(world.archived.values()):
        room -= latest.things
        if room < 0:
            entries += _taking_apart(world, latest.id)
    return entries


def _taking_apart(world: World, map_id: str) -> list[JournalEntry]:
    # Reverse order, so that undoing restores the original order.
    return [
        JournalEntry(key, world.values[key], None)
        for key in reversed(world.values)
        if map_of(key) == map_id
    ]
