"""A table of the packs in a run: the fastest and the slowest for each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.output.report import amount, machine_line, table

FIRST = "packs-sees"
COLUMNS = {
    "`sees`": ("packs-sees",),
    "`degree`": ("packs-degree",),
    "`field`, radius 20": ("packs-field", "packs-field-area"),
    "`cover_field`, radius 20": ("packs-cover", "packs-cover-area"),
}
WORDS = """
A pair is in multiples of `sees` by the corner rule in the same run, for pairs at most 20 apart; a
field is the time of a new array. Both are those of the worse of two maps of 100×100 tiles or hexes
of radius 50: caves, and open ground, with people of two sides, low things, woods and hills.
"""


def section(stem: str, run: Mapping[str, Any]) -> str:
    """Return the section on packs for docs/performance.md."""
    rows = {row["key"]: row for row in run["rows"]}
    lines = []
    for column, keys in COLUMNS.items():
        worst: dict[str, tuple[float, str]] = {}
        for row in (rows[key] for key in keys if key in rows):
            for case in row["cases"]:
                pack = case["name"].rpartition(", ")[0] or case["name"]
                cost = case["value"], amount(case["value"], row["unit"])
                worst[pack] = max(cost, worst.get(pack, cost))
        if worst:
            by_cost = sorted(worst, key=worst.__getitem__)
            found = (by_cost[0], by_cost[-1])
            lines.append((column, *(f"{worst[pack][1]} ({pack})" for pack in found)))
    return (
        f"\n### The rules of games\n\nRun of {run['date']} on {machine_line(run['machine'])}\n\n"
        + table(("question", "fastest pack", "slowest pack"), lines)
        + WORDS
        + f"\nEvery pack and map: [this run](../benchmarks/runs/{stem}.md).\n"
    )
