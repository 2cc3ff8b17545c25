"""What Foundry has no word for, in flags of our own: it keeps them, and we read them again."""

from __future__ import annotations

from sightline.formats.safe_json import Node

FLAG = "sightline-map"
"""Under which name they stand among the flags of a wall or a token."""


def our_flags(thing: Node) -> Node | None:
    """Our flags of a wall or a token, if it has any."""
    flags = thing.get("flags")
    ours = flags.get(FLAG) if flags is not None and flags.is_object else None
    return ours if ours is not None and ours.is_object else None
