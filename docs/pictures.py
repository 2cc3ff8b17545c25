"""Draw every picture of the README and of these pages: `make docs-pictures`.

Most pictures are drawn by a command, which the page can show. This also updates the output of
commands (blocks marked `console`) and of the notebook. The same maps and code give the same bytes,
and a test compares the files.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib.resources import files
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from docs.area_pictures import AREA_PICTURES
from docs.notebook_runner import executed
from docs.pack_pictures import PACK_PICTURES
from docs.rule_pictures import RULE_PICTURES
from docs.skirmish_pictures import SKIRMISH_PICTURES
from sightline import RULES, contact_field, load, trace
from sightline.apps.cli.main import main
from sightline.apps.cli.output.screen import ERROR
from sightline.games.quest import Quest, shipped_quest
from sightline.render import contact_svg, field_svg, sight_svg

DOCS = Path(__file__).resolve().parent
FOLDER = DOCS / "pictures"
MAPS = DOCS / "maps"
NOTEBOOK = DOCS.parent / "examples" / "line_of_sight.ipynb"
DEMO_MAPS = ("dungeon.txt", "hills.txt")
"""Copies of the maps of `sightline demo`."""
DUNGEON = str(MAPS / "dungeon.txt")

COMMANDS = {
    # picture: the command that draws it, without --svg and --theme
    "sight": ["see", DUNGEON, "Mira", "goblin"],
    "field": ["field", DUNGEON, "Mira", "--rule", "center"],
    "party": ["field", DUNGEON, "Mira", "Bruno", "--rule", "center"],
    "heatmap": ["heatmap", DUNGEON],
    "heights": ["see", str(MAPS / "gallery.txt"), "Mira", "goblin", "--rule", "center"],
    "light": ["light", str(MAPS / "cellar.txt")],
    "all-lines": ["see", str(MAPS / "lines.txt"), "Mira", "goblin", "--all-lines"],
    "hex-ray": ["see", str(MAPS / "hills.txt"), "ranger", "archer", "--all-lines"],
    "contact-clear": ["see", str(MAPS / "clear.txt"), "Mira", "goblin", "--rule", "center"],
    "contact-corner": [
        *("see", str(MAPS / "corner.txt"), "Mira", "goblin"),
        *("--rule", "center", "--ties", "adjudicated"),
    ],
    "contact-edge": [
        *("see", str(MAPS / "edge.txt"), "Mira", "goblin"),
        *("--rule", "corner", "--ties", "permissive"),
    ],
    "contact-blocked": ["see", str(MAPS / "blocked.txt"), "Mira", "goblin", "--rule", "center"],
}


PAGES = ("command-line.md", "write-a-pack.md")
CONSOLE = re.compile(r"^```console\n\$ sightline ([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def _by_command(name: str) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "picture.svg"
        printed_by([*COMMANDS[name], "--svg", str(file), "--theme", "auto"])
        return file.read_text(encoding="utf-8")


def printed_by(words: list[str]) -> str:
    """Return the output of a command in a pipe of 80 columns, run in this folder."""
    pipe = TextIOWrapper(BytesIO(), encoding="utf-8")
    with chdir(DOCS), redirect_stdout(pipe), redirect_stderr(StringIO()):
        code = main(words)
    if code == ERROR:
        raise SystemExit(f"sightline {shlex.join(words)} failed")
    pipe.seek(0)
    return pipe.read()


def _page(name: str) -> str:
    """Return a page with the current output of its commands."""

    def run(block: re.Match[str]) -> str:
        return f"```console\n$ sightline {block[1]}\n{printed_by(shlex.split(block[1]))}```"

    return CONSOLE.sub(run, (DOCS / name).read_text(encoding="utf-8"))


def _contacts() -> str:
    board = load(MAPS / "lines.txt")
    contacts = contact_field(board, "Mira", RULES["center"])
    caption = "How the line from Mira's center meets what stands in its way, tile by tile"
    return contact_svg(board, contacts, viewers=["Mira"], caption=caption, theme="auto")


def _crypt() -> Quest:
    """Return the sample quest after its heroes have opened two doors."""
    quest = shipped_quest("the-sealed-crypt")
    quest.move("Ansa", (2, 3))
    quest.open_door("Ansa", (2, 3), (2, 4))
    quest.move("Brom", (3, 1))
    quest.open_door("Brom", (3, 1), (4, 1))
    return quest


def _quest() -> str:
    """Draw what the heroes see now, on the map as they know it."""
    quest = _crypt()
    seen = {hero: list(view.tiles) for hero, view in quest.views.items()}
    return field_svg(quest.known_board(), seen, theme="auto")


# --- the layers -----------------------------------------------------------------------------------

# Top to bottom: each imports only from below.
LAYERS = {
    "sightline": (
        ("apps",),
        ("cluster", "table", "assistant"),
        ("gym", "studies", "service"),
        ("games", "playground"),
        ("rulings", "areas", "movement", "links"),
        ("hexes", "squares", "simple", "atlas", "bank", "compat"),
        ("engine", "render"),
        ("rules", "gpu"),
        ("kernels",),
        ("answers", "formats", "paths"),
        ("geometry", "packs", "storage", "pictures"),
        ("model", "extras", "processes"),
        ("errors",),
        ("deprecated", "texts"),
    ),
    "sightline/table": (
        ("run",),
        ("http",),
        ("transfer",),
        ("service",),
        ("questions",),
        ("actions",),
        ("games",),
        ("rulings",),
        ("vision",),
        ("storage",),
        ("state",),
        ("protocol",),
    ),
    "page/src": (
        ("shell",),
        ("games",),
        ("features",),
        ("map",),
        ("ui",),
        ("state",),
        ("protocol",),
        ("words",),
    ),
}
WIDTHS = (330, 210, 170)
HEIGHT, GAP, TOP = 440, 6, 34
LAYERS_STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#1b1f27;text-anchor:middle}"
    ".title{font-weight:600}.note{fill:#59606d;font-size:13px}"
    "rect{fill:#eaf1f8;stroke:#0b4f8a}"
    "path{fill:none;stroke:#59606d;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){text{fill:#e8eaee}.note{fill:#a9b0bd}"
    "rect{fill:#1d2c3b;stroke:#7db8ea}path{stroke:#a9b0bd}}"
)


def _layers() -> str:
    """Draw the packages as boxes, with a row for each layer and an arrow for the direction of
    imports.
    """
    drawn: list[str] = []
    left = 40
    for (title, rows), width in zip(LAYERS.items(), WIDTHS, strict=True):
        middle = left + width / 2
        drawn.append(f'<text class="title" x="{middle:g}" y="20">{title}</text>')
        height = (HEIGHT - GAP * (len(rows) - 1)) / len(rows)
        for number, names in enumerate(rows):
            y = TOP + number * (height + GAP)
            part = (width - GAP * (len(names) - 1)) / len(names)
            for place, name in enumerate(names):
                x = left + place * (part + GAP)
                text_x, text_y = x + part / 2, y + height / 2 + 5
                drawn.append(
                    f'<rect x="{x:g}" y="{y:.1f}" width="{part:.1f}" height="{height:.1f}"'
                    f' rx="5"/><text x="{text_x:g}" y="{text_y:.1f}">{name}</text>'
                )
        left += width + 40
    bottom = TOP + HEIGHT
    arrow = (
        f'<path d="M20 {TOP} V{bottom - 2} M14 {bottom - 10} L20 {bottom - 2} L26 {bottom - 10}"/>'
    )
    note = f'<text class="note" x="{left / 2:g}" y="{bottom + 26}">imports point down</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left} {bottom + 40}" role="img">'
        f"<title>The layers of sightline, of its table and of the table's page</title>"
        f"<style>{LAYERS_STYLE}</style>\n{chr(10).join([*drawn, arrow, note])}\n</svg>\n"
    )


def _first_look() -> str:
    """Draw the position of the README's first code, which is also on the home page of the docs."""
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    with redirect_stdout(StringIO()):
        exec(text.partition("```python\n")[2].partition("```")[0], names)  # noqa: S102  # our own
    board, rule = names["board"], names["rule"]
    return sight_svg(board, trace(board, "Mira", "goblin", rule), theme="auto")


