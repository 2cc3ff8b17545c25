"""Convert SVG to PNG with resvg, using a bundled font.

Without fonts on the machine, or with a "sans-serif" that resvg cannot find, pictures would have no
text. Pillow includes a small font (Aileron: ASCII and a few symbols), so that one is used, and a
picture is the same on every machine. The machine's own fonts are used only for names in other
scripts.
"""

from __future__ import annotations

import html
import math
import re
import tempfile
from functools import cache
from pathlib import Path

from sightline.errors import InvalidValueError
from sightline.extras import extra
from sightline.model.numbers import short_repr

_BUILT_IN = frozenset(map(chr, range(32, 127))) | frozenset("\n©«°±·»‘’“”…‹›")
MAX_PIXELS = 64_000_000
"""The largest picture. Larger ones would take over 256 MB, so they are scaled down."""


def svg_to_png(svg: str, zoom: float = 2.0) -> bytes:
    """Return the picture as PNG. A `zoom` of 2 suits high-resolution screens.

    Raises `MissingExtraError` without the extra `png`.
    """
    with extra("png", "PNG pictures need"):
        import PIL  # noqa: F401 (where the font is)
        import resvg_py

    if not 0 < zoom <= 16:
        raise InvalidValueError(
            f"zoom: expected more than 0 and at most 16, got {short_repr(zoom)}"
        )
    family, font = _built_in_font()
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=_bounded(svg, zoom),
        skip_system_fonts=font is not None and _needs_only_built_in(svg),
        font_files=[font] if font else None,
        font_family=family,
        sans_serif_family=family,
    )


def _bounded(svg: str, zoom: float) -> float:
    size = re.search(r'<svg[^>]* width="([0-9.]+)" height="([0-9.]+)"', svg)
    if size is None:
        return zoom
    pixels = float(size[1]) * float(size[2])
    return min(zoom, math.sqrt(MAX_PIXELS / max(pixels, 1.0)))


def _needs_only_built_in(svg: str) -> bool:
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return _BUILT_IN.issuperset(html.unescape("".join(texts)))


@cache
def _built_in_font() -> tuple[str | None, str | None]:
    """Return the family of Pillow's own font, and a file with it, because resvg
    reads fonts from files only.
    """
    from PIL import ImageFont

    font = ImageFont.load_default(12)
    data = getattr(font, "font_bytes", None)
    if not isinstance(font, ImageFont.FreeTypeFont) or not data:
        return None, None  # Pillow was built without FreeType, so the machine's fonts are used
    folder = _kept_folder()
    path = Path(folder.name) / "built-in.ttf"
    path.write_bytes(data)
    return font.getname()[0], str(path)


@cache
def _kept_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that is removed when the program ends."""
    return tempfile.TemporaryDirectory(prefix="sightline-font-")
