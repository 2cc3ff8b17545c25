"""Reads uploaded maps, each in a process of its own, so that a hostile one stalls nobody."""

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
from sightline.formats import Loaded, Options, Report, load_bytes
from sightline.pictures import MapPicture
from sightline.pictures.decoding import COMMAND as DECODER
from sightline.pictures.decoding import MOST_SECONDS as DECODER_SECONDS
from sightline.pictures.decoding import question, understood
from sightline.processes import TOO_MUCH_MEMORY, module, output_of
from sightline.table.state import ImportedMap, tidied
from sightline.table.transfer.table_pictures import with_clean_pictures

AT_ONCE = 2
"""How many are read at the same time; others wait for their turn."""
MOST_SECONDS = 20.0
"""On the wall, for one map."""
AS_IT_IS = Options()
WORKER = module("sightline.table.transfer.map_worker")


class MapReader:
    """Reads maps in processes of their own. One for each server."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def read(self, data: bytes, name: str, options: Options = AS_IT_IS) -> list[ImportedMap]:
        """The maps of a file, or a FormatError. `name` is the file's."""
        async with self._turn:
            answer = await _ask_worker(data, name, options)
            if "error" in answer:
                raise FormatError(answer["error"])
            faces = [base64.b64decode(each) for each in answer["faces"]]
            maps = [await _with_picture(each, faces) for each in answer["maps"]]
            return await asyncio.to_thread(with_clean_pictures, maps)


async def _with_picture(answer: dict[str, Any], faces: Sequence[bytes]) -> ImportedMap:
    """The map, and its picture cleaned; a broken picture is no broken map."""
    imported = await asyncio.to_thread(_loaded, answer, faces)
    if answer["picture"] is None:
        return imported
    picture = _picture(answer["picture"])
    try:
        imported.map.picture = await _cleaned(picture)
    except FormatError as error:
        imported.map.report.lost.append(f"the picture: {error}")
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
    except TimeoutError:
        raise FormatError("decoding it takes too long") from None
    width, height = answer["pixels"]
    return replace(picture, data=data, media_type=answer["media_type"], pixels=(width, height))


def _loaded(answer: dict[str, Any], faces: Sequence[bytes]) -> ImportedMap:
    loaded = load_bytes(answer["document"].encode(), "map.json")
    report = msgspec.convert(answer["report"], Report)
    read = Loaded(loaded.board, report, loaded.rule, loaded.rulings)
    players = answer["players_picture"]
    return ImportedMap(
        answer["name"],
        read,
        answer["details"],
        UNSET if players == "same" else None if players is None else _picture(players),
        {name: faces[at] for name, at in answer["faces"].items()},
    )


async def _ask_worker(data: bytes, name: str, options: Options) -> dict[str, Any]:
    given = json.dumps({"name": name, "options": asdict(options)}).encode() + b"\n" + data
    try:
        out = await output_of(WORKER, given, MOST_SECONDS)
    except TimeoutError:
        raise FormatError(f"{name}: reading it takes too long") from None
    if out is None:
        # Killed, by its limits or by the system.
        raise FormatError(f"{name}: {TOO_MUCH_MEMORY}, or takes too long")
    answer: dict[str, Any] = json.loads(out)
    return answer


def file_name(given: str) -> str:
    """What the browser calls the file, fit for messages and for the map's name. Its ending stays:
    it is a hint to the format."""
    name = given.replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if not dot or not ending.isalnum():
        return tidied(name, "map")
    return f"{tidied(stem, 'map')}.{ending[:10]}"
