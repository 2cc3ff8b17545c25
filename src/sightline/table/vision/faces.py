"""Ids for the pictures of figures, different for each player, so that an id reveals nothing.

If all players had the same id for a picture, two goblins with it could be matched before either is
seen, and a picture from one map could be recognized on another.
"""

from __future__ import annotations

import secrets
from hashlib import blake2s

from msgspec import UNSET

from sightline.table.state.records import FigureRecord

_KEY = secrets.token_bytes(32)
"""A new key at every start. Pages that reconnect get new ids."""


def face_id(player: str, figure: FigureRecord) -> str:
    """Return the id of the figure's picture for this player's pages, or "" if it has none."""
    if figure.picture is UNSET:
        return ""
    named = f"{player}|{figure.id}|{figure.picture}"
    return blake2s(named.encode(), key=_KEY, digest_size=10).hexdigest()
