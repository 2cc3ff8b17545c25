"""Finished parts are recorded once, a new run continues the last one, and faults are found."""

from __future__ import annotations

import random
from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from tests.evidence import page
from tests.evidence.check import Check, Result, hash_of
from tests.evidence.checks import CHECKS
from tests.evidence.checks.small_boards import LAYOUTS, PARTS, boards
from tests.evidence.ledger import Book, Parts, books, load, save
from tests.evidence.planted import Planted
from tests.evidence.running import Run, only_one

DAY = date(2026, 11, 17)


def run(check: Check, folder: Path, seconds: float = 60) -> Run:
    made = Run([check], seconds, 1, folder, "tests.evidence.planted")
    made.go(lambda line: None)
    return made


# --- parts


def test_parts_merge_into_ranges() -> None:
    parts = Parts()
    numbers = list(range(30))
    random.Random(1).shuffle(numbers)
    for number in numbers:
        if number not in (7, 20):
            parts.add(number)
    assert str(parts) == "0-6,8-19,21-29"
    assert len(parts) == 28
    assert 8 in parts
    assert 7 not in parts
    assert str(Parts(str(parts))) == str(parts)
    assert str(Parts()) == ""
    assert list(islice(parts.free(), 4)) == [7, 20, 30, 31]
    assert list(parts.free(30)) == [7, 20]


def test_a_part_counts_once() -> None:
    row = Book().current(Planted("right"), "abc")
    for _ in range(2):
        row.add("right", 4, Result(10, 1, "why"), 2.0, DAY)
    assert (row.answers, row.differences, row.seconds) == (10, 1, 2.0)


def test_a_group_that_is_done_twice_does_not_count_for_another() -> None:
    row = Book().current(Planted("right", goal=10), "abc")
    row.groups["other"] = type(row.groups["right"])(30)
    row.add("right", 0, Result(40), 1.0, DAY)
    assert (row.answers, row.goal, row.share) == (40, 40, 0.25)


def test_the_shortest_difference_is_kept() -> None:
    row = Book().current(Planted("right"), "abc")
    row.add("right", 9, Result(1, 1, "a board of forty tiles"), 1.0, DAY)
    row.add("right", 3, Result(1, 1, "a board of two"), 1.0, DAY)
    row.add("right", 1, Result(1, 1, "a board of three hundred tiles"), 1.0, DAY)
    assert row.difference is not None
    assert (row.difference.part, row.difference.words) == (3, "a board of two")


# --- files


def test_the_file_gives_back_what_was_written(tmp_path: Path) -> None:
    book = Book()
    row = book.current(Planted("old"), "abc")
    row.add("old", 0, Result(5, 1, "off by one"), 1.5, DAY)
    row = book.current(Planted("new"), "def")
    row.add("new", 2, Result(7), 0.5, DAY)
    save("planted", book, tmp_path)
    again = load("planted", tmp_path)
    assert again.past == book.past
    assert again.row is not None
    assert str(again.row.groups["new"].parts) == "2"
    assert vars(again.row) | {"groups": 0} == vars(row) | {"groups": 0}
    assert [path.name for path in tmp_path.iterdir()] == ["planted.json"]


def test_a_change_of_the_sources_voids(tmp_path: Path) -> None:
    sources, folder = tmp_path / "sources", tmp_path / "ledger"
    sources.mkdir()
    folder.mkdir()
    (sources / "rule.py").write_text("a < b")
    run(Planted("right", sources), folder)
    before = load("planted", folder)
    assert before.row is not None
    assert (before.row.answers, before.past) == (50, [])
    (sources / "rule.pyc").write_bytes(b"compiled")  # a build product, not a source
    assert Planted("right", sources).hash() == before.row.hash
    (sources / "rule.py").write_text("a <= b")
    run(Planted("right", sources, goal=20), folder)
    after = load("planted", folder)
    assert after.row is not None
    assert (after.row.answers, str(after.row.groups["right"].parts)) == (20, "0-1")
    assert [(past.hash, past.answers) for past in after.past] == [(before.row.hash, 50)]


