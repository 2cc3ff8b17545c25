"""Every run reads the corpus; thorough runs add a million broken files from a new seed."""

import os
import random
import subprocess
import sys

import pytest

from sightline.formats import READERS, recognize
from sightline.formats.contract import Options
from sightline.pictures import looks_like_picture
from tests.conftest import is_set
from tests.fuzz import fuzz_readers

MUTATIONS = 1_000_000


@pytest.mark.parametrize(("name", "data"), fuzz_readers.corpus(), ids=lambda each: str(each)[:30])
def test_the_corpus_still_loads(name, data) -> None:
    grid = "4x3" if looks_like_picture(data) else None
    assert fuzz_readers.try_one(name, data, Options(grid=grid), write=True)


def test_every_reader_is_in_the_corpus() -> None:
    modules = {recognize(data, name).__name__ for name, data in fuzz_readers.corpus()}  # type: ignore[attr-defined]
    assert {module.rpartition(".")[2] for module in modules} == set(READERS)


def test_each_of_the_corpus_is_broken_in_many_ways() -> None:
    rng = random.Random(1)
    for name, data in fuzz_readers.corpus():
        made = {fuzz_readers.mutate(data, rng) for _ in range(20)}
        assert len(made) > 10, name
        for each in made:
            if not looks_like_picture(each):  # each picture needs a separate process
                fuzz_readers.try_one(name, each, Options())


@pytest.mark.skipif(not is_set("SIGHTLINE_THOROUGH"), reason="only when thorough")
def test_a_million_broken_files() -> None:
    workers = os.cpu_count() or 1
    count = MUTATIONS // workers + 1
    command = [sys.executable, "-m", "tests.fuzz.fuzz_readers", "--seconds", "36000"]
    runs = [
        subprocess.Popen(
            [*command, "--count", str(count)],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(workers)
    ]
    try:
        for each in runs:
            out, error = each.communicate(timeout=36_000)
            assert each.returncode == 0, error[-3000:]
            assert f"{count:,} files tried" in out
    finally:
        for each in runs:
            each.kill()
