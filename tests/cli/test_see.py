"""Tests of `sightline see` and `sightline compare`."""

import json
from pathlib import Path

import pytest

from sightline import Rulings, load, trace
from sightline.rules.center import CenterRule
from tests.cli.shell import DUNGEON, sightline


def test_exit_codes_tell_the_verdict(pillar: Path, dungeon: Path) -> None:
    assert sightline("see", pillar, "Mira", "goblin").code == 0
    assert sightline("see", dungeon, "Mira", "goblin").code == 1
    doubt = ("see", pillar, "Mira", "goblin", "--rule", "center", "--ties", "adjudicated")
    assert sightline(*doubt).code == 3
    # The name used in the decision record.
    assert sightline(*doubt[:-1], "dm-adjudicated").code == 3
    assert sightline("see", pillar, "Mira", "nobody").code == 2


def test_it_says_shows_and_explains(dungeon: Path) -> None:
    done = sightline("see", dungeon, "Mira", "goblin")
    assert "Mira does not see goblin" in done.out
    assert "the closed door between C1 and D1" in " ".join(done.out.split())
    assert "[M]" in done.out
    assert "<g>" in done.out
    assert "Rule: corner, the usual one on squares." in done.out
    assert done.err == ""
    assert "\x1b" not in done.out


@pytest.mark.parametrize("place", ["Mira", "0,1", "(0, 1)", "B1", "b1"])
def test_one_place_has_many_names(dungeon: Path, place: str) -> None:
    done = sightline("see", dungeon, place, "C1", "--json")
    assert json.loads(done.out)["from"]["tiles"] == [[0, 1]]


def test_names_of_figures_win(tmp_path: Path) -> None:
    tricky = tmp_path / "tricky.txt"
    tricky.write_text('.x.\n...\n\nx: hero "A2"\n', encoding="utf-8")
    answer = json.loads(sightline("see", tricky, "A2", "0,2", "--json").out)
    assert answer["from"] == {"name": "A2", "tiles": [[0, 1]]}


@pytest.mark.parametrize("before", [[], ["--rule", "hexray"], ["--"]])
def test_negative_positions_are_no_options(hills: Path, before: list[str]) -> None:
    done = sightline("see", *before, hills, "-2,0", "-1,1")
    assert done.code == 0, done.err
    assert "Rule: hexray" in done.out


def test_hexes_have_rays(hills: Path) -> None:
    done = sightline("see", hills, "ranger", "archer", "--all-lines")
    assert done.code == 1
    assert "(1, 0): blocked by elevation, height 2" in done.out
    assert "the usual one on hexes" in done.out
    # By the center rule, a figure of height 1 cannot look over the hill either.
    assert sightline("see", hills, "ranger", "archer", "--rule", "center").code == 1


def test_all_lines_are_told(pillar: Path) -> None:
    done = sightline("see", pillar, "Mira", "goblin", "--all-lines")
    listed = [line for line in done.out.splitlines() if " to D4 " in line]
    assert len(listed) == 16
    assert any("corner, the rock on C2" in line for line in listed)


def test_json_has_the_whole_answer(pillar: Path) -> None:
    done = sightline("see", pillar, "Mira", "goblin", "--rule", "center", "--json", "--all-lines")
    answer = json.loads(done.out)
    assert answer["visible"] is False
    assert answer["verdict"] == "hidden"
    assert answer["contact"] == "corner"
    assert answer["line"] == [[0.5, 0.5], [3.5, 3.5]]
    assert answer["rule"] == {"rule": "center", "ties": "strict", "large": "tiles"}
    assert answer["manner"] is None
    (blocker,) = answer["blockers"]
    assert blocker["what"] == "solid"
    assert blocker["where"] == [1, 2]
    assert blocker["at"] == [[2, 2], [2, 2]]
    assert len(answer["lines"]) == 1
    sight = trace(load(pillar), "Mira", "goblin", CenterRule())
    assert answer["explanation"] == sight.explain()


