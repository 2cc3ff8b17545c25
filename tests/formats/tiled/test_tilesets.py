"""Tilesets of Tiled maps: in separate files, and with collision shapes."""

from array import array
from fractions import Fraction
from itertools import pairwise, product

import pytest

from sightline.errors import FormatError
from sightline.formats import SidecarFiles, load_with_report, tiled
from sightline.formats.contract import Options
from sightline.formats.tiled import layers as tiled_layers
from sightline.formats.tiled import tilesets as tiled_tilesets
from sightline.formats.tiled.layers import TiledMap, TiledShape, Tileset
from tests.formats.map_samples import as_json

ACROSS, DOWN, DIAGONALLY = 0x80000000, 0x40000000, 0x20000000


def tmx(tileset: str, gids, cols=2, head='orientation="orthogonal"', more="") -> bytes:
    data = ",".join(map(str, gids))
    return f"""<map {head} width="{cols}" height="{len(gids) // cols}" tilewidth="16"
     tileheight="16">{tileset}<layer name="ground"><data encoding="csv">{data}</data></layer>{more}
    </map>""".encode()


def shaped(shapes: str, size='tilewidth="16" tileheight="16"', more="") -> str:
    return f"""<tileset firstgid="1" name="t" {size}>{more}
     <tile id="0"><objectgroup draworder="index">{shapes}</objectgroup></tile></tileset>"""


def read(data: bytes, **options):
    return tiled.read(data, "map", Options(**options))


def drawn(board) -> list[str]:
    return [
        "".join("#" if board.is_solid((r, c)) else "." for c in range(board.cols))
        for r in range(board.rows)
    ]


def walls(board):
    """Return every wall by its ends, in pixels, with 16 pixels per tile."""
    return {
        frozenset((float(x * 16), float(y * 16)) for x, y in wall.ends)
        for wall in board.free_walls()
    }


def chain(*spots):
    return {frozenset(pair) for pair in pairwise(spots)}


# --- files of their own

OUTSIDE = '<tileset firstgid="1" source="{}"/>'
SET = """<tileset name="stones" tilewidth="16" tileheight="16">
 <tile id="1"><properties><property name="solid" type="bool" value="true"/></properties></tile>
 <tile id="2"><objectgroup><object x="0" y="0" width="16" height="16"/></objectgroup></tile>
</tileset>"""
SET_AS_JSON = {
    "name": "stones",
    "tilewidth": 16,
    "tileheight": 16,
    "tiles": [
        {"id": 1, "properties": [{"name": "solid", "type": "bool", "value": True}]},
        {"id": 2, "objectgroup": {"objects": [{"x": 0, "y": 0, "width": 16, "height": 16}]}},
    ],
}


def lay(tmp_path, path, content=SET, source=None):
    """Write a map in game/maps that uses this tileset file, and return the map's path."""
    maps = tmp_path / "game" / "maps"
    maps.mkdir(parents=True)
    file = maps / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    (maps / "map.tmx").write_bytes(tmx(OUTSIDE.format(source or path), [1, 2, 3, 0]))
    return maps / "map.tmx"


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("stones.tsx", SET),
        ("sets/stones.tsx", SET),
        ("../stones.tsx", SET),
        ("../../sets/stones.tsx", SET),
        ("stones.tsj", as_json(SET_AS_JSON)),
        ("stones.json", as_json(SET_AS_JSON)),
        ("STONES.TSX", SET),
    ],
)
def test_a_tileset_beside_the_map(tmp_path, path, content) -> None:
    loaded = load_with_report(lay(tmp_path, path, content))
    assert drawn(loaded.board) == [".#", "#."]
    assert not [sentence for sentence in loaded.report.lost if "tileset" in sentence]
    assert loaded.report.choices.chosen == ["solid", "collision shapes"]


