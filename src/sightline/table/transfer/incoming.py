"""Reads the maps of a file that comes in, whatever it holds: one map, or a whole exported table.

Both ways in end here, an upload and a file that the command line names; and here all that comes
together is checked (each map was when it became an `ImportedMap`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sightline.errors import FormatError
from sightline.formats import Loaded, Options, load_bytes
from sightline.formats.contract import MAX_FILE_BYTES
from sightline.pictures import cleaned
from sightline.table.state import ImportedMap, check_together
from sightline.table.transfer.documents import is_table_document, read_table_document
from sightline.table.transfer.table_pictures import with_clean_pictures


def maps_of_upload(data: bytes, name: str, options: Options) -> list[ImportedMap]:
    """The maps in these bytes, or an error in words for whoever brought them."""
    if is_table_document(data):
        return _of_table(data, name)
    loaded = load_bytes(data, name, options)
    return _checked([ImportedMap(name.rpartition(".")[0] or name, loaded)], name)


def maps_of_file(path: str, load: Callable[[], Loaded]) -> list[ImportedMap]:
    """The maps in a file of this machine. `load` reads it if it is no exported table: its caller
    knows how, and who should hear of what was changed on the way."""
    file = Path(path)
    if file.is_file() and is_table_document(_start_of(file, 4096)):
        # One byte more than is read shows that a file is larger.
        maps = _of_table(_start_of(file, MAX_FILE_BYTES + 1), file.name)
        return with_clean_pictures(
            [replace(each, map=_with_clean_picture(each.map)) for each in maps]
        )
    return _checked([ImportedMap(file.stem, _with_clean_picture(load()))], file.name)


def _with_clean_picture(loaded: Loaded) -> Loaded:
    """A broken picture is no broken map."""
    if loaded.picture is None:
        return loaded
    try:
        return replace(loaded, picture=cleaned(loaded.picture))
    except FormatError as error:
        loaded.report.lost.append(f"the picture: {error}")
        return replace(loaded, picture=None)


def _of_table(data: bytes, name: str) -> list[ImportedMap]:
    return _checked([ImportedMap.of(*part) for part in read_table_document(data, name)], name)


def _checked(maps: list[ImportedMap], file: str) -> list[ImportedMap]:
    rulings = sum(len(each.map.rulings) for each in maps)
    check_together((each.map.board for each in maps), rulings, file)
    return maps


def _start_of(path: Path, most: int) -> bytes:
    with path.open("rb") as stream:
        return stream.read(most)
