"""Names the pictures of figures, for each player anew, so that a name tells nothing.

If a file had one name for all, two goblins of one picture would be known for the same before either
is seen, and a picture seen on one map would be known on another.
"""

from __future__ import annotations

import secrets
from hashlib import blake2s

from msgspec import UNSET

from sightline.table.state import FigureRecord

_KEY = secrets.token_bytes(32)
"""New with every start: pages that come back get every name anew."""


def face_id(player: str, figure: FigureRecord) -> str:
    """What this player's pages call the figure's picture; "": it has none."""
    if figure.picture is UNSET:
        return ""
    named = f"{player}|{figure.id}|{figure.picture}"
    return blake2s(named.encode(), key=_KEY, digest_size=10).hexdigest()
