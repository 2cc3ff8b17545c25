"""A table with the sample maps, like a new user's first table."""

from __future__ import annotations

from pathlib import Path

from sightline.table.service.table import Table
from sightline.table.transfer.samples import sample_maps


def sample_table(path: Path | None = None) -> Table:
    """Return the table in that file, or a new one."""
    return Table(path, maps=sample_maps())
