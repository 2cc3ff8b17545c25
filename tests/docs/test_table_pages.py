"""The docs describe the table's structure and limits correctly."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from sightline.table.protocol import client, types
from sightline.table.state import capacity, history
from sightline.table.vision import cost
from tests.unit.test_architecture import TABLE_LAYERS

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src" / "sightline" / "table"
INSIDE = (ROOT / "docs" / "table-inside.md").read_text(encoding="utf-8")
LIMITS = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8").partition("| at the table |")[2]


def named(pattern: str) -> list[str]:
    """Return the distinct matches of a pattern on the page."""
    return sorted(set(re.findall(pattern, INSIDE)))


@pytest.mark.parametrize("name", named(r"`([a-z_]+/[a-z_]+\.[A-Za-z_.]+)`"))
def test_what_it_names_is_there(name: str) -> None:
    module, *path = name.split(".")
    found: object = import_module(f"sightline.table.{module.replace('/', '.')}")
    for part in path:
        found = getattr(found, part)


@pytest.mark.parametrize("name", named(r"`([a-z]+/[a-z_]+)`"))
def test_its_modules_are_there(name: str) -> None:
    assert (TABLE / f"{name}.py").is_file()


def test_its_layers_are_the_layers() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", INSIDE, re.MULTILINE)
    folders = {path.parent.name for path in TABLE.glob("*/__init__.py")}
    assert {*listed} - {"run"} == folders
    assert listed == list(TABLE_LAYERS), "lowest first"


@pytest.mark.parametrize("name", named(r"`((?:tests|src|page)/[\w/.]+)`"))
def test_its_files_are_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("tiles, ", capacity.MAX_TILES),
        ("figures and furniture", capacity.MAX_FIGURES),
        ("free walls", capacity.MAX_WALLS),
        ("walls, figures and solid tiles", capacity.MAX_IMPORTED),
        ("rulings", capacity.MAX_RULINGS),
        ("maps", capacity.MAX_MAPS),
        ("players", capacity.MAX_PLAYERS),
        ("waiting visitors", capacity.MAX_WAITING),
        ("changes", history.MAX_ROWS),
        ("tiles or edges", types.MAX_BATCH),
        ("bytes", client.MAX_MESSAGE_BYTES),
        ("characters", types.MAX_NAME),
        ("lines (two", cost.MOST_LINES),
        ("figures |", cost.MOST_PEOPLE),
        ("lines (a 4×4 figure", cost.MOST_FIELD),
    ],
)
def test_its_limits_are_these(what: str, limit: int) -> None:
    assert f" {limit:,} {what}" in LIMITS