def test_tilesets_of_json_maps_in_either_spelling(tmp_path) -> None:
    layer = {"type": "tilelayer", "name": "ground", "data": [1, 2, 12, 0]}
    tree = {
        "orientation": "orthogonal",
        "width": 2,
        "height": 2,
        "tilewidth": 16,
        "tileheight": 16,
        "tilesets": [
            {"firstgid": 1, "source": "stones.tsj"},
            {"firstgid": 11, "source": "stones.tsx"},
        ],
        "layers": [layer],
    }
    (tmp_path / "map.tmj").write_bytes(as_json(tree))
    (tmp_path / "stones.tsj").write_bytes(as_json(SET_AS_JSON))
    (tmp_path / "stones.tsx").write_text(SET)
    assert drawn(load_with_report(tmp_path / "map.tmj").board) == [".#", "#."]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("other.tsx", "'other.tsx' beside the map: there is no such file"),
        ("../../../far.tsx", "lies outside of"),
        ("/etc/hosts.tsx", "only relative paths"),
        ("https://example.org/stones.tsx", "only relative paths"),
        ("stones.png", "ends in .tsx"),
    ],
)
def test_a_tileset_that_cannot_be_had(tmp_path, source, message) -> None:
    loaded = load_with_report(lay(tmp_path, "stones.tsx", source=source))
    assert drawn(loaded.board) == ["..", ".."]
    (sentence,) = [each for each in loaded.report.lost if "tileset" in each]
    assert message in sentence


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<tileset><tile></tileset>", "line 1 column .*not XML"),
        ("<map/>", "expected <tileset>"),
        ('<tileset tilewidth="x"/>', "<tileset> tilewidth"),
        ("{", "not JSON"),
        ('{"tiles": 3}', r"\$\.tiles"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><tileset/>', "DOCTYPE"),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_broken_tileset_is_lost_and_the_map_is_read(tmp_path, content, message) -> None:
    loaded = load_with_report(lay(tmp_path, "stones.tsx", content))
    (sentence,) = [each for each in loaded.report.lost if "tileset" in each]
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(sentence)


def test_a_large_tileset_is_not_read(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tiled_tilesets, "MAX_TILESET_BYTES", len(SET) - 1)
    assert "more than" in str(load_with_report(lay(tmp_path, "stones.tsx")).report)


def test_bytes_alone_say_which_files_are_missing() -> None:
    sets = OUTSIDE.format("a.tsx") + '<tileset firstgid="9" source="b.tsx"/>'
    (sentence,) = read(tmx(sets, [1, 2, 3, 0])).report.lost
    assert sentence.startswith("2 separate tileset files")
    assert "'a.tsx', 'b.tsx'" in sentence
    assert "load it from its folder" in sentence


def test_a_folder_can_be_allowed(tmp_path) -> None:
    file = lay(tmp_path, "stones.tsx", source="../../../sets/far.tsx")
    (tmp_path.parent / "sets").mkdir(exist_ok=True)
    far = tmp_path.parent / "sets" / "far.tsx"
    far.write_text(SET)
    refused = load_with_report(file)
    assert drawn(refused.board) == ["..", ".."]
    allowed = Options(sidecar_files=SidecarFiles(file.parent, tmp_path.parent))
    assert drawn(load_with_report(file, allowed).board) == [".#", "#."]


# --- shapes that collide


def test_shapes_are_walls_where_their_tiles_stand() -> None:
    rectangle = '<object x="2" y="4" width="8" height="6"/>'
    loaded = read(tmx(shaped(rectangle), [0, 1, 0, 0]))
    assert drawn(loaded.board) == ["..", ".."]
    assert walls(loaded.board) == chain((18, 4), (26, 4), (26, 10), (18, 10), (18, 4))
    assert "by collision shapes: 1 kind of tile" in str(loaded.report)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (
            '<object x="1" y="2"><polygon points="0,0 4,0 0,8"/></object>',
            ((1, 2), (5, 2), (1, 10), (1, 2)),
        ),
        (
            '<object x="1" y="2"><polyline points="0,0 4,0 0,8"/></object>',
            ((1, 2), (5, 2), (1, 10)),
        ),
        (
            '<object x="8" y="2" width="4" height="2" rotation="90"/>',
            ((8, 2), (8, 6), (6, 6), (6, 2), (8, 2)),
        ),
    ],
)
def test_polygons_lines_and_turned_shapes(shape, expected) -> None:
    assert walls(read(tmx(shaped(shape), [1, 0])).board) == chain(*expected)


