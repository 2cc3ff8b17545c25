"""Where a table is kept on the disk: one SQLite file, and one transaction for each change."""

from sightline.table.storage.store import Store

__all__ = ["Store"]
