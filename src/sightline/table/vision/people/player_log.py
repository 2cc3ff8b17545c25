"""A player's log of one map: what they saw happen, as text written at that moment.

It is derived only from changes of their `Knowledge`, and is never rewritten with later knowledge.
So everything in it was known at the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sightline.model.cell import Grid, Tile
from sightline.table.protocol.server import Change, FigureView
from sightline.texts import dump_text, load_text, say, word

MOST_LINES = 100
"""The maximum number of lines that are kept."""


class PlayerLog:
    """The last lines of the log, and which of them are not on disk yet."""

    def __init__(self) -> None:
        self._lines: dict[int, str] = {}
        self._next = 0

    @property
    def lines(self) -> list[str]:
        return list(self._lines.values())

    def recall(self, kept: Iterable[tuple[int, str]]) -> None:
        """Load the stored lines."""
        self._lines = {number: load_text(line) for number, line in sorted(kept)}
        self._next = max(self._lines, default=-1) + 1

    def write(self, line: str, learned: dict[str, str | None]) -> None:
        self._lines[self._next] = line
        learned[f"log|{self._next}"] = dump_text(line)
        forgotten = self._next - MOST_LINES
        if self._lines.pop(forgotten, None) is not None:
            learned[f"log|{forgotten}"] = None
        self._next += 1


def lines_of(change: Change, before: Mapping[str, FigureView], grid: Grid[Tile]) -> list[str]:
    """Describe the changes to figures. `before` are the figures that were known before."""
    lines = []
    for figure in change.figures:
        if figure.furniture:
            continue
        known = before.get(figure.id)
        if known is not None:
            lines += _became(known, figure, grid)
        elif not figure.mine:
            tile = str(grid.tile(*figure.at))
            lines.append(say("You now see {name} on {tile}.", name=called(figure), tile=tile))
    for id_ in change.gone:
        if not before[id_].furniture:
            lines.append(say("{name:cap} is out of sight.", name=called(before[id_])))
    return lines


def _became(known: FigureView, figure: FigureView, grid: Grid[Tile]) -> list[str]:
    name: str = called(figure)
    lines: list[str] = []
    if known.at != figure.at and not figure.mine:
        tile = str(grid.tile(*figure.at))
        lines.append(say("{name:cap} moves to {tile}.", name=name, tile=tile))
    if figure.health_word and known.health_word != figure.health_word:
        health = word(figure.health_word)
        lines.append(say("{name:cap} is {health}.", name=name, health=health))
    elif figure.health is not None and known.health != figure.health:
        now, most = figure.health, figure.most_health
        if most is None:
            lines.append(say("{name:cap} has {now} health.", name=name, now=now))
        else:
            lines.append(
                say("{name:cap} has {now} of {most} health.", name=name, now=now, most=most)
            )
    had = {each.text for each in known.conditions}
    has = {each.text for each in figure.conditions}
    lines += [
        say("{name:cap}: {condition}.", name=name, condition=each.text)
        for each in figure.conditions
        if each.text not in had
    ]
    lines += [
        say("{name:cap}: no longer {condition}.", name=name, condition=each.text)
        for each in known.conditions
        if each.text not in has
    ]
    return lines


def called(figure: FigureView) -> str:
    """Return the name, with an article if it needs one: "the goblin", but "Mira" and "a hooded
    one".
    """
    name = figure.name
    is_kind = name[:1].islower() and not name.startswith(("a ", "an ", "the "))
    return say("the {name}", name=name) if is_kind else name
