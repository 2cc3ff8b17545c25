"""Build a wheel of this tree and clean environments to install it into, without downloads."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.once import made_once

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    "*.so", "__pycache__", "build", "dist", ".*", "tests", "benchmarks", "node_modules"
)


def shared_wheel(factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built once per test run."""
    return made_once(factory, "wheel", _built_wheel)


def _built_wheel(folder: Path) -> Path:
    """Build a wheel from a copy of the sources, with the tools installed here."""
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT)
    compiled = _current_kernels()
    # Left by the last installation; cythonize compares timestamps.
    translated = ROOT / "build" / "cython"
    if translated.is_dir():
        shutil.copytree(translated, source / "build" / "cython")
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder), json.dumps(compiled)],
        cwd=source,
        # Optimization would take longer than the tests of it.
        env={**os.environ, "SIGHTLINE_NO_PAGE": "1", "SIGHTLINE_UNOPTIMIZED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def _current_kernels() -> dict[str, str]:
    """Return the compiled kernels of this installation by module, or none if a source is newer."""
    package = ROOT / "src/sightline"
    kernels = [*package.rglob("*.pyx")]
    found = {
        ".".join(kernel.relative_to(ROOT / "src").with_suffix("").parts): library
        for kernel in kernels
        for library in kernel.parent.glob(f"{kernel.stem}{sysconfig.get_config_var('EXT_SUFFIX')}")
    }
    sources = [each for each in package.rglob("*") if each.suffix in (".pxd", ".pxi", ".h")]
    sources += [*kernels, package / "hexes/asking.py", ROOT / "setup.py"]
    newest = max(each.stat().st_mtime_ns for each in sources)
    is_current = len(found) == len(kernels) and all(
        library.stat().st_mtime_ns > newest for library in found.values()
    )
    return {name: str(library) for name, library in found.items()} if is_current else {}


# Compiling the kernels again would take 15 seconds, with the same result.
BUILD = """
import json, shutil, sys
from pathlib import Path
from setuptools import build_meta
from setuptools.command.build_ext import build_ext

compiled = json.loads(sys.argv[2])

def take(self, ext):
    path = Path(self.get_ext_fullpath(ext.name))
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(compiled[ext.name], path)

if compiled:
    build_ext.build_extension = take
build_meta.build_wheel(sys.argv[1])
"""
COMMANDS = """
import contextlib, io, json, sys
from sightline.apps.cli.main import main

answers = []
for line in json.loads(sys.argv[1]):
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(line.split())
    texts = []
    for pipe in (out, err):
        pipe.seek(0)
        texts.append(pipe.read())
    answers.append([code, *texts])
print(json.dumps(answers))
"""


class Done(NamedTuple):
    code: int
    out: str
    err: str


class Environment:
    """An empty virtual environment, without pip."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=os.name != "nt")
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / ("python.exe" if os.name == "nt" else "python")
        self.work = folder / "work"
        self.work.mkdir()
        found = self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
        self.packages = Path(found.out.strip())

    def lend(self, name: str) -> None:
        """Make a distribution that is installed here available there, with links to its files."""
        for file in distribution(name).files or ():
            top = file.parts[0]
            here, there = Path(str(distribution(name).locate_file(top))), self.packages / top
            if top not in ("..", "__pycache__") and not there.exists():
                there.symlink_to(here)

    def install(self, wheel: Path) -> Done:
        """Install the wheel and its dependencies. A missing dependency is an error."""
        return self._pip(str(wheel))

    def install_from(self, house: Path, name: str) -> Done:
        """Install a distribution by name, using only a folder of wheels."""
        return self._pip("--find-links", str(house), name, "--pre")

    def _pip(self, *words: str) -> Done:
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "--quiet"]
        # Ignore the machine's pip configuration, which could add an index.
        plain = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        return _done(
            [*pip, "install", "--no-index", "--no-compile", *words],
            env={**plain, "PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        )

    def run(self, *words: object) -> Done:
        """Run Python in the environment, isolated from this one."""
        return _done([str(self.python), *map(str, words)], cwd=self.work, env=self._environment())

    def sightline(self, *words: object) -> Done:
        """Run the installed command."""
        return _done(
            [str(self.bin / "sightline"), *map(str, words)], cwd=self.work, env=self._environment()
        )

    def all_sightline(self, lines: Sequence[str]) -> list[Done]:
        """Run many command lines in one process, because starting Python takes as long as each of
        them.
        """
        done = self.run("-c", COMMANDS, json.dumps(lines))
        assert done.code == 0, done.err
        return [Done(*each) for each in json.loads(done.out)]

    def _environment(self) -> dict[str, str]:
        strange = ("PYTHON", "SIGHTLINE", "_SIGHTLINE", "COLUMNS", "FORCE_COLOR")
        return {k: v for k, v in os.environ.items() if not k.startswith(strange)}


def _done(command: list[str], *, env: dict[str, str], cwd: Path | None = None) -> Done:
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300
    )
    return Done(done.returncode, done.stdout, done.stderr)
