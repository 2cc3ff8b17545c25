"""Maps in transit between tables: exported and imported.

An `ImportedMap` comes from a file, an upload, or the samples. It is checked when it is created, so
it always fits a table: it is not too large, and has a rule for its grid.

A table stores more about a map than its document contains. `KeptMap` has the rest, record by
record, in the table's form. So a new kind of record needs no change here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sightline.errors import FormatError, SightlineError
from sightline.formats.contract import Loaded
from sightline.pictures import MapPicture
from sightline.rules.center import CenterRule
from sightline.rules.hexray import HexRayRule
from sightline.rules.registry import rule_from_dict
from sightline.table.protocol.types import GridFrom
from sightline.table.state.capacity import check_board
from sightline.table.state.keys import TABLE, kind_of, map_of
from sightline.table.state.laid_picture import LaidPicture, digest_of, laid
from sightline.table.state.names import tidied
from sightline.table.state.records import HeldLamp, new_id, plain
from sightline.table.state.scene import MapScene
from sightline.texts import as_text, plain_text, say

ON_THE_BOARD = frozenset({"solid", "edge", "wall", "terrain", "cover", "elevation"})
"""The kinds of objects in a map's document."""
_NEITHER = frozenset({"map", "away"})
OF_THE_DOCUMENT = frozenset(
    {"id", "name", "order", "grid", "rows", "cols", "cells", "orientation", "outside", "rule"}
    | {"picture", "players_picture"}
)
"""The fields of a map's record that come from the document, or that are always new."""
NOT_TAKEN = frozenset({"master_secret", "join_secret", "shown"})
"""The fields of a table's record that are not exported: secrets, and the id of the shown map, which
is marked separately.
"""

ID = re.compile("[a-z][0-9a-f]{10}")


