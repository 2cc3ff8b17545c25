"""The floors and stairs that a player knows: what they have seen, and what they see now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from sightline.model.board import Board
from sightline.table.protocol.server import FloorView, StairsView
from sightline.table.protocol.types import Span, StairsEnd
from sightline.table.state.fog import EVERY_STOREY
from sightline.table.state.keys import height_from
from sightline.table.state.records import FloorRecord, encoded
from sightline.table.state.scene import MapScene, along
from sightline.table.vision.known_ground import LearnedValues
from sightline.table.vision.light.map_light import SeenLight, level_spans
from sightline.table.vision.tile_sets import bits_of_tiles, spans_of_bits, tiles_of_bits

_FloorState = tuple[str, str, int, int, int, int]


class KnownFloor:
    """One floor. Its name and height are known with its first tile."""

    def __init__(self, name: str, height: str) -> None:
        self.name = name
        self.height = height
        self.explored = 0
        self.lit = 0
        self.dim = self.dark = 0
        """The visible tiles that are dim, and those that are dark."""


class KnownFloors:
    """All known floors, by id, ordered by height."""

    def __init__(self) -> None:
        self.floors: dict[str, KnownFloor] = {}

    def copy(self) -> KnownFloors:
        copied = KnownFloors()
        for id_, floor in self.floors.items():
            twin = copied.floors[id_] = KnownFloor(floor.name, floor.height)
            twin.explored, twin.lit = floor.explored, floor.lit
            twin.dim, twin.dark = floor.dim, floor.dark
        return copied

    def explored(self, floor: str) -> int:
        return self.floors[floor].explored if floor in self.floors else 0

    def lit(self, floor: str) -> int:
        return self.floors[floor].lit if floor in self.floors else 0

    def at(self, height: Fraction) -> KnownFloor:
        """Return the combined knowledge of all floors at that height."""
        found = KnownFloor("", str(height))
        for floor in self.floors.values():
            if Fraction(floor.height) == height:
                found.explored |= floor.explored
                found.lit |= floor.lit
                found.dark |= floor.dark
        return found

    def lit_by_floor(self) -> dict[str, int]:
        return {id_: floor.lit for id_, floor in self.floors.items()}

    def look_away(self) -> None:
        for floor in self.floors.values():
            floor.lit = floor.dim = floor.dark = 0

    def views(self, board: Board) -> list[FloorView]:
        return [
            FloorView(
                id_,
                floor.name,
                floor.height,
                spans_of_bits(board, floor.explored),
                spans_of_bits(board, floor.lit),
                level_spans(board, floor.dark, floor.dim),
            )
            for id_, floor in self.floors.items()
        ]

    def missing(self, scene: MapScene) -> dict[str, tuple[Fraction, int]]:
        """Return the known tiles that no longer exist, with their height.

        A player who sees their place learns that they are gone.
        """
        gone = {}
        for id_, floor in self.floors.items():
            there = _tiles(scene.board, scene.floors.get(id_), floor.height)
            if floor.explored & ~there:
                gone[id_] = Fraction(floor.height), floor.explored & ~there
        return gone

    def learn(
        self,
        scene: MapScene,
        seen: Mapping[str, int],
        gone: Mapping[str, int],
        light: SeenLight | None,
        learned: LearnedValues,
    ) -> bool:
        """Learn the visible tiles of floors. Return whether anything changed.

        `gone` are the known tiles that the player sees to be missing. `light` is the light on the
        visible
        tiles; None leaves it unchanged, for glimpses.
        """
        before = self._state()
        for id_, bits in gone.items():
            self.floors[id_].explored &= ~bits
        old = {id_: (floor.dim, floor.dark) for id_, floor in self.floors.items()}
        self.look_away()
        for id_, bits in seen.items():
            record = scene.floors.get(id_)
            if record is None or not bits:
                continue
            known = self.floors.get(id_)
            if known is None or known.height != record.height:
                known = self.floors[id_] = KnownFloor(record.name, record.height)
            known.name = record.name
            known.explored |= bits
            known.lit = bits
            known.dim, known.dark = (each & bits for each in old.get(id_, (0, 0)))
            if light is not None:
                known.dim, known.dark = light.dim_and_dark(id_, bits)
        return self._settle(scene.board, before, learned)

    def reveal(self, scene: MapScene, id_: str, bits: int, learned: LearnedValues) -> bool:
        """Learn these tiles of a floor, which are not visible. Return whether anything changed."""
        record, before = scene.floors[id_], self._state()
        known = self.floors.get(id_)
        if known is None or known.height != record.height:
            known = self.floors[id_] = KnownFloor(record.name, record.height)
        known.name = record.name
        known.explored |= bits
        return self._settle(scene.board, before, learned)

    def forget(
        self, board: Board, bits: int, storey: str, learned: LearnedValues
    ) -> dict[str, str]:
        """Forget these tiles of a floor or of every floor, except visible ones.

        Return the forgotten values as stored on disk.
        """
        before, taken = self._state(), {}
        for id_, floor in self.floors.items():
            lost = floor.explored & bits & ~floor.lit if storey in (id_, EVERY_STOREY) else 0
            if lost:
                floor.explored &= ~lost
                taken[f"floor|{id_}"] = _text(board, floor.name, floor.height, lost)
        self._settle(board, before, learned)
        return taken

    def recall(self, board: Board, id_: str, value: str) -> None:
        """Load a floor from its stored form."""
        height, _, rest = value.partition("|")
        spans, _, name = rest.partition("|")
        floor = self.floors.setdefault(id_, KnownFloor(name, str(height_from(height) or 0)))
        for each in spans.split(";") if spans else ():
            a, b, count = map(int, each.split(","))
            tiles = along(board, (a, b, min(count, len(board.tiles()))))
            if not all(tile in board for tile in tiles):
                raise ValueError(f"floor {name[:40]!r}: expected tiles of the map")
            floor.explored |= bits_of_tiles(board, tiles)
        self._sort()

    def restored(self, board: Board, old: KnownFloors, learned: LearnedValues) -> bool:
        """Restore forgotten floors. Newer knowledge stays. Return whether anything changed."""
        before = self._state()
        for id_, floor in old.floors.items():
            known = self.floors.setdefault(id_, KnownFloor(floor.name, floor.height))
            if known.height == floor.height:
                known.explored |= floor.explored
        return self._settle(board, before, learned)

    def put_on(self, board: Board) -> None:
        """Replace the floors of a board by the known ones."""
        for floor in board.floors():
            board.remove_floor(floor.name)
        for id_, known in self.floors.items():
            board.add_floor(Fraction(known.height), tiles_of_bits(board, known.explored), id_)

    def _state(self) -> dict[str, _FloorState]:
        return {
            id_: (each.name, each.height, each.explored, each.lit, each.dim, each.dark)
            for id_, each in self.floors.items()
        }

    def _settle(
        self, board: Board, before: Mapping[str, _FloorState], learned: LearnedValues
    ) -> bool:
        """Drop empty floors, and record what changed for storage. Return whether anything
        changed.
        """
        self.floors = {id_: floor for id_, floor in self.floors.items() if floor.explored}
        self._sort()
        now = self._state()
        for id_ in before.keys() | now.keys():
            old, new = before.get(id_), now.get(id_)
            if new is None:
                learned[f"floor|{id_}"] = None
            elif old is None or old[:3] != new[:3]:
                learned[f"floor|{id_}"] = _text(board, new[0], new[1], new[2])
        return before != now

    def _sort(self) -> None:
        ordered = sorted(self.floors.items(), key=lambda each: (Fraction(each[1].height), each[0]))
        self.floors = dict(ordered)


class KnownStairs:
    """The stairs that a player knows, each with the ends that they have seen."""

    def __init__(self) -> None:
        self.stairs: dict[str, StairsView] = {}

    def copy(self) -> KnownStairs:
        copied = KnownStairs()
        copied.stairs = dict(self.stairs)
        return copied

    def views(self) -> list[StairsView]:
        return [self.stairs[id_] for id_ in sorted(self.stairs)]

    def learn(
        self, scene: MapScene, lit: Mapping[str, int], learned: LearnedValues
    ) -> list[StairsView] | None:
        """Learn the stairs that are visible now, by storey. Return all stairs if any changed."""
        if not scene.stairs and not self.stairs:
            return None
        now = dict(self.stairs)
        for id_, known in self.stairs.items():
            if id_ not in scene.stairs and any(_is_lit(scene, lit, end) for end in _ends(known)):
                del now[id_]
        for id_, there in scene.stairs.items():
            known_ends = _ends(now[id_]) if id_ in now else []
            low, high = (
                end if end in known_ends or _is_lit(scene, lit, end) else None
                for end in (there.low, there.high)
            )
            if low is not None or high is not None:
                now[id_] = StairsView(id_, low, high)
        return self._become(now, learned)

    def forget(
        self, explored: Callable[[str], int], board: Board, learned: LearnedValues
    ) -> tuple[list[StairsView] | None, dict[str, str]]:
        """Forget the stairs that have no known end on a known tile.

        Return all stairs if any changed, and the forgotten values as stored on disk.
        """
        now = {
            id_: known
            for id_, known in self.stairs.items()
            if any(explored(end.storey) >> board.rank(end.at) & 1 for end in _ends(known))
        }
        gone = self.stairs.keys() - now.keys()
        taken = {f"stairs|{id_}": encoded(self.stairs[id_]).decode() for id_ in gone}
        return self._become(now, learned), taken

    def restored(self, old: KnownStairs, learned: LearnedValues) -> list[StairsView] | None:
        """Restore forgotten stairs. Newer knowledge stays. Return all stairs if any changed."""
        return self._become({**old.stairs, **self.stairs}, learned)

    def recall(self, board: Board, id_: str, value: str) -> None:
        """Load stairs from their stored form."""
        known = msgspec.json.decode(value, type=StairsView)
        if any(end.at not in board for end in _ends(known)) or known.id != id_:
            raise ValueError("stairs: expected tiles of the map")
        self.stairs[id_] = known

    def _become(
        self, now: dict[str, StairsView], learned: LearnedValues
    ) -> list[StairsView] | None:
        if now == self.stairs:
            return None
        for id_ in self.stairs.keys() | now.keys():
            if now.get(id_) != self.stairs.get(id_):
                view = now.get(id_)
                text = None if view is None else encoded(view).decode()
                learned[f"stairs|{id_}"] = text
        self.stairs = now
        return self.views()


def _ends(stairs: StairsView) -> list[StairsEnd]:
    """Return the ends that are known."""
    return [end for end in (stairs.low, stairs.high) if end is not None]


def _is_lit(scene: MapScene, lit: Mapping[str, int], end: StairsEnd) -> bool:
    return bool(lit.get(end.storey, 0) >> scene.board.rank(end.at) & 1)


def whole_stairs(scene: MapScene) -> list[StairsView]:
    """Return the stairs as the game master sees them."""
    ordered = sorted(scene.stairs.values(), key=lambda each: each.id)
    return [StairsView(each.id, each.low, each.high) for each in ordered]


def whole_floors(scene: MapScene) -> list[FloorView]:
    """Return the floors as the game master sees them."""
    ordered = sorted(scene.floors.values(), key=lambda each: (Fraction(each.height), each.id))
    return [
        FloorView(
            *(each.id, each.name, each.height, [*each.tiles]),
            shown=spans_of_bits(scene.board, scene.shown_floors.get(each.id, 0)),
            veiled=spans_of_bits(scene.board, scene.covered_on(each.id)),
        )
        for each in ordered
    ]


def _tiles(board: Board, record: FloorRecord | None, height: str) -> int:
    """Return the tiles of a floor, if it is still at that height."""
    if record is None or record.height != height:
        return 0
    return bits_of_tiles(board, board.floor(record.id).tiles)


def _text(board: Board, name: str, height: str, bits: int) -> str:
    spans: list[Span] = spans_of_bits(board, bits)
    return f"{height}|{';'.join(','.join(map(str, each)) for each in spans)}|{name}"
