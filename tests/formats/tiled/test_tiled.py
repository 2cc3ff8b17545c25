import base64
import builtins
import zlib
from fractions import Fraction

import pytest

from sightline.errors import FormatError, MissingExtraError
from sightline.formats import tiled
from sightline.formats.contract import Options
from sightline.model.hexagon import HexBoard
from tests.formats.map_samples import (
    FLIPPED,
    GIDS,
    OBJECTS,
    as_json,
    packed,
    tmj,
    tmx,
    tmx_data,
)


def read(data: bytes, **options):
    assert tiled.recognizes(data, "map")
    return tiled.read(data, "map", Options(**options))


def drawn(board) -> list[str]:
    return [
        "".join("#" if board.is_solid((r, c)) else "." for c in range(board.cols))
        for r in range(board.rows)
    ]


def ends(board):
    return {tuple((float(x), float(y)) for x, y in wall.ends) for wall in board.free_walls()}


ENCODINGS = [
    ("xml", ""),
    ("csv", ""),
    ("base64", ""),
    ("base64", "zlib"),
    ("base64", "gzip"),
    pytest.param(
        "base64",
        "zstd",
        marks=pytest.mark.skipif(
            not __import__("importlib.util").util.find_spec("zstandard"),
            reason="zstandard is not installed",
        ),
    ),
]


@pytest.mark.parametrize(("encoding", "compression"), ENCODINGS)
def test_every_encoding(encoding, compression) -> None:
    loaded = read(tmx(tmx_data(encoding, compression)))
    assert drawn(loaded.board) == [".##", "#.#"]
    assert "by name: the layer 'walls'" in str(loaded.report)


@pytest.mark.parametrize(("encoding", "compression"), ENCODINGS[2:])
def test_every_encoding_in_json(encoding, compression) -> None:
    tree = tmj()
    tree["layers"][0] |= {
        "name": "Walls",
        "encoding": encoding,
        "compression": compression,
        "data": packed(GIDS, compression),
    }
    assert drawn(read(as_json(tree)).board) == [".##", "#.#"]


def test_tile_properties_block_whatever_the_flips() -> None:
    gids = [0, 2, FLIPPED | 2, 3, 1, 0]
    loaded = read(tmx(tmx_data("csv", gids=gids), layer="ground"))
    assert drawn(loaded.board) == [".##", "..."]
    assert "'blocks_sight'" in str(loaded.report)
    assert drawn(read(as_json(tmj())).board) == ["..#", "..."]


def test_what_blocks_can_be_chosen() -> None:
    data = tmx(layer="ground", more=OBJECTS)
    assert drawn(read(data, blocking=("ground",)).board) == [".##", "#.#"]
    assert drawn(read(data, blocking=("3", "blocks_sight")).board) == ["..#", "#.."]
    assert len(read(data, blocking=("collision",)).board.free_walls()) > 0
    with pytest.raises(FormatError, match=r"'ground', 'collision'.*blocks_sight"):
        read(data, blocking=("lava",))


def test_the_choices_are_told() -> None:
    data = tmx(layer="ground", more=OBJECTS)
    guessed = read(data).report.choices
    assert guessed.blocking == ["ground", "collision", "blocks_sight"]
    assert guessed.chosen == ["collision", "blocks_sight"]
    assert guessed.snap
    asked = read(data, blocking=("ground",)).report.choices
    assert (asked.blocking, asked.chosen) == (guessed.blocking, ["ground"])
    assert not asked.snap


def test_nothing_to_guess_from_lists_the_layers() -> None:
    tree = tmj(tilesets=[])
    tree["layers"][1]["layers"][0]["name"] = "things"
    loaded = read(as_json(tree))
    assert not list(loaded.board.solid_tiles())
    assert "nothing blocks" in str(loaded.report)
    assert "'ground', 'things'" in str(loaded.report)


def test_objects_are_free_walls() -> None:
    loaded = read(tmx(layer="ground", more=OBJECTS))
    assert ends(loaded.board) >= {
        ((1, 0.5), (2, 0.5)),
        ((2, 0.5), (2, 1)),
        ((1, 1), (2, 1)),
        ((1, 0.5), (1, 1)),
        ((0.5, 0), (1, 1)),
        ((1.5, 1), (1.75, 1)),
        ((1.75, 1), (1.75, 1.25)),
        ((1.5, 1), (1.75, 1.25)),
    }
    assert "1 segment without length" in str(loaded.report)
    assert "1 curve drawn as short straight walls" in str(loaded.report)


