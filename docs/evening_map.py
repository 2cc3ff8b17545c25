"""Paint a picture for one of our maps, like a mapmaker: slabs, rough rock, moss and shadows.

The README's screenshot of a session uses it (`tests/browser/site/test_pictures.py`). It is
generated, always identically, so the repository needs no picture by somebody else.
"""

from __future__ import annotations

import io
import random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from sightline.model.square import SquareBoard

TILE = 96
Layer = NDArray[np.float64]


def painted(board: SquareBoard, seed: int = 5) -> bytes:
    """Return the picture of a whole board as a WebP, with `TILE` pixels per tile."""
    size = (board.cols * TILE, board.rows * TILE)
    rock = Image.new("L", size, 0)
    draw = ImageDraw.Draw(rock)
    for row, col in board.tiles():
        if board.is_solid((row, col)):
            x, y = col * TILE, row * TILE
            draw.rectangle((x, y, x + TILE - 1, y + TILE - 1), fill=255)
    ragged = _ragged(rock, seed)
    floor, stone = _slabs(size, seed), _stone(size, seed)
    # Rock throws a soft shadow onto the floor around it.
    shade = np.asarray(rock.filter(ImageFilter.GaussianBlur(TILE / 4)), float) / 255
    floor *= (1 - 0.55 * shade)[:, :, None]
    mixed = floor * (1 - ragged) + stone * ragged
    picture = Image.fromarray(np.clip(mixed, 0, 255).astype(np.uint8), "RGB")
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=88)
    return out.getvalue()


def _noise(size: tuple[int, int], grain: int, seed: int) -> Layer:
    """Return clouds from -1 to 1, each about `grain` pixels large."""
    width, height = size
    dice = np.random.default_rng(seed)
    small = dice.integers(0, 256, (height // grain + 2, width // grain + 2), dtype=np.uint8)
    clouds = Image.fromarray(small, "L").resize(size, Image.Resampling.BICUBIC)
    return np.asarray(clouds, float) / 127.5 - 1


def _ragged(rock: Image.Image, seed: int) -> Layer:
    """Return where there is rock, from 0 to 1, with an irregular edge."""
    soft = np.asarray(rock.filter(ImageFilter.GaussianBlur(TILE / 14)), float) / 255
    edge = soft + 0.22 * _noise(rock.size, TILE // 8, seed + 1) * (soft > 0.02)
    return np.clip((edge - 0.42) * 8, 0, 1)[:, :, None]


def _slabs(size: tuple[int, int], seed: int) -> Layer:
    """Return worn slabs in rows, each different, with moss in the seams."""
    width, height = size
    dice = random.Random(seed)
    slabs = Image.new("RGB", size, (58, 52, 46))
    draw = ImageDraw.Draw(slabs)
    half = TILE // 2
    for top in range(0, height, half):
        left = 0
        while left < width:
            wide = dice.choice((half, half, TILE, TILE + half))
            light = dice.randint(-12, 12)
            color = (126 + light, 114 + light, 98 + light + dice.randint(-5, 5))
            corner = (left + 2, top + 2, left + wide - 2, top + half - 2)
            draw.rounded_rectangle(corner, radius=5, fill=color)
            left += wide
    layer = np.asarray(slabs.filter(ImageFilter.GaussianBlur(1.2)), float)
    layer = layer + 9 * (_noise(size, 5, seed + 2) + _noise(size, TILE, seed + 3))[:, :, None]
    moss = np.clip(_noise(size, TILE * 2, seed + 4) * 1.6 - 0.5, 0, 1)[:, :, None]
    return layer * (1 - 0.45 * moss) + np.array((74.0, 92.0, 58.0)) * 0.45 * moss


def _stone(size: tuple[int, int], seed: int) -> Layer:
    """Return a rough and dark surface."""
    rough = _noise(size, 6, seed + 6) / 4 + _noise(size, 14, seed + 14) / 3
    rough = rough + _noise(size, 40, seed + 40) / 2
    return np.array((52.0, 50.0, 54.0)) + 14 * rough[:, :, None]
