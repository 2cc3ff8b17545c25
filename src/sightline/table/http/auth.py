"""Finds out who somebody is by the secret in their link.

Nobody guesses one (see `records.new_secret`), and looking takes the same time for every secret of a
table, right or wrong: so nobody learns one letter by letter either.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from sightline.table.state import THE_MASTER, Actor

if TYPE_CHECKING:
    from sightline.table.state import World


def who(world: World, secret: str) -> Actor | None:
    """Whose secret is it? Players who still wait to be let in have theirs already."""
    given = _digest(secret)
    found = THE_MASTER if _same(given, world.table.master_secret) else None
    for player in world.players.values():
        if _same(given, player.secret):
            found = Actor("player", player.id, player.name)
    return found


def is_join_secret(world: World, secret: str) -> bool:
    """Is it the one in the link by which players join?"""
    return _same(_digest(secret), world.table.join_secret)


def _same(given: bytes, secret: str) -> bool:
    return compare_digest(given, _digest(secret))


def _digest(secret: str) -> bytes:
    # A lone surrogate has no UTF-8. It is nobody's secret, but no reason to stumble either.
    return sha256(secret.encode("utf-8", "replace")).digest()
