"""`sightline.compat.tcod.compute_fov` behaves like the function in python-tcod."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sightline import CenterRule, SquareBoard, field
from sightline.compat.tcod import CLOSEST, compute_fov
from sightline.errors import InvalidTypeError, InvalidValueError, OffBoardError, UnknownNameError

theirs = pytest.importorskip("tcod.map")
constants = pytest.importorskip("tcod.constants")
MOST = {"FOV_PERMISSIVE_8": 0.0, "FOV_SYMMETRIC_SHADOWCAST": 0.03}
"""The maximum share of differing tiles. For other algorithms it is 0.35, on scattered rock."""
NAMED = {name: getattr(constants, name) for name in dir(constants) if name.startswith("FOV_")}


def noise(seed: int, shape: tuple[int, int] = (24, 31)) -> Any:
    clear = np.random.default_rng(seed).random(shape) > 0.25
    clear[12, 15] = True
    return clear


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("order", ["C", "F"])
def test_shape_type_and_order(name: str, order: Any) -> None:
    clear = np.array(noise(1), order=order)
    for light_walls in (True, False):
        ours = compute_fov(clear, (12, 15), 7, light_walls, NAMED[name])
        tcods = theirs.compute_fov(clear, (12, 15), 7, light_walls, NAMED[name])
        assert (ours.shape, ours.dtype) == (tcods.shape, tcods.dtype)
        assert ours.flags.writeable
        if not light_walls:
            assert not (ours & ~clear).any()
    seen = compute_fov(clear, (12, 15), algorithm=NAMED[name])
    assert seen.sum() > compute_fov(clear, (12, 15), 3, algorithm=NAMED[name]).sum()
    np.testing.assert_array_equal(
        seen, compute_fov(clear.copy("C"), (12, 15), 0, True, NAMED[name])
    )


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("radius", [0, 1, 2, 5, 9])
def test_the_radius_has_the_same_shape(name: str, radius: int) -> None:
    hall = np.ones((25, 25), dtype=bool)
    np.testing.assert_array_equal(
        compute_fov(hall, (12, 12), radius, algorithm=NAMED[name]),
        theirs.compute_fov(hall, (12, 12), radius, algorithm=NAMED[name]),
    )


@pytest.mark.parametrize("name", NAMED)
def test_what_is_seen_is_close(name: str) -> None:
    differ = total = 0
    for seed in range(8):
        clear = noise(seed)
        ours = compute_fov(clear, (12, 15), 8, False, NAMED[name])
        tcods = theirs.compute_fov(clear, (12, 15), 8, False, NAMED[name])
        differ, total = differ + (ours ^ tcods).sum(), total + (ours | tcods).sum()
    assert differ <= MOST.get(name, 0.35) * total


def test_every_algorithm_has_a_rule() -> None:
    assert set(CLOSEST) == set(NAMED.values())


def test_a_rule_may_be_named() -> None:
    clear = noise(3)
    expected = np.asarray(field(SquareBoard.from_array(~clear), (12, 15), CenterRule(), radius=6))
    for rule in ("center", CenterRule()):
        np.testing.assert_array_equal(
            compute_fov(clear, (12, 15), 6, False, rule), expected & clear
        )


def test_any_numbers_are_transparent_and_the_array_is_left_alone() -> None:
    given: Any = [[1, 0, 2.5], [0, 0, 1]]
    assert compute_fov(given, (0, 0)).shape == (2, 3)
    clear = noise(4)
    before = clear.copy()
    pov: Any = np.array([12, 15])
    compute_fov(clear, pov)[:] = False
    np.testing.assert_array_equal(clear, before)


def test_in_rock_one_sees_as_in_tcod() -> None:
    rock = np.zeros((3, 3), dtype=bool)
    np.testing.assert_array_equal(
        compute_fov(rock, (1, 1), light_walls=False),
        theirs.compute_fov(rock, (1, 1), light_walls=False),
    )


def test_a_changed_map_is_seen_anew() -> None:
    clear = np.ones((1, 5), dtype=bool)
    assert compute_fov(clear, (0, 0)).all()
    clear[0, 1] = False
    assert compute_fov(clear, (0, 0)).tolist() == [[True, True, False, False, False]]
    clear[0, 1] = True
    assert compute_fov(clear, (0, 0)).all()


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"transparency": np.ones(3)}, InvalidTypeError, "2 dimensions"),
        ({"pov": 1}, InvalidTypeError, "pov: expected an index"),
        ({"pov": (1.5, 1)}, InvalidTypeError, "pov: expected a whole number"),
        ({"pov": (3, 0)}, OffBoardError, "outside the array of shape"),
        ({"pov": (-1, 0)}, OffBoardError, "outside the array of shape"),
        ({"radius": 1.5}, InvalidTypeError, "radius: expected a whole number"),
        ({"algorithm": 99}, InvalidValueError, "algorithm: expected"),
        ({"algorithm": "chess"}, UnknownNameError, "no rule is called"),
        ({"algorithm": None}, InvalidTypeError, "algorithm: expected"),
    ],
)
def test_bad_input_is_said_in_words(given: Any, error: type[Exception], words: str) -> None:
    usual: dict[str, Any] = {"transparency": np.ones((3, 3)), "pov": (1, 1)}
    with pytest.raises(error, match=words):
        compute_fov(**{**usual, **given})
