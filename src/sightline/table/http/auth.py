"""Authenticate users by the secret in their link.

Secrets cannot be guessed (see `records.new_secret`), and the lookup takes the same time for right
and wrong ones, so timing reveals nothing.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from sightline.table.state.records import THE_MASTER, Actor

if TYPE_CHECKING:
    from sightline.table.state.world import World


def who(world: World, secret: str) -> Actor | None:
    """Return the user who has the secret, or None. Players who wait to be admitted have one
    already.
    """
    given = _digest(secret)
    found = THE_MASTER if _same(given, world.table.master_secret) else None
    for player in world.players.values():
        if _same(given, player.secret):
            found = Actor("player", player.id, player.name)
    return found


def is_join_secret(world: World, secret: str) -> bool:
    """Return whether it is the secret of the players' join link."""
    return _same(_digest(secret), world.table.join_secret)


def _same(given: bytes, secret: str) -> bool:
    return compare_digest(given, _digest(secret))


def _digest(secret: str) -> bytes:
    # A lone surrogate has no UTF-8 encoding. It matches no secret, but must not raise.
    return sha256(secret.encode("utf-8", "replace")).digest()
