"""LDtk projects (`.ldtk`) and separate level files (`.ldtkl`).

The map's author decides what blocks: values of the IntGrid layers, by name or number.
"""

from __future__ import annotations

from dataclasses import dataclass

from sightline.errors import FormatError
from sightline.formats.contract import Loaded, Options, Report
from sightline.formats.counts import count, tally
from sightline.formats.safe.safe_json import Node, looks_like_json, read_json, show
from sightline.formats.shared.choose_scene import number_of
from sightline.formats.shared.tiles import board_from_mask, check_size, sounds_blocking
from sightline.texts import as_text, join, say

NAME = "LDtk"
SUFFIXES = (".ldtk", ".ldtkl")

MAX_LEVELS = 10_000
"""The maximum numbers of levels, and of layers in one level."""


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is an LDtk project, or a level of one."""
    if not looks_like_json(data):
        return False
    is_project = b'"levels"' in data and b'"jsonVersion"' in data
    is_level = b'"pxWid"' in data or b'"__cWid"' in data
    return is_project or (b'"layerInstances"' in data and is_level)


@dataclass(frozen=True)
class _IntGrid:
    """A layer of whole numbers, one per tile; 0 is empty."""

    name: str
    cols: int
    rows: int
    tile_pixels: int
    values: list[int]
    names: dict[int, str]
    place: str


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return one level: a board whose solid tiles are the blocking values of its IntGrid layers."""
    tree = read_json(data, name)
    report = Report(NAME)
    level = _choose_level(tree, options, report)
    if "layerInstances" not in level:
        level = _level_beside(level, options, report)
    grids, others = _layers(level["layerInstances"], _value_names(tree), report)
    sizes = [*grids, *others] or [_bare(tree, level, report)]
    blocking = _blocking(grids, options, report)
    base = next((grid for grid in grids if grid.name in blocking), sizes[0])
    check_size(base.cols, base.rows, base.place)
    mask = bytearray(base.cols * base.rows)
    for grid in grids:
        values = blocking.get(grid.name)
        if not values:
            continue
        if (grid.cols, grid.rows, grid.tile_pixels) != (base.cols, base.rows, base.tile_pixels):
            report.lost.append(
                say(
                    "layer {name}: its tiles differ in size from those of {name2}",
                    name=show(grid.name),
                    name2=show(base.name),
                )
            )
            continue
        for index, value in enumerate(grid.values):
            if value in values:
                mask[index] = 1
    report.read.append(
        say(
            "{cols} x {rows} squares of {tile_pixels} pixels, {n:,} solid",
            cols=base.cols,
            rows=base.rows,
            tile_pixels=base.tile_pixels,
            n=sum(mask),
        )
    )
    return Loaded(board_from_mask(mask, base.cols), report)


def _choose_level(tree: Node, options: Options, report: Report) -> Node:
    if "levels" not in tree:
        return tree  # a separate level file
    levels = list(tree["levels"].items(limit=MAX_LEVELS))
    if "worlds" in tree:
        for world in tree["worlds"].items(limit=MAX_LEVELS):
            levels += world["levels"].items(limit=MAX_LEVELS)
    if not levels:
        raise tree["levels"].error(say("expected at least one level, got none"))
    names = [level["identifier"].string() for level in levels]
    wanted = options.level
    if wanted is None:
        chosen = 0
        if len(levels) > 1:
            report.guessed.append(
                say(
                    "the first of {n} levels, {name}; left out: {names}{more}",
                    n=len(levels),
                    name=show(names[0]),
                    names=", ".join(map(repr, names[1:20])),
                    more=" ..." if len(names) > 20 else "",
                )
            )
    else:
        chosen = number_of(wanted, names, "level", tree["levels"].place)
    report.choices.levels, report.choices.level = names, names[chosen]
    report.read.append(say("level {name}", name=show(names[chosen])))
    return levels[chosen]


