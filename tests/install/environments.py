"""A wheel of this very tree, and clean environments to install it into; nothing is downloaded."""

import os
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    "*.so", "__pycache__", "build", "dist", ".*", "tests", "benchmarks", "node_modules"
)


def built_wheel(folder: Path, **settings: str) -> Path:
    """A wheel of a copy of the sources, built with what is installed here."""
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT)
    call = f"from setuptools import build_meta; build_meta.build_wheel({str(folder)!r})"
    done = subprocess.run(
        [sys.executable, "-c", call],
        cwd=source,
        # What is tried with it takes less time than to optimize it.
        env={**os.environ, "SIGHTLINE_NO_PAGE": "1", "SIGHTLINE_UNOPTIMIZED": "1", **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


class Done(NamedTuple):
    code: int
    out: str
    err: str


class Environment:
    """A virtual environment with nothing in it, not even pip."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=os.name != "nt")
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / ("python.exe" if os.name == "nt" else "python")
        self.work = folder / "work"
        self.work.mkdir()
        found = self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
        self.packages = Path(found.out.strip())

    def lend(self, name: str) -> None:
        """A distribution that is installed here is installed there too, by links to its files."""
        for file in distribution(name).files or ():
            top = file.parts[0]
            here, there = Path(str(distribution(name).locate_file(top))), self.packages / top
            if top not in ("..", "__pycache__") and not there.exists():
                there.symlink_to(here)

    def install(self, wheel: Path) -> Done:
        """With all that the wheel needs; what is not there yet cannot be had."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "--quiet"]
        # Whatever this machine has set for pip must not bring an index in.
        plain = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        return _done(
            [*pip, "install", "--no-index", str(wheel)],
            env={**plain, "PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        )

    def run(self, *words: object) -> Done:
        """Python there, with nothing of here in sight."""
        return _done([str(self.python), *map(str, words)], cwd=self.work, env=self._environment())

    def sightline(self, *words: object) -> Done:
        """The command that was installed."""
        return _done(
            [str(self.bin / "sightline"), *map(str, words)], cwd=self.work, env=self._environment()
        )

    def _environment(self) -> dict[str, str]:
        strange = ("PYTHON", "SIGHTLINE", "_SIGHTLINE", "COLUMNS", "FORCE_COLOR")
        return {k: v for k, v in os.environ.items() if not k.startswith(strange)}


def _done(command: list[str], *, env: dict[str, str], cwd: Path | None = None) -> Done:
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300
    )
    return Done(done.returncode, done.stdout, done.stderr)
