"""Fixtures with map files for commands."""

from pathlib import Path

import pytest

from tests.cli.shell import DUNGEON, HILLS, PILLAR


@pytest.fixture(autouse=True)
def _plain_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove environment variables that would change the output of commands."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "_SIGHTLINE_COMPLETE"):
        monkeypatch.delenv(name, raising=False)


def _written(path: Path, text: str) -> Path:
    path.write_text(text.lstrip("\n"), encoding="utf-8")
    return path


@pytest.fixture
def dungeon(tmp_path: Path) -> Path:
    """Return a map file with a closed door between Mira and a goblin."""
    return _written(tmp_path / "dungeon.txt", DUNGEON)


@pytest.fixture
def pillar(tmp_path: Path) -> Path:
    """Return a map file in which the center line from Mira to a goblin touches
    a pillar's corner.
    """
    return _written(tmp_path / "pillar.txt", PILLAR)


@pytest.fixture
def hills(tmp_path: Path) -> Path:
    """Return a hex map file with a hill between an archer and a ranger at (-2, 0)."""
    return _written(tmp_path / "hills.txt", HILLS)
