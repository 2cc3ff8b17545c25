"""Kernels built from other sources are not used, and a warning says how to rebuild them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sightline
from sightline.engine import native
from sightline.kernels import sources

PACKAGE = Path(sightline.__file__).parent
CORE = next(iter((PACKAGE / "kernels").glob("_core.*.so")), None)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a package with a kernel that is newer than its sources."""
    (tmp_path / "kernels" / "walls").mkdir(parents=True)
    (tmp_path / "hexes").mkdir()
    for name in ("kernels/_core.pyx", "kernels/walls/a.h", "hexes/asking.py", "kernels/_core.so"):
        (tmp_path / name).write_text("1")
        os.utime(tmp_path / name, (1_000, 2_000 if name.endswith(".so") else 1_000))
    (tmp_path / "kernels/built_from.stamp").write_text(sources.digest(tmp_path))
    return tmp_path


def stale(clone: Path) -> bool:
    return sources.is_stale(str(clone / "kernels/_core.so"), clone)


def test_a_kernel_newer_than_its_sources_is_used(clone: Path) -> None:
    assert not stale(clone)


def test_a_changed_source_makes_it_stale(clone: Path) -> None:
    (clone / "kernels/walls/a.h").write_text("2")
    assert stale(clone)


def test_a_source_that_is_touched_does_not(clone: Path) -> None:
    (clone / "kernels/walls/a.h").touch()
    assert not stale(clone)
    (clone / "hexes/asking.py").write_text("2")
    assert stale(clone)


def test_an_installed_wheel_has_no_stamp(clone: Path) -> None:
    (clone / "kernels/built_from.stamp").unlink()
    (clone / "kernels/walls/a.h").write_text("2")
    assert not stale(clone)


@pytest.mark.skipif(CORE is None, reason="nothing is compiled here")
def test_python_answers_and_says_how_to_rebuild(tmp_path: Path) -> None:
    leave_out = shutil.ignore_patterns("__pycache__", "static", "playground")
    shutil.copytree(PACKAGE, tmp_path / "sightline", ignore=leave_out)
    header = tmp_path / "sightline/kernels/sectors.h"
    (tmp_path / "sightline/kernels/built_from.stamp").write_text("of other sources")
    header.write_text(header.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    question = (
        "import sightline; print(sightline.sees(sightline.SquareBoard(2, 2), 'A1', 'B2', 'corner'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", question],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "SIGHTLINE_PURE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "True\n"
    assert "older than their sources" in done.stderr
    assert "build_ext --inplace" in done.stderr


@pytest.mark.parametrize("part", ["packs", "movement", "dungeon"])
def test_a_part_that_cannot_be_loaded_says_so(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = getattr(native, part)
    for error in (ImportError("file too short"), ValueError("size changed"), TypeError("layout")):

        def fails(name: str, error: Exception = error) -> object:
            raise error

        monkeypatch.setattr(native, "core", object())
        monkeypatch.setattr(native, "import_module", fails)
        ask.cache_clear()
        with pytest.warns(RuntimeWarning, match=f"cannot be loaded .*{error}.*Rebuild it"):
            assert ask() is None
    monkeypatch.undo()
    ask.cache_clear()
