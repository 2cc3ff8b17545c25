"""Small random boards with all that packs know: rock, terrain, figures of sides and sizes, chests,
walls, doors, free walls, heights; and packs of our own for what no game in the library has."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from sightline import Door, HexBoard, SightlineError, SquareBoard, Wall
from sightline.model.board import Board
from sightline.model.values import replace
from sightline.packs import PACKS
from sightline.packs.schema import Pack, PackQuestion, TouchRules

HIDING = dict.fromkeys(("solid", "tall", "wall", "door", "figure", "low"), "hide")
STRICT = TouchRules(corner="block", edge="block")
BOTH = ("square", "hex")
CORNERS: dict[str, Any] = {"start": "corners", "end": "corners"}
CENTRES: dict[str, Any] = {"start": "centre", "end": "centre"}
AREAS: dict[str, Any] = {"start": "area", "end": "area"}
TERRAINS = ("woods", "smoke", "low", "light-woods", "heavy-woods", "building")


def made(name: str, grids: Any = BOTH, symmetric: bool = True, **settings: Any) -> Pack:
    """A pack of one question of sight."""
    rest = {key: settings.pop(key) for key in ("neighbours", "outside") if key in settings}
    question = PackQuestion(**{"blockers": HIDING, **settings})
    return Pack(name, name, name, name, grids, question, symmetric=symmetric, **rest)


OWN = [
    made("area", **AREAS, touch=STRICT),
    made("area-touches-pass", **AREAS, touch=TouchRules(pinch="pass")),
    made("corner-to-area", symmetric=False, start="corners", end="area", touch=STRICT),
    made("corner-or-area", start="corners", end="area", touch=STRICT, swap=True),
    made("corner-closed", start="corners", end="area", touch=STRICT, swap=True, ends="closed"),
    made("open", **CORNERS, ends="open", touch=TouchRules(edge="block", pinch="pass")),
    made(
        "target-blocks",
        ("square",),
        symmetric=False,
        **CORNERS,
        ends="open",
        target_blocks=True,
        touch=TouchRules(edge="block", pinch="pass"),
        neighbours="seen unless wall",
    ),
    made("pair", ("square",), symmetric=False, **CORNERS, take="pair"),
    made("whole", **CORNERS, whole=True),
    made("whole-middle", **CENTRES, whole=True),
    made("diamond", ("square",), **CENTRES, shape="diamond"),
    made("lean-any", ("hex",), **CENTRES, lean="any", heights="hill-blocks"),
    made("lean-worst", ("hex",), **CENTRES, lean="worst", heights="battletech"),
    made("linear", ("hex",), **CENTRES, lean="any", heights="linear"),
    made(
        "points",
        ("hex",),
        **CENTRES,
        lean="worst",
        points={"woods": 1, "smoke": 2},
        degrees={"hex": ((3, "total"),)},
    ),
]


def asking(pack: Pack, *levels: str) -> Pack:
    """The same game, where these touches are for the master, for sight and for cover."""
    words: dict[str, Any] = dict.fromkeys(levels or ("corner", "edge"), "ask")

    def asked(question: PackQuestion) -> PackQuestion:
        return replace(question, touch=replace(question.touch, **words))

    return replace(
        pack,
        name=f"{pack.name}-ask",
        sight=asked(pack.sight),
        cover=tuple(map(asked, pack.cover)),
    )


ASKING = [
    asking(PACKS["dnd5e"], "corner"),
    asking(PACKS["dnd35"]),
    asking(PACKS["pathfinder2e"]),
    asking(PACKS["gloomhaven"]),
    asking(PACKS["frosthaven"], "corner"),
    asking(PACKS["dcss"], "corner", "pinch"),
    asking(PACKS["imperial-assault"], "corner", "edge", "pinch"),
    asking(PACKS["descent2"]),
    made(
        "one-of-two-sides",
        ("hex",),
        **CENTRES,
        heights="linear",
        points={"woods": 1},
        degrees={"hex": ((2, "total"),)},
    ),
]
ALL = [*OWN, *PACKS.values(), *ASKING]


def random_board(dice: random.Random, grid: str, large: bool = True) -> Board:
    """A board with A and T on it; one of them may be large."""
    board: Board = SquareBoard(5, 6) if grid == "square" else HexBoard(radius=3)
    tiles = list(board.tiles())
    dice.shuffle(tiles)
    sizes = dice.sample([1, 1, 1, 2 if large else 1], 2)
    for name, side, size in (("A", "heroes", sizes[0]), ("T", "enemies", sizes[1])):
        while True:
            try:
                figure = board.place(name, tiles.pop(), side=side, size=size)
            except SightlineError:
                continue  # it does not fit there
            tiles = [tile for tile in tiles if tile not in figure.tiles]
            break
    for i in range(dice.randrange(3)):
        board.place(f"f{i}", tiles.pop(), side=dice.choice(("heroes", "enemies", "")))
    if dice.random() < 0.3:
        board.place("chest", tiles.pop(), kind="chest")
    for _ in range(dice.randrange(6)):
        board.set_solid(tiles.pop())
    for _ in range(dice.randrange(5)):
        board.set_terrain(tiles.pop(), dice.choice(TERRAINS))
    for _ in range(dice.randrange(5)):
        tile = dice.choice(list(board.tiles()))
        near = [each for each in board.grid.neighbours(tile) if each in board]
        board.set_edge(tile, dice.choice(near), _threshold(dice))
    if dice.random() < 0.2:
        x, y, dx, dy = (Fraction(dice.randrange(0, 18), 4) for _ in "abcd")
        if (x, y) != (dx, dy):
            board.add_wall((x, y), (dx, dy), _threshold(dice))
    if isinstance(board, HexBoard):
        for tile in dice.sample(list(board.tiles()), 6):
            board.set_elevation(tile, dice.randrange(3))
    return board


def _threshold(dice: random.Random) -> Any:
    return dice.choice(
        [
            Wall(),
            Wall(),
            Wall(),
            Door("closed"),
            Door("open"),
            Wall(limited=True),
            Wall(one_way="forth"),
            Wall(one_way="back"),
        ]
    )
