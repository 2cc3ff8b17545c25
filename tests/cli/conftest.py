"""Maps in files, for commands to read."""

from pathlib import Path

import pytest

from tests.cli.shell import DUNGEON, HILLS, PILLAR


@pytest.fixture(autouse=True)
def _plain_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine's own settings say must not change what commands print."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "_SIGHTLINE_COMPLETE"):
        monkeypatch.delenv(name, raising=False)


def _written(path: Path, text: str) -> Path:
    path.write_text(text.lstrip("\n"), encoding="utf-8")
    return path


@pytest.fixture
def dungeon(tmp_path: Path) -> Path:
    """Mira and a goblin with a closed door between them."""
    return _written(tmp_path / "dungeon.txt", DUNGEON)


@pytest.fixture
def pillar(tmp_path: Path) -> Path:
    """Mira and a goblin whose center line touches the corner of a pillar."""
    return _written(tmp_path / "pillar.txt", PILLAR)


@pytest.fixture
def hills(tmp_path: Path) -> Path:
    """A ranger and an archer with a hill between them; the ranger at (-2, 0)."""
    return _written(tmp_path / "hills.txt", HILLS)
