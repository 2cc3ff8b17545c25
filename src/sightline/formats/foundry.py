"""Foundry: scenes by themselves, in adventures and packs, and in the folders of modules and worlds.

One scene, and one of its floors, becomes the board. The jobs are in modules of their own: where
scenes are kept (`foundry_packs`), the canvas (`foundry_canvas`), the floors (`foundry_levels`), the
walls (`foundry_walls`), and tokens and lights (`foundry_things`).
"""

from __future__ import annotations

from pathlib import Path

from sightline.errors import FormatError
from sightline.formats.contract import Loaded, Options, Report
from sightline.formats.counts import count
from sightline.formats.foundry_canvas import grid_distance, lay_out
from sightline.formats.foundry_levels import Floor, floors_of
from sightline.formats.foundry_packs import SceneSource, scenes_in, scenes_in_folder
from sightline.formats.foundry_picture import background_picture
from sightline.formats.foundry_things import darkness_of, place_tokens, put_lights, set_ambient
from sightline.formats.foundry_walls import draw_walls
from sightline.formats.safe_json import Node, looks_like_json, show
from sightline.formats.walls import WallPen

NAME = "Foundry scene"
SUFFIXES = (".json", ".db")

_LISTED = 20
"""So many scenes or floors a sentence lists."""
_LOST = ("sounds", "tiles", "drawings", "notes", "templates", "regions")


def recognises(data: bytes, name: str) -> bool:
    """Is this a scene exported from Foundry, or a pack or an adventure with scenes?"""
    return (
        looks_like_json(data)
        and b'"walls"' in data
        and (b'"grid"' in data or b'"gridType"' in data)
        and any(key in data for key in (b'"padding"', b'"tokens"', b'"sense"', b'"ds"', b'"c"'))
    )


def read(data: bytes, name: str, options: Options) -> Loaded:
    """A board of one scene: its walls and doors as free walls, its tokens as figures."""
    return _read(scenes_in(data, name), options)


def read_folder(folder: Path, options: Options) -> Loaded:
    """The same from a LevelDB folder, `packs/name` of a module or `data/scenes` of a world."""
    return _read(scenes_in_folder(folder), options)


def _read(scenes: list[SceneSource], options: Options) -> Loaded:
    report = Report(NAME)
    tree, floor = _choose(scenes, options, report)
    canvas = lay_out(tree, report)
    pen = WallPen(canvas.board, box=canvas.box, snap=options.snap, to_board=canvas.to_board)
    if "walls" in tree:
        draw_walls(tree["walls"], pen, floor, report)
    pen.tell(report)
    unit, darkness, shining = grid_distance(tree), darkness_of(tree), 0
    if "tokens" in tree:
        place_tokens(tree["tokens"], canvas, floor, unit, report)
    if "lights" in tree:
        shining = put_lights(tree["lights"], canvas, floor, unit, darkness, report)
    set_ambient(tree, canvas.board, darkness, shining, report)
    for key in _LOST:
        if key in tree and tree[key].as_list():
            report.lost.append(count(len(tree[key].as_list()), key.removesuffix("s")))
    picture = background_picture(tree, canvas, options, report)
    return Loaded(canvas.board, report, picture=picture)


# --- which scene, and which floor


def _choose(
    scenes: list[SceneSource], options: Options, report: Report
) -> tuple[Node, Floor | None]:
    """The scene and the floor that are asked for, or the first scene and its lowest floor.

    Every floor of every scene is one choice: `Cellar` in a file of one scene, `Inn: Cellar` or,
    where a scene has no floors, `Inn` in a file of several.
    """
    choices: list[tuple[str, int, Floor | None]] = []
    for index, scene in enumerate(scenes):
        floors = _floors(scene, alone=len(scenes) == 1)
        if len(scenes) == 1:
            choices += [(floor.name, index, floor) for floor in floors]
        elif len(floors) > 1:
            choices += [(f"{scene.name}: {floor.name}", index, floor) for floor in floors]
        else:
            choices.append((scene.name, index, floors[0] if floors else None))
    names = [name for name, _, _ in choices]
    chosen = _chosen(names, [scenes[index].name for _, index, _ in choices], options.level)
    if not choices:
        tree, floor = scenes[0].read(), None
        report.read.append(f"scene {show(scenes[0].name)}")
        return tree, floor
    name, index, floor = choices[chosen]
    report.choices.levels, report.choices.level = names, name
    report.read.append(f"scene {show(scenes[index].name)}")
    if len(choices) > 1:
        what = "scene" if len(scenes) > 1 else "level"
        if floor is not None:
            report.read.append(f"level {show(floor.name)}")
        if options.level is None:
            others = ", ".join(map(show, [*names[:chosen], *names[chosen + 1 :]][:_LISTED]))
            more = " ..." if len(names) > _LISTED + 1 else ""
            first = "the first" if what == "scene" else "the lowest"
            report.guessed.append(
                f"{first} of {count(len(names), what)}, {show(name)}; there are also {others}{more}"
            )
    return scenes[index].read(), floor


def _floors(scene: SceneSource, *, alone: bool) -> list[Floor]:
    try:
        return floors_of(scene.read())
    except FormatError:
        if alone:
            raise
        return []  # its fault is told when it is chosen


def _chosen(names: list[str], scenes: list[str], wanted: str | None) -> int:
    """The place in the list of what is asked for: by its name, by its scene's, or by number."""
    if wanted is None:
        return 0
    for known in (names, scenes):
        if wanted in known and len(set(scenes)) + (known is names) > 1:
            return known.index(wanted)
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 9 and int(wanted) < len(names):
        return int(wanted)
    if not names:
        return 0  # that there are no levels is said for every format alike
    listed = ", ".join(f"{index} {show(name)}" for index, name in enumerate(names[:_LISTED]))
    raise FormatError(
        f"no level or scene is called {show(wanted)}; there are {listed}"
        + (f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""),
        "level",
    )
