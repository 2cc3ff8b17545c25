"""Dungeondraft's own files. The first test has the numbers of a real map and its export."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError
from sightline.formats import dungeondraft as reader
from sightline.formats import uvtt as uvtt_reader
from sightline.formats.contract import Options
from sightline.formats.dungeondraft.cave import cave_outlines
from sightline.formats.dungeondraft.godot import byte_pool
from sightline.formats.safe.safe_json import Node
from sightline.model.cell import Square
from sightline.model.light import Light
from sightline.model.threshold import Door, Wall
from tests.formats.draft_samples import (
    bits,
    dungeondraft,
    ground,
    level,
    pool,
    portal,
    vector,
    wall,
)
from tests.formats.map_samples import as_json, uvtt


def read(tree, **options):
    data = as_json(tree)
    assert reader.recognizes(data, "map.dungeondraft_map")
    return reader.read(data, "map.dungeondraft_map", Options(**options))


def walls(loaded):
    return {
        tuple((float(x), float(y)) for x, y in wall.ends): wall.threshold
        for wall in loaded.board.free_walls()
    }


def one_level(**changes):
    return dungeondraft(level("Ground", **changes))


def test_walls_are_those_of_an_export_of_the_same_map() -> None:
    """A room with a dividing wall, a door and a window, with all numbers from a real pair of files.

    Dungeondraft wrote the left side in its own format and the right side in the export.
    """
    down = {"direction": "Vector2( 0, 1 )", "rotation": 1.570796}
    native = one_level(
        walls=[
            wall(
                *(5, 1, 5, 9),
                portals=[
                    portal(5, 2, 0.125, **down),
                    portal(5, 8, 0.875, radius=97.5, closed=False, **down),
                ],
            ),
            wall(9, 9, 1, 9, 1, 1, 9, 1, loop=True, type=0),
        ],
        cave={},
    )
    native["world"] |= {"width": 10, "height": 10}

    def line(*numbers):
        return [{"x": x, "y": y} for x, y in zip(numbers[::2], numbers[1::2], strict=True)]

    export = uvtt(
        line_of_sight=[
            line(5, 1, 5, 1.5),
            line(5, 2.5, 5, 7.619141),
            line(5, 8.380859, 5, 9),
            line(9, 9, 1, 9, 1, 1, 9, 1, 9, 9),
        ],
        portals=[
            {"bounds": line(5, 1.5, 5, 2.5), "closed": True},
            {"bounds": line(5, 7.619141, 5, 8.380859), "closed": False},
        ],
        objects_line_of_sight=[],
    )
    export["resolution"]["map_size"] = {"x": 10, "y": 10}
    ours = walls(read(native))
    assert ours == walls(uvtt_reader.read(as_json(export), "export", Options()))
    assert len(ours) == 9


def test_all_that_a_level_holds() -> None:
    loaded = read(dungeondraft())
    assert (loaded.board.rows, loaded.board.cols) == (4, 6)
    found = walls(loaded)
    assert found[(1.5, 1.0), (2.5, 1.0)] == Door("closed")
    assert found[(1.0, 1.0), (1.5, 1.0)] == Wall()
    assert found[(2.5, 1.0), (4.0, 1.0)] == Wall()
    assert found[(1.0, 1.0), (1.0, 3.0)] == Wall(), "the loop is closed"
    assert found[(4.75, 1.0), (5.25, 1.0)] == Door("open")
    assert found[(2.0, 3.0), (2.0, 4.0)] == Door("closed"), "it stands alone"
    assert found[(1.0, 3.25), (1.5, 3.75)] == Wall(), "a path that blocks light"
    assert found[(4.25, 1.375), (4.75, 1.375)] == Wall(), "the cave"
    assert ((4.875, 1.75), (4.875, 2.0)) not in found, "its entrance"
    assert len(found) == 19
    assert loaded.board.lights() == [Light(Square(2, 2), Fraction(3, 2), 3)]
    assert loaded.board.ambient == "dim"
    words = str(loaded.report)
    for word in ("1 light", "half their range", "ff404040", "1 object set to block", "a cave"):
        assert word in words


def test_a_door_over_a_corner_and_one_over_the_loose_end() -> None:
    corner = portal(2, 1, 0.95, position=vector(1.9, 1))
    end = portal(2, 3, 1.9, position=vector(2, 2.9))
    found = walls(read(one_level(walls=[wall(0, 1, 2, 1, 2, 3, portals=[corner, end])])))
    assert found == {
        ((1.4, 1.0), (2.0, 1.0)): Door(),
        ((2.0, 1.0), (2.0, 1.4)): Door(),
        ((2.0, 2.4), (2.0, 3.0)): Door(),
        ((0.0, 1.0), (1.4, 1.0)): Wall(),
        ((2.0, 1.4), (2.0, 2.4)): Wall(),
    }


def test_doors_side_by_side_leave_no_wall_between() -> None:
    row = wall(0, 1, 4, 1, portals=[portal(1, 1, 0.25), portal(2, 1, 0.5)])
    assert walls(read(one_level(walls=[row]))) == {
        ((0.5, 1.0), (1.5, 1.0)): Door(),
        ((1.5, 1.0), (2.5, 1.0)): Door(),
        ((0.0, 1.0), (0.5, 1.0)): Wall(),
        ((2.5, 1.0), (4.0, 1.0)): Wall(),
    }


@pytest.mark.parametrize(
    "changes",
    [{"wall_distance": 7}, {"wall_distance": -1}, {"position": vector(2, 3.5)}],
    ids=["no such piece", "before the first", "far off"],
)
def test_a_portal_beside_its_wall_is_drawn_and_the_wall_kept(changes) -> None:
    loaded = read(one_level(walls=[wall(0, 1, 4, 1, portals=[portal(2, 1, 0.5, **changes)])]))
    found = walls(loaded)
    assert found[(0.0, 1.0), (4.0, 1.0)] == Wall()
    y = 3.5 if "position" in changes else 1.0
    assert found[(1.5, y), (2.5, y)] == Door()
    assert "1 portal not on its wall" in str(loaded.report)


def test_what_a_portal_is() -> None:
    pictures = ("door_00.png", "Secret_door_2.png", "window_05.png", "archway.png")
    alone = [
        portal(1, number + 0.5, 0, texture=f"res://packs/x/portals/{name}")
        for number, name in enumerate(pictures)
    ]
    alone[3]["closed"] = False
    loaded = read(one_level(portals=[*alone, {"position": vector(1, 1), "node_id": "a"}]))
    assert list(walls(loaded).values()) == [Door(), Door("secret"), Door(), Door("open")]
    words = str(loaded.report)
    for word in (
        "1 portal with a secret door picture",
        "1 portal with a window picture, but set to block light",
        "1 portal open to light",
        "1 portal without a width",
    ):
        assert word in words


def test_levels_with_walls_become_floors() -> None:
    """The last level is the lowest. Levels without walls are skipped."""
    lamp = {"position": vector(1.5, 1.5), "range": 4, "color": "ffffffff"}
    attic = level("Attic", walls=[wall(0, 0, 1, 1)], lights=[lamp])
    loaded = read(dungeondraft(attic, level("Roof"), ground(), current=0))
    board, report = loaded.board, loaded.report
    [floor] = board.floors()
    assert (floor.name, floor.height, len(floor.tiles)) == ("Attic", 2, len(board.tiles()))
    spans = {(each.threshold.bottom, each.threshold.top) for each in board.free_walls()}
    assert spans == {(None, 2), (2, None)}
    assert [light.elevation for light in board.lights()] == [None, 2]
    assert (report.choices.level, report.choices.together) == ("", True)
    assert report.choices.levels == ["Attic", "Roof", "Ground"]
    for words in (
        "2 levels as floors, from the lowest up: 'Ground', 'Attic'",
        "each floor is 2 tiles above the one below",
        "1 level without walls: 'Roof'",
    ):
        assert words in str(report)
    one = read(dungeondraft(attic, ground()), level="Attic")
    assert not one.board.has_heights
    assert one.report.choices.together


def test_levels_are_chosen_and_named() -> None:
    attic = level("Attic", walls=[wall(0, 0, 1, 1)])
    maps = dungeondraft(attic, ground(), level("Roof"), current=0)
    assert read(maps, flat=True).report.choices.level == "Attic"
    assert read(maps, level="Ground").report.choices.level == "Ground"
    assert read(maps, level="2").report.choices.level == "Roof"
    assert read(maps, flat=True).report.choices.levels == ["Attic", "Ground", "Roof"]
    assert "open when the map was saved" in str(read(maps, flat=True).report)
    with pytest.raises(FormatError, match="no map is called 'Vault'; there are 0 'Attic'"):
        read(maps, level="Vault")


def test_the_level_on_show_is_not_an_empty_one() -> None:
    loaded = read(dungeondraft(ground(), level("Cellar"), level("Roof"), current=2))
    assert loaded.report.choices.level == "Ground"
    assert "the last with walls" in str(loaded.report)
    cave = level("Cave", cave={"bitmap": bits(6, 4, (3, 3))})
    assert read(dungeondraft(ground(), cave, current=1), flat=True).report.choices.level == "Cave"
    bare = dungeondraft(level("Up"), level("Down"), current=1)
    assert read(bare).report.choices.level == "Down"
    del bare["header"]["editor_state"]
    assert read(bare).report.choices.level == "Up"
    with_walls = dungeondraft(ground(), level("Roof"), header={})
    assert read(with_walls).report.choices.level == "Ground"


def test_old_files_leave_out_what_there_is_none_of() -> None:
    tree = dungeondraft({"walls": [wall(0, 0, 1, 1)]})
    del tree["world"]["levels"]["0"]["walls"][0]["portals"]
    loaded = read(tree)
    assert len(walls(loaded)) == 1
    assert loaded.report.choices.levels == ["level 0"]


def test_what_mods_keep_is_not_looked_at() -> None:
    data = as_json(dungeondraft())
    twice = b'{"mod": {"Shadows": {"145": 1, "145": 2}}, ' + data[1:]
    assert reader.read(twice, "map", Options()).board == read(dungeondraft()).board
    # Elsewhere a duplicate key is still refused.
    with pytest.raises(FormatError, match="given twice"):
        reader.read(b'{"more": {"145": 1, "145": 2}, ' + data[1:], "map", Options())


def test_a_scene_of_foundry_is_not_taken_for_one_and_the_other_way_round() -> None:
    from sightline.formats import foundry, recognize
    from tests.formats.map_samples import foundry as scene

    assert not reader.recognizes(as_json(scene()), "x")
    assert recognize(as_json(dungeondraft())).NAME == reader.NAME
    assert recognize(as_json(scene())).NAME == foundry.NAME


def test_lights_outside_and_dark_maps() -> None:
    loaded = read(
        one_level(
            lights=[
                {"position": vector(-1, 1), "range": 3},
                {"position": vector(6, 1), "range": 3},
                {"position": vector(5.75, 3.999), "range": 0.5},
            ],
            environment={"ambient_light": "ff101010"},
        )
    )
    assert loaded.board.lights() == [Light(Square(3, 5), Fraction(1, 4), Fraction(1, 2))]
    assert loaded.board.ambient == "dark"
    assert "2 lights outside the map" in str(loaded.report)
    assert "from the center of the tile" in str(loaded.report)


def test_a_path_that_is_turned_is_told() -> None:
    path = ground()["paths"][0]
    turned = path | {"rotation": 0.5}
    ring = path | {
        "loop": True,
        "scale": "Vector2( 2, 1 )",
        "edit_points": pool(0, 0, 1, 0, 1, 0.5),
    }
    loaded = read(one_level(paths=[turned, ring, path | {"block_light": False}]))
    assert set(walls(loaded)) == {
        ((1.0, 3.25), (3.0, 3.25)),
        ((3.0, 3.25), (3.0, 3.75)),
        ((1.0, 3.25), (3.0, 3.75)),
    }
    assert "1 path set to block light, but rotated" in str(loaded.report)


# --- caves


def outlines(cols: int, rows: int, *dug: tuple[int, int], opened=()) -> list:
    tree = {"bitmap": bits(cols, rows, *dug), "entrance_bitmap": bits(cols, rows, *opened)}
    return cave_outlines(Node(tree, "$"), cols, rows)


def touches(chains, x: Fraction, y: Fraction) -> bool:
    """Return whether an outline passes through this point."""
    for chain in chains:
        for (x0, y0), (x1, y1) in pairwise(chain):
            inside = min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1)
            if inside and (x - x0) * (y1 - y0) == (y - y0) * (x1 - x0):
                return True
    return False


def test_one_crossing_is_a_diamond_around_it() -> None:
    (chain,) = outlines(1, 1, (2, 3))
    assert chain[0] == chain[-1]
    eighth = Fraction(1, 8)
    assert set(chain) == {
        (3 * eighth, 6 * eighth),
        (5 * eighth, 6 * eighth),
        (4 * eighth, 5 * eighth),
        (4 * eighth, 7 * eighth),
    }


@given(st.integers(0, 2**32), st.floats(0, 1))
def test_the_outline_parts_what_is_dug_from_what_is_not(seed, share) -> None:
    """There is a wall halfway between two neighbors exactly if one of them is dug."""
    rng = random.Random(seed)
    cols, rows = rng.choice(((1, 1), (2, 1), (1, 2)))
    places = [(x, y) for x in range(-1, 4 * cols + 2) for y in range(-1, 4 * rows + 2)]
    dug = {place for place in places if rng.random() < share}
    chains = outlines(cols, rows, *dug)
    for corner in (corner for chain in chains for corner in chain):
        assert all(-Fraction(1, 4) <= each <= 2 + Fraction(1, 4) for each in corner)
        assert corner[0] <= cols + Fraction(1, 4)
        assert corner[1] <= rows + Fraction(1, 4)
    for x, y in places:
        for other in ((x + 1, y), (x, y + 1)):
            if other in places:
                middle = Fraction(x + other[0], 8), Fraction(y + other[1], 8)
                assert touches(chains, *middle) == (((x, y) in dug) != (other in dug))


def test_no_corner_lies_on_a_straight_run() -> None:
    (chain,) = outlines(2, 2, *((x, y) for x in range(1, 7) for y in range(2, 6)))
    assert len(chain) - 1 == 8
    for before, at, after in zip(chain, chain[1:], chain[2:], strict=False):
        assert (at[0] - before[0]) * (after[1] - at[1]) != (at[1] - before[1]) * (after[0] - at[0])


def test_two_that_touch_at_a_corner_are_joined() -> None:
    assert len(outlines(2, 2, (2, 2), (3, 3))) == 1
    assert len(outlines(2, 2, (3, 2), (2, 3))) == 1
    assert len(outlines(2, 2, (2, 2), (4, 4))) == 2


def test_blasted_open_there_is_no_wall() -> None:
    room = [(x, y) for x in range(1, 7) for y in range(1, 7)]
    opened = [(6, 3), (6, 4), (7, 3), (7, 4)]
    chains = outlines(2, 2, *room, opened=opened)
    assert not touches(chains, Fraction(13, 8), Fraction(7, 8))
    assert touches(chains, Fraction(13, 8), Fraction(3, 8))
    assert len(chains) == 1, "it goes round from one side of the opening to the other"
    # A single dug point of a square is not enough.
    assert outlines(2, 2, *room, opened=[(9, 9)]) == outlines(2, 2, *room)


# --- broken ones


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda tree: tree["world"].pop("width"), r"\$\.world: expected the key 'width'"),
        (lambda tree: tree["world"].update(width=0), r"world\.width: .*from 1 to 4096, got 0"),
        (lambda tree: tree["world"].update(levels={}), "at least one level"),
        (lambda tree: tree["world"].update(levels=[]), "expected an object"),
        (
            lambda tree: tree["world"]["levels"]["0"]["walls"][1].update(points="Vector2( 1, 2 )"),
            r'levels\["0"\]\.walls\[1\]\.points: expected PoolVector2Array',
        ),
        (
            lambda tree: tree["world"]["levels"]["0"]["walls"][0].update(
                points="PoolVector2Array( 1, 2, 3 )"
            ),
            "two numbers a point, got 3 numbers",
        ),
        (
            lambda tree: tree["world"]["levels"]["0"]["walls"][0].update(
                points="PoolVector2Array( 1, 2, nan, 3 )"
            ),
            "expected a number, got 'nan'",
        ),
        (
            lambda tree: tree["world"]["levels"]["0"]["walls"][0].update(
                points="PoolVector2Array( 1, 2, 3e9, 3 )"
            ),
            "got '3e9'",
        ),
        (
            lambda tree: tree["world"]["levels"]["0"]["walls"][0]["portals"][0].update(
                position="Vector2(  )"
            ),
            "two numbers of a Vector2",
        ),
        (
            lambda tree: tree["world"]["levels"]["0"]["cave"].update(bitmap="PoolByteArray( 1 )"),
            "expected 65 bytes, got 1",
        ),
        (
            lambda tree: tree["world"]["levels"]["0"]["cave"].update(
                bitmap=bits(6, 4).replace("0", "256", 1)
            ),
            "from 0 to 255",
        ),
        (
            lambda tree: tree["world"]["levels"]["0"]["environment"].update(ambient_light="red"),
            "expected a color",
        ),
        (
            lambda tree: tree["world"]["levels"]["0"]["lights"][0].update(range=-1),
            r"lights\[0\]\.range",
        ),
    ],
)  # fmt: skip
def test_errors_name_the_place(change, complaint) -> None:
    tree = dungeondraft()
    change(tree)
    with pytest.raises(FormatError, match=complaint):
        read(tree)


def test_large_caves_are_refused_unless_they_are_empty() -> None:
    tree = one_level(cave={"bitmap": "PoolByteArray( 0, 0 )"}, walls=[wall(0, 0, 1, 1)])
    tree["world"] |= {"width": 4096, "height": 4096}
    assert read(tree).board.cols == 4096
    tree["world"]["levels"]["0"]["cave"]["bitmap"] = "PoolByteArray( 0, 1 )"
    with pytest.raises(FormatError, match="at most 500,000 bytes"):
        read(tree)


def test_a_pool_of_bytes_as_long_as_it_may_be() -> None:
    pool_of_two = Node("PoolByteArray( 1, 255 )", "$.cave")
    assert byte_pool(pool_of_two, 2, 2) == b"\1\xff"
    with pytest.raises(FormatError, match=r"\$\.cave: expected a map that needs at most 1 bytes"):
        byte_pool(pool_of_two, 2, 1)


def test_points_are_counted_before_they_are_made() -> None:
    many = "PoolVector2Array( " + "1," * 399_999 + "1 )"
    with pytest.raises(FormatError, match="at most 100,001 points, got 200,000"):
        read(one_level(paths=[ground()["paths"][0] | {"edit_points": many}]))


def test_walls_are_counted_before_any_is_drawn() -> None:
    row = wall(0, 0, 1, 1, points=pool(*([1, 1, 2, 2] * 30_000)))
    with pytest.raises(FormatError, match=r"walls\[1\]: more than 100,000 wall segments"):
        read(one_level(walls=[row, row]))
