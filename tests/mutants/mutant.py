"""One small change of a source file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Mutant:
    """Bytes `start` to `end` of the file at `path`, below the root, become `after`."""

    path: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def apply(self, source: bytes) -> bytes:
        """Return the source with the change made."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {_short(self.before)}  ->  {_short(self.after)}"


def _short(text: str) -> str:
    flat = re.sub(r"\s+", " ", text).strip()
    return flat if len(flat) <= 80 else f"{flat[:77]}..."


def of_file(root: Path, path: str) -> list[Mutant]:
    """Return all mutants of a Python or TypeScript file."""
    from tests.mutants import python_source, typescript

    source = (root / path).read_text(encoding="utf-8")
    module = python_source if path.endswith(".py") else typescript
    return sorted(set(module.mutants(path, source)))
