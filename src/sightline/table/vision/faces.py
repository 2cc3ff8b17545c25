"""Ids for the pictures of figures, different for each player, so that an id reveals nothing.

With one id for all, two goblins with the same picture could be matched before either is seen, and
a picture from one map could be recognized on another.
"""

from __future__ import annotations

import secrets
from hashlib import blake2s

from msgspec import UNSET

from sightline.table.state.records import FigureRecord

_KEY = secrets.token_bytes(32)
"""New with every start: pages that reconnect get new ids."""


def face_id(player: str, figure: FigureRecord) -> str:
    """Return the id of the figure's picture for this player's pages, or ""."""
    if figure.picture is UNSET:
        return ""
    named = f"{player}|{figure.id}|{figure.picture}"
    return blake2s(named.encode(), key=_KEY, digest_size=10).hexdigest()
