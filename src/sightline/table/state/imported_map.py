"""A map that somebody brings to the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec

from sightline.formats.contract import Loaded
from sightline.table.state.names import tidied

if TYPE_CHECKING:
    from sightline.table.transfer.documents import FigureExtra

NOTHING: Mapping[str, Any] = MappingProxyType({})


class BroughtMap(NamedTuple):
    """The name that it shall have, and the map with the report of how it was read."""

    name: str
    map: Loaded
    details: Mapping[str, Mapping[str, Any]] = NOTHING
    """By the name that a figure has on the board: what else is known for its record."""

    @classmethod
    def of(cls, name: str, loaded: Loaded, figures: Iterable[FigureExtra]) -> Self:
        """A map out of the document of a whole table."""
        details = {}
        for figure in figures:
            known = msgspec.structs.asdict(figure)
            del known["name"], known["label"]
            details[figure.name] = {"name": tidied(figure.label, "Figure"), **known}
        return cls(name, loaded, details)
