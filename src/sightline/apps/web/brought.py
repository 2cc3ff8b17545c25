"""A map that somebody brings to the table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from sightline.formats.contract import Loaded

NOTHING: Mapping[str, Any] = MappingProxyType({})


class BroughtMap(NamedTuple):
    """The name that it shall have, and the map with the report of how it was read."""

    name: str
    map: Loaded
    details: Mapping[str, Mapping[str, Any]] = NOTHING
    """By the name that a figure has on the board: what else is known for its record."""
