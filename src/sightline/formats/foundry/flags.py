"""Our own flags for data that Foundry cannot store. Foundry keeps them, and our reader uses
them.
"""

from __future__ import annotations

from sightline.formats.safe.safe_json import Node

FLAG = "sightline-map"
"""Our key among the flags of a wall or a token."""


def our_flags(thing: Node) -> Node | None:
    """Return our flags on a wall or a token, or None."""
    flags = thing.get("flags")
    ours = flags.get(FLAG) if flags is not None and flags.is_object else None
    return ours if ours is not None and ours.is_object else None
