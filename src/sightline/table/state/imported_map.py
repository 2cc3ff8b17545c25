"""A map that comes to the table from outside: out of a file, an upload, or the samples.

It is checked when it is made, so whoever has an `ImportedMap` has one that fits a table: not too
large, and with a rule for its grid, or nobody could ever see anything on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sightline.errors import FormatError, SightlineError
from sightline.formats.contract import Loaded
from sightline.pictures import MapPicture
from sightline.rules.center import CenterRule
from sightline.rules.hexray import HexRay
from sightline.rules.registry import rule_from_dict
from sightline.table.protocol import GridFrom
from sightline.table.state.capacity import check_board
from sightline.table.state.laid_picture import LaidPicture, digest_of, laid
from sightline.table.state.names import tidied
from sightline.table.state.records import HeldLamp, new_id


class FigureDetails(Struct, frozen=True):
    """What a map's document does not say of one of its figures."""

    name: str
    """As the document has it: labels that are alike are numbered there."""
    label: str
    side: str
    blocks: bool
    sighted: bool
    hidden: bool
    sight_range: str | UnsetType = UNSET
    dark_vision: str | UnsetType = UNSET
    lamp: HeldLamp | UnsetType = UNSET
    alias: str | UnsetType = UNSET


@dataclass(frozen=True)
class ImportedMap:
    """The name that it shall have, and the map with the report of how it was read."""

    name: str
    map: Loaded
    details: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By the name that a figure has on the board: what else is known for its record."""
    players_picture: MapPicture | UnsetType | None = UNSET
    """What players see instead of the picture under it; None: nothing; left out: the same."""
    faces: Mapping[str, bytes] = field(default_factory=dict)
    """By that name, too: the figure's own picture."""

    def __post_init__(self) -> None:
        check_board(self.map.board, self.name)
        if self.map.rule is not None:
            _check_rule(self.map.rule, self.map.board.grid.name, self.name)

    @property
    def rule(self) -> dict[str, Any]:
        """The rule that it has at the table: its own, or the usual one."""
        return self.map.rule or usual_rule(self.map.board.grid.name)

    def laid_picture(self) -> LaidPicture | None:
        """What lies under it, and who says where, if it came with a picture."""
        if self.map.picture is None:
            return None
        choices, guessed = self.map.report.choices, self.map.report.guessed
        source: GridFrom = "file"
        if choices.grid:  # only a picture that is the map itself has one to choose
            source = "given"
            if any("file's name" in each for each in guessed):
                source = "name"
            elif any("lines on the picture" in each for each in guessed):
                source = "found"
        return laid(new_id("i"), self.map.picture, source)

    def laid_for_players(self) -> LaidPicture | UnsetType | None:
        """What players see instead, if they see something else."""
        own = self.players_picture
        return laid(new_id("i"), own, "file") if isinstance(own, MapPicture) else own

    def all_details(self) -> dict[str, dict[str, Any]]:
        """What else is known for the records of figures, and the pictures that they name."""
        known = {name: dict(each) for name, each in self.details.items()}
        for name, face in self.faces.items():
            known.setdefault(name, {})["picture"] = digest_of(face)
        return known

    def all_pictures(self) -> list[bytes]:
        """Those that must be kept before anything names them."""
        laid = (self.map.picture, self.players_picture)
        return [
            *(each.data for each in laid if isinstance(each, MapPicture)),
            *dict.fromkeys(self.faces.values()),
        ]

    @classmethod
    def of(
        cls,
        name: str,
        loaded: Loaded,
        figures: Iterable[FigureDetails],
        players_picture: MapPicture | UnsetType | None,
        faces: Mapping[str, bytes],
    ) -> Self:
        """A map out of the document of a whole table."""
        details = {}
        for figure in figures:
            known = msgspec.structs.asdict(figure)
            del known["name"], known["label"]
            known = {what: value for what, value in known.items() if value is not UNSET}
            details[figure.name] = {"name": tidied(figure.label, "Figure"), **known}
        return cls(name, loaded, details, players_picture, faces)


def usual_rule(grid: str) -> dict[str, Any]:
    """The rule of a map that comes with none."""
    rule = CenterRule(ties="adjudicated") if grid == "square" else HexRay()
    return rule.to_dict()


def _check_rule(rule: dict[str, Any], grid: str, name: str) -> None:
    try:
        known = rule_from_dict(rule)
    except SightlineError as error:
        raise FormatError(str(error), name) from None
    if grid not in known.grids:
        kind = "squares" if grid == "square" else "hexes"
        raise FormatError(f"expected a rule for {kind}, got {rule['rule']!r}", name)
