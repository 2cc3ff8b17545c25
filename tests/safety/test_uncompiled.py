"""Without compiled kernels the answers are the same, with one warning."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sightline
from tests.every_rule import THOROUGH

ROOT = Path(__file__).parents[2]
PACKAGE = Path(sightline.__file__).parent
HAVE_KERNELS = importlib.util.find_spec("sightline.kernels._core") is not None

ANSWERS = """
import warnings
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter("always")
    import random
    import sightline
    from sightline import *
    compiled()
    import sightline.engine, sightline.simple
    rng = random.Random(1)
    answers = []
    for board, rules in (
        (SquareBoard(9, 11), [CenterRule(), CornerRule(), CornerRule("permissive")]),
        (HexBoard(4), [HexRayRule(), HexRayRule("strict"), CenterRule()]),
    ):
        tiles = [tuple(tile) for tile in board.tiles()]
        for tile in tiles:
            if rng.random() < 0.2:
                board.set_solid(tile)
        board.place("Ann", tiles[5])
        for rule in rules:
            one, other = rng.choices(tiles, k=2)
            pairs = [rng.choices(tiles, k=2) for _ in range(20)]
            answers.append(sees(board, one, other, rule))
            answers.append(sees(board, "Ann", other, rule))
            answers.append(field(board, one, rule).bits().hex())
            answers.append(len(field(board, "Ann", rule, radius=3)))
            answers.append(sees_many(board, pairs, rule).tolist())
            import numpy
            answers.append(numpy.asarray(field(board, one, rule, 2)).tolist())
    small = SquareBoard(2, 3)
    answers.append(all_pairs(small, CornerRule()).count())
warned = [str(each.message) for each in warned if issubclass(each.category, RuntimeWarning)]
print(repr((compiled(), warned, answers)))
"""


def ask(
    environment: dict[str, str] | None = None, path: Path | None = None
) -> tuple[bool, list[str], object]:
    """Run a separate Python, and return whether kernels are compiled, the
    warnings and the answers.
    """
    env = {name: value for name, value in os.environ.items() if name != "SIGHTLINE_PURE"}
    env |= environment or {}
    if path is not None:
        env["PYTHONPATH"] = str(path)
    done = subprocess.run(
        [sys.executable, "-c", ANSWERS], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    compiled, warned, answers = ast.literal_eval(done.stdout)
    return compiled, warned, answers


@pytest.fixture(scope="module")
def without_kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package as installed without a compiler."""
    place = tmp_path_factory.mktemp("pure")
    leave_out = shutil.ignore_patterns("*.so", "__pycache__", "*.pyx", "*.px[di]", "*.h")
    shutil.copytree(PACKAGE, place / "sightline", ignore=leave_out)
    return place


def test_missing_kernels_are_told_once_and_answers_are_equal(without_kernels: Path) -> None:
    compiled, warned, answers = ask(path=without_kernels)
    assert compiled is False
    assert len(warned) == 1
    assert "without its compiled kernels" in warned[0]
    assert "answers are the same" in warned[0]
    if HAVE_KERNELS:
        by_kernels, nothing, expected = ask()
        assert by_kernels is True
        assert nothing == []
        assert answers == expected


def test_pure_python_on_request_is_silent() -> None:
    for value in ("1", "yes"):
        compiled, warned, answers = ask({"SIGHTLINE_PURE": value})
        assert compiled is False
        assert warned == []
    for value in ("", "0"):
        compiled, warned, same = ask({"SIGHTLINE_PURE": value})
        assert compiled is HAVE_KERNELS
        assert same == answers


def test_what_was_installed_pure_on_request_is_silent_too(without_kernels: Path) -> None:
    left_out = without_kernels / "sightline/kernels/left_out.txt"
    left_out.touch()
    try:
        assert ask(path=without_kernels)[:2] == (False, [])
    finally:
        left_out.unlink()


def test_compiled_tells() -> None:
    asked_for_pure = os.environ.get("SIGHTLINE_PURE", "0") not in ("", "0")
    assert sightline.compiled() is (HAVE_KERNELS and not asked_for_pure)


@pytest.mark.skipif(not THOROUGH, reason="installs into a folder: for the thorough run")
@pytest.mark.parametrize("compiler", ["/bin/false", "/no/such/compiler"])
def test_it_installs_without_a_compiler(compiler: str, tmp_path: Path) -> None:
    source = tmp_path / "source"
    leave_out = shutil.ignore_patterns(
        "*.so", "__pycache__", "build", ".*", "tests", "benchmarks", "node_modules"
    )
    shutil.copytree(ROOT, source, ignore=leave_out)
    env = {k: v for k, v in os.environ.items() if k not in ("SIGHTLINE_PURE", "SIGHTLINE_DEBUG")}
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
    done = subprocess.run(
        [*command, str(tmp_path / "installed"), str(source)],
        env=env | {"CC": compiler, "SIGHTLINE_NO_PAGE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not list((tmp_path / "installed").rglob("*.so"))
    compiled, warned, answers = ask(path=tmp_path / "installed")
    assert compiled is False
    assert len(warned) == 1
    if HAVE_KERNELS:
        assert ask()[2] == answers
