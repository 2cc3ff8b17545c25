"""Maps coming in, pictures and files going out.

Files that come in are read in a process of their own (`map_worker`), and so are pixels painted
(`picture_worker`): neither a hostile file nor a large picture keeps anybody waiting.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sightline.table.transfer.exports import Export, Exporter
    from sightline.table.transfer.incoming import maps_of_file
    from sightline.table.transfer.picture_uploads import MAX_FACE_BYTES, PictureReader
    from sightline.table.transfer.samples import sample_maps
    from sightline.table.transfer.uploads import MapReader, file_name

__all__ = [
    "MAX_FACE_BYTES",
    "Export",
    "Exporter",
    "MapReader",
    "PictureReader",
    "file_name",
    "maps_of_file",
    "sample_maps",
]

_HOMES = {
    "MAX_FACE_BYTES": "picture_uploads",
    "Export": "exports",
    "Exporter": "exports",
    "MapReader": "uploads",
    "PictureReader": "picture_uploads",
    "file_name": "uploads",
    "maps_of_file": "incoming",
    "sample_maps": "samples",
}


def __getattr__(name: str) -> Any:
    """Load what is asked for, when it is: workers start in this package, need next to nothing of
    it, and somebody waits for each of them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
