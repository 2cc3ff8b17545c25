"""A map that somebody brings to the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Self

import msgspec
from msgspec import Struct

from sightline.formats.contract import Loaded
from sightline.table.state.names import tidied

NOTHING: Mapping[str, Any] = MappingProxyType({})


class FigureDetails(Struct, frozen=True):
    """What a map's document does not say of one of its figures."""

    name: str
    """As the document has it: labels that are alike are numbered there."""
    label: str
    side: str
    blocks: bool
    sighted: bool
    hidden: bool


class ImportedMap(NamedTuple):
    """The name that it shall have, and the map with the report of how it was read."""

    name: str
    map: Loaded
    details: Mapping[str, Mapping[str, Any]] = NOTHING
    """By the name that a figure has on the board: what else is known for its record."""

    @classmethod
    def of(cls, name: str, loaded: Loaded, figures: Iterable[FigureDetails]) -> Self:
        """A map out of the document of a whole table."""
        details = {}
        for figure in figures:
            known = msgspec.structs.asdict(figure)
            del known["name"], known["label"]
            details[figure.name] = {"name": tidied(figure.label, "Figure"), **known}
        return cls(name, loaded, details)
