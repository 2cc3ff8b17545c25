"""One Page Dungeon, donjon and LDtk, the formats made of tiles."""

import pytest

from sightline.errors import FormatError
from sightline.formats import donjon as donjon_reader
from sightline.formats import ldtk as ldtk_reader
from sightline.formats import load_with_report
from sightline.formats import one_page_dungeon as opd_reader
from sightline.formats.contract import Options
from sightline.model.threshold import Door, Gate
from tests.formats.map_samples import as_json, donjon, ldtk, one_page_dungeon


def read(reader, tree, **options):
    data = as_json(tree)
    assert reader.recognizes(data, "map.json")
    return reader.read(data, "map.json", Options(**options))


def drawn(board) -> list[str]:
    return [
        "".join("#" if board.is_solid((r, c)) else "." for c in range(board.cols))
        for r in range(board.rows)
    ]


# --- One Page Dungeon


def test_a_one_page_dungeon_is_rock_but_for_its_floor() -> None:
    loaded = read(opd_reader, one_page_dungeon())
    assert drawn(loaded.board) == [
        "####.....",
        "...#.....",
        ".........",
        "...#.....",
        "####.....",
        "######.##",
        "######.##",
        "######.##",
    ]
    # The door tile is (2, 3), and the room beyond it begins at column 4.
    assert loaded.board.edge((2, 3), (2, 4)) == Door("closed")
    assert loaded.board.edge((5, 6), (6, 6)) == Door("secret")
    assert len(list(loaded.board.edges())) == 2
    # One column, on the corner (1, 2), and four arcs; see test_round_rooms.
    assert len(loaded.board.free_walls()) == 8 + 4 * 5
    words = str(loaded.report)
    for word in ("row y+3, column x+3", "1 round room", "1 column", "1 tile of water", "1 note"):
        assert word in words


@pytest.mark.parametrize(
    ("kind", "threshold"),
    [
        (0, None),
        (1, Door("closed")),
        (2, None),
        (3, None),
        (4, Gate("closed")),
        (5, Door("closed")),
        (6, Door("secret")),
        (7, Door("locked")),
        (8, None),
        (9, None),
    ],
)
def test_types_of_doors(kind, threshold) -> None:
    door = {"x": 0, "y": -1, "dir": {"x": -1, "y": 0}, "type": kind}
    loaded = read(opd_reader, one_page_dungeon(doors=[door]))
    assert loaded.board.edge((2, 3), (2, 2)) == threshold


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"rects": []}, "$.rects"),
        ({"rects": [{"x": 0, "y": 0, "w": 0, "h": 1}]}, "$.rects[0].w"),
        ({"rects": [{"x": 0, "y": 0, "w": 1.5, "h": 1}]}, "$.rects[0].w"),
        ({"rects": [{"x": 0, "y": 0, "w": 9000, "h": 1}]}, "$.rects"),
        ({"rects": [{"x": 0, "y": 0, "w": 90000, "h": 90000}]}, "$.rects[0]"),
        ({"rects": [{"x": 0, "y": 0, "w": 3, "h": 3, "rotunda": 1}]}, "$.rects[0].rotunda"),
        ({"doors": [{"x": 0, "y": -1, "dir": {"x": 1, "y": 1}, "type": 1}]}, "$.doors[0].dir"),
        ({"doors": [{"x": 0, "y": -1, "dir": {"x": 1, "y": 0}, "type": 10}]}, "$.doors[0].type"),
        ({"doors": [{"x": 0, "y": 0, "dir": {"x": 1, "y": 0}, "type": 1}]}, "$.doors[0]"),
        ({"columns": [{"x": 99, "y": 0}]}, "$.columns[0]"),
    ],
)
def test_a_bad_dungeon_names_the_place(change, place) -> None:
    with pytest.raises(FormatError) as caught:
        read(opd_reader, one_page_dungeon(**change))
    assert caught.value.place == place


# --- donjon


