"""Every picture of the README and of these pages, drawn anew: `make docs-pictures`.

Most are what a command draws, and the page that shows one can show its command. The same maps
and the same code give the same bytes, and a test holds the files here against that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from sightline import RULES, contact_field, load
from sightline.apps.cli.main import main
from sightline.games.quest import Quest, shipped_quest
from sightline.render import contact_svg, field_svg

DOCS = Path(__file__).resolve().parent
FOLDER = DOCS / "pictures"
MAPS = DOCS / "maps"
DUNGEON = str(MAPS / "dungeon.txt")

COMMANDS = {
    # picture: the command that draws it, without --svg and --theme
    "sight": ["see", DUNGEON, "Mira", "goblin"],
    "field": ["field", DUNGEON, "Mira", "--rule", "quest"],
    "party": ["field", DUNGEON, "Mira", "Bruno", "--rule", "quest"],
    "heatmap": ["heatmap", DUNGEON],
    "dungeon": ["info", DUNGEON],
    "all-lines": ["see", str(MAPS / "lines.txt"), "Mira", "goblin", "--all-lines"],
    "hex-ray": ["see", str(MAPS / "hills.txt"), "ranger", "archer", "--all-lines"],
    "contact-clear": ["see", str(MAPS / "clear.txt"), "Mira", "goblin", "--rule", "quest"],
    "contact-corner": [
        *("see", str(MAPS / "corner.txt"), "Mira", "goblin"),
        *("--rule", "quest", "--ties", "adjudicated"),
    ],
    "contact-edge": [
        *("see", str(MAPS / "edge.txt"), "Mira", "troll"),
        *("--rule", "quest", "--ties", "permissive"),
    ],
    "contact-blocked": ["see", str(MAPS / "blocked.txt"), "Mira", "goblin", "--rule", "quest"],
}


def _by_command(name: str) -> str:
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        file = Path(folder) / "picture.svg"
        main([*COMMANDS[name], "--svg", str(file), "--theme", "auto"])
        return file.read_text(encoding="utf-8")


def _contacts() -> str:
    board = load(MAPS / "lines.txt")
    contacts = contact_field(board, "Mira", RULES["quest"])
    caption = "How the line from Mira's centre meets what stands in its way, tile by tile"
    return contact_svg(board, contacts, viewers=["Mira"], caption=caption, theme="auto")


def _crypt() -> Quest:
    """The sample quest after its heroes have opened two doors."""
    quest = shipped_quest("the-sealed-crypt")
    quest.move("Ansa", (2, 3))
    quest.open_door("Ansa", (2, 3), (2, 4))
    quest.move("Brom", (3, 1))
    quest.open_door("Brom", (3, 1), (4, 1))
    return quest


def _quest() -> str:
    """What the heroes see now, on the map as they know it: the rest is not drawn at all."""
    quest = _crypt()
    seen = {hero: list(view.tiles) for hero, view in quest.views.items()}
    return field_svg(quest.known_board(), seen, theme="auto")


DRAWN: dict[str, Callable[[], str]] = {"contacts": _contacts, "quest": _quest}


def pictures() -> Iterator[tuple[Path, str]]:
    """Each file with what belongs into it."""
    for name in COMMANDS:
        yield FOLDER / f"{name}.svg", _by_command(name)
    for name, draw in DRAWN.items():
        yield FOLDER / f"{name}.svg", draw()


def draw_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for file, svg in pictures():
        changed = not file.exists() or file.read_text(encoding="utf-8") != svg
        file.write_text(svg, encoding="utf-8")
        print(f"{'drew' if changed else 'kept'} {file.relative_to(DOCS.parent)}", file=sys.stderr)


if __name__ == "__main__":
    draw_all()
