"""The examples drawn on the pages of the games: two small scenes each, answered by the pack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from sightline import (
    Door,
    HexBoard,
    PackRule,
    SquareBoard,
    Wall,
    cover_field,
    field,
    trace,
)
from sightline.model.board import Board
from sightline.packs import PACKS
from sightline.render import compare_svg, cover_svg, field_svg, sight_svg

Axial = tuple[int, int]


class Drawn(NamedTuple):
    """A scene, and the alternative text of its picture."""

    scene: Callable[[], Board]
    words: str


# --- scenes ---------------------------------------------------------------------------------------


def squares(*rows: str, walls: Iterable[tuple[Axial, Axial]] = ()) -> SquareBoard:
    """Return a board with rock (`#`) and low things (`l`), Mira on `M`, a goblin on `g`, orcs on
    `o` and an ally on `a`.
    """
    board = SquareBoard(len(rows), len(rows[0]))
    people = {"M": ("Mira", "hero"), "g": ("goblin", "enemy"), "a": ("Bruno", "hero")}
    orcs = 0
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark == "#":
                board.set_solid((r, c))
            elif mark == "l":
                board.set_terrain((r, c), "low")
            elif mark == "o":
                orcs += 1
                board.place("orc" if orcs == 1 else f"orc {orcs}", (r, c), kind="enemy")
            elif mark in people:
                name, kind = people[mark]
                board.place(name, (r, c), kind="hero" if kind == "hero" else "enemy")
    for one, other in walls:
        board.set_edge(one, other, Wall())
    return board


def town(open_door: bool) -> SquareBoard:
    """Return two rooms with a door between them, and Mira and a goblin off the door's line."""
    parted = [((0, 2), (0, 3)), ((2, 2), (2, 3))]
    board = squares("M.....", "......", ".....g", walls=parted)
    board.set_edge((1, 2), (1, 3), Door("open" if open_door else "closed"))
    return board


def hexes(
    a: Axial,
    b: Axial,
    *,
    solid: Iterable[Axial] = (),
    walls: Iterable[tuple[Axial, Axial]] = (),
    terrain: Mapping[Axial, str] | None = None,
    heights: Mapping[Axial, int] | None = None,
    figures: Iterable[Axial] = (),
    radius: int = 3,
) -> HexBoard:
    board = HexBoard(radius=radius)
    for tile in solid:
        board.set_solid(tile)
    for one, other in walls:
        board.set_edge(one, other, Wall())
    for tile, kind in (terrain or {}).items():
        board.set_terrain(tile, kind)
    for tile, height in (heights or {}).items():
        board.set_elevation(tile, height)
    board.place("Mira", a, kind="hero")
    board.place("goblin", b, kind="enemy")
    for i, tile in enumerate(figures):
        board.place("orc" if i == 0 else f"orc {i + 1}", tile, kind="enemy")
    return board


BEHIND_AN_ORC = partial(squares, ".......", ".M.o.g.", ".......")
PAST_A_PILLAR = partial(squares, ".M......", "........", "....#...", ".....g..")
ROUND_A_CORNER = partial(squares, "....", ".M#.", "..g.", "....")
BETWEEN_TWO_CORNERS = partial(squares, "M.#.", ".#..", "...g")
PAST_ONE_CORNER = partial(squares, "M...", ".#..", "..g.")
PAST_A_TOUCHED_CORNER = partial(squares, "M#..", "....", "..g.")
BEHIND_ROCK = partial(squares, "......", "M..#.g", "......")