def _bare(tree: Node, level: Node, report: Report) -> _IntGrid:
    """Return the size of a level without layers, in the project's default tiles."""
    if "defaultGridSize" not in tree:
        raise level["layerInstances"].error(
            say(
                "expected at least one layer, got none; without one, only the project has the"
                " size of the tiles. Load the project"
            )
        )
    size = tree["defaultGridSize"].whole(1)
    cols, rows = (-(-level[key].whole(1) // size) for key in ("pxWid", "pxHei"))
    report.guessed.append(
        say("tiles of {size} pixels, the project's default: the level has no layers", size=size)
    )
    return _IntGrid("", cols, rows, size, [], {}, level.place)


def _level_beside(level: Node, options: Options, report: Report) -> Node:
    """Read the level from its separate file if the project only names it."""
    if "externalRelPath" not in level:
        raise level.error(say("this level is in a separate file, which is not named"))
    path = level["externalRelPath"]
    try:
        data = options.read_sidecar(path.string(), (".ldtkl",))
        found = read_json(data, path.string())
        if "layerInstances" not in found:
            raise found.error(say("expected a level with its layers"))
    except FormatError as error:
        raise path.error(
            say("this level is in a separate file: {error}", error=as_text(error))
        ) from None
    report.read.append(say("its layers, from {name}", name=show(path.string())))
    return found


def _value_names(tree: Node) -> dict[str, dict[int, str]]:
    """Return the project's names of the values of its IntGrid layers, by layer."""
    names: dict[str, dict[int, str]] = {}
    definitions = tree.get("defs")
    if definitions is None or "layers" not in definitions:
        return names
    for layer in definitions["layers"].items(limit=MAX_LEVELS):
        if "intGridValues" in layer:
            names[layer["identifier"].string()] = {
                value["value"].whole(): value["identifier"].string()
                for value in layer["intGridValues"].items(limit=MAX_LEVELS)
                if "identifier" in value
            }
    return names


def _layers(
    instances: Node, value_names: dict[str, dict[int, str]], report: Report
) -> tuple[list[_IntGrid], list[_IntGrid]]:
    """Return the IntGrid layers, and the others (only their sizes)."""
    grids: list[_IntGrid] = []
    others: list[_IntGrid] = []
    entities: list[str] = []
    for layer in instances.items(limit=MAX_LEVELS):
        name = layer["__identifier"].string()
        cols, rows = layer["__cWid"].whole(1), layer["__cHei"].whole(1)
        check_size(cols, rows, layer.place)
        is_grid = layer["__type"].string() == "IntGrid"
        values = layer["intGridCsv"] if is_grid else None
        (grids if is_grid else others).append(
            _IntGrid(
                name,
                cols,
                rows,
                layer["__gridSize"].whole(1),
                values.whole_numbers(0, 2**31, length=cols * rows) if values is not None else [],
                value_names.get(name, {}),
                layer.place,
            )
        )
        if is_grid and any(
            f"__pxTotalOffset{axis}" in layer and layer[f"__pxTotalOffset{axis}"].whole()
            for axis in "XY"
        ):
            report.lost.append(say("layer {name}: its offset in pixels", name=show(name)))
        if "entityInstances" in layer:
            entities += [
                entity["__identifier"].string() for entity in layer["entityInstances"].items()
            ]
    if others:
        report.lost.append(
            say(
                "{things} that are not IntGrid layers: {names}",
                things=count(len(others), "layer"),
                names=", ".join(repr(layer.name) for layer in others[:12]),
            )
        )
    if entities:
        report.lost.append(
            say(
                "{number} (a door among them has no known state): {things}",
                number=count(len(entities), "entity"),
                things=tally(entities),
            )
        )
    return grids, others


def _blocking(grids: list[_IntGrid], options: Options, report: Report) -> dict[str, frozenset[int]]:
    """Return the blocking values by layer: those that the options name, or else a guess."""
    chosen: dict[str, set[int]] = {}
    for grid in grids:
        chosen.setdefault(grid.name, set())
        report.choices.blocking += [grid.name, *(grid.names[v] for v in sorted(grid.names))]
    report.choices.chosen = list(options.blocking)
    if options.blocking:
        for wanted in options.blocking:
            if not _choose_named(grids, wanted, chosen):
                known = [
                    say("{layer} with values {names}", layer=show(g.name), names=_list_values(g))
                    for g in grids
                ]
                raise FormatError(
                    say(
                        "no IntGrid layer or value is called {got}; there are {names}",
                        got=show(wanted),
                        names=join(known, "; ") or say("none"),
                    ),
                    "blocking",
                )
        report.read.append(
            say("blocking sight, as chosen: {names}", names=", ".join(options.blocking))
        )
    else:
        _guess(grids, chosen, report)
    return {name: frozenset(values) for name, values in chosen.items() if values}


def _choose_named(grids: list[_IntGrid], wanted: str, chosen: dict[str, set[int]]) -> bool:
    """Add the named layer or value to `chosen`; return False if no layer or value has that name."""
    found = False
    for grid in grids:
        if wanted == grid.name:
            chosen[grid.name].update(value for value in grid.values if value)
            found = True
            continue
        for value in {*grid.values, *grid.names} - {0}:
            if wanted in (grid.names.get(value), str(value)):
                chosen[grid.name].add(value)
                found = True
    return found


def _guess(grids: list[_IntGrid], chosen: dict[str, set[int]], report: Report) -> None:
    for grid in grids:
        named = {value for value, name in grid.names.items() if sounds_blocking(name)}
        if named:
            chosen[grid.name] |= named
            report.choices.chosen += [grid.names[value] for value in sorted(named)]
            called = ", ".join(f"{value} {show(grid.names[value])}" for value in sorted(named))
            report.guessed.append(
                say(
                    "layer {name}: {called} blocks, by its name",
                    name=show(grid.name),
                    called=called,
                )
            )
        elif sounds_blocking(grid.name):
            chosen[grid.name].update(value for value in grid.values if value)
            report.choices.chosen.append(grid.name)
            report.guessed.append(
                say("layer {name}: every value but 0 blocks, by its name", name=show(grid.name))
            )
    if not any(chosen.values()):
        known = "; ".join(f"{show(grid.name)} with {_list_values(grid)}" for grid in grids)
        report.guessed.append(
            say(
                "nothing blocks: no layer or value sounds like a wall. Choose what blocks"
                " (`blocking`): {known}",
                known=known or say("the file has no IntGrid layer"),
            )
        )


def _list_values(grid: _IntGrid) -> str:
    values = sorted({*grid.values, *grid.names} - {0})
    listed = [
        f"{value} {show(grid.names[value])}" if value in grid.names else str(value)
        for value in values[:12]
    ]
    return ", ".join(listed) or "none"
