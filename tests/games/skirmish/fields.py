"""Small drawn battlefields with units at given positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.games.skirmish import (
    FIGHTING,
    Battle,
    Battlefield,
    Deploy,
    apply,
    new_battle,
    read_battlefield,
)
from sightline.games.skirmish.battle import percent
from sightline.games.skirmish.board.units import UnitKind

Cell = tuple[int, int]
LEGEND = """
~: woods cover 1/2
n: woods cover 1/2 height 1
^: hill height 1
A: hill height 2
M: hill height 3
"""
ROW = ". . . . . . . . . ."


def drawn(
    drawing: str,
    red: Sequence[Cell],
    blue: Sequence[Cell],
    *,
    units: tuple[Sequence[str], Sequence[str]] | None = None,
    walls: str = "",
    **changes: Any,
) -> Battlefield:
    """Return a battlefield whose zones are the given positions. Units are archers by default."""
    used = "".join(line + "\n" for line in LEGEND.split("\n") if line and line[0] in drawing)
    edges = f"edge wall: {walls}\n" if walls else ""
    kinds = units or (["archer"] * len(red), ["archer"] * len(blue))
    last = max(red + list(blue)) if isinstance(red, list) else max([*red, *blue])
    return read_battlefield(
        {
            "title": "drawn",
            "flags": [f"{last[0]},{last[1]}"],
            "board": f"hex first=0,0\n\n{drawing.strip(chr(10))}\n\n{used}{edges}",
            "red": {"units": list(kinds[0]), "zone": [f"{q},{r}" for q, r in red]},
            "blue": {"units": list(kinds[1]), "zone": [f"{q},{r}" for q, r in blue]},
            **changes,
        }
    )


def begun(field: Battlefield, seed: int = 0, *, fog: bool = True) -> Battle:
    """Return the battle with both sides deployed in the order of their zones, on red's turn."""
    battle = new_battle(field, seed, fog=fog)
    for side in (0, 1):
        battle = apply(battle, Deploy(side, field.zones[side]))
    assert battle.phase == FIGHTING
    return battle


def scene(
    drawing: str,
    red: Sequence[Cell],
    blue: Sequence[Cell],
    *,
    seed: int = 0,
    fog: bool = True,
    **changes: Any,
) -> Battle:
    """Call `drawn` and then `begun`."""
    return begun(drawn(drawing, red, blue, **changes), seed, fog=fog)


def rolling(roll: int) -> int:
    """Return a seed whose first die shows this roll."""
    return next(seed for seed in range(100_000) if percent(seed, 0) == roll)


def kind_of(battle: Battle, unit: int) -> UnitKind:
    return battle.field.units[unit].kind
