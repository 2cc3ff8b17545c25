"""Create an expensive resource once per test run, shared by all processes of the run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 600


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Path]) -> Path:
    """Return what `make` created in its folder. The first process calls it and the others wait."""
    own = factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    made, wrong = folder / "made.txt", folder / "wrong.txt"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not (made.exists() or wrong.exists()):
            assert time.monotonic() < until, f"{name} is still not made"
            time.sleep(0.2)
    else:
        try:
            path = make(folder / "here")
        except BaseException as error:
            _write(wrong, str(error))
            raise
        _write(made, str(path))
    assert made.exists(), wrong.read_text(encoding="utf-8")
    return Path(made.read_text(encoding="utf-8"))


def _write(file: Path, text: str) -> None:
    """Write the file in one step, because other processes check whether it exists."""
    half = file.with_suffix(".half")
    half.write_text(text, encoding="utf-8")
    half.rename(file)
