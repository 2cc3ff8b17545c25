"""The result folder: a manifest of the request, the list of finished pieces, and a lock.

    manifest.json    the digest of the map, the rule, the radius and everything else that matters
    done.txt         the numbers of the finished pieces, one per line, in order of arrival

A piece is listed only after its result is on disk. If the run stops between the two, resuming
computes the piece again and overwrites any partial data.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sightline.errors import DamagedFileError, InvalidValueError, StorageError

MANIFEST, DONE = "manifest.json", "done.txt"
LONGEST = 60
"""How many characters of a value an error message shows."""


class ResultFolder:
    """A result folder opened for writing: `with ResultFolder.open(path, asked, resume=True) as
    folder`.
    """

    def __init__(self, path: Path, done: set[int]) -> None:
        self.path = path
        self.done = done
        self._log: Any = None

    @classmethod
    def open(cls, path: str | Path, asked: dict[str, Any], *, resume: bool) -> Self:
        """Create the folder, or reopen it with `resume`.

        Raise if it exists and `resume` is False, or if it belongs to a different request.
        """
        folder = Path(path)
        there = read_manifest(folder)
        if there is None:
            _check_empty(folder)
            _write(folder / MANIFEST, json.dumps(asked, indent=1) + "\n")
            return cls(folder, set())
        if not resume:
            raise InvalidValueError(
                f"{folder} has the {there.get('what', 'work')} of an earlier run: --resume"
                " (resume=True) continues it; or choose another folder"
            )
        differences = list(_differences(there, json.loads(json.dumps(asked))))
        if differences:
            raise InvalidValueError(
                f"{folder} cannot be resumed, its options differ: {'; '.join(differences)}."
                " Use the same options, or choose another folder"
            )
        return cls(folder, _read_done(folder / DONE))

    def __enter__(self) -> Self:
        self._log = open(self.path / DONE, "a+b")
        try:
            _lock(self._log, self.path)
            # A truncated last line is dropped; otherwise the next one would be joined to it.
            self._log.seek(0)
            self._log.truncate(self._log.read().rfind(b"\n") + 1)
        except BaseException:
            self._log.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._log.close()

    def note_done(self, number: int) -> None:
        """Record that the result of a piece is on disk."""
        self._log.write(f"{number}\n".encode())
        self._log.flush()
        os.fsync(self._log.fileno())
        self.done.add(number)

    def write_file(self, name: str, content: bytes) -> None:
        """Write a result file atomically."""
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        _write(target, content)


def read_manifest(folder: str | Path) -> dict[str, Any] | None:
    """Return the request that the folder belongs to, or None."""
    file = Path(folder) / MANIFEST
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        raise InvalidValueError(f"{folder} is a file; expected a folder for the result") from None
    except (OSError, ValueError) as error:
        raise DamagedFileError(f"{file} cannot be read: {error}") from None
    if not isinstance(found, dict) or "what" not in found:
        raise DamagedFileError(f"{file} is not a sightline manifest")
    return found


def finished(folder: str | Path, what: str) -> dict[str, Any]:
    """Return the manifest of a folder of this kind, or raise."""
    found = read_manifest(folder)
    if found is None:
        raise InvalidValueError(f"{folder}: expected the folder of a {what}, and there is none")
    if found["what"] != what:
        raise InvalidValueError(f"{folder}: expected a {what}, and it has a {found['what']}")
    return found


def done_pieces(folder: str | Path) -> set[int]:
    """Return the numbers of the finished pieces."""
    return _read_done(Path(folder) / DONE)


def _check_empty(folder: Path) -> None:
    """Raise if the folder has files that a new result could be confused with."""
    if folder.is_file():
        raise InvalidValueError(f"{folder} is a file; expected a folder for the result")
    folder.mkdir(parents=True, exist_ok=True)
    left = [each.name for each in folder.iterdir() if not each.name.endswith(".part")]
    if left:
        raise InvalidValueError(
            f"{folder} has {min(left)} in it and no sightline manifest; choose another folder"
        )


def _differences(there: dict[str, Any], asked: dict[str, Any]) -> list[str]:
    return [
        f"{name}: {_shown(there.get(name))} there, {_shown(asked.get(name))} asked"
        for name in dict.fromkeys((*there, *asked))
        if there.get(name) != asked.get(name)
    ]


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _read_done(file: Path) -> set[int]:
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return set()
    whole = content[: content.rfind(b"\n") + 1]
    try:
        return {int(line) for line in whole.split()}
    except ValueError:
        raise DamagedFileError(f"{file} has lines that are not piece numbers") from None


def _write(target: Path, content: str | bytes) -> None:
    """Write under a temporary name first, so that the file appears complete or not at all."""
    part = target.with_name(f"{target.name}.part")
    with open(part, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(target)


def _lock(file: Any, folder: Path) -> None:
    """Lock the folder, so that two runs do not compute each other's pieces."""
    with suppress(ImportError):  # without fcntl there is no lock
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StorageError(
                f"{folder}: another sightline is at work in it; wait for it, or choose another"
                " folder"
            ) from None