class KeptMap(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a table stores about a map beyond the map's document."""

    settings: dict[str, Any] = {}
    """Fields of the map's record."""
    things: dict[str, Any] = {}
    """Objects by key without the map's id, such as "figure|f0123456789" or "turns"."""
    rulings: list[dict[str, Any]] = []
    """The rulings on the map, with figure ids."""
    known: dict[str, dict[str, str]] = {}
    """The knowledge of each player, by player id."""
    grid_from: dict[str, GridFrom] = {}
    """The source of the grids of `picture` and `players_picture`."""
    shown: bool = False
    """Whether the players see the map."""


class KeptTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a table that does not belong to a map."""

    settings: dict[str, Any] = {}
    players: dict[str, str] = {}
    """The names of admitted players, by id."""
    packs: dict[str, Any] = {}


class Snapshot(NamedTuple):
    """An immutable copy of a table."""

    scenes: list[MapScene]
    """The maps in the game master's order."""
    values: Mapping[str, Any]
    learned: Mapping[tuple[str, str], Mapping[str, str]]


class FigureDetails(Struct, frozen=True):
    """The data of a figure beyond the map's document."""

    name: str
    """The figure's name in the document, where equal labels are numbered."""
    label: str
    side: str
    blocks: bool
    sighted: bool
    hidden: bool
    sight_range: str | UnsetType = UNSET
    dark_vision: str | UnsetType = UNSET
    lamp: HeldLamp | UnsetType = UNSET
    alias: str | UnsetType = UNSET

    def for_record(self) -> dict[str, Any]:
        """Return the fields of the figure's record that these details set."""
        known = msgspec.to_builtins(self, enc_hook=plain_text)
        del known["name"], known["label"]
        return {"name": tidied(self.label, "Figure"), **known}


@dataclass(frozen=True)
class ImportedMap:
    """A map with its name and the report of how it was read."""

    name: str
    map: Loaded
    details: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """More data for figures' records, by name on the board."""
    players_picture: MapPicture | UnsetType | None = UNSET
    """The picture that players see; None means no picture, and omitted means the same
    picture.
    """
    faces: Mapping[str, bytes] = field(default_factory=dict)
    """Token images, by the figures' names. With `kept`, by the figures' ids."""
    kept: KeptMap | None = None
    """The original table's data about the map. The board's figures and lamps are then those
    of `kept`.
    """
    origin: KeptTable | None = None
    """The data of the original table."""

    def __post_init__(self) -> None:
        check_board(self.map.board, self.name)
        if self.map.rule is not None:
            _check_rule(self.map.rule, self.map.board.grid.name, self.name)

    @property
    def rule(self) -> dict[str, Any]:
        """The map's rule: its own, or the default."""
        return self.map.rule or usual_rule(self.map.board.grid.name)

    @property
    def rulings(self) -> list[dict[str, Any]]:
        """The map's rulings, as plain data."""
        return self.map.rulings if self.kept is None else self.kept.rulings

    @property
    def source(self) -> str:
        """The fingerprint of the board when it was first imported."""
        known = None if self.kept is None else self.kept.settings.get("source")
        return known or self.map.board.fingerprint()

    def called(self, figure: str) -> str:
        """Return the label of a figure that `faces` names."""
        record = {} if self.kept is None else self.kept.things.get(f"figure|{figure}", {})
        return str(record.get("name", figure))

    def laid_picture(self) -> LaidPicture | None:
        """Return the picture under the map and the source of its grid, if it came with one."""
        if self.map.picture is None:
            return None
        choices, guessed = self.map.report.choices, self.map.report.guessed
        source: GridFrom = "file"
        if self.kept is not None:
            source = self.kept.grid_from.get("picture", source)
        if choices.grid:  # only if the picture is the map itself can its grid be chosen
            source = "given"
            if any("file's name" in each for each in guessed):
                source = "name"
            elif any("lines on the picture" in each for each in guessed):
                source = "found"
        return laid(new_id("i"), self.map.picture, source)

    def laid_for_players(self) -> LaidPicture | UnsetType | None:
        """Return the picture that players see, if it is different."""
        own = self.players_picture
        if not isinstance(own, MapPicture):
            return own
        known = {} if self.kept is None else self.kept.grid_from
        return laid(new_id("i"), own, known.get("players_picture", "file"))

    def all_details(self) -> dict[str, dict[str, Any]]:
        """Return the additional data for figures' records, including the pictures that they
        refer to.
        """
        known = {name: dict(each) for name, each in self.details.items()}
        for name, face in self.faces.items():
            known.setdefault(name, {})["picture"] = digest_of(face)
        return known

    def all_pictures(self) -> list[bytes]:
        """Return the pictures, which must be stored before anything refers to them."""
        laid = (self.map.picture, self.players_picture)
        return [
            *(each.data for each in laid if isinstance(each, MapPicture)),
            *dict.fromkeys(self.faces.values()),
        ]


def usual_rule(grid: str) -> dict[str, Any]:
    """Return the default rule of a map without one."""
    rule = CenterRule(ties="adjudicated") if grid == "square" else HexRayRule()
    return rule.to_dict()


def _check_rule(rule: dict[str, Any], grid: str, name: str) -> None:
    try:
        known = rule_from_dict(rule)
    except SightlineError as error:
        raise FormatError(as_text(error), name) from None
    if grid not in known.grids:
        kind = "squares" if grid == "square" else "hexes"
        raise FormatError(
            say("expected a rule for {kind}, got {got}", kind=kind, got=repr(rule["rule"])), name
        )


# --- export


def kept_maps(snapshot: Snapshot, rulings: Mapping[str, list[dict[str, Any]]]) -> list[KeptMap]:
    """Return the additional data of each map of the snapshot. `rulings` are plain data, by map."""
    things: dict[str, dict[str, Any]] = {scene.id: {} for scene in snapshot.scenes}
    for key, value in snapshot.values.items():
        map_id = map_of(key)
        kind, _, place = key.partition("|")
        if map_id in things and kind not in ON_THE_BOARD and kind not in _NEITHER:
            things[map_id][_short_key(kind, place.partition("|")[2])] = value
    shown = snapshot.values[TABLE]["shown"]
    return [
        KeptMap(
            settings={
                name: value
                for name, value in plain(scene.record).items()
                if name not in OF_THE_DOCUMENT
            },
            things=things[scene.id],
            rulings=rulings.get(scene.id, []),
            known={
                player: dict(values)
                for (player, map_id), values in snapshot.learned.items()
                if map_id == scene.id and values
            },
            grid_from={
                name: laid["grid_from"]
                for name in ("picture", "players_picture")
                if (laid := plain(scene.record).get(name))
            },
            shown=scene.id == shown,
        )
        for scene in snapshot.scenes
    ]


def kept_table(values: Mapping[str, Any]) -> KeptTable:
    """Return the additional data of the table itself."""
    return KeptTable(
        settings={k: v for k, v in values[TABLE].items() if k not in NOT_TAKEN},
        players={
            value["id"]: value["name"]
            for key, value in values.items()
            if kind_of(key) == "player" and not value["waiting"]
        },
        packs={
            key.partition("|")[2]: value for key, value in values.items() if kind_of(key) == "pack"
        },
    )


def _short_key(kind: str, place: str) -> str:
    return f"{kind}|{place}" if place else kind
