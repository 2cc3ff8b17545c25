"""Read uploaded maps, each in a separate process, so that a hostile one blocks no one."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET

from sightline.errors import FormatError
from sightline.formats import Options, Report, load_bytes
from sightline.pictures import MapPicture
from sightline.pictures.decoding import COMMAND as DECODER
from sightline.pictures.decoding import MOST_SECONDS as DECODER_SECONDS
from sightline.pictures.decoding import question, understood
from sightline.processes import WorkerError, module, output_of
from sightline.table.state.imported_map import ImportedMap, KeptMap, KeptTable
from sightline.table.state.names import tidied
from sightline.table.transfer.table_pictures import with_clean_pictures
from sightline.texts import as_text, load_text, say

AT_ONCE = 2
"""The maximum number of maps that are read at the same time. Others are queued."""
MOST_SECONDS = 20.0
"""The time limit for one map."""
AS_IT_IS = Options()
WORKER = module("sightline.table.transfer.map_worker")


class MapReader:
    """Reads maps in separate processes. There is one per server."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def read(self, data: bytes, name: str, options: Options = AS_IT_IS) -> list[ImportedMap]:
        """Return the maps of a file, or raise a FormatError. `name` is the name of the file."""
        async with self._turn:
            answer = await _ask_worker(data, name, options)
            if "error" in answer:
                raise FormatError(load_text(answer["error"]))
            faces = [base64.b64decode(each) for each in answer["faces"]]
            origin = msgspec.convert(answer["origin"], KeptTable | None)
            maps = [await _with_picture(each, faces, origin) for each in answer["maps"]]
            return await asyncio.to_thread(with_clean_pictures, maps)


async def _with_picture(
    answer: dict[str, Any], faces: Sequence[bytes], origin: KeptTable | None
) -> ImportedMap:
    """Return the map with its picture decoded and encoded again, or without it if it is broken."""
    imported = await asyncio.to_thread(_loaded, answer, faces, origin)
    if answer["picture"] is None:
        return imported
    picture = _picture(answer["picture"])
    try:
        imported.map.picture = await _cleaned(picture)
    except FormatError as error:
        imported.map.report.lost.append(say("the picture: {error}", error=as_text(error)))
    return imported


def _picture(given: dict[str, str]) -> MapPicture:
    return MapPicture.of(
        base64.b64decode(given["data"]),
        *(Fraction(given[side]) for side in ("left", "top", "width", "height")),
    )


async def _cleaned(picture: MapPicture) -> MapPicture:
    given = question({"do": "clean", "most": None}, picture.data)
    try:
        answer, data = understood(await output_of(DECODER, given, DECODER_SECONDS))
    except WorkerError as error:
        raise FormatError(as_text(error)) from None
    width, height = answer["pixels"]
    return replace(picture, data=data, media_type=answer["media_type"], pixels=(width, height))


def _loaded(
    answer: dict[str, Any], faces: Sequence[bytes], origin: KeptTable | None
) -> ImportedMap:
    loaded = load_bytes(answer["document"].encode(), "map.json")
    report = msgspec.convert(answer["report"], Report)
    for sentences in (report.read, report.changed, report.guessed, report.lost):
        sentences[:] = map(load_text, sentences)
    notes = [((row, col), text) for (row, col), text in answer["notes"]]
    read = replace(loaded, report=report, unit=answer["unit"], notes=notes)
    players = answer["players_picture"]
    return ImportedMap(
        answer["name"],
        read,
        answer["details"],
        UNSET if players == "same" else None if players is None else _picture(players),
        {name: faces[at] for name, at in answer["faces"].items()},
        msgspec.convert(answer["kept"], KeptMap | None),
        origin,
    )


async def _ask_worker(data: bytes, name: str, options: Options) -> dict[str, Any]:
    given = json.dumps({"name": name, "options": asdict(options)}).encode() + b"\n" + data
    try:
        out = await output_of(WORKER, given, MOST_SECONDS)
    except WorkerError as error:
        raise FormatError(say("{name}: {error}", name=name, error=as_text(error))) from None
    answer: dict[str, Any] = json.loads(out)
    return answer


def file_name(given: str) -> str:
    """Return the browser's file name, cleaned for messages and for the map's name.

    The suffix is kept, because it is a hint to the format.
    """
    name = given.replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if not dot or not ending.isalnum():
        return tidied(name, "map")
    return f"{tidied(stem, 'map')}.{ending[:10]}"
