"""The corpus in every run; a minute of breaking it, from a new seed each time, when thorough."""

import subprocess
import sys

import pytest

from sightline.formats.contract import Options
from tests.conftest import is_set
from tests.fuzz import fuzz_readers


@pytest.mark.parametrize(("name", "data"), fuzz_readers.corpus(), ids=lambda each: str(each)[:30])
def test_the_corpus_still_loads(name, data) -> None:
    assert fuzz_readers.try_one(name, data, Options())


@pytest.mark.skipif(not is_set("SIGHTLINE_THOROUGH"), reason="only when thorough")
def test_a_minute_of_broken_files() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.fuzz_readers", "--seconds", "60"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