def test_an_ellipse_is_a_ring_of_short_walls() -> None:
    shape = '<object x="0" y="4" width="16" height="8"><ellipse/></object>'
    loaded = read(tmx(shaped(shape), [1, 0]))
    corners = {spot for wall in walls(loaded.board) for spot in wall}
    assert {(16.0, 8.0), (0.0, 8.0), (8.0, 4.0), (8.0, 12.0)} <= corners
    for x, y in corners:
        assert ((x - 8) / 8) ** 2 + ((y - 8) / 4) ** 2 == pytest.approx(1, abs=1e-4)
    assert "1 curve drawn as short straight walls" in str(loaded.report)


def test_a_capsule_has_two_round_ends() -> None:
    wide = '<object x="2" y="4" width="12" height="8"><capsule/></object>'
    high = '<object x="4" y="2" width="8" height="12"><capsule/></object>'
    boards = [read(tmx(shaped(shape), [1, 0])).board for shape in (wide, high)]
    for board, turn in zip(boards, (lambda x, y: (x, y), lambda x, y: (y, x)), strict=True):
        corners = {turn(*spot) for wall in walls(board) for spot in wall}
        assert (min(x for x, _ in corners), max(x for x, _ in corners)) == (2, 14)
        assert {y for x, y in corners if 6 < x < 10} == set()  # straight in between
        for x, y in corners:
            middle = 6 if x < 8 else 10
            assert (x - middle) ** 2 + (y - 8) ** 2 == pytest.approx(16, abs=1e-3)
        assert frozenset({turn(6.0, 4.0), turn(10.0, 4.0)}) in walls(board)


@pytest.mark.parametrize(
    ("shape", "is_solid"),
    [
        ('<object x="0" y="0" width="16" height="16"/>', True),
        ('<object x="-1" y="-2" width="18" height="20"/>', True),
        ('<object x="0" y="0" width="16" height="15.5"/>', False),
        ('<object x="0" y="0"><polygon points="0,0 16,0 16,16 0,16"/></object>', True),
        ('<object x="0" y="0"><polygon points="-16,0 8,-16 40,16 0,40"/></object>', True),
        ('<object x="0" y="0"><polygon points="0,0 16,0 16,16"/></object>', False),
        ('<object x="0" y="0"><polyline points="0,0 16,0 16,16 0,16"/></object>', False),
        ('<object x="-8" y="-8" width="32" height="32"><ellipse/></object>', True),
        ('<object x="0" y="0" width="16" height="16"><ellipse/></object>', False),
        # Around the tile without covering it, or covering only a neighbor.
        ('<object x="16" y="0" width="16" height="16"/>', False),
        # A notch reaches in.
        (
            '<object x="0" y="0"><polygon points="0,0 16,0 16,16 9,16 8,8 7,16 0,16"/></object>',
            False,
        ),
    ],
)
def test_a_shape_over_the_whole_tile_makes_it_solid(shape, is_solid) -> None:
    board = read(tmx(shaped(shape), [0, 0, 0, 0, 1, 0, 0, 0, 0], cols=3)).board
    assert board.is_solid((1, 1)) is is_solid
    assert len(list(board.solid_tiles())) == is_solid


def test_nothing_is_drawn_inside_rock() -> None:
    two = '<object x="0" y="0" width="16" height="16"/><object x="2" y="2" width="4" height="4"/>'
    assert not read(tmx(shaped(two), [1, 0])).board.free_walls()
    # A part outside the tile is used even if the tile itself is solid.
    large = '<object x="0" y="0" width="20" height="16"/>'
    assert walls(read(tmx(shaped(large), [1, 0])).board) >= chain((20, 0), (20, 16))


def test_a_shape_is_more_exact_than_the_name_of_a_layer() -> None:
    """Only the shape of a tile blocks. On the same layer, a tile without a
    shape blocks entirely.
    """
    small = shaped('<object x="2" y="2" width="4" height="4"/>')
    data = tmx(small, [1, 2])
    for wanted in (("ground", "collision shapes"), ("1", "2", "collision shapes")):
        board = read(data, blocking=wanted).board
        assert drawn(board) == [".#"]
        assert len(board.free_walls()) == 4
    # Without the shapes, the layer means whole tiles.
    whole = read(data, blocking=("ground",)).board
    assert (drawn(whole), whole.free_walls()) == (["##"], [])


