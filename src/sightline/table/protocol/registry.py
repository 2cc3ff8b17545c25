"""The registry of actions: each struct declares its permission, its part and its description.

    @action("remove {figure}")
    class RemoveFigure(Incoming, tag="remove"):
        figure: Id

Everything else is derived from this: the unions on the wire, permissions, the handler of an action,
the page's types (`page/make_messages.py`) and its text for unsaved changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeVar

from sightline.table.protocol.types import Incoming

Role = Literal["master", "player"]
Part = Literal["map", "game"]

Struct = TypeVar("Struct", bound=type[Incoming])


class ActionKind(NamedTuple):
    """The static properties of an action."""

    words: str
    """The description for the page: "move {figure} to {to}".

    `{field}` is a field of the action as text. `{field?this:that}` is `that` if the field is false
    or null, otherwise `this`.
    """
    by: Role
    """The role that may do it; "player" means everyone at the table."""
    part: Part
    """The part of the table that it changes: maps and the table, or the game on the table."""

    @property
    def roles(self) -> tuple[Role, ...]:
        return ("master", "player") if self.by == "player" else ("master",)


ACTIONS: dict[type[Incoming], ActionKind] = {}


def action(words: str, *, by: Role = "master", part: Part = "map") -> Callable[[Struct], Struct]:
    """Declare a struct as an action."""

    def declare(struct: Struct) -> Struct:
        ACTIONS[struct] = ActionKind(words, by, part)
        return struct

    return declare
