"""A player's log of one map: what they saw happen, as text written at that moment.

It derives only from changes of their `Knowledge`, and is never rewritten with later knowledge:
everything in it was known at the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sightline.model.cell import Grid, Tile
from sightline.table.protocol.server import Change, FigureView

MOST_LINES = 100
"""How many lines are kept."""


class PlayerLog:
    """The last lines, and which of them are not on disk yet."""

    def __init__(self) -> None:
        self._lines: dict[int, str] = {}
        self._next = 0

    @property
    def lines(self) -> list[str]:
        return list(self._lines.values())

    def recall(self, kept: Iterable[tuple[int, str]]) -> None:
        """Load the stored lines."""
        self._lines = dict(sorted(kept))
        self._next = max(self._lines, default=-1) + 1

    def write(self, line: str, learned: dict[str, str | None]) -> None:
        self._lines[self._next] = line
        learned[f"log|{self._next}"] = line
        forgotten = self._next - MOST_LINES
        if self._lines.pop(forgotten, None) is not None:
            learned[f"log|{forgotten}"] = None
        self._next += 1


def lines_of(change: Change, before: Mapping[str, FigureView], grid: Grid[Tile]) -> list[str]:
    """Describe the changes to figures. `before`: the figures known before."""
    lines = []
    for figure in change.figures:
        if figure.furniture:
            continue
        known = before.get(figure.id)
        if known is not None:
            lines += _became(known, figure, grid)
        elif not figure.mine:
            lines.append(f"You now see {called(figure)} on {grid.tile(*figure.at)}.")
    for id_ in change.gone:
        if not before[id_].furniture:
            lines.append(f"{_capital(called(before[id_]))} is out of sight.")
    return lines


def _became(known: FigureView, figure: FigureView, grid: Grid[Tile]) -> list[str]:
    who, lines = _capital(called(figure)), []
    if known.at != figure.at and not figure.mine:
        lines.append(f"{who} moves to {grid.tile(*figure.at)}.")
    if figure.health_word and known.health_word != figure.health_word:
        lines.append(f"{who} is {figure.health_word}.")
    elif figure.health is not None and known.health != figure.health:
        of = "" if figure.most_health is None else f" of {figure.most_health}"
        lines.append(f"{who} has {figure.health}{of} health.")
    had = {each.text for each in known.conditions}
    has = {each.text for each in figure.conditions}
    lines += [f"{who}: {each.text}." for each in figure.conditions if each.text not in had]
    lines += [f"{who}: no longer {each.text}." for each in known.conditions if each.text not in has]
    return lines


def called(figure: FigureView) -> str:
    """Add an article where it is needed: "the goblin", but "Mira" and "a hooded one"."""
    name = figure.name
    is_kind = name[:1].islower() and not name.startswith(("a ", "an ", "the "))
    return f"the {name}" if is_kind else name


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
