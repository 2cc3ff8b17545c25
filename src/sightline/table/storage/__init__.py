"""Where a table is kept on the disk: one SQLite file, one transaction for each change; and its
pictures beside it."""

from sightline.table.storage.picture_files import PictureFiles
from sightline.table.storage.store import Store

__all__ = ["PictureFiles", "Store"]
