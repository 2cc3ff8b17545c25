"""Values that the Godot engine writes into JSON as text: `Vector2( 1, 2 )`, pools of numbers.

    vector(node)                     a point
    vectors(node, limit)             a list of points: PoolVector2Array( 0, 0, 256, 0 )
    byte_pool(node, length, limit)   the bytes of PoolByteArray( 0, 255 ); None if all are 0

Numbers are read as exact decimals. The size of a pool is checked before it is parsed.
"""

from __future__ import annotations

import re

from sightline.formats.contract import MAX_FILE_BYTES
from sightline.formats.safe.safe_json import Node, show, text_number
from sightline.formats.shared.walls import Spot
from sightline.model.numbers import exact
from sightline.texts import say

FAR = 1e9
"""The largest coordinate."""
_CALL = re.compile(r"\s*+([A-Za-z0-9]++)\s*+\(([^()]*+)\)\s*+", re.ASCII)
_NON_ZERO = re.compile(r"[1-9]", re.ASCII)


def _inside(node: Node, *names: str) -> str:
    """Return the text between the parentheses of a value with one of these names."""
    match = _CALL.fullmatch(node.string(MAX_FILE_BYTES))
    if match is None or match[1] not in names:
        raise node.error(
            say("expected {name}( ... ), got {got}", name=names[0], got=show(node.value))
        )
    return match[2]


def vector(node: Node) -> Spot:
    """Return a point from text such as `Vector2( 1, 2 )`."""
    spots = _spots(node, _inside(node, "Vector2"), 1)
    if len(spots) != 1:
        raise node.error(say("expected the two numbers of a Vector2, got none"))
    return spots[0]


def vectors(node: Node, limit: int) -> list[Spot]:
    """Return at most `limit` points from text such as `PoolVector2Array( 0, 0, 256, 0 )`."""
    return _spots(node, _inside(node, "PoolVector2Array", "PackedVector2Array"), limit)


def vector_count(node: Node) -> int:
    """Return roughly how many points a pool has, without parsing them."""
    return node.string(MAX_FILE_BYTES).count(",") // 2 + 1


def _spots(node: Node, text: str, limit: int) -> list[Spot]:
    if not text.strip():
        return []
    numbers = text.count(",") + 1
    if numbers % 2:
        raise node.error(say("expected two numbers a point, got {n:,} numbers", n=numbers))
    if numbers // 2 > limit:
        raise node.error(
            say(
                "expected at most {most:,} points, got {n:,}",
                most=limit,
                n=numbers // 2,
            )
        )
    values = [
        exact(text_number(word.strip(), node.place, -FAR, FAR), "coordinate")
        for word in text.split(",")
    ]
    return list(zip(values[::2], values[1::2], strict=True))


def has_bits(node: Node) -> bool:
    """Return whether any byte of a pool is not 0."""
    return _NON_ZERO.search(_inside(node, "PoolByteArray", "PackedByteArray")) is not None


def byte_pool(node: Node, length: int, limit: int) -> bytes | None:
    """Return exactly `length` bytes from text such as `PoolByteArray( 0, 255 )`.

    Return None if the pool is empty or has only zeros. More than `limit` bytes raise an error,
    unless all are zero.
    """
    if not has_bits(node):
        return None
    text = _inside(node, "PoolByteArray", "PackedByteArray")
    if length > limit:
        raise node.error(
            say(
                "expected a map that needs at most {most:,} bytes, got {n:,}",
                most=limit,
                n=length,
            )
        )
    found = text.count(",") + 1
    if found != length:
        raise node.error(
            say("expected {length:,} bytes, got {found:,}", length=length, found=found)
        )
    try:
        # int() would also accept a sign or underscores, which no program writes.
        return bytes(map(int, text.split(",")))
    except ValueError:
        raise node.error(say("expected whole numbers from 0 to 255")) from None
