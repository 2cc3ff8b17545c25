"""A report as one HTML page with its pictures inside.

It supports only the Markdown that our reports use: headings, paragraphs, tables, and pictures on
separate lines.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby

_PICTURE = re.compile(r"!\[(.*)\]\((.*)\)")
_HEADING = re.compile(r"(#{1,2}) (.*)")
_CODE = re.compile(r"`([^`]*)`")

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem;
  background: #ffffff; color: #222222; overflow-wrap: break-word; }
img { max-width: max(100%, 36rem); height: auto; } /* on a phone the words stay legible */
h1, h2 { line-height: 1.2; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid #dddddd;
  white-space: nowrap; }
@media (prefers-color-scheme: dark) {
  body { background: #1b1d21; color: #e8e6e3; }
  th, td { border-color: #43474e; }
}
"""


def report_page(text: str, light: Mapping[str, str], dark: Mapping[str, str]) -> str:
    """Return the page. Pictures for light and dark screens are looked up by file name."""
    blocks = [list(lines) for is_text, lines in groupby(text.splitlines(), bool) if is_text]
    title = blocks[0][0].removeprefix("# ")
    body = "\n".join(part for block in blocks for part in _block(block, light, dark))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n{body}\n</html>\n"
    )


def _block(lines: list[str], light: Mapping[str, str], dark: Mapping[str, str]) -> Iterator[str]:
    if lines[0].startswith("|"):
        yield from _table(lines)
        return
    for line in lines:
        if match := _HEADING.fullmatch(line):
            yield f"<h{len(match[1])}>{_words(match[2])}</h{len(match[1])}>"
        elif match := _PICTURE.fullmatch(line):
            yield _picture(match[1], light[match[2]], dark[match[2]])
        else:
            yield f"<p>{_words(line)}</p>"


def _table(lines: list[str]) -> Iterator[str]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    yield '<div class="wide" tabindex="0"><table>'
    yield _row(rows[0], "th")
    yield from (_row(row, "td") for row in rows[2:])
    yield "</table></div>"


def _row(cells: Iterable[str], sign: str) -> str:
    return "<tr>" + "".join(f"<{sign}>{_words(cell)}</{sign}>" for cell in cells) + "</tr>"


def _picture(words: str, light: str, dark: str) -> str:
    return (
        '<div class="wide" tabindex="0"><picture>'
        f'<source media="(prefers-color-scheme: dark)" srcset="{_address(dark)}">'
        f'<img src="{_address(light)}" alt="{escape(words)}"></picture></div>'
    )


def _address(svg: str) -> str:
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()


def _words(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))
