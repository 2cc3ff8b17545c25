"""Generate docs/evidence.md from the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.evidence.check import ROOT, Check
from tests.evidence.ledger import Book, Difference

PAGE = ROOT / "docs" / "evidence.md"

HEAD = """# Evidence

<!-- Written by `python -m tests.evidence page`: do not edit. -->

Find out how many answers have been verified, and with what result. The goal is to never give a
wrong answer. Some checks take days, so they run in small parts, and a ledger adds up the results.
"""

RUN = """
## Run it

```sh
make evidence                                  # ten minutes, at low priority
make evidence SECONDS=3600 ARGS='--only kernels'
.venv/bin/python -m tests.evidence status      # which rows cover the current code
```

Ctrl+C stops it, and the next run continues after the finished parts. To repeat a part, give its
group and number:

```sh
.venv/bin/python -m tests.evidence work kernels square-corner-strict 17 0
```

A row of the ledger (`tests/evidence/ledger`) covers the code with its hash. When the sources of a
check change, the check starts over.

## What it does not show

- Random boards are small, mostly up to 14 tiles per side. `make thorough` and, on a GPU, `make gpu`
  compare large boards.
- If the readable rule and the reference misread a rule book in the same way, they agree.
  [Where the sources disagree](disagreements.md) lists our choices, and `tests/packs` compares
  packs with their books.
- A kill ends a process, not the machine. Power cuts are simulated in `tests/durability`.
- The checks ran on Linux with x86-64. For other systems, CI only tests the wheels.
"""


def written(checks: Sequence[Check], books: Mapping[str, Book]) -> str:
    return "".join(
        (HEAD, _differences(checks, books), _table(checks, books), RUN, _past(checks, books))
    )


def _differences(checks: Sequence[Check], books: Mapping[str, Book]) -> str:
    rows = [(check, row) for check in checks if (row := books[check.name].row) and row.differences]
    if not rows:
        return "\n**No differences are known** in the code that the rows below cover.\n"
    lines = ["\n## Differences\n"]
    for check, row in rows:
        lines.append(
            f"**{check.title}: {row.differences:,} different.** {_where(row.difference)}\n"
        )
    return "\n".join(lines)


def _where(found: Difference | None) -> str:
    if found is None:
        return ""
    return f"Part {found.part} of {found.group}:\n\n```text\n{found.words}\n```"


def _table(checks: Sequence[Check], books: Mapping[str, Book]) -> str:
    lines = [
        "\n## So far\n",
        "| check | what is compared | goal | done | share of goal | differences | code | date |",
        "| --- | --- | --: | --: | --: | --: | --- | --- |",
    ]
    for check in checks:
        row = books[check.name].row
        if row is None:
            cells = ["", "0", "0 %", "0", "", "not yet"]
        else:
            cells = [
                f"{row.goal:,} {check.unit}",
                f"{row.answers:,}",
                percent(row.share),
                f"{row.differences:,}",
                f"`{row.hash[:7]}`",
                row.last,
            ]
        lines.append(f"| {' | '.join((f'**{check.title}**', check.compares, *cells))} |")
    return "\n".join(lines) + "\n"


def percent(share: float) -> str:
    """Format as a percentage, rounded down."""
    if share >= 1:
        return "100 %"
    hundredths = int(share * 10_000)
    return f"{hundredths / 100:.2f} %" if hundredths or not share else "below 0.01 %"


def _past(checks: Sequence[Check], books: Mapping[str, Book]) -> str:
    """List the evidence for earlier code, one line per check."""
    lines = []
    for check in checks:
        past = books[check.name].past
        if past:
            answers, wrong = sum(p.answers for p in past), sum(p.differences for p in past)
            dates = f"{min(p.first for p in past)} | {max(p.last for p in past)}"
            lines.append(f"| {check.title} | {answers:,} {check.unit} | {wrong:,} | {dates} |")
    if not lines:
        return ""
    head = ["\n## For earlier code\n", "| check | done | differences | first run | last run |"]
    return "\n".join([*head, "| --- | --: | --: | --- | --- |", *lines]) + "\n"
