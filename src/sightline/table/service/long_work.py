"""Work that takes too long for the table's lock.

An action is first tried under the lock. If it needs a long search, or slow views on a walk, the
attempt ends with `LongWork` and changes nothing. The work runs in a thread, on snapshots, and the
action is then tried again with its result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sightline.table.actions.pathfinding import FoundWay, PathSearch
from sightline.table.vision.party import LookAround, SeenOnWalk


@dataclass(frozen=True)
class WorkedOut:
    """The results of long work, for the next attempt."""

    way: FoundWay | None = None
    seen: SeenOnWalk | None = None
    ground: int = 0
    """The value of `TableCore.ground` when the views were computed."""
    looks: int = 0
    """The number of times that the views were computed."""


class LongWork(Exception):  # noqa: N818 (nothing is wrong: there is more to do)
    """Raised when an action needs this work first. `work` adds its result to a `WorkedOut`."""

    def __init__(self, work: Callable[[WorkedOut], WorkedOut]) -> None:
        super().__init__("long work")
        self.work = work

    @classmethod
    def search(cls, search: PathSearch) -> LongWork:
        return cls(lambda ahead: replace(ahead, way=search.run()))

    @classmethod
    def look(cls, look: LookAround, ground: int) -> LongWork:
        return cls(
            lambda ahead: replace(ahead, seen=look.run(), ground=ground, looks=ahead.looks + 1)
        )
