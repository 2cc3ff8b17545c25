"""Test a game's pack: its examples on their boards, and whether sight is symmetric."""

from __future__ import annotations

from sightline.answers.sight import Sight
from sightline.apps.cli.commands.maps.pack_trial import check_symmetry
from sightline.apps.cli.inputs import own_game
from sightline.apps.cli.output.screen import say, say_wrapped
from sightline.engine import trace
from sightline.errors import FormatError, SightlineError
from sightline.formats.text import board_from_text
from sightline.packs import PACKS
from sightline.packs.reading import VERDICTS
from sightline.packs.schema import Pack, PackExample
from sightline.rules.pack import PackRule

PASSED, FAILED = 0, 1
"""Exit codes."""


def run_examples(name: str) -> int:
    """Test the examples and the symmetry of a pack, and return the exit code.

    `name` is a file or a game.
    """
    rule = PackRule(name) if name in PACKS else own_game(name)
    pack, failed = rule.pack, 0
    for number, example in enumerate(pack.example, 1):
        failed += not _passes(rule, example, f"example {number} of {len(pack.example)}")
    failed += not _is_symmetric(rule, name)
    tried = f"{len(pack.example)} {'example' if len(pack.example) == 1 else 'examples'}"
    say(f"{pack.title}: {tried}, {failed or 'none'} failed.")
    if not pack.example:
        say_wrapped("Write [[example]] tables with map, viewer, target, expect and why.", "")
    return FAILED if failed else PASSED


def _passes(rule: PackRule, example: PackExample, title: str) -> bool:
    try:
        board = board_from_text(example.map.strip("\n"), rule.grids[0])
        sight = trace(board, example.viewer, example.target, rule)
    except SightlineError as error:
        raise FormatError(str(error), title) from error
    found = _found(rule.pack, sight, example)
    passed = found == example.expect
    say(f"{'pass' if passed else 'FAIL'}  {title}: {example.viewer} to {example.target}")
    for line in str(board).splitlines():
        say(f"      {line}")
    say_wrapped(f"      expected {example.expect}: {example.why}", "      ")
    if not passed:
        say_wrapped(f"      found {found}: {sight.explain()}", "      ")
    say()
    return passed


def _found(pack: Pack, sight: Sight, example: PackExample) -> str:
    """Return the answer in the terms of the example: a verdict, or a degree of cover."""
    if example.expect in VERDICTS:
        return str(sight.verdict)
    low, high = sight.degrees
    return low if low == high else f"{low} or {high}"


def _is_symmetric(rule: PackRule, name: str) -> bool:
    try:
        check_symmetry(rule, name)
    except FormatError as error:
        say(f"FAIL  {error}")
        say()
        return False
    way = "symmetric on random boards" if rule.pack.symmetric else "not symmetric, as it says"
    say(f"pass  {way}")
    say()
    return True
