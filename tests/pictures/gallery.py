"""One picture of every kind, stored as golden files next to this one.

`SIGHTLINE_DRAW=1 pytest tests/unit/render/test_golden.py` redraws them; check what changed.
"""

from collections.abc import Callable
from pathlib import Path

from sightline import render
from sightline.model.hexagon import HexBoard, Orientation, Outside
from sightline.model.place import place
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Wall
from sightline.packs import PACKS
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRayRule
from sightline.rules.pack import PackRule

GOLDEN = Path(__file__).parent / "golden"


def sight_of(board, a, b, rule):
    return rule.trace(board, place(board, a, "from"), place(board, b, "to"))


def crypt() -> SquareBoard:
    """Return a board with every kind of threshold, figure and furniture, and free walls."""
    board = SquareBoard(9, 11)
    for tile in ((0, 0), (0, 1), (1, 0), (4, 4), (4, 5), (5, 5), (8, 10), (7, 10)):
        board.set_solid(tile)
    for row in range(9):
        board.set_edge((row, 6), (row, 7), Wall())
    for col in range(7):
        board.set_edge((2, col), (3, col), Wall())
    board.set_edge((2, 2), (3, 2), Door("open"))
    board.set_edge((2, 4), (3, 4), Door("closed"))
    board.set_edge((2, 6), (3, 6), Door("locked"))
    board.set_edge((1, 6), (1, 7), Door("secret"))
    board.set_edge((3, 6), (3, 7), Door("open"))
    board.set_edge((4, 6), (4, 7), Gate("closed"))
    board.set_edge((6, 6), (6, 7), Gate("open"))
    board.set_edge((8, 6), (8, 7), Gate("locked"))
    board.place("Mira", (5, 1), kind="hero")
    board.place("Bruno", (6, 2), kind="ally")
    board.place("goblin", (0, 3), kind="enemy")
    board.place("troll", (4, 8), size=(2, 2), kind="enemy")
    board.place("ghost", (7, 4), blocks_sight=False)
    board.place("stranger", (6, 5))
    board.place("table", (7, 0), kind="table", size=(2, 2))
    board.place("bookcase", (0, 8), kind="bookcase")
    board.add_wall((7.5, 2.2), (9.8, 3.6))
    board.add_wall((9.2, 7.2), (9.9, 8.1), Door("closed"))
    return board


def hill(orientation: Orientation = "pointy", outside: Outside = "open") -> HexBoard:
    """Return a hex board with rock, cover, heights, edges and a large figure."""
    board = HexBoard(radius=4, orientation=orientation, outside=outside)
    for tile in ((1, -1), (2, -1), (-3, 0), (-3, 1)):
        board.set_solid(tile)
    for tile, cover in {(0, 1): 0.25, (1, 1): 0.5, (0, 2): 0.9}.items():
        board.set_cover(tile, cover)
    for tile, height in {(-1, -1): 1, (-1, 0): 2, (-2, 0): 3.5, (0, 3): -1, (1, 1): 1}.items():
        board.set_elevation(tile, height)
    board.set_edge((0, 0), (1, 0), Wall())
    board.set_edge((0, 0), (0, -1), Door("open"))
    board.set_edge((3, -2), (3, -1), Door("locked"))
    board.set_edge((-1, 3), (-2, 3), Door("secret"))
    board.set_edge((3, 0), (2, 1), Gate("closed"))
    board.place("Mira", (0, 0), kind="hero")
    board.place("ogre", (2, -3), size=2, kind="enemy")
    board.place("chest", (-2, 3), kind="chest")
    board.add_wall((1.2, 1.5), (3.1, 0.2))
    return board


def pillar() -> SquareBoard:
    """Return a board with one corner on a diagonal line."""
    board = SquareBoard(5, 5)
    board.set_solid((1, 2))
    board.place("Mira", (0, 0), kind="hero")
    board.place("imp", (4, 4), kind="enemy")
    return board


def corridor() -> SquareBoard:
    """Return a board with two large figures whose center line runs along rock and inside a wall."""
    board = SquareBoard(5, 8)
    board.place("giant", (1, 0), size=(2, 2), kind="enemy")
    board.place("hydra", (1, 6), size=(2, 2), kind="hero")
    board.set_solid((1, 3))
    board.set_edge((1, 4), (2, 4), Wall())
    return board