def test_json_of_a_ray_has_its_steps(hills: Path) -> None:
    answer = json.loads(sightline("see", hills, "ranger", "archer", "--json", "--all-lines").out)
    assert answer["contact"] is None
    assert answer["cover"]["sum"] == 0.5
    assert [step["blocked_by"] for step in answer["rays"][0]["steps"]].count("elevation") == 1


def test_the_maps_own_rule_is_used_unless_another_is_asked_for(pillar: Path) -> None:
    text = pillar.read_text(encoding="utf-8")
    pillar.write_text(text + 'rule: {"rule": "center", "ties": "adjudicated"}\n', encoding="utf-8")
    own = sightline("see", pillar, "Mira", "goblin")
    assert own.code == 3
    assert "Rule: the map's own rule." in own.out
    pillar.write_text(
        text + 'rule: {"ties": "dm-adjudicated", "rule": "quest"}\n', encoding="utf-8"
    )
    assert sightline("see", pillar, "Mira", "goblin").out == own.out
    assert sightline("see", pillar, "Mira", "goblin", "--ties", "permissive").code == 0
    assert sightline("see", pillar, "Mira", "goblin", "--rule", "corner").code == 0


def test_rulings_count(pillar: Path, tmp_path: Path) -> None:
    kept, rule = tmp_path / "kept", CenterRule("adjudicated")
    with Rulings(kept) as rulings:
        rulings.rule(load(pillar), "Mira", "goblin", rule, visible=True, by="Ann", why="it is low")
    asked = ("see", pillar, "goblin", "Mira", "--rule", "center", "--ties", "adjudicated")
    done = sightline(*asked, "--rulings", kept)
    assert done.code == 0
    assert "Ruled visible by Ann" in done.out
    assert sightline(*asked).code == 3
    missing = sightline(*asked, "--rulings", tmp_path / "missing")
    assert missing.code == 2
    assert not (tmp_path / "missing").exists()


def test_pictures_go_into_files(dungeon: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    done = sightline("see", dungeon, "Mira", "goblin", "--svg", svg, "--png", png, "--theme=auto")
    assert done.err == f"wrote {svg}\nwrote {png}\n"
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_map_may_come_through_a_pipe() -> None:
    done = sightline("see", "-", "Mira", "goblin", stdin=DUNGEON)
    assert done.code == 1
    assert "Mira does not see goblin" in done.out


def test_compare_shows_every_rule(pillar: Path, hills: Path) -> None:
    done = sightline("compare", pillar, "Mira", "goblin")
    rows = [line.split() for line in done.out.splitlines() if line.startswith(("corner", "center"))]
    assert len(rows) == 12
    assert ["center", "adjudicated", "ambiguous", "corner"] in [row[:4] for row in rows]
    assert all(len(line) <= 80 for line in done.out.splitlines())
    answers = json.loads(sightline("compare", hills, "ranger", "archer", "--json").out)["answers"]
    assert [answer["rule"]["rule"] for answer in answers].count("hexray") == 4


def test_compare_marks_the_maps_own_rule(pillar: Path) -> None:
    text = pillar.read_text(encoding="utf-8")
    pillar.write_text(text + "rule: quest\n", encoding="utf-8")
    marked = [
        line for line in sightline("compare", pillar, "A1", "E4").out.splitlines() if "*" in line
    ]
    assert marked[0].split()[:3] == ["center", "strict", "*"]


def test_a_window_is_seen_through_and_not_shot_through(tmp_path: Path) -> None:
    window = tmp_path / "window.txt"
    window.write_text("A.B\n\nedge window: 0,0|0,1\n")
    asked = ("see", window, "A", "B", "--rule", "center", "--by")
    assert [sightline(*asked, by).code for by in ("sight", "effect", "light")] == [0, 1, 0]
    assert "Blocked for effects" in sightline(*asked, "effect").out
    assert "An effect from A does not reach B" in sightline(*asked, "effect").out
    assert "Light from A reaches B" in sightline(*asked, "light").out
    assert json.loads(sightline(*asked, "effect", "--json").out)["by"] == "effect"
    around = json.loads(sightline("field", window, "A", "--by", "effect", "--json").out)
    assert (around["by"], around["tiles"]) == ("effect", [[0, 0]])
    assert "invalid choice" in sightline(*asked, "smell").err
