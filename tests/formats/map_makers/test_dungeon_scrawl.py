"""Dungeon Scrawl: trees of nodes in a zip archive, and walls that are cut at doors."""

import json

import pytest

from sightline.errors import FormatError
from sightline.formats import dungeon_scrawl as reader
from sightline.formats import load_bytes, recognize
from sightline.formats.contract import Options
from sightline.model.threshold import Door, Wall
from tests.formats.draft_samples import CELL, ds, dungeon_scrawl, node, rect


def read(tree, **options):
    data = ds(tree)
    assert reader.recognizes(data, "map.ds")
    return reader.read(data, "map.ds", Options(**options))


def walls(loaded):
    return {
        tuple((float(x), float(y)) for x, y in wall.ends): wall.threshold
        for wall in loaded.board.free_walls()
    }


def nodes(tree):
    return tree["state"]["document"]["nodes"]


def geometry(tree):
    return tree["data"]["geometry"]


def test_rooms_walls_and_doors() -> None:
    loaded = read(dungeon_scrawl())
    assert (loaded.board.rows, loaded.board.cols) == (4, 6)
    assert walls(loaded) == {
        ((0.0, 0.0), (6.0, 0.0)): Wall(),
        ((6.0, 0.0), (6.0, 4.0)): Wall(),
        ((0.0, 4.0), (6.0, 4.0)): Wall(),
        ((0.0, 0.0), (0.0, 4.0)): Wall(),
        # a pillar, which is a hole in the floor
        ((4.0, 1.0), (4.5, 1.0)): Wall(),
        ((4.5, 1.0), (4.5, 1.5)): Wall(),
        ((4.0, 1.5), (4.5, 1.5)): Wall(),
        ((4.0, 1.0), (4.0, 1.5)): Wall(),
        # a wall, cut where the leaf of a door lies on it
        ((3.0, 0.0), (3.0, 1.25)): Wall(),
        ((3.0, 1.25), (3.0, 1.75)): Door(),
        ((3.0, 1.75), (3.0, 4.0)): Wall(),
        # a door in an open passage, from jamb to jamb
        ((4.5, 3.0), (6.0, 3.0)): Door(),
    }
    words = str(loaded.report)
    for word in ("begins at its column 2 and row 1", "1 light", "1 picture", "1 'Stairs'"):
        assert word in words


def test_what_blocks_can_be_chosen() -> None:
    loaded = read(dungeon_scrawl(), blocking=("Water",))
    assert len([each for each in walls(loaded).values() if each == Wall()]) == 4
    assert loaded.report.choices.blocking == ["Dungeon", "Water"]
    assert loaded.report.choices.chosen == ["Water"]
    assert read(dungeon_scrawl()).report.choices.chosen == ["Dungeon"]
    with pytest.raises(
        FormatError, match=r"no template is called 'Lava'; there are 'Dungeon', 'Water'"
    ):
        read(dungeon_scrawl(), blocking=("Lava",))


def test_lines_are_not_walls_by_themselves() -> None:
    tree = dungeon_scrawl()
    nodes(tree)["wet"]["stroke"]["visible"] = True
    nodes(tree)["dungeon"]["children"].append("box")
    nodes(tree)["box"] = node("FOLDER", "Walls", stroke={"visible": True})
    assert read(tree).report.choices.chosen == ["Dungeon"]


def test_without_a_layer_of_walls_every_template_counts() -> None:
    tree = dungeon_scrawl()
    nodes(tree)["walls"]["stroke"]["visible"] = False
    loaded = read(tree)
    assert loaded.report.choices.chosen == ["Dungeon", "Water"]
    assert walls(loaded)[(1.0, 2.0), (2.0, 2.0)] == Wall()


@pytest.mark.parametrize("part", ["floor", "dungeon", "walls"])
def test_what_is_hidden_is_not_there(part) -> None:
    tree = dungeon_scrawl()
    nodes(tree)[part]["visible"] = False
    found = walls(read(tree))
    if part == "walls":
        assert len(found) == 16, "no template draws walls now: all of them count"
    else:
        assert [each for each in found.values() if each == Wall()] in ([], [Wall()] * 4)


def test_what_light_passes_is_no_wall() -> None:
    tree = dungeon_scrawl()
    nodes(tree)["floor"]["allowsLightToPass"] = True
    loaded = read(tree)
    assert set(walls(loaded).values()) == {Door()}
    assert "1 layer that light passes through" in str(loaded.report)


@pytest.mark.parametrize(
    ("leaf", "cut"),
    [
        (rect(4.9, 2.25, 5.1, 2.75), True),
        (rect(5.0, 2.25, 5.2, 2.75), True),
        (rect(5.05, 2.25, 5.25, 2.75), False),
        (rect(4.75, 2.4, 5.25, 2.6), False),
    ],
    ids=["on it", "beside it", "too far", "across it"],
)
def test_a_wall_is_cut_for_a_door_along_it(leaf, cut) -> None:
    tree = dungeon_scrawl()
    geometry(tree)["leaf"]["polygons"] = [[leaf]]
    found = walls(read(tree))
    assert (((3.0, 0.0), (3.0, 4.0)) in found) is not cut
    assert (found.get(((3.0, 1.25), (3.0, 1.75))) == Door()) is cut
    assert sum(each == Door() for each in found.values()) == 2


