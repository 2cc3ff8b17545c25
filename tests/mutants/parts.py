"""The parts of the project: their sources and their tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

SOURCES = "src/sightline"


@dataclass(frozen=True)
class Part:
    """Sources and tests, as paths below the root with wildcards."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    """Regular expressions for sources without logic and for tests that take too long."""

    def source_files(self, root: Path) -> list[str]:
        """Return the files that can be mutated."""
        return self._matching(root, self.sources)

    def test_files(self, root: Path) -> list[str]:
        """Return the test files that cover the part."""
        return self._matching(root, self.tests)

    def _matching(self, root: Path, patterns: tuple[str, ...]) -> list[str]:
        found = {
            path.relative_to(root).as_posix() for pattern in patterns for path in root.glob(pattern)
        }
        return sorted(path for path in found if not any(re.search(x, path) for x in self.left_out))


PARTS = {
    "core": Part(
        (
            *(f"{SOURCES}/{name}/**/*.py" for name in ("model", "geometry", "answers", "hexes")),
            *(f"{SOURCES}/{name}/**/*.py" for name in ("rules", "engine")),
            *(f"{SOURCES}/{name}.py" for name in ("areas", "movement", "paths", "simple")),
        ),
        tuple(
            f"tests/{name}/**/test_*.py"
            for name in ("unit", "laws", "reference", "kernels", "regressions")
        ),
        (r"^src/.*/packs/", r"rules/pack\.py", r"engine/devices\.py"),
    ),
    "packs": Part(
        (
            f"{SOURCES}/packs/*.py",
            f"{SOURCES}/rules/packs/*.py",
            f"{SOURCES}/engine/packs/*.py",
            f"{SOURCES}/rules/pack.py",
        ),
        ("tests/packs/test_*.py", "tests/kernels/test_*.py", "tests/unit/rules/test_*.py"),
    ),
    "formats": Part(
        (f"{SOURCES}/formats/**/*.py",),
        ("tests/formats/**/test_*.py", "tests/fuzz/test_*.py", "tests/unit/test_bad_input.py"),
    ),
    "table": Part(
        (f"{SOURCES}/table/**/*.py",), ("tests/table/**/test_*.py",), (r"table/games/", "run.py$")
    ),
    "games": Part(
        (f"{SOURCES}/games/**/*.py", f"{SOURCES}/table/games/*.py"),
        ("tests/games/**/test_*.py", "tests/table/games/test_*.py", "tests/gym/test_*.py"),
        (r"soak", r"__main__", r"test_play\.py"),
    ),
    "page": Part(
        ("page/src/**/*.ts",),
        ("tests/browser/**/test_*.py", "tests/journeys/test_*.py"),
        (r"\.test\.ts$", r"\.gen\.ts$", r"page/src/words/(de|en|es)/", r"\.d\.ts$"),
    ),
}


def nearest(source: str, tests: list[str], root: Path) -> tuple[list[str], list[str]]:
    """Split the tests: those that name the module or are in a folder of its name, and the rest."""
    path = Path(source)
    module = ".".join(path.with_suffix("").parts[1:])
    stem = path.stem if path.stem != "__init__" else path.parent.name
    folder = path.parent.name

    def is_near(test: str) -> bool:
        return (
            stem in Path(test).stem
            or f"/{folder}/" in test
            or module in (root / test).read_text(encoding="utf-8")
        )

    near = [test for test in tests if is_near(test)]
    return near, [test for test in tests if test not in near]
