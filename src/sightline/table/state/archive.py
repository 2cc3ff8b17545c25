"""Archive large maps, so that adding or deleting one blocks no one.

When a large map is deleted, it is archived as a whole instead of being removed object by object,
and undo restores it immediately. A new large map is also archived while it is added in parts, until
it is complete.

The size of the archive is limited. Deleting a map may remove older ones from it. This is part of
the same change, so undo restores both. Maps that can no longer be restored are purged, in parts,
before the next map is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.table.state.keys import archived_key, map_key, map_of
from sightline.table.state.scene import MapScene
from sightline.table.state.world import JournalEntry, World

LARGE = 1_000
"""Maps with at least this many objects are archived. Smaller ones are removed at once."""
MOST_ARCHIVED = 200_000
"""The maximum number of objects of all archived maps together. A large map has 100,000."""
PART = 1_000
"""The number of objects that are added or purged at a time, which takes as long as a few
moves.
"""


def is_large(scene: MapScene) -> bool:
    return scene.things >= LARGE


def deleting(world: World, map_id: str) -> list[JournalEntry]:
    """Return the entries that delete a map with everything on it."""
    scene = world.scenes[map_id]
    if not is_large(scene):
        return _taking_apart(world, map_id)
    return [*archiving(map_id), *_pushing_out(world, scene.things)]


def archiving(map_id: str) -> list[JournalEntry]:
    """Return the entries that move a map to the archive."""
    return [JournalEntry(archived_key(map_id), None, True)]


def restoring(map_id: str) -> list[JournalEntry]:
    """Return the entries that restore a map from the archive."""
    return [JournalEntry(archived_key(map_id), True, None)]


def import_parts(map_id: str, entries: Sequence[JournalEntry]) -> Iterator[list[JournalEntry]]:
    """Yield the entries of a new map in parts, one change each. The first entry is the map's
    record.
    """
    yield [entries[0], JournalEntry(archived_key(map_id), None, True), *entries[1:PART]]
    for start in range(PART, len(entries), PART):
        yield [*entries[start : start + PART]]


def purge_parts(world: World, map_id: str) -> list[list[str]]:
    """Return the keys of an archived map in parts, one change each. The last part has the map's
    record.
    """
    ends = [map_key(map_id), archived_key(map_id)]
    keys = [key for key in world.values if map_of(key) == map_id and key not in ends]
    return [*(keys[start : start + PART] for start in range(0, len(keys), PART)), ends]


def _pushing_out(world: World, needed: int) -> list[JournalEntry]:
    """Return the entries that remove the oldest archived maps, if there is no room for `needed`
    objects.
    """
    entries = []
    room = MOST_ARCHIVED - needed
    for latest in reversed(world.archived.values()):
        room -= latest.things
        if room < 0:
            entries += _taking_apart(world, latest.id)
    return entries


def _taking_apart(world: World, map_id: str) -> list[JournalEntry]:
    # In reverse order, so that undo restores the original order.
    return [
        JournalEntry(key, world.values[key], None)
        for key in reversed(world.values)
        if map_of(key) == map_id
    ]
