"""Small sample maps in other programs' formats, written for the tests of the readers."""

import base64
import gzip
import json
import struct
import zlib

from sightline.formats import to_bytes
from sightline.formats.plain_picture import plain_png
from sightline.formats.saving import written
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Wall
from sightline.pictures import smallest_png
from tests.formats import draft_samples
from tests.formats.tabletop_samples import TABLETOP_SAMPLES


def as_json(value) -> bytes:
    return json.dumps(value).encode()


def uvtt(**changes) -> dict:
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 6, "y": 4},
            "pixels_per_grid": 70,
        },
        "line_of_sight": [
            [{"x": 1, "y": 1}, {"x": 3, "y": 1}, {"x": 3, "y": 2.5}],
            [{"x": 0.123, "y": 0.5}, {"x": 5.0009765625, "y": 3.75}],
        ],
        "objects_line_of_sight": [[{"x": 4, "y": 3}, {"x": 4.5, "y": 3.5}]],
        "portals": [
            {
                "position": {"x": 3, "y": 3},
                "bounds": [{"x": 3, "y": 2.5}, {"x": 3, "y": 3.5}],
                "rotation": 1.5,
                "closed": True,
                "freestanding": False,
            },
            {
                "position": {"x": 1.5, "y": 2},
                "bounds": [{"x": 1, "y": 2}, {"x": 2, "y": 2}],
                "rotation": 0,
                "closed": False,
                "freestanding": True,
            },
        ],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [{"position": {"x": 1, "y": 1}, "range": 5, "intensity": 1}],
        "image": base64.b64encode(smallest_png(12, 8)).decode(),
    } | changes


def foundry(**changes) -> dict:
    """Return a scene of 5 x 4 squares of 100 pixels, padded by 2 columns and 1 row."""
    return {
        "name": "Cellar",
        "width": 500,
        "height": 400,
        "padding": 0.25,
        "grid": {"type": 1, "size": 100},
        "background": {"src": None, "offsetX": 0, "offsetY": 0},
        "walls": [
            {"c": [300, 200, 300, 400], "sight": 20, "door": 0, "ds": 0, "dir": 0},
            {"c": [300, 400, 333, 433], "sight": 20, "door": 1, "ds": 0, "dir": 0},
            {"c": [400, 200, 400, 300], "sight": 20, "door": 1, "ds": 1, "dir": 0},
            {"c": [400, 300, 400, 400], "sight": 20, "door": 1, "ds": 2, "dir": 0},
            {"c": [500, 200, 500, 300], "sight": 20, "door": 2, "ds": 0, "dir": 0},
            {"c": [500, 300, 500, 400], "sight": 0, "door": 0, "ds": 0, "dir": 0},
            {"c": [200, 300, 300, 300], "sight": 10, "door": 0, "ds": 0, "dir": 1},
        ],
        "tokens": [{"name": "Bilbo"}],
    } | changes


def foundry_levels() -> dict:
    """Return a scene with two levels, tokens, lights, heights and walls of every kind."""
    walls = [
        {"c": [300, 200, 300, 400], "sight": 20, "levels": ["a"], "dir": 2},
        {"c": [400, 200, 400, 400], "sight": 30, "levels": ["b"], "threshold": {"sight": 10}},
        {"c": [500, 200, 500, 400], "sight": 40, "levels": [], "threshold": {"sight": 10}},
        {"c": [600, 200, 600, 400], "flags": {"wall-height": {"bottom": 0, "top": None}}},
    ]
    light = {"bright": 10, "dim": 20.5, "angle": 90, "darkness": {"min": 0, "max": 1}}
    day = {"darknessLevel": 0.5, "globalLight": {"enabled": True, "darkness": {"max": 0.75}}}
    return foundry(
        _id="x",
        levels=[
            {"_id": "b", "name": "Roof", "elevation": {"bottom": 10, "top": 20}},
            {"_id": "a", "name": "Ground", "elevation": {"bottom": None, "top": 10}},
        ],
        walls=walls,
        tokens=[
            {"name": "Odo", "x": 300, "y": 200, "disposition": 1, "level": "a", "light": light},
            {"name": "Odo", "x": 300, "y": 200, "width": 2, "height": 2, "hidden": True},
        ],
        lights=[{"x": 350, "y": 250, "config": light, "levels": ["a"], "walls": False}],
        environment=day,
    )


