"""Build the archive of sources and the wheel twice, in two folders, and compare the bytes.

    python -m release.same_bytes                        with kernels, optimized
    SIGHTLINE_PURE=1 python -m release.same_bytes       without: in seconds

SOURCE_DATE_EPOCH is the time of the last commit, unless it is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    "*.so", "__pycache__", "build", "dist", ".*", "node_modules", "*.egg-info"
)
ZIP_BEGINS = 315_532_800
"""1980: a wheel cannot be older."""
BUILD = """
from setuptools import build_meta
build_meta.build_sdist({0!r})
build_meta.build_wheel({0!r})
"""


def built(source: Path, epoch: int) -> dict[str, str]:
    """Build from the copy of the sources in `source`. Return the hash of each file made."""
    made = source.with_name("made")
    made.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", BUILD.format(str(made))],
        cwd=source,
        env={"SIGHTLINE_NO_PAGE": "1", **os.environ, "SOURCE_DATE_EPOCH": str(epoch)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"the build failed:\n{done.stderr[-2000:]}")
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in sorted(made.iterdir())}


def last_commit() -> int:
    """Return the time of the last commit, or 1980 where there is no repository."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else ZIP_BEGINS


def main() -> int:
    """Compare; the exit code is 1 if any file differs."""
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or last_commit())
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        copies = Path(one) / "source", Path(other) / "elsewhere" / "source"
        for copy in copies:  # both first, so that an edit meanwhile is in neither
            shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        first, second = (built(copy, epoch) for copy in copies)
    for name, value in first.items():
        same = second.get(name) == value
        print(f"{'same' if same else 'DIFFERENT'}  {value}  {name}")
    return 0 if first == second else 1


if __name__ == "__main__":
    sys.exit(main())
