"""Find the grid that is drawn on a picture: the distance between its lines, and where they start.

Every column and row of pixels gets a score for how much it looks like a thin line across the
picture. The scores of true grid lines stand out at even distances. So each distance is tried: the
scores are summed modulo that distance, and the distance with the clearest peak on both axes wins.
Nothing here is exact: the result is a suggestion with a confidence.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

SMALLEST_STEP = 16
"""The smallest tile size in pixels, because any texture looks like a finer grid."""
FEWEST_TILES = 4
"""The fewest tiles on the shorter side of the picture."""
BANDS = 12
"""The picture is divided into this many bands. A grid line shows in most of them,
a wall only in some.
"""
CLIP = 24.0
"""The largest contribution of a pixel, so that a wall does not outweigh a faint line."""
CODEC_RHYTHM = 16
"""JPEG and WebP leave artifacts at this distance, in pixels."""
AROUND = 32
"""The pixels on both sides of a line with which it is compared."""
TALLEST = 6.0
"""The largest score of a line, in standard deviations."""
SURE_FROM, PERHAPS_FROM = 10.0, 7.5
"""The lowest peak on both axes that counts as a grid, and as a possible grid."""
MOST_CANDIDATES = 40
HALF_RATIO = 1.28
"""If every second line is this much stronger, the other lines only halve the tiles."""
FEWEST_AFTER_HALVING = 10
MOST_ROWS = 1200
"""The number of rows, spread over the picture, that are used to judge its columns."""
LINE_REACH = 4
"""How far from its expected place a line is searched, in pixels."""


class _Fold(NamedTuple):
    step: float
    score: float
    """The height of the peak on the weaker axis."""
    phases: tuple[float, float]


def find_grid(gray: Floats) -> dict[str, Any]:
    """Return the suggestion for a grayscale picture (rows first) as plain data.

    `found` is "sure", "perhaps" or "no". `step`, `left` and `top` are fractions as text, in pixels:
    the width of a tile, and where the first whole tile starts.
    """
    largest = min(gray.shape) // FEWEST_TILES
    if largest <= SMALLEST_STEP:
        return {"found": "no", "score": 0.0}
    axes = (_profile(gray), _profile(gray.T))
    standing = (_standing_out(axes[0]), _standing_out(axes[1]))
    folds = [_fold(standing, step) for step in _candidates(standing, largest)]
    best = max(folds, key=lambda fold: fold.score, default=None)
    if best is None or best.score < PERHAPS_FROM:
        return {"found": "no", "score": 0.0 if best is None else round(best.score, 2)}
    best = _fitted(axes, _whole_tiles(axes, _fitted(axes, best), min(gray.shape)))
    height, width = gray.shape
    step = _snapped(best.step, width, height)
    left, top = (
        _offset(phase, step, size) for phase, size in zip(best.phases, (width, height), strict=True)
    )
    # Whole tiles fill the picture, yet lines start elsewhere on one axis: maybe the joints of a
    # floor.
    is_odd = width % step == height % step == 0 and (left == 0) != (top == 0)
    return {
        "found": "sure" if best.score >= SURE_FROM and not is_odd else "perhaps",
        "score": round(best.score, 2),
        "step": str(step),
        "left": str(left),
        "top": str(top),
    }


# --- line scores of columns


def _profile(gray: Floats) -> Floats:
    """Return the score of each column: the median over all bands of how much it looks
    like a line.
    """
    gray = gray[:: max(1, len(gray) // MOST_ROWS)]
    rows, cols = gray.shape
    total = np.zeros((min(BANDS, rows), cols), dtype=np.float64)
    edges = np.linspace(0, rows, len(total) + 1).astype(int)
    for reach in (1, 2, 4):
        if cols <= 2 * reach:
            continue
        for band, (first, last) in enumerate(pairwise(edges)):
            part = gray[first:last]
            middle = part[:, reach:-reach]
            aside = (part[:, : -2 * reach] + part[:, 2 * reach :]) * 0.5
            response = np.clip(middle - aside, -CLIP, CLIP).mean(axis=0)
            total[band, reach:-reach] += np.abs(response)
    profile: Floats = np.median(total, axis=0)
    for phase in range(CODEC_RHYTHM):
        profile[phase::CODEC_RHYTHM] -= np.median(profile[phase::CODEC_RHYTHM])
    return profile


def _standing_out(profile: Floats) -> Floats:
    """Return the scores in standard deviations of each column's surroundings, capped."""
    window = 2 * AROUND + 1
    padded = np.pad(profile, AROUND, mode="reflect" if len(profile) > AROUND else "edge")
    near = np.lib.stride_tricks.sliding_window_view(padded, window)
    middle = np.median(near, axis=1)
    spread = np.median(np.abs(near - middle[:, None]), axis=1)
    usual = 1.4826 * spread + 0.25 * float(np.median(spread)) + 0.02
    standing: Floats = np.clip((profile - middle) / usual, -1.0, TALLEST)
    return standing


# --- the best distance


