"""`info` and `convert`: what was read, and what is written."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import PurePath
from typing import Any

from sightline.apps.cli.asking import STANDARD_INPUT, open_map
from sightline.apps.cli.pictures import Pictures, write_file
from sightline.apps.cli.plain import dump
from sightline.apps.cli.screen import note, say, say_wrapped, screen_of, table, working
from sightline.errors import FormatError, InvalidValueError
from sightline.formats import Loaded, Options
from sightline.formats.counts import counts, tally
from sightline.formats.saving import NAMES, format_of, written
from sightline.model.board import Board
from sightline.pictures import MapPicture, cleaned

PICTURES = (".svg", ".png")
MOST_LISTED = 20


# --- info


def info(path: str, options: Options, pictures: Pictures, *, as_json: bool = False) -> int:
    """What was read, the whole report, and a picture."""
    loaded = open_map(path, options)
    if as_json:
        say(dump({"map": path, **_plain(loaded)}))
    else:
        _show(loaded)
    pictures.draw(lambda theme, under: _picture(loaded.board, theme, under), loaded.picture)
    return 0


def _show(loaded: Loaded) -> None:
    from sightline.render import terminal
    from sightline.render.words import board_words

    board = loaded.board
    color, unicode, width = screen_of(sys.stdout)
    for line in str(loaded.report).splitlines():
        say_wrapped(line)
    say()
    say(f"{board_words(board)}.")
    for line in _contents(board):
        say(line)
    if loaded.rule is not None:
        say(f"Rule: {dump(loaded.rule)}")
    if loaded.rulings:
        say(f"Rulings of a game master: {len(loaded.rulings)}")
    say()
    say(terminal(board, color=color, unicode=unicode, width=width).rstrip("\n"))
    figures = [
        (
            *(each.name, each.kind, _place(each.at)),
            *(_size(each.size), _blocks(each.blocks_sight), each.side),
        )
        for each in board.figures()
    ]
    if figures:
        say()
        table(("figure", "kind", "at", "size", "sight", "side"), figures[:MOST_LISTED])
    if len(figures) > MOST_LISTED:
        say(f"and {len(figures) - MOST_LISTED} more")


def _contents(board: Board) -> list[str]:
    solid = sum(1 for _ in board.solid_tiles())
    edges = counts(str(threshold) for _, _, threshold in board.edges())
    free = counts(str(wall.threshold) for wall in board.free_walls())
    lines = [f"Solid tiles: {solid}"] if solid else []
    terrain = tally([*board.terrains().values()])
    sides = tally([figure.side for figure in board.figures() if figure.side])
    for title, counted in (
        ("On edges", edges),
        ("Anywhere", free),
        ("Terrain", terrain),
        ("Sides", sides),
    ):
        if counted:
            lines.append(f"{title}: {counted}")
    return lines


def _place(at: Any) -> str:
    return str(at)


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _blocks(blocks_sight: bool) -> str:
    return "blocks" if blocks_sight else "is seen over"


def _plain(loaded: Loaded) -> dict[str, Any]:
    board, report = loaded.board, loaded.report
    return {
        "format": report.format,
        "report": {
            title: getattr(report, title) for title in ("read", "changed", "guessed", "lost")
        },
        "grid": board.grid.name,
        "tiles": len(board.tiles()),
        "shape": list(board.shape),
        "solid": sum(1 for _ in board.solid_tiles()),
        "edges": sum(1 for _ in board.edges()),
        "free_walls": len(board.free_walls()),
        "terrain": Counter(board.terrains().values()),
        "figures": [
            {
                "name": figure.name,
                "kind": figure.kind,
                "side": figure.side,
                "at": list(figure.at),
                "size": list(figure.size),
                "blocks_sight": figure.blocks_sight,
            }
            for figure in board.figures()
        ],
        "rule": loaded.rule,
        "rulings": len(loaded.rulings),
    }


def _picture(board: Board, theme: str, under: MapPicture | None) -> str:
    from sightline.render import board_svg

    return board_svg(board, picture=under, theme=theme)


# --- convert


def convert(
    path: str, out: str, options: Options, *, to: str | None, theme: str, bare: bool = False
) -> int:
    """One format into another, with the report of what was lost on the way."""
    loaded = open_map(path, options)
    suffix = f".{to.removeprefix('.')}".lower() if to else PurePath(out).suffix.lower()
    if out == STANDARD_INPUT and to is None:
        raise InvalidValueError("convert: to standard output, expected --to with a format")
    note(str(loaded.report))
    if suffix in PICTURES:
        which = {suffix.removeprefix("."): out}
        if out == STANDARD_INPUT:
            raise InvalidValueError("convert: pictures go into files, not to standard output")
        Pictures(which.get("svg"), which.get("png"), theme, bare).draw(
            lambda chosen, under: _picture(loaded.board, chosen, under), loaded.picture
        )
        return 0
    format = to if to in NAMES else format_of(suffix)
    name = "map" if out == STANDARD_INPUT else PurePath(out).stem
    with working("writing"):
        picture = None if bare else _kept(loaded.picture, format)
        made = written(loaded.board, format, loaded.rule, loaded.rulings, picture, name=name)
        if made.report.changed or made.report.lost:
            note(f"written as {made.report}")
        if out == STANDARD_INPUT:
            sys.stdout.buffer.write(made.data)
        else:
            for beside, data in made.beside.items():
                write_file(str(PurePath(out).with_name(beside)), data)
                note(f"wrote {PurePath(out).with_name(beside)}")
            write_file(out, made.data)
            note(f"wrote {out}")
    return 0


def _kept(picture: MapPicture | None, format: str) -> MapPicture | None:
    """The picture, where the format can hold it and it is a sound one; else a note."""
    if picture is None:
        return None
    if format == "text":
        note("note: the picture is left out; every format but text can hold it")
        return None
    try:
        return cleaned(picture)
    except FormatError as error:
        note(f"note: the picture is left out: {error}")
        return None
