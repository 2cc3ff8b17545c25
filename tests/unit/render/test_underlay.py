"""A map's own picture under a drawing: its position, and the contrast of everything above it."""

import base64
import io
import re
from fractions import Fraction

import pytest

pytest.importorskip("PIL")
pytest.importorskip("resvg_py")

from PIL import Image

from sightline import CenterRule, HexBoard, SquareBoard, Wall, field, trace
from sightline.errors import FormatError, InvalidTypeError, InvalidValueError
from sightline.pictures import MapPicture
from sightline.render import board_svg, field_svg, heatmap_svg, light_svg, sight_svg, svg_to_png
from tests.unit.pictures.odd_pictures import BROKEN_PNG, SECRET, SECRET_PNG

RED, BLUE = (220, 30, 30), (30, 30, 220)


def halves(width: int = 80, height: int = 40) -> bytes:
    """Return a picture that is red on the left and blue on the right."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (width // 2, 0, width, height))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def painted(svg: str) -> Image.Image:
    return Image.open(io.BytesIO(svg_to_png(svg, zoom=1))).convert("RGB")


def at(image: Image.Image, spot: tuple[float, float]) -> tuple[int, ...]:
    found = image.getpixel((round(spot[0]), round(spot[1])))
    assert isinstance(found, tuple)
    return found


def like(one: tuple[int, ...], other: tuple[int, ...], by: int = 40) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def place(svg: str) -> tuple[float, ...]:
    found = re.search(r'<image x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', svg)
    assert found is not None
    return tuple(map(float, found.groups()))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_lies_under_the_board_where_it_belongs(theme: str) -> None:
    board = SquareBoard(2, 4)
    svg = board_svg(board, picture=MapPicture.of(halves(), 0, 0, 4, 2), theme=theme)
    left, top, width, height = place(svg)
    assert (width, height) == (4 * 56, 2 * 56)
    image = painted(svg)
    for col, color in enumerate((RED, RED, BLUE, BLUE)):
        for row in (0, 1):
            assert like(at(image, (left + (col + 0.5) * 56, top + (row + 0.5) * 56)), color)


def test_it_is_cut_off_where_the_board_ends() -> None:
    picture = MapPicture.of(halves(), -2, Fraction(-1, 2), 8, 4)
    svg = board_svg(SquareBoard(2, 4), picture=picture)
    left, top, width, height = place(svg)
    image = painted(svg)
    assert (width, height) == (8 * 56, 4 * 56)
    corner = left + 2 * 56, top + 28
    assert like(at(image, (corner[0] + 20, corner[1] + 20)), RED)
    for outside in ((corner[0] - 6, corner[1] + 30), (corner[0] + 30, corner[1] + 2 * 56 + 6)):
        assert at(image, outside) == (255, 255, 255)


def test_on_hexes_it_is_counted_from_the_center_of_the_first() -> None:
    board = HexBoard(radius=2)
    svg = board_svg(board, picture=MapPicture.of(halves(), -3, -3, 6, 6))
    left, top, width, _ = place(svg)
    image = painted(svg)
    middle = left + width / 2, top + width / 2
    tile = width / 6
    assert like(at(image, (middle[0] - tile, middle[1] - 0.2 * tile)), RED)
    assert like(at(image, (middle[0] + tile, middle[1] - 0.2 * tile)), BLUE)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("shade", [(0, 0, 0), (128, 128, 128), (255, 255, 255)])
def test_walls_and_rock_stand_out_on_any_ground(theme: str, shade: tuple[int, int, int]) -> None:
    board = SquareBoard(3, 4)
    board.set_edge((1, 1), (1, 2), Wall())
    board.set_solid((0, 0))
    out = io.BytesIO()
    Image.new("RGB", (80, 60), shade).save(out, "PNG")
    svg = board_svg(board, picture=MapPicture.of(out.getvalue(), 0, 0, 4, 3), theme=theme)
    left, top, _, _ = place(svg)
    image = painted(svg)

    def brightnesses(across: float, down: float, reach: int) -> list[int]:
        x, y = left + across * 56, top + down * 56
        return [at(image, (x + step, y))[1] for step in range(-reach, reach + 1)]

    ground = brightnesses(1.5, 1.5, 4)
    wall = brightnesses(2, 1.5, 8)
    assert max(wall) - min(wall) >= 90
    assert max(ground) - min(ground) <= 12
    rock = brightnesses(0.5, 0.5, 12)
    assert max(rock) - min(rock) >= 8 or abs(sum(rock) / len(rock) - shade[1]) >= 12


def test_what_is_seen_shows_the_picture_and_the_rest_is_veiled() -> None:
    board = SquareBoard.from_text("S.#.\n..#.")
    picture = MapPicture.of(halves(), 0, 0, 4, 2)
    seen = field(board, (0, 0), CenterRule())
    svg = field_svg(board, seen, picture=picture)
    left, top, _, _ = place(svg)
    image = painted(svg)
    assert like(at(image, (left + 1.5 * 56, top + 1.3 * 56)), RED)
    veiled = at(image, (left + 3.5 * 56, top + 1.3 * 56))
    assert not like(veiled, BLUE, 60)


def test_every_kind_of_drawing_takes_one() -> None:
    board = SquareBoard.from_text("S..\n..E")
    picture = MapPicture.of(halves(), 0, 0, 3, 2)
    tiles = dict.fromkeys(board.tiles(), 1.0)
    drawings = [
        sight_svg(board, trace(board, (0, 0), (1, 2), CenterRule()), picture=picture),
        sight_svg(
            board, trace(board, (0, 0), (1, 2), CenterRule()), picture=picture, close_up=True
        ),
        heatmap_svg(board, tiles, picture=picture),
        light_svg(board, dict.fromkeys(board.tiles(), "dim"), picture=picture),
    ]
    for svg in drawings:
        assert svg.count("<image ") == 1
        painted(svg)


def test_without_a_picture_nothing_changes() -> None:
    board = SquareBoard.from_text("S.#")
    assert board_svg(board, picture=None) == board_svg(board)
    assert "-over" not in board_svg(board)


def test_only_what_was_decoded_goes_in_and_no_more_of_it_than_is_drawn() -> None:
    svg = board_svg(SquareBoard(1, 2), picture=MapPicture.of(SECRET_PNG, 0, 0, 2, 1))
    found = re.search(r'href="data:image/jpeg;base64,([^"]+)"', svg)
    assert found is not None
    assert SECRET.encode() not in base64.b64decode(found[1])
    large = board_svg(SquareBoard(1, 2), picture=MapPicture.of(halves(4000, 2000), 0, 0, 2, 1))
    found = re.search(r'href="data:image/jpeg;base64,([^"]+)"', large)
    assert found is not None
    assert Image.open(io.BytesIO(base64.b64decode(found[1]))).size == (224, 112)


def test_what_cannot_be_drawn() -> None:
    board = SquareBoard(1, 2)
    with pytest.raises(FormatError, match="the picture is broken"):
        board_svg(board, picture=MapPicture.of(BROKEN_PNG, 0, 0, 2, 1))
    with pytest.raises(InvalidTypeError, match="picture: expected a MapPicture, got b'x'"):
        board_svg(board, picture=b"x")  # type: ignore[arg-type]
    sight = trace(board, (0, 0), (0, 1), CenterRule())
    with pytest.raises(InvalidValueError, match="expected a board that it lies under"):
        sight_svg(None, sight, picture=MapPicture.of(halves(), 0, 0, 2, 1))
