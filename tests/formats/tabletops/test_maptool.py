"""MapTool: areas, walls, grids, tokens and lights, interpreted as in its source code."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import CenterRule, Door, Wall, trace
from sightline.errors import FormatError
from sightline.formats import load_bytes
from sightline.formats.contract import Options
from sightline.formats.maptool.areas import Areas
from sightline.formats.safe.safe_xml import read_xml
from sightline.model.hexagon import HexBoard
from sightline.pictures import smallest_png
from tests.formats.tabletop_samples import (
    LIGHTS,
    MAPTOOL_SAMPLE,
    TORCH,
    area,
    block,
    cmpgn,
    curve,
    guid,
    maptool_file,
    rpmap,
    token,
    zone,
)

F = Fraction


def sees(board, viewer, target) -> bool:
    return trace(board, viewer, target, CenterRule()).visible


def load(xml: str, level: str | None = None):
    return load_bytes(xml.encode(), "content.xml", Options(level=level))


def walls(board) -> dict:
    return {wall.ends: wall.threshold for wall in board.free_walls()}


def lines(board) -> set:
    return {frozenset(ends) for ends in walls(board)}


def box(left, top, right, bottom) -> set:
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return {frozenset(pair) for pair in zip(corners, [*corners[1:], corners[0]], strict=True)}


# --- areas


def rings(*curves: str) -> list:
    element = read_xml(area("topology", *curves).encode(), "a.xml")
    return Areas().rings(element, F(50))


def test_what_is_level_is_not_written_and_is_there() -> None:
    assert rings(block(0, 0, 20, 10)) == [[(0, 0), (0, 10), (20, 10), (20, 0), (0, 0)]]


def test_several_rings_and_dots() -> None:
    made = rings(block(0, 0, 1, 1), curve(0, 1, (5, 5)), block(3, 0, 4, 1))
    assert [ring[0] for ring in made] == [(0, 0), (3, 0)]


def test_curves_go_the_way_of_their_direction() -> None:
    """A half circle goes down on the left, and a straight line goes up."""
    (ring,) = rings(
        curve(0, 1, (10, 0)),
        curve(3, 1, (10, 0), (-3, 0), (-3, 20), (10, 20)),
        curve(1, -1, (10, 0), (10, 20)),
    )
    assert ring[0] == ring[-1] == (10, 0)
    assert ring[-2] == (10, 20)
    assert min(x for x, _ in ring) < 1
    heights = [y for _, y in ring[:-1]]
    assert heights == sorted(heights)
    assert len(ring) > 5


def test_a_quadratic_curve_that_goes_up() -> None:
    (ring,) = rings(
        curve(0, 1, (0, 0)),
        curve(1, 1, (0, 0), (0, 20)),
        curve(2, -1, (0, 0), (20, 10), (0, 20)),
    )
    assert ring[1] == (0, 20)
    assert ring[-1] == (0, 0)
    assert max(x for x, _ in ring) == 10


@pytest.mark.parametrize(
    ("curves", "complaint"),
    [
        (curve(1, 1, (0, 0), (0, 1)), "expected sun.awt.geom.Order0 before the first"),
        (curve(0, 1, (0, 0)) + curve(1, 5, (0, 0), (0, 1)), "expected the direction 1 or -1"),
        (curve(0, 1, (0, 0)) + "<sun.awt.geom.Order9/>", "expected sun.awt.geom.Order1"),
        ("<sun.awt.geom.Order0><x>1</x></sun.awt.geom.Order0>", "expected <y> inside"),
    ],
)
def test_curves_that_make_no_sense(curves, complaint) -> None:
    with pytest.raises(FormatError, match=complaint):
        rings(curves)


# --- references


def test_a_thing_that_comes_again_is_a_path_to_it() -> None:
    """The second hill is a reference to the wall, the third an old curve in a new area."""
    xml = rpmap(
        zone(
            areas=area("topology", block(0, 0, 50, 50), block(100, 0, 150, 50))
            + '<hillVbl><curves reference="../../topology/curves"/></hillVbl>'
            + area(
                "coverVbl",
                curve(0, 1, (100, 0)),
                *(
                    '<sun.awt.geom.Order1 reference="../../../topology/curves/'
                    f'sun.awt.geom.Order1[{number}]"/>'
                    for number in (3, 4)
                ),
            )
        )
    )
    loaded = load(xml)
    assert lines(loaded.board) == box(0, 0, 1, 1) | box(2, 0, 3, 1)
    # The wall blocks more than a hill or cover at the same position.
    assert set(walls(loaded.board).values()) == {Wall()}


def test_references_from_the_root_and_to_references() -> None:
    root = read_xml(
        b'<r><a><b>1</b><b>2</b></a><c reference="/r/a/b[2]"/><d reference="../c"/></r>', "a.xml"
    )
    areas = Areas()
    assert areas.resolve(root.find("c")).text == "2"
    assert areas.resolve(root.find("d")).text == "2"
    assert areas.resolve(root.find("a")) is root.find("a")


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("../b", "leads nowhere"),
        ("../a[2]", "leads nowhere"),
        ("../../../..", "leads nowhere"),
        ("", "leads nowhere"),
        ("../a[0]", "leads nowhere"),
        (".", "leads nowhere"),
        ("../x", "without end"),
        ("/".join([".."] * 100), "more than 64 steps"),
    ],
)
def test_references_that_lead_nowhere(path, complaint) -> None:
    root = read_xml(f'<r><a/><x reference="{path}"/></r>'.encode(), "a.xml")
    with pytest.raises(FormatError, match=f"line 1, <x>: .*{complaint}"):
        Areas().resolve(root.find("x"))


# --- what areas mean


def test_an_area_of_vbl_is_its_outline() -> None:
    loaded = load(rpmap(zone(areas=area("topology", block(50, 50, 150, 100)))))
    assert lines(loaded.board) == box(0, 0, 2, 1)
    assert set(walls(loaded.board).values()) == {Wall()}


ROW = area("{}", block(100, 0, 150, 50)) + area("topology", block(0, 50, 250, 60))
INSIDE, WEST, EAST = (0, 2), (0, 0), (0, 4)


@pytest.mark.parametrize(
    ("kind", "seen"),
    [
        # from outside in, from inside out, across
        ("topology", (False, False, False)),
        ("hillVbl", (True, True, False)),
        ("coverVbl", (False, True, False)),
        ("pitVbl", (True, False, True)),
    ],
)
def test_who_sees_whom_is_what_maptool_says(kind, seen) -> None:
    """Sight enters and leaves hills but does not cross them, and it leaves cover. It also leaves
    pits, since walls cannot represent them.
    """
    areas = (
        ROW.replace("{}", kind)
        if kind != "topology"
        else ROW.replace("{}", "x").replace(
            "<topology><curves>", f"<topology><curves>{block(100, 0, 150, 50)}"
        )
    )
    loaded = load(rpmap(zone(areas=areas)))
    board = loaded.board
    answers = [sees(board, *pair) for pair in ((WEST, INSIDE), (INSIDE, WEST), (WEST, EAST))]
    if kind == "pitVbl":
        assert answers == [True, True, True]
        assert "1 outline of pits, which sight cannot leave" in loaded.report.lost
    else:
        assert tuple(answers) == seen
        assert sees(board, EAST, INSIDE) is seen[0]


def test_cover_with_a_hole_in_it() -> None:
    """The hole counts as outside: its outline has the opposite direction."""
    ring = area(
        "coverVbl",
        block(50, 0, 300, 250),
        curve(0, 1, (200, 100)),
        # Up its left side, where the area ends, and down its right side, where it begins again.
        curve(1, 1, (200, 100), (200, 150)),
        curve(1, -1, (150, 100), (150, 150)),
    )
    board = load(rpmap(zone(areas=ring + area("topology", block(0, 250, 350, 260))))).board
    hole, inside, outside = (2, 3), (2, 1), (2, 0)
    assert sees(board, inside, hole)
    assert not sees(board, hole, inside)
    assert sees(board, inside, outside)
    assert not sees(board, outside, inside)


def test_thin_walls_and_their_directions() -> None:
    def wall(inside: str) -> str:
        return (
            '<walls><vertices><vertex id="A"><position x="50" y="0"/></vertex>'
            '<vertex id="B" x="50" y="50"/></vertices>'
            f'<walls><wall from="A" to="B">{inside}</wall></walls></walls>'
        )

    def crossed(inside: str) -> tuple[bool, bool]:
        areas = area("topology", block(0, 50, 100, 60))
        board = load(rpmap(zone(areas=areas, more=wall(inside)))).board
        return sees(board, (0, 0), (0, 1)), sees(board, (0, 1), (0, 0))

    def both(direction: str, sight: str) -> tuple[bool, bool]:
        return crossed(
            f"<direction>{direction}</direction><sightDirection>{sight}</sightDirection>"
        )

    assert crossed("") == both("Both", "SameDirection") == (False, False)
    # Going down from A to B, east is on the left.
    assert both("Left", "SameDirection") == both("Right", "ReverseDirection") == (True, False)
    assert both("Right", "SameDirection") == both("Left", "ReverseDirection") == (False, True)
    assert both("Left", "ForceBoth") == both("Both", "ReverseDirection") == (False, False)
    assert both("Left", "Disabled") == (True, True)
    with pytest.raises(FormatError, match="expected a direction of Both, Left, Right, got 'Up'"):
        both("Up", "SameDirection")
    with pytest.raises(FormatError, match="unknown direction of sight: 'Maybe'"):
        both("Left", "Maybe")
    with pytest.raises(FormatError, match="to: expected the id of a vertex, got 'B'"):
        load(rpmap(zone(more=wall("").replace('<vertex id="B"', '<vertex id="C"'))))


# --- grids


def test_the_offset_of_the_grid() -> None:
    board = load(rpmap(zone(offset=(-18, 7), areas=area("topology", block(32, 57, 82, 107))))).board
    assert (board.cols, board.rows) == (1, 1)
    assert lines(board) == box(0, 0, 1, 1)
    board = load(rpmap(zone(offset=(0, 0), areas=area("topology", block(32, 57, 82, 107))))).board
    assert (board.cols, board.rows) == (2, 2)


def test_a_gridless_map() -> None:
    loaded = load(rpmap(zone(grid="GridlessGrid", size=100)))
    assert lines(loaded.board) == box(F(1, 2), F(1, 2), F(3, 2), 1)
    assert any("without a grid" in sentence for sentence in loaded.report.guessed)


def test_diamonds_are_squares() -> None:
    """A diamond of 50 is 100 wide and 50 high, and its column and row begin at its upper corner."""
    diamond = area(
        "topology",
        curve(0, 1, (0, 0)),
        curve(1, 1, (0, 0), (-50, 25)),
        curve(1, 1, (-50, 25), (0, 50)),
        curve(1, -1, (50, 25), (0, 50)),
        curve(1, -1, (0, 0), (50, 25)),
    )
    loaded = load(rpmap(zone(grid="IsometricGrid", areas=diamond, tokens=token("ogre", 50, 25))))
    assert lines(loaded.board) == box(0, 0, 1, 1)
    assert loaded.board.figure("ogre").at == (0, 1)


def center(col: int, row: int, *, flat: bool, size: int, offset: tuple[int, int]) -> tuple:
    """Return the center of a hex, by MapTool's formula."""
    diameter = F(size) / F("0.8660254037844386")
    u = col if flat else row
    v = row if flat else col
    across = u * F(3, 4) * diameter + diameter / 2
    along = v * size + F(size, 2) * (1 if u % 2 == 0 else 2)
    x, y = (across, along) if flat else (along, across)
    return x + offset[0], y + offset[1]


