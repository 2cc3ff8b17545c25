"""Game rules by name: listed without reading files, read on demand, written and read back."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from sightline import RULES, PackRule, SquareBoard, rule_from_dict, sees, trace
from sightline.errors import FormatError, UnknownNameError
from sightline.packs import PACKS, read_pack
from sightline.packs.reading import MAX_PACK_BYTES
from sightline.rules.registry import GAMES, GEOMETRIC, GameName, rule_named, with_settings

MINE = """\
name = "mine"
title = "Mine"
summary = "Middle to middle."
source = "my notes"
grids = ["square"]
symmetric = true
degrees = ["some"]

[sight]
start = "corners"
end = "corners"
blockers = { solid = "hide" }

[[cover]]
start = "center"
end = "center"
blockers = { figure = "some" }
degrees = { square = [[1, "some"]] }
"""


def test_every_pack_is_a_rule_and_nothing_else_is() -> None:
    assert tuple(PACKS) == GAMES == get_args(GameName)
    assert [*RULES] == [*GEOMETRIC, *PACKS]


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_of_a_game_comes_back_the_same(name: str) -> None:
    rule = RULES[name]
    assert rule is RULES[name] is rule_named(name)
    assert rule.to_dict() == {"rule": "pack", "pack": name}
    assert rule == PackRule(name) == rule_from_dict(json.loads(json.dumps(rule.to_dict())))
    assert rule == rule_from_dict(name) == rule_from_dict({"rule": name})
    assert rule == pickle.loads(pickle.dumps(rule))  # noqa: S301
    assert repr(rule) == f"PackRule({name!r})"


def test_listing_the_names_reads_no_file() -> None:
    program = (
        "import sys, sightline;"
        "sightline.sees(sightline.SquareBoard(3, 3), (0, 0), (2, 2), 'quest');"
        "names = [*sightline.RULES], len(sightline.RULES), 'dnd5e' in sightline.RULES;"
        "assert 'sightline.packs' not in sys.modules;"
        "sightline.RULES['dnd5e'];"
        "from sightline.packs import reading;"
        "print(reading._from_library.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)  # noqa: PLW1510
    assert done.stdout.strip() == "1", done.stderr


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("dnd5", "dnd5e"), ("Gloomhaven", "gloomhaven"), ("space hulk", "space-hulk")],
)
def test_a_slip_in_the_name_of_a_game(slip: Any, meant: str) -> None:
    for ask in (lambda: RULES[slip], lambda: rule_named(slip), lambda: rule_from_dict(slip)):
        with pytest.raises(UnknownNameError, match=f"did you mean '{meant}'"):
            ask()
    with pytest.raises(UnknownNameError, match=f"did you mean '{meant}'"):
        sees(SquareBoard(2, 2), (0, 0), (1, 1), slip)


def test_a_game_has_no_settings_to_be_lost_in_silence() -> None:
    for settings in ({"ties": "strict"}, {"closed_ends": True}):
        with pytest.raises(UnknownNameError, match="no setting"):
            with_settings(RULES["dnd5e"], settings)
        with pytest.raises(UnknownNameError, match="no setting"):
            rule_from_dict({"rule": "pack", "pack": "dnd5e", **settings})
    with pytest.raises(FormatError):
        rule_from_dict({"rule": "pack"})


def test_a_pack_of_ones_own_is_a_rule(tmp_path: Path) -> None:
    file = tmp_path / "my game.toml"
    file.write_text(MINE, encoding="utf-8")
    rule = PackRule(read_pack(file))
    again = rule_from_dict(json.loads(json.dumps(rule.to_dict())))
    assert again == rule
    assert rule.to_dict()["pack"]["name"] == "mine"
    board = SquareBoard.from_text("A.C.B")
    assert trace(board, "A", "B", rule).degree == trace(board, "A", "B", again).degree == "some"


def test_one_of_ours_that_was_changed_is_not_taken_for_ours(tmp_path: Path) -> None:
    text = MINE.replace('name = "mine"', 'name = "dnd5e"')
    file = tmp_path / "dnd5e.toml"
    file.write_text(text, encoding="utf-8")
    rule = PackRule(read_pack(file))
    assert rule != RULES["dnd5e"]
    assert rule_from_dict(json.loads(json.dumps(rule.to_dict()))) == rule


def test_a_byte_order_mark_is_no_part_of_a_pack(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + MINE.encode())
    assert read_pack(file).name == "mine"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"#" * (MAX_PACK_BYTES + 1), "at most"),
        (MINE.encode() + b"# \xff\n", "line 19: expected UTF-8"),
        (MINE.replace("hide", "hid").encode(), "line 12"),
        (b"", "name"),
        (b"\0" * 100, "TOML"),
    ],
)
def test_what_is_wrong_with_a_file_names_it(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(data)
    with pytest.raises(FormatError, match=rf"bad\.toml.*{words}"):
        read_pack(file)


def test_of_an_endless_file_no_more_is_read_than_a_pack_may_have() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no endless file here")
    with pytest.raises(FormatError, match="zero: a pack has at most"):
        read_pack("/dev/zero")