def _candidates(standing: tuple[Floats, Floats], largest: int) -> list[float]:
    """Return distances at which both axes resemble themselves, as precise as the picture allows."""
    alike = [_likeness(each) for each in standing]
    common = np.minimum(alike[0][: largest + 2], alike[1][: largest + 2])
    inner = common[1:-1]
    is_peak = (inner >= common[:-2]) & (inner >= common[2:])
    lags = np.flatnonzero(is_peak) + 1
    lags = lags[(lags >= SMALLEST_STEP) & (lags <= largest)]
    best = lags[np.argsort(-common[lags])][:MOST_CANDIDATES]
    halves = [each[: len(each) // 2] for each in alike]
    # If lines are faint, refining may fail, so the whole number is tried as well.
    return [step for lag in best for step in (_refined(halves, int(lag)), float(lag))]


def _likeness(standing: Floats) -> Floats:
    """Return the autocorrelation of the scores for each whole distance."""
    blurred = np.convolve(standing - standing.mean(), (0.5, 1.0, 0.5), mode="same")
    size = 2 ** (2 * len(blurred) - 1).bit_length()
    spectrum = np.fft.rfft(blurred, size)
    products = np.fft.irfft(spectrum * np.conj(spectrum), size)[: len(blurred)]
    likeness: Floats = products / np.maximum(np.arange(len(blurred), 0, -1), 1)
    return likeness


def _refined(alike: list[Floats], lag: int) -> float:
    """Return a distance with a fraction of a pixel: its multiples must match too."""
    step, times = float(lag), 1
    while True:
        times *= 2
        around = np.arange(round(step * times) - 1, round(step * times) + 2)
        usable = [each for each in alike if around[-1] < len(each)]
        if not usable:
            return step
        step = float(around[np.argmax(sum(each[around] for each in usable))]) / times


def _fold(standing: tuple[Floats, Floats], step: float) -> _Fold:
    (first, left), (second, top) = (_fold_axis(each, step) for each in standing)
    return _Fold(step, min(first, second), (left, top))


def _fold_axis(standing: Floats, step: float) -> tuple[float, float]:
    """Return the height of the highest peak when the scores are summed modulo
    `step`, and its place in the tile.
    """
    bins = int(step)
    index = np.minimum((np.arange(len(standing)) % step).astype(int), bins - 1)
    counts = np.bincount(index, minlength=bins)
    means = np.bincount(index, weights=standing, minlength=bins) / np.maximum(counts, 1)
    # A line at a fraction of a pixel is split between two bins.
    pairs = np.maximum(means, 0.65 * (means + np.roll(means, -1)))
    peak = int(np.argmax(pairs))
    lines = len(standing) / step
    deviation = float(standing.std()) or 1.0
    score = (float(pairs[peak]) - float(np.median(means))) * lines**0.5 / deviation
    return score, peak + 0.5


def _fitted(axes: tuple[Floats, Floats], fold: _Fold) -> _Fold:
    """Return the grid, adjusted by linear regression over the places of its lines."""
    slopes, weights, phases = [], [], []
    for profile, phase in zip(axes, fold.phases, strict=True):
        numbers, places = _lines(profile, phase, fold.step)
        if len(numbers) < 3:
            return fold
        slope, start = np.polyfit(numbers, places, 1)
        for _ in range(2):  # the second pass ignores outliers
            off = np.abs(places - (slope * numbers + start))
            kept = off <= max(1.0, float(np.median(off)) * 2)
            if kept.sum() < 3:
                break
            slope, start = np.polyfit(numbers[kept], places[kept], 1)
        slopes.append(float(slope))
        weights.append(len(numbers) ** 3)
    step = float(np.average(slopes, weights=weights))
    for profile, phase in zip(axes, fold.phases, strict=True):
        numbers, places = _lines(profile, phase, fold.step)
        phases.append(float(np.median(places - numbers * step)))
    return fold._replace(step=step, phases=(phases[0], phases[1]))


def _lines(profile: Floats, phase: float, step: float) -> tuple[Floats, Floats]:
    """Return the indexes of the lines found, and the middle of each in pixels."""
    numbers, places = [], []
    for number in range(int((len(profile) - phase) / step) + 1):
        at = int(phase + number * step)
        first, last = at - LINE_REACH, at + LINE_REACH + 1
        if first < 0 or last > len(profile):
            continue
        near = np.clip(profile[first:last] - np.median(profile[first:last]), 0, None)
        strongest = float(near.max())
        if strongest <= 0:
            continue
        near = np.where(near >= 0.4 * strongest, near, 0)
        numbers.append(number)
        places.append(first + 0.5 + float((near * np.arange(len(near))).sum() / near.sum()))
    return np.array(numbers, dtype=np.float64), np.array(places)


def _whole_tiles(axes: tuple[Floats, Floats], fold: _Fold, shorter: int) -> _Fold:
    """Return a grid of every second line if the others only halve the tiles, such
    as slabs of a floor.
    """
    if round(shorter / (2 * fold.step)) < FEWEST_AFTER_HALVING:
        return fold
    starts = []
    for profile, phase in zip(axes, fold.phases, strict=True):
        at = np.arange(phase, len(profile) - 1, fold.step).astype(int)
        heights = np.maximum(profile[at], profile[np.maximum(at - 1, 0)])
        even, odd = float(heights[::2].mean()), float(heights[1::2].mean())
        if max(even, odd) < HALF_RATIO * max(min(even, odd), 1e-9):
            return fold
        starts.append(phase if even > odd else phase + fold.step)
    return fold._replace(step=2 * fold.step, phases=(starts[0], starts[1]))


# --- as fractions


def _snapped(step: float, width: int, height: int) -> Fraction:
    """Return the step as whole pixels, or as whole tiles over the picture, if that moves the last
    line by at most its width; else the closest fraction.
    """
    lines = max(width, height) / step
    whole = round(step)
    is_even = width % whole == 0 and height % whole == 0
    if abs(step - whole) * lines < (3.0 if is_even else 1.25):
        return Fraction(whole)
    for size in (width, height):
        tiles = round(size / step)
        if abs(size / tiles - step) * lines < 1.25:
            return Fraction(size, tiles)
    return Fraction(step).limit_denominator(64)


def _offset(phase: float, step: Fraction, size: int) -> Fraction:
    """Return the position at which the first whole tile starts; 0 if that is
    within the width of a line.
    """
    start = Fraction(round(2 * phase), 2) % step
    if size % step == 0 and min(start, step - start) <= 2:
        return Fraction(0)
    return start
