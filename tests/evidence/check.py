"""The base class of long checks: groups of numbered parts with reproducible results."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import ClassVar

from tests.evidence.code_text import code_text

ROOT = Path(__file__).parents[2]
BUILT = {".so", ".pyd", ".pyc"}
LEFT_OUT = tuple(
    ROOT / each
    for each in (
        "src/sightline/table/http/static",
        "src/sightline/table/http/playground",
        "tests/evidence/ledger",
        "tests/fuzz/found",
    )
)
"""Folders with build products and saved findings, which are not sources."""
MOST_WORDS = 600
"""Maximum length, in characters, of the description of a difference."""

ENGINE = tuple(
    f"src/sightline/{each}"
    for each in ("errors.py", "model", "geometry", "packs", "rules", "answers", "engine", "kernels")
)
"""The source files that determine the engine's answers."""


@dataclass
class Result:
    """The outcome of one part. `first` describes the first difference."""

    answers: int = 0
    differences: int = 0
    first: str = ""

    def differs(self, words: str) -> None:
        self.differences += 1
        self.first = self.first or words[:MOST_WORDS]

    @contextmanager
    def case(self, name: object) -> Iterator[None]:
        """Record a failed assertion in the block as a difference, then continue
        with the next case.
        """
        try:
            yield
        except AssertionError as error:
            place = extract_tb(error.__traceback__)[-1]
            words = str(error) or f"{place.line} ({Path(place.filename).name}:{place.lineno})"
            self.differs(f"{name}: {words}")


class Check(ABC):
    """A check that takes too long for one run and is therefore split into parts."""

    name: ClassVar[str]
    title: ClassVar[str]
    compares: ClassVar[str]
    """A description for docs/evidence.md of the two sides that the check compares."""
    unit: ClassVar[str] = "answers"
    sources: ClassVar[tuple[str, ...]]
    """Source files and folders. A change in any of them invalidates the evidence."""

    @abstractmethod
    def groups(self) -> dict[str, int]:
        """Return the goal of each group, in units. Groups are filled evenly."""

    def parts(self, group: str) -> int | None:
        """Return the number of parts in the group, or None for as many as the goal needs."""
        return None

    @abstractmethod
    def part(self, group: str, number: int) -> Result:
        """Run one part. The same group and number always give the same comparisons."""

    longest: ClassVar[float] = 60.0
    """Seconds that a part may take on a busy machine. No part starts with less time left."""

    def missing(self) -> str:
        """Return why this check cannot run on this machine, or "" if it can."""
        return ""

    def hash(self) -> str:
        return hash_of(ROOT, self.sources)


def hash_of(root: Path, sources: tuple[str, ...]) -> str:
    """Hash the names and the code of these files, and of all files in these folders.

    Comments and docstrings are ignored, because they cannot change an answer.
    """
    digest = hashlib.sha256()
    for path in sorted(set(_files(root, sources))):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
        digest.update(_code_hash(path, path.stat().st_mtime_ns))
    return digest.hexdigest()[:16]


@cache
def _code_hash(path: Path, changed: int) -> bytes:
    """Hash one file. `changed` (its modification time) is part of the cache key."""
    del changed
    return hashlib.sha256(code_text(path)).digest()


def _files(root: Path, sources: tuple[str, ...]) -> Iterator[Path]:
    for source in sources:
        named = root / source
        if named.is_file():
            yield named
        elif named.is_dir():
            for path in named.rglob("*"):
                is_left_out = any(path.is_relative_to(folder) for folder in LEFT_OUT)
                if path.is_file() and path.suffix not in BUILT and not is_left_out:
                    yield path
        else:
            raise FileNotFoundError(
                f"sources: expected a file or folder of the repository, got {source!r}"
            )


def kernels_missing() -> str:
    """Return why the compiled kernels do not match the sources, or "" if they do."""
    folder = ROOT / "src" / "sightline"
    for source in folder.rglob("*.pyx"):
        built = [path for path in source.parent.glob(f"{source.stem}.*") if path.suffix in BUILT]
        if not built:
            return f"{source.name} is not compiled. Run `make check` first."
        headers = [*source.parent.glob("*.h"), *source.parent.glob("*.p[xy][xdi]*")]
        newest = max(path.stat().st_mtime for path in headers if path.suffix not in BUILT)
        if max(path.stat().st_mtime for path in built) < newest:
            return f"{source.name} is older than its sources. Compile the kernels first."
    return ""
