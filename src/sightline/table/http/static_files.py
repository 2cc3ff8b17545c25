"""Serve the built files of the page."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from starlette.responses import HTMLResponse, Response

STATIC = Path(__file__).parent / "static"
"""The output folder of the page build."""
PLAYGROUND = Path(__file__).parent / "playground"
"""The output folder of `make playground`."""
TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The file types that are served; others are ignored."""
INDEX = "index.html"
PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
"""Types worth compressing; the others are compressed already."""
FOREVER = "public, max-age=31536000, immutable"
"""The caching header for files whose names contain a content hash."""

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>sightline: the page is missing</title>
<h1>The table runs, but its page is not built</h1>
<p>In a checkout of sightline, run <code>make page</code> and reload. It needs node.</p>
<p>An installed sightline brings its page along: if you see this there, install it anew.</p>
</html>
"""


def is_built(folder: Path) -> bool:
    return (folder / INDEX).is_file()


def static_response(folder: Path, path: str, accepts: str = "") -> Response | None:
    """Return the file of that path, compressed if the browser accepts it, or None if it is
    missing.
    """
    if not path and not is_built(folder):
        return HTMLResponse(NOT_BUILT, status_code=503)
    file = _found(folder, path or INDEX)
    if file is None:
        return None
    is_named = path.startswith("assets/") or file.suffix == ".bin"
    headers = {"Cache-Control": FOREVER} if is_named else {}
    # These files are small: reading them does not need a thread.
    content = file.read_bytes()
    if file.suffix in PACKED:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in accepts:
            headers["Content-Encoding"] = "gzip"
            content = _packed(content)
    return Response(content, media_type=TYPES[file.suffix], headers=headers)


@lru_cache(maxsize=32)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _found(folder: Path, path: str) -> Path | None:
    """Return the file inside the folder, or None. Files above it, hidden files and symlinks that
    lead out are not found.
    """
    parts = path.split("/")
    if any(not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    file = folder.joinpath(*parts)
    try:
        is_there = file.suffix in TYPES and file.is_file()
    except OSError:  # the path is too long for a file name
        return None
    return file if is_there and file.resolve().is_relative_to(folder.resolve()) else None