def test_donjon_reads_the_bits_from_the_files_own_table() -> None:
    loaded = read(donjon_reader, donjon())
    board = loaded.board
    assert drawn(board) == [
        "#######",
        "#.....#",
        "#.#.#.#",
        "#.....#",
        "###.###",
        "###.###",
    ]
    # Toward the room, not toward the corridor.
    assert board.edge((1, 2), (1, 1)) == Door("closed")
    assert board.edge((1, 4), (1, 5)) == Gate("closed")
    assert board.edge((3, 4), (3, 5)) == Door("locked")
    assert board.edge((4, 3), (3, 3)) == Door("secret")
    assert len(list(board.edges())) == 4  # the arch stays open
    assert "1 arch" in str(loaded.report)
    assert "without a clear direction" not in str(loaded.report)


def test_donjon_masks_as_strings() -> None:
    tree = donjon()
    texts = {key: str(value) for key, value in tree["cell_bit"].items()}
    cells = [[str(cell) for cell in row] for row in tree["cells"]]
    same = read(donjon_reader, donjon(cell_bit=texts, cells=cells))
    assert same.board == read(donjon_reader, tree).board


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"cell_bit": {}}, "$.cell_bit"),
        ({"cell_bit": {"room": 1, "corridor": "two"}}, "$.cell_bit.corridor"),
        ({"cells": []}, "$.cells"),
        ({"cells": [[]]}, "$.cells"),
        ({"cells": [[1, 2], [1]]}, "$.cells[1]"),
        ({"cells": [[1, -2]]}, "$.cells[0][1]"),
        ({"cells": [["1", "٢"]]}, "$.cells[0][1]"),
    ],
)
def test_a_bad_donjon_names_the_place(change, place) -> None:
    with pytest.raises(FormatError) as caught:
        read(donjon_reader, donjon(**change))
    assert caught.value.place == place


# --- LDtk


def test_ldtk_guesses_by_the_values_names() -> None:
    loaded = read(ldtk_reader, ldtk())
    assert drawn(loaded.board) == [".#.", ".#."]
    words = str(loaded.report)
    for word in ("level 'Cave'", "'Attic'", "2 'stone_wall' blocks", "1 Door"):
        assert word in words


@pytest.mark.parametrize(
    ("blocking", "rows"),
    [
        (("grass",), ["#..", "..#"]),
        (("3", "grass"), ["#..", "#.#"]),
        (("Ground",), ["##.", "###"]),
    ],
)
def test_ldtk_blocks_as_asked(blocking, rows) -> None:
    assert drawn(read(ldtk_reader, ldtk(), blocking=blocking).board) == rows


def test_ldtk_tells_the_choices() -> None:
    guessed = read(ldtk_reader, ldtk()).report.choices
    assert (guessed.levels, guessed.level) == (["Cave", "Attic"], "Cave")
    assert guessed.blocking == ["Ground", "grass", "stone_wall"]
    assert guessed.chosen == ["stone_wall"]
    asked = read(ldtk_reader, ldtk(), level="1", blocking=("grass",)).report.choices
    assert (asked.level, asked.chosen) == ("Attic", ["grass"])


@pytest.mark.parametrize("level", ["Attic", "1"])
def test_ldtk_level_by_name_or_number(level) -> None:
    assert drawn(read(ldtk_reader, ldtk(), level=level).board) == ["###", "..."]


def test_ldtk_without_a_guess_says_what_there_is() -> None:
    tree = ldtk(defs={"layers": []})
    loaded = read(ldtk_reader, tree)
    assert not list(loaded.board.solid_tiles())
    assert "nothing blocks" in str(loaded.report)
    assert "'Ground'" in str(loaded.report)


def test_ldtk_level_in_a_file_of_its_own() -> None:
    alone = ldtk()["levels"][1]
    assert drawn(read(ldtk_reader, alone, blocking=("2",)).board) == ["###", "..."]
    outside = ldtk()
    outside["levels"][0] |= {"layerInstances": None, "externalRelPath": "w/Cave.ldtkl"}
    with pytest.raises(FormatError, match=r"w/Cave\.ldtkl.*load the map from its folder") as caught:
        read(ldtk_reader, outside)
    assert caught.value.place == "$.levels[0].externalRelPath"