def test_a_shape_in_a_tile_that_something_else_fills_is_not_drawn() -> None:
    small = shaped('<object x="2" y="2" width="4" height="4"/>')
    layer = '<layer name="walls"><data encoding="csv">2,0</data></layer>'
    board = read(tmx(small, [1, 1], more=layer)).board
    assert drawn(board) == ["#."]
    assert len(board.free_walls()) == 4


FLAG = '<object x="0" y="0"><polyline points="1,2 5,2 5,10"/></object>'
"""A shape that looks different in each of its eight orientations."""


@pytest.mark.parametrize(
    ("flips", "expected"),
    [
        (0, ((1, 2), (5, 2), (5, 10))),
        (ACROSS, ((15, 2), (11, 2), (11, 10))),
        (DOWN, ((1, 14), (5, 14), (5, 6))),
        (ACROSS | DOWN, ((15, 14), (11, 14), (11, 6))),  # turned by 180°
        (DIAGONALLY, ((2, 1), (2, 5), (10, 5))),
        (DIAGONALLY | ACROSS, ((14, 1), (14, 5), (6, 5))),  # turned by 90° clockwise
        (DIAGONALLY | DOWN, ((2, 15), (2, 11), (10, 11))),
        (DIAGONALLY | ACROSS | DOWN, ((14, 15), (14, 11), (6, 11))),
    ],
)
def test_flips(flips, expected) -> None:
    assert walls(read(tmx(shaped(FLAG), [flips | 1, 0])).board) == chain(*expected)


def test_a_quarter_turn_clockwise_is_what_it_says() -> None:
    """The point (x, y) of a picture of 16 pixels goes to (16 - y, x), as in Tiled."""
    turned = walls(read(tmx(shaped(FLAG), [DIAGONALLY | ACROSS | 1, 0])).board)
    assert turned == chain(*((16 - y, x) for x, y in ((1, 2), (5, 2), (5, 10))))


@pytest.mark.parametrize(("flips", "spot"), [(0, (1, -14)), (DIAGONALLY, (2, 1)), (DOWN, (1, 14))])
def test_a_tall_tile_stands_on_its_place(flips, spot) -> None:
    """The lower half of a 16 x 32 picture is on its square of 16."""
    tall = shaped(FLAG, size='tilewidth="16" tileheight="32"')
    board = read(tmx(tall, [0, 0, 0, 0, flips | 1, 0])).board
    assert (spot[0], spot[1] + 32) in {corner for wall in walls(board) for corner in wall}


def test_tiles_with_pictures_of_their_own_have_their_own_size() -> None:
    """The tileset declares 64 x 64, the largest size. This tile is 16 x 32, so
    half of it is above.
    """
    largest = 'tilewidth="64" tileheight="64"'
    group = f"<objectgroup>{FLAG}</objectgroup>"
    image = '<image width="16" height="32" source="a.png"/>'
    for tile in (
        f'<tile id="0">{image}{group}</tile>',
        f'<tile id="0" width="16" height="32">{group}</tile>',
    ):
        tileset = f'<tileset firstgid="1" name="t" {largest}>{tile}</tileset>'
        board = read(tmx(tileset, [0, 0, 0, 0, 1, 0])).board
        assert walls(board) == chain((1, 18), (5, 18), (5, 26))


def test_shapes_without_outlines_are_lost_and_that_is_said() -> None:
    odd = '<object x="1" y="1"/><object x="1" y="1" template="wall.tx"/>'
    loaded = read(tmx(shaped(FLAG + odd), [1, 0]))
    assert len(loaded.board.free_walls()) == 2
    assert "not outlines: 1 point, 1 template" in str(loaded.report)


def test_tiles_can_be_drawn_off_their_place() -> None:
    moved = shaped(FLAG, more='<tileoffset x="3" y="-1"/>')
    board = read(tmx(moved, [0, 0, 1, 0])).board
    assert walls(board) == chain((4, 17), (8, 17), (8, 25))


