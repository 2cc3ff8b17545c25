"""Refusals are sent to the page by key: every key has an English text, and every text is used."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import sightline.table
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.protocol.server import Refused
from sightline.table.service.replies import refused
from sightline.table.state.records import Refusal

SOURCES = Path(sightline.table.__file__).parent


def calls() -> Iterator[ast.Call]:
    """Yield every call of `Refusal(...)` in the table."""
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                yield node


def keys_of(call: ast.Call) -> list[str]:
    """Return the possible keys of its first argument."""
    first = call.args[0]
    chosen = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    return [str(each.value) for each in chosen if isinstance(each, ast.Constant)]


def test_every_key_has_a_text_and_every_text_is_used() -> None:
    used = {key for call in calls() for key in keys_of(call)}
    by_variable = {"dismissed", "linkRenewed", "seatFound"}  # pages that the broadcaster closes
    assert used | by_variable == REFUSALS.keys()


def test_every_refusal_gives_the_values_of_its_text() -> None:
    for call in calls():
        given = {each.arg: 1 for each in call.keywords if each.arg not in (None, "announce")}
        for key in keys_of(call):
            assert set(given) == set(_placeholders(REFUSALS[key])), key


def _placeholders(text: str) -> Iterator[str]:

    yield from (name for _, name, _, _ in Formatter().parse(text) if name)


def test_a_refusal_is_sent_by_key_with_the_english_text() -> None:
    answer = refused("x1", Refusal("tooManyTiles", most=10_000, count=12_345))
    assert answer == Refused(
        "x1",
        "A map has at most 10,000 tiles; this one has 12,345.",
        "tooManyTiles",
        {"most": 10_000, "count": 12_345},
    )


def test_a_refusal_comes_back_from_a_worker() -> None:
    sent = pickle.loads(pickle.dumps(Refusal("tokenMoved", announce="tried", name="Mira")))  # noqa: S301
    assert (str(sent), sent.announce) == ("Mira was moved in the meantime.", "tried")