def test_turned_objects() -> None:
    def objects(degrees) -> bytes:
        group = f"""<objectgroup name="wall"><object x="16" y="0" width="16" height="8"
         rotation="{degrees}"/></objectgroup>"""
        return tmx(layer="ground", more=group)

    assert ends(read(objects(90)).board) == {
        ((0.5, 0), (0.5, 1)),
        ((0.5, 0), (1, 0)),
        ((0.5, 1), (1, 1)),
        ((1, 0), (1, 1)),
    }
    slanted = read(objects(30))
    assert len(slanted.board.free_walls()) == 4
    assert "nearest 1/384,000" in str(slanted.report)


def test_an_infinite_map() -> None:
    chunks = "".join(
        f'<chunk x="{x}" y="{y}" width="2" height="1">{",".join(map(str, gids))}</chunk>'
        for x, y, gids in ((-2, -1, (0, 1)), (2, 0, (1, 0)), (90, 90, (0, 0)))
    )
    data = tmx(
        f'<data encoding="csv">{chunks}</data>',
        head='orientation="orthogonal" width="0" height="0" infinite="1"',
    )
    loaded = read(data)
    assert drawn(loaded.board) == [".#....", "....#."]
    assert "from column -2, row -1" in str(loaded.report)
    as_tree = tmj(infinite=True)
    as_tree["layers"][0] = {
        "type": "tilelayer",
        "name": "walls",
        "chunks": [
            {"x": -2, "y": -1, "width": 2, "height": 1, "data": [0, 1]},
            {"x": 2, "y": 0, "width": 2, "height": 1, "data": [1, 0]},
        ],
    }
    assert drawn(read(as_json(as_tree)).board) == [".#....", "....#."]


HEX = 'orientation="hexagonal" width="3" height="2" hexsidelength="8"'


@pytest.mark.parametrize(
    ("axis", "index", "solid", "orientation"),
    [
        # columns and rows of the solid tiles: (1, 0), (2, 0), (0, 1), (2, 1)
        ("y", "odd", {(1, 0), (2, 0), (0, 1), (2, 1)}, "pointy"),
        ("y", "even", {(1, 0), (2, 0), (-1, 1), (1, 1)}, "pointy"),
        ("x", "odd", {(1, 0), (2, -1), (0, 1), (2, 0)}, "flat"),
        ("x", "even", {(1, -1), (2, -1), (0, 1), (2, 0)}, "flat"),
    ],
)
def test_hexes(axis, index, solid, orientation) -> None:
    head = f'{HEX} staggeraxis="{axis}" staggerindex="{index}"'
    board = read(tmx(head=head)).board
    assert isinstance(board, HexBoard)
    assert board.orientation == orientation
    assert set(board.solid_tiles()) == solid
    assert len(board.tiles()) == 6


@pytest.mark.parametrize("index", ["odd", "even"])
@pytest.mark.parametrize("axis", ["x", "y"])
def test_objects_on_hexes_go_from_center_to_center(axis, index) -> None:
    """A line from the center of tile (0, 0) to that of (1, 1), as Tiled draws it."""
    moved = {"odd": (0, 8), "even": (8, 0)}[index]
    along, across = (8 + moved[0], 16 + 8 + moved[1]), (8, 8 + 12)
    (x0, x1), (y0, y1) = (along, across) if axis == "y" else (across, along)
    line = f'<object x="{x0}" y="{y0}"><polyline points="0,0 {x1 - x0},{y1 - y0}"/></object>'
    head = f'{HEX} staggeraxis="{axis}" staggerindex="{index}"'
    data = tmx(head=head, layer="ground", more=f'<objectgroup name="wall">{line}</objectgroup>')
    board = read(data).board
    (wall,) = board.free_walls()
    shift = {"odd": (1, 1), "even": (0, 1)}[index]
    there = shift if axis == "y" else shift[::-1]
    assert set(wall.ends) == {(Fraction(0), Fraction(0)), tuple(map(Fraction, there))}


def test_broken_xml_is_pointed_at() -> None:
    with pytest.raises(FormatError) as caught:
        read(b'<map orientation="orthogonal"\n  width="1" & />')
    assert caught.value.place == "line 2 column 13"


# --- isometric and staggered maps