def test_shapes_in_json() -> None:
    tree = {
        "orientation": "orthogonal",
        "width": 2,
        "height": 1,
        "tilewidth": 16,
        "tileheight": 16,
        "layers": [{"type": "tilelayer", "name": "ground", "data": [0, ACROSS | 1]}],
    }
    line = {"x": 0, "y": 0, "polyline": [{"x": 1, "y": 2}, {"x": 5, "y": 2}]}
    tiles = {"objectgroup": {"objects": [line]}, "imagewidth": 16, "imageheight": 16}
    base = {"firstgid": 1, "tilewidth": 99, "tileheight": 99, "tileoffset": {"x": 1, "y": 2}}
    for written in ([{"id": 0} | tiles], {"0": tiles}):  # since Tiled 1.2, and before
        data = as_json(tree | {"tilesets": [base | {"tiles": written}]})
        assert walls(read(data).board) == chain((16 + 16, 4), (16 + 12, 4))


def test_curves_and_not_curves_in_json() -> None:
    def layer(extra):
        shape = {"x": 0, "y": 0, "width": 16, "height": 16, "rotation": 0} | extra
        return as_json(
            {
                "orientation": "orthogonal",
                "width": 1,
                "height": 1,
                "tilewidth": 16,
                "tileheight": 16,
                "layers": [{"type": "objectgroup", "name": "wall", "objects": [shape]}],
            }
        )

    assert len(read(layer({"ellipse": True})).board.free_walls()) > 4
    assert len(read(layer({"capsule": True})).board.free_walls()) > 4
    assert len(read(layer({"ellipse": False})).board.free_walls()) == 4
    for kind in ("point", "text", "template", "gid"):
        assert not read(layer({kind: 1})).board.free_walls()


@pytest.mark.parametrize(("cols", "rows"), [(3, 1), (1, 3), (3, 3)])
def test_a_layer_may_be_larger_than_its_map(cols, rows) -> None:
    """The map is 2 x 2. Tiles beyond it are not on the board, but shapes that reach into it are."""
    gids = ",".join("1" * (cols * rows))
    reaching = '<object x="-4" y="-4" width="6" height="6"/>'
    data = f"""<map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
     {shaped(reaching)}<layer name="ground" width="{cols}" height="{rows}">
     <data encoding="csv">{gids}</data></layer></map>""".encode()
    board = read(data).board
    corners = {spot for wall in walls(board) for spot in wall}
    assert max(x for x, _ in corners) == (32 if cols == 3 else 2)
    assert max(y for _, y in corners) == (32 if rows == 3 else 2)
    # All of them also as whole tiles.
    assert len(list(read(data, blocking=("ground",)).board.solid_tiles())) == min(cols, 2) * min(
        rows, 2
    )


@pytest.mark.parametrize(("left", "top"), [(-2, -3), (3, 2)])
def test_shapes_on_an_infinite_map(left, top) -> None:
    """Two tiles have a small shape. Rock covers the second one, so its shape is not used."""
    small = shaped('<object x="2" y="2" width="4" height="4"/>')
    chunk = f'<chunk x="{left}" y="{top}" width="2" height="1">'
    layers = "".join(
        f'<layer name="{name}"><data encoding="csv">{chunk}{gids}</chunk></data></layer>'
        for name, gids in (("ground", "1,1"), ("walls", "0,2"))
    )
    data = f"""<map orientation="orthogonal" width="0" height="0" tilewidth="16" tileheight="16"
     infinite="1">{small}{layers}</map>""".encode()
    board = read(data).board
    assert drawn(board) == [".#"]
    assert walls(board) == chain((2, 2), (6, 2), (6, 6), (2, 6), (2, 2))


# --- choosing


def test_shapes_can_be_chosen_and_left_out() -> None:
    data = tmx(shaped(FLAG), [1, 0])
    assert read(data).report.choices.blocking == ["ground", "collision shapes"]
    assert read(data).report.choices.chosen == ["collision shapes"]
    chosen = read(data, blocking=("collision shapes",))
    assert len(chosen.board.free_walls()) == 2
    without = read(data, blocking=("ground",))
    assert drawn(without.board) == ["#."]
    assert not without.board.free_walls()
    with pytest.raises(FormatError, match="no layer"):
        read(tmx("", [1, 0]), blocking=("collision shapes",))


