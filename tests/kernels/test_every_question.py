"""Every question by every rule gives the same answer with and without kernels.

This holds on every kind of board, both for new boards and for boards queried before.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HAVE_KERNELS = importlib.util.find_spec("sightline.kernels._core") is not None


def outcomes(pure: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernels.every_question"],
        cwd=ROOT,
        env=os.environ | {"SIGHTLINE_PURE": pure},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(not HAVE_KERNELS, reason="there are no kernels to differ")
def test_every_question_has_one_answer_or_one_error() -> None:
    expected, compiled = outcomes("1"), outcomes("0")
    assert (expected["compiled"], compiled["compiled"]) == (False, True)
    for kept in ("fresh", "used"):
        assert compiled[kept].keys() == expected["fresh"].keys()
        different = {
            asked: (found, expected["fresh"][asked])
            for asked, found in compiled[kept].items()
            if found != expected["fresh"][asked]
        }
        assert different == {}, kept
    # Agreement would mean nothing if everything, or nothing, were refused.
    refused = [found for found in expected["fresh"].values() if str(found).endswith("Error")]
    assert 100 < len(refused) < len(expected["fresh"]) - 100
