"""`python -m benchmarks.gpu`: compare a GPU with the CPU of the same machine.

First every answer of a check is compared. Nothing is measured if one differs. Times are taken in
the same run, on arrays in device memory, with the device's clock (events around the call), and the
median of many calls counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks import maps
from benchmarks.machine import ROOT, facts
from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    field_many,
    heat_map,
    sees_many,
)
from sightline.engine import native
from sightline.model.board import Board
from sightline.rules.rule import Rule

RUNS = ROOT / "benchmarks" / "runs"
GEOMETRIC_TIES = ("strict", "corners-pass", "permissive", "adjudicated")
HEX_TIES = ("nearest", "strict", "permissive", "adjudicated")
ENOUGH = 1_000_000_000
AT_ONCE = 1 << 24
DISTANCE = 20
REPEATS = 21
# Goals on an H200: minimum answers per second, or maximum seconds.
GOALS = {
    "center pairs": (40e9, None),
    "corner pairs": (5e9, 15e9),
    "hex rays": (20e9, None),
    "heat by center": (0.3, None),
    "heat by corner": (3.0, 1.0),
}

# Not requested, but measured too: a board larger than any cache.
NO_GOAL = ("open, 4000²",)


def geometric_rules() -> list[Rule]:
    rules: list[Rule] = [CenterRule(ties) for ties in GEOMETRIC_TIES]
    for closed in (False, True):
        rules += [CornerRule(ties, closed_ends=closed) for ties in GEOMETRIC_TIES]
    return rules


def hex_rules() -> list[Rule]:
    return [
        HexRayRule(ties, see_opaque_target=rock, target_edge_blocks=edge)
        for ties in HEX_TIES
        for rock in (True, False)
        for edge in (True, False)
    ]


# --- boards and pairs


def square_boards(rng: np.random.Generator) -> Iterator[SquareBoard]:
    """Yield small and large, open and full boards, with and without thin walls."""
    for side, rock, walls in (
        *((9, 0.2, 0.2), (24, 0.3, 0.0), (61, 0.1, 0.1), (100, 0.28, 0.0), (100, 0.05, 0.05)),
        *((200, 0.03, 0.0), (333, 0.15, 0.03), (150, 0.0, 0.15)),
    ):
        rows, cols = side, side + int(rng.integers(0, 7))
        board = SquareBoard.from_array(rng.random((rows, cols)) < rock)
        if walls:
            board.set_edge_arrays(
                rng.random((rows, cols - 1)) < walls, rng.random((rows - 1, cols)) < walls
            )
        yield board


def hex_boards(rng: np.random.Generator) -> Iterator[HexBoard]:
    for radius, rock, walls, high in (
        (6, 0.2, 0.2, 0.0),
        (40, 0.1, 0.05, 0.0),
        (60, 0.04, 0.0, 0.0),
        (30, 0.05, 0.02, 0.2),
    ):
        board = HexBoard(radius=radius)
        tiles = [tuple(tile) for tile in board.tiles()]
        from sightline import Wall

        for tile in tiles:
            if rng.random() < rock:
                board.set_solid(tile)
            if rng.random() < high:
                board.set_elevation(tile, int(rng.integers(0, 4)))
            for step in ((1, 0), (0, 1), (-1, 1)):
                other = (tile[0] + step[0], tile[1] + step[1])
                if rng.random() < walls and other in board:
                    board.set_edge(tile, other, Wall())
        yield board


def positions(board: Board) -> np.ndarray:
    if len(board.shape) == 2:
        return np.argwhere(np.ones(board.shape, dtype=bool))
    return np.array([tuple(tile) for tile in board.tiles()])


def random_pairs(cp: Any, board: Board, count: int, near: int | None, seed: int, kind: str) -> Any:
    """Return pairs of tiles on the device. `near`: the maximum distance, or None for any."""
    rng = cp.random.default_rng(seed)
    at = cp.asarray(positions(board)).astype("int32")
    first = at[rng.integers(0, len(at), count)]
    if near is None:
        second = at[rng.integers(0, len(at), count)]
    elif len(board.shape) == 2:
        # Anywhere in the disc or, if that is off the board, on the other side of the source.
        step = rng.integers(-near, near + 1, (2 * count, 2))
        step = step[(step**2).sum(axis=1) <= near * near]
        step = step[rng.integers(0, len(step), count)].astype("int32")
        top = cp.asarray(board.shape, dtype="int32") - 1
        second = cp.clip(first + step, 0, top)
    else:
        q, r = rng.integers(-near, near + 1, (2, 3 * count))
        keep = cp.maximum(cp.maximum(abs(q), abs(r)), abs(q + r)) <= near
        step = cp.stack((q[keep], r[keep]), axis=1)
        step = step[rng.integers(0, len(step), count)].astype("int32")
        second = first + step
        radius = int(abs(at).max())
        beyond = cp.maximum(cp.abs(second).max(axis=1), cp.abs(second.sum(axis=1))) > radius
        second = cp.where(beyond[:, None], first, second)
    return cp.stack((first, second), axis=1).astype(kind)


def open_pairs(cp: Any, board: Board, count: int, near: int, seed: int) -> Any:
    """Return pairs of tiles that are not rock, at most `near` apart, as in the CPU benchmarks."""
    found = []
    free = cp.asarray(~board.solid_array())
    while sum(map(len, found)) < count:
        pairs = random_pairs(cp, board, count, near, seed + len(found), "int16")
        keep = (pairs[:, 0] != pairs[:, 1]).any(axis=1)
        if free.ndim == 2:
            keep &= free[pairs[:, 0, 0], pairs[:, 0, 1]] & free[pairs[:, 1, 0], pairs[:, 1, 1]]
        found.append(pairs[keep])
    return cp.ascontiguousarray(cp.concatenate(found)[:count])


# --- the kernels, compiled by all cores: a rule after the other, a single one would take minutes


def compile_one(job: tuple[str, int, str]) -> None:
    from sightline.gpu.compiling import question

    question(*job).get_function(
        {"PAIRS": "pairs_of_one", "FIELDS": "fields", "HEAT": "heat"}[job[0]]
    )


def compile_all(kinds: dict[int, str], say: Callable[[str], None]) -> float:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    began = time.perf_counter()
    jobs = [("PAIRS", code, kind) for code, kind in kinds.items()]
    jobs += [
        (what, code, "int" if what == "HEAT" else "long long")
        for what in ("FIELDS", "HEAT")
        for code in kinds
    ]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        list(pool.map(compile_one, jobs))
    taken = time.perf_counter() - began
    say(f"{len(jobs)} modules compiled in {taken:.0f} s")
    return taken


KINDS = ("int16", "int32", "int64")
C_NAMES = {"int16": "short", "int32": "int", "int64": "long long"}


def kind_of(rule: Rule) -> str:
    """Return the number type for a rule. All types are used by some rule."""
    return KINDS[native.code_of(rule) % 3]


# --- the check


def differing(cp: Any, board: Board, rule: Rule, pairs: Any, threads: int) -> int:
    found = sees_many(board, pairs, rule, device="cuda")
    expected = sees_many(board, cp.asnumpy(pairs).astype(np.int64), rule, threads=threads)
    return int((cp.asnumpy(found) != expected).sum())


def check(cp: Any, enough: int, seed: int, say: Callable[[str], None]) -> dict[str, Any]:
    """Compare random answers of every rule on random boards one by one."""
    threads = os.cpu_count() or 1
    rng = np.random.default_rng(seed)
    jobs = [(board, rule) for board in square_boards(rng) for rule in geometric_rules()]
    jobs += [(board, rule) for board in hex_boards(rng) for rule in hex_rules()]
    each = -(-enough // len(jobs))
    done = wrong = 0
    worst: list[str] = []
    began = time.perf_counter()
    by_rule: dict[str, int] = {}
    for number, (board, rule) in enumerate(jobs):
        left = each
        while left > 0:
            count = min(left, AT_ONCE)
            kind = kind_of(rule)
            near = None if number % 2 else DISTANCE
            pairs = random_pairs(cp, board, count, near, seed + 7 * number + left, kind)
            missed = differing(cp, board, rule, pairs, threads)
            if missed:
                worst.append(f"{missed} of {count}: {rule} on {board.shape}, near {near}")
                say(worst[-1])
            wrong += missed
            done += count
            left -= count
        by_rule[str(rule)] = by_rule.get(str(rule), 0) + each
    say(f"{done:,} pairs in {time.perf_counter() - began:.0f} s, {wrong} different")
    return {"answers": done, "different": wrong, "where": worst, "by_rule": by_rule}


def check_fields(cp: Any, seed: int, say: Callable[[str], None]) -> dict[str, Any]:
    """Compare fields and heat maps, by every rule, radius and metric."""
    threads = os.cpu_count() or 1
    rng = np.random.default_rng(seed)
    jobs = [(board, geometric_rules()) for board in [*square_boards(rng)][:5]]
    jobs += [(board, hex_rules()[::5]) for board in [*hex_boards(rng)][:2]]
    counts = answers = wrong = 0
    metrics = ("euclid", "chebyshev", "manhattan", "steps")
    for board, rules in jobs:
        at = positions(board)
        for number, rule in enumerate(rules):
            radius = (20, 7, None, 24.5, 3)[number % 5]
            metric = metrics[number % 4]
            small = len(at) <= 1500
            heat = heat_map(
                board, rule, radius=radius if not small else None, metric=metric, device="cuda"
            )
            ours = heat_map(
                board, rule, radius=radius if not small else None, metric=metric, threads=threads
            )
            missed = int((cp.asnumpy(heat) != ours).sum())
            some = at[rng.integers(0, len(at), 40)]
            fields = field_many(board, some, rule, radius=radius, metric=metric, device="cuda")
            own = field_many(board, some, rule, radius=radius, metric=metric, threads=threads)
            missed += int((cp.asnumpy(fields) != own).sum())
            if missed:
                say(f"{missed} counts or answers differ: {rule}, {radius}, {metric}, {board.shape}")
            wrong += missed
            counts += heat.size
            answers += fields.size
    say(f"{counts:,} counts of heat maps, {answers:,} answers of fields, {wrong} different")
    return {"counts": counts, "answers": answers, "different": wrong}


# --- the figures


def timed(cp: Any, ask: Callable[[int], object], repeats: int = REPEATS) -> list[float]:
    """Return seconds by the device's clock, after two warm-up rounds."""
    times = []
    for number in range(repeats + 2):
        start, end = cp.cuda.Event(), cp.cuda.Event()
        start.record()
        ask(number)
        end.record()
        end.synchronize()
        times.append(cp.cuda.get_elapsed_time(start, end) / 1000)
    return times[2:]