@pytest.mark.parametrize("flat", [True, False])
@given(st.integers(-6, 6), st.integers(-6, 6), st.integers(10, 60), st.integers(-30, 30), st.data())
def test_a_token_stands_on_its_hex(flat, col, row, size, shift, data) -> None:
    """The test also covers the six neighboring hexes."""
    grid = "HexGridVertical" if flat else "HexGridHorizontal"
    offset = (shift, -shift // 2)
    spots = [(col, row)]
    if flat:
        down = col % 2
        spots += [(col, row - 1), (col, row + 1)]
        spots += [(side, row + down + up) for side in (col - 1, col + 1) for up in (-1, 0)]
    else:
        right = row % 2
        spots += [(col - 1, row), (col + 1, row)]
        spots += [(col + right + left, side) for side in (row - 1, row + 1) for left in (-1, 0)]
    places = [center(*spot, flat=flat, size=size, offset=offset) for spot in spots]
    tokens = "".join(token(f"t{i}", round(x), round(y)) for i, (x, y) in enumerate(places))
    board = load(rpmap(zone(grid=grid, size=size, offset=offset, areas="", tokens=tokens))).board
    assert isinstance(board, HexBoard)
    assert board.orientation == ("flat" if flat else "pointy")
    q, r = board.figure("t0").at
    around = {tuple(board.figure(f"t{i}").at) for i in range(1, 7)}
    assert around == {(q + dq, r + dr) for dq, dr in
                      ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))}  # fmt: skip


