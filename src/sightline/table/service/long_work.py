"""Work that takes too long for the table's lock.

An action is tried under the lock. If it needs a long search, or long views on a walk, the attempt
ends with `LongWork` and has changed nothing. The work runs in a thread, on copies, and the action
is tried again with its result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sightline.table.actions.pathfinding import FoundWay, PathSearch
from sightline.table.vision.party import LookAround, SeenOnWalk


@dataclass(frozen=True)
class WorkedOut:
    """The results for the next attempt."""

    way: FoundWay | None = None
    seen: SeenOnWalk | None = None
    ground: int = 0
    """The number of the change after which the views were computed."""
    looks: int = 0
    """How often they were computed."""


class LongWork(Exception):  # noqa: N818 (nothing is wrong: there is more to do)
    """Raised when an action needs this work first. `work` adds to the results."""

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