def one_page_dungeon(**changes) -> dict:
    return {
        "version": "1.2.7",
        "title": "The Sample",
        "story": "Once.",
        "rects": [
            {"x": -3, "y": -2, "w": 3, "h": 3},
            {"x": 0, "y": -1, "w": 1, "h": 1},
            {"x": 1, "y": -3, "w": 5, "h": 5, "rotunda": True},
            {"x": 3, "y": 2, "w": 1, "h": 1},
            {"x": 3, "y": 3, "w": 1, "h": 2},
        ],
        "doors": [
            {"x": 0, "y": -1, "dir": {"x": 1, "y": 0}, "type": 1},
            {"x": 3, "y": 2, "dir": {"x": 0, "y": 1}, "type": 6},
        ],
        "notes": [{"text": "Boo.", "ref": "1", "pos": {"x": 1.5, "y": 0.5}}],
        "columns": [{"x": -2, "y": -1}],
        "water": [{"x": 4, "y": 0}],
    } | changes


def donjon(**changes) -> dict:
    """Return a map with two rooms in a row, with an unusual table of cell codes."""
    bits = {"nothing": 0, "block": 8, "room": 1, "corridor": 2, "perimeter": 4}
    bits |= {"arch": 16, "door": 32, "locked": 64, "trapped": 128, "secret": 256, "portcullis": 512}
    wall = 4
    return {
        "cell_bit": bits,
        "cells": [
            [wall, wall, wall, wall, wall, wall, wall],
            [wall, 1, 32, 2, 512, 1, wall],
            [wall, 1, wall, 2, wall, 1, wall],
            [wall, 1, 16, 2, 64, 1, wall],
            [wall, wall, 0, 256, 0, wall, wall],
            [8, 8, 8, 2, 8, 8, 8],
        ],
        "settings": {"name": "The Sample"},
    } | changes


def ldtk(**changes) -> dict:
    def level(name: str, values: list[int]) -> dict:
        sizes = {"__cWid": 3, "__cHei": 2, "__gridSize": 16}
        return {
            "identifier": name,
            "externalRelPath": None,
            "layerInstances": [
                sizes
                | {
                    "__identifier": "Things",
                    "__type": "Entities",
                    "intGridCsv": [],
                    "entityInstances": [{"__identifier": "Door"}],
                },
                sizes | {"__identifier": "Ground", "__type": "IntGrid", "intGridCsv": values},
            ],
        }

    return {
        "jsonVersion": "1.5.3",
        "defs": {
            "layers": [
                {
                    "identifier": "Ground",
                    "intGridValues": [
                        {"value": 1, "identifier": "grass"},
                        {"value": 2, "identifier": "stone_wall"},
                        {"value": 3, "identifier": None},
                    ],
                }
            ]
        },
        "levels": [level("Cave", [1, 2, 0, 3, 2, 1]), level("Attic", [2, 2, 2, 0, 0, 0])],
    } | changes


FLIPPED = 0x80000000 | 0x40000000 | 0x20000000 | 0x10000000
GIDS = [0, 1, 2, 3, 0, FLIPPED | 1]  # 3 columns, 2 rows


def packed(gids: list[int], compression: str) -> str:
    raw = struct.pack(f"<{len(gids)}I", *gids)
    if compression == "zlib":
        raw = zlib.compress(raw)
    elif compression == "gzip":
        raw = gzip.compress(raw)
    elif compression == "zstd":
        import zstandard

        raw = zstandard.compress(raw)
    return base64.b64encode(raw).decode()


