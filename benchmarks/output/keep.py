"""Saved runs: runs/DATE-NAME.json, with tables and charts next to it."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.cases import cliffs
from benchmarks.cases.growth import Curve
from benchmarks.machine import ROOT, facts
from benchmarks.output import charts, multiples, pack_table, report
from benchmarks.output.results import Measured

RUNS = ROOT / "benchmarks" / "runs"
README = ROOT / "README.md"
PERFORMANCE = ROOT / "docs" / "performance.md"
START, END = "<!-- benchmarks -->", "<!-- /benchmarks -->"


def save(
    results: Sequence[Measured],
    curves: Sequence[Curve],
    instructions: dict[str, dict[str, float]],
    name: str,
    steps: Sequence[Curve] = (),
    only: Sequence[str] = (),
) -> list[Path]:
    """Save everything and return the written files. `only`: this run is a part of the suite."""
    today = date.today().isoformat()
    stem = f"{today}-{re.sub(r'[^a-z0-9]+', '-', (name or platform.node()).lower()).strip('-')}"
    known = facts()
    run = {
        "date": today,
        "machine": known,
        "only": list(only),
        "rows": [measured.to_dict() for measured in results],
        "growth": [curve.to_dict() for curve in curves],
        "instructions": instructions,
        "cliffs": [curve.to_dict() for curve in steps],
    }
    title = f"sightline beside its peers, {today}"
    pages = {
        ".json": json.dumps(run, indent=1, ensure_ascii=False) + "\n",
        ".md": _page(stem, today, known, results, curves, instructions, steps),
        ".svg": charts.bars(results, title),
    }
    if curves:
        pages["-growth.svg"] = charts.plots(curves, f"How cost grows, {today}")
    if steps:
        pages["-cliffs.svg"] = multiples.multiples(steps, f"Are there cliffs? {today}")
    RUNS.mkdir(exist_ok=True)
    written = []
    for suffix, content in pages.items():
        file = RUNS / f"{stem}{suffix}"
        file.write_text(content, encoding="utf-8")
        written.append(file)
    return written


def _page(
    stem: str,
    today: str,
    known: dict[str, Any],
    results: Sequence[Measured],
    curves: Sequence[Curve],
    instructions: dict[str, dict[str, float]],
    steps: Sequence[Curve],
) -> str:
    rows = [measured.to_dict() for measured in results]
    parts = [
        f"# Run of {today}\n\n{report.machine_line(known)}\n",
        f"![bars]({stem}.svg)\n",
        report.markdown(rows),
        "## Every map\n\n" + report.markdown_cases(rows),
    ]
    if curves:
        parts.append(f"## Growth\n\n![growth]({stem}-growth.svg)\n")
        parts += [report.markdown_curve(curve.to_dict()) for curve in curves]
    if steps:
        parts.append(f"## Cliffs\n\n![cliffs]({stem}-cliffs.svg)\n")
        parts.append(report.table(*cliffs.jump_lines(steps)))
    if instructions:
        parts.append("## Instructions a call (callgrind)\n")
        parts.append(report.markdown_instructions(instructions))
    return "\n".join(parts)


def last_run(key: str = "sees-center") -> tuple[str, dict[str, Any]]:
    """Return the name and content of the newest saved run with that row.

    Runs of the table have no such row, and some runs are only a part of the suite.
    """
    for file in sorted(RUNS.glob("*.json"), reverse=True):
        run: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if any(row["key"] == key for row in run.get("rows", ())):
            return file.stem, run
    raise FileNotFoundError(f"no run with {key} is kept yet: python -m benchmarks --save")


def write_docs(performance: Path = PERFORMANCE, readme: Path = README) -> None:
    """Insert the last run between the marks of both pages: complete, and in five lines."""
    stem, run = last_run()
    section = report.performance_section(stem, run)
    section += pack_table.section(*last_run(pack_table.FIRST))
    _write_between_marks(performance, section)
    _write_between_marks(readme, report.readme_section(run))


def _write_between_marks(file: Path, section: str) -> None:
    page = file.read_text(encoding="utf-8")
    if START not in page or END not in page:
        raise ValueError(f"{file}: expected the marks {START} and {END}")
    before, rest = page.split(START, 1)
    after = rest.split(END, 1)[1]
    file.write_text(f"{before}{START}\n{section}{END}{after}", encoding="utf-8")