SCENES: dict[str, tuple[Drawn, Drawn]] = {
    "battletech": (
        Drawn(
            partial(hexes, (-2, 0), (2, 0), terrain={(0, 0): "heavy-woods"}),
            "Heavy woods between: two points, seen with a penalty",
        ),
        Drawn(
            partial(
                hexes, (-2, 0), (2, 0), terrain={(-1, 0): "light-woods", (0, 0): "heavy-woods"}
            ),
            "Light and heavy woods: three points hide",
        ),
    ),
    "dcss": (
        Drawn(
            partial(squares, "......", "M..#..", ".....g", "......"),
            "Any part to any part: past a pillar",
        ),
        Drawn(
            partial(squares, "...#..", "M..#.g", "...#..", "......"), "Behind the middle of a wall"
        ),
    ),
    "descent1": (
        Drawn(PAST_ONE_CORNER, "Straight through a pillar"),
        Drawn(PAST_A_TOUCHED_CORNER, "A touched corner does not block"),
    ),
    "descent2": (
        Drawn(BETWEEN_TWO_CORNERS, "Through the point where two obstacles meet"),
        Drawn(BEHIND_AN_ORC, "A figure blocks, and so does its side"),
    ),
    "dnd35": (
        Drawn(BEHIND_AN_ORC, "An orc in the way is soft cover"),
        Drawn(PAST_A_PILLAR, "From no corner are all lines past the pillar free: cover"),
    ),
    "dnd35-melee": (
        Drawn(ROUND_A_CORNER, "Round a corner: one line through rock is cover"),
        Drawn(partial(squares, "....", ".Mg.", "...."), "Side by side, with nothing between"),
    ),
    "dnd4e": (
        Drawn(PAST_A_PILLAR, "From the best corner, three of four lines are blocked"),
        Drawn(
            partial(squares, ".......", ".M.a.g.", "......."), "An ally in the way gives no cover"
        ),
    ),
    "dnd4e-melee": (
        Drawn(ROUND_A_CORNER, "Round a corner: one line through rock is cover"),
        Drawn(partial(squares, "....", ".Mg.", "...."), "Side by side, with nothing between"),
    ),
    "dnd5e": (
        Drawn(BEHIND_AN_ORC, "An orc in the way of two lines is half cover"),
        Drawn(PAST_A_PILLAR, "Three of four lines are blocked: three-quarters cover"),
    ),
    "dnd5e-inset": (
        Drawn(BEHIND_AN_ORC, "An orc in the way is half cover, though it meets all four lines"),
        Drawn(
            partial(squares, ".......", ".M.#g..", "......."),
            "Every line to a corner moved inwards goes through the pillar",
        ),
    ),
    "frosthaven": (
        Drawn(
            partial(hexes, (-2, 0), (2, -1), solid=[(0, 0)]),
            "Any part to any part: past the side of a rock",
        ),
        Drawn(
            partial(hexes, (-2, 0), (2, -1), solid=[(0, 0), (0, -1)]),
            "No line gets through two rocks side by side",
        ),
    ),
    "gloomhaven": (
        Drawn(
            partial(hexes, (-2, 0), (2, -1), solid=[(0, 0)]), "A line from corner to corner is free"
        ),
        Drawn(partial(hexes, (0, -1), (0, 1), solid=[(0, 0)], radius=2), "A rock straight between"),
    ),
    "heroquest": (
        Drawn(BEHIND_AN_ORC, "A figure blocks"),
        Drawn(PAST_A_TOUCHED_CORNER, "A touched corner does not block"),
    ),
    "imperial-assault": (
        Drawn(
            partial(squares, "......", ".M.o..", ".....g", "......"),
            "Two lines from one corner, and nothing between them",
        ),
        Drawn(BEHIND_AN_ORC, "A figure between stops one of the two lines"),
    ),
    "jaws-of-the-lion": (
        Drawn(
            partial(hexes, (-2, 0), (2, -1), walls=[((0, -1), (0, 0))]),
            "Past the end of a wall",
        ),
        Drawn(
            partial(hexes, (-2, 0), (2, -1), solid=[(0, 0)], walls=[((0, -1), (1, -1))]),
            "A rock and a wall leave no line",
        ),
    ),
    "memoir44": (
        Drawn(
            partial(hexes, (-1, -1), (1, 1), terrain={(0, -1): "woods"}),
            "Between two hexes the free side is taken",
        ),
        Drawn(
            partial(hexes, (-1, -1), (1, 1), terrain={(0, -1): "woods", (0, 1): "woods"}),
            "Woods to one side here and to the other there: both ways are closed",
        ),
    ),
    "pathfinder2e": (
        Drawn(BEHIND_AN_ORC, "A creature in the way is lesser cover"),
        Drawn(partial(squares, ".......", ".M.l.g.", "......."), "A low wall is standard cover"),
    ),
    "space-hulk": (
        Drawn(PAST_ONE_CORNER, "Straight through a pillar"),
        Drawn(PAST_A_TOUCHED_CORNER, "A touched corner does not block"),
    ),
    "star-wars-miniatures": (
        Drawn(
            partial(squares, "......", "M..#..", ".....g", "......"),
            "Any part to any part: past a pillar",
        ),
        Drawn(BEHIND_ROCK, "Right behind a pillar every line touches it"),
    ),
    "symmetric-shadowcasting": (
        Drawn(partial(squares, ".....", "M.#..", "....g", "....."), "Past the diamond in a pillar"),
        Drawn(BEHIND_ROCK, "Through the diamond in a pillar"),
    ),
    "tide-of-iron": (
        Drawn(
            partial(hexes, (-1, -1), (1, 1), terrain={(0, -1): "woods"}),
            "Between two hexes the free side is taken",
        ),
        Drawn(
            partial(hexes, (-1, -1), (1, 1), terrain={(0, -1): "woods", (0, 1): "woods"}),
            "Woods to one side here and to the other there: both ways are closed",
        ),
    ),
    "lancer": (
        Drawn(partial(squares, ".......", ".M..lg.", "......."), "Who stands at it has hard cover"),
        Drawn(
            partial(squares, ".....l.", ".M...g.", "......."), "Flanked: a line below it is clear"
        ),
    ),
    "zombicide": (
        Drawn(partial(town, open_door=True), "An open door joins two rooms"),
        Drawn(partial(town, open_door=False), "Closed, nobody sees through it"),
    ),
    "arcadia-quest": (
        Drawn(partial(squares, ".....", ".M#..", "..g..", "....."), "The line skims a corner"),
        Drawn(partial(squares, ".....", ".M#..", ".#g..", "....."), "Both sides are blocked"),
    ),
    "doom": (
        Drawn(partial(squares, ".......", ".M.o.g.", "......."), "A figure in the way covers"),
        Drawn(
            partial(squares, ".......", ".M.#.g.", "......."), "A rock hides, and so does its side"
        ),
    ),
    "dungeon-saga": (
        Drawn(partial(squares, "......", ".M.o..", "....g.", "......"), "Past the model"),
        Drawn(partial(squares, ".......", ".M.o.g.", "......."), "A model blocks its whole square"),
    ),
    "super-dungeon-explore": (
        Drawn(partial(squares, ".......", ".M.o.g.", "......."), "Models do not block"),
        Drawn(partial(squares, ".....", ".M#..", ".#g..", "....."), "Structures that meet do"),
    ),
}


