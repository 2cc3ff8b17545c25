"""The plan of an action: its entries and its description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sightline.model.cell import Tile
from sightline.model.parts.heights import At
from sightline.table.state.fog import FogChange
from sightline.table.state.history import JournalRow
from sightline.table.state.records import Actor
from sightline.table.state.world import JournalEntry, World
from sightline.texts import say


@dataclass(frozen=True)
class ActionPlan:
    """An allowed action, ready to apply. Without entries and without a ruling, it changes
    nothing.
    """

    entries: Sequence[JournalEntry]
    label: str
    """A description, such as "moved Mira"."""
    undoable: bool = True
    made: str = ""
    """The id of what is created, or ""."""
    announce: str = ""
    """A line for the table's log; "" if the label is enough."""
    route: Sequence[Tile | At] = ()
    """The tiles of a walk, including its end, with their heights if it uses stairs."""
    walker: str = ""
    """The id of the figure that walks, and sees things on the way."""
    kind: str = ""
    """The kind of change in the journal, if it differs from the action's."""
    undoes: int | None = None
    redoes: int | None = None
    ruling: Any = None
    """The ruling that is undone (`undoes`) or made again (`redoes`), if any."""
    fog: FogChange | None = None
    """The change to players' memory, besides what they see."""
    forgets: bool = False
    """Whether players forget what the undone change showed them."""

    def row(self, actor: Actor, change_id: str, kind: str) -> JournalRow:
        """Return the plan as a row of the journal."""
        return JournalRow(
            actor=actor.id,
            change_id=change_id,
            label=self.label,
            kind=self.kind or kind,
            undoable=self.undoable,
            entries=tuple(self.entries),
            made=self.made,
            ruling=self.ruling,
            undoes=self.undoes,
            redoes=self.redoes,
            fog=self.fog,
            forgets=self.forgets,
        )


def changes(world: World, wanted: Mapping[str, Any]) -> list[JournalEntry]:
    """Return the entries that set these values, except where the value is already set. None
    means absent.
    """
    return [
        JournalEntry(key, now, value)
        for key, value in wanted.items()
        if (now := world.values.get(key)) != value
    ]


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: "a tile", "3 tiles"."""
    one, many = {
        "tile": (say("a tile"), say("{n} tiles", n=count)),
        "edge": (say("an edge"), say("{n} edges", n=count)),
        "token": (say("a token"), say("{n} tokens", n=count)),
        "terrain tile": (say("a terrain tile"), say("{n} terrain tiles", n=count)),
        "free wall": (say("a free wall"), say("{n} free walls", n=count)),
    }[noun]
    return one if count == 1 else many
