"""What the pages of `docs/` need to become a site.

The pages are written to be read in the repository as well. So links may lead out of `docs/`, to
files that are published here under `repository/`, and Markdown is spelled as GitHub reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "benchmarks/README.md",
    "benchmarks/runs/*.md",
    "benchmarks/runs/*.svg",
    "examples/*.ipynb",
    "page/README.md",
    "tests/README.md",
)
"""What the site shows of the rest of the repository."""

LINK = re.compile(r"(!?)\[((?:[^][]|\[[^]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^(```+).*?^\1$", re.DOTALL | re.MULTILINE)
TABLE_ROW = re.compile(r"^\|.*\|$", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for path in published():
        files.append(File.generated(config, uri_of(path), abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]  # it has the doors themselves
    return outside_fences(markdown, lambda text: spelled(relinked(text, page.file.src_uri)))


# --- links ----------------------------------------------------------------------------------------


@cache
def published() -> tuple[str, ...]:
    found = (path for pattern in OUTSIDE for path in sorted(ROOT.glob(pattern)))
    return tuple(path.relative_to(ROOT).as_posix() for path in found)


def uri_of(path: str) -> str:
    """Where the site has it. A README would become the index of its section."""
    return f"repository/{path.replace('README.md', 'about.md')}"


def relinked(markdown: str, uri: str) -> str:
    """Links between `docs/` and the rest lead to where the site has them. To what it does not have
    there is no link, only its text."""
    here = {uri_of(path): path for path in published()}.get(uri, join("docs", uri))

    def relink(found: re.Match[str]) -> str:
        mark, text, target = found.groups()
        path, hash_, anchor = target.partition("#")
        if not path or ":" in path:
            return found[0]
        real = normpath(join(dirname(here), path))
        if real.startswith("docs/") or real == "docs":
            there = real.removeprefix("docs").lstrip("/")
            if (ROOT / real).is_dir():
                return text
        elif real == "README.md":
            there = "README.md"
        elif real in published():
            there = uri_of(real)
        else:
            return found[0] if mark else text
        return f"{mark}[{text}]({relpath(there, dirname(uri) or '.')}{hash_}{anchor})"

    return LINK.sub(relink, markdown)


# --- Markdown -------------------------------------------------------------------------------------


def outside_fences(markdown: str, change: Callable[[str], str]) -> str:
    """The page with everything but its blocks of code changed."""
    parts, at = [], 0
    for block in FENCE.finditer(markdown):
        parts += [change(markdown[at : block.start()]), block[0]]
        at = block.end()
    return "".join([*parts, change(markdown[at:])])


def spelled(markdown: str) -> str:
    """A bar in code inside a table: GitHub wants it escaped, Python-Markdown does not."""
    return TABLE_ROW.sub(lambda row: re.sub(r"`[^`]*`", _bare_bars, row[0]), markdown)


def _bare_bars(code: re.Match[str]) -> str:
    return code[0].replace("\\|", "|")
