"""mypy and pyright accept every right use of the library and reject every wrong one.

Pyright is installed as basedpyright, whose wheel contains everything it needs, and runs in
pyright's standard mode.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
USES = HERE / "uses.py"


def mypy(file: Path, scratch: Path) -> set[int]:
    """Return the lines with errors in mypy's strict mode. Reuses the cache of `make lint`."""
    del scratch
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context"),
            str(file.relative_to(ROOT)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found = re.findall(r"^(.*?):(\d+): error:", done.stdout, re.MULTILINE)
    elsewhere = {where for where, _ in found if Path(where).name != file.name}
    assert not elsewhere, done.stdout
    return {int(line) for _, line in found}


def pyright(file: Path, scratch: Path) -> set[int]:
    """Return the lines with errors by pyright."""
    settings = {
        "include": [str(file)],
        "extraPaths": [str(ROOT / "src")],
        "pythonVersion": "3.11",
        "typeCheckingMode": "standard",
        "reportAttributeAccessIssue": "error",
    }
    (scratch / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "basedpyright", "--outputjson"),
            *("--pythonpath", sys.executable, "--project", str(scratch)),
        ],
        cwd=scratch,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    said = json.loads(done.stdout)["generalDiagnostics"]
    return {each["range"]["start"]["line"] + 1 for each in said if each["severity"] == "error"}


CHECKERS = {"mypy": mypy, "basedpyright": pyright}


@pytest.fixture(params=CHECKERS)
def checker(request: pytest.FixtureRequest) -> Callable[[Path, Path], set[int]]:
    name: str = request.param
    if importlib.util.find_spec(name) is None:
        assert not os.environ.get("CI"), f"{name} is missing; the extra `dev` brings it"
        pytest.skip(f"{name} is not installed; the extra `dev` brings it")
    return CHECKERS[name]


def test_right_and_wrong_uses(checker: Callable[[Path, Path], set[int]], tmp_path: Path) -> None:
    lines = USES.read_text(encoding="utf-8").splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
    assert len(wrong) > 30
    found = checker(USES, tmp_path)
    taken = [f"{number}: {lines[number - 1]}" for number in sorted(wrong - found)]
    refused = [f"{number}: {lines[number - 1]}" for number in sorted(found - wrong)]
    assert not taken, "wrong, but taken:\n" + "\n".join(taken)
    assert not refused, "right, but refused:\n" + "\n".join(refused)
