"""`sightline rulings`: a game master's decisions from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import sightline

DOUBT = ("--rule", "center", "--ties", "adjudicated")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "campaign.rulings"


def add(kept: Path, pillar: Path, *words: str) -> int:
    return sightline("rulings", "add", kept, pillar, "Mira", "goblin", *DOUBT, *words).code


def test_a_ruling_is_made_listed_and_undone(kept: Path, pillar: Path) -> None:
    assert add(kept, pillar, "--visible", "--by", "Ann", "--why", "the pillar is low") == 0
    listed = sightline("rulings", "list", kept, pillar, *DOUBT)
    assert "Mira and goblin see each other, by Ann" in listed.out
    assert "[in force]" in listed.out
    assert "Open calls between figures, by center, as asked: none" in listed.out
    undone = sightline("rulings", "undo", kept, "1", "--by", "Ben")
    assert undone.code == 0
    listed = sightline("rulings", "list", kept, pillar, *DOUBT)
    assert "[undone (by Ben" in listed.out
    assert "Open calls between figures, by center, as asked: 1" in listed.out


def test_a_list_is_data_too(kept: Path, pillar: Path) -> None:
    add(kept, pillar, "--hidden")
    plain = json.loads(sightline("rulings", "list", kept, pillar, *DOUBT, "--json").out)
    assert [(each["number"], each["status"]) for each in plain["rulings"]] == [(1, "in force")]
    assert plain["open"] == []


def test_what_is_exported_can_be_imported(kept: Path, pillar: Path, tmp_path: Path) -> None:
    add(kept, pillar, "--visible")
    exported, other = tmp_path / "rulings.json", tmp_path / "other.rulings"
    assert sightline("rulings", "export", kept, exported).code == 0
    assert sightline("rulings", "import", other, exported).code == 0
    assert sightline("rulings", "export", other).out == exported.read_text(encoding="utf-8")
    again = sightline("rulings", "import", other, "-", stdin=exported.read_bytes())
    assert again.err == f"0 rulings added to {other}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("add", "KEPT", "MAP", "Mira", "goblin"),
        ("add", "KEPT", "MAP", "Mira", "goblin", "--visible", "--hidden"),
        ("add", "KEPT", "MAP", "Mira", "Mira", "--visible"),
        ("add", "MAP", "MAP", "Mira", "goblin", "--visible"),
        ("undo", "KEPT", "1"),
        ("undo", "KEPT", "first"),
        ("list", "KEPT"),
        ("export", "KEPT"),
        ("import", "KEPT", "MAP"),
    ],
)
def test_what_cannot_be_done_is_said_and_leaves_no_file(
    kept: Path, pillar: Path, words: tuple[str, ...]
) -> None:
    map_before = pillar.read_bytes()
    files = {"KEPT": kept, "MAP": pillar}
    done = sightline("rulings", *(files.get(word, word) for word in words))
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert done.out == ""
    assert pillar.read_bytes() == map_before
    if "Mira" not in words:
        assert not kept.exists()