@pytest.mark.parametrize(
    ("orientation", "words"),
    [
        ("isometric", "an isometric map, laid flat: rows and columns are as in the file"),
        ("staggered", "every other row shifted by half a tile"),
    ],
)
def test_rows_and_columns_are_the_same(orientation, words) -> None:
    loaded = read(tmx(head=f'orientation="{orientation}" width="3" height="2"'))
    assert drawn(loaded.board) == [".##", "#.#"]
    assert words in str(loaded.report)
    assert drawn(read(as_json(tmj(orientation=orientation))).board) == ["..#", "..."]


def test_staggered_columns_are_called_columns() -> None:
    head = 'orientation="staggered" width="3" height="2" staggeraxis="x"'
    assert "every other column shifted" in str(read(tmx(head=head)).report)


def test_objects_on_isometric_maps_count_in_heights_of_tiles() -> None:
    """Coordinates run along the sides of tile (0, 0) from its top corner, with
    8 pixels per tile.
    """
    line = '<object x="4" y="8"><polyline points="0,0 16,4"/></object>'
    data = tmx(
        head='orientation="isometric" width="3" height="2"',
        layer="ground",
        more=f'<objectgroup name="wall">{line}</objectgroup>',
    ).replace(b'tileheight="16" orientation', b'tileheight="8" orientation')
    assert ends(read(data).board) == {((0.5, 1), (2.5, 1.5))}


def test_objects_on_staggered_maps_are_lost() -> None:
    data = tmx(head='orientation="staggered" width="3" height="2"', layer="ground", more=OBJECTS)
    loaded = read(data)
    assert not loaded.board.free_walls()
    assert "4 outlines of objects: on a staggered map" in str(loaded.report)


# --- a DOCTYPE that only names the format


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">',
        "<!DOCTYPE map SYSTEM 'http://mapeditor.org/dtd/1.0/map.dtd'>",
        '<!DOCTYPE map PUBLIC "-//x//y" "map.dtd" >',
        "<!DOCTYPE map>",
        '<!DOCTYPE map\n  SYSTEM\n  "map.dtd"\n>',
    ],
)
def test_a_plain_doctype(doctype) -> None:
    with_it = tmx().replace(b"<map", doctype.encode() + b"\n<map", 1)
    assert read(with_it).board == read(tmx()).board
    # Counts refer to lines of the file.
    broken = with_it.replace(b"</layer>", b"</layerr>")
    line = broken[: broken.index(b"</layerr>")].count(b"\n") + 1
    with pytest.raises(FormatError, match=f"line {line} column"):
        read(broken)


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE map []>",
        '<!DOCTYPE map [<!ENTITY a "aaaa">]>',
        '<!DOCTYPE map SYSTEM "map.dtd" [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE map SYSTEM "map.dtd" [<!ENTITY % p SYSTEM "http://a/b"> %p;]>',
        '<!DOCTYPE map [\n<!ENTITY a "b">\n]>',
        '<!DOCTYPE map><!DOCTYPE map [<!ENTITY a "b">]>',
        '<!-- <!DOCTYPE map> --><!DOCTYPE map [<!ENTITY a "b">]>',
        "<!DOCTYPE map",
        "<!DOCTYPE>",
        '<!DOCTYPE map PUBLIC "one">',
        '<!DOCTYPE map SYSTEM "a" "b">',
        '<!DOCTYPE map SYSTEM "' + "a" * 2000 + '">',
    ],
)
def test_any_other_doctype_is_refused(doctype) -> None:
    with pytest.raises(FormatError, match="line 2: a DOCTYPE"):
        read(tmx().replace(b"<map", doctype.encode() + b"<map", 1))


@pytest.mark.parametrize("entity", ["&a;", "&nbsp;", "&#0;", "&a.b;"])
def test_entities_that_a_doctype_elsewhere_would_define_are_refused(entity) -> None:
    plain = b'<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd"><map'
    data = tmx(more=f"<objectgroup name='{entity}'/>").replace(b"<map", plain, 1)
    with pytest.raises(FormatError, match="not XML"):
        read(data)
    inside = tmx(more=f"<properties>{entity}</properties>").replace(b"<map", plain, 1)
    with pytest.raises(FormatError, match="not XML"):
        read(inside)


# --- bad files

