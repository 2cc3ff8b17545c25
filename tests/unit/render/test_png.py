from io import BytesIO

import pytest
from PIL import Image

from sightline import render
from sightline.errors import InvalidValueError
from sightline.render.png import _needs_only_built_in
from sightline.render.shapes import Scene, Text, rectangle
from sightline.render.svg import svg_text
from tests.pictures.gallery import crypt


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("L")


def test_a_picture_has_its_own_size_times_the_zoom() -> None:
    svg = svg_text(Scene(40, 30, "t", shapes=[rectangle("paper", 0, 0, 40, 30)]))
    assert opened(render.svg_to_png(svg, zoom=1)).size == (40, 30)
    assert opened(render.svg_to_png(svg)).size == (80, 60)


@pytest.mark.parametrize("text", ["Mira", "Ünder", "Δελφοί"])
def test_words_are_there_whatever_fonts_the_machine_has(text: str) -> None:
    paper = rectangle("paper", 0, 0, 100, 30)
    svg = svg_text(Scene(100, 30, "t", shapes=[paper, Text("caption", (5, 20), text, 16, "start")]))
    darkest, _ = opened(render.svg_to_png(svg)).getextrema()
    assert isinstance(darkest, int)
    assert darkest < 100


def test_the_machine_is_asked_for_fonts_only_if_ours_does_not_do() -> None:
    assert _needs_only_built_in(render.board_svg(crypt()))
    assert not _needs_only_built_in('<text x="1">Δ</text>')


def test_the_same_picture_gives_the_same_bytes() -> None:
    svg = render.board_svg(crypt())
    assert render.svg_to_png(svg, zoom=0.5) == render.svg_to_png(svg, zoom=0.5)


def test_a_senseless_zoom_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="zoom: expected more than 0 and at most 16"):
        render.svg_to_png("<svg/>", zoom=0)
