"""Write shapes as SVG text. The same scene always gives the same bytes."""

from __future__ import annotations

import base64
import math
import re
import struct
import zlib
from collections.abc import Iterable
from html import escape
from itertools import groupby

from sightline.render.shapes import (
    XY,
    Circle,
    Panel,
    Path,
    Pixels,
    Scene,
    Shape,
    Stamped,
    Text,
    Underlay,
)
from sightline.render.theme import (
    OVER_PICTURE,
    PALETTES,
    STYLES,
    Style,
    check_theme,
    css_of,
)
from sightline.texts import Phrase, join, with_values

FONT = "system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg_text(scene: Scene, theme: str = "light") -> str:
    """Return the scene as an SVG document."""
    writer = _SvgWriter(check_theme(theme), _hatch_step(scene.tile), scene.over_picture)
    body = [writer.element(shape) for shape in scene.shapes]
    width, height = number(scene.width), number(scene.height)
    left, top = number(scene.corner[0]), number(scene.corner[1])
    title = clean(scene.title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="{left} {top} {width} {height}" class="{writer.scope}" role="img"'
        f' aria-label="{title}" font-family="{FONT}" stroke-linejoin="round">'
    )
    described = [f"<desc>{clean(scene.description)}</desc>"] if scene.description else []
    return _joined(
        [head, f"<title>{title}</title>", *described, writer.style(), *writer.defs(), *body]
        + ["</svg>\n"]
    )


def _joined(lines: list[str]) -> str:
    """Return the lines as one text, with the templates in it, for pages in other languages."""
    if not any(isinstance(line, Phrase) for line in lines):
        return "\n".join(lines)
    parts: list[str] = []
    for has_template, run in groupby(lines, lambda line: isinstance(line, Phrase)):
        said = list(run)
        parts += said if has_template else ["\n".join(said)]
    return join(parts, "\n")


def number(value: float) -> str:
    """Return a number rounded to a tenth of a pixel, which keeps files small."""
    return tenths(round(value * 10))


def tenths(value: int) -> str:
    whole, part = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


def clean(text: str) -> str:
    """Return text escaped for XML, with forbidden characters replaced."""
    return with_values(text, _escaped)


def _escaped(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text), quote=True)


def path_data(lines: Iterable[tuple[XY, ...]], closed: bool) -> str:
    """Return path data with relative steps between rounded points, which is short
    and does not drift.
    """
    parts: list[str] = []
    for line in lines:
        x, y = round(line[0][0] * 10), round(line[0][1] * 10)
        parts.append(f"M{tenths(x)} {tenths(y)}")
        for px, py in line[1:]:
            to_x, to_y = round(px * 10), round(py * 10)
            dx, dy = to_x - x, to_y - y
            x, y = to_x, to_y
            if dx == 0:
                parts.append(f"v{tenths(dy)}")
            elif dy == 0:
                parts.append(f"h{tenths(dx)}")
            else:
                parts.append(f"l{tenths(dx)} {tenths(dy)}")
        if closed:
            parts.append("z")
    return "".join(parts)


def _hatch_step(tile: float) -> int:
    """Return the distance between hatch lines: narrow enough for small tiles,
    limited for large ones.
    """
    return max(3, min(8, round(tile / 7)))