def external(tmp_path, content):
    """Return a project in the folder whose first level is a separate file with that content."""
    tree = ldtk()
    tree["levels"][0] |= {"layerInstances": None, "externalRelPath": "w/Cave.ldtkl"}
    (tmp_path / "project.ldtk").write_bytes(as_json(tree))
    (tmp_path / "w").mkdir()
    if content is not None:
        (tmp_path / "w" / "Cave.ldtkl").write_bytes(content)
    return tmp_path / "project.ldtk"


def test_ldtk_level_beside_its_project(tmp_path) -> None:
    """The project file defines the names of the level's values."""
    loaded = load_with_report(external(tmp_path, as_json(ldtk()["levels"][0])))
    assert drawn(loaded.board) == [".#.", ".#."]
    assert "its layers, from 'w/Cave.ldtkl'" in str(loaded.report)
    assert loaded.report.choices.level == "Cave"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file"),
        (b"{", "not JSON"),
        (b"[]", "expected an object"),
        (as_json({"layerInstances": None}), "expected a level with its layers"),
        (as_json(ldtk()), "expected a level with its layers"),
    ],
)
def test_ldtk_level_that_is_not_there_or_no_level(tmp_path, content, message) -> None:
    with pytest.raises(FormatError, match=rf"\$\.levels\[0\]\.externalRelPath: .*{message}"):
        load_with_report(external(tmp_path, content))


@pytest.mark.parametrize("path", ["../Cave.ldtkl", "/etc/passwd", "Cave.txt", "https://a/b.ldtkl"])
def test_ldtk_level_elsewhere_is_not_opened(tmp_path, path) -> None:
    (tmp_path / "Cave.ldtkl").write_bytes(as_json(ldtk()["levels"][0]))
    tree = ldtk()
    tree["levels"][0] |= {"layerInstances": None, "externalRelPath": path}
    (tmp_path / "maps").mkdir()
    project = tmp_path / "maps" / "project.ldtk"
    project.write_bytes(as_json(tree))
    with pytest.raises(FormatError, match="externalRelPath"):
        load_with_report(project)


def test_ldtk_level_without_layers_has_the_projects_tiles() -> None:
    tree = ldtk(defaultGridSize=16)
    tree["levels"][0] |= {"layerInstances": [], "pxWid": 48, "pxHei": 33}
    loaded = read(ldtk_reader, tree)
    assert drawn(loaded.board) == ["..."] * 3
    assert "tiles of 16 pixels" in str(loaded.report)
    with pytest.raises(FormatError, match="only the project has"):
        read(ldtk_reader, tree["levels"][0])


def test_ldtk_names_the_place() -> None:
    for options in ({"level": "Cellar"}, {"level": "7"}, {"blocking": ("lava",)}):
        with pytest.raises(FormatError, match=r"Cave|grass"):
            read(ldtk_reader, ldtk(), **options)
    tree = ldtk()
    tree["levels"][0]["layerInstances"][1]["intGridCsv"] = [1, 2]
    with pytest.raises(FormatError) as caught:
        read(ldtk_reader, tree)
    assert caught.value.place == "$.levels[0].layerInstances[1].intGridCsv"
    with pytest.raises(FormatError) as caught:
        read(ldtk_reader, ldtk(levels=[]))
    assert caught.value.place == "$.levels"


@pytest.mark.parametrize(("x", "y", "says"), [(-2, 0, True), (0, 3, True), (0, 0, False)])
def test_a_dungeon_that_was_moved_says_so(x, y, says) -> None:
    loaded = read(opd_reader, {**one_page_dungeon(), "rects": [{"x": x, "y": y, "w": 4, "h": 2}],
                               "doors": [], "columns": [], "water": [], "notes": []})  # fmt: skip
    moved = [words for words in loaded.report.changed if "moved" in words]
    assert bool(moved) == says
    if says:
        assert f"row y{-y:+}, column x{-x:+}" in moved[0]
