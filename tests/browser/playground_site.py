"""Serve the built playground with a plain web server, like any host."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build/playground/site"
MISSING = "The playground is not built, or not anew: `make playground` does, with node and zig."


def is_built() -> bool:
    """Return whether the playground is built from the current sources."""
    manifest = SITE / "engine.json"
    if not manifest.is_file():
        return False
    made = manifest.stat().st_mtime
    sources = [*(ROOT / "src/sightline").rglob("*.py"), *(ROOT / "page/src").rglob("*.*")]
    left_out = {"table", "apps", "games", "rulings", "storage", "hexes"}
    return all(
        each.stat().st_mtime <= made
        for each in sources
        if not left_out.intersection(each.relative_to(ROOT).parts)
    )


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@contextmanager
def served(folder: Path = SITE) -> Iterator[str]:
    """Serve the folder, like `python -m http.server`, and return its address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
