"""Malicious files in the formats of drawing programs: refused quickly and cheaply, or read."""

import json
import re
import sys

import pytest

from tests.formats.cage import load_in_a_cage
from tests.formats.draft_samples import (
    DPI,
    at,
    bits,
    ds,
    dungeon_scrawl,
    dungeondraft,
    item,
    level,
    node,
    picture,
    wall,
)


def checkers() -> dict:
    """Return a cave of isolated points on the largest map that may have a cave."""
    dug = ((x, y) for x in range(0, 1_990, 2) for y in range(0, 1_990, 2))
    tree = dungeondraft(level("Cave", cave={"bitmap": bits(499, 499, *dug)}))
    tree["world"] |= {"width": 499, "height": 499}
    return tree


def wide_doors() -> dict:
    """Return a wall of many segments, with doors that each span all of it."""
    portals = [
        {
            "position": "Vector2( 9, 9 )",
            "radius": 1e6,
            "wall_distance": 0,
            "direction": "Vector2( 1, 0 )",
        }
    ] * 20_000
    points = "PoolVector2Array( " + ", ".join(f"{n % 99}, {n % 98}" for n in range(40_000)) + " )"
    return dungeondraft(level("Doors", walls=[wall(0, 0, 1, 1, points=points, portals=portals)]))


def many_nodes() -> dict:
    tree = dungeon_scrawl()
    nodes = tree["state"]["document"]["nodes"]
    nodes |= {f"n{number}": node("FOLDER", "", "n0", "dungeon") for number in range(50_001)}
    return tree


def curves() -> list:
    """Return a short list of curves that expands to very many segments."""
    far = 4_000 * DPI
    return [
        picture("MAP", 0, 0, 800, 600),
        *(
            item("PATH", id=str(n), commands=[[0, 0, 0], *[[4, far, 0, -far, far, far, far]] * 50])
            for n in range(1_000)
        ),
    ]


def json_bytes(tree) -> bytes:
    return json.dumps(tree).encode()


BOMBS = {
    "checkers.dungeondraft_map": (lambda: json_bytes(checkers()), "more than 200,000 pieces"),
    "doors.dungeondraft_map": (lambda: json_bytes(wide_doors()), "more than 100,000 wall segments"),
    "levels.dungeondraft_map": (
        lambda: json_bytes(dungeondraft(*[{}] * 100_000)),
        "at most 1,000 levels",
    ),
    "huge.dungeondraft_map": (
        lambda: json_bytes(dungeondraft()).replace(b'"width": 6', b'"width": 4097'),
        "from 1 to 4096",
    ),
    "text.dungeondraft_map": (
        lambda: json_bytes(
            dungeondraft(level("Long", walls=[wall(points="PoolVector2Array( " + "1," * 7**8)]))
        ),
        "more than 100,000 wall segments",
    ),
    "unpacks.ds": (
        lambda: ds({"more": "x" * 70_000_000}),
        "unpacks to 70,.* bytes; at most 67,108,864 are read",
    ),
    "deep.ds": (
        lambda: ds(json.loads("[" * 90 + "]" * 90)),
        "expected an object",
    ),
    "nodes.ds": (lambda: ds(many_nodes()), "at most 50,000 nodes"),
    "curves.owlbear.json": (lambda: json_bytes(curves()), "curves of more than 10,000 pieces"),
    "items.owlbear.json": (
        lambda: json_bytes([item("IMAGE", "MAP"), *[{}] * 100_001]),
        "at most 100,000 items",
    ),
    "tokens.owlbear.json": (
        lambda: json_bytes(
            [picture("MAP", 0, 0, 800, 600), *[picture("CHARACTER", 1, 1, 100, 100)] * 2_000]
        ),
        "figures share a tile",
    ),
    "lines.owlbear.json": (
        lambda: json_bytes(
            [item("LINE", startPosition=at(0, 0), endPosition=at(3_000, n)) for n in range(3_000)]
        ),
        "loaded: <SquareBoard 2999 x 3000",
    ),
}  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_do_not_go_off(name) -> None:
    make, expected = BOMBS[name]
    said = load_in_a_cage(name, make(), memory=1024)
    assert re.search(expected, said), said[:500]
