"""Complete Foundry scenes: storeys, floors with holes, and the heights of walls and tokens."""

from fractions import Fraction

import pytest

from sightline import At, HexBoard, SquareBoard, sees
from sightline.errors import FormatError
from sightline.formats import foundry as reader
from sightline.formats import load_bytes
from sightline.formats.contract import Options
from sightline.formats.saving import written
from sightline.model.threshold import Door, Wall
from tests.formats.foundry.test_levels import high, house, scene, wall
from tests.formats.map_samples import as_json


def read(tree, **options):
    return reader.read(as_json(tree), "scene.json", Options(**options))


def spans(loaded) -> list[tuple[float, object, object]]:
    """Return where each wall begins, with its bottom and top."""
    return sorted(
        (float(each.ends[0][0]), str(each.threshold.bottom), str(each.threshold.top))
        for each in loaded.board.free_walls()
    )


def floors(loaded) -> dict[str, tuple[float, int]]:
    return {each.name: (float(each.height), len(each.tiles)) for each in loaded.board.floors()}


FEET = {"grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"}}


def region(bottom, top=None, *, shapes, **system) -> dict:
    return {
        "elevation": {"bottom": bottom, "top": top},
        "shapes": shapes,
        "behaviors": [{"type": "defineSurface", "system": system}],
    }


def rectangle(x: int, y: int, wide: int, high: int, **more) -> dict:
    box = {"x": 100 * x, "y": 100 * y, "width": 100 * wide, "height": 100 * high}
    return {"type": "rectangle"} | box | more


# --- levels of version 14


def test_all_levels_become_one_board() -> None:
    loaded = read(house(**FEET))
    board = loaded.board
    assert floors(loaded) == {"Ground": (0, 20), "Roof": (2, 20)}
    assert {board.ground_at(tile) for tile in board.tiles()} == {Fraction(-2)}
    assert loaded.report.choices.levels == ["Cellar", "Ground", "Roof"]
    # The door and the cellar wall below it have the same ends: one of them is split in two.
    assert spans(loaded) == [
        (1, "0", "2"),
        (1, "0", "2"),
        (1, "None", "0"),
        (2, "0", "None"),
        (3, "2", "None"),
        (4, "None", "None"),
    ] or spans(loaded) == [
        (1, "0", "2"),
        (1, "None", "0"),
        (1, "None", "0"),
        (2, "0", "None"),
        (3, "2", "None"),
        (4, "None", "None"),
    ]
    assert board.figure("Cook").elevation == 0
    assert board.figure("Rat").elevation is None
    assert "above another with the same ends" in str(loaded.report)
    assert "closed everywhere" in str(loaded.report)


def test_nobody_sees_through_a_closed_floor() -> None:
    board = read(house(**FEET)).board
    assert not sees(board, "Cook", "Rat", "corner")
    assert not sees(board, At("E4", floor="Roof"), At("E4", floor="Ground"), "center")


def test_a_level_or_the_lowest_without_heights_can_be_chosen() -> None:
    assert not read(house(), level="Ground").board.has_heights
    lowest = read(house(), flat=True)
    assert not lowest.board.has_heights
    assert lowest.report.choices.level == "Cellar"


def test_surfaces_are_the_closed_tiles_of_a_floor() -> None:
    """Open tiles are holes, and so are areas cut out by a region."""
    shapes = [rectangle(0, 0, 3, 2), rectangle(1, 0, 1, 1, hole=True)]
    ground = region(0, 10, shapes=shapes, sight=True, placement="both")
    glass = region(0, shapes=[rectangle(0, 0, 5, 4)], sight=False)
    idle = region(0, shapes=[rectangle(0, 0, 5, 4)]) | {"behaviors": []}
    loaded = read(house(**FEET, regions=[ground, glass, idle]))
    assert floors(loaded) == {"Ground": (0, 5), "Roof": (2, 5)}
    assert "B1" not in {str(tile) for tile in loaded.board.floor("Ground").tiles}
    assert sees(loaded.board, At("E1", 0), At("E2", -2), "center")
    assert not sees(loaded.board, At("A1", 0), At("C1", -2), "center")


