"""A table's folder: everything that a table stores, easy to move, copy and back up.

    table/
        table.db              the table itself
        table.db.pictures/    pictures under maps, and of figures
        table.db.rulings/     the rulings of each map

Before 0.3 the three were not in a folder. Such a table is moved into a folder with the name of its
file when it is opened.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from sightline.errors import DamagedFileError, InvalidValueError
from sightline.storage import sidecar
from sightline.table.storage.store import Store

FILE = "table.db"
PARTS = (".rulings", ".pictures", "-wal", "-shm", ".sum", "")
"""The suffixes of a table's parts.

The file itself is last: until it is moved, an interrupted move continues at the next start.
"""
MODE = 0o700


def file_in(folder: Path) -> Path:
    """Return the path of the table's file.

    The folder is created if it is missing. A table from before 0.3 is moved into it.
    """
    if folder.is_file():
        Store(folder).close()  # checks the owner and the lock, and checkpoints the log
        _move_in(folder)
    _finish_move(folder)
    strange = next((each for each in _entries(folder) if not each.name.startswith(FILE)), None)
    if strange is not None and not (folder / FILE).exists():
        raise InvalidValueError(
            f"--file: expected a table's folder or a new name, got {str(folder)!r}, which holds"
            f" {strange.name!r}; choose another name"
        )
    folder.mkdir(mode=MODE, parents=True, exist_ok=True)
    return folder / FILE


def set_aside(folder: Path) -> Path | None:
    """Set the old table aside to make room for a new one.

    Return its new path, which contains the date, or None if there was no table.
    """
    _finish_move(folder)
    if not folder.is_file() and not _entries(folder):
        return None
    # Another server may be using it, and the log must be checkpointed. A damaged file is a good
    # reason for a new one.
    with suppress(DamagedFileError):
        Store(folder if folder.is_file() else file_in(folder)).close()
    if folder.is_file():
        _move_in(folder)
        _finish_move(folder)
    when = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    kept = _free_name(folder.with_name(f"{folder.stem}-{when}{folder.suffix}"))
    return folder.rename(kept)


def _move_in(file: Path) -> None:
    """Move a file and its parts into a folder beside it."""
    moving = sidecar(file, ".moving")
    moving.mkdir(mode=MODE, exist_ok=True)
    for ending in PARTS:
        part = sidecar(file, ending)
        if part.exists():
            part.rename(moving / f"{FILE}{ending}")


def _finish_move(folder: Path) -> None:
    """Rename the folder when everything is in it."""
    moving = sidecar(folder, ".moving")
    if moving.is_dir() and not folder.exists():
        moving.rename(folder)
        sidecar(folder, ".lock").unlink(missing_ok=True)


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _free_name(wanted: Path) -> Path:
    """Return an unused path, because clocks may be set back and users may be quick."""
    numbered = (wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}") for number in count(2))
    return next(each for each in chain([wanted], numbered) if not each.exists())
