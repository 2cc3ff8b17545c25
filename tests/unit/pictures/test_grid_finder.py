"""The grid finder, on generated pictures, is right or finds nothing; it is never sure and wrong."""

from fractions import Fraction

import numpy as np
import pytest

pytest.importorskip("PIL")

from PIL import Image

from sightline.errors import InvalidValueError
from sightline.pictures.grid_finder import find_grid
from sightline.pictures.picture_grid import grid_in_name, laid, parse_grid


def ground(width: int, height: int, seed: int) -> np.ndarray:
    """Return blotches and noise like on a painted floor, with some walls."""
    random = np.random.default_rng(seed)
    floor = 140 + random.normal(0, 9, (height, width))
    blotches = random.normal(0, 25, (height // 48, width // 48)).astype(np.float32)
    floor += np.asarray(Image.fromarray(blotches).resize((width, height), Image.Resampling.BICUBIC))
    for _ in range(6):
        x, y = int(random.integers(0, width - 200)), int(random.integers(0, height - 120))
        floor[y : y + 120, x : x + 7] = 20
        floor[y : y + 7, x : x + 200] = 20
    return floor


def with_lines(
    floor: np.ndarray,
    step: float,
    left: float,
    top: float,
    *,
    dark: float = 0.3,
    width: int = 2,
    dashes: int = 0,
) -> np.ndarray:
    height, length = floor.shape
    grid = np.zeros_like(floor)
    for start, size, axis in ((left, length, 1), (top, height, 0)):
        place = start
        while place < size:
            at = round(place - width / 2)
            index = slice(max(at, 0), at + width)
            if axis == 1:
                grid[:, index] = 1
            else:
                grid[index, :] = 1
            place += step
    if dashes:
        rows, cols = np.indices(floor.shape)
        grid *= ((rows // dashes) % 2 == 0) | ((cols // dashes) % 2 == 0)
    return (floor * (1 - dark * grid)).clip(0, 255).astype(np.float32)


def assert_found(picture: np.ndarray, step: float, left: float, top: float) -> None:
    found = find_grid(picture)
    assert found["found"] == "sure", found
    lines = max(picture.shape) / step
    assert abs(float(Fraction(found["step"])) - step) * lines <= 2.5, found
    for key, true in (("left", left), ("top", top)):
        off = (float(Fraction(found[key])) - true) % step
        assert min(off, step - off) <= 2.0, found


@pytest.mark.parametrize(
    ("step", "left", "top"),
    [(32, 5, 20), (50, 0, 0), (70, 12, 8), (69.6, 33.2, 1.5), (100.25, 60, 99), (128, 64, 3)],
)
@pytest.mark.parametrize("dark", [0.12, 0.5])
def test_lines_of_many_distances(step: float, left: float, top: float, dark: float) -> None:
    picture = with_lines(ground(1400, 1000, 7), step, left, top, dark=dark)
    assert_found(picture, step, left, top)


@pytest.mark.parametrize("width", [1, 3])
def test_thin_and_broad_lines(width: int) -> None:
    assert_found(with_lines(ground(1200, 900, 2), 64, 10, 30, width=width), 64, 10, 30)


def test_dashed_lines() -> None:
    picture = with_lines(ground(1200, 900, 3), 60, 7, 41, dark=0.5, dashes=9)
    assert_found(picture, 60, 7, 41)


def test_faint_half_tiles_do_not_count() -> None:
    picture = with_lines(ground(1500, 1500, 4), 35, 12, 8, dark=0.12)
    picture = with_lines(picture, 70, 12, 8, dark=0.5)
    assert_found(picture, 70, 12, 8)


def test_faint_half_tiles_of_ten_whole_ones_do_not_count() -> None:
    """Ten tiles are enough, though the fitted distance is slightly more than a tenth."""
    halves = with_lines(ground(1280, 640, 8), 32.002, 32, 32, dark=0.12)
    assert_found(with_lines(halves, 64, 0, 0, dark=0.4), 64, 0, 0)


def test_whole_tiles_that_begin_elsewhere_are_not_sure() -> None:
    """A picture of whole tiles usually begins with one, so these lines may belong to a floor."""
    found = find_grid(with_lines(ground(1280, 1280, 9), 128, 75, 0, dark=0.4))
    assert (found["found"], found["step"]) == ("perhaps", "128")


def test_a_grid_over_the_whole_picture_begins_at_its_rim() -> None:
    found = find_grid(with_lines(ground(1280, 960, 5), 64, 0, 0))
    assert (found["step"], found["left"], found["top"]) == ("64", "0", "0")


@pytest.mark.parametrize("seed", range(4))
def test_where_there_is_none_it_is_not_sure(seed: int) -> None:
    assert find_grid(ground(1200, 900, seed).astype(np.float32))["found"] != "sure"


@pytest.mark.parametrize("size", [(1, 1), (1, 500), (64, 64), (65, 300), (9, 9000)])
def test_pictures_that_are_too_small(size: tuple[int, int]) -> None:
    random = np.random.default_rng(1).normal(100, 20, size).astype(np.float32)
    assert find_grid(random)["found"] in ("no", "perhaps")
    assert find_grid(np.zeros(size, dtype=np.float32))["found"] == "no"


def test_lines_one_way_only_are_no_grid() -> None:
    picture = ground(1200, 900, 8)
    picture[:, ::50] *= 0.5
    assert find_grid(picture.astype(np.float32))["found"] != "sure"


# --- grids that are typed


def test_the_tiles_are_those_that_lie_half_on_the_picture() -> None:
    for pixels in ((700, 350), (712, 349), (99, 1000)):
        for step in (Fraction(70), Fraction(139, 2), Fraction(33)):
            for start in range(0, 70, 9):
                grid = laid(step, Fraction(start), Fraction(start), pixels)
                for first, count, size in (
                    (grid.left, grid.cols, pixels[0]),
                    (grid.top, grid.rows, pixels[1]),
                ):
                    # A slow count of every tile of an infinite grid, weighted by its visible part.
                    tiles = [
                        i
                        for i in range(-3, 200)
                        if min(first + (i + 1) * step, Fraction(size))
                        - max(first + i * step, Fraction(0))
                        >= step / 2
                    ]
                    assert tiles == list(range(count))


@pytest.mark.parametrize("text", ["70", "70+12+8", "139/2", "139/2+1/3+8", "30x40", "7x3"])
def test_a_grid_reads_as_it_is_written(text: str) -> None:
    grid = parse_grid(text, (900, 1200))
    again = parse_grid(str(grid), (900, 1200))
    assert again == grid


def test_what_is_no_grid() -> None:
    with pytest.raises(InvalidValueError, match="expected 30x40 for the tiles across and down"):
        parse_grid("many", (10, 10))


def test_names() -> None:
    named = grid_in_name("The Old Mill 20x30 (night) [20x30].jpg", (1400, 2100))
    assert named is not None
    assert (named.cols, named.rows, str(named)) == (20, 30, "70")
    assert grid_in_name("2x3.png", (14, 21)) is None  # tiles of seven pixels
