"""What the master says that players know or do not know, and what each change showed them.

Neither is a thing on a map: a player's memory is kept apart, and the journal keeps with each change
what it did to it. So that undoing can take out of memory what a change showed, and no more.
"""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from msgspec import Struct


class FogChange(Struct, frozen=True, omit_defaults=True):
    """Tiles are revealed to players, or forgotten."""

    what: Literal["reveal", "forget", "restore"]
    """`restore`: what was forgotten comes back, where nothing else is known by now."""
    map: str
    tiles: Mapping[str, str] = MappingProxyType({})
    """For each player which ones, as `packed` has them."""
    taken: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """What each player has forgotten, as the disk had it."""


class Taught(Struct, frozen=True, omit_defaults=True):
    """What a change showed or revealed to each player, on one map."""

    map: str = ""
    players: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """By player the tiles that they did not know before, and those that they saw again: freshly,
    or from another place. As `packed` has them."""

    @property
    def is_new(self) -> bool:
        return any(gained for gained, _ in self.players.values())


NOTHING_TAUGHT = Taught()


@lru_cache(maxsize=64)
def packed(bits: int) -> str:
    """A set of tiles as short text; nothing is "". Players who share their sight have the same."""
    if not bits:
        return ""
    data = bits.to_bytes((bits.bit_length() + 7) >> 3, "little")
    return b85encode(zlib.compress(data, 1)).decode()


def unpacked(text: str) -> int:
    """The set that `packed` wrote."""
    return int.from_bytes(zlib.decompress(b85decode(text)), "little") if text else 0
