"""Boards into files: our own formats, which hold all of a board, and those of other programs.

    save(board, path)                          in the format that the ending names
    save_with_report(board, path, format=...)  the same, and what became of the board in the file
    to_bytes(board, ending)                    the bytes alone

The file is there in whole or not at all: an old one stays until the new one is complete.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.formats.contract import Stairs, WriteReport, Written
from sightline.formats.counts import count
from sightline.model.board import Board
from sightline.model.names import not_one_of
from sightline.model.numbers import short_repr
from sightline.pictures import MapPicture

FORMATS = {
    ".json": "json",
    ".txt": "text",
    ".map": "text",
    ".uvtt": "uvtt",
    ".dd2vtt": "uvtt",
    ".df2vtt": "uvtt",
}
"""By their endings, the formats that a board is saved in. `foundry` has none of its own: a scene is
a `.json`, as ours is."""
NAMES = ("json", "text", "uvtt", "foundry")
"""Every format that a board is saved in."""
_OURS = {"json": "native", "text": "text"}


def save(
    board: Board,
    path: str | os.PathLike[str],
    rule: dict[str, Any] | None = None,
    rulings: Sequence[dict[str, Any]] = (),
    picture: MapPicture | None = None,
    *,
    format: str | None = None,
    stairs: Sequence[Stairs] = (),
) -> None:
    """Write a board, and a rule and rulings as plain data, in the format that the ending names.

    `.json`, `.txt` and `.map` are ours, and hold all of a board; a `picture` that lies under it
    goes into `.json`, decoded and encoded anew, so that nothing but its pixels is kept. `.uvtt`,
    `.dd2vtt` and `.df2vtt` are Universal VTT, and `format="foundry"` makes a Foundry scene, for
    other programs: `save_with_report` tells what is lost in them.

    The file is there in whole or not at all: an old one stays until the new one is complete. Any
    other ending or format is an `InvalidValueError`, and so is a board that the format has no
    words for, such as hexes in Universal VTT. `stairs` are those of `Loaded`, which `.json` holds.

    >>> from sightline import CornerRule, SquareBoard, load, save
    >>> board = SquareBoard.from_text("S.#")
    >>> save(board, "crypt.json", CornerRule().to_dict())
    >>> load("crypt.json") == board
    True
    >>> save(board, "crypt.dd2vtt")
    """
    save_with_report(board, path, rule, rulings, picture, format=format, stairs=stairs)


def save_with_report(
    board: Board,
    path: str | os.PathLike[str],
    rule: dict[str, Any] | None = None,
    rulings: Sequence[dict[str, Any]] = (),
    picture: MapPicture | None = None,
    *,
    format: str | None = None,
    stairs: Sequence[Stairs] = (),
) -> WriteReport:
    """The same as `save`, and what was written, changed and lost on the way.

    >>> from sightline import SquareBoard
    >>> from sightline.formats import save_with_report
    >>> board = SquareBoard.from_text("S.#")
    >>> print(save_with_report(board, "crypt.dd2vtt"))
    Universal VTT
      written: a map of 3 x 1 squares
      written: 1 wall
      changed: a plain picture was added, because other programs expect one
      changed: rock is written as walls around it
      lost: 1 figure: the format has none
    """
    file = Path(path)
    kind = format or format_of(file.suffix)
    made = written(board, kind, rule, rulings, picture, name=file.stem, stairs=stairs)
    for name, data in made.sidecars.items():
        replace_file(file.with_name(name), data)
    replace_file(file, made.data)
    return made.report


def to_bytes(
    board: Board,
    suffix: str,
    rule: dict[str, Any] | None = None,
    rulings: Sequence[dict[str, Any]] = (),
    picture: MapPicture | None = None,
    *,
    stairs: Sequence[Stairs] = (),
) -> bytes:
    """Return what `save` would write to a file with that suffix."""
    return written(board, format_of(suffix), rule, rulings, picture, stairs=stairs).data


def written(
    board: Board,
    format: str,
    rule: dict[str, Any] | None = None,
    rulings: Sequence[dict[str, Any]] = (),
    picture: MapPicture | None = None,
    *,
    name: str = "map",
    stairs: Sequence[Stairs] = (),
) -> Written:
    """A board in one of the formats: its bytes, what became of it, and what belongs beside them.

    `name` is what a scene is called that has a name.
    """
    if not isinstance(board, Board):
        raise InvalidTypeError(f"board: expected a board, got {short_repr(board)}")
    if format not in NAMES:
        raise InvalidValueError(not_one_of("format to save in", NAMES, format))
    if format in _OURS:
        return _ours(board, format, rule, rulings, picture, stairs)
    module = import_module(f"sightline.formats.{format}.writer")
    made: Written = module.write(board, picture, name)
    if rule is not None:
        made.report.lost.append("the rule")
    if rulings:
        made.report.lost.append(count(len(rulings), "ruling"))
    if stairs:
        made.report.lost.append(_stairs(stairs))
    return made


def _stairs(stairs: Sequence[Stairs]) -> str:
    return count(len(stairs), "flight") + " of stairs"


def _ours(
    board: Board,
    format: str,
    rule: dict[str, Any] | None,
    rulings: Sequence[dict[str, Any]],
    picture: MapPicture | None,
    stairs: Sequence[Stairs],
) -> Written:
    module = import_module(f"sightline.formats.{_OURS[format]}")
    report = WriteReport(module.NAME)
    if format == "json":
        return Written(module.write(board, rule, rulings, picture, stairs), report)
    if stairs:
        report.lost.append(_stairs(stairs))
    if picture is None:
        return Written(module.write(board, rule, rulings), report)
    raise InvalidValueError(
        "picture: expected a file that can hold one, .json, .uvtt or a Foundry scene, got a"
        " drawing in text"
    )


def format_of(suffix: str) -> str:
    """The format that files with this ending are saved in."""
    if suffix.lower() not in FORMATS:
        raise InvalidValueError(
            f"path to save to: expected one that ends in {', '.join(FORMATS)}, got"
            f" {short_repr(suffix)}"
        )
    return FORMATS[suffix.lower()]


def replace_file(file: Path, data: bytes) -> None:
    """Write a file whole, in the place of an old one if there is one."""
    handle, beside = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(beside, _mode(file))
        os.replace(beside, file)
    except BaseException:
        os.unlink(beside)
        raise


def _mode(file: Path) -> int:
    """The permissions that the file had, or that a new one gets here."""
    try:
        return file.stat().st_mode & 0o777
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