class _SvgWriter:
    """Writes elements, and records which styles and patterns they need."""

    def __init__(self, theme: str, hatch_step: int, over_picture: bool) -> None:
        self._theme = theme
        self._styles = {**STYLES, **OVER_PICTURE} if over_picture else STYLES
        self._over_picture = over_picture
        self.scope = f"sl-{theme}-over" if over_picture else f"sl-{theme}"
        """The CSS class of all its rules, because one page may contain pictures of both kinds."""
        self._step = hatch_step
        self._roles: dict[str, None] = {}
        self._patterns: dict[str, str] = {}
        self._stamps: dict[str, str] = {}

    # --- shapes

    def element(self, shape: Shape) -> str:
        match shape:
            case Path():
                data = path_data(shape.lines, shape.closed)
                attributes = f'd="{data}"{self._stroke(shape.role, shape.width)}'
                return _hinted("path", self._class(shape.role) + attributes, shape.hint)
            case Circle():
                (x, y), stroke = shape.center, self._stroke(shape.role, shape.width)
                attributes = f'cx="{number(x)}" cy="{number(y)}" r="{number(shape.radius)}"{stroke}'
                return _hinted("circle", self._class(shape.role) + attributes, shape.hint)
            case Text():
                anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
                return (
                    f'<text {self._class(shape.role)}x="{number(shape.at[0])}"'
                    f' y="{number(shape.at[1])}" font-size="{number(shape.size)}"{anchor}>'
                    + clean(shape.text)
                    + "</text>"
                )
            case Pixels():
                return _image(shape, OVER_PICTURE["heat"].opacity if self._over_picture else 1.0)
            case Underlay():
                return self._underlay(shape)
            case Stamped():
                return self._stamped(shape)
            case Panel():
                return self._panel(shape)

    def _class(self, role: str) -> str:
        self._roles[role] = None
        if role in self._styles and self._styles[role].pattern:
            return f'fill="url(#{self._pattern(role)})" '
        return f'class="{role}" '

    def _stroke(self, role: str, width: float) -> str:
        if not width:
            return ""
        style = self._styles.get(role, Style())
        dash = ",".join(number(part * width) for part in style.dash)
        return f' stroke-width="{number(width)}"' + (f' stroke-dasharray="{dash}"' if dash else "")

    def _pattern(self, role: str) -> str:
        """Return the id of a pattern.

        It includes everything that the pattern depends on, so pictures on one page can share it.
        """
        step = self._step
        name = f"{self.scope}-{role}-{step}"
        ink = f'class="{role}-ink" '
        kind = self._styles[role].pattern
        # Slanted lines in an upright pattern tile: resvg is five times slower with a rotated
        # pattern. With this width the lines are `step` apart, up to a third of a pixel.
        side = round(step * math.sqrt(2))
        if kind == "dots":
            near, far = number(side / 4), number(side * 3 / 4)
            radius = number(max(0.8, step / 6))
            body = "".join(f'<circle {ink}cx="{at}" cy="{at}" r="{radius}"/>' for at in (near, far))
        else:
            # Through the tile, and over the two corners that lines of neighboring tiles touch.
            rising = f"M0 {side}l{side}-{side}M-1 1l2-2M{side - 1} {side + 1}l2-2"
            falling = f"M0 0l{side} {side}M-1 {side - 1}l2 2M{side - 1}-1l2 2"
            data = {"back": falling, "cross": rising + falling}.get(kind, rising)
            body = f'<path {ink}d="{data}" stroke-width="{number(max(1.0, step / 6))}"/>'
        self._patterns[name] = (
            f'<pattern id="{name}" width="{side}" height="{side}" patternUnits="userSpaceOnUse">'
            f"{body}</pattern>"
        )
        return name

    def _underlay(self, shape: Underlay) -> str:
        inside = path_data(shape.inside, closed=True)
        name = f"sl-{zlib.crc32(inside.encode()):08x}u"
        self._stamps[name] = f'<clipPath id="{name}"><path d="{inside}"/></clipPath>'
        (x, y), (w, h) = shape.at, shape.size
        encoded = base64.b64encode(shape.data).decode()
        return (
            f'<g clip-path="url(#{name})"><image x="{number(x)}" y="{number(y)}"'
            f' width="{number(w)}" height="{number(h)}" preserveAspectRatio="none"'
            f' href="data:{shape.media_type};base64,{encoded}"/></g>'
        )

    def _panel(self, shape: Panel) -> str:
        scene = shape.scene
        body = "".join(self.element(each) for each in scene.shapes)
        view = " ".join(number(each) for each in (*scene.corner, scene.width, scene.height))
        return (
            f'<svg x="{number(shape.at[0])}" y="{number(shape.at[1])}"'
            f' width="{number(shape.size[0])}" height="{number(shape.size[1])}"'
            f' viewBox="{view}">{body}</svg>'
        )

    def _stamped(self, shape: Stamped) -> str:
        inside = path_data(shape.inside, closed=True)
        data = path_data(shape.path.lines, shape.path.closed)
        name = f"sl-{zlib.crc32((inside + data).encode()):08x}"
        self._stamps[name] = (
            f'<clipPath id="{name}c"><path d="{inside}"/></clipPath><path id="{name}" d="{data}"/>'
        )
        uses = "".join(
            f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>' for x, y in shape.offsets
        )
        return (
            f'<g {self._class(shape.path.role)}clip-path="url(#{name}c)"'
            f"{self._stroke(shape.path.role, shape.path.width)}>{uses}</g>"
        )

    # --- definitions

    def style(self) -> str:
        """Return CSS rules under the theme's class, because one page may contain
        pictures of two themes.
        """
        if self._theme != "auto":
            return f"<style>{self._rules(self._theme)}</style>"
        return (
            f"<style>{self._rules('light')}@media (prefers-color-scheme:dark){{"
            f"{self._rules('dark')}}}</style>"
        )

    def _rules(self, palette_name: str) -> str:
        palette = PALETTES[palette_name]
        rules = []
        for role in sorted(self._roles):
            style = self._styles.get(role)
            if style is not None and style.pattern:
                ink = "fill" if style.pattern == "dots" else "stroke"
                rules.append(f".{self.scope} .{role}-ink{{{ink}:{palette[style.fill]}}}")
            else:
                rules.append(
                    f".{self.scope} .{role}{{{css_of(role, palette, self._over_picture)}}}"
                )
        return "".join(rules)

    def defs(self) -> list[str]:
        made = [*self._patterns.values(), *self._stamps.values()]
        return ["<defs>" + "".join(made) + "</defs>"] if made else []


def _hinted(tag: str, attributes: str, hint: str) -> str:
    if not hint:
        return f"<{tag} {attributes}/>"
    return f"<{tag} {attributes}><title>{clean(hint)}</title></{tag}>"


def _image(shape: Pixels, opacity: float) -> str:
    encoded = base64.b64encode(_png(shape.rows)).decode()
    (x, y), (w, h) = shape.at, shape.size
    seen_through = "" if opacity == 1.0 else f' opacity="{opacity:g}"'
    return (
        f'<image x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
        f"{seen_through}"
        f' preserveAspectRatio="none" image-rendering="optimizeSpeed"'
        f' style="image-rendering:pixelated" href="data:image/png;base64,{encoded}"/>'
    )


def _png(rows: tuple[bytes, ...]) -> bytes:
    """Return the smallest PNG with these rows of red, green and blue."""
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