@pytest.mark.parametrize(
    ("placement", "levels", "closed"),
    [
        ("bottom", ["defaultLevel0000"], "Ground"),
        ("top", ["defaultLevel0000"], "Roof"),
        ("both", ["defaultLevel0000"], "both"),
        ("top", ["Qk2"], "Ground"),
    ],
)
def test_a_surface_without_heights_lies_where_its_levels_end(placement, levels, closed) -> None:
    one = region(None, shapes=[rectangle(0, 0, 2, 1)], placement=placement) | {"levels": levels}
    found = floors(read(house(**FEET, regions=[one])))
    assert [tiles == 2 for _, tiles in found.values()] == [
        closed in ("Ground", "both"),
        closed in ("Roof", "both"),
    ]


@pytest.mark.parametrize(
    ("shape", "tiles"),
    [
        ({"type": "polygon", "points": [0, 0, 200, 0, 200, 200, 0, 200]}, 4),
        ({"type": "polygon", "points": [0, 0, 400, 0, 0, 400]}, 6),
        ({"type": "ellipse", "x": 200, "y": 200, "radiusX": 150, "radiusY": 150}, 4),
        ({"type": "polygon", "points": []}, 20),  # without closed tiles the whole floor is closed
        ({"type": "something new"}, 20),
    ],
)
def test_shapes_of_surfaces(shape, tiles) -> None:
    loaded = read(house(**FEET, regions=[region(0, shapes=[shape])]))
    assert floors(loaded)["Ground"] == (0, tiles)


@pytest.mark.parametrize(
    "broken",
    [
        region("deep", shapes=[]),
        region(0, shapes=[{"type": "polygon", "points": ["x", 1]}]),
        region(0, shapes=[rectangle(0, 0, 1, 1, width="wide")]),
    ],
)
def test_broken_surfaces_are_refused_with_their_place(broken) -> None:
    with pytest.raises(FormatError, match="regions"):
        read(house(regions=[broken]))


# --- the modules Wall Height and Levels


def test_walls_keep_their_heights() -> None:
    tree = scene([high(1, 0, 2.5), high(2, 5, None), high(3), wall(4)], **FEET)
    loaded = read(tree)
    assert spans(loaded) == [
        (1, "None", "1/2"),
        (2, "1", "None"),
        (3, "None", "None"),
        (4, "None", "None"),
    ]
    assert not loaded.board.floors()
    flat = read(tree, flat=True)
    assert not flat.board.has_heights


def test_a_door_keeps_its_state_and_its_height() -> None:
    loaded = read(scene([high(1, 0, 10, door=1, ds=1)], **FEET))
    assert [each.threshold for each in loaded.board.free_walls()] == [Door("open", top=2)]


def test_walls_of_one_kind_above_each_other_are_one() -> None:
    loaded = read(scene([high(1, 0, 10), high(1, 10, 20)], **FEET))
    assert spans(loaded) == [(1, "None", "4")]


def test_the_floors_of_levels_touch_and_their_walls_reach_them() -> None:
    listed = [[0, 9, "Ground floor"], [10, 19, "First floor"]]
    hole = {"x": 0, "y": 0, "shape": {"type": "r", "width": 100, "height": 100}}
    hole |= {"flags": {"levels": {"drawingMode": 1, "rangeBottom": 10, "rangeTop": 19}}}
    tree = scene(
        [high(1, 0, 9), high(2, 10, 19)],
        flags={"levels": {"sceneLevels": listed}},
        drawings=[hole],
        tokens=[
            {"name": "Odo", "elevation": 0, "flags": {"wall-height": {"tokenHeight": 6}}},
            {"name": "Crow", "elevation": 10, "x": 200},
        ],
        **FEET,
    )
    loaded = read(tree)
    assert floors(loaded) == {"First floor": (2, 19)}
    assert spans(loaded) == [(1, "None", "2"), (2, "2", "19/5")]
    odo, crow = map(loaded.board.figure, ("Odo", "Crow"))
    assert (odo.elevation, odo.height) == (None, Fraction(6, 5))
    assert (crow.elevation, crow.height) == (2, 1)


