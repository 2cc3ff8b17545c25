"""Everything that is asked of one position, in short: to be the same in the browser."""

from __future__ import annotations

from typing import Any

from sightline.engine import compiled, contact, field, sees, trace, verdict
from sightline.links import read_link
from sightline.rules.hexray import HexRay
from sightline.rules.pack import PackRule


def checksum(links: list[str], with_fields: bool = True) -> dict[str, Any]:
    """The answers to the looks of these links, each as a list of plain values."""
    return {"compiled": compiled(), "answers": [_answers(link, with_fields) for link in links]}


def _answers(link: str, with_fields: bool) -> list[Any]:
    position = read_link(link)
    board, rule = position.board, position.rule
    a, b = position.source, position.target
    assert a is not None
    assert b is not None
    sight = trace(board, a, b, rule)
    found = [sees(board, a, b, rule), str(verdict(board, a, b, rule)), sight.explain()]
    if not isinstance(rule, HexRay | PackRule):
        found.append(str(contact(board, a, b, rule)))
    found += [list(sight.degrees), len(sight.lines), len(sight.blockers)]
    if with_fields:
        found.append(sorted((tile[0], tile[1]) for tile in field(board, a, rule)))
    return found