def test_too_many_shapes_are_left_out_and_that_is_said(monkeypatch) -> None:
    data = tmx(shaped(FLAG), [1, 1])
    monkeypatch.setattr(tiled_tilesets, "MAX_SEGMENTS", 4)
    assert len(read(data).board.free_walls()) == 4
    monkeypatch.setattr(tiled_tilesets, "MAX_SEGMENTS", 3)
    loaded = read(data)
    assert not loaded.board.free_walls()
    assert any("collision shapes" in sentence for sentence in loaded.report.lost)


def test_too_many_corners_of_different_shapes(monkeypatch) -> None:
    """FLAG has three corners, and each orientation counts as a different shape."""
    data = tmx(shaped(FLAG), [1, ACROSS | 1, 1, 1])
    monkeypatch.setattr(tiled_tilesets, "MAX_SHAPE_POINTS", 6)
    assert len(read(data).board.free_walls()) == 8
    monkeypatch.setattr(tiled_tilesets, "MAX_SHAPE_POINTS", 5)
    loaded = read(data)
    assert not loaded.board.free_walls()
    assert any("too many" in sentence for sentence in loaded.report.lost)


def test_too_many_pieces_of_curves_are_refused(monkeypatch) -> None:
    shape = '<object x="0" y="0" width="16" height="16"><ellipse/></object>'
    pieces = len(read(tmx(shaped(shape), [1, 0])).board.free_walls())
    monkeypatch.setattr(tiled_layers, "MAX_CURVE_PIECES", 2 * pieces)
    read(tmx(shaped(shape * 2), [1, 0]))
    with pytest.raises(FormatError, match="curves of more than"):
        read(tmx(shaped(shape * 3), [1, 0]))


def test_tiles_stretched_to_the_grid_are_not_read() -> None:
    stretched = shaped(FLAG, size='tilewidth="16" tileheight="16" tilerendersize="grid"')
    loaded = read(tmx(stretched, [1, 0]))
    assert not loaded.board.free_walls()
    assert "drawn as large as the grid: 't'" in str(loaded.report)


@pytest.mark.parametrize("orientation", ["isometric", "staggered", "hexagonal"])
def test_shapes_on_other_maps_are_lost_and_that_is_said(orientation) -> None:
    head = f'orientation="{orientation}" staggeraxis="y" staggerindex="odd" hexsidelength="4"'
    loaded = read(tmx(shaped(FLAG), [1, 0], head=head))
    assert not loaded.board.free_walls()
    assert f"not {orientation} ones" in str(loaded.report)


# --- the middle of it, in the slow way


def test_covers_agrees_with_looking_at_many_points() -> None:
    """A triangle covers a 4 x 4 tile if it contains every point of a fine grid."""

    def is_in(x, y, corners) -> bool:
        signs = [
            (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
        ]
        return all(sign >= 0 for sign in signs) or all(sign <= 0 for sign in signs)

    made = TiledMap("orthogonal", 1, 1, False, 4, 4, "y", "odd", 0)
    spots = [(-6, -3), (0, -4), (2, -9), (12, -2), (9, 4), (4, 4), (2, 13), (-3, 8)]
    covered = 0
    for corners in product(spots, repeat=3):
        a, b, c = corners
        if (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0]):
            continue
        ring = [(Fraction(x), Fraction(y)) for x, y in (*corners, corners[0])]
        tileset = Tileset(1, "t", "", 4, 4, shapes={0: [TiledShape(ring, "")]})
        made.tilesets = [tileset]
        made.tile_layers = [
            tiled_layers.TileLayer("l", "", [tiled_layers.Chunk(0, 0, 1, 1, array("I", [1]))])
        ]
        found = tiled_tilesets.collisions(made)
        slow = all(is_in(x / 4, y / 4, list(corners)) for x in range(17) for y in range(17))
        assert bool(found.covering) is slow
        covered += slow
    assert covered > 10