def pair_rates(
    cp: Any, name: str, rule: Rule, say: Callable[[str], None], count: int = 1 << 26
) -> Iterator[dict[str, Any]]:
    boards: dict[str, Board] = {}
    if isinstance(rule, HexRayRule):
        rng = np.random.default_rng(5)
        for radius in (60, 300):
            hexes = HexBoard(radius=radius)
            for tile in hexes.tiles():
                if rng.random() < 0.15:
                    hexes.set_solid(tuple(tile))
            boards[f"15% rock, radius {radius}"] = hexes
    else:
        for kind in maps.KINDS:
            boards[f"{kind}, 100²"] = maps.board(maps.solid_map(kind, 100))
        boards["random 28 %, 1000²"] = maps.board(maps.solid_map("random 28 %", 1000))
        boards["caves, 1000²"] = maps.board(maps.solid_map("caves", 1000))
        boards["open, 4000²"] = maps.board(maps.open_field(4000))
        boards["caves with thin walls, 100²"] = _with_walls(
            maps.board(maps.solid_map("caves", 100))
        )
    for where, board in boards.items():
        free = cp.asarray(~board.solid_array().reshape(-1))
        sets = []
        for seed in (1, 2):
            sets.append(open_pairs(cp, board, count, DISTANCE, seed))
        seen = sees_many(board, sets[0], rule, device="cuda")
        for kind in ("int16", "int64") if "100²" in where or "60" in where else ("int16",):
            asked = [each.astype(kind) for each in sets]
            times = timed(
                cp, lambda n, a=asked, b=board: sees_many(b, a[n % 2], rule, device="cuda")
            )
            row = {
                "name": name,
                "case": f"{where}, {kind}",
                "pairs": count,
                "goal": where not in NO_GOAL,
                "seconds": median(times),
                "best": min(times),
                "rate": count / median(times),
                "seen": float(seen.mean()),
                "free": float(free.mean()),
            }
            say(
                f"{name:14} {row['case']:34} {row['rate'] / 1e9:7.1f} G/s  (seen {row['seen']:.2f})"
            )
            yield row


