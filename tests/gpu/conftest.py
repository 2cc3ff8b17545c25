"""Devices for the tests: a GPU if there is one, and an emulated one wherever g++ is installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sightline import compiled
from sightline.errors import SightlineError
from sightline.gpu import compiling, questions
from tests.gpu.emulation import FakeCupy

CACHES = (compiling._module, compiling._question, compiling.processors, questions._patch_table)


def forget() -> None:
    for each in CACHES:
        each.cache_clear()
    questions._PACKED.clear()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for compiled emulated kernels, shared by the tests."""
    return tmp_path_factory.mktemp("emulated")


@pytest.fixture
def emulated(built: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeCupy]:
    """Replace CuPy with an emulation based on numpy."""
    if not compiled() or shutil.which("g++") is None:
        pytest.skip("the kernels, and g++, to emulate a GPU")
    fake = FakeCupy(built)
    monkeypatch.setattr(compiling, "_found", lambda: fake)
    forget()
    yield fake
    forget()


@pytest.fixture
def cuda() -> Any:
    """Return CuPy itself; skip the test without a GPU."""
    if not compiled():
        pytest.skip("the kernels are not compiled here")
    try:
        return compiling.cupy()
    except SightlineError as error:
        pytest.skip(f"no GPU here: {error}")


@pytest.fixture(params=["emulated", "cuda"])
def device(request: pytest.FixtureRequest) -> Any:
    """Return each of the two in turn."""
    return request.getfixturevalue(request.param)