def test_doors_of_other_shapes() -> None:
    tree = dungeon_scrawl()
    geometry(tree)["leaf"]["polygons"] = [[rect(4.9, 2.25, 5.1, 2.75)[:3]]]
    nodes(tree)["gap"]["name"] = "Secret door"
    loaded = read(tree)
    assert "1 door of an unknown shape" in str(loaded.report)
    assert walls(loaded)[(4.5, 3.0), (6.0, 3.0)] == Door("secret")


def test_pages_are_levels() -> None:
    tree = dungeon_scrawl()
    nodes(tree)["upper"] = node("PAGE", "Loft", "loft", grid={"cellDiameter": CELL})
    nodes(tree)["loft"] = node("TEMPLATE", "Loft", "loft-shape")
    nodes(tree)["loft-shape"] = node("GEOMETRY", "", geometryId="water")
    nodes(tree)["document"]["children"] = ["upper", "page"]
    assert read(tree).report.choices.level == "Cellar"
    assert read(tree).report.choices.levels == ["Loft", "Cellar"]
    assert "'Cellar', of 2 maps; the others are 'Loft'" in str(read(tree).report)
    for wanted in ("Loft", "0"):
        loft = read(tree, level=wanted)
        assert (loft.board.rows, loft.board.cols, len(walls(loft))) == (1, 1, 4)
    with pytest.raises(FormatError, match="no map is called 'Vault'; there are 0 'Loft'"):
        read(tree, level="Vault")
    del nodes(tree)["document"]["selectedPage"]
    assert read(tree).report.choices.level == "Loft"


def test_plain_packed_and_unpacked_are_the_same() -> None:
    plain = json.dumps(dungeon_scrawl()).encode()
    boards = [load_bytes(data, "x").board for data in (plain, ds(), ds(deflate=False))]
    assert boards[0] == boards[1] == boards[2]


def test_a_ring_that_is_not_closed_is_closed() -> None:
    tree = dungeon_scrawl()
    geometry(tree)["rooms"]["polygons"][0][0].pop()
    assert walls(read(tree)) == walls(read(dungeon_scrawl()))


# --- broken ones


def test_an_archive_without_a_map_is_not_one() -> None:
    with pytest.raises(FormatError, match="not a map in a supported format"):
        recognize(ds(member="cat"), "cat.ds")
    with pytest.raises(FormatError, match="not a map in a supported format"):
        recognize(ds()[:-30], "half.ds")
    with pytest.raises(FormatError, match="not a map in a supported format"):
        recognize(b"PK\x03\x04", "four.ds")


def test_a_tree_that_closes_on_itself_ends() -> None:
    tree = dungeon_scrawl()
    nodes(tree)["floor"]["children"] = ["dungeon", "floor", "walls"] * 5
    assert walls(read(tree)) == walls(read(dungeon_scrawl()))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda tree: tree["state"].pop("document"), r"\$\.state: expected the key 'document'"),
        (lambda tree: nodes(tree).pop("page"), "no node is called 'page'"),
        (lambda tree: nodes(tree)["page"].pop("grid"), "expected the key 'grid'"),
        (
            lambda tree: nodes(tree)["page"]["grid"].update(cellDiameter=0),
            "cellDiameter: expected a number from 1",
        ),
        (lambda tree: nodes(tree).update(page=5), "expected an object, got 5"),
        (
            lambda tree: geometry(tree)["rooms"]["polygons"][0][0].append([1]),
            r"geometry\.rooms\.polygons\[0\]\[0\]\[5\]: expected at least 2 items, got 1",
        ),
        (
            lambda tree: geometry(tree)["rooms"]["polylines"][0].append([1e9, 0]),
            r"polylines\[0\]\[2\]\[0\]: expected a number from",
        ),
        (
            lambda tree: geometry(tree)["rooms"]["polylines"][0].append([9e6, 0]),
            "4096 columns and rows",
        ),
        (lambda tree: tree["data"].update(geometry={}), "expected walls or doors on the page"),
        (
            lambda tree: nodes(tree)["document"].update(children=[], selectedPage=""),
            "at least one page",
        ),
    ],
)
def test_errors_name_the_place(change, complaint) -> None:
    tree = dungeon_scrawl()
    change(tree)
    with pytest.raises(FormatError, match=complaint):
        read(tree)


@pytest.mark.parametrize(
    ("points", "doors", "complaint"),
    [(20_000, 300, "too much to compare: 300 doors"), (2_000, 100, "too many doors beside")],
)
def test_doors_and_walls_without_end_are_refused(points, doors, complaint) -> None:
    tree = dungeon_scrawl()
    geometry(tree)["rooms"]["polylines"] = [[[180, 80 + y % 9] for y in range(points)]]
    nodes(tree)["images"]["children"] = [f"door{number}" for number in range(doors)]
    for number in range(doors):
        nodes(tree)[f"door{number}"] = node("DUNGEON_ASSET", "Door", f"leaf{number}")
        nodes(tree)[f"leaf{number}"] = node("GEOMETRY", "Door geometry", geometryId="leaf")
    with pytest.raises(FormatError, match=complaint):
        read(tree)


POINTS = 26  # of the sample, including doors and jambs


def test_as_many_points_as_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_SEGMENTS", POINTS)
    assert read(dungeon_scrawl()).board == load_bytes(ds(dungeon_scrawl()), "map.ds").board
    monkeypatch.setattr(reader, "MAX_SEGMENTS", POINTS - 1)
    with pytest.raises(FormatError, match=f"more than {POINTS - 1} points"):
        read(dungeon_scrawl())
