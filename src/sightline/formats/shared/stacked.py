"""Flat levels of one map, stacked as floors, for files without heights."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sightline.formats.contract import Report
from sightline.formats.counts import count
from sightline.formats.safe.safe_json import show
from sightline.formats.shared.chains import WallLine
from sightline.model.board import Board
from sightline.model.numbers import Span
from sightline.model.threshold import with_span
from sightline.texts import say

STOREY = 2
"""The height of a floor above the one below, in tiles: ten feet in most games."""


class StackedLevel(NamedTuple):
    """A flat level that becomes a floor of the board."""

    name: str
    span: Span
    """The heights of the level's walls."""

    @property
    def elevation(self) -> Fraction | None:
        """The height at which its figures and lights stand, or None for the ground."""
        return self.span[0]

    def walls(self, lines: Iterable[WallLine]) -> Iterator[WallLine]:
        """Yield the walls of this level with their heights."""
        for spots, threshold, place in lines:
            yield spots, with_span(threshold, self.span), place


def stacked(names: Sequence[str]) -> list[StackedLevel]:
    """Return the levels as storeys, from the lowest up. The lowest has no bottom, and the
    highest no top.
    """
    heights = [Fraction(STOREY * number) for number in range(1, len(names))]
    bottoms: list[Fraction | None] = [None, *heights]
    tops: list[Fraction | None] = [*heights, None]
    spans = zip(bottoms, tops, strict=True)
    return [StackedLevel(name, span) for name, span in zip(_different(names), spans, strict=True)]


def add_floors(
    board: Board, storeys: Sequence[StackedLevel], tiles: Sequence[Collection[tuple[int, int]]]
) -> None:
    """Add the floors of all storeys but the lowest, each with its closed tiles."""
    for storey, closed in zip(storeys[1:], tiles[1:], strict=True):
        if closed and storey.elevation is not None:
            board.add_floor(storey.elevation, sorted(closed), storey.name)


def tell_stacked(storeys: Sequence[StackedLevel], report: Report) -> None:
    """Add to the report which levels were read, and which heights were guessed."""
    names = ", ".join(show(each.name) for each in storeys)
    report.read.append(
        say(
            "{things} as floors, from the lowest up: {names}",
            things=count(len(storeys), "level"),
            names=names,
        )
    )
    report.guessed.append(
        say(
            "each floor is {storey} tiles above the one below, since the file has no heights",
            storey=STOREY,
        )
    )


def _different(names: Sequence[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        called, number = name, 1
        while called in found:
            number += 1
            called = f"{name} ({number})"
        found.append(called)
    return found
