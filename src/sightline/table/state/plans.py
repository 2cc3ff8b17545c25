"""Holds what an action comes to: the entries that make it, and what to say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sightline.model.cell import Tile
from sightline.table.state.fog import FogChange
from sightline.table.state.history import JournalRow
from sightline.table.state.records import Actor
from sightline.table.state.world import JournalEntry, World


@dataclass(frozen=True)
class ActionPlan:
    """An action that is allowed, ready to be made. Without entries (and without a ruling) there is
    nothing to do: all is already as it should be."""

    entries: Sequence[JournalEntry]
    label: str
    """What is done, in words: "moved Mira"."""
    undoable: bool = True
    made: str = ""
    """The id of what is made."""
    announce: str = ""
    """A line for the table's log, where the label is not enough."""
    route: Sequence[Tile] = ()
    """Where a moved figure comes by, tile after tile, up to where it ends."""
    undoes: int | None = None
    redoes: int | None = None
    ruling: Any = None
    """The decision that is to be taken back (`undoes`) or made again (`redoes`), if it is one."""
    fog: FogChange | None = None
    """What players get to know, or forget, beside what they see."""
    forgets: bool = False
    """With what is undone, players forget what it showed them."""

    def row(self, actor: Actor, change_id: str, kind: str) -> JournalRow:
        """The plan as a row of the journal."""
        return JournalRow(
            actor=actor.id,
            change_id=change_id,
            label=self.label,
            kind=kind,
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
    """The entries that make these things so (None: absent); of what is so already, none."""
    return [
        JournalEntry(key, now, value)
        for key, value in wanted.items()
        if (now := world.values.get(key)) != value
    ]


def counted(count: int, noun: str) -> str:
    """ "a tile", "3 tiles", "2 hexes"."""
    if count == 1:
        return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
    return f"{count} {noun}{'es' if noun.endswith('x') else 's'}"
