"""Tests of `field`, `heatmap`, `info`, `convert` and `rules`."""

import json
from pathlib import Path

import pytest

from sightline import CenterRule, CornerRule, all_pairs, field, load
from sightline.formats import load_with_report
from tests.cli.shell import DUNGEON, sightline


def test_a_field_is_the_engines(dungeon: Path) -> None:
    answer = json.loads(sightline("field", dungeon, "Mira", "--json").out)
    expected = field(load(dungeon), "Mira", CornerRule())
    assert [tuple(tile) for tile in answer["tiles"]] == [tuple(tile) for tile in expected]
    assert answer["figures"] == []
    assert answer["ambiguous"] == []


def test_a_party_sees_what_any_of_them_sees(dungeon: Path) -> None:
    answer = json.loads(sightline("field", dungeon, "Mira", "goblin", "--json").out)
    board = load(dungeon)
    both = field(board, "Mira", CornerRule()) | field(board, "goblin", CornerRule())
    assert len(answer["tiles"]) == len(both)
    assert [each["from"] for each in answer["each"]] == ["Mira", "goblin"]
    shown = sightline("field", dungeon, "Mira", "goblin")
    assert f"Together they see {len(both)}." in shown.out
    assert "[M]" in shown.out
    assert "[g]" in shown.out


def test_a_radius_limits_the_field(pillar: Path) -> None:
    def count(*words: str) -> int:
        return len(json.loads(sightline("field", pillar, "Mira", *words, "--json").out)["tiles"])

    assert count("--radius", "1") == 3
    assert count("--radius", "1.5", "--metric", "euclid") == 4
    assert count("--radius", "2", "--metric", "manhattan") == 6
    assert sightline("field", pillar, "Mira", "--radius", "far").code == 2
    assert sightline("field", pillar, "Mira", "--radius", "2", "--metric", "miles").code == 2


def test_close_calls_in_a_field_are_marked(pillar: Path) -> None:
    asked = ("field", pillar, "Mira", "--rule", "center", "--ties", "adjudicated")
    answer = json.loads(sightline(*asked, "--json").out)
    assert [3, 3] in answer["ambiguous"]
    assert [3, 3] not in answer["tiles"]
    assert "too close to call" in sightline(*asked).out


def test_a_heat_map_counts_who_sees_each_tile(pillar: Path) -> None:
    answer = json.loads(sightline("heatmap", pillar, "--rule", "center", "--json").out)
    counts = {tuple(each["tile"]): each["seen_from"] for each in answer["tiles"]}
    board = load(pillar)
    everyone = all_pairs(board, CenterRule())
    free = [tile for tile in board.tiles() if not board.is_solid(tile)]
    assert counts == {tuple(a): sum(everyone[b, a] for b in free) for a in free}
    assert "Most open:" in sightline("heatmap", pillar).out
    alone = sightline("heatmap", pillar, "--radius", "2", "--json").out
    assert sightline("heatmap", pillar, "--radius", "2", "--threads", "3", "--json").out == alone
    near = {tuple(each["tile"]): each["seen_from"] for each in json.loads(alone)["tiles"]}
    assert max(near.values()) <= 13  # the number of tiles within distance 2
    for words, said in (
        (("--threads", "many"), "threads: expected a whole number, got 'many'"),
        (("--device", "gpu"), "device: expected 'cpu' or 'cuda'"),
    ):
        refused = sightline("heatmap", pillar, *words)
        assert refused.code == 2
        assert said in refused.err


def test_pictures_of_fields(dungeon: Path, tmp_path: Path) -> None:
    for number, words in enumerate([("field", dungeon, "Mira", "B2"), ("heatmap", dungeon)]):
        svg = tmp_path / f"{number}.svg"
        assert sightline(*words, "--svg", svg).code == 0
        assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_info_tells_what_was_read(dungeon: Path, tmp_path: Path) -> None:
    svg = tmp_path / "board.svg"
    done = sightline("info", dungeon, "--svg", svg)
    assert "read: 2 x 5 squares, 2 figures" in done.out
    assert "1 closed door" in done.out
    assert "goblin" in done.out
    assert svg.exists()
    plain = json.loads(sightline("info", "-", "--json", stdin=DUNGEON).out)
    assert plain["grid"] == "square"
    assert plain["shape"] == [2, 5]
    assert [figure["name"] for figure in plain["figures"]] == ["Mira", "goblin"]


