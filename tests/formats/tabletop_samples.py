"""Small sample campaigns of other virtual tabletops, written for the tests of their readers."""

import io
import json
import zipfile
from collections.abc import Mapping

MAPTOOL_ROOT = "net.rptools.maptool.util.PersistenceUtil_-Persisted"


def zipped(files: Mapping[str, bytes | str], method: int = zipfile.ZIP_STORED) -> bytes:
    """Return an archive whose bytes depend neither on the time nor on the version of zlib."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return stream.getvalue()


# --- MapTool


def curve(order: int, direction: int, *points: tuple[float, float]) -> str:
    """Return a curve as `java.awt.geom.Area` stores it, with the upper end first in both
    directions.
    """
    names = {0: [""], 1: ["0", "1"], 2: ["0", "c0", "1"], 3: ["0", "c0", "c1", "1"]}[order]
    cells = f"<direction>{direction}</direction>"
    for name, (x, y) in zip(names, points, strict=True):
        prefix, number = ("c", name[1:]) if name.startswith("c") else ("", name)
        cells += f"<{prefix}x{number}>{float(x)}</{prefix}x{number}>"
        cells += f"<{prefix}y{number}>{float(y)}</{prefix}y{number}>"
    return f"<sun.awt.geom.Order{order}>{cells}</sun.awt.geom.Order{order}>"


def block(left: float, top: float, right: float, bottom: float) -> str:
    """Return a rectangle: down its left side and up its right side. Horizontal
    sides are implied.
    """
    return (
        curve(0, 1, (left, top))
        + curve(1, 1, (left, top), (left, bottom))
        + curve(1, -1, (right, top), (right, bottom))
    )


def area(tag: str, *curves: str) -> str:
    return f"<{tag}><curves>{''.join(curves)}</curves></{tag}>"


def guid(key: str) -> str:
    return f"<baGUID>{key}</baGUID>"


def token(
    name: str, x: int, y: int, more: str = "", *, kind: str = "NPC", layer: str = "TOKEN"
) -> str:
    return (
        f"<entry><net.rptools.maptool.model.GUID>{guid(name)}</net.rptools.maptool.model.GUID>"
        f'<net.rptools.maptool.model.Token><id reference="../../net.rptools.maptool.model.GUID"/>'
        f"<x>{x}</x><y>{y}</y><snapToGrid>true</snapToGrid><name>{name}</name>"
        f"<tokenType>{kind}</tokenType><layer>{layer}</layer>{more}"
        "</net.rptools.maptool.model.Token></entry>"
    )


def zone(
    name: str = "Crypt",
    *,
    grid: str = "SquareGrid",
    size: int = 50,
    offset: tuple[int, int] = (0, 0),
    areas: str = area("topology", block(50, 50, 150, 100)),
    tokens: str = "",
    more: str = "",
    vision: str = "DAY",
) -> str:
    return (
        f'<grid class="net.rptools.maptool.model.{grid}"><offsetX>{offset[0]}</offsetX>'
        f"<offsetY>{offset[1]}</offsetY><size>{size}</size>"
        f'<zone reference="../.."/><hexRatio>0.8660254037844386</hexRatio></grid>'
        f"<unitsPerCell>5.0</unitsPerCell><tokenMap>{tokens}</tokenMap>{areas}{more}"
        f"<name>{name}</name><visionType>{vision}</visionType>"
    )


def rpmap(inside: str) -> str:
    root = f"{MAPTOOL_ROOT}Map"
    return f"<{root}>\n<zone>{inside}</zone>\n</{root}>"


def cmpgn(*zones: str, properties: str = "") -> str:
    root = f"{MAPTOOL_ROOT}Campaign"
    entries = "".join(
        "<entry><net.rptools.maptool.model.GUID/><net.rptools.maptool.model.Zone>"
        f"{each}</net.rptools.maptool.model.Zone></entry>"
        for each in zones
    )
    return (
        f"<{root}><campaign><zones>{entries}</zones>"
        f"<campaignProperties>{properties}</campaignProperties></campaign></{root}>"
    )


LIGHTS = (
    "<lightSourcesMap><entry><string>D20</string><linked-hash-map><entry>"
    "<net.rptools.maptool.model.LightSource><lightList>"
    "<net.rptools.maptool.model.Light><radius>20.0</radius></net.rptools.maptool.model.Light>"
    "<net.rptools.maptool.model.Light><paint><color>1677721600</color></paint>"
    "<radius>40.0</radius></net.rptools.maptool.model.Light></lightList>"
    f"<id>{guid('torch')}</id></net.rptools.maptool.model.LightSource>"
    "</entry></linked-hash-map></entry></lightSourcesMap>"
)
TORCH = (
    "<lightSourceList><net.rptools.maptool.model.AttachedLightSource>"
    f"<lightSourceId>{guid('torch')}</lightSourceId>"
    "</net.rptools.maptool.model.AttachedLightSource></lightSourceList>"
)


def maptool_file(xml: str, **more: bytes) -> bytes:
    files: dict[str, bytes | str] = {"content.xml": xml, "properties.xml": "<map/>"}
    return zipped(files | more)


MAPTOOL_SAMPLE = cmpgn(
    zone("Meadow", areas=""),
    zone(
        "Crypt",
        offset=(10, 0),
        areas=area(
            "topology",
            block(60, 50, 110, 100),
            curve(0, 1, (110, 150)),
            curve(3, 1, (110, 150), (60, 160), (60, 190), (110, 200)),
            curve(2, -1, (110, 150), (160, 175), (110, 200)),
        )
        + area("hillVbl", block(210, 50, 260, 100))
        + area("coverVbl", block(210, 150, 260, 200)),
        tokens=token("Mira", 10, 0, TORCH, kind="PC") + token("ogre", 110, 0),
        more='<walls><vertices><vertex id="A"><position x="10.0" y="250.0"/></vertex>'
        '<vertex id="B" x="60.0" y="250.0"/></vertices><walls><wall from="A" to="B">'
        "<direction>Left</direction></wall></walls></walls>",
        vision="NIGHT",
    ),
    properties=LIGHTS,
)


# --- Fantasy Grounds


def occluder(points: str, *flags: str) -> str:
    inside = "".join(f"<{flag} />" for flag in flags)
    return f"<occluder><id>0</id><points>{points}</points>{inside}</occluder>"


def picture_xml(*occluders: str, more: str = "", grid: str = "100,100") -> bytes:
    """Return the XML file that accompanies a picture."""
    return (
        f'<?xml version="1.0"?>\n<root version="4.1">\n<gridsize>{grid}</gridsize>'
        f"<occluders>{''.join(occluders)}</occluders>{more}\n</root>\n"
    ).encode()


def image(name: str, layers: str, *, number: int = 1, head: str = "") -> str:
    return (
        f'<id-{number:05}><image type="image">{head}<layers>{layers}</layers></image>'
        f'<name type="string">{name}</name></id-{number:05}>'
    )


def layer(*occluders: str, more: str = "", matrix: str = "") -> str:
    moved = f"<matrix>{matrix}</matrix>" if matrix else ""
    return (
        f"<layer><id>0</id><type>image</type><bitmap>images/a.png@Book</bitmap>"
        f"<occluders>{''.join(occluders)}</occluders>{more}{moved}</layer>"
    )


def campaign_xml(*images: str) -> bytes:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<root version="5.1">\n'
        "<encounter><id-00001><text>Once upon a time</text></id-00001></encounter>"
        f'<image>{images[0]}<category name="More">{"".join(images[1:])}</category></image>\n'
        "</root>\n"
    ).encode()


LAMP = (
    "<lights><light><id>0</id><position>50,-50</position><on />"
    "<range>4,0.75,8,0.5</range></light></lights>"
)
FANTASY_GROUNDS_SAMPLE = campaign_xml(
    image("World", layer(), number=1),
    image(
        "Crypt",
        layer(
            occluder("-100,100,100,100,100,0"),
            occluder("-100,-10,0,-10,0,10,-100,10", "toggleable", "closed", "single_sided"),
            occluder("20,-20,80,-20,80,-80", "terrain", "closed", "hidden", "toggleable"),
            occluder("0,0,-.5,50", "allow_vision"),
            more=LAMP,
            matrix="1,0,0,0,0,1,0,0,0,0,1,0,200,-200,0,1",
        )
        + "<layer><type>token</type><token><prototype>tokens/ogre.png@Book</prototype></token>"
        "<matrix>0.5,0,0,0,0,0.5,0,0,0,0,0,0,150,-150,0,1</matrix></layer>",
        number=2,
        head="<uselighting>on</uselighting><gridsize>50,50</gridsize><gridoffset>10,5</gridoffset>",
    ),
)


# --- Roll20


def wall_path(points: list[list], **changes) -> dict:
    """Return a path in the older format: commands in a box around its center."""
    xs = [each[-2] for each in points if len(each) > 1]
    ys = [each[-1] for each in points if len(each) > 1]
    left, top = min(xs), min(ys)
    width, height = max(xs) - left, max(ys) - top
    moved = [
        [each[0], *(value - (left, top)[i % 2] for i, value in enumerate(each[1:]))]
        for each in points
    ]
    return {
        "id": "path",
        "layer": "walls",
        "barrierType": "wall",
        "stroke": "#0000ff",
        "path": moved,
        "left": left + width / 2,
        "top": top + height / 2,
        "width": width,
        "height": height,
        "scaleX": 1,
        "scaleY": 1,
        "rotation": 0,
    } | changes


def line(x0: float, y0: float, x1: float, y1: float, **changes) -> dict:
    return wall_path([["M", x0, y0], ["L", x1, y1]], **changes)


def roll20_door(x: float, y: float, dx: float, dy: float, **changes) -> dict:
    """Return a door around its center. In the file, y increases upward."""
    return {
        "x": x,
        "y": -y,
        "path": {"handle0": {"x": -dx, "y": dy}, "handle1": {"x": dx, "y": -dy}},
        "isOpen": False,
        "isLocked": False,
        "isSecret": False,
    } | changes


def graphic(name: str, left: float, top: float, **changes) -> dict:
    return {
        "name": name,
        "layer": "objects",
        "left": left,
        "top": top,
        "width": 70,
        "height": 70,
        "represents": "",
        "controlledby": "",
    } | changes


def roll20_page(**changes) -> dict:
    return {
        "name": "Crypt",
        "width": 6,
        "height": 4,
        "snapping_increment": 1,
        "grid_type": "square",
        "scale_number": 5,
        "paths": [
            line(70, 70, 210, 70),
            line(70, 70, 70, 140, barrierType="oneWay"),
            line(0, 210, 70, 210, barrierType="transparent"),
            wall_path([["M", 280, 140], ["C", 280, 101, 311, 70, 350, 70], ["Z"]]),
            {
                "layer": "walls",
                "barrierType": "wall",
                "shape": "rec",
                "x": 245,
                "y": 245,
                "points": [[0, 0], [70, 70]],
                "path": None,
            },
        ],
        "doors": [roll20_door(140, 175, 0, 35, isLocked=True)],
        "windows": [roll20_door(140, 245, 0, 35)],
        "graphics": [
            graphic("Mira", 35, 35, represents="-hero"),
            graphic("ogre", 350, 210, width=140, height=140),
            graphic(
                "",
                245,
                35,
                layer="walls",
                emits_bright_light=True,
                bright_light_distance=20,
                emits_low_light=True,
                low_light_distance=40,
            ),
        ],
        "dynamic_lighting_enabled": True,
        "daylight_mode_enabled": False,
    } | changes


def roll20(*pages: dict, **changes) -> dict:
    return {
        "R20Exporter_format": "1.0",
        "pages": list(pages),
        "characters": [{"id": "-hero", "controlledby": "-player"}],
    } | changes


ROLL20_SAMPLE = roll20(roll20_page(name="Title", paths=[], doors=[], graphics=[]), roll20_page())

TABLETOP_SAMPLES: dict[str, tuple[str, bytes]] = {
    # file name: (reader module, bytes)
    "campaign.cmpgn": ("maptool", maptool_file(MAPTOOL_SAMPLE)),
    "content.maptool.xml": ("maptool", MAPTOOL_SAMPLE.encode()),
    "hexes.rpmap": (
        "maptool",
        maptool_file(rpmap(zone(grid="HexGridVertical", tokens=token("ogre", 90, 90)))),
    ),
    "campaign.fg.xml": ("fantasy_grounds", FANTASY_GROUNDS_SAMPLE),
    "picture.fg.xml": (
        "fantasy_grounds",
        picture_xml(occluder("0,0,100,0,100,-200"), occluder("-100,0,-100,100", "toggleable")),
    ),
    "campaign.roll20.json": ("roll20", json.dumps(ROLL20_SAMPLE).encode()),
    "campaign.roll20.zip": ("roll20", zipped({"campaign.json": json.dumps(ROLL20_SAMPLE)})),
}
