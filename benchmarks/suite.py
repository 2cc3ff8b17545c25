"""The suite: all rows of the table, run one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.cases import (
    agents,
    batches,
    changes,
    dungeon,
    fields,
    growth,
    heights,
    movement,
    names,
    packs,
    pairs,
    settings,
    starts,
    thin,
)
from benchmarks.output.results import Case, Measured, Row
from benchmarks.peers import MissingPeerError
from benchmarks.timing import Effort

_BY_KEY = {
    row.key: row
    for module in (
        *(pairs, fields, thin, batches, agents, changes, starts, growth, settings, packs),
        *(dungeon, names, movement, heights),
    )
    for row in module.ROWS
}
# In the order of the table of goals; rows without a goal come last.
ORDER = (
    "sees-center",
    "sees-corner",
    "sees-blocked",
    "field-center-20",
    "field-center-10",
    "field-corner-20",
    "field-corner-tiles",
    "field-hex",
    "field-large",
    "thin-walls",
    "many-center",
    "many-corner",
    "threads",
    "all-pairs",
    "agents",
    "new-rock",
    "after-change",
    "change-and-sees",
    "move-and-sees",
    "import",
    "import-names",
    "first-sees",
    "free-walls",
    "memory",
    "names-figures",
    "names-rule",
    "names-field",
    "path",
    "reach",
    "sees-seed",
    "field-corner-batch",
    "field-large-corner",
    "all-pairs-corner",
    "who-sees-whom",
    "threat",
    "import-peers",
    "every-sees",
    "every-field",
    "every-field-far",
    "packs-sees",
    "packs-degree",
    "packs-field",
    "packs-field-area",
    "packs-cover",
    "packs-cover-area",
    "packs-shadowcasting",
    "dungeon-games",
    "dungeon-steps",
    "heights-sees",
    "heights-field",
    "heights-packs-sees",
    "heights-packs-field",
    "storeys-sees",
    "storeys-packs-sees",
    "storeys-field",
)
ROWS: tuple[Row, ...] = tuple(_BY_KEY[key] for key in ORDER)

Tell = Callable[[Row, Case], None]


def run(rows: Sequence[Row], effort: Effort, tell: Tell = lambda row, case: None) -> list[Measured]:
    """Measure these rows, and call `tell` after every case."""
    done = []
    for row in rows:
        measured = Measured(row, [])
        try:
            for case in row.measure(effort):
                measured.cases.append(case)
                tell(row, case)
        except MissingPeerError as missing:
            measured.why_not = str(missing)
        done.append(measured)
    return done


def chosen(words: Sequence[str]) -> list[Row]:
    """Return the rows whose key contains one of the words, or all without words."""
    return [row for row in ROWS if not words or any(word in row.key for word in words)]
