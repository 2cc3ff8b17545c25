"""The sanitizers detect planted faults that are built like the kernels.

It runs in `make sanitize` and the thorough run, because it needs gcc and takes half a minute.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sightline
from tests.every_rule import THOROUGH

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ALARMED = "asan" in os.environ.get("LD_PRELOAD", "")

pytestmark = [
    pytest.mark.skipif(not (ALARMED or THOROUGH), reason="for `make sanitize`"),
    pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc"),
]


def quiet_environment() -> dict[str, str]:
    dropped = ("LD_PRELOAD", "PYTHONMALLOC", "PYTHONPATH", "ASAN_OPTIONS", "UBSAN_OPTIONS")
    return {name: value for name, value in os.environ.items() if name not in dropped}


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the planted faults with the setup.py that builds the kernels."""
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    project = tmp_path_factory.mktemp("planted")
    package = project / "src" / "sightline"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    shutil.copy(ROOT / "setup.py", project)
    shutil.copy(HERE / "planted.pyx", package)
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "built"],
        cwd=project,
        env=quiet_environment() | {"SIGHTLINE_DEBUG": "1"},
        check=True,
    )
    return project / "built" / "sightline"


def run(planted: Path, call: str) -> subprocess.CompletedProcess[str]:
    library = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"],
        capture_output=True,
        text=True,
        check=True,
        env=quiet_environment(),
    )
    if not Path(library.stdout.strip()).is_absolute():
        pytest.skip("gcc has no libasan")
    return subprocess.run(
        [sys.executable, "-c", f"import planted; print(planted.{call})"],
        env=quiet_environment()
        | {
            "LD_PRELOAD": library.stdout.strip(),
            "PYTHONMALLOC": "malloc",
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONPATH": str(planted),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("call", "alarm"),
    [
        ("overflow(65536, 65536)", "signed integer overflow"),
        ("overflow(2**31 - 1, 2)", "signed integer overflow"),
        ("shift(1, 64)", "shift exponent"),
        ("read_word(64, 57)", "AddressSanitizer"),
        ("read_word(64, -1)", "AddressSanitizer"),
        ("write_cell(100, 101)", "heap-buffer-overflow"),
        ("read_after_free(64)", "heap-use-after-free"),
        ("read_stack(21)", "out of bounds"),
        ("read_view(b'12345678', 8)", "IndexError"),
    ],
)
def test_a_fault_is_caught(planted: Path, call: str, alarm: str) -> None:
    done = run(planted, call)
    assert done.returncode != 0, done.stdout
    assert alarm in done.stderr


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("overflow(46340, 46340)", 46340**2),
        ("shift(1, 62)", 1 << 62),
        ("read_word(64, 56)", 0),
        ("write_cell(100, 99)", 100),
        ("read_stack(20)", 0),
        ("read_view(b'12345678', 7)", ord("8")),
    ],
)
def test_what_is_right_raises_no_alarm(planted: Path, call: str, answer: int) -> None:
    done = run(planted, call)
    assert (done.returncode, done.stdout.strip()) == (0, str(answer)), done.stderr


@pytest.mark.skipif(not ALARMED, reason="only `make sanitize` runs on such a build")
def test_these_kernels_are_built_with_the_alarm() -> None:
    """Running these tests on a normal build would prove nothing."""
    package = Path(sightline.__file__).parent
    built = list(package.rglob("*.so"))
    sources = list((ROOT / "src" / "sightline").rglob("*.pyx"))
    assert len(built) == len(sources) > 0
    for library in built:
        content = library.read_bytes()
        assert b"__asan_report_load" in content, library
        assert b"__ubsan_handle" in content, library
    assert sightline.compiled()
