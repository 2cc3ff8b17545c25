"""Ends a worker process when its server ends."""

from __future__ import annotations

import os
import threading
import time

TOO_MUCH_MEMORY = "reading it needs more memory than there is"
LOOK_SECONDS = 0.2
"""How often it looks whether the server is still there."""


def end_with_parent() -> None:
    """Also when the server was killed, and could not end its workers itself."""
    threading.Thread(target=_wait_for_the_end, args=(os.getppid(),), daemon=True).start()


def _wait_for_the_end(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
