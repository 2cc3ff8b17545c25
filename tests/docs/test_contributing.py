"""Files and commands named in CONTRIBUTING.md, the README and tests/README.md exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "sightline"
NAMED = re.compile(r"`((?:[\w.*-]+/)+[\w.*-]*)`")
MADE = (".venv/", "build/")


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "tests/README.md"])
def test_every_path_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    paths = [path for path in NAMED.findall(text) if not path.startswith(MADE)]
    assert paths
    lost = [path for path in paths if not any(found(ROOT, path)) and not any(found(PACKAGE, path))]
    assert lost == []


def found(folder: Path, path: str) -> list[Path]:
    """Return the files with that name. A module may be named without its suffix."""
    return [*folder.glob(path), *folder.glob(f"{path.rstrip('/')}.py")]


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "tests/README.md"])
def test_every_target_can_be_made(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    text = (ROOT / page).read_text(encoding="utf-8")
    asked = set(re.findall(r"(?:^|`|=1 )make ([a-z-]+)", text, re.MULTILINE))
    assert asked
    assert asked <= targets


def test_every_folder_of_tests_has_a_line() -> None:
    text = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| \[?`(\w+)`", text, re.MULTILINE))
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/*") if path.is_file()}
    assert listed == {name for name in folders if not name.startswith("__")}
    kinds = set(re.findall(r"^\| \[`(\w+)`\]", text, re.MULTILINE))
    for kind in kinds:
        words = (ROOT / "tests" / kind / "README.md").read_text(encoding="utf-8")
        assert len(words.splitlines()) == 1, kind


def test_workflows_name_what_is_there() -> None:
    """Every test and file named in a CI workflow exists."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = workflow.read_text(encoding="utf-8")
        assert set(re.findall(r"run: make ([a-z-]+)", text)) <= targets
        lost = [path for path in re.findall(r"\btests/[\w./]+", text) if not (ROOT / path).exists()]
        assert lost == [], workflow.name


def test_the_wheels_workflow_takes_the_archive_that_is_built() -> None:
    """setuptools writes the name of the archive with an underscore."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    name = project.partition('name = "')[2].partition('"')[0].replace("-", "_")
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    assert f" {name}-*.tar.gz" in workflow
