"""The game master's changes to players' memory, and what each change showed them.

Neither is stored on a map: players' memory is stored separately, and the journal records the
effects of each change on it. So undo can remove exactly what a change showed.
"""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from sightline.table.state.keys import GROUND

EVERY_STOREY = "*"


class FogChange(Struct, frozen=True, omit_defaults=True):
    """A change to players' memory: tiles are revealed or forgotten."""

    what: Literal["reveal", "forget", "restore"]
    """The kind of change. "restore" brings forgotten tiles back, unless something newer is
    known.
    """
    map: str
    tiles: Mapping[str, str] = MappingProxyType({})
    """The tiles of each player, packed as text by `packed`."""
    taken: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """The values that each player has forgotten, as stored on disk."""
    storey: str = GROUND
    """The storey of the tiles; `EVERY_STOREY` for all of them."""


class Taught(Struct, frozen=True, omit_defaults=True):
    """The tiles that a change showed or revealed to each player, on one map."""

    map: str = ""
    players: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """Two sets of tiles for each player, packed as text by `packed`.

    The first are tiles that they did not know before. The second are tiles that they saw again,
    changed or from another place.
    """
    storey: str = GROUND
    """The storey of these tiles. What players see of floors is not recorded."""

    @property
    def is_new(self) -> bool:
        return any(gained for gained, _ in self.players.values())


NOTHING_TAUGHT = Taught()


@lru_cache(maxsize=64)
def packed(bits: int) -> str:
    """Return a set of tiles as short text; "" if it is empty. Cached for players who share their
    sight.
    """
    if not bits:
        return ""
    data = bits.to_bytes((bits.bit_length() + 7) >> 3, "little")
    return b85encode(zlib.compress(data, 1)).decode()


def unpacked(text: str) -> int:
    """Return the set that `packed` wrote."""
    return int.from_bytes(zlib.decompress(b85decode(text)), "little") if text else 0
