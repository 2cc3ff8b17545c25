"""The health of figures as players see it: a number, a word, or nothing."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from sightline.table.protocol.server import ConditionView, FigureView
from sightline.table.state.records import FigureRecord, TableRecord

SIDES = ("hero", "ally", "enemy", "neutral")


def health_shown(table: TableRecord) -> dict[str, str]:
    """Return how players see the health of others, for every side."""
    chosen = {} if table.health_shown is UNSET else table.health_shown
    return {side: chosen.get(side, "word") for side in SIDES}


def health_word(health: int, most: int | None) -> str:
    """Return one of four words, or "" if the maximum is unknown."""
    if health <= 0:
        return "down"
    if most is None:
        return ""
    if health >= most:
        return "unhurt"
    return "hurt" if 2 * health > most else "badly hurt"


def with_marks(view: FigureView, figure: FigureRecord) -> FigureView:
    """Return the view with all health and conditions, for the game master."""
    return replace(
        view,
        health=_number(figure.health),
        most_health=_number(figure.most_health),
        conditions=[
            ConditionView(
                each.text, each.icon, each.rounds, each.entry, each.counted_at, each.secret
            )
            for each in figure.conditions or ()
        ],
    )


def with_seen_marks(view: FigureView, figure: FigureRecord, shown: Mapping[str, str]) -> FigureView:
    """Return the view with the health and conditions that a player sees.

    Players see the number for their own figures. For others, `shown` decides. The entry that counts
    a condition is left out, because it may be that of an unseen figure.
    """
    health, most = _number(figure.health), _number(figure.most_health)
    how = "number" if view.mine else shown.get(figure.side, "word")
    conditions = [
        ConditionView(each.text, each.icon, each.rounds if view.mine else 0)
        for each in figure.conditions or ()
        if not each.secret
    ]
    view = replace(view, conditions=conditions)
    if how == "number":
        return replace(view, health=health, most_health=most)
    if how == "word" and health is not None:
        return replace(view, health_word=health_word(health, most))
    return view


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None
