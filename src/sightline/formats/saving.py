"""Save boards: in our own formats, which store all of a board, and in those of other programs.

    save(board, path)                          write the format that the suffix stands for
    save_with_report(board, path, format=...)  the same, and report changes and losses
    to_bytes(board, suffix)                    return only the bytes

Files are replaced atomically: an old file stays until the new one is complete.
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
"""The format for each file suffix. `foundry` has none: a scene is a `.json` file, like ours."""
NAMES = ("json", "text", "uvtt", "foundry")
"""All formats in which boards can be saved."""
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
    """Write a board, with a rule and rulings as plain data, in the format that the suffix stands
    for.

    `.json`, `.txt` and `.map` are our own formats and store all of a board. `.json` also stores the
    `picture` under it, encoded again so that only its pixels are kept, and the `stairs`, in the
    form of `Loaded.stairs`. `.uvtt`, `.dd2vtt` and `.df2vtt` are Universal VTT, and
    `format="foundry"` writes a Foundry scene; `save_with_report` tells what these cannot store.

    The file is replaced atomically: an old one stays until the new one is complete. Another suffix
    or format raises an `InvalidValueError`, and so does a board that the format cannot store, such
    as hexes in Universal VTT.

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
    """Write a board as `save` does, and return a report of what was written, changed and lost.

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
    """Return the bytes that `save` would write to a file with that suffix."""
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
    """Return a board in one of the formats: its bytes, its sidecar files and a report.

    `name` is the name of the scene, in formats that store one.
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
    """Return the format for files with this suffix."""
    if suffix.lower() not in FORMATS:
        raise InvalidValueError(
            f"path to save to: expected one that ends in {', '.join(FORMATS)}, got"
            f" {short_repr(suffix)}"
        )
    return FORMATS[suffix.lower()]


def replace_file(file: Path, data: bytes) -> None:
    """Write a file atomically, replacing an old one."""
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
    """Return the permissions of the existing file, or those that a new file gets here."""
    try:
        return file.stat().st_mode & 0o777
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
