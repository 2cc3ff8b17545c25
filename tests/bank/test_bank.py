"""The question bank has proven, graded answers and is reproducible from a seed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sightline import load
from sightline.bank import questions, verify
from sightline.bank.making import GRADES, question
from sightline.bank.writing import line
from sightline.errors import FormatError, InvalidValueError

SAMPLE = Path(__file__).parents[2] / "examples" / "questions.jsonl"
LINES = SAMPLE.read_bytes().splitlines(keepends=True)
RECORDS = [json.loads(each) for each in LINES]


def test_the_sample_is_what_its_seed_gives() -> None:
    assert len(LINES) == 30
    assert b"".join(map(line, questions(seed=1, count=12))) == b"".join(LINES[:12])
    assert line(question(1, 29)) == LINES[29]
    assert question(2, 0) != question(1, 0)


def test_every_answer_of_the_sample_holds(tmp_path: Path) -> None:
    for record in RECORDS:
        held = verify(record)
        assert held, (record["id"], str(held))
        if record["kind"] == "who":
            assert set(record["answer"]) <= set(record["to"])
    map_file = tmp_path / "map.txt"
    map_file.write_text(RECORDS[0]["map"], encoding="utf-8")
    assert load(map_file).has_figure(RECORDS[0]["from"])


def test_grades_take_turns_and_all_kinds_come() -> None:
    near = [abs(each["grade"] - n % GRADES - 1) for n, each in enumerate(RECORDS)]
    assert sum(near) <= 3
    assert {each["kind"] for each in RECORDS} == {"see", "cover", "who"}
    assert {each["grid"] for each in RECORDS} == {"square", "hex"}


@pytest.mark.parametrize("kind", ["see", "cover", "who"])
def test_another_answer_does_not_hold(kind: str) -> None:
    record = next(each for each in RECORDS if each["kind"] == kind)
    others: dict[str, list[Any]] = {
        "see": ["visible", "hidden"],
        "cover": ["none", "total"],
        "who": [["nobody"], []],
    }
    (other, *_) = [each for each in others[kind] if each != record["answer"]]
    assert not verify({**record, "answer": other})
    assert not verify({**record, "from": "somebody"})
    proof = {**record["proofs"][0], "verdict": "ambiguous"}
    assert not verify({**record, "proofs": [proof, *record["proofs"][1:]]})


def test_bad_input_is_said_in_words() -> None:
    with pytest.raises(FormatError, match="expected a record"):
        verify({"map": "..."})
    with pytest.raises(InvalidValueError, match="count: expected 0 to"):
        questions(1, -1)


def test_the_command_writes_both_formats(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("bank.jsonl", "bank.parquet"):
        command = ["questions", "--count", "3", "-o", str(tmp_path / name)]
        subprocess.run([sys.executable, "-m", "sightline", *command], check=True)
    assert (tmp_path / "bank.jsonl").read_bytes() == b"".join(LINES[:3])
    rows = parquet.read_table(tmp_path / "bank.parquet").to_pylist()
    assert [each["map"] for each in rows] == [each["map"] for each in RECORDS[:3]]
    assert json.loads(rows[0]["proofs"]) == RECORDS[0]["proofs"]


def test_parquet_needs_a_file() -> None:
    command = [sys.executable, "-m", "sightline", "questions", "--format", "parquet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "add -o FILE" in done.stderr
