"""A summary of all answers for a position, to compare the browser with the server."""

from __future__ import annotations

from typing import Any

from sightline.engine import compiled, contact, field, sees, trace, verdict
from sightline.links import read_link


def checksum(links: list[str], with_fields: bool = True) -> dict[str, Any]:
    """Return the answers for these links, each as a list of plain values."""
    return {"compiled": compiled(), "answers": [_answers(link, with_fields) for link in links]}


def _answers(link: str, with_fields: bool) -> list[Any]:
    position = read_link(link)
    board, rule = position.board, position.rule
    a, b = position.source, position.target
    assert a is not None
    assert b is not None
    sight = trace(board, a, b, rule)
    found = [sees(board, a, b, rule), str(verdict(board, a, b, rule)), sight.explain()]
    if rule.has_contact:
        found.append(str(contact(board, a, b, rule)))
    found += [list(sight.degrees), len(sight.lines), len(sight.blockers)]
    if with_fields:
        found.append(sorted((tile[0], tile[1]) for tile in field(board, a, rule)))
    return found
