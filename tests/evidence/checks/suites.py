"""Run the tests without kernels and with sanitized kernels. Each part is one test file."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

from tests.evidence.check import ROOT, Check, Result, hash_of

SANITIZED = ROOT / "build" / "sanitized"
STAMP = SANITIZED / "sources.txt"
STAMPED = ("src/sightline", "setup.py")
NOTHING_TO_RUN = 5
"""The pytest exit status for a file in which every test is deselected."""


class Suite(Check):
    """Every test file in some folders, run one after the other."""

    unit = "test files"
    folders: tuple[str, ...]
    longest = 300.0

    def groups(self) -> dict[str, int]:
        return {"files": len(self._files())}

    def parts(self, group: str) -> int:
        return len(self._files())

    @cache  # noqa: B019  (there is one of each)
    def _files(self) -> list[str]:
        found = [path for each in self.folders for path in (ROOT / each).rglob("test_*.py")]
        return sorted(path.relative_to(ROOT).as_posix() for path in found)

    def environment(self) -> dict[str, str]:
        raise NotImplementedError

    def part(self, group: str, number: int) -> Result:
        """Run one test file. Failed tests are retried once, because a busy
        machine causes timeouts.
        """
        file = self._files()[number]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file]
        for _ in range(2):
            done = subprocess.run(
                command,
                cwd=ROOT,
                env={**os.environ, **self.environment()},
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode in (0, NOTHING_TO_RUN):
                return Result(1)
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        words = "\n".join(failed) or (done.stdout + done.stderr)[-500:]
        return Result(1, 1, f"{file}: {words}")


class WithoutKernels(Suite):
    name = "no-kernels"
    title = "Without kernels"
    compares = "all tests, without compiled kernels"
    folders = ("tests",)
    sources = ("src/sightline", "tests", "setup.py")

    def environment(self) -> dict[str, str]:
        return {"SIGHTLINE_PURE": "1"}


class Sanitizers(Suite):
    name = "sanitizers"
    title = "Sanitizers"
    compares = (
        "the tests of kernels, laws and units, with kernels that check bounds, addresses and"
        " overflow"
    )
    folders = ("tests/safety", "tests/kernels", "tests/laws", "tests/unit")
    sources = (
        *(*STAMPED, *folders, "tests/every_rule.py", "tests/scenes.py", "tests/reference"),
        *("tests/transforms.py", "tests/tampering.py", "tests/evidence/checks/suites.py"),
    )

    def missing(self) -> str:
        if not STAMP.exists():
            return "The sanitized kernels are not built. Run `make sanitized` first."
        if STAMP.read_text(encoding="utf-8") != hash_of(ROOT, STAMPED):
            return "The sanitized kernels are of other sources. Run `make sanitized` first."
        return ""

    def environment(self) -> dict[str, str]:
        library = subprocess.run(
            ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
        return {
            "LD_PRELOAD": library,
            "PYTHONMALLOC": "malloc",
            "ASAN_OPTIONS": "detect_leaks=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "PYTHONPATH": str(SANITIZED),
        }


def stamp() -> None:
    """Record which sources the sanitized kernels were built from. `make sanitized` calls this."""
    STAMP.write_text(hash_of(ROOT, STAMPED), encoding="utf-8")
