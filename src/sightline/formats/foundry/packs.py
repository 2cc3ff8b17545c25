"""Foundry's storage of scenes: a file with one scene, an adventure, a pack, or a LevelDB folder.

    scenes_in(data, name)     the scenes of a file
    scenes_in_folder(folder)  the scenes of a LevelDB folder

A scene is parsed when it is listed, and again when it is chosen. So a large pack needs no more
memory than its largest scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sightline.errors import FormatError
from sightline.formats.foundry import leveldb
from sightline.formats.safe.safe_json import Node, glance_json, parse_json, read_json
from sightline.texts import say

MAX_SCENES = 10_000
"""The maximum number of scenes in one file."""
MAX_RECORDS = 20_000
"""The maximum number of scene records in one pack: a changed scene is appended after its older
versions.
"""
_PARTS = ("walls", "tokens", "lights", "levels", "regions", "tiles", "drawings")
_BEHAVIORS = "regions.behaviors"
_HEIGHTS = (b'"wall-height"', b'"wallHeight"')
_FLOORS = (*_HEIGHTS, b'"levels"')
"""Byte strings, at least one of which occurs in every scene with floors."""
_EXPORT = say("in Foundry, click the scene with the right mouse button and choose Export Data")


@dataclass(frozen=True)
class SceneSource:
    """One scene of a file: its name, and functions that read it."""

    name: str
    read: Callable[[], Node]
    peek: Callable[[], Node]
    """Read what is needed to list its floors: the scene without walls, or an empty one if it
    has no floors.
    """


def scenes_in(data: bytes, name: str) -> list[SceneSource]:
    """Return every scene in a file, in order, with unique names."""
    if _is_pack(data):
        scenes = list(_scenes_of_pack(data, name))
    else:
        scenes = [_as_it_is(tree) for tree in _scenes_of_tree(read_json(data, name))]
    if not scenes:
        raise FormatError(say("this file has no scene: choose another, or {how}", how=_EXPORT))
    return _checked(scenes)


def scenes_in_folder(folder: Path) -> list[SceneSource]:
    """Return every scene in a LevelDB folder, with its walls, tokens and other parts."""
    if not leveldb.is_folder(folder):
        packs = sorted(str(each.parent.relative_to(folder)) for each in folder.glob("*/*/CURRENT"))
        packs += sorted(str(each.parent.relative_to(folder)) for each in folder.glob("*/CURRENT"))
        packs += sorted(str(each.relative_to(folder)) for each in folder.glob("**/*.db"))
        raise FormatError(
            "this folder is not a Foundry pack: expected the file CURRENT in it"
            + (f"; there are packs in {', '.join(packs[:20])}" if packs else "")
        )
    prefixes = tuple(f"!scenes.{part}!".encode() for part in (*_PARTS, _BEHAVIORS))
    stored = leveldb.documents(folder, (b"!scenes!", b"!adventures!", *prefixes))
    parts: dict[bytes, dict[bytes, bytes]] = {}
    for key, value in stored.items():
        kind, _, whose = key[1:].partition(b"!")
        if b"." in whose:
            scene, _, part = whose.partition(b".")
            parts.setdefault(kind + b"!" + scene, {})[part] = value
    scenes = []
    for key, value in stored.items():
        kind, _, identity = key[1:].partition(b"!")
        if kind == b"scenes":
            with_parts = _Stored(identity.decode("utf-8", "replace"), value, parts)
            scenes.append(SceneSource(_name(with_parts.alone()), with_parts.whole, with_parts.peek))
        elif kind == b"adventures":
            tree = Node(parse_json(value, key.decode("utf-8", "replace")), "$")
            scenes += map(_as_it_is, _scenes_of_tree(tree))
    if not scenes:
        raise FormatError(say("this folder has no scene: the pack holds something else"))
    return _checked(scenes)


@dataclass(frozen=True)
class _Stored:
    """A scene in a LevelDB database, where its walls and other parts have separate keys."""

    identity: str
    value: bytes
    parts: dict[bytes, dict[bytes, bytes]]

    def alone(self) -> Node:
        return Node(parse_json(self.value, self.identity), f"!scenes!{self.identity}")

    def whole(self) -> Node:
        return self._with(_PARTS)

    def peek(self) -> Node:
        walls = self.parts.get(f"scenes.walls!{self.identity}".encode(), {}).values()
        has_heights = any(mark in wall for wall in walls for mark in _HEIGHTS)
        return self._with(("levels", "walls") if has_heights else ("levels",))

    def _with(self, parts: tuple[str, ...]) -> Node:
        scene = self.alone()
        values = dict(scene.as_dict())
        for part in _PARTS:
            theirs = self.parts.get(f"scenes.{part}!{self.identity}".encode(), {})
            listed = values.get(part)
            if isinstance(listed, list) and any(isinstance(each, dict) for each in listed):
                continue  # packs of version 10 store a scene under one key
            if isinstance(listed, list):  # the scene no longer lists some parts: those were deleted
                keys = dict.fromkeys(each.encode() for each in listed if isinstance(each, str))
                theirs = {key: theirs[key] for key in keys if key in theirs}
            # Parse all walls at once: one by one takes three times as long for a hundred thousand.
            joined = b",".join(theirs.values()) if part in parts else b""
            values[part] = parse_json(b"[" + joined + b"]", self.identity)
        if "regions" in parts:
            self._give_behaviors(values.get("regions"))
        return Node(values, scene.place)

    def _give_behaviors(self, regions: Any) -> None:
        """Insert the behaviors into the regions that list them: they are stored under separate
        keys.
        """
        stored = self.parts.get(f"scenes.{_BEHAVIORS}!{self.identity}".encode(), {})
        for region in regions if isinstance(regions, list) else ():
            listed = region.get("behaviors") if isinstance(region, dict) else None
            if isinstance(listed, list):
                keys = [f"{region.get('_id')}.{each}".encode() for each in listed]
                region["behaviors"] = [
                    each if isinstance(each, dict) else parse_json(stored[key], self.identity)
                    for each, key in zip(listed, keys, strict=True)
                    if isinstance(each, dict) or key in stored
                ]


def _is_pack(data: bytes) -> bool:
    """Return whether there is one record per line, which is so if the first line is complete
    JSON.
    """
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] != b"{":
        return False
    end = data.find(b"\n")
    if end < 0:
        return False
    # A scene written with line breaks has the first one after a brace, a bracket or a comma.
    next_line = data[end : end + 4096].lstrip()[:1]
    return data[max(0, end - 4096) : end].rstrip().endswith(b"}") and next_line in (b"{", b"")


def _scenes_of_pack(data: bytes, name: str) -> Iterator[SceneSource]:
    """Yield the scenes of a NeDB file. The last record of each id applies, even if it is a
    deletion.
    """
    records: dict[str, list[SceneSource]] = {}
    for number, record in enumerate(_records(data, name)):
        if number == MAX_RECORDS:
            raise FormatError(say("expected at most {most:,} records, got more", most=MAX_RECORDS))
        tree = record.glance()
        identity = tree.as_dict().get("_id")
        key = identity if isinstance(identity, str) else f"line {record.line}"
        records.pop(key, None)
        if not tree.as_dict().get("$$deleted"):
            records[key] = record.scenes(tree)
    for scenes in records.values():
        yield from scenes


def _records(data: bytes, name: str) -> Iterator[_Record]:
    """Yield the lines that may hold or delete a scene. Other lines are not parsed."""
    end, line = -1, 0
    coming = {mark: data.find(mark) for mark in (b'"walls"', b'"$$deleted"')}
    while any(at >= 0 for at in coming.values()):
        at = min(at for at in coming.values() if at >= 0)
        start = data.rfind(b"\n", 0, at) + 1
        line += data.count(b"\n", max(end, 0), start)
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        yield _Record(data, start, end, line + 1, name)
        coming = {
            mark: data.find(mark, end) if 0 <= at < end else at for mark, at in coming.items()
        }


@dataclass(frozen=True)
class _Record:
    """One line of a pack, parsed on each use."""

    data: bytes
    start: int
    end: int
    line: int
    name: str

    def glance(self) -> Node:
        """Return the values without thorough checks. Errors are raised when the scene is chosen."""
        with self._blamed():
            return Node(glance_json(self.data[self.start : self.end]), f"line {self.line}: $")

    def tree(self) -> Node:
        with self._blamed():
            values = parse_json(self.data[self.start : self.end], self.name)
            return Node(values, f"line {self.line}: $")

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except FormatError as error:
            raise FormatError(
                error.message, say("line {line}: {place}", line=self.line, place=error.place or "$")
            ) from None

    def scenes(self, tree: Node) -> list[SceneSource]:
        has_floors = any(self.data.find(mark, self.start, self.end) >= 0 for mark in _FLOORS)
        return [
            SceneSource(
                _name(scene),
                partial(self._scene, index),
                partial(self._scene, index) if has_floors else partial(Node, {}, scene.place),
            )
            for index, scene in enumerate(_scenes_of_tree(tree))
        ]

    def _scene(self, index: int) -> Node:
        return _scenes_of_tree(self.tree())[index]


def _as_it_is(tree: Node) -> SceneSource:
    return SceneSource(_name(tree), lambda: tree, lambda: tree)


def _scenes_of_tree(tree: Node) -> list[Node]:
    """Return the scenes in one file or record."""
    if tree.is_list:
        return [each for each in tree.items(limit=MAX_SCENES) if _is_scene(each)]
    if "scenes" in tree and "walls" not in tree:
        return [each for each in tree["scenes"].items(limit=MAX_SCENES) if _is_scene(each)]
    return [tree]


def _is_scene(tree: Node) -> bool:
    return tree.is_object and "grid" in tree


def _name(tree: Node) -> str:
    name = tree.as_dict().get("name")
    return " ".join(name.split())[:200] if isinstance(name, str) else ""


def _checked(scenes: list[SceneSource]) -> list[SceneSource]:
    if len(scenes) > MAX_SCENES:
        raise FormatError(
            say("expected at most {most:,} scenes, got {n:,}", most=MAX_SCENES, n=len(scenes))
        )
    # The module Compendium Folders stores its folders as scenes of this name.
    real = [scene for scene in scenes if not scene.name.startswith("#[CF_tempEntity]")] or scenes
    taken: set[str] = set()
    named = []
    for index, scene in enumerate(real):
        wanted = scene.name or f"scene {index}"
        name, number = wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted} ({number})"
        taken.add(name)
        named.append(replace(scene, name=name))
    return named
