"""Progress reports for answers that are computed tile by tile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from sightline.model.cell import Tile

ReportProgress = Callable[[int, int], None]
"""A function that is called with the number of finished tiles and the total."""
_REPORT: ContextVar[ReportProgress | None] = ContextVar("report", default=None)


@contextmanager
def reporting(report: ReportProgress) -> Iterator[None]:
    """Call `report` for each tile of fields computed in this block.

    Kernels that sweep do not report.
    """
    token = _REPORT.set(report)
    try:
        yield
    finally:
        _REPORT.reset(token)


def reported(tiles: Iterable[Tile]) -> Iterable[Tile]:
    """Yield the tiles, and report each when the caller asks for the next."""
    report = _REPORT.get()
    return tiles if report is None else _one_by_one([*tiles], report)


def _one_by_one(tiles: Sequence[Tile], report: ReportProgress) -> Iterator[Tile]:
    for done, tile in enumerate(tiles, start=1):
        yield tile
        report(done, len(tiles))
