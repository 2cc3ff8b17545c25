"""The picture of skirmish.md: a battle as seen by one side."""

from __future__ import annotations

from collections.abc import Callable

from sightline.games.skirmish import (
    Battle,
    Commander,
    apply,
    known_board,
    new_battle,
    view,
)
from sightline.render import field_svg

TURNS = 3


def after_some_turns() -> Battle:
    """Return the ridge after the computer has played both sides for some turns, on blue's turn."""
    battle = new_battle("ridge", seed=7)
    commanders = (Commander(1), Commander(2))
    for side in (0, 1):
        battle = apply(battle, commanders[side].choose(battle, side).action)
    while (battle.round - 1) * 2 + battle.side < TURNS:
        battle = apply(battle, commanders[battle.side].choose(battle).action)
    return battle


def _fog() -> str:
    battle = after_some_turns()
    caption = "The ridge as blue sees it: light is in sight, the rest is fog"
    seen = view(battle, 1).seen
    return field_svg(known_board(battle, 1), seen, caption=caption, theme="auto")


SKIRMISH_PICTURES: dict[str, Callable[[], str]] = {"skirmish": _fog}