def test_info_counts_terrain_and_sides() -> None:
    drawing = "Mww.g\n..~..\n\nM: hero\ng: enemy side heroes\nw: light-woods\n~: low\n"
    done = sightline("info", "-", stdin=drawing)
    assert "3 tiles of terrain" in done.out
    assert "Terrain: 2 light-woods, 1 low" in done.out
    assert "Sides: 2 heroes" in done.out
    plain = json.loads(sightline("info", "-", "--json", stdin=drawing).out)
    assert plain["terrain"] == {"light-woods": 2, "low": 1}
    assert [figure["side"] for figure in plain["figures"]] == ["heroes", "heroes"]
    none = sightline("info", "-", stdin="S..")
    assert "Terrain" not in none.out
    assert "Sides" not in none.out


FOREIGN = {
    "format": 0.3,
    "resolution": {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 4, "y": 3},
        "pixels_per_grid": 70,
    },
    "line_of_sight": [[{"x": 2.02, "y": 0}, {"x": 2.02, "y": 3}]],
    "portals": [],
    "lights": [],
    "environment": {},
}


def test_what_an_import_changed_is_told_beside_the_answer(tmp_path: Path) -> None:
    foreign = tmp_path / "map.uvtt"
    foreign.write_text(json.dumps(FOREIGN), encoding="utf-8")
    plain = sightline("see", foreign, "A1", "D1", "--snap")
    assert plain.code == 1
    assert "note: changed:" in plain.err
    assert "note:" not in plain.out
    assert json.loads(sightline("see", foreign, "A1", "D1", "--json").out)["visible"] is False


@pytest.mark.parametrize("ending", ["json", "txt", "map"])
def test_convert_keeps_the_board(dungeon: Path, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"out.{ending}"
    assert sightline("convert", dungeon, out).code == 0
    assert load(out) == load(dungeon)


@pytest.mark.parametrize(
    ("words", "format"),
    [
        (["crypt.dd2vtt"], "Universal VTT"),
        (["crypt.json", "--to", "uvtt"], "Universal VTT"),
        (["scene.json", "--to", "foundry"], "Foundry scene"),
    ],
)
def test_convert_for_other_programs(dungeon: Path, tmp_path: Path, words, format) -> None:
    done = sightline("convert", dungeon, tmp_path / words[0], *words[1:])
    assert done.code == 0
    assert f"written as {format}" in done.err
    assert "rock is written as walls around it" in done.err
    loaded = load_with_report(tmp_path / words[0])
    assert loaded.report.format == format
    assert len(loaded.board.figures()) == (2 if format == "Foundry scene" else 0)


def test_convert_writes_to_pipes_and_pictures(dungeon: Path, tmp_path: Path) -> None:
    piped = sightline("convert", dungeon, "-", "--to", "json")
    again = sightline("convert", "-", tmp_path / "again.txt", stdin=piped.out)
    assert again.code == 0
    assert load(tmp_path / "again.txt") == load(dungeon)
    assert sightline("convert", dungeon, tmp_path / "out.svg").code == 0
    assert (tmp_path / "out.svg").read_text(encoding="utf-8").startswith("<svg")
    for words in (["-"], [tmp_path / "out.xyz"], ["-", "--to", "png"]):
        done = sightline("convert", dungeon, *words)
        assert done.code == 2
        assert done.err.splitlines()[-1].startswith("error: ")


def test_rules_are_listed() -> None:
    done = sightline("rules")
    for name in ("corner", "center", "hexray"):
        assert name in done.out
    plain = json.loads(sightline("rules", "--json").out)
    assert plain["center"] == {"rule": "center", "ties": "strict", "large": "tiles"}
