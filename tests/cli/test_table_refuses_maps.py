"""`sightline table MAP` with a file that is not a map prints a message and starts no table.

tests/formats and tests/fuzz check that reading such a file is bounded in memory and time.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from sightline.table.state import capacity
from sightline.table.state.capacity import MAX_TILES
from sightline.table.transfer import incoming
from tests.cli.shell import sightline

SMALL: dict[str, Any] = {"grid": "square", "tiles": ["..", ".."]}
DENSE = {
    "grid": "square",
    "tiles": ["#." * 100] * 200,
    "edges": {"east": ["w" * 199] * 200, "south": ["w" * 200] * 199},
}


def a_table(document: Any) -> dict[str, Any]:
    return {"sightline_table": 1, "maps": [{"name": "Vault", "document": document, "figures": []}]}


BAD: dict[str, tuple[Any, str]] = {
    "too large": (
        {"sightline": 1, "board": {"grid": "square", "tiles": ["." * 300] * 300}},
        f"bad: a map at a table has at most {MAX_TILES:,} tiles; this one has 90,000",
    ),
    "too dense": ({"sightline": 1, "board": DENSE}, "tiles of rock and edges with walls"),
    "too many rulings": (
        {"sightline": 1, "board": SMALL, "rulings": [{}] * 5_001},
        "bad.json: it has 5,001 rulings; at most 5,000 are brought at once",
    ),
    "a rule that is none": ({"sightline": 1, "board": SMALL, "rule": {"rule": "x"}}, "bad: "),
    "a rule for hexes": (
        {"sightline": 1, "board": SMALL, "rule": {"rule": "hexray"}},
        "bad: expected a rule for squares, got 'hexray'",
    ),
    "a table with a map that is too dense": (
        a_table({"sightline": 1, "board": DENSE}),
        f"Vault: a map at a table has at most {MAX_TILES:,} tiles of rock and edges",
    ),
    "a table with a rule for hexes": (
        a_table({"sightline": 1, "board": SMALL, "rule": {"rule": "hexray"}}),
        "Vault: expected a rule for squares",
    ),
    "a table of nothing": (a_table(None), "$.maps[0].document"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_map_for_a_table_is_refused_in_words(tmp_path: Path, what: str) -> None:
    document, complaint = BAD[what]
    bad, kept = tmp_path / "bad.json", tmp_path / "table.db"
    bad.write_text(json.dumps(document))
    done = sightline("table", "--no-browser", "--file", kept, bad)
    assert (done.code, done.out) == (2, "")
    assert complaint in done.err
    assert not kept.exists()


def test_all_maps_of_a_table_together_have_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity, "MAX_IMPORTED", 99)
    board = {"grid": "square", "tiles": ["#" * 10] * 5}
    part = {"name": "Vault", "document": {"sightline": 1, "board": board}, "figures": []}
    many = tmp_path / "many.json"
    many.write_text(json.dumps({"sightline_table": 1, "maps": [part, part]}))
    done = sightline("table", "--no-browser", "--file", tmp_path / "table.db", many)
    assert done.code == 2
    assert "many.json: its maps have 100 walls" in done.err


def test_of_a_file_that_is_too_large_no_more_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exported table is recognized by its first bytes, then rejected or read by its size."""
    monkeypatch.setattr(incoming, "MAX_FILE_BYTES", 100)
    large = tmp_path / "large.json"
    large.write_text(json.dumps(a_table({"sightline": 1, "board": SMALL})).ljust(10_000))
    done = sightline("table", "--no-browser", "--file", tmp_path / "table.db", large)
    assert done.code == 2
    assert "not JSON" in done.err, "what it was given breaks off"