def test_what_is_no_grid() -> None:
    with pytest.raises(
        FormatError, match=r"<grid>: expected a grid of SquareGrid, .*got 'Triangle"
    ):
        load(rpmap(zone(grid="TriangleGrid")))
    with pytest.raises(FormatError, match=r"hexRatio: expected 0\.1 to 10"):
        load(rpmap(zone(grid="HexGridVertical")).replace("0.8660254037844386", "0.01"))
    with pytest.raises(FormatError, match="expected 1 to 4096 columns"):
        load(rpmap(zone(areas=area("topology", block(0, 0, 9_000_000, 50)))))


def test_tokens_far_away_do_not_make_the_board_huge() -> None:
    areas = area("topology", block(0, 0, 100, 100))
    near = load(rpmap(zone(areas=areas, tokens=token("ogre", 500, 0)))).board
    assert (near.cols, near.rows) == (11, 2)
    assert near.figure("ogre").at == (0, 10)
    far = load(rpmap(zone(areas=areas, tokens=token("ogre", 5_000_000, 50))))
    assert (far.board.cols, far.board.rows) == (2, 2)
    assert "1 token outside the map" in far.report.lost


# --- tokens and lights


def sized(key: str, grid: str = "SquareGrid") -> str:
    return (
        f"<sizeMap><entry><java-class>net.rptools.maptool.model.{grid}</java-class>"
        f"<net.rptools.maptool.model.GUID>{guid(key)}</net.rptools.maptool.model.GUID>"
        "</entry></sizeMap>"
    )


