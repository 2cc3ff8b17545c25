"""Find chromium. As a script, print its path or an error message."""

from __future__ import annotations

import os
import shutil
import sys

# Prefer the headless shell: the same rendering takes a third of the CPU time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
MISSING = (
    "No chromium was found: the tests of the page need one. Put its path into CHROMIUM, or install "
    "it: `make browser` does, with Debian's apt-get."
)


def find_chromium() -> str | None:
    """Return $CHROMIUM, or the first chromium on the PATH."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for path in map(shutil.which, NAMES) if path), None)


if __name__ == "__main__":
    found = find_chromium()
    print(found or MISSING, file=sys.stdout if found else sys.stderr)
    sys.exit(found is None)
