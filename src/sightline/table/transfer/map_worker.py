"""Reads one map in a process of its own: `python -m sightline.table.transfer.map_worker`.

A hostile file may take memory and time, but only here, where both are limited, and nobody waits.

In:  a line of JSON, {"name": ..., "options": {...}}, then the file's bytes.
Out: {"maps": [{"name", "report", "document", "details"}, ...]}, where each document is our own JSON
with board, rule and rulings, details are what a table knows of its figures besides, and picture is
the one under it, not decoded yet; or {"error": words for the person who sent it}.
"""

from __future__ import annotations

import base64
import json
import sys
from dataclasses import asdict
from typing import Any

import msgspec

from sightline.errors import SightlineError
from sightline.formats import Options, to_bytes
from sightline.pictures import MapPicture
from sightline.processes import TOO_MUCH_MEMORY, end_with_parent, limit
from sightline.table.state import ImportedMap
from sightline.table.transfer.incoming import maps_of_upload

MOST_MEMORY = 1024 * 1024 * 1024
MOST_SECONDS = 10


def main() -> None:
    end_with_parent()
    limit(MOST_MEMORY, MOST_SECONDS)
    header, _, data = sys.stdin.buffer.read().partition(b"\n")
    try:
        answer = read(data, **json.loads(header))
    except MemoryError:
        answer = {"error": TOO_MUCH_MEMORY}
    sys.stdout.buffer.write(json.dumps(answer).encode())
    sys.stdout.buffer.flush()


def read(data: bytes, name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The answer, as plain data."""
    try:
        return {"maps": _maps(data, name, options)}
    except SightlineError as error:
        return {"error": str(error)}


def _maps(data: bytes, name: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    return [_plain(each) for each in maps_of_upload(data, name, msgspec.convert(options, Options))]


def _plain(imported: ImportedMap) -> dict[str, Any]:
    loaded = imported.map
    return {
        "name": imported.name,
        "report": asdict(loaded.report),
        "document": to_bytes(loaded.board, ".json", loaded.rule, loaded.rulings).decode(),
        "details": dict(imported.details),
        "picture": _plain_picture(loaded.picture),
    }


def _plain_picture(picture: MapPicture | None) -> dict[str, str] | None:
    """As it came: decoding it needs another process, with other limits."""
    if picture is None:
        return None
    sides = {side: str(getattr(picture, side)) for side in ("left", "top", "width", "height")}
    return {**sides, "data": base64.b64encode(picture.data).decode()}


if __name__ == "__main__":
    main()
