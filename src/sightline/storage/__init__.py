"""Files on disk: how they are created, opened, checked and written."""

from sightline.storage.sqlite_file import SYNC_ALWAYS, FileKind, SqliteFile, blamed, reason, sidecar

__all__ = ["SYNC_ALWAYS", "FileKind", "SqliteFile", "blamed", "reason", "sidecar"]
