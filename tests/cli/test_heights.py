"""Commands on maps with heights: choosing a floor, and places at a height."""

import json
from pathlib import Path
from typing import Any

import pytest

from sightline import At, SquareBoard, field, field_in_light, light_field, load, save, sees
from tests.cli.shell import sightline


@pytest.fixture
def tower(tmp_path: Path) -> Path:
    board = SquareBoard(2, 6)
    board.add_floor(3, [tile for tile in board.tiles() if str(tile) != "C1"], "gallery")
    board.place("guard", At("B1", floor="gallery"))
    board.place("goblin", "C1")
    board.place("rat", "F2")
    board.ambient = "dark"
    board.add_light(At("D1", floor="gallery"), 1, 2)
    path = tmp_path / "tower.json"
    save(board, path)
    return path


def tiles(found: Any) -> set[tuple[int, int]]:
    return {(tile[0], tile[1]) for tile in found}


def test_field_looks_at_a_floor(tower: Path) -> None:
    board = load(tower)
    for floor in (None, "gallery"):
        how = [] if floor is None else ["--floor", floor]
        plain = json.loads(sightline("field", tower, "goblin", *how, "--json").out)
        assert tiles(plain["tiles"]) == tiles(field(board, "goblin", "corner", floor=floor))
        assert plain.get("floor") == floor
    assert sightline("field", tower, "goblin", "--floor", "cellar").code == 2


def test_field_lists_the_figures_that_are_seen_where_they_are(tower: Path) -> None:
    board = load(tower)
    for viewer in ("guard", "goblin", "rat"):
        plain = json.loads(sightline("field", tower, viewer, "--json").out)
        others = [each for each in ("guard", "goblin", "rat") if each != viewer]
        assert plain["figures"] == [each for each in others if sees(board, viewer, each, "corner")]
    near = json.loads(sightline("field", tower, "goblin", "--radius", "2", "--json").out)
    assert "rat" not in near["figures"]


def test_light_on_a_floor(tower: Path) -> None:
    board = load(tower)
    how = ["--floor", "gallery"]
    plain = json.loads(sightline("light", tower, "goblin", *how, "--json").out)
    light = light_field(board, "corner", floor="gallery")
    for each in ("dark", "dim", "bright"):
        assert tiles(plain[each]) == {tuple(tile) for tile in board.tiles() if light[tile] == each}
    seen = field_in_light(board, "goblin", "corner", floor="gallery")
    assert tiles(plain["each"][0]["tiles"]) == tiles(seen)
    assert plain["floor"] == "gallery"
    ground = json.loads(sightline("light", tower, "--json").out)
    assert ground["bright"] != plain["bright"]


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("D1@gallery", At("D1", floor="gallery")),
        ("D1@0.5", At("D1", elevation=0.5)),
        ("0,3@7/2", At("D1", elevation=3.5)),
        ("rat@4", At("F2", elevation=4)),
    ],
)
def test_places_at_a_height(tower: Path, word: str, place: At) -> None:
    for there in ("guard", "goblin"):
        seen = sees(load(tower), place, there, "corner")
        assert sightline("see", tower, word, there).code == (0 if seen else 1)


def test_compare_leaves_out_the_rules_that_take_no_heights(tower: Path) -> None:
    done = sightline("compare", tower, "D1@gallery", "goblin")
    assert done.code == 0
    left_out = " ".join(done.out.split()).partition("Left out, because they")[2]
    assert "HeroQuest" in left_out
    assert "Dungeons & Dragons" not in left_out
    answers = json.loads(sightline("compare", tower, "guard", "goblin", "--json").out)["answers"]
    assert {"corner", "center"} < {str(each["rule"].get("rule")) for each in answers}


@pytest.mark.parametrize("word", ["D1@cellar", "D1@", "D1@nan", "D1@1/0", "C1@gallery", "D1@1e9"])
def test_bad_heights_are_named(tower: Path, word: str) -> None:
    done = sightline("see", tower, word, "goblin")
    assert done.code == 2
    assert any(text in done.err for text in ("floors: gallery", "is a hole", "expected a height"))
