"""No rule and no pack sees into or out of a closed room."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from tests.evidence.check import ENGINE, Check, Result, kernels_missing

GOAL = 10**6
FIRST_SEED = 1_000_000_000
ROOMS = 5
PACK_ROOMS = 20


class Rooms(Check):
    name = "rooms"
    title = "Closed rooms"
    compares = (
        "sight into and out of random closed rooms: there is none, by any rule in any setting or"
        " any pack; a flood fill over plain data decides that the room is closed"
    )
    sources = (
        *ENGINE,
        *("tests/laws/closed.py", "tests/laws/rooms.py", "tests/laws/test_closed_rooms.py"),
        *("tests/packs/boards.py", "tests/packs/test_laws.py", "tests/evidence/checks/rooms.py"),
    )

    def missing(self) -> str:
        return kernels_missing()

    def groups(self) -> dict[str, int]:
        return dict.fromkeys([*settings(), *packs()], GOAL)

    def part(self, group: str, number: int) -> Result:
        if group in settings():
            return _setting(*settings()[group], number)
        return _pack(packs()[group], random.Random(f"{group} {number}"))


@cache
def settings() -> dict[str, tuple[Any, str]]:
    from tests.laws.test_closed_rooms import SETTINGS

    return {str(p.id): p.values for p in SETTINGS}


@cache
def packs() -> dict[str, Any]:
    from sightline.packs import PACKS

    return {f"pack-{name}": pack for name, pack in PACKS.items()}


def _setting(rule: Any, grid: str, number: int) -> Result:
    from tests.laws.test_closed_rooms import leaks, room_for

    result = Result()
    start = FIRST_SEED + ROOMS * number
    for seed in range(start, start + ROOMS):
        each = room_for(rule, grid, seed)
        for leak in leaks(each.board, each.sealed, rule, random.Random(seed)):
            result.differs(f"room {seed}: {leak}")
        # This counts all pairs in both directions, by two functions. Other questions come on top.
        result.answers += 4 * len(each.sealed.inside) * len(each.sealed.outside)
    return result


def _pack(pack: Any, dice: random.Random) -> Result:
    from tests.packs.test_laws import check_closed_room

    result = Result()
    for _ in range(PACK_ROOMS):
        with result.case("room"):
            result.answers += check_closed_room(pack, dice)
    return result
