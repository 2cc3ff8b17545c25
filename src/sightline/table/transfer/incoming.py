"""Read the maps of an incoming file: one map, or a whole exported table.

Uploads and files from the command line both come here. The total size is checked here; each map was
checked as an `ImportedMap`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sightline.errors import FormatError
from sightline.formats import Loaded, Options, load_bytes
from sightline.formats.contract import MAX_FILE_BYTES
from sightline.pictures import cleaned
from sightline.rules.registry import rule_from_dict
from sightline.table.state.capacity import check_together
from sightline.table.state.imported_map import ImportedMap
from sightline.table.transfer.documents import is_table_document, read_table_document
from sightline.table.transfer.table_pictures import with_clean_pictures
from sightline.table.vision.cost import is_playable
from sightline.table.vision.rule_text import slow_words
from sightline.texts import as_text, say, word


def maps_of_upload(data: bytes, name: str, options: Options) -> list[ImportedMap]:
    """Return the maps in these bytes, or raise an error for the user."""
    if is_table_document(data):
        return _of_table(data, name)
    loaded = load_bytes(data, name, options)
    return _checked([ImportedMap(loaded.title or name.rpartition(".")[0] or name, loaded)], name)


def maps_of_file(path: str, load: Callable[[], Loaded]) -> list[ImportedMap]:
    """Return the maps in a local file.

    `load` reads it if it is not an exported table. The caller supplies it because it has the
    options and reports changes.
    """
    file = Path(path)
    if file.is_file() and is_table_document(_start_of(file, 4096)):
        # One extra byte shows that a file is too large.
        maps = _of_table(_start_of(file, MAX_FILE_BYTES + 1), file.name)
        return with_clean_pictures(
            [replace(each, map=_with_clean_picture(each.map)) for each in maps]
        )
    loaded = _with_clean_picture(load())
    return _checked([ImportedMap(loaded.title or file.stem, loaded)], file.name)


def _with_clean_picture(loaded: Loaded) -> Loaded:
    """Return the map with its picture decoded and encoded again, or without it if it is broken."""
    if loaded.picture is None:
        return loaded
    try:
        return replace(loaded, picture=cleaned(loaded.picture))
    except FormatError as error:
        loaded.report.lost.append(say("the picture: {error}", error=as_text(error)))
        return replace(loaded, picture=None)


def _of_table(data: bytes, name: str) -> list[ImportedMap]:
    return _checked(read_table_document(data, name), name)


def _checked(maps: list[ImportedMap], file: str) -> list[ImportedMap]:
    rulings = sum(len(each.rulings) for each in maps)
    check_together((each.map.board for each in maps), rulings, file)
    return [_with_accepted_rule(each) for each in maps]


def _with_accepted_rule(brought: ImportedMap) -> ImportedMap:
    """Return the map with a rule that it accepts, so that it can be shown.

    A rule that is too slow on the map, or cannot be used with its heights, is replaced by the
    closest one that the map accepts.
    """
    board, rule = brought.map.board, rule_from_dict(brought.rule)
    is_flat = board.height_level == 2 and not rule.takes_heights
    if not is_flat and is_playable(board, rule):
        return brought
    kind = "center" if board.height_level == 2 else rule.quick_kind(board.grid.name)
    words = say("{rule} has no heights: the map has the center rule now", rule=word(rule.label))
    brought.map.report.changed.append(words if is_flat else slow_words(board, rule))
    accepted = rule_from_dict({"rule": kind}).to_dict()
    return replace(brought, map=replace(brought.map, rule=accepted))


def _start_of(path: Path, most: int) -> bytes:
    with path.open("rb") as stream:
        return stream.read(most)
