"""Read one map in a separate process: `python -m sightline.table.transfer.map_worker`.

A hostile file may use memory and time, but only here, where both are limited.

Input: a line of JSON, {"name": ..., "options": {...}}, then the file's bytes.

Output: {"maps": [...], "faces", "origin"}, or {"error": text for the user who sent the file}. Each
map has "name", "report", "document", "unit", "notes", "details", "kept", "picture",
"players_picture" and "faces". A document is our own JSON with board, rule and rulings. "details"
and "kept" are what a table stores beyond that, about figures and everything else. Pictures are not
decoded yet. A map's "faces" are indexes into the list of token images.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import msgspec
from msgspec import UNSET

from sightline.errors import SightlineError
from sightline.formats import Options, to_bytes
from sightline.pictures import MapPicture
from sightline.processes import TOO_MUCH_MEMORY, end_with_parent, limit
from sightline.table.state.imported_map import ImportedMap
from sightline.table.transfer.incoming import maps_of_upload
from sightline.texts import as_text, dump_text

MOST_MEMORY = 1024 * 1024 * 1024
MOST_SECONDS = 10


def main() -> None:
    end_with_parent()
    limit(MOST_MEMORY, MOST_SECONDS)
    header, _, data = sys.stdin.buffer.read().partition(b"\n")
    try:
        answer = read(data, **json.loads(header))
    except MemoryError:
        answer = {"error": dump_text(TOO_MUCH_MEMORY)}
    sys.stdout.buffer.write(json.dumps(answer).encode())
    sys.stdout.buffer.flush()


def read(data: bytes, name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the response as plain data."""
    try:
        maps = maps_of_upload(data, name, msgspec.convert(options, Options))
        faces = list(dict.fromkeys(face for each in maps for face in each.faces.values()))
        return {
            "maps": [_plain(each, faces) for each in maps],
            "faces": [base64.b64encode(face).decode() for face in faces],
            "origin": msgspec.to_builtins(maps[0].origin),
        }
    except SightlineError as error:
        return {"error": dump_text(as_text(error))}


def _plain(imported: ImportedMap, faces: Sequence[bytes]) -> dict[str, Any]:
    loaded, players = imported.map, imported.players_picture
    return {
        "name": imported.name,
        "report": _stored(asdict(loaded.report)),
        "document": to_bytes(
            loaded.board, ".json", loaded.rule, loaded.rulings, stairs=loaded.stairs
        ).decode(),
        "unit": loaded.unit,
        "notes": loaded.notes,
        "details": msgspec.to_builtins(imported.details),
        "kept": msgspec.to_builtins(imported.kept),
        "picture": _plain_picture(loaded.picture),
        "players_picture": "same" if players is UNSET else _plain_picture(players),
        "faces": {name: faces.index(face) for name, face in imported.faces.items()},
    }


def _stored(report: dict[str, Any]) -> dict[str, Any]:
    """Return the report with texts that keep their templates."""
    return {
        name: [dump_text(each) for each in value] if isinstance(value, list) else value
        for name, value in report.items()
    }


def _plain_picture(picture: MapPicture | None) -> dict[str, str] | None:
    """Return the picture without decoding it, which needs another process with other limits."""
    if picture is None:
        return None
    sides = {side: str(getattr(picture, side)) for side in ("left", "top", "width", "height")}
    return {**sides, "data": base64.b64encode(picture.data).decode()}


if __name__ == "__main__":
    main()
