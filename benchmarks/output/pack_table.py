"""The packs of a run in a table: a line for each, with what a pair and a field cost."""

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
    """The packs in docs/performance.md."""
    rows = {row["key"]: row for row in run["rows"]}
    worst: dict[str, dict[str, str]] = {}
    for column, keys in COLUMNS.items():
        for row in (rows[key] for key in keys if key in rows):
            for case in sorted(row["cases"], key=lambda each: each["value"]):
                pack = case["name"].rpartition(", ")[0] or case["name"]
                worst.setdefault(pack, {})[column] = amount(case["value"], row["unit"])
    lines = [
        (pack, *(values.get(column, "–") for column in COLUMNS))
        for pack, values in sorted(worst.items())
    ]
    return (
        f"\n### The rules of games\n\nRun of {run['date']} on {machine_line(run['machine'])}\n\n"
        + table(("pack", *COLUMNS), lines)
        + WORDS
        + f"\nEvery map, and curves over the radius: [this run](../benchmarks/runs/{stem}.md).\n"
    )
