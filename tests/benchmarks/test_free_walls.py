"""The free wall benchmark reads folders, generates maps, and reports which slow
runs it cut short.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import sightline
from benchmarks.free_walls import __main__ as bench
from benchmarks.free_walls import maps, page, questions
from sightline import CornerRule, Door


@pytest.mark.parametrize("count", [200, 312, 1_000])
def test_maps_that_are_made_have_so_many_walls(count: int) -> None:
    side = maps.side_for(count)
    assert maps.blocking(maps.inn(side, side, count)) == count
    assert maps.blocking(maps.cave(side, side, count)) == count
    assert maps.blocking(maps.hex_cave(14, count)) == count


def test_a_folder_with_maps(tmp_path: Path) -> None:
    (tmp_path / "ann+maps").mkdir()
    enough = maps.inn(20, 20, 230)
    enough.add_wall((1.5, 1.1), (1.5, 1.9), Door("open"))  # an open door hides nothing
    sightline.save(enough, tmp_path / "ann+maps" / "inn.json")
    sightline.save(maps.inn(12, 12, 50), tmp_path / "small.json")
    (tmp_path / "broken.dd2vtt").write_text("{", encoding="utf-8")
    (tmp_path / "inn.png").write_bytes(b"no map")
    found, failed = maps.read(tmp_path)
    assert [(each.name, each.source, each.walls) for each in found] == [("inn", "ann/maps", 230)]
    assert list(failed) == ["broken.dd2vtt"]


def test_some_maps_from_the_fewest_walls_to_the_most() -> None:
    board = maps.inn(5, 5, 4)
    many = [maps.WallMap(str(k), "here", board, k) for k in range(30)]
    assert [each.walls for each in maps.spread(many, 4)] == [0, 9, 19, 29]
    assert [each.walls for each in maps.spread(many, 1)] == [29]
    assert maps.spread(many, 40) == many


def test_maps_of_every_source() -> None:
    board = maps.inn(5, 5, 4)
    many = [maps.WallMap(str(k), "ann" if k < 25 else "bob", board, k) for k in range(30)]
    chosen = maps.pick(many, 6)
    assert [each.walls for each in chosen] == [0, 12, 24, 25, 27, 29]
    assert len(maps.pick(many, 20)) == 20


def test_a_case_that_takes_too_long_is_cut() -> None:
    found = questions.timed([lambda: time.sleep(0), lambda: time.sleep(5)], 0.05)
    assert (found.cut, found.calls) == (True, 2)
    assert not questions.timed([lambda: None], 5).cut


def test_every_rule_and_pack_is_asked() -> None:
    known = questions.rules("square") | questions.rules("hex")
    assert set(sightline.RULES) <= set(known)
    assert questions.questions(CornerRule()) == ("sees", "field")


def test_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "RUNS", tmp_path)
    words = ["--quick", "--save", "--limit", "0.02", "--only", "corner", "--only", "heroquest"]
    assert bench.main(words) == 0
    assert "| corner, hex |" in capsys.readouterr().out
    (file,) = tmp_path.glob("*-free-walls.json")
    run = json.loads(file.read_text(encoding="utf-8"))
    assert {row["question"] for row in run["cases"]} == {"sees", "degree", "field", "cover_field"}
    assert len(run["growth"]) == 3
    docs = tmp_path / "performance.md"
    docs.write_text(f"before\n{page.START}\nold\n{page.END}\nafter\n", encoding="utf-8")
    page.write_docs(tmp_path, docs)
    text = docs.read_text(encoding="utf-8")
    assert "(heroquest)" in text
    assert "old" not in text
    assert text.startswith("before")
    assert text.endswith("after\n")


def test_a_cut_case_is_at_least_so_slow() -> None:
    board = maps.inn(5, 5, 4)
    cases = [questions.Timed(1e-3, 2e-3, 3, True), questions.Timed(1e-6, 1e-6, 3, False)]
    both = [maps.WallMap("a", "here", board, 7), maps.WallMap("b", "here", board, 8)]
    row = bench.row("dnd5e", "square", "field", cases, both)
    assert (row["cut"], row["reached"], row["worst_walls"]) == (1, False, 7)
    assert "1 cut" in page.line(row)
    assert page.value(row, "worst") == "2 ms, cut"