def test_sizes_sides_and_names() -> None:
    tokens = (
        token("Mira", 0, 0, kind="PC")
        + token("ogre", 50, 0, sized("fwABAdBlFSoGAAAAKgABAA=="))
        + token("ogre", 200, 0, sized("fwABAdBlFSoGAAAAKgABAA==", "HexGridVertical"))
        + token("rat", 0, 0)
        + token("carpet", 0, 0, layer="OBJECT")
    )
    loaded = load(rpmap(zone(areas="", tokens=tokens)))
    figures = {
        f.name: (tuple(f.at), f.size, f.kind, f.blocks_sight) for f in loaded.board.figures()
    }
    assert figures == {
        "Mira": ((0, 0), (1, 1), "hero", True),
        "ogre": ((0, 1), (2, 2), "enemy", True),
        "ogre 2": ((0, 4), (1, 1), "enemy", True),
        "rat": ((0, 0), (1, 1), "enemy", False),
    }
    assert (loaded.board.cols, loaded.board.rows) == (5, 2)
    assert "1 stamp on the object and background layers" in loaded.report.lost


def test_sizes_on_hexes() -> None:
    def size(key: str) -> tuple:
        more = sized(key, "HexGridVertical")
        tokens = token("ogre", 300, 300, more) + token("far", 0, 0) + token("off", 600, 600)
        loaded = load(rpmap(zone(grid="HexGridVertical", areas="", tokens=tokens)))
        return len(loaded.board.figure("ogre").tiles), loaded.report.changed

    assert size("fwABAQllXDgDAAAAOAABAQ==") == (7, [])
    tiles, changed = size("fwABAQllXDgCAAAAOAABAQ==")
    assert tiles == 1
    assert changed == ["1 figure of three hexes became one hex"]


def test_a_torch_of_the_campaign_goes_with_its_bearer() -> None:
    loaded = load(cmpgn(zone(areas="", tokens=token("Mira", 0, 0, TORCH)), properties=LIGHTS))
    (light,) = loaded.board.lights()
    assert (light.at, light.bright, light.dim) == ("Mira", 4, 8)
    assert loaded.board.ambient == "bright"


def test_a_map_without_its_campaign_does_not_know_its_lights() -> None:
    loaded = load(rpmap(zone(areas="", tokens=token("Mira", 0, 0, TORCH), vision="NIGHT")))
    assert loaded.board.lights() == []
    assert loaded.board.ambient == "dark"
    assert any("stored in the campaign" in sentence for sentence in loaded.report.lost)


def test_darkness_and_auras_are_no_lights() -> None:
    for change in (
        ("<radius>20.0</radius>", "<radius>20.0</radius><lumens>-50</lumens>"),
        ("<lightList>", "<type>AURA</type><lightList>"),
    ):
        xml = cmpgn(
            zone(areas="", tokens=token("Mira", 0, 0, TORCH)),
            properties=LIGHTS.replace(*change).replace("40.0", "0"),
        )
        assert load(xml).board.lights() == []


