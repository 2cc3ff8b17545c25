"""Whether the compiled kernels in a clone were built from the sources that are there now.

`setup.py` runs this file, so it imports nothing of ours.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
STAMP = PACKAGE / "kernels" / "built_from.stamp"
"""Written by `setup.py build_ext --inplace`. Wheels have neither this nor Cython's sources."""
ENDINGS = (".pyx", ".pxi", ".pxd", ".h")
ALSO = ("hexes", "answers")
"""Packages with kernels of their own."""


def source_files(package: Path = PACKAGE) -> Iterator[Path]:
    """Yield the compiled files, in order."""
    for part in ("kernels", *ALSO):
        for folder, folders, names in os.walk(package / part):
            folders.sort()
            yield from (Path(folder, name) for name in sorted(names) if name.endswith(ENDINGS))
    yield package / "hexes" / "asking.py"  # which _asking.pyx compiles


def digest(package: Path = PACKAGE) -> str:
    """Return a hash of the compiled files."""
    total = sha256()
    for file in source_files(package):
        total.update(f"{file.relative_to(package).as_posix()}\n".encode())
        total.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()


def is_stale(built: str, package: Path = PACKAGE) -> bool:
    """Return whether the module in the file `built` was compiled from different sources than those
    next to it.

    Files that are older than the module need not be read. Without a stamp, the state is unknown.
    """
    stamp = package / "kernels" / STAMP.name
    if not stamp.exists():
        return False
    made = os.stat(built).st_mtime
    if all(os.stat(file).st_mtime <= made for file in source_files(package)):
        return False
    return stamp.read_text(encoding="utf-8") != digest(package)