def fork() -> HexBoard:
    """Return a board with a line exactly between two hexes, of which one is rock."""
    board = HexBoard(radius=2)
    board.set_solid((0, 1))
    board.set_cover((1, 0), 0.5)
    return board


def draw_sight(board, a, b, rule, **options) -> str:
    return render.sight_svg(board, sight_of(board, a, b, rule), explanation="", **options)


def crypt_field(**options) -> str:
    board, rule = crypt(), CenterRule()
    seen = {
        name: {t for t in board.tiles() if rule.sees(board, place(board, name, ""), _at(board, t))}
        for name in ("Mira", "troll")
    }
    return render.field_svg(board, seen, **options)


def hill_contacts(**options) -> str:
    board, rule = hill("flat"), CornerRule()
    contacts = {tile: sight_of(board, "Mira", tile, rule).contact for tile in board.tiles()}
    return render.contact_svg(board, contacts, viewers=["Mira"], **options)


def doubtful_field() -> str:
    board, rule = pillar(), CenterRule("adjudicated")
    verdicts = {tile: str(sight_of(board, "Mira", tile, rule).verdict) for tile in board.tiles()}
    by = {v: [t for t in verdicts if verdicts[t] == v] for v in set(verdicts.values())}
    return render.field_svg(board, by["visible"], viewers=["Mira"], ambiguous=by["ambiguous"])


def _at(board, tile):
    return place(board, tile, "to")


def woods() -> HexBoard:
    """Return a board with woods and a hill on a line of hexes."""
    board = HexBoard(radius=2)
    board.set_terrain((-1, 0), "light-woods")
    board.set_terrain((0, 0), "heavy-woods")
    board.set_elevation((1, 0), 1)
    return board


def covered_field() -> str:
    board, pack = pillar(), PACKS["dnd5e"]
    cover = {
        tile: sight_of(board, "Mira", tuple(tile), PackRule(pack)).degree for tile in board.tiles()
    }
    return render.cover_svg(board, cover, degrees=pack.degrees, viewers=["Mira"])


PICTURES: dict[str, Callable[[], str]] = {
    "board-squares-light": lambda: render.board_svg(crypt()),
    "board-squares-auto": lambda: render.board_svg(crypt(), theme="auto"),
    "board-hexes-pointy": lambda: render.board_svg(hill()),
    "board-hexes-flat-dark": lambda: render.board_svg(hill("flat", "solid"), theme="dark"),
    "sight-visible": lambda: draw_sight(crypt(), "Mira", "goblin", CenterRule()),
    "sight-hidden-dark": lambda: draw_sight(crypt(), "Mira", "troll", CornerRule(), theme="dark"),
    "sight-corner-touched": lambda: draw_sight(pillar(), "Mira", "imp", CenterRule("adjudicated")),
    "sight-edge-grazed": lambda: draw_sight(
        corridor(), "giant", "hydra", CenterRule("permissive", large="middle")
    ),
    "sight-all-lines": lambda: draw_sight(pillar(), "Mira", "imp", CornerRule(), all_lines=True),
    "sight-hex-corners": lambda: draw_sight(hill("flat"), "Mira", "ogre", CornerRule()),
    "ray-steps": lambda: draw_sight(hill(), (-4, 0), (2, 1), HexRayRule(), all_lines=True),
    "ray-both-sides": lambda: draw_sight(fork(), (0, 0), (1, 1), HexRayRule("adjudicated")),
    "field-party": crypt_field,
    "field-in-doubt": doubtful_field,
    "field-contacts-dark": lambda: hill_contacts(theme="dark"),
    "game-corner-chosen": lambda: draw_sight(
        pillar(), "Mira", "imp", PackRule("dnd5e"), all_lines=True
    ),
    "game-pair-dark": lambda: draw_sight(
        pillar(), "Mira", "imp", PackRule("imperial-assault"), theme="dark"
    ),
    "game-points": lambda: draw_sight(woods(), (-2, 0), (2, 0), PackRule("battletech")),
    "game-cover": covered_field,
    "games-side-by-side": lambda: render.compare_svg(
        pillar(),
        {
            PACKS[name].title: sight_of(pillar(), "Mira", "imp", PackRule(name))
            for name in ("dnd5e", "descent2", "dcss")
        },
    ),
    "heatmap": lambda: render.heatmap_svg(
        pillar(), {tile: tile[0] * tile[1] for tile in pillar().tiles()}
    ),
}