VBL = area("vbl", block(0, 40, 100, 60))
PICTURE = "<width>100</width><height>100</height>"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        # A picture of 100 x 100 drawn into a square of 50.
        ("", box(2, F(12, 5), 3, F(13, 5))),
        # It is drawn facing down and faces east, so it is rotated by a quarter turn.
        ("<tokenShape>TOP_DOWN</tokenShape><facing>0</facing>", box(F(12, 5), 2, F(13, 5), 3)),
        ("<tokenShape>TOP_DOWN</tokenShape><facing>-90</facing>", box(2, F(12, 5), 3, F(13, 5))),
        ("<tokenShape>SQUARE</tokenShape><facing>0</facing>", box(2, F(12, 5), 3, F(13, 5))),
        ("<anchorX>25</anchorX>", box(F(5, 2), F(12, 5), F(7, 2), F(13, 5))),
        (
            "<snapToScale>false</snapToScale><scaleX>1.0</scaleX><scaleY>0.5</scaleY>",
            box(F(3, 2), F(12, 5), F(7, 2), F(13, 5)),
        ),
    ],
)
def test_what_a_token_blocks_stands_where_it_stands(more, expected) -> None:
    tokens = token("door", 100, 100, PICTURE + VBL + more, layer="OBJECT")
    board = load(rpmap(zone(areas=area("topology", block(0, 0, 300, 10)), tokens=tokens))).board
    assert expected <= lines(board)


def test_a_mirrored_picture_keeps_its_cover_inside() -> None:
    shape = area("coverVbl", block(0, 40, 30, 60))
    for flips, left in (("", 0), ("<isFlippedX>true</isFlippedX>", F(7, 10))):
        tokens = token("bush", 100, 100, PICTURE + shape + flips, layer="OBJECT")
        board = load(rpmap(zone(areas=area("topology", block(0, 0, 300, 10)), tokens=tokens))).board
        one_way = {w.ends: w.threshold for w in board.free_walls() if w.threshold != Wall()}
        expected = box(2 + left, F(12, 5), 2 + left + F(3, 10), F(13, 5))
        assert {frozenset(ends) for ends in one_way} == expected
        # The upper side goes from left to right, so it stops what comes from above.
        (upper,) = [ends for ends in one_way if ends[0][1] == ends[1][1] == F(12, 5)]
        assert (upper[0][0] < upper[1][0]) == (one_way[upper].one_way == "forth")


# --- pictures and files


def test_the_picture_of_the_map() -> None:
    more = "<mapAsset><id>abc</id></mapAsset><boardPosition><x>-50</x><y>25</y></boardPosition>"
    xml = rpmap(zone(areas="", more=more))
    loaded: Any = load_bytes(
        maptool_file(xml, **{"assets/abc.png": smallest_png(200, 100)}), "a.rpmap"
    )
    picture = loaded.picture
    assert picture is not None
    assert (picture.left, picture.top, picture.width, picture.height) == (0, F(1, 2), 4, 2)
    assert (loaded.board.cols, loaded.board.rows) == (4, 3)
    lost = load_bytes(maptool_file(rpmap(zone(more=more))), "a.rpmap").report.lost
    assert lost == ["the map's picture: it is not in the archive"]


def test_a_picture_under_hexes_is_counted_from_the_first_hex() -> None:
    more = "<mapAsset><id>abc</id></mapAsset>"
    xml = rpmap(zone(grid="HexGridVertical", areas="", more=more, tokens=token("ogre", 29, 25)))
    loaded: Any = load_bytes(
        maptool_file(xml, **{"assets/abc.png": smallest_png(500, 100)}), "a.rpmap"
    )
    picture, at = loaded.picture, loaded.board.figure("ogre").at
    assert picture is not None
    # The ogre is on the first hex: half a hex from the map's upper rim, and 1/√3 from its left.
    x, y = float(at.q) * 0.8660254, float(at.r) + float(at.q) / 2
    assert y - float(picture.top) == pytest.approx(0.5, abs=1e-6)
    assert x - float(picture.left) == pytest.approx(0.57735, abs=1e-4)
    assert float(picture.height) == 2
    assert float(picture.width) == pytest.approx(10, abs=1e-4)


