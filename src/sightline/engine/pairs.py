"""One pair of places of any size: visibility, and how closely the best line passes blockers.

The compiled `sees` answers for most pairs of single tiles. Other pairs use the kernel for arbitrary
lines, or the rule itself if it has no kernel.
"""

from __future__ import annotations

from collections.abc import Sequence

from sightline.answers.sight import Verdict
from sightline.engine import native
from sightline.engine.arguments import with_heights
from sightline.engine.heights import contacts_between
from sightline.errors import InvalidTypeError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.numbers import UNIT, short_repr
from sightline.model.parts.ground import SOLID
from sightline.model.place import Place
from sightline.model.planes import tile_index
from sightline.model.square import SquareBoard
from sightline.rules.rule import Rule

MANY_CLEAR = 24
"""If more tiles than this must be ignored, building a mirror without them is faster."""
CONTACTS = tuple(Contact)
"""The contacts, indexed by the numbers that kernels return."""


def decide(board: Board, source: Place, target: Place, rule: Rule) -> bool:
    """Return whether the source sees the target, for pairs that faster kernels do not support."""
    if native.code_of(rule) >= 0:
        if not rule.verdicts:
            return _by_rays(board, source, target, rule)
        enough = worst_visible(rule)
        return best_contact(board, source, target, rule, enough) <= enough
    if native.has_pack_kernels(rule):
        from sightline.engine.packs import verdict_of

        return verdict_of(board, source, target, rule) is Verdict.VISIBLE
    if native.code_with_heights(rule) >= 0:
        enough = worst_visible(rule)
        found = contacts_between(board, source, [target], rule, enough)[0]
        if found is not None:
            return found <= enough
    return rule.sees(board, source, target)


def seen_among(board: Board, source: Place, targets: Sequence[Place], rule: Rule) -> Sequence[bool]:
    """Return for each target whether the source sees it."""
    if native.code_with_heights(rule) < 0:
        return [decide(board, source, target, rule) for target in targets]
    enough = worst_visible(rule)
    return [found <= enough for found in best_contacts(board, source, targets, rule, enough)]


def verdict_between(board: Board, source: Place, target: Place, rule: Rule) -> Verdict:
    """Return the verdict between two places, without the proof if that is faster."""
    if native.has_pack_kernels(rule):
        from sightline.engine.packs import verdict_of

        return verdict_of(board, source, target, rule)
    if native.code_of(rule) >= 0 and rule.verdicts:
        return rule.verdicts[best_contact(board, source, target, rule)]
    lenient = rule.lenient()
    if lenient is None and rule.leaves_open:
        return rule.trace(board, source, target).verdict
    if decide(board, source, target, rule):
        return Verdict.VISIBLE
    if lenient is not None and decide(board, source, target, lenient):
        return Verdict.AMBIGUOUS
    return Verdict.HIDDEN


def has_kernels(board: Board, rule: Rule) -> bool:
    """Return whether kernels support this rule on this board.

    Without them answers take 100 times as long.
    """
    if native.has_pack_kernels(rule):
        from sightline.engine.packs import is_compiled

        return is_compiled(board, rule)
    return native.code_of(rule) >= 0


def has_high_kernels(rule: Rule) -> bool:
    """Return whether kernels support this rule between single tiles on boards with heights."""
    return native.code_with_heights(with_heights(rule)) >= 0


def worst_visible(rule: Rule) -> Contact:
    """Return the worst contact that is still visible under the rule's ties."""
    return CONTACTS[[each is Verdict.VISIBLE for each in rule.verdicts].count(True) - 1]


def best_contact(
    board: Board, source: Place, target: Place, rule: Rule, enough: Contact = Contact.CLEAR
) -> Contact:
    """Return the contact by a geometric rule, or the first one found that is at most `enough`."""
    code = native.code_of(rule)
    if code < 0:
        return best_contacts(board, source, [target], rule)[0]
    if not set(source.tiles).isdisjoint(target.tiles):
        return Contact.CLEAR
    mirror = native.mirror_of(board)
    clear = [*clear_cells(board, source), *clear_cells(board, target)]
    if looks_from_middle(rule, source) or looks_from_middle(rule, target):
        ends = (board.grid.middle(where.tiles) for where in (source, target))
        # Kernels count in half tiles on squares and in thirds of tiles on hexes.
        unit = UNIT // (2 if isinstance(board, SquareBoard) else 3)
        start, end = ((x // unit, y // unit) for x, y in ends)
        return Contact(native.core.middle_contact(mirror, start, end, clear))
    if len(clear) > MANY_CLEAR:
        # Kernels scan this list for each blocker on the line.
        mirror, clear = native.mirror_without(board, clear), []
    best = bytearray(len(target.tiles))
    native.core.contacts(mirror, code, source.tiles, target.tiles, clear, enough, best)
    return CONTACTS[min(best)]


def best_contacts(
    board: Board, source: Place, targets: Sequence[Place], rule: Rule, enough: Contact | None = None
) -> list[Contact]:
    """Return `best_contact` for many targets, for a rule without kernels for flat boards.

    With `enough`, the search for a target stops at the first contact of at most `enough`.
    """
    contacts = []
    found = contacts_between(board, source, targets, rule, enough)
    for target, contact in zip(targets, found, strict=True):
        best = rule.trace(board, source, target).contact if contact is None else contact
        if best is None:
            raise InvalidTypeError(f"contact: {short_repr(rule)} has no contact")
        contacts.append(best)
    return contacts


def looks_from_middle(rule: Rule, where: Place) -> bool:
    """Return whether the place is a figure of several tiles that the rule judges by its middle."""
    return rule.looks_from_middle and len(where.tiles) > 1


def clear_cells(board: Board, where: Place) -> list[int]:
    """Return the plane indexes of tiles that do not block a line from or to a place.

    They are its own tiles, and the other tiles of its figures unless they are rock.
    """
    figures = (board.figure(name).tiles for name in where.transparent)
    return [tile_index(board, tile) for tile in where.tiles] + [
        tile_index(board, tile)
        for tiles in figures
        for tile in tiles
        if tile not in where.tiles and not board.flags(tile) & SOLID
    ]


def _by_rays(board: Board, source: Place, target: Place, rule: Rule) -> bool:
    """Return whether the source sees the target by hex rays, for figures of any size."""
    clear = [*clear_cells(board, source), *clear_cells(board, target)]
    seen: int = native.core.rays(
        native.mirror_of(board), native.code_of(rule), source.tiles, target.tiles, clear
    )
    return rule.sees(board, source, target) if seen < 0 else bool(seen)
