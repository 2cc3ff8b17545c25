"""One pair of places, of any size: who sees whom, and how closely the best line passes.

The compiled `sees` answers most pairs of single tiles before anybody comes here. What is left goes
to the kernel for any line, and where the rule has none to the rule itself.
"""

from __future__ import annotations

from sightline.answers.sight import Verdict
from sightline.engine import native
from sightline.errors import InvalidTypeError
from sightline.geometry.contact import Contact
from sightline.model.board import SOLID, Board
from sightline.model.numbers import UNIT, shown
from sightline.model.place import Place
from sightline.model.planes import tile_index
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.rule import GEOMETRIC_TIES, Rule

MANY_CLEAR = 24
"""With more tiles than this out of the way, a mirror without them is worth its making."""
CONTACTS = tuple(Contact)
"""By the numbers that kernels return."""


def decide(board: Board, source: Place, target: Place, rule: Rule) -> bool:
    """Yes or no where no faster kernel knows: large figures, grazing walls, hexes, heights ..."""
    if native.code_of(rule) >= 0:
        if isinstance(rule, HexRay):
            return _by_rays(board, source, target, rule)
        if isinstance(rule, (CenterRule, CornerRule)):
            enough = worst_visible(rule)
            return best_contact(board, source, target, rule, enough) <= enough
    if rule.kind == "pack":
        from sightline.engine.packs import is_seen

        return is_seen(board, source, target, rule)
    return rule.sees(board, source, target)


def worst_visible(rule: CenterRule | CornerRule) -> Contact:
    """The worst contact that is visible: verdicts get no better with contact."""
    return Contact(GEOMETRIC_TIES[rule.ties].count(Verdict.VISIBLE) - 1)


def best_contact(
    board: Board, source: Place, target: Place, rule: Rule, enough: Contact = Contact.CLEAR
) -> Contact:
    """The contact by a geometric rule, or any other that is `enough`."""
    code = native.code_of(rule)
    if code < 0:
        found = rule.trace(board, source, target).contact
        if found is None:
            raise InvalidTypeError(f"contact: the answers of {shown(rule)} have none")
        return found
    if not set(source.tiles).isdisjoint(target.tiles):
        return Contact.CLEAR
    mirror = native.mirror_of(board)
    clear = [*clear_cells(board, source), *clear_cells(board, target)]
    if looks_from_middle(rule, source) or looks_from_middle(rule, target):
        ends = (board.grid.middle(where.tiles) for where in (source, target))
        # Kernels count in half tiles, and in thirds of hexes.
        unit = UNIT // (2 if isinstance(board, SquareBoard) else 3)
        start, end = ((x // unit, y // unit) for x, y in ends)
        return Contact(native.core.middle_contact(mirror, start, end, clear))
    if len(clear) > MANY_CLEAR:
        # Kernels go through what is clear for each blocker that they meet.
        mirror, clear = native.mirror_without(board, clear), []
    best = bytearray(len(target.tiles))
    native.core.contacts(mirror, code, source.tiles, target.tiles, clear, enough, best)
    return CONTACTS[min(best)]


def looks_from_middle(rule: Rule, where: Place) -> bool:
    """Is this a figure of several tiles that the rule looks from and at in its middle?"""
    return isinstance(rule, CenterRule) and rule.large == "middle" and len(where.tiles) > 1


def clear_cells(board: Board, where: Place) -> list[int]:
    """What does not block a look from or to a place, as indices of planes: its own tiles, and the
    others on which its figures stand, unless those are rock."""
    figures = (board.figure(name).tiles for name in where.transparent)
    return [tile_index(board, tile) for tile in where.tiles] + [
        tile_index(board, tile)
        for tiles in figures
        for tile in tiles
        if tile not in where.tiles and not board.flags(tile) & SOLID
    ]


def _by_rays(board: Board, source: Place, target: Place, rule: HexRay) -> bool:
    """Hex rays between figures of any size."""
    clear = [*clear_cells(board, source), *clear_cells(board, target)]
    seen: int = native.core.rays(
        native.mirror_of(board), native.code_of(rule), source.tiles, target.tiles, clear
    )
    return rule.sees(board, source, target) if seen < 0 else bool(seen)