def test_which_map_is_read() -> None:
    xml = cmpgn(zone("Meadow", areas=""), zone("Crypt"), zone("Attic", size=25))
    loaded = load(xml)
    assert loaded.report.choices.levels == ["Meadow", "Crypt", "Attic"]
    assert loaded.report.choices.level == "Crypt"
    assert load(xml, "Attic").board.cols == 4
    assert load(xml, "2").board.cols == 4
    with pytest.raises(FormatError, match="no map is called 'Cellar'; there are 0 'Meadow', 1 'Cr"):
        load(xml, "Cellar")
    with pytest.raises(FormatError, match="the map 'Meadow' has no areas"):
        load(xml, "Meadow")


def test_zones_in_a_map_that_is_synchronized() -> None:
    xml = cmpgn(zone()).replace("<zones>", "<zones><java.util.Collections_-SynchronizedMap><m>")
    xml = xml.replace("</zones>", "</m></java.util.Collections_-SynchronizedMap></zones>")
    assert load(xml).report.choices.level == "Crypt"
    with pytest.raises(FormatError, match="expected at least one map, got none"):
        load(cmpgn())


def test_the_whole_sample() -> None:
    loaded = load_bytes(maptool_file(MAPTOOL_SAMPLE), "campaign.cmpgn")
    assert loaded.report.read == [
        "map 'Crypt'",
        "5 x 5 squares of 50 pixels",
        "25 free walls: 16 walls, 4 limited walls, 5 one-way walls",
        "2 figures: 1 hero, 1 enemy",
        "1 light",
        "night: the board is dark except for its lights",
    ]
    assert load(MAPTOOL_SAMPLE).board == loaded.board
    assert Door("closed") not in walls(loaded.board).values()


def test_a_map_of_tokens_alone_is_as_large_as_it_must_be() -> None:
    tokens = token("one", 0, 0) + token("other", 30_000, 30_000)
    board = load(rpmap(zone(areas="", tokens=tokens))).board
    assert (board.cols, board.rows) == (601, 601)


def test_what_the_report_says_of_vision_and_of_what_stops_figures() -> None:
    more = area("topologyTerrain", block(0, 0, 9, 9), block(20, 0, 29, 9))
    loaded = load(rpmap(zone(vision="OFF", more=more)))
    off = "vision is off on this map in MapTool: its blocking areas are imported anyway"
    assert off in loaded.report.changed
    assert "2 outlines of MBL, which stops figures, not sight" in loaded.report.lost
    assert off not in load(rpmap(zone(vision="DAY"))).report.changed
    nothing = load(rpmap(zone(vision="OFF", areas="", tokens=token("ogre", 0, 0))))
    assert off not in nothing.report.changed


def test_pictures_of_the_background_belong_to_the_map() -> None:
    ground = token("floor", 0, 0, "<width>300</width><height>100</height>"
                   "<snapToScale>false</snapToScale><snapToGrid>false</snapToGrid>",
                   layer="BACKGROUND")  # fmt: skip
    ground = ground.replace("<snapToGrid>true</snapToGrid>", "")
    board = load(rpmap(zone(areas="", tokens=ground + token("ogre", 100, 50)))).board
    assert (board.cols, board.rows) == (6, 2)
    assert board.figure("ogre").at == (1, 2)


def test_a_hall_of_diamonds_is_not_cut() -> None:
    """The hall has three columns and two rows, whose corners extend to the left and right."""
    hall = area(
        "topology",
        curve(0, 1, (0, 0)),
        curve(1, 1, (0, 0), (-100, 50)),
        curve(1, 1, (-100, 50), (50, 125)),
        curve(1, -1, (150, 75), (50, 125)),
        curve(1, -1, (0, 0), (150, 75)),
    )
    loaded = load(rpmap(zone(grid="IsometricGrid", areas=hall)))
    assert (loaded.board.cols, loaded.board.rows) == (3, 2)
    assert lines(loaded.board) == box(0, 0, 3, 2)
    assert not any("cut at the rim" in sentence for sentence in loaded.report.changed)


def test_the_report_counts_the_hexes() -> None:
    tokens = token("a", 0, 0) + token("b", 300, 300)
    loaded = load(rpmap(zone(grid="HexGridHorizontal", areas="", tokens=tokens)))
    number = sum(1 for _ in loaded.board.tiles())
    assert f"{number:,} hexes of 50 pixels" in loaded.report.read
