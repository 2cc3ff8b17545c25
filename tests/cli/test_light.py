"""`sightline light`: the light levels, and what is visible in them."""

import json
from pathlib import Path

import pytest

from sightline import CenterRule, CornerRule, field_in_light, light_field, load
from tests.cli.shell import sightline

CELLAR = """
M.......g
....#....

M: hero "Mira"
g: enemy "goblin"
ambient: dark
light 1 3: "Mira"
light 0.5 1: 1,8
"""


@pytest.fixture
def cellar(tmp_path: Path) -> Path:
    path = tmp_path / "cellar.txt"
    path.write_text(CELLAR.lstrip(), encoding="utf-8")
    return path


def test_how_bright_each_tile_is(cellar: Path) -> None:
    shown = sightline("light", cellar)
    assert shown.code == 0
    board = load(cellar)
    light = light_field(board, CornerRule())
    counts = [len(light.tiles_with(each)) for each in ("dark", "dim", "bright")]
    assert "0 dark ({} tiles), 1 dim ({} tiles), 2 bright ({} tiles).".format(*counts) in shown.out
    assert (
        "The map itself is dark. Lights: Mira's, bright 1 and dim 3; on I2, bright 0.5 and dim 1."
        in shown.out
    )
    plain = json.loads(sightline("light", cellar, "--rule", "center", "--json").out)
    expected = light_field(board, CenterRule())
    for each in ("dark", "dim", "bright"):
        assert plain[each] == [[*tile] for tile in board.tiles() if expected[tile] == each]
    assert plain["lights"][0] == {"at": "Mira", "bright": 1.0, "dim": 3.0}
    assert plain["each"] == []


def test_what_somebody_sees_in_it(cellar: Path) -> None:
    options = ("--dark-vision", "2", "--range", "8.5", "--metric", "chebyshev")
    plain = json.loads(sightline("light", cellar, "goblin", *options, "--json").out)
    expected = field_in_light(
        load(cellar), "goblin", CornerRule(), radius=8.5, dark_vision=2, metric="chebyshev"
    )
    (look,) = plain["each"]
    assert look["from"] == "goblin"
    assert [tuple(tile) for tile in look["tiles"]] == [tuple(tile) for tile in expected]
    (mira,) = look["figures"]
    assert (mira["name"], mira["failed"]) == ("Mira", None)
    shown = sightline("light", cellar, "goblin", *options).out
    assert f"goblin sees {len(expected)} of 18 tiles in this light, and Mira." in shown


def test_info_counts_the_lights(cellar: Path) -> None:
    assert "2 x 9 squares, 2 figures, no free walls, 2 lights" in sightline("info", cellar).out


def test_whoever_stands_in_the_dark_is_named(cellar: Path) -> None:
    text = cellar.read_text(encoding="utf-8").replace("light 0.5 1: 1,8\n", "")
    cellar.write_text(text, encoding="utf-8")
    shown = sightline("light", cellar, "Mira").out
    assert "goblin: In sight, but dark: no light reaches goblin on I1." in shown
    shown = sightline("light", cellar, "Mira", "--ambient", "dim", "--range", "3").out
    assert "The map itself is dim." in shown
    assert "goblin: In sight, but beyond its range of 3" in shown


def test_a_party_and_pictures(cellar: Path, tmp_path: Path) -> None:
    for words in ((), ("Mira",), ("Mira", "goblin"), ("B2",)):
        picture = tmp_path / "light.svg"
        assert sightline("light", cellar, *words, "--svg", picture).code == 0
        assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "B2 sees " in sightline("light", cellar, "B2").out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--ambient", "pitch"), "ambient: expected one of dark, dim, bright, got 'pitch'"),
        (("Mira", "--range", "far"), "range: expected a number, got 'far'"),
        (("Mira", "--dark-vision", "nan"), "dark vision: expected a finite number"),
        (("Mira", "--dark-vision=-1"), "dark vision: expected 0 or more"),
        (("Nobody",), "Nobody"),
        (("--metric", "miles"), "metric: expected one of"),
    ],
)
def test_what_is_wrong_is_said(cellar: Path, words: tuple[str, ...], complaint: str) -> None:
    done = sightline("light", cellar, *words)
    assert done.code == 2
    assert complaint in done.err
    assert done.out == ""
