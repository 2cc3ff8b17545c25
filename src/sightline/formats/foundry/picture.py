"""The background picture of a Foundry scene: a file that the scene names.

The name is a path on a server, such as `modules/crypt/maps/Crypt%20Level%201.webp`. The file is
searched in the folder of the scene file: first under the full path, then with the leading folders
removed one by one. Nothing is ever downloaded.
"""

from __future__ import annotations

from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import Options, Report
from sightline.formats.foundry.canvas import SceneBoard
from sightline.formats.foundry.levels import Floor
from sightline.formats.map_pictures import lay_picture
from sightline.formats.picture import SUFFIXES
from sightline.formats.safe.safe_json import Node, show
from sightline.formats.shared.walls import Spot
from sightline.pictures import MAX_PICTURE_BYTES, MapPicture
from sightline.texts import as_text, say

MOST_FOLDERS = 8
"""The maximum number of folders of the path that are tried."""


def background_picture(
    tree: Node, floor: Floor | None, canvas: SceneBoard, options: Options, report: Report
) -> MapPicture | None:
    """Return the picture, placed over the scene's rectangle, or None; the report then gives the
    reason.
    """
    path = _path(tree, floor)
    if not path:
        return None
    data = _beside(path, options, report)
    if data is None:
        return None
    left, top, right, bottom = canvas.scene
    x0, y0 = _origin(canvas)
    tile = min(canvas.cell)  # of a hex: the width between two parallel sides
    return lay_picture(
        data,
        report,
        left=(left - x0) / tile,
        top=(top - y0) / tile,
        width=(right - left) / tile,
        height=(bottom - top) / tile,
    )


def _path(tree: Node, floor: Floor | None) -> str:
    """Return the path of the picture.

    It is `background.src` of the level; before version 14 `background.src` of the scene, and before
    version 10 `img`.
    """
    places = [(tree.inner("background"), "src"), (tree, "img")]
    if floor is not None and floor.key:
        levels = [each for each in tree["levels"].items() if each["_id"].value == floor.key]
        places = [(level.inner("background"), "src") for level in levels]
    for place, key in places:
        if place is not None and key in place and isinstance(place[key].value, str):
            return place[key].string(100_000).strip()
    return ""


def _beside(path: str, options: Options, report: Report) -> bytes | None:
    if options.sidecar_files is None:
        report.lost.append(
            say(
                "the picture {name}: only the scene was given, and the picture is another file",
                name=show(path),
            )
        )
        return None
    from urllib.parse import unquote  # imported late: Python in the browser does not have it

    plain = unquote(path.partition("?")[0].partition("#")[0])
    folders = plain.replace("\\", "/").split("/")[-MOST_FOLDERS:]
    reason = ""
    for first in range(len(folders)):
        try:
            return options.read_sidecar(
                "/".join(folders[first:]), SUFFIXES, limit=MAX_PICTURE_BYTES
            )
        except FormatError as error:
            reason = as_text(error)
    report.lost.append(say("the picture: {reason}; put it next to the scene", reason=reason))
    return None


def _origin(canvas: SceneBoard) -> Spot:
    """Return the board's origin on the canvas: a tile's corner on squares, a hex's center on
    hexes.
    """
    zero, one = Fraction(0), Fraction(1)
    (x0, y0), (x1, y1), (x2, y2) = map(canvas.to_board, ((zero, zero), (one, zero), (zero, one)))
    ax, ay, bx, by = x1 - x0, y1 - y0, x2 - x0, y2 - y0
    across = ax * by - ay * bx
    return (bx * y0 - by * x0) / across, (ay * x0 - ax * y0) / across
