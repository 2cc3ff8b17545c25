"""`python -m benchmarks.free_walls`: every rule on maps that consist of free walls.

Use --maps or SIGHTLINE_MAPS to name a folder with map files of any supported format. Maps with 200
to 5,000 free walls are used. Without a folder, inns and caves are generated. Only the sizes of maps
are saved, never the maps.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.cases.growth import Curve
from benchmarks.free_walls import page
from benchmarks.free_walls.maps import (
    WallMap,
    cave,
    hex_cave,
    inn,
    made,
    pick,
    read,
    side_for,
    spread,
)
from benchmarks.free_walls.questions import (
    GEOMETRIC,
    GOALS,
    Timed,
    ask,
    questions,
    rules,
)
from benchmarks.machine import facts
from benchmarks.output import charts
from benchmarks.output.keep import PERFORMANCE, RUNS
from sightline.engine import sees
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule

INN_ROWS, INN_COLS, INN_WALLS, INN_RADIUS, INN_GOAL = 27, 31, 312, 10, 1e-3
COUNTS = (100, 300, 1_000, 3_000, 10_000, 30_000, 50_000)
HEX_MAPS = ((24, 200), (40, 1_000), (60, 5_000))
ON_THE_CURVE = ("center", "corner", "corner, permissive", "dnd5e")


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.free_walls", description=__doc__)
    parser.add_argument(
        "--maps", default=os.environ.get("SIGHTLINE_MAPS", ""), help="a folder with map files"
    )
    parser.add_argument("--most", type=int, default=24, help="how many maps for a geometric rule")
    parser.add_argument("--most-packs", type=int, default=24, help="how many maps for a pack")
    parser.add_argument(
        "--limit", type=float, default=2.0, help="seconds for one question of one rule on one map"
    )
    parser.add_argument("--only", action="append", default=[], help="rules whose name begins so")
    parser.add_argument("--no-curve", action="store_true", help="leave out 100 to 50,000 walls")
    parser.add_argument("--quick", action="store_true", help="tiny maps, only to see it run")
    parser.add_argument("--save", action="store_true", help="keep the run in benchmarks/runs")
    parser.add_argument("--docs", action="store_true", help="only: the last run into the docs")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    asked = arguments(words)
    if asked.docs:
        page.write_docs(RUNS, PERFORMANCE)
        return 0
    maps, failed = gather(asked)
    for file, why in failed.items():
        print(f"not read: {file}: {why}")
    known = rules("square") | rules("hex")
    chosen = {
        name: rule
        for name, rule in known.items()
        if not asked.only or name.startswith(tuple(asked.only))
    }
    rows = [row for name, rule in chosen.items() for row in measure(name, rule, maps, asked)]
    run: dict[str, Any] = {
        "date": date.today().isoformat(),
        "machine": {name: value for name, value in facts().items() if name != "arguments"},
        "limit": asked.limit,
        "maps": [describe(each) for each in maps],
        "not_read": failed,
        "cases": rows,
    }
    if not asked.only or "corner".startswith(tuple(asked.only)):
        run["inn"] = measure_inn(asked.limit)
    curves = [] if asked.no_curve else measure_curve(chosen, asked)
    run["growth"] = [curve.to_dict() for curve in curves]
    print(page.whole(run))
    if asked.save:
        stem = f"{run['date']}-free-walls"
        (RUNS / f"{stem}.md").write_text(page.whole(run), encoding="utf-8")
        text = json.dumps(run, ensure_ascii=False, separators=(",", ":"))
        (RUNS / f"{stem}.json").write_text(text.replace("},{", "},\n{") + "\n", encoding="utf-8")
        if curves:
            title = f"Cost among free walls, {run['date']}"
            (RUNS / f"{stem}.svg").write_text(charts.plots(curves, title), encoding="utf-8")
    return 0


def gather(asked: argparse.Namespace) -> tuple[list[WallMap], dict[str, str]]:
    """Return the maps of this run, squares and hexes, and the errors of unreadable files."""
    if asked.quick:
        tiny = [WallMap("inn", "made here", inn(9, 9, 40), 40)]
        return [*tiny, WallMap("hexes", "made here", hex_cave(5, 40), 40)], {}
    maps, failed = read(Path(asked.maps)) if asked.maps else (made(), {})
    maps = pick(maps, asked.most)
    if not any(each.board.grid.name == "hex" for each in maps):  # most hand-drawn maps have squares
        maps += [
            WallMap(f"hexes with {count:,} walls", "made here", hex_cave(radius, count), count)
            for radius, count in HEX_MAPS
        ]
    return maps, failed


def describe(each: WallMap) -> dict[str, Any]:
    tiles = len(each.board.tiles())
    return {
        "source": each.source,
        "grid": each.board.grid.name,
        "tiles": tiles,
        "walls": each.walls,
    }


def measure(
    name: str, rule: Rule, maps: list[WallMap], asked: argparse.Namespace
) -> list[dict[str, Any]]:
    """Return a row for each question and grid: the median map and the worst one."""
    rows = []
    for grid in rule.grids:
        on = [each for each in maps if each.board.grid.name == grid]
        if isinstance(rule, PackRule):
            on = spread(on, asked.most_packs)
        for question in questions(rule):
            cases = [ask(each.board, question, rule, asked.limit) for each in on]
            if cases:
                rows.append(row(name, grid, question, cases, on))
                print(page.line(rows[-1]), flush=True)
    return rows


def row(
    name: str, grid: str, question: str, cases: Sequence[Timed], maps: Sequence[WallMap]
) -> dict[str, Any]:
    """Return one row. For pairs the median counts, for fields the slowest."""
    is_pair = question in ("sees", "degree")
    values = sorted((case.median if is_pair else case.worst) for case in cases)
    cut = sum(case.cut for case in cases)
    slowest = max(range(len(cases)), key=lambda k: cases[k].median if is_pair else cases[k].worst)
    return {
        "rule": name,
        "grid": grid,
        "question": question,
        "maps": len(cases),
        "median": rounded(values[len(values) // 2]),
        "worst": rounded(values[-1]),
        "worst_walls": maps[slowest].walls,
        "slowest_call": rounded(max(case.worst for case in cases)),
        "cut": cut,
        "goal": GOALS[question],
        "reached": not cut and values[-1] <= GOALS[question],
    }


def rounded(seconds: float) -> float:
    return float(f"{seconds:.3g}")


def measure_inn(limit: float) -> dict[str, Any]:
    """Measure the corner field of radius 10 on inns and caves of 27×31 tiles
    with 312 free walls.
    """
    found = {}
    for word, make in (("inn", inn), ("cave", cave)):
        board = make(INN_ROWS, INN_COLS, INN_WALLS)
        for name in ("corner", "corner, permissive"):
            time_ = ask(board, "field", GEOMETRIC[name], limit, INN_RADIUS)
            found[f"{word}, {name}"] = [rounded(time_.median), rounded(time_.worst)]
    return {"goal": INN_GOAL, "median_and_worst": found}


def measure_curve(chosen: dict[str, Rule], asked: argparse.Namespace) -> list[Curve]:
    """Measure questions and changes with 100 to 50,000 walls at constant density."""
    pairs = Curve("walls, pairs", "`sees` on inns that grow", "free walls")
    fields = Curve("walls, fields", "`field` of radius 20 on the same", "free walls")
    index = Curve("walls, index", "the index on the same", "free walls")
    for count in (40, 80) if asked.quick else COUNTS:
        side = side_for(count)
        board = inn(side, side, count)
        middle = (side // 2, side // 2)
        began = time.process_time()
        sees(board, (0, 0), middle, GEOMETRIC["center"])
        first = time.process_time() - began
        began = time.process_time()
        for k in range(8):
            board.add_wall((1 + k / 16, 1.03), (1 + k / 16, 1.97))
        added = (time.process_time() - began) / 8
        index.add(count, {"the first question": first, "add_wall after it": added})
        for name in ON_THE_CURVE:
            if name not in chosen:
                continue
            for curve, question in ((pairs, "sees"), (fields, "field")):
                time_ = ask(board, question, chosen[name], asked.limit)
                curve.add(count, {f"{name}{' (cut)' * time_.cut}": time_.median})
    return [pairs, fields, index]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
