"""Files on the disk: how they are made, opened, checked and written, whatever is in them."""

from sightline.storage.sqlite_file import SYNC_ALWAYS, FileKind, SqliteFile, beside, blamed, reason

__all__ = ["SYNC_ALWAYS", "FileKind", "SqliteFile", "beside", "blamed", "reason"]