def tmx_data(encoding: str, compression: str = "", gids: list[int] = GIDS) -> str:
    if encoding == "xml":
        tiles = "".join(f'<tile gid="{gid}"/>' if gid else "<tile/>" for gid in gids)
        return f"<data>{tiles}</data>"
    if encoding == "csv":
        return f'<data encoding="csv">\n{",".join(map(str, gids))}\n</data>'
    kind = f' compression="{compression}"' if compression else ""
    return f'<data encoding="base64"{kind}>\n  {packed(gids, compression)}\n</data>'


TILESET = """<tileset firstgid="1" name="stones" tilewidth="16" tileheight="16">
 <tile id="1"><properties>
  <property name="blocks_sight" type="bool" value="true"/>
 </properties></tile>
 <tile id="2"><properties>
  <property name="solid" type="bool" value="false"/>
 </properties></tile>
</tileset>"""


def tmx(
    data: str = tmx_data("csv"),
    *,
    layer: str = "walls",
    head: str = 'orientation="orthogonal" width="3" height="2"',
    more: str = "",
) -> bytes:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tilewidth="16" tileheight="16" {head}>
 {TILESET}
 <layer id="1" name="{layer}">{data}</layer>
 {more}
</map>
""".encode()


OBJECTS = """<objectgroup name="collision" offsetx="8">
 <object id="1" x="8" y="8" width="16" height="8"/>
 <object id="2" x="0" y="0"><polyline points="0,0 8,16 8,16"/></object>
 <object id="3" x="16" y="16"><polygon points="0,0 4,0 4,4"/></object>
 <object id="4" x="16" y="16" width="4" height="4"><ellipse/></object>
</objectgroup>"""


def tmj(**changes) -> dict:
    return {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "infinite": False,
        "width": 3,
        "height": 2,
        "tilewidth": 16,
        "tileheight": 16,
        "tilesets": [
            {
                "firstgid": 1,
                "name": "stones",
                "tiles": [
                    {"id": 1, "properties": [{"name": "wall", "type": "bool", "value": True}]}
                ],
            },
            {"firstgid": 50, "source": "elsewhere.tsj"},
        ],
        "layers": [
            {
                "type": "tilelayer",
                "name": "ground",
                "width": 3,
                "height": 2,
                "data": GIDS,
            },
            {
                "type": "group",
                "name": "deep",
                "offsetx": 4,
                "layers": [
                    {
                        "type": "objectgroup",
                        "name": "Obstacles",
                        "objects": [
                            {"x": 0, "y": 0, "polyline": [{"x": 0, "y": 0}, {"x": 8, "y": 8}]},
                            {"x": 4, "y": 8, "width": 8, "height": 8, "rotation": 0},
                            {"x": 1, "y": 1, "point": True},
                        ],
                    }
                ],
            },
        ],
    } | changes


SHAPES = """<tileset firstgid="60" name="shapes" tilewidth="16" tileheight="24">
 <tileoffset x="1" y="-2"/>
 <tile id="0"><objectgroup><object x="0" y="8" width="16" height="16"/></objectgroup></tile>
 <tile id="1"><image width="16" height="16" source="a.png"/><objectgroup offsetx="1">
  <object x="2" y="2" width="9" height="5" rotation="30"><ellipse/></object>
  <object x="1" y="1"><polygon points="0,0 8,0 4,9"/></object>
  <object x="1" y="1" width="3" height="8"><capsule/></object></objectgroup></tile>
</tileset>"""
DOCTYPE = b'<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">'


def round_dungeon() -> dict:
    """Return a map with a round room and a ring of columns, as the generator places them."""
    return one_page_dungeon(
        columns=[
            {"x": 4.885819298766932, "y": 0.07402514854763452},
            {"x": 2.1141807012330685, "y": -1.0740251485476349},
        ]
    )


ROGUELIKE = b"""roguelike

------   ---
|...@+## |.|
|.kk.| ##+'#
------   ---

