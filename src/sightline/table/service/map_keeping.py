"""Add maps to the table in parts, purge them, and copy them for exports."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import chain

from sightline.packs import Pack
from sightline.table.actions.plans.maps import next_order, plan_packs
from sightline.table.service.core import TableCore
from sightline.table.state.archive import import_parts, purge_parts, restoring
from sightline.table.state.arrival import NO_IDS, Arrival, arriving, new_ids, table_entries
from sightline.table.state.capacity import MAX_PLAYERS, check_maps
from sightline.table.state.imported_map import ImportedMap, Snapshot
from sightline.table.state.keys import TABLE
from sightline.table.state.laid_picture import digest_of, pictures_in
from sightline.table.state.plans import ActionPlan
from sightline.table.state.records import THE_MASTER, Refusal, new_id
from sightline.table.state.scene import MapScene
from sightline.table.state.world import JournalEntry
from sightline.table.vision.knowledge import Knowledge
from sightline.texts import say


class MapKeeper:
    """Adds maps and packs to the table, and returns snapshots of maps."""

    def __init__(self, core: TableCore) -> None:
        self._core = core
        self._moving: set[str] = set()
        """The ids of maps that are being added or removed in parts."""

    async def still_scene(self, map_id: str) -> MapScene | None:
        """Return a snapshot of the map, for slow work."""
        async with self._core.lock:
            scene = self._core.world.scenes.get(map_id)
            return None if scene is None else scene.still()

    async def still_knowledge(self, player: str) -> Knowledge | None:
        """Return a snapshot of what the player knows of the shown map."""
        async with self._core.lock:
            known = self._core.vision.knowledge(player)
            return None if known is None else known.still()

    async def snapshot(self) -> Snapshot:
        """Return a snapshot of the whole table."""
        async with self._core.lock:
            return await self._core.in_own_thread(self._snapshot)

    def _snapshot(self) -> Snapshot:
        scenes = [scene.still() for scene in self._core.world.maps()]
        return Snapshot(
            scenes, dict(self._core.world.values), self._core.transactions.store.learned()
        )

    async def add_maps(self, maps: Sequence[ImportedMap]) -> list[str]:
        """Add the maps of one file and return their ids.

        An exported table also brings its players and packs. If nobody has joined this table, it
        also brings its settings and the shown map.
        """
        origin, ids, is_empty = maps[0].origin, new_ids(maps), False
        if origin is not None:
            async with self._core.changing():
                is_empty = all(player.waiting for player in self._core.world.players.values())
                seats, entries = table_entries(self._core.world, origin, settings=is_empty)
                ids |= seats
                if len(self._core.world.players) + len(seats) > MAX_PLAYERS:
                    raise Refusal("noRoomForPlayers")
                if entries:
                    brought = ActionPlan(entries, say("added a whole table"), undoable=False)
                    await self._core.commit_and_send(THE_MASTER, new_id("m"), "add_table", brought)
        return [
            await self.add_map(
                each, show=is_empty and each.kept is not None and each.kept.shown, ids=ids
            )
            for each in maps
        ]

    async def add_map(
        self, imported: ImportedMap, *, show: bool = False, ids: Mapping[str, str] = NO_IDS
    ) -> str:
        """Add an imported map and return its id.

        `show` shows it to the players. See `arriving` for `ids`.
        """
        async with self._core.lock:
            check_maps(len(self._core.world.scenes))
            order = next_order(self._core.world)
        arrival = await asyncio.to_thread(arriving, imported, order, ids)
        if arrival.rulings:  # in a file that is not read until the map is complete
            await asyncio.to_thread(self._core.desk.of(arrival.map).load, arrival.rulings)
        await self._purge_forgotten()
        self._moving.add(arrival.map)
        pictures = imported.all_pictures()
        with self._core.pictures.holding(map(digest_of, pictures)):
            for picture in pictures:
                await asyncio.to_thread(self._core.pictures.files.put, picture)
            await self._add_parts(arrival, show=show)
        return arrival.map

    async def _add_parts(self, arrival: Arrival, *, show: bool) -> None:
        """Store a new map in parts, then add it to the table in one step."""
        map_id, entries = arrival.map, arrival.entries
        try:
            for part in import_parts(map_id, entries):
                async with self._core.lock:
                    await self._commit_unseen(part)
            async with self._core.changing():
                check_maps(len(self._core.world.scenes))
                self._core.vision.remember(map_id, arrival.known)
                out = restoring(map_id)
                if show:
                    table = self._core.world.values[TABLE]
                    out.append(JournalEntry(TABLE, table, {**table, "shown": map_id}))
                added = ActionPlan(
                    out, say("added the map {name}", name=entries[0].after["name"]), made=map_id
                )
                await self._core.commit_and_send(THE_MASTER, new_id("m"), "add_map", added)
        finally:
            self._moving.remove(map_id)

    async def add_packs(self, packs: Sequence[Pack]) -> None:
        """Add rule packs to the table, and store them."""
        async with self._core.changing():
            brought = plan_packs(self._core.world, packs)
            if brought.entries:
                await self._core.commit_and_send(THE_MASTER, new_id("m"), "packs", brought)

    async def _purge_forgotten(self) -> None:
        """Purge maps that cannot be restored: their import was interrupted, or was undone and
        cannot be redone.
        """
        async with self._core.lock:
            forgotten = await self._core.in_own_thread(self._forgotten_maps)
            self._moving.update(forgotten)  # another map may have been added in the meantime
        try:
            for keys in chain.from_iterable(forgotten.values()):
                async with self._core.lock:
                    values = self._core.world.values
                    await self._commit_unseen(
                        [JournalEntry(key, values[key], None) for key in keys]
                    )
        finally:
            self._moving.difference_update(forgotten)
        async with self._core.lock:
            kept = await self._core.in_own_thread(self._pictures_in_use)
            self._core.pictures.forget_all_but(kept)

    def _pictures_in_use(self) -> set[str]:
        """Return the digests of all pictures of maps and figures, including those that undo or
        redo could restore.
        """
        here = {each for value in self._core.world.values.values() for each in pictures_in(value)}
        return here | self._core.history.remembers_pictures()

    def _forgotten_maps(self) -> dict[str, list[list[str]]]:
        """Return the maps that cannot be restored, each with the keys of its parts."""
        away = self._core.world.archived.keys() - self._moving
        return {
            each: purge_parts(self._core.world, each)
            for each in away
            if not self._core.history.remembers_map(each)
        }

    async def _commit_unseen(self, part: Sequence[JournalEntry]) -> None:
        """Commit a change of maps that nobody can see."""
        self._core.transactions.check()
        part_plan = ActionPlan(part, say("moved a part of a map"), undoable=False)
        _, news = await self._core.in_own_thread(
            self._core.transactions.commit,
            part_plan,
            part_plan.row(THE_MASTER, new_id("m"), "carry"),
        )
        self._core.broadcaster.send_to_players(news)
