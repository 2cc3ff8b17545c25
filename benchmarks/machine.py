"""The machine and the software versions of a run."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import sightline

ROOT = Path(__file__).parents[1]
PACKAGES = ("numpy", "tcod", "cython")


def facts() -> dict[str, Any]:
    """Return the machine, the interpreter, the versions, and the load."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_mb": _memory_mb(),
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": platform.python_compiler(),
        "compiled": sightline.compiled(),
        "sightline": sightline.__version__,
        "commit": _git("rev-parse", "--short", "HEAD"),
        "changed_since": bool(_git("status", "--porcelain", "--", "src")),
        "packages": {name: _version(name) for name in PACKAGES},
        "load_average": [round(each, 2) for each in os.getloadavg()],
        "arguments": sys.argv[1:],
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def _memory_mb() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (ValueError, OSError):
        return None


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _git(*words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip()
