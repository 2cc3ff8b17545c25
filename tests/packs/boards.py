"""Small random boards with everything that packs use, and test packs for unusual settings.

The boards have rock, terrain, figures with sides and sizes, chests, walls, doors, free walls and
heights.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sightline import Door, HexBoard, SightlineError, SquareBoard, Wall
from sightline.model.board import Board
from sightline.model.facing import facings
from sightline.packs import PACKS
from sightline.packs.schema import Pack, PackQuestion, TouchRules

HIDING = dict.fromkeys(("solid", "tall", "wall", "door", "figure", "low"), "hide")
STRICT = TouchRules(corner="block", edge="block")
BOTH = ("square", "hex")
CORNERS: dict[str, Any] = {"start": "corners", "end": "corners"}
CENTERS: dict[str, Any] = {"start": "center", "end": "center"}
AREAS: dict[str, Any] = {"start": "area", "end": "area"}
TERRAINS = ("woods", "smoke", "low", "light-woods", "heavy-woods", "building")


OF_THE_GAME = (
    *("neighbors", "outside", "max_range", "metric", "arc", "zones", "open_ground"),
    *("cover", "degrees"),
)
"""Settings of a pack, as opposed to its question of sight."""


def made(name: str, grids: Any = BOTH, symmetric: bool = True, **settings: Any) -> Pack:
    """Return a pack with one question of sight."""
    rest: dict[str, Any] = {k: settings.pop(k) for k in OF_THE_GAME if k in settings}
    if "question_degrees" in settings:
        settings["degrees"] = settings.pop("question_degrees")
    question = PackQuestion(**{"blockers": HIDING, **settings})
    return Pack(name, name, name, name, grids, question, symmetric=symmetric, **rest)


WALLS = dict.fromkeys(("solid", "wall", "door"), "hide")
COVERED = ("none", "some", "much", "total")


def near_target(steps: int, **settings: Any) -> PackQuestion:
    """Return a question in which only things near the target give cover."""
    blockers = {"solid": "much", "wall": "much", "door": "much", "figure": "some", "low": "some"}
    steps_up = ((1, "some"), (1, "much")) if "take" in settings else ((1, "some"), (3, "much"))
    return PackQuestion(
        **{**CORNERS, "take": "best-corner", **settings},
        near_target=steps,
        blockers=blockers,
        degrees=dict.fromkeys(BOTH, steps_up),
    )


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
        neighbors="seen unless wall",
    ),
    made("pair", ("square",), symmetric=False, **CORNERS, take="pair"),
    made("whole", **CORNERS, whole=True),
    made("whole-middle", **CENTERS, whole=True),
    made("diamond", ("square",), **CENTERS, shape="diamond"),
    made("lean-any", ("hex",), **CENTERS, lean="any", heights="hill-blocks"),
    made("lean-worst", ("hex",), **CENTERS, lean="worst", heights="battletech"),
    made("linear", ("hex",), **CENTERS, lean="any", heights="linear"),
    made(
        "points",
        ("hex",),
        **CENTERS,
        lean="worst",
        points={"woods": 1, "smoke": 2},
        question_degrees={"hex": ((3, "total"),)},
    ),
    made("range", **CORNERS, max_range=3),
    made("range-euclid", **AREAS, touch=STRICT, max_range=2, metric="euclid"),
    made("facing", symmetric=False, **CENTERS, arc=90, neighbors="seen unless wall"),
    made("facing-wide", symmetric=False, **CORNERS, arc=240),
    made("straight", **CENTERS, straight=True),
    made("rooms", **CENTERS, zones="own", open_ground=("woods", "smoke")),
    made(
        "joined-rooms",
        **CENTERS,
        straight=True,
        zones="joined",
        open_ground=("woods",),
        blockers={"room": "hide", **WALLS},
    ),
    made("near-cover", symmetric=False, **CORNERS, degrees=COVERED, cover=(near_target(1),)),
    made(
        "near-and-far",
        symmetric=False,
        **CENTERS,
        blockers=WALLS,
        degrees=COVERED,
        cover=(near_target(2, beyond_viewer=1, **CENTERS, take="any"),),
    ),
]


def asking(pack: Pack, *levels: str) -> Pack:
    """Return the same pack, with these touches left to the game master, for sight and cover."""
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
        **CENTERS,
        heights="linear",
        points={"woods": 1},
        question_degrees={"hex": ((2, "total"),)},
    ),
]
ALL = [*OWN, *PACKS.values(), *ASKING]


def random_board(dice: random.Random, grid: str, large: bool = True) -> Board:
    """Return a board with A and T on it. With `large`, one of them may have several tiles."""
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
        near = [each for each in board.grid.neighbors(tile) if each in board]
        board.set_edge(tile, dice.choice(near), _threshold(dice))
    if dice.random() < 0.2:
        x, y, dx, dy = (Fraction(dice.randrange(0, 18), 4) for _ in "abcd")
        if (x, y) != (dx, dy):
            board.add_wall((x, y), (dx, dy), _threshold(dice))
    if isinstance(board, HexBoard):
        for tile in dice.sample(list(board.tiles()), 6):
            board.set_elevation(tile, dice.randrange(3))
    for figure in board.figures():
        if dice.random() < 0.7:
            board.turn(figure.name, dice.choice([*facings(board)]))
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
