"""Format a run: the table on the screen, in Markdown, and in the docs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.output.results import MISSED, NOT_RUN, REACHED, STRETCH, Measured

# A row here is Measured.to_dict(), from a new run or a saved one.
Line = Mapping[str, Any]

STYLES = {STRETCH: "bold green", REACHED: "green", MISSED: "bold red", NOT_RUN: "yellow"}
HEAD = (
    "operation",
    "against",
    "ours",
    "peer",
    "median",
    "worst map",
    "reach",
    "stretch",
    "verdict",
)


def duration(seconds: float) -> str:
    """Format a time with three digits in a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def amount(value: float | None, unit: str) -> str:
    """Format a value in the unit of its row."""
    if value is None:
        return "–"
    digits = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{digits}{'' if unit == '×' else ' '}{unit}"


def goal(row: Line, which: str) -> str:
    figure = row[which]
    return "" if figure is None else f"{'≤' if row['most'] else '≥'} {amount(figure, row['unit'])}"


def worst_case(row: Line) -> Line | None:
    cases: Sequence[Line] = row["cases"]
    if not cases:
        return None
    pick = max if row["most"] else min
    return pick(cases, key=lambda case: float(case["value"]))


def _time(of: Line | None) -> str:
    return duration(of["median"]) if of else ""


def _peer(of: Line | None) -> str:
    return f"{duration(of['median'])} ({of['name']})" if of else ""


def cells(row: Line) -> tuple[str, ...]:
    """Return one line of the table, with the times of the worst map, which decides the verdict."""
    worst = worst_case(row)
    if worst is None:
        words = row["why_not"] or "not run"
        return row["operation"], row["against"], "", "", "", words, goal(row, "reach"), "", NOT_RUN
    return (
        row["operation"],
        row["against"],
        _time(worst["ours"]),
        _peer(worst["peer"]),
        amount(row["median"], row["unit"]),
        f"{amount(worst['value'], row['unit'])}, {worst['name']}",
        goal(row, "reach"),
        goal(row, "stretch"),
        row["verdict"],
    )


def show(results: Sequence[Measured], console: Console, *, cases: bool = False) -> None:
    """Print the table on a terminal; with `cases` also every map."""
    table = Table(title="sightline beside its peers")
    for column in HEAD:
        table.add_column(column, overflow="fold")
    for measured in results:
        row = measured.to_dict()
        table.add_row(*cells(row), style=STYLES.get(measured.verdict, ""))
        if cases:
            for case in measured.cases:
                line = case.to_dict()
                value, verdict = amount(case.value, row["unit"]), measured.row.verdict(case.value)
                parts = (f"    {case.name}", "", _time(line["ours"]), _peer(line["peer"]))
                table.add_row(*parts, value, "", "", "", verdict, style="dim")
    console.print(table)


def show_curve(curve: Line, console: Console) -> None:
    """Print one growth table on a terminal."""
    head, lines = curve_lines(curve)
    show_plain(head, lines, console)


def show_instructions(instructions: Mapping[str, Mapping[str, float]], console: Console) -> None:
    show_plain(COUNTS, instruction_lines(instructions), console)


def show_plain(head: Sequence[str], lines: Sequence[Sequence[str]], console: Console) -> None:
    table = Table()
    for i, column in enumerate(head):
        table.add_column(column, justify="right" if i else "left")
    for line in lines:
        table.add_row(*line)
    console.print(table)


# --- Markdown


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows) + "\n"


def markdown(rows: Sequence[Line]) -> str:
    return table(HEAD, [cells(row) for row in rows])


def markdown_cases(rows: Sequence[Line]) -> str:
    """Return every map of every row in Markdown."""
    lines = [
        (
            row["operation"],
            case["name"],
            _time(case["ours"]),
            _peer(case["peer"]),
            amount(case["value"], row["unit"]),
        )
        for row in rows
        for case in row["cases"]
    ]
    return table(("operation", "map", "ours", "peer", "value"), lines)


def markdown_curve(curve: Line) -> str:
    return table(*curve_lines(curve))


def curve_lines(curve: Line) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return growth as a table, with a line for each question and a column for
    each measured point.
    """
    series: dict[str, dict[float, float]] = {
        name: dict(points) for name, points in curve["series"].items()
    }
    xs = sorted({x for points in series.values() for x in points})
    head = (f"{curve['title']}: {curve['along']}", *(f"{x:g}" for x in xs))
    lines: list[Sequence[str]] = [
        (name, *(_value(points.get(x), curve["unit"]) for x in xs))
        for name, points in series.items()
    ]
    return head, lines


def _value(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return duration(value) if unit == "s" else f"{value:.0f} {unit}"


COUNTS = ("question", "instructions", "of which, with what they call")


def markdown_instructions(instructions: Mapping[str, Mapping[str, float]]) -> str:
    return table(COUNTS, instruction_lines(instructions))


def instruction_lines(instructions: Mapping[str, Mapping[str, float]]) -> list[Sequence[str]]:
    return [
        (name, f"{max(counts.values(), default=0):,.0f}", ", ".join(_inside(counts)))
        for name, counts in instructions.items()
    ]


def _inside(counts: Mapping[str, float]) -> Iterator[str]:
    for name, value in list(counts.items())[1:5]:
        yield f"`{name}` {value:,.0f}"


def machine_line(machine: Line) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['python']}, {packages};"
        f" sightline {machine['sightline']} at {machine['commit']},"
        f" load {machine['load_average'][0]} at the end."
    )


def performance_section(stem: str, run: Line) -> str:
    """Return the part of docs/performance.md with the number of goals reached, and those missed."""
    lines, goals = [], 0
    for row in run["rows"]:
        operation, _, own, _, middle, _, reach, _, verdict = cells(row)
        if reach and not row["key"].startswith("packs-"):
            goals += 1
            if verdict == "missed":
                lines.append((operation, own, middle, reach))
    return (
        f"Run of {run['date']} on {machine_line(run['machine'])}\n\n"
        f"{goals - len(lines)} of {goals} goals were reached on every map. These were missed:\n\n"
        + table(("operation", "ours", "median", "goal"), lines)
        + f"\nAll rows, peers and maps: [this run](../benchmarks/runs/{stem}.md)."
        " How it is measured: [benchmarks](../benchmarks/README.md).\n"
        f"\n![ours and the peers](../benchmarks/runs/{stem}.svg)\n"
    )


IN_SHORT = ("sees-center", "sees-corner", "field-center-20", "field-corner-20", "many-corner")
"""The rows for the README: the questions of most programs."""


def readme_section(run: Line) -> str:
    """Return five lines for the README, with the time on the worst map and a comparison."""
    rows = {row["key"]: row for row in run["rows"]}
    lines = [
        (operation, own, peer)
        for operation, _, own, peer, *_ in (cells(rows[key]) for key in IN_SHORT if key in rows)
    ]
    return table(("on the worst map of the run", "ours", "for comparison"), lines)
