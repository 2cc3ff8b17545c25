"""Apply the game master's rulings to the answers of a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from sightline.answers.field import Field
from sightline.answers.sight import Ruled, Sight
from sightline.engine.arguments import Radius
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.place import Place, on_storey, storey_of
from sightline.model.reach import is_within
from sightline.rules.rule import Rule


class Decisions(Protocol):
    """The interface of a collection of rulings, such as `sightline.Rulings`."""

    def ruling_on(self, board: Board, sight: Sight) -> Ruled | None:
        """Return the ruling in force on this answer, or None."""
        ...

    def ruled_pairs(self) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
        """Yield the tiles of both ends of every ruling."""
        ...


def ruled_sight(
    board: Board, source: Place, target: Place, rule: Rule, rulings: Decisions | None
) -> Sight:
    """Return the rule's answer with its proof, and with the ruling on it if there is one."""
    sight = rule.trace(board, source, target)
    ruling = rulings.ruling_on(board, sight) if rulings is not None else None
    if ruling is None:
        return sight
    ruled = replace(sight, ruling=ruling)
    return replace(ruled, effect=rule.effect_of(ruled.degree.name)) if sight.scale else ruled


def ruled_field(
    board: Board,
    source: Place,
    rule: Rule,
    radius: Radius,
    metric: str,
    rulings: Decisions,
    plain: Field,
    floor: str | None = None,
) -> Field:
    """Return the field with rulings applied, given the `plain` field without them."""
    cells = bytearray(plain.cells())
    storey = storey_of(board, source, floor) if rule.takes_heights else None
    for tile in _ruled_targets(board, source, rulings):
        if is_within(board, source, tile, radius, metric):
            target = on_storey(board, tile, storey)
            cells[board.rank(tile)] = ruled_sight(board, source, target, rule, rulings).visible
    return Field(board, cells)


def _ruled_targets(board: Board, source: Place, rulings: Decisions) -> set[Tile]:
    """Return the tiles whose visibility from the source a ruling may change."""
    targets: set[Tile] = set()
    for one, other in rulings.ruled_pairs():
        for here, there in ((one, other), (other, one)):
            if here == source.tiles:
                targets.update(tile for tile in there if tile in board)
    return targets