def ruins() -> SquareBoard:
    return squares(
        "...........",
        "..#....#...",
        ".M..o......",
        "......##...",
        "...#.......",
        ".......o.g.",
        "...........",
    )


# --- pictures -------------------------------------------------------------------------------------


def look(name: str, which: int) -> str:
    """Draw one answer. The picture names the game and the effect of its cover."""
    board = SCENES[name][which].scene()
    sight = trace(board, "Mira", "goblin", PackRule(name))
    return sight_svg(board, sight, explanation="", theme="auto")


def cover(name: str) -> str:
    board, rule = ruins(), PackRule(name)
    seen = field(board, "Mira", rule)
    degrees = cover_field(board, "Mira", rule)
    shown = {tile: degrees[tile] for tile in seen}
    return cover_svg(board, shown, degrees=degrees.degrees, viewers=["Mira"], theme="auto")


def view(name: str) -> str:
    board = ruins()
    return field_svg(board, field(board, "Mira", PackRule(name)), viewers=["Mira"], theme="auto")


def games() -> str:
    """Draw one position by every game on squares."""
    board = squares(".......", ".M.o...", "....#g.", ".......")
    names = [name for name, pack in PACKS.items() if "square" in pack.grids]
    sights = {PACKS[name].title: trace(board, "Mira", "goblin", PackRule(name)) for name in names}
    return compare_svg(board, sights, theme="auto")


PACK_PICTURES: dict[str, Callable[[], str]] = {
    **{
        f"game-{name}-{which + 1}": partial(look, name, which)
        for name, drawn in SCENES.items()
        for which in range(len(drawn))
    },
    "games": games,
    "game-cover": partial(cover, "dnd5e"),
    **{f"game-field-{name}": partial(view, name) for name in ("dcss", "symmetric-shadowcasting")},
}
