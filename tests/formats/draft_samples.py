"""Small sample maps of Dungeondraft, Dungeon Scrawl and Owlbear Rodeo, written for the tests."""

import io
import json
import zipfile
from typing import Any

PIXELS = 256


def pool(*tiles: float) -> str:
    """Return points, given in tiles, in the syntax of Dungeondraft."""
    return f"PoolVector2Array( {', '.join(f'{each * PIXELS:.6g}' for each in tiles)} )"


def vector(x: float, y: float) -> str:
    return f"Vector2( {x * PIXELS:.6g}, {y * PIXELS:.6g} )"


def portal(x: float, y: float, at: float, **changes: Any) -> dict[str, Any]:
    return {
        "position": vector(x, y),
        "rotation": 0,
        "scale": "Vector2( 1, 1 )",
        "direction": "Vector2( 1, 0 )",
        "texture": "res://textures/portals/door_00.png",
        "radius": 128,
        "wall_id": "1",
        "wall_distance": at,
        "closed": True,
        "node_id": "c",
    } | changes


def wall(*tiles: float, loop: bool = False, portals: Any = (), **changes: Any) -> dict[str, Any]:
    return {
        "points": pool(*tiles),
        "texture": "res://textures/walls/stone.png",
        "color": "ffffffff",
        "loop": loop,
        "type": 1,
        "joint": 0,
        "node_id": "1",
        "portals": list(portals),
    } | changes