SIX = packed(GIDS, "")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (tmx(head='orientation="oblique" width="3" height="2"'), "orientation: .*oblique"),
        (tmx(head='width="3" height="2"'), "line 2, <map>: .*'orientation'"),
        (tmx(head='orientation="orthogonal" width="3" height="-2"'), "line 2, <map> height"),
        (tmx(head='orientation="orthogonal" width="٣" height="2"'), "line 2, <map> width"),
        (tmx(head='orientation="orthogonal" width=" 3" height="2"'), "line 2, <map> width"),
        (tmx(head='orientation="orthogonal" width="9999999" height="2"'), "line 2, <map> width"),
        (tmx(head='orientation="orthogonal" width="4" height="2"'), "line .*<data>: expected 8"),
        (tmx("<data><tile gid='-1'/></data>"), "<tile>"),
        (tmx("<data><tile gid='1'/></data>"), "<data>: expected 6 tiles, got 1"),
        (tmx('<data encoding="csv">1,2,3,4,5,6,</data>'), "<data>, after 5 tiles"),
        (tmx('<data encoding="csv">1,2,3,4,5,1_0</data>'), "<data>, after 5 tiles"),
        (tmx('<data encoding="csv">1,2,3,4,5,9999999999</data>'), "tile number above"),
        (tmx('<data encoding="morse">1</data>'), "<data>: .*morse"),
        (tmx('<data encoding="base64">A*==</data>'), "<data>: not base64"),
        (tmx(f'<data encoding="base64">{SIX[:-4]}</data>'), "<data>: expected 6 tiles"),
        (tmx(f'<data encoding="base64" compression="zlib">{SIX}</data>'), "<data>: not zlib"),
        (tmx(f'<data encoding="base64" compression="rar">{SIX}</data>'), "<data>: .*rar"),
        (tmx(head=f'{HEX} staggeraxis="z"'), "staggeraxis"),
        (tmx()[:-20], "line .* column .*not XML"),
        (tmx().replace(b"UTF-8", b"UTF-16"), None),
        (tmx(more="<group>" * 200 + "</group>" * 200), "nested deeper"),
        (tmx(more='<objectgroup><object><polyline points="1"/></object></objectgroup>'), "points"),
        (as_json(tmj(layers=3)), r"\$\.layers: expected a list"),
        (as_json(tmj(layers=[{"type": "tilelayer"}])), r"\$\.layers\[0\]: expected the key 'data'"),
        (as_json(tmj(width=10**9)), r"\$\.width"),
        (as_json(tmj(infinite=True)), r"\$\.layers\[0\]: expected the key 'chunks'"),
    ],
)
def test_a_bad_file_names_the_place(data, message) -> None:
    if message is None:  # the declared encoding is ignored: the text is UTF-8
        assert drawn(read(data).board) == [".##", "#.#"]
        return
    with pytest.raises(FormatError, match=message):
        read(data)


def zlib_layer(raw: bytes) -> bytes:
    text = base64.b64encode(raw).decode()
    return tmx(f'<data encoding="base64" compression="zlib">{text}</data>')


def test_streams_that_break_off_run_on_or_unpack_to_too_much() -> None:
    raw = base64.b64decode(SIX)
    whole = zlib.compress(raw)
    for cut in range(1, len(whole)):
        with pytest.raises(FormatError, match="<data>"):
            read(zlib_layer(whole[:cut]))
    with pytest.raises(FormatError, match="something follows"):
        read(zlib_layer(whole + b"!"))
    with pytest.raises(FormatError, match="more than 24 bytes"):
        read(zlib_layer(zlib.compress(raw + bytes(1_000_000))))
    with pytest.raises(FormatError, match="expected 6 tiles"):
        read(zlib_layer(zlib.compress(raw[:-4])))


def test_broken_zstd_streams() -> None:
    zstandard = pytest.importorskip("zstandard")
    raw = base64.b64decode(SIX)
    whole = zstandard.compress(raw)
    for bad in (whole[:-1], whole[:5], whole + b"!", zstandard.compress(raw * 99), b"zstd"):
        text = base64.b64encode(bad).decode()
        with pytest.raises(FormatError, match=r"<data>.*zstd"):
            read(tmx(f'<data encoding="base64" compression="zstd">{text}</data>'))


def test_zstd_without_its_package(monkeypatch) -> None:
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "zstandard":
            raise ModuleNotFoundError(name=name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(
        MissingExtraError, match=r"<data>: .*pip install 'sightline-engine\[formats\]'"
    ):
        read(tmx(f'<data encoding="base64" compression="zstd">{SIX}</data>'))


def test_object_layers_that_do_not_block_are_named() -> None:
    others = '<objectgroup name="decor"/><objectgroup name="labels"/>'
    loaded = tiled.read(tmx(more=OBJECTS + others), "map.tmx", Options())
    assert "2 object layers without effect on sight: 'decor', 'labels'" in loaded.report.lost
