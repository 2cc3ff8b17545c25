"""A table with the sample maps, as a person's first one has them."""

from __future__ import annotations

from pathlib import Path

from sightline.table.service.table import Table
from sightline.table.transfer.samples import sample_maps


def sample_table(path: Path | None = None) -> Table:
    """The table that is kept in that file; if there is none yet, a new one."""
    return Table(path, maps=sample_maps())
