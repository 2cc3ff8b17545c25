"""Format a run with free walls: lines during the run, and a section of docs/performance.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.output.report import curve_lines, duration, machine_line, table

START, END = "<!-- free walls -->", "<!-- /free walls -->"
LIMITS = (
    "A case is cut after {limit:g} s on the wall, and then marked: a pair is the median of the"
    " calls made so far, a field takes at least as long. Times are those of the processor."
)
Line = Mapping[str, Any]


ASKED = ("sees", "degree", "field", "cover_field")
HEADS = ("`sees` ≤ 20 µs", "`degree` ≤ 20 µs", "`field` ≤ 20 ms", "`cover_field` ≤ 20 ms")


def value(row: Line, key: str) -> str:
    return f"{duration(row[key])}{', cut' * bool(row['cut'])}"


def line(row: Line) -> str:
    cut = f", {row['cut']} cut" if row["cut"] else ""
    return (
        f"{row['rule']:24} {row['grid']:7} {row['question']:12} median {duration(row['median']):>9}"
        f"   worst {duration(row['worst']):>9} of {row['maps']} maps{cut}"
    )


def whole(run: Line) -> str:
    """Return the run in Markdown, with every rule and the growth of cost."""
    cells: dict[str, dict[str, str]] = {}
    for row in run["cases"]:
        missed = "" if row["reached"] else " (missed)"
        mine = cells.setdefault(f"{row['rule']}, {row['grid']}", {})
        mine[row["question"]] = value(row, "worst") + missed
    parts = [_section(run, cells)]
    if run.get("inn"):
        inn = run["inn"]
        times = [
            (name, duration(median), duration(worst), f"≤ {duration(inn['goal'])}")
            for name, (median, worst) in inn["median_and_worst"].items()
        ]
        head = ("27×31 with 312 walls, `field` of radius 10", "median", "worst", "goal")
        parts.append(table(head, times))
    parts += [table(*curve_lines(curve)) for curve in run["growth"]]
    text = "\n\n".join(part.strip() for part in parts)
    return f"# Among free walls, {run['date']}\n\n{text}\n"


def short(run: Line) -> str:
    """Return one line for each kind of rule: its slowest setting, or the slowest pack."""
    slowest: dict[str, dict[str, Line]] = {}
    for row in run["cases"]:
        kind = row["rule"].split(",")[0]
        kind = f"{kind if kind in ('center', 'corner', 'hexray') else 'packs'}, {row['grid']}"
        mine = slowest.setdefault(kind, {})
        if row["question"] not in mine or mine[row["question"]]["worst"] < row["worst"]:
            mine[row["question"]] = row
    cells = {
        kind: {
            question: value(row, "worst") + (f" ({row['rule']})" if "packs" in kind else "")
            for question, row in rows.items()
        }
        for kind, rows in slowest.items()
    }
    return _section(run, cells)


def _section(run: Line, cells: Mapping[str, Mapping[str, str]]) -> str:
    maps = run["maps"]
    walls = [each["walls"] for each in maps]
    lines = [(name, *(of.get(each, "–") for each in ASKED)) for name, of in cells.items()]
    parts = [
        f"Run of {run['date']} on {machine_line(run['machine'])}",
        f"{len(maps)} maps with {min(walls):,} to {max(walls):,} free walls.",
        LIMITS.format(limit=run["limit"]),
        table(("slowest map", *HEADS), lines),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def write_docs(runs: Path, performance: Path) -> None:
    """Insert the newest run between the marks of the page."""
    file = max(runs.glob("*-free-walls.json"), default=None)
    if file is None:
        raise FileNotFoundError("no run is kept yet: python -m benchmarks.free_walls --save")
    text = short(json.loads(file.read_text(encoding="utf-8")))
    text += f"\nEvery rule and pack: [this run](../benchmarks/runs/{file.stem}.md).\n"
    if file.with_suffix(".svg").exists():
        text += f"\n![how cost grows](../benchmarks/runs/{file.stem}.svg)\n"
    page = performance.read_text(encoding="utf-8")
    before, rest = page.split(START, 1)
    after = rest.split(END, 1)[1]
    performance.write_text(f"{before}{START}\n{text}{END}{after}", encoding="utf-8")
