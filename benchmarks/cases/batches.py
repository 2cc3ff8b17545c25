"""Batches: `sees_many`, threads and `all_pairs`."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from statistics import median
from threading import Thread

import numpy as np

from benchmarks import maps, peers
from benchmarks.cases.fields import fastest
from benchmarks.cases.pairs import CENTER, CORNER
from benchmarks.output.results import Case, Row, faster_than
from benchmarks.timing import Contestant, Effort, Time, race
from sightline.engine import all_pairs, sees_many
from sightline.model.board import Board
from sightline.rules.rule import Rule

SIDE = 100


def many(board: Board, pairs: np.ndarray, rule: Rule, name: str = "sightline") -> Contestant:
    names = {"f": sees_many, "board": board, "pairs": pairs, "rule": rule}
    return Contestant(name, ["f(board, pairs, rule)"], names)


def rates(rule: Rule, effort: Effort) -> Iterator[Case]:
    for kind in maps.KINDS:
        solid = maps.solid_map(kind, SIDE)
        pairs = maps.near_pairs_array(solid, effort.pairs)
        taken = race([many(maps.board(solid), pairs, rule)], effort)["sightline"]
        each = Time(taken.name, tuple(t / len(pairs) for t in taken.rounds))
        yield Case(f"{kind}, {SIDE}²", 1e-6 / each.median, each)


def center_rates(effort: Effort) -> Iterator[Case]:
    return rates(CENTER, effort)


def corner_rates(effort: Effort) -> Iterator[Case]:
    return rates(CORNER, effort)


# --- threads: here the clock on the wall counts


def two_threads(effort: Effort) -> Iterator[Case]:
    """Twice the work on two threads, compared with the work on one.

    SHA-256, which also releases the interpreter lock, runs in the same rounds and shows how much
    two threads can gain on this machine: its two "cores" may be one shared or busy core.
    """
    solid = maps.solid_map("caves", SIDE)
    pairs = maps.near_pairs_array(solid, effort.pairs)
    board = maps.board(solid)
    blob = bytes(max(4096, effort.pairs * 50))
    jobs: dict[str, Callable[[], object]] = {
        "sha256": lambda: hashlib.sha256(blob),
        "center": lambda: sees_many(board, pairs, CENTER),
        "corner": lambda: sees_many(board, pairs, CORNER),
    }
    gains: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(min(15, effort.fewest * 3)):
        for name, work in jobs.items():
            gains[name].append(2 * _clocked([work]) / _clocked([work, work]))
    limit = median(gains.pop("sha256"))
    for name, rounds in gains.items():
        details = {"best": max(rounds), "rounds": rounds, "sha256": limit}
        words = f"{name}, caves; this machine gives SHA-256 {limit:.2f}×"
        yield Case(words, median(rounds), details=details)


def _clocked(jobs: list[Callable[[], object]]) -> float:
    threads = [Thread(target=job) for job in jobs]
    start = time.perf_counter()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return time.perf_counter() - start


# --- all pairs

ALL_PAIRS_SIDE = 64


def center_pairs(effort: Effort) -> Iterator[Case]:
    return everybody(CENTER, effort)


def corner_pairs(effort: Effort) -> Iterator[Case]:
    return everybody(CORNER, effort)


def everybody(rule: Rule, effort: Effort) -> Iterator[Case]:
    peers.need_tcod()
    side = 12 if effort.small else ALL_PAIRS_SIDE
    solid = maps.solid_map("rooms", side)
    tiles = [(row, col) for row in range(side) for col in range(side)]
    theirs = peers.tcod_fields(solid, tiles, None, effort)
    names = {"f": all_pairs, "board": maps.board(solid), "rule": rule}
    times = race([Contestant("sightline", ["f(board, rule)"], names), *theirs], effort)
    tcod = fastest(times, theirs)
    total = Time(tcod.name, tuple(each * len(tiles) for each in tcod.rounds))
    yield faster_than(f"rooms, {side}²", times["sightline"], total)


ROWS = (
    Row(
        "many-center",
        "`sees_many`, a million pairs, distance ≤ 20, center rule, one thread",
        "pairs a second",
        center_rates,
        unit="M/s",
        reach=20,
        stretch=30,
    ),
    Row(
        "many-corner",
        "`sees_many`, a million pairs, distance ≤ 20, corner rule, one thread",
        "pairs a second",
        corner_rates,
        unit="M/s",
        reach=15,
        stretch=25,
    ),
    Row(
        "threads",
        "`sees_many` on two threads",
        "one thread",
        two_threads,
        reach=1.5,
        stretch=1.8,
    ),
    Row(
        "all-pairs",
        "`all_pairs`, center rule, 64×64 rooms",
        "one python-tcod field a tile",
        center_pairs,
        reach=7,
        stretch=10,
    ),
    Row(
        "all-pairs-corner",
        "`all_pairs`, corner rule, 64×64 rooms",
        "one python-tcod field a tile",
        corner_pairs,
    ),
)