#: floor
k: enemy "kobold"
blank: solid
"""

SAMPLES: dict[str, tuple[str, bytes]] = {
    # file name: (reader module, bytes)
    "plain.uvtt": ("uvtt", as_json(uvtt())),
    "scene.foundry.json": ("foundry", as_json(foundry())),
    "levels.foundry.json": ("foundry", as_json(foundry_levels())),
    "pack.foundry.db": (
        "foundry",
        # Only the last line is a current scene, so a pack that is cut off before it has no scene.
        as_json({"$$deleted": True, "_id": "a", "walls": []}) + b"\n" + as_json(foundry_levels()),
    ),
    "scene-hex.foundry.json": ("foundry", as_json(foundry(grid={"type": 4, "size": 100}))),
    "dungeon.opd.json": ("one_page_dungeon", as_json(one_page_dungeon())),
    "dungeon.donjon.json": ("donjon", as_json(donjon())),
    "project.ldtk": ("ldtk", as_json(ldtk())),
    "csv.tmx": ("tiled", tmx(more=OBJECTS)),
    "zlib.tmx": ("tiled", tmx(tmx_data("base64", "zlib"))),
    "elements.tmx": ("tiled", tmx(tmx_data("xml"))),
    "hex.tmx": (
        "tiled",
        tmx(
            head='orientation="hexagonal" width="3" height="2" staggeraxis="y"'
            ' staggerindex="odd" hexsidelength="8"',
            more=OBJECTS,
        ),
    ),
    "list.tmj": ("tiled", as_json(tmj())),
    "shapes.tmx": (
        "tiled",
        tmx(tmx_data("csv", gids=[60, 61, 0x80000000 | 61, 0x60000000 | 61, 0, 1]), more=SHAPES),
    ),
    "isometric.tmx": (
        "tiled",
        tmx(head='orientation="isometric" width="3" height="2"', more=OBJECTS).replace(
            b"<map", DOCTYPE + b"<map", 1
        ),
    ),
    "staggered.tmx": (
        "tiled",
        tmx(head='orientation="staggered" width="3" height="2" staggeraxis="x"', more=OBJECTS),
    ),
    "round.opd.json": ("one_page_dungeon", as_json(round_dungeon())),
    "roguelike.txt": ("text", ROGUELIKE),
    **TABLETOP_SAMPLES,
}
SAMPLES |= draft_samples.SAMPLES


def _ours() -> SquareBoard:
    """Return a board with one of everything."""
    board = SquareBoard.from_text("S.#.\n....\n#..T")
    board.set_edge((1, 0), (1, 1), Gate("locked"))
    board.set_edge((1, 1), (1, 2), Door("secret", limited=True))
    board.set_edge((1, 2), (1, 3), Wall(one_way="back"))
    board.add_wall((0.5, 1.25), (3.5, 2.75), Wall(limited=True))
    board.place("desk", (2, 1), size=(1, 2), kind="table", side="the old guard")
    board.set_terrain((0, 1), "low")
    board.add_light((1, 3), 1, 3)
    board.add_light("S", 1, 3)
    board.ambient = "dark"
    return board


def _our_hexes() -> HexBoard:
    board = HexBoard(2, orientation="flat", outside="solid")
    board.set_solid((1, 0))
    board.set_cover((0, 1), 0.5)
    board.set_elevation((1, 1), -2)
    board.set_edge((0, 0), (0, 1), Door("open"))
    board.set_terrain((0, 1), "light-woods")
    board.place("troll", (0, 0), size=2, side="enemies")
    return board


OUR_SAMPLES: dict[str, tuple[str, bytes]] = {
    **{
        f"ours{ending}": (module, to_bytes(_ours(), ending, {"rule": "corner"}, [{"by": "x"}]))
        for ending, module in ((".json", "native"), (".txt", "text"))
    },
    **{
        f"our-hexes{ending}": (module, to_bytes(_our_hexes(), ending))
        for ending, module in ((".json", "native"), (".txt", "text"))
    },
    "ours.uvtt": ("uvtt", to_bytes(_ours(), ".uvtt")),
    "ours.foundry.json": ("foundry", written(_ours(), "foundry").data),
    "our-hexes.foundry.json": ("foundry", written(_our_hexes(), "foundry").data),
    "plain.png": ("picture", plain_png(_ours())),
}
"""Sample files in our own formats."""