def _with_walls(board: SquareBoard) -> SquareBoard:
    """Return a copy with walls on a twentieth of the edges."""
    rng = np.random.default_rng(8)
    rows, cols = board.shape
    board.set_edge_arrays(rng.random((rows, cols - 1)) < 0.05, rng.random((rows - 1, cols)) < 0.05)
    return board


def heat_times(
    cp: Any, name: str, rule: Rule, say: Callable[[str], None], side: int = 4096
) -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(3)
    for where, solid in (
        ("28% rock", rng.random((side, side)) < 0.28),
        ("10% rock", rng.random((side, side)) < 0.10),
        ("rooms", np.tile(maps.solid_map("rooms", 512), (side // 512, side // 512))),
        ("open, pillars", np.tile(maps.solid_map("open", 512), (side // 512, side // 512))),
        ("10% rock, thin walls", rng.random((side, side)) < 0.10),
    ):
        board = SquareBoard.from_array(np.ascontiguousarray(solid))
        if "walls" in where:
            _with_walls(board)
        began = time.perf_counter()
        first = heat_map(board, rule, radius=DISTANCE, device="cuda")
        cp.cuda.Device().synchronize()
        cold = time.perf_counter() - began
        times = timed(cp, lambda n, b=board: heat_map(b, rule, radius=DISTANCE, device="cuda"), 7)
        row = {
            "name": name,
            "case": f"{where}, {side}², radius {DISTANCE}",
            "first": cold,
            "seconds": median(times),
            "best": min(times),
            "mean_heat": float(first.mean()),
        }
        say(f"{name:14} {row['case']:34} {row['seconds'] * 1e3:7.2f} ms  (first call {cold:.2f} s)")
        yield row


def device_facts(cp: Any) -> dict[str, Any]:
    found = cp.cuda.runtime.getDeviceProperties(cp.cuda.Device().id)
    return {
        "device": found["name"].decode(),
        "multiprocessors": found["multiProcessorCount"],
        "memory_mb": found["totalGlobalMem"] // 2**20,
        "l2_mb": found["l2CacheSize"] / 2**20,
        "compute_capability": cp.cuda.Device().compute_capability,
        "driver": cp.cuda.runtime.driverGetVersion(),
        "runtime": cp.cuda.runtime.runtimeGetVersion(),
        "cupy": cp.__version__,
        "clocks": _smi("clocks.sm,clocks.mem,power.draw,temperature.gpu"),
    }


def _smi(what: str) -> str:
    try:
        done = subprocess.run(
            ["nvidia-smi", f"--query-gpu={what}", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ""
    return done.stdout.strip()


def verdicts(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield one line per goal, based on its worst case."""
    for name, (goal, stretch) in GOALS.items():
        mine = [row for row in rows if row["name"] == name and row.get("goal", True)]
        if not mine:
            continue
        by_rate = "rate" in mine[0]
        worst = min(row["rate"] for row in mine) if by_rate else max(row["seconds"] for row in mine)
        shown = f"{worst / 1e9:.1f} G/s" if by_rate else f"{worst * 1e3:.1f} ms"
        reached = worst >= goal if by_rate else worst <= goal
        far = stretch is not None and (worst >= stretch if by_rate else worst <= stretch)
        word = "stretch" if far else "reached" if reached else "missed"
        yield f"{name}: {shown} on the worst map that the goal is for: {word}"


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("--answers", type=float, default=ENOUGH, help="how many are compared")
    parser.add_argument("--seed", type=int, default=None, help="of the boards and pairs")
    parser.add_argument("--no-figures", action="store_true", help="only compare")
    parser.add_argument("--save", action="store_true", help="keep the run in benchmarks/runs")
    parser.add_argument("--out", default="", help="keep it in that file instead")
    asked = parser.parse_args(words)
    from sightline.errors import SightlineError
    from sightline.gpu.compiling import cupy

    try:
        cp = cupy()
    except SightlineError as error:
        print(error, file=sys.stderr)
        return 1
    seed = int(time.time()) if asked.seed is None else asked.seed
    say: Callable[[str], None] = lambda text: print(text, flush=True)  # noqa: E731
    run: dict[str, Any] = {"date": date.today().isoformat(), "machine": facts(), "seed": seed}
    run["device"] = device_facts(cp)
    say(json.dumps(run["device"]))
    codes = {
        native.code_of(rule): C_NAMES[kind_of(rule)] for rule in (*geometric_rules(), *hex_rules())
    }
    run["compile_seconds"] = compile_all(codes, say)
    run["fields"] = check_fields(cp, seed, say)
    run["pairs"] = check(cp, int(asked.answers), seed, say)
    failed = bool(run["pairs"]["different"] or run["fields"]["different"])
    if not failed and not asked.no_figures:
        rows: list[dict[str, Any]] = []
        rows += pair_rates(cp, "center pairs", CenterRule(), say)
        rows += pair_rates(cp, "corner pairs", CornerRule(), say)
        rows += pair_rates(cp, "hex rays", HexRayRule(), say)
        rows += heat_times(cp, "heat by center", CenterRule(), say)
        rows += heat_times(cp, "heat by corner", CornerRule(), say)
        run["figures"] = rows
        run["verdicts"] = [*verdicts(rows)]
        say("\n".join(run["verdicts"]))
    if asked.save or asked.out:
        target = Path(asked.out) if asked.out else RUNS / f"{run['date']}-gpu.json"
        target.write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        say(str(target))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