def test_pictures_that_block_are_floors() -> None:
    listed = [[0, 9, "Ground"], [10, 19, "Loft"]]
    tile = {"x": 0, "y": 0, "width": 200, "height": 100, "elevation": 10}
    tiles = [tile | {"flags": {"levels": {"noCollision": False}}}, tile | {"width": 500}]
    tree = scene([], flags={"levels": {"sceneLevels": listed}}, tiles=tiles, **FEET)
    assert floors(read(tree)) == {"Loft": (2, 2)}


# --- there and back


def tower() -> SquareBoard:
    board = SquareBoard(4, 5)
    board.add_floor(2, [tile for tile in board.tiles() if str(tile) not in ("B2", "C2")], "gallery")
    board.add_floor(4, ["A1", "A2", "B1"], "roof")
    board.add_wall((0.5, 1), (0.5, 3), Wall(top=0.5))
    board.add_wall((1.5, 1), (1.5, 3), Door("open", bottom=2, top=4))
    board.add_wall((2.5, 1), (2.5, 3), Wall(one_way="back", bottom=1))
    board.set_edge("A1", "A2", Wall(top=1))
    board.place("guard", At("A1", floor="gallery"), height=1.5)
    board.place("thief", "E4")
    return board


def hex_tower() -> HexBoard:
    board = HexBoard(radius=2)
    board.add_floor(2, [tile for tile in board.tiles() if tuple(tile) != (0, 0)], "gallery")
    board.place("guard", At("1,0", floor="gallery"))
    board.set_edge("0,0", "1,0", Wall(top=2))
    return board


@pytest.mark.parametrize("board", [tower(), hex_tower()], ids=["squares", "hexes"])
def test_a_tower_comes_back(board) -> None:
    data = written(board, "foundry").data
    again = load_bytes(data, "scene.json", Options(snap=True)).board
    assert [(each.name, each.height) for each in again.floors()] == [
        (each.name, each.height) for each in board.floors()
    ]
    if board.grid.name == "square":
        assert [sorted(each.tiles) for each in again.floors()] == [
            sorted(each.tiles) for each in board.floors()
        ]
        assert sorted(map(repr, again.free_walls())) == sorted(map(repr, board.free_walls()))
    else:
        assert [len(each.tiles) for each in again.floors()] == [18]
    assert sorted(repr(what) for *_, what in again.edges()) == sorted(
        repr(what) for *_, what in board.edges()
    )
    assert [(each.name, each.elevation, each.height) for each in again.figures()] == [
        (each.name, each.elevation, each.height) for each in board.figures()
    ]


def test_universal_vtt_says_which_heights_are_lost() -> None:
    board = tower()
    board.set_elevation("E1", 3)
    lost = written(board, "uvtt").report.lost
    assert "4 walls with a bottom or a top: without end there" in lost
    assert "2 floors above the ground" in lost
    assert "the height of 1 tile" in lost


# --- in general


def test_a_scene_without_heights_is_flat() -> None:
    loaded = read(scene([wall(1)], tokens=[{"name": "Odo", "elevation": 0}]))
    assert not loaded.board.has_heights
    assert [each.threshold for each in loaded.board.free_walls()] == [Wall()]


def test_a_flyer_flies() -> None:
    loaded = read(scene([], tokens=[{"name": "Crow", "elevation": 10}], **FEET))
    assert loaded.board.figure("Crow").elevation == 2


def test_walls_above_each_other_are_not_snapped_onto_one_edge() -> None:
    loaded = read(scene([high(1, 0, 10, door=1), high(1, 10, 20)], **FEET), snap=True)
    assert len(list(loaded.board.edges())) == 1
    assert len(loaded.board.free_walls()) == 1