def _win_rates() -> str:
    """Draw a small study of reproducible games."""
    from sightline.studies import study_dungeon

    return study_dungeon(6_500, players=["random", "greedy"]).svg()


DRAWN: dict[str, Callable[[], str]] = {
    "first-look": _first_look,
    "contacts": _contacts,
    "quest": _quest,
    "layers": _layers,
    "study-win-rates": _win_rates,
    **RULE_PICTURES,
    **AREA_PICTURES,
    **PACK_PICTURES,
    **SKIRMISH_PICTURES,
}


def pictures() -> Iterator[tuple[Path, str]]:
    """Yield each file with its content: maps first, since the rest is drawn from them."""
    for name in DEMO_MAPS:
        packaged = files("sightline.apps.cli") / "demo_maps" / name
        yield MAPS / name, packaged.read_text(encoding="utf-8")
    for name in COMMANDS:
        yield FOLDER / f"{name}.svg", _by_command(name)
    for name, draw in DRAWN.items():
        yield FOLDER / f"{name}.svg", draw()
    for name in PAGES:
        yield DOCS / name, _page(name)
    yield NOTEBOOK, executed(NOTEBOOK)


def draw_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for file, svg in pictures():
        changed = not file.exists() or file.read_text(encoding="utf-8") != svg
        file.write_text(svg, encoding="utf-8")
        print(f"{'made' if changed else 'kept'} {file.relative_to(DOCS.parent)}", file=sys.stderr)


if __name__ == "__main__":
    draw_all()
