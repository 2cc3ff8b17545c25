"""Run Debian's Firefox with WebDriver BiDi. As a script, print its path.

Playwright supports any Firefox with BiDi ("moz-firefox"), but requires a command that ESR releases
lack. So Playwright starts a proxy (`firefox_line.py`), which starts Firefox and answers that
command itself.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # `make browser` runs this before anything is installed
    from playwright.sync_api import Browser, Playwright

NAMES = ("firefox-esr", "firefox")
MISSING = (
    "No Firefox was found: some tests of the page are for two browsers. Put its path into FIREFOX, "
    "or install it: `make browser` does, with Debian's apt-get."
)
LEFT_OUT = (
    "Not in Firefox, to save time: `make thorough` does it, or `SIGHTLINE_BROWSER=firefox pytest "
    "tests/browser -m two_browsers`."
)
LINE = Path(__file__).with_name("firefox_line.py")
SETTINGS: dict[str, str | float | bool] = {
    "ui.prefersReducedMotion": 1,
    "network.proxy.type": 0,
    # It may connect only to our server.
    "network.dns.localDomains": "localhost",
    "network.captive-portal-service.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
}


def find_firefox() -> str | None:
    """Return $FIREFOX, or the first Firefox on the PATH."""
    named = os.environ.get("FIREFOX")
    if named:
        return shutil.which(named)
    return next((path for path in map(shutil.which, NAMES) if path), None)


@contextmanager
def open_firefox(playwright: Playwright, path: str) -> Iterator[Browser]:
    """Start a separate Firefox with a new profile."""
    with TemporaryDirectory() as folder:
        program = Path(folder) / "firefox"
        words = shlex.join([sys.executable, str(LINE), path])
        program.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=program, firefox_user_prefs=SETTINGS
        )
        yield browser
        browser.close()


if __name__ == "__main__":
    found = find_firefox()
    print(found or MISSING, file=sys.stdout if found else sys.stderr)
    sys.exit(found is None)
