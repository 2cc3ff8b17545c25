import re

import pytest

from sightline import render
from sightline.errors import UnknownNameError
from sightline.model.square import SquareBoard
from sightline.render.shapes import Scene, Text
from sightline.render.svg import clean, number, path_data, svg_text
from sightline.render.theme import DARK, LIGHT, STYLES
from tests.pictures.gallery import crypt


def test_numbers_are_short() -> None:
    assert [number(v) for v in (0, 1.0, -0.04, 2.25, -3.16, 100)] == [
        "0", "1", "0", "2.2", "-3.2", "100",
    ]  # fmt: skip


def test_relative_steps_do_not_drift() -> None:
    """Rounding each step separately would accumulate an error of 5 pixels."""
    line = tuple((i * 0.349, 0.0) for i in range(101))
    steps = re.findall(r"h(-?[\d.]+)", path_data([line], closed=False))
    assert sum(round(float(step) * 10) for step in steps) == 349


def test_names_cannot_break_out_of_the_picture() -> None:
    board = SquareBoard(2, 2)
    board.place('<script>&"\x07', (0, 0))
    drawn = render.board_svg(board)
    assert "<script>" not in drawn
    assert "\x07" not in drawn
    assert clean("<a&\"'>") == "&lt;a&amp;&quot;&#x27;&gt;"


def test_an_unknown_theme_is_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match=r"expected one of light, dark, auto, got 'sepia'"):
        render.board_svg(SquareBoard(1, 1), theme="sepia")


def test_auto_carries_both_palettes() -> None:
    drawn = render.board_svg(crypt(), theme="auto")
    assert LIGHT["floor"] in drawn.split("@media")[0]
    assert DARK["floor"] in drawn.split("@media")[1]


def test_a_scene_is_written_without_looking_at_the_clock() -> None:
    scene = Scene(10, 10, "a & b", shapes=[Text("label", (1, 2), "x", 9)])
    assert svg_text(scene) == svg_text(scene)
    assert "<title>a &amp; b</title>" in svg_text(scene)


# --- the theme


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_both_palettes_know_every_color() -> None:
    used = {name for s in STYLES.values() for name in (s.fill, s.stroke) if name}
    assert used <= set(LIGHT)
    assert set(LIGHT) == set(DARK)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        ("ink", "paper", 7),
        ("muted", "paper", 4.5),
        ("muted", "floor", 4.5),
        ("visible", "paper", 4.5),
        ("hidden", "paper", 4.5),
        ("ambiguous", "paper", 4.5),
        ("token-name", "hero", 4.5),
        ("token-name", "ally", 4.5),
        ("token-name", "enemy", 4.5),
        ("token-name", "figure", 4.5),
        ("wall", "floor", 7),
        ("lit", "shadow", 1.7),
        ("solid", "floor", 1.7),
        ("end", "floor", 4.5),
    ],
)
def test_what_must_be_told_apart_differs_in_lightness(palette, front, back, least) -> None:
    assert contrast(palette[front], palette[back]) >= least
