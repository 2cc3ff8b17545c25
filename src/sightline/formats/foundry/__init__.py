"""Foundry: scenes in files, adventures and packs, and in the folders of modules and worlds.

A scene is read as a whole with its heights, or one of its floors is read flat. The modules are
`packs` (where scenes are stored), `canvas`, `levels` (the floors), `storeys` (all floors at once),
`walls`, and `things` (tokens and lights).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sightline.errors import FormatError
from sightline.formats.contract import Loaded, Options, Report
from sightline.formats.counts import count
from sightline.formats.foundry.canvas import lay_out, unit_of
from sightline.formats.foundry.levels import EVERYWHERE, Floor, floors_of
from sightline.formats.foundry.packs import SceneSource, scenes_in, scenes_in_folder
from sightline.formats.foundry.picture import background_picture
from sightline.formats.foundry.stairs import read_stairs
from sightline.formats.foundry.storeys import Storeys
from sightline.formats.foundry.things import (
    darkness_of,
    place_tokens,
    put_lights,
    read_notes,
    set_ambient,
)
from sightline.formats.foundry.walls import draw_walls
from sightline.formats.safe.safe_json import Node, looks_like_json, show
from sightline.formats.shared.choose_scene import choose_scene
from sightline.formats.shared.tokens import Tokens
from sightline.formats.shared.walls import WallPen
from sightline.texts import say

NAME = "Foundry scene"
SUFFIXES = (".json", ".db")

_LOST = ("sounds", "tiles", "drawings", "templates", "regions")


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a scene exported from Foundry, or a pack or adventure with scenes."""
    return (
        looks_like_json(data)
        and b'"walls"' in data
        and (b'"grid"' in data or b'"gridType"' in data)
        and any(key in data for key in (b'"padding"', b'"tokens"', b'"sense"', b'"ds"', b'"c"'))
    )


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board of one scene: its walls and doors as free walls, its tokens as figures."""
    return _read(scenes_in(data, name), options)


def read_folder(folder: Path, options: Options) -> Loaded:
    """Return a board of one scene in a LevelDB folder: `packs/name` of a module or `data/scenes`
    of a world.
    """
    return _read(scenes_in_folder(folder), options)


def _read(scenes: list[SceneSource], options: Options) -> Loaded:
    report = Report(NAME)
    tree, floor = _choose(scenes, options, report)
    canvas = lay_out(tree, report)
    part: Floor | Storeys = floor or Storeys.of(tree, canvas.distance)
    if isinstance(part, Storeys):
        part.build(tree, canvas, report)
    pen = WallPen(canvas.board, box=canvas.box, snap=options.snap, to_board=canvas.to_board)
    if "walls" in tree:
        draw_walls(tree["walls"], pen, part, report)
    pen.tell(report)
    tokens, darkness = Tokens(canvas.board), darkness_of(tree)
    if "tokens" in tree:
        place_tokens(tree["tokens"], tokens, canvas, part, report)
    if "lights" in tree:
        put_lights(tree["lights"], tokens, canvas, part, darkness, report)
    tokens.tell(report)
    set_ambient(tree, canvas.board, darkness, report)
    stairs = read_stairs(tree, canvas, part, report) if isinstance(part, Storeys) else []
    for key in _LOST:
        if key in tree and tree[key].as_list() and (key != "regions" or part is floor):
            report.lost.append(count(len(tree[key].as_list()), key.removesuffix("s")))
    picture = background_picture(tree, part.pictured, canvas, options, report)
    notes = read_notes(tree["notes"], canvas, part, report) if "notes" in tree else []
    unit = unit_of(tree)
    if unit:
        report.read.append(say("a tile is {unit} wide", unit=unit))
    title = tree["name"].string().strip() if tree.get("name") is not None else ""
    return Loaded(
        canvas.board,
        report,
        picture=picture,
        title=title,
        unit=unit,
        notes=notes,
        stairs=stairs,
        to_board=canvas.to_board,
    )


# --- choice of scene and floor


def _choose(
    scenes: list[SceneSource], options: Options, report: Report
) -> tuple[Node, Floor | None]:
    """Return the chosen scene and floor. The floor is None for all floors, with heights.

    Every floor of every scene is one choice: `Cellar` in a file with one scene, `Inn: Cellar` in a
    file with several. There `Inn` means all floors of that scene, or the lowest if `options.flat`
    is set.
    """
    choices: list[tuple[str, int, Floor | None]] = []
    lowest: dict[str, str] = {}
    for index, scene in enumerate(scenes):
        floors = _floors(scene, alone=len(scenes) == 1)
        if len(scenes) == 1:
            choices += [(floor.name, index, floor) for floor in floors]
            continue
        if len(floors) < 2 or not options.flat:
            choices.append((scene.name, index, None))
        if len(floors) > 1:
            choices += [(f"{scene.name}: {floor.name}", index, floor) for floor in floors]
            lowest.setdefault(scene.name, f"{scene.name}: {floors[0].name}")
    names = [name for name, _, _ in choices]
    index, floor = 0, None
    report.choices.together = len(scenes) == 1 and not options.flat
    if report.choices.together and options.level is None:
        report.choices.levels = names
    elif names:
        if options.level in lowest and options.level not in names:
            options = replace(options, level=lowest[options.level])
        _, index, floor = choices[choose_scene(names, options, report, "level", 0)]
    if len(scenes) == 1:
        report.read.append(say("scene {name}", name=show(scenes[0].name)))
    tree = scenes[index].read()
    if floor is None and options.flat:
        floor = next(iter(floors_of(tree)), FLAT)
    return tree, floor


FLAT = Floor("", EVERYWHERE)
"""The only floor of a scene without floors."""


def _floors(scene: SceneSource, *, alone: bool) -> list[Floor]:
    try:
        return floors_of(scene.peek())
    except FormatError:
        if alone:
            raise
        return []  # errors are raised when it is chosen
