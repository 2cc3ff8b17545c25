"""The client programs in the service's docs do what the docs say."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.running import Client

PAGE = Path(__file__).parents[2] / "docs" / "serve.md"
TEXT = PAGE.read_text(encoding="utf-8")


def client(language: str, port: int) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    assert found is not None
    assert found[1].count("\n") <= 12
    return found[1].replace("8766", str(port))


def test_the_python_client(ask: Client) -> None:
    done = subprocess.run(
        [sys.executable, "-c", client("python", ask.port)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("hidden\nvisible\n", "")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_javascript_client(ask: Client) -> None:
    done = subprocess.run(
        ["node", "--input-type=module", "-e", client("js", ask.port)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("hidden\nvisible\n", "")
