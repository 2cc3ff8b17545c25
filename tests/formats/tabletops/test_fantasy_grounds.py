"""Fantasy Grounds: occluders, layers, lights and tokens, and a grid that matches the program's."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import Door, Wall
from sightline.errors import FormatError
from sightline.formats import load_bytes, load_with_report
from sightline.formats.contract import Options
from sightline.pictures import smallest_png
from tests.formats.tabletop_samples import (
    FANTASY_GROUNDS_SAMPLE,
    LAMP,
    campaign_xml,
    image,
    layer,
    occluder,
    picture_xml,
    zipped,
)

F = Fraction
GRID = "<gridsize>50,50</gridsize>"


def load(xml: bytes, level: str | None = None):
    return load_bytes(xml, "map.xml", Options(level=level))


def walls(board) -> dict:
    return {frozenset(wall.ends): wall.threshold for wall in board.free_walls()}


def segment(*values) -> frozenset:
    x0, y0, x1, y1 = (F(value) for value in values)
    return frozenset({(x0, y0), (x1, y1)})


def one(*flags: str, points: str = "-200,-200,200,200") -> dict:
    return walls(load(picture_xml(occluder(points, *flags))).board)


# --- occluders


@pytest.mark.parametrize(
    ("flags", "threshold"),
    [
        ((), Wall()),
        (("toggleable",), Door("closed")),
        (("toggleable", "hidden"), Door("secret")),
        (("toggleable", "open"), Door("open")),
        (("door",), Door("closed")),
        (("secret",), Door("secret")),
        (("terrain",), Wall(limited=True)),
        (("terrain", "toggleable", "hidden", "allow_move"), Wall(limited=True)),
        (("hidden",), Wall()),
        (("single_sided", "counterclockwise"), Wall()),
    ],
)
def test_what_an_occluder_is(flags, threshold) -> None:
    assert one(*flags) == {segment(0, 4, 4, 0): threshold}


def test_windows_are_seen_through_and_not_passed() -> None:
    loaded = load(
        picture_xml(
            occluder("0,0,100,100"),
            occluder("0,0,9,9", "allow_vision", "toggleable"),
            occluder("0,9,9,9", "allow_vision", "allow_move"),
        )
    )
    found = [wall.threshold for wall in loaded.board.free_walls()]
    assert found == [Wall(), Door("closed", stops="window")]
    assert "1 window made to stop shots and spells as well as figures" in loaded.report.guessed
    assert loaded.report.lost == ["1 occluder that stops neither sight nor figures"]


def test_what_is_closed_ends_where_it_began() -> None:
    triangle = "0,0,200,0,0,-200"
    assert len(one(points=triangle)) == 2
    assert len(one("closed", points=triangle)) == 3
    assert len(one("closed", points=triangle + ",0,0")) == 3


@pytest.mark.parametrize("extra", ["", ",-100,-10"])
def test_a_door_drawn_as_a_box_is_one_line(extra) -> None:
    """This holds for every starting corner, and whether or not the first corner is repeated."""
    corners = ["-100,-10", "100,-10", "100,10", "-100,10"]
    walls_around = occluder("-200,-200,200,-200,200,200,-200,200,-200,-200")
    for turn in range(4):
        points = ",".join(corners[turn:] + corners[:turn]) + (extra if turn == 0 else "")
        loaded = load(picture_xml(walls_around, occluder(points, "toggleable", "closed")))
        doors = {ends: each for ends, each in walls(loaded.board).items() if isinstance(each, Door)}
        assert doors == {segment(1, 2, 3, 2): Door("closed")}
        assert (
            "1 door drawn as a box, reduced to a line through its middle" in loaded.report.changed
        )


def test_numbers_without_a_digit_before_the_point() -> None:
    assert one(points="-200,-200,200,200,-.5,.5")[segment(4, 0, "1.995", "1.995")] == Wall()


@pytest.mark.parametrize(
    ("points", "complaint"),
    [
        ("1,2,3", "line 3, <points>: expected pairs of numbers, got 3 numbers"),
        ("1,2,x,4", "line 3, <points>: expected a number, got 'x'"),
        ("1,2,3,99999999", "expected a number from -10,000,000"),
    ],
)
def test_points_that_make_no_sense(points, complaint) -> None:
    with pytest.raises(FormatError, match=complaint):
        load(picture_xml(occluder(points)))


def test_an_occluder_of_one_point_is_none() -> None:
    loaded = load(picture_xml(occluder("0,0,100,100"), occluder("5,5"), occluder("")))
    assert "2 occluders without length" in loaded.report.lost


# --- the XML of one picture


def test_y_goes_up_from_the_middle_of_the_picture() -> None:
    board = load(picture_xml(occluder("-200,100,0,0,200,-100"))).board
    assert (board.cols, board.rows) == (4, 2)
    assert walls(board).keys() == {segment(0, 0, 2, 1), segment(2, 1, 4, 2)}


def test_as_much_on_either_side_of_the_middle() -> None:
    board = load(picture_xml(occluder("0,0,100,300"))).board
    assert (board.cols, board.rows) == (2, 6)
    assert walls(board).keys() == {segment(1, 3, 2, 0)}


@given(st.integers(1, 12), st.integers(1, 12), st.integers(10, 200), st.data())
def test_grid_lines_are_where_programs_draw_them(cols, rows, size, data) -> None:
    """They align the grid with the picture's corner: half a square off for an odd number of
    squares.
    """
    ends = st.tuples(st.integers(0, cols), st.integers(0, rows))
    lines = data.draw(st.lists(st.tuples(ends, ends).filter(lambda e: e[0] != e[1]), min_size=1))
    lines += [((0, 0), (cols, rows))]

    def written(end) -> str:
        x = F(end[0] * size) - F(cols * size, 2)
        y = F(rows * size, 2) - F(end[1] * size)
        return f"{float(x)},{float(y)}"

    xml = picture_xml(
        *(occluder(f"{written(a)},{written(b)}") for a, b in lines), grid=f"{size},{size}"
    )
    board = load(xml).board
    assert (board.cols, board.rows) == (cols, rows)
    assert walls(board).keys() == {segment(*a, *b) for a, b in lines}


def test_the_picture_beside_says_where_the_map_ends(tmp_path) -> None:
    (tmp_path / "cave.xml").write_bytes(picture_xml(occluder("-130,0,0,0")))
    (tmp_path / "cave.png").write_bytes(smallest_png(300, 500))
    loaded: Any = load_with_report(tmp_path / "cave.xml")
    assert (loaded.board.cols, loaded.board.rows) == (3, 5)
    assert walls(loaded.board).keys() == {segment("0.2", "2.5", "1.5", "2.5")}
    picture = loaded.picture
    assert picture is not None
    assert (picture.left, picture.top, picture.width) == (0, 0, 3)


def test_a_given_offset_is_taken() -> None:
    xml = picture_xml(occluder("-100,0,100,0"), more="<gridoffset>30,20</gridoffset>")
    board = load(xml).board
    # Lines at -170, -70, 30 ... and, with y upward, at -80, 20 ...
    assert walls(board).keys() == {segment("0.7", "0.2", "2.7", "0.2")}
    assert (board.cols, board.rows) == (3, 1)


# --- campaigns and modules


def test_images_in_categories_and_which_is_read() -> None:
    xml = campaign_xml(
        image("World", layer()),
        image("Crypt", layer(occluder("0,0,100,0")), number=2, head=GRID),
        image("Attic", layer(occluder("0,0,200,0")), number=3, head=GRID),
    )
    loaded = load(xml)
    assert loaded.report.choices.levels == ["World", "Crypt", "Attic"]
    assert loaded.report.choices.level == "Crypt"
    assert loaded.board.cols == 2
    assert load(xml, "Attic").board.cols == 4
    with pytest.raises(FormatError, match="no map is called 'Cellar'; there are 0 'World', 1"):
        load(xml, "Cellar")
    with pytest.raises(FormatError, match="or a picture next to the file, got none"):
        load(xml, "World")


def test_the_grid_goes_through_the_origin_moved_by_its_offset() -> None:
    def corner(head: str) -> frozenset:
        xml = campaign_xml(image("Crypt", layer(occluder("10,10,60,60")), head=head))
        return next(iter(walls(load(xml).board)))

    assert corner(GRID) == segment("0.2", "1.8", "1.2", "0.8")
    # Lines at x = 10 and, with y upward, at y = 5.
    assert corner(GRID + "<gridoffset>10,5</gridoffset>") == segment(0, "1.9", 1, "0.9")


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        ("", (50, 0, 100, 0)),
        ("1,0,0,0,0,1,0,0,0,0,1,0,100,-50,0,1", (150, 50, 200, 50)),
        ("2,0,0,0,0,2,0,0,0,0,1,0,0,0,0,1", (100, 0, 200, 0)),
        # A quarter turn counterclockwise, with y upward.
        ("0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1", (0, -50, 0, -100)),
        ("-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1", (-50, 0, -100, 0)),
    ],
)
def test_layers_are_moved_turned_and_mirrored(matrix, expected) -> None:
    marks = layer(occluder("-1000,1000,-999,1000"))
    xml = campaign_xml(
        image("Crypt", marks + layer(occluder("50,0,100,0"), matrix=matrix), head=GRID)
    )
    place = [F(value) / 50 + 20 for value in expected]
    assert segment(*place) in walls(load(xml).board)


def test_a_turned_layer_takes_what_is_above_its_middle_along() -> None:
    """After a quarter turn counterclockwise, with y upward, what was above is on the left."""
    matrix = "0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1"
    marks = layer(occluder("-1000,1000,-999,1000"))
    xml = campaign_xml(
        image("Crypt", marks + layer(occluder("0,50,0,100"), matrix=matrix), head=GRID)
    )
    place = [F(value) / 50 + 20 for value in (-50, 0, -100, 0)]
    assert segment(*place) in walls(load(xml).board)


def test_a_doctype_that_only_names_the_format_is_passed_over() -> None:
    xml = campaign_xml(image("Crypt", layer(occluder("0,0,50,0")), head=GRID))
    named = xml.replace(b"<root", b'<!DOCTYPE root SYSTEM "fg.dtd">\n<root', 1)
    assert named != xml
    assert load(named).board == load(xml).board
    with pytest.raises(FormatError, match="a DOCTYPE that does more"):
        load(xml.replace(b"<root", b'<!DOCTYPE root [<!ENTITY a "b">]>\n<root', 1))


def test_a_matrix_has_sixteen_numbers() -> None:
    xml = campaign_xml(image("Crypt", layer(occluder("0,0,9,9"), matrix="1,2,3"), head=GRID))
    with pytest.raises(FormatError, match="<matrix>: expected 16 numbers, got 3"):
        load(xml)


def test_lights_tokens_and_darkness() -> None:
    token = (
        "<layer><type>token</type><token><name>{}</name>"
        "<prototype>tokens/Big Ogre.png@Book</prototype></token>"
        "<matrix>1,0,0,0,0,1,0,0,0,0,1,0,25,-25,0,1</matrix></layer>"
    )
    layers = layer(occluder("0,0,200,-200"), more=LAMP) + token.format("Bo") + token.format("")
    head = GRID + "<uselighting>on</uselighting>"
    loaded = load(campaign_xml(image("Crypt", layers, head=head)))
    assert [(f.name, f.at, f.blocks_sight) for f in loaded.board.figures()] == [
        ("Bo", (0, 0), True),
        ("Big Ogre", (0, 0), False),
    ]
    (light,) = loaded.board.lights()
    assert (light.at, light.bright, light.dim) == ((1, 1), 4, 8)
    assert loaded.board.ambient == "dark"
    day = head + "<ambient><on /></ambient>"
    assert load(campaign_xml(image("Crypt", layers, head=day))).board.ambient == "bright"
    off = load(campaign_xml(image("Crypt", layers.replace("<on />", ""), head=head)))
    assert off.board.lights() == []
    assert "1 light switched off" in off.report.lost


def test_images_of_fantasy_grounds_classic() -> None:
    """Token positions are relative to the top left corner, with y downward. Nothing stops sight."""
    classic = (
        '<image type="image"><bitmap>images/a.jpg</bitmap><gridsize>25</gridsize>'
        "<gridoffset>0,24</gridoffset><tokens><token><name>Drow</name><x>488</x><y>237</y></token>"
        "<token><prototype>portrait_id-1_token</prototype><x>513</x><y>162</y></token></tokens>"
        "</image>"
    )
    xml = (
        '<?xml version="1.0" encoding="iso-8859-1"?>\n<root>\n<image><id-1>'
        f'{classic}<name type="string">Höhle</name></id-1></image></root>'
    ).encode("latin-1")
    loaded = load(xml)
    assert loaded.report.choices.level == "Höhle"
    # 488 is in the column from 475 to 500, 237 in the row from 224 to 249, 162 in 149 to 174.
    drow, other = loaded.board.figure("Drow"), loaded.board.figure("portrait_id-1_token")
    assert (other.at.row - drow.at.row, other.at.col - drow.at.col) == (-3, 1)


def test_a_module_is_a_zip_archive() -> None:
    layers = layer(occluder("-100,0,100,0")).replace("images/a.png@Book", "images/a.png")
    xml = campaign_xml(image("Crypt", layers, head=GRID))
    data = zipped(
        {"definition.xml": "<root/>", "db.xml": xml, "images/a.png": smallest_png(200, 100)}
    )
    loaded: Any = load_bytes(data, "book.mod")
    assert (loaded.board.cols, loaded.board.rows) == (4, 2)
    assert loaded.picture is not None
    assert loaded.picture.width == 4


def test_other_grids_and_none() -> None:
    guessed = load(
        picture_xml(occluder("0,0,9,9"), more="<gridtype>hexrow</gridtype>")
    ).report.guessed
    assert any("'hexrow': squares" in sentence for sentence in guessed)
    xml = campaign_xml(image("Crypt", layer(occluder("0,0,100,0"))))
    assert "no grid size is given: squares of 50 pixels assumed" in load(xml).report.guessed
    with pytest.raises(FormatError, match="<gridsize>: expected squares of 1 pixel or more"):
        load(picture_xml(occluder("0,0,9,9"), grid="0.5,10"))


def test_a_campaign_without_images() -> None:
    with pytest.raises(FormatError, match="or a picture next to the file, got none"):
        load(b"<root><gridsize>50</gridsize></root>")
    with pytest.raises(FormatError, match="expected <root>, got <notroot>"):
        load(
            b'<notroot a="<root"><occluder></occluder></notroot>'.replace(b"<root", b"&lt;root")
            + b"<!-- <root -->"
        )


def test_far_tokens_do_not_make_the_board_huge() -> None:
    token = (
        "<layer><type>token</type><token><name>far</name></token>"
        "<matrix>1,0,0,0,0,1,0,0,0,0,1,0,9000000,0,0,1</matrix></layer>"
    )
    loaded = load(campaign_xml(image("Crypt", layer(occluder("0,0,100,0")) + token, head=GRID)))
    assert loaded.board.cols == 2
    assert "1 token outside the map" in loaded.report.lost


def test_tokens_beyond_the_walls_make_the_board_larger() -> None:
    def board(x: int, y: int):
        token = (
            "<layer><type>token</type><token><name>ogre</name></token>"
            f"<matrix>1,0,0,0,0,1,0,0,0,0,1,0,{x},{y},0,1</matrix></layer>"
        )
        xml = campaign_xml(image("Crypt", layer(occluder("0,0,100,-100")) + token, head=GRID))
        return load(xml).board

    for x, y, cols, rows, at in (
        (25, -25, 2, 2, (0, 0)),
        (225, -25, 5, 2, (0, 4)),
        (-75, -25, 4, 2, (0, 0)),
        (25, -225, 2, 5, (4, 0)),
        (25, 75, 2, 4, (0, 0)),
    ):
        made = board(x, y)
        assert (made.cols, made.rows, tuple(made.figure("ogre").at)) == (cols, rows, at)


def test_the_whole_sample() -> None:
    report = load(FANTASY_GROUNDS_SAMPLE).report
    assert report.read == [
        "map 'Crypt'",
        "5 x 4 squares of 50 x 50 pixels",
        (
            "7 free walls: 2 walls, 1 closed door, 3 limited walls,"
            " 1 wall that stops movement and effect"
        ),
        "1 figure: 1 figure",
        "1 light",
    ]
    assert report.changed == [
        "1 outline of terrain became limited walls: its near side is visible, but nothing beyond",
        "1 door drawn as a box, reduced to a line through its middle",
    ]
    assert report.guessed == [
        "'Crypt', of 2 maps; the others are 'World'",
        "1 window made to stop shots and spells as well as figures",
        "toggleable occluders are closed doors, or secret ones if hidden",
        "lighting is on without daylight: the board is dark",
    ]
    assert report.lost == []


def test_what_the_report_says_of_odd_occluders() -> None:
    report = load(
        picture_xml(
            occluder("0,0,100,0", "single_sided"),
            occluder("0,0,0,100", "single_sided", "toggleable"),
            occluder("0,0,50,50,100,100,150,0,9,9", "toggleable", "closed"),
        )
    ).report
    assert report.changed == [
        "1 door of another shape, with a door on every side",
        "1 single-sided wall made to block from both sides",
    ]
    assert load(picture_xml(occluder("0,0,100,0"))).report.changed == []


def test_only_layers_of_tokens_hold_tokens() -> None:
    odd = "<layer><type>image</type><token><name>ghost</name></token></layer>"
    empty = "<layer><type>token</type></layer>"
    xml = campaign_xml(image("Crypt", layer(occluder("0,0,100,0")) + odd + empty, head=GRID))
    assert load(xml).board.figures() == []
