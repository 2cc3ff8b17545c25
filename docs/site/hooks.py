"""MkDocs hooks that turn the pages of `docs/` into a site.

The pages should also be readable in the repository. So links may lead out of `docs/`, to files that
the site publishes under `repository/`, and the Markdown follows GitHub's dialect.
"""

from __future__ import annotations

import json
import os
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
    "playground/README.md",
    "tests/README.md",
)
"""The files outside `docs/` that the site publishes."""

LINK = re.compile(r"(!?)\[((?:[^][]|\[[^]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^(```+).*?^\1$", re.DOTALL | re.MULTILINE)
TABLE_ROW = re.compile(r"^\|.*\|$", re.MULTILINE)


PLAYGROUND = ROOT / "build/playground/site"
IMAGE = re.compile(r'<img [^>]*?src="(?P<way>[./]*)pictures/(?P<name>[\w-]+)\.svg"[^>]*>')


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    if with_playground():
        config.extra_javascript.append("site/live.js")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for path in published():
        files.append(File.generated(config, uri_of(path), abs_src_path=str(ROOT / path)))
    if with_playground():
        for file in sorted(each for each in PLAYGROUND.rglob("*") if each.is_file()):
            uri = f"playground/{file.relative_to(PLAYGROUND).as_posix()}"
            files.append(File.generated(config, uri, abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]  # the home page links to the sections itself
    uri = page.file.src_uri
    page.meta["tags"] = sorted(SEARCH_WORDS.get(uri, "").split())
    page.meta["search"] = {
        "exclude": uri.startswith("repository/benchmarks/runs/"),
        # Guides rank first: users who know a function's name find it in the reference anyway.
        "boost": 0.2 if uri.startswith(("reference/", "repository/", "atlas")) else 1,
    }
    return outside_fences(markdown, lambda text: spelled(relinked(text, page.file.src_uri)))


# --- search ---------------------------------------------------------------------------------------

SEARCH_WORDS = {
    "start.md": "begin download getting-started install pip quickstart setup tutorial",
    "what-sees-means.md": "blocked corner line los sight touch visible",
    "boards.md": "door figure grid token wall",
    "light.md": "dark darkness darkvision lamp torch vision",
    "rulings.md": "adjudicate ruling",
    "formats.md": "dd2vtt export file foundry import load map save uvtt",
    "errors.md": "error exception limit",
    "areas-and-reach.md": "aoe area blast cone move movement path pathfinding spell template",
    "add-a-game.md": "add custom own play register registry game",
    "add-a-rule.md": "add custom own register registry rule plugin entry point",
    "write-a-pack.md": "custom homebrew own pack rule",
    "packs/README.md": "cover game pack",
    "packs/dnd5e.md": "5e cover d&d dnd dnd5e",
    "packs/dnd4e.md": "4e dnd4e",
    "packs/dnd35.md": "3.5 dnd35",
    "packs/pathfinder2e.md": "cover pathfinder pf2e",
    "cookbook/roguelikes.md": "fog fov shadowcasting",
    "cookbook/tactics.md": "ai cover enemy tactics",
    "cookbook/game-masters.md": "dm fog gm",
    "cookbook-hex.md": "cover hex",
    "numpy-and-agents.md": "array batch numpy reinforcement",
    "environments.md": "gym gymnasium pettingzoo reinforcement rl",
    "notebooks.md": "jupyter notebook",
    "playground.md": "link online share try",
    "table.md": "gm multiplayer player table vtt",
    "table/fog.md": "fog fog-of-war",
    "table/initiative.md": "combat dice initiative",
    "table/maps.md": "token",
    "table/sight.md": "line sight",
    "table/from-afar.md": "https internet lan online proxy remote server tunnel",
    "glossary.md": "glossary term",
    "command-line.md": "cli command terminal",
    "performance.md": "benchmark fast performance speed",
    "proofs.md": "explain proof why",
}
"""Search terms of newcomers who do not know our terms yet, by the page that they lead to."""


# --- the playground -------------------------------------------------------------------------------


def with_playground() -> bool:
    """Return whether this site contains the playground, as with `make site-with-playground`."""
    wanted = os.environ.get("SIGHTLINE_SITE_PLAYGROUND", "0") not in {"", "0"}
    if wanted and not (PLAYGROUND / "index.html").exists():
        raise SystemExit("the playground is not built: `make playground` builds it")
    return wanted


@cache
def picture_links() -> dict[str, str]:
    """Return the position of each drawn example, from docs/playground_links.py."""
    text = (ROOT / "docs/site/links.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link every drawn example to the playground; live.js replaces it by a live board."""
    if not with_playground():
        return html

    def linked(image: re.Match[str]) -> str:
        fragment = picture_links().get(image["name"])
        if fragment is None:
            return image[0]
        href = f"{image['way']}playground/index.html#{fragment}"
        title = "Open this position in the playground"
        return f'<a class="live-board" href="{href}" title="{title}">{image[0]}</a>'

    return IMAGE.sub(linked, html)


# --- links ----------------------------------------------------------------------------------------


@cache
def published() -> tuple[str, ...]:
    found = (path for pattern in OUTSIDE for path in sorted(ROOT.glob(pattern)))
    return tuple(path.relative_to(ROOT).as_posix() for path in found)


def uri_of(path: str) -> str:
    """Return the site's path of a file. A README would become the index of its section."""
    return f"repository/{path.replace('README.md', 'about.md')}"


def relinked(markdown: str, uri: str) -> str:
    """Adapt links between `docs/` and other files to the site.

    If the site does not have the file, only the link's text remains.
    """
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
    """Apply a change to everything but the code blocks of a page."""
    parts, at = [], 0
    for block in FENCE.finditer(markdown):
        parts += [change(markdown[at : block.start()]), block[0]]
        at = block.end()
    return "".join([*parts, change(markdown[at:])])


def spelled(markdown: str) -> str:
    """Unescape bars in code inside tables, which GitHub needs escaped and
    Python-Markdown does not.
    """
    return TABLE_ROW.sub(lambda row: re.sub(r"`[^`]*`", _bare_bars, row[0]), markdown)


def _bare_bars(code: re.Match[str]) -> str:
    return code[0].replace("\\|", "|")
