"""Archives large maps, so that nobody waits while one is added or deleted.

A large map that is deleted is archived whole, and not taken apart thing by thing; undoing it
restores it at once. A new one is archived, too, while it is added part by part, until all of its
things are there.

The archive has a limit. Whoever deletes a map may push out an older one, which is then taken apart,
and as this is part of that change, undoing it puts it there again. What nothing could restore any
more is purged, part by part, before the next map is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.table.state.keys import archived_key, map_key, map_of
from sightline.table.state.scene import MapScene
from sightline.table.state.world import JournalEntry, World

LARGE = 1_000
"""From so many things on a map is archived; smaller ones are taken apart at once."""
MOST_ARCHIVED = 200_000
"""How many things archived maps may have all together; a large map has 100,000."""
PART = 1_000
"""How many things are added or purged at a time: it takes as long as a few moves."""


def is_large(scene: MapScene) -> bool:
    return scene.things >= LARGE


def deleting(world: World, map_id: str) -> list[JournalEntry]:
    """The entries that delete a map, with all that is on it."""
    scene = world.scenes[map_id]
    if not is_large(scene):
        return _taking_apart(world, map_id)
    return [*archiving(map_id), *_pushing_out(world, scene.things)]


def archiving(map_id: str) -> list[JournalEntry]:
    """The entries that take a map from the table."""
    return [JournalEntry(archived_key(map_id), None, True)]


def restoring(map_id: str) -> list[JournalEntry]:
    """The entries that take it out again."""
    return [JournalEntry(archived_key(map_id), True, None)]


def import_parts(map_id: str, entries: Sequence[JournalEntry]) -> Iterator[list[JournalEntry]]:
    """The entries of a new map, the first of which is its record, as a change for each part."""
    yield [entries[0], JournalEntry(archived_key(map_id), None, True), *entries[1:PART]]
    for start in range(PART, len(entries), PART):
        yield [*entries[start : start + PART]]


def purge_parts(world: World, map_id: str) -> list[list[str]]:
    """The keys of an archived map, in parts for a change each: the last one has its record."""
    ends = [map_key(map_id), archived_key(map_id)]
    keys = [key for key in world.values if map_of(key) == map_id and key not in ends]
    return [*(keys[start : start + PART] for start in range(0, len(keys), PART)), ends]


def _pushing_out(world: World, needed: int) -> list[JournalEntry]:
    """The entries that take apart what was archived first, where the archive is too full for so
    many things more."""
    entries = []
    room = MOST_ARCHIVED - needed
    for latest in reversed(world.archived.values()):
        room -= latest.things
        if room < 0:
            entries += _taking_apart(world, latest.id)
    return entries


def _taking_apart(world: World, map_id: str) -> list[JournalEntry]:
    # Last things first, so that undoing brings all of them back in their old order.
    return [
        JournalEntry(key, world.values[key], None)
        for key in reversed(world.values)
        if map_of(key) == map_id
    ]
