"""Whether the compiled kernels in a clone were built from its current sources.

`setup.py` runs this file, so it imports nothing from sightline.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
STAMP = PACKAGE / "kernels" / "built_from.stamp"
"""Written by `setup.py build_ext --inplace`. Wheels contain neither this file nor
Cython's sources.
"""
ENDINGS = (".pyx", ".pxi", ".pxd", ".h")
ALSO = ("hexes", "answers")
"""Other packages with compiled modules."""


def source_files(package: Path = PACKAGE) -> Iterator[Path]:
    """Yield the source files of the kernels, in order."""
    for part in ("kernels", *ALSO):
        for folder, folders, names in os.walk(package / part):
            folders.sort()
            yield from (Path(folder, name) for name in sorted(names) if name.endswith(ENDINGS))
    yield package / "hexes" / "asking.py"  # which _asking.pyx compiles


def digest(package: Path = PACKAGE) -> str:
    """Return a hash of the source files of the kernels."""
    total = sha256()
    for file in source_files(package):
        total.update(f"{file.relative_to(package).as_posix()}\n".encode())
        total.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()


def is_stale(built: str, package: Path = PACKAGE) -> bool:
    """Return whether the module in the file `built` was compiled from other sources than the
    current ones.

    Files that are older than the module need not be read. Without a stamp the state is unknown, and
    the result is False.
    """
    stamp = package / "kernels" / STAMP.name
    if not stamp.exists():
        return False
    made = os.stat(built).st_mtime
    if all(os.stat(file).st_mtime <= made for file in source_files(package)):
        return False
    return stamp.read_text(encoding="utf-8") != digest(package)