def bits(cols: int, rows: int, *dug: tuple[int, int]) -> str:
    """Return a cave as a bitmap. `dug`: grid points, counted from the map's
    corner, four per tile.
    """
    width, height = 4 * cols + 3, 4 * rows + 3
    packed = bytearray(-(-width * height // 8))
    for x, y in dug:
        at = (y + 1) * width + x + 1
        packed[at // 8] |= 1 << at % 8
    return f"PoolByteArray( {', '.join(map(str, packed))} )"


def level(label: str, **changes: Any) -> dict[str, Any]:
    return {
        "label": label,
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "shapes": {"polygons": [], "walls": []},
        "patterns": [],
        "walls": [],
        "portals": [],
        "cave": {"bitmap": bits(6, 4), "entrance_bitmap": bits(6, 4)},
        "paths": [],
        "objects": [],
        "lights": [],
        "roofs": {"shade": True, "roofs": []},
        "texts": [],
    } | changes


def ground() -> dict[str, Any]:
    return level(
        "Ground",
        environment={"baked_lighting": True, "ambient_light": "ff404040"},
        walls=[
            wall(1, 1, 4, 1, 4, 3, 1, 3, loop=True, portals=[portal(2, 1, 0.333333)]),
            wall(4, 1, 6, 1, portals=[portal(5, 1, 0.5, radius=64, closed=False)]),
        ],
        portals=[portal(2, 3.5, 0, wall_id="ffffffff", direction="Vector2( -4.37114e-08, 1 )")],
        cave={
            "bitmap": bits(6, 4, *((x, y) for x in range(17, 20) for y in range(6, 9))),
            "entrance_bitmap": bits(6, 4, (20, 7), (20, 8)),
        },
        lights=[{"position": vector(2.5, 2.5), "range": 3, "intensity": 1, "color": "ffeccd8b"}],
        paths=[
            {
                "position": vector(1, 3.25),
                "rotation": 0,
                "scale": "Vector2( 1, 1 )",
                "edit_points": pool(0, 0, 0.5, 0.5),
                "block_light": True,
                "loop": False,
            }
        ],
        objects=[{"position": vector(3, 2), "block_light": True}, {"position": vector(3, 2)}],
    )


def dungeondraft(*levels: dict[str, Any], current: int = 0, **changes: Any) -> dict[str, Any]:
    return {
        "header": {
            "creation_build": "1.2.0.1 opulent kirin",
            "asset_manifest": [],
            "editor_state": {"current_level": current},
        },
        "world": {
            "format": 3,
            "width": 6,
            "height": 4,
            "grid": {"color": "7f000000"},
            "levels": {
                str(number): each
                for number, each in enumerate(levels or (ground(), level("Cellar")))
            },
        },
    } | changes


# --- Dungeon Scrawl

CELL = 36


def rect(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    """Return a closed ring around a rectangle given in tiles."""
    corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    return [[x * CELL, y * CELL] for x, y in corners]


def node(kind: str, name: str, *children: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "children": list(children), "visible": True} | more


def dungeon_scrawl(**changes: Any) -> dict[str, Any]:
    """Return a map with two rooms, a door in the wall between them, and a door
    in an open passage.
    """
    return {
        "version": 1,
        "state": {
            "document": {
                "documentNodeId": "document",
                "nodes": {
                    "document": node("DOCUMENT", "", "page", selectedPage="page"),
                    "page": node(
                        "PAGE", "Cellar", "dungeon", "pool", "images", grid={"cellDiameter": CELL}
                    ),
                    "dungeon": node("TEMPLATE", "Dungeon", "floor"),
                    "floor": node("GEOMETRY", "Geometry", "tiles", "walls", geometryId="rooms"),
                    "tiles": node("MULTIPOLYGON", "Floor", stroke={"visible": False}),
                    "walls": node("MULTIPOLYGON", "Walls", stroke={"visible": True, "width": 5}),
                    "pool": node("TEMPLATE", "Water", "water"),
                    "water": node("GEOMETRY", "Geometry", "wet", geometryId="water"),
                    "wet": node("MULTIPOLYGON", "Fill", stroke={"visible": False}),
                    "images": node("IMAGES", "Objects", "door", "gap", "stairs", "lamp", "rug"),
                    "door": node("DUNGEON_ASSET", "Door", "leaf"),
                    "leaf": node("GEOMETRY", "Door geometry", geometryId="leaf"),
                    "gap": node("DUNGEON_ASSET", "Door", "jambs"),
                    "jambs": node("GEOMETRY", "Door geometry", geometryId="jambs"),
                    "stairs": node("DUNGEON_ASSET", "Stairs", "steps"),
                    "steps": node("GEOMETRY", "Stairs geometry", geometryId="steps"),
                    "lamp": node("LIGHT", "Light", variant="point"),
                    "rug": node("ASSET", "rug", assetId="rug"),
                },
            }
        },
        "data": {
            "geometry": {
                "rooms": {
                    "polygons": [[rect(2, 1, 8, 5), rect(6, 2, 6.5, 2.5)]],
                    "polylines": [[[5 * CELL, 1 * CELL], [5 * CELL, 5 * CELL]]],
                },
                "water": {"polygons": [[rect(3, 3, 4, 4)]], "polylines": []},
                "leaf": {"polygons": [[rect(4.9, 2.25, 5.1, 2.75)]], "polylines": []},
                "jambs": {
                    "polygons": [[rect(7, 3.9, 7.5, 4.1)]],
                    "polylines": [
                        [[6.5 * CELL, 4 * CELL], [7 * CELL, 4 * CELL]],
                        [[7.5 * CELL, 4 * CELL], [8 * CELL, 4 * CELL]],
                    ],
                },
                "steps": {
                    "polygons": [],
                    "polylines": [[[3 * CELL, 2 * CELL], [4 * CELL, 2 * CELL]]],
                },
            },
            "assets": {"rug": {"data": "data:image/png;base64,iVBORw0KGgo="}},
        },
    } | changes


def ds(tree: dict[str, Any] | None = None, member: str = "map", deflate: bool = True) -> bytes:
    """Return the same map as the bytes of a file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        info = zipfile.ZipInfo(member, (2024, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED
        archive.writestr(info, json.dumps(dungeon_scrawl() if tree is None else tree))
    return made.getvalue()


# --- Owlbear Rodeo

DPI = 150


def at(x: float, y: float) -> dict[str, float]:
    """Return a point given in tiles."""
    return {"x": x * DPI, "y": y * DPI}


def item(kind: str, layer: str = "FOG", x: float = 0, y: float = 0, **more: Any) -> dict[str, Any]:
    """Return an item at a position given in tiles."""
    return {
        "id": f"{kind}-{layer}-{x}-{y}",
        "type": kind,
        "name": kind.title(),
        "layer": layer,
        "visible": True,
        "locked": False,
        "position": at(x, y),
        "rotation": 0,
        "scale": {"x": 1, "y": 1},
        "metadata": {},
        "style": {"strokeWidth": 15, "fillOpacity": 1},
    } | more


def picture(layer: str, x: float, y: float, wide: int, high: int, **more: Any) -> dict[str, Any]:
    """Return a picture of this size in pixels, with 100 pixels per tile."""
    image = {"width": wide, "height": high, "mime": "image/png", "url": "https://example.org/a"}
    grid = {"dpi": 100, "offset": {"x": 0, "y": 0}}
    return item("IMAGE", layer, x, y, **({"image": image, "grid": grid} | more))


def fog_door(start: float, end: float, *, index: int = 0, is_open: bool = False) -> dict[str, Any]:
    """Return a door between two distances along a drawing, in tiles."""
    return {
        "open": is_open,
        "start": {"distance": start * DPI, "index": index},
        "end": {"distance": end * DPI, "index": index},
    }


def owlbear_items() -> list[dict[str, Any]]:
    doors = "rodeo.owlbear.dynamic-fog/doors"
    light = {"rodeo.owlbear.dynamic-fog/light": {"attenuationRadius": 6 * DPI, "sourceRadius": 50}}
    return [
        picture("MAP", 0, 0, 800, 600),
        item(
            "SHAPE",
            x=1,
            y=1,
            shapeType="RECTANGLE",
            width=3 * DPI,
            height=2 * DPI,
            metadata={doors: [fog_door(1, 2), fog_door(6, 7, is_open=True)]},
        ),
        item("LINE", x=5, y=1, startPosition=at(0, 0), endPosition=at(0, 3)),
        item(
            "CURVE",
            x=6,
            y=1,
            points=[at(0, 0), at(1, 0), at(1, 1)],
            style={"tension": 0, "fillOpacity": 0, "closed": False},
        ),
        item("PATH", y=4, commands=[[0, 0, 0], [1, DPI, 0], [1, DPI, DPI], [5]]),
        item("SHAPE", x=6.5, y=4.5, shapeType="CIRCLE", width=DPI, height=DPI),
        item("WALL", "POPOVER", x=3, y=5, points=[at(0, 0), at(1, 0)], doubleSided=True),
        picture("CHARACTER", 2, 2, 100, 100, text={"plainText": "Mira"}, metadata=light),
        picture("CHARACTER", 5, 4, 200, 200, name="ogre.png"),
        item("TEXT", "TEXT"),
    ]


def owlbear(*items: dict[str, Any]) -> dict[str, Any]:
    return {
        "items": {"shared": {each["id"]: each for each in items or owlbear_items()}, "local": {}},
        "bounds": {"min": at(0, 0), "max": at(8, 6)},
    }


SAMPLES: dict[str, tuple[str, bytes]] = {
    "two-levels.dungeondraft_map": ("dungeondraft", json.dumps(dungeondraft()).encode()),
    "rooms.ds": ("dungeon_scrawl", ds()),
    "stored.ds": ("dungeon_scrawl", ds(deflate=False)),
    "rooms.ds.json": ("dungeon_scrawl", json.dumps(dungeon_scrawl()).encode()),
    "scene.owlbear.json": ("owlbear", json.dumps(owlbear()).encode()),
    "list.owlbear.json": ("owlbear", json.dumps(owlbear_items()).encode()),
}