def test_the_hash_is_of_names_and_contents(tmp_path: Path) -> None:
    seen = set()
    for name, text in (("a.py", "1"), ("a.py", "2"), ("b.py", "2"), ("deep/b.py", "2")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
        seen.add(hash_of(tmp_path, (".",)))
    assert len(seen) == 4
    with pytest.raises(FileNotFoundError, match=r"expected a file or folder .* got 'lost'"):
        hash_of(tmp_path, ("lost",))


@pytest.mark.parametrize(
    ("name", "before", "after", "is_same"),
    [
        ("a.py", "x = 1\n", "# why\nx = 1  # because\n", True),
        ("a.py", 'def f():\n    "Say."\n    return 1\n', "def f():\n    return 1\n", True),
        ("a.py", 'def f():\n    """Say\n    more."""\n', 'def f():\n    """Less."""\n', True),
        ("a.py", 'x = """\n#.\n"""\n', 'x = """\n..\n"""\n', False),
        ("a.py", 'x = "# a"\n', 'x = "# b"\n', False),
        ("a.py", "if x:\n    y\n", "if x:\n        y\n", False),
        ("a.h", "int a; // one\n", "/* two */\nint a;\n", True),
        ("a.h", 'char *a = "//x";\n', 'char *a = "//y";\n', False),
        ("a.pyx", "# one\n", "# two\n", False),
    ],
)
def test_the_hash_leaves_out_words_alone(
    tmp_path: Path, name: str, before: str, after: str, *, is_same: bool
) -> None:
    (tmp_path / name).write_text(before)
    first = hash_of(tmp_path, (".",))
    (tmp_path / name).write_text(after)
    assert (hash_of(tmp_path, (".",)) == first) is is_same


# --- runs


def test_a_run_ends_at_the_goal_and_the_next_goes_on(tmp_path: Path) -> None:
    run(Planted("right", goal=30), tmp_path)
    first = load("planted", tmp_path).row
    assert first is not None
    assert str(first.groups["right"].parts) == "0-2"
    first.groups["right"].goal = 10**9  # a larger goal keeps the same row
    first.groups["right"].parts = Parts("0-2,4")
    save("planted", Book(first), tmp_path)
    run(Planted("right"), tmp_path, seconds=3)
    row = load("planted", tmp_path).row
    assert row is not None
    first_range = row.groups["right"].parts.ranges[0]
    assert first_range[0] == 0
    assert first_range[1] > 4, "the gap is filled first"


@pytest.mark.parametrize(
    ("group", "part", "words"),
    [
        ("wrong", 2, "board 2: 2 is not 3"),
        ("crash", 1, "the process ended with -6: "),
        ("error", 1, "ValueError: a reader gave up"),
    ],
)
def test_a_planted_fault_is_found(tmp_path: Path, group: str, part: int, words: str) -> None:
    run(Planted(group, goal=30), tmp_path)
    found = books([Planted(group)], tmp_path)
    row = found["planted"].row
    assert row is not None
    assert row.differences == 1
    assert row.difference is not None
    assert (row.difference.group, row.difference.part) == (group, part)
    assert row.difference.words.startswith(words)
    text = page.written([Planted(group)], found)
    assert text.index("Planted: 1 different") < text.index("## So far")
    assert words in text
    assert "No difference is known" not in text


def test_a_check_that_cannot_begin_is_not_a_difference(tmp_path: Path) -> None:
    assert run(Planted("import"), tmp_path).broken == ["planted"]
    row = load("planted", tmp_path).row
    assert row is not None
    assert (row.answers, row.differences) == (0, 0)


def test_what_is_done_at_the_limit_is_kept(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("tests.evidence.running.GRACE", 5.0)
    monkeypatch.setattr(Planted, "longest", 0.0)
    run(Planted("slow"), tmp_path, seconds=1)
    row = load("planted", tmp_path).row
    assert row is not None
    assert str(row.groups["slow"].parts) == "0"
    assert row.differences == 0


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with only_one(tmp_path), pytest.raises(SystemExit, match="Another run"), only_one(tmp_path):
        pass


# --- the checks and the page


def test_every_check_has_goals_and_sources() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS) == 12
    for check in CHECKS:
        assert len(check.hash()) == 16
        assert min(check.groups().values()) > 0


def test_every_small_board_is_in_one_part() -> None:
    for layout in LAYOUTS:
        numbers = [number for number, (each, _) in enumerate(PARTS) if each == layout]
        made = {(solid, walls) for n in numbers for _, solid, walls in boards(n)}
        assert len(made) == 1 << layout.bits


def test_a_share_is_never_rounded_up() -> None:
    shares = (0.0, 1e-9, 0.00019, 0.99999, 1.0)
    assert [page.percent(share) for share in shares] == [
        *("0.00 %", "below 0.01 %", "0.01 %", "99.99 %", "100 %"),
    ]


def test_the_page_is_current() -> None:
    """To update the page: python -m tests.evidence page."""
    assert page.PAGE.read_text(encoding="utf-8") == page.written(CHECKS, books(CHECKS))
