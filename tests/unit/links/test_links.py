"""Links restore any board, are short, and old ones still open."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import (
    RULES,
    CornerRule,
    HexBoard,
    HexRayRule,
    SquareBoard,
    read_link,
    rule_from_dict,
    share,
    trace,
)
from sightline.errors import (
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    SightlineError,
    UnknownNameError,
)
from sightline.links import ADDRESS, LOCAL, version1
from sightline.packs.reading import PACKS, pack_from_data, to_data
from sightline.rules.pack import PackRule
from tests.kernels.boards import THRESHOLDS, make
from tests.unit.links.furnished import furnished

SAMPLES = json.loads(Path(__file__).with_name("version1.json").read_text(encoding="utf-8"))
LONGEST = 450


@pytest.mark.parametrize("name", SAMPLES)
def test_links_of_version_1_open_for_ever(name: str) -> None:
    sample = SAMPLES[name]
    position = read_link(sample["link"])
    kind = HexBoard if sample["map"].startswith("hex") else SquareBoard
    assert position.board == kind.from_text(sample["map"])
    ends = [tuple(e) if isinstance(e, list) else e for e in (sample["from"], sample["to"])]
    assert [position.source, position.target] == ends
    assert position.rule == rule_from_dict(sample["rule"] or "one-card-dungeon")
    assert position.show == sample["show"]


def test_the_dictionary_of_version_1_never_changes() -> None:
    """It is part of the format: with another dictionary, existing links could not be read."""
    import hashlib

    assert hashlib.sha256(version1.DICTIONARY).hexdigest() == DICTIONARY_1


DICTIONARY_1 = "e40d6547979a2926b1333938a5f63399e3bee121a46d4ea1f6dca28a63be53fe"


@pytest.mark.parametrize("grid", ["square", "hex"])
@given(seed=st.integers(0, 2**32))
def test_what_goes_in_comes_out(grid: str, seed: int) -> None:
    rng = random.Random(seed)
    board = make(grid, rng, most=9)
    tiles = list(board.tiles())
    figures = [figure.name for figure in board.figures()]
    choices: list[Any] = [*figures, tuple(rng.choice(tiles)), None]
    a, b = rng.choice(choices), rng.choice(choices)
    name = rng.choice([each for each, rule in RULES.items() if grid in rule.grids])
    show = rng.choice(("look", "field", "games"))
    position = read_link(share(board, a, b, RULES[name], show=show))
    assert position.board == board
    assert position.board.fingerprint() == board.fingerprint()
    assert [position.source, position.target] == [a, b]
    assert position.rule == RULES[name]
    assert position.show == show
    if a is not None and b is not None:
        answer = trace(board, a, b, RULES[name])
        assert position.claim is not None
        assert position.claim.verdict == str(answer.verdict)


@pytest.mark.parametrize("seed", range(12))
def test_a_furnished_map_of_20_by_20_is_short_enough_to_paste(seed: int) -> None:
    board = furnished(seed)
    link = share(board, "Mira", "goblin", "dnd5e", address="https://example.org/play/")
    assert len(link) <= LONGEST
    assert read_link(link).board == board


@given(st.text(max_size=40))
def test_any_name_survives(name: str) -> None:
    board = SquareBoard(2, 2)
    try:
        board.place(name, (0, 0))
        link = share(board, name, (1, 1))
    except SightlineError:
        return  # a name that boards refuse
    assert read_link(link).source == name


@pytest.mark.parametrize(
    "rule",
    [
        CornerRule("adjudicated", closed_ends=True),
        HexRayRule("permissive", max_soft_cover=1.5),
        PackRule(pack_from_data({**to_data(PACKS["dnd5e"]), "name": "ours"})),
    ],
    ids=["corner", "hex", "a pack of one's own"],
)
def test_rules_with_settings_and_games_of_ones_own(rule: object) -> None:
    board = HexBoard(2) if isinstance(rule, HexRayRule) else SquareBoard(3, 3)
    assert read_link(share(board, (0, 0), (1, 1), rule)).rule == rule  # type: ignore[arg-type]


def test_a_pack_of_ours_goes_by_its_name() -> None:
    link = share(SquareBoard(3, 3), (0, 0), (2, 2), PackRule("dnd5e"))
    assert version1.unpack(link.rpartition(".")[2])[0].count('"rule":"dnd5e"') == 1


def test_where_the_playground_is(monkeypatch: pytest.MonkeyPatch) -> None:
    board = SquareBoard(2, 2)
    monkeypatch.delenv(ADDRESS, raising=False)
    assert share(board).startswith(f"{LOCAL}#1.")
    assert board._repr_html_() is None, "a board offers no link to nowhere"
    monkeypatch.setenv(ADDRESS, "https://example.org/play/")
    assert share(board).startswith("https://example.org/play/#1.")
    assert 'href="https://example.org/play/#1.' in (board._repr_html_() or "")
    for wrong in ("javascript:alert(1)//", 'https://a"b', "https://a.org/#x", ""):
        with pytest.raises(InvalidValueError, match="address of the playground"):
            share(board, address=wrong)


def test_a_notebook_shows_the_picture_and_the_link() -> None:
    board = SquareBoard.from_text("A#B")
    board.place("<b>", (0, 1), blocks_sight=False)
    shown = share(board, "A", "B", "center")._repr_html_()
    assert "<svg" in shown
    assert "Open in the playground" in shown
    assert "<b>" not in shown


def test_what_cannot_be_shared_says_why() -> None:
    with pytest.raises(LimitError, match="at most 20,000 tiles, got 160,000"):
        share(SquareBoard(400, 400))
    rng = random.Random(1)
    maze = SquareBoard(100, 100)
    for row, col in maze.tiles():
        if col < 99:
            maze.set_edge((row, col), (row, col + 1), rng.choice(THRESHOLDS))
        if row < 99:
            maze.set_edge((row, col), (row + 1, col), rng.choice(THRESHOLDS))
    with pytest.raises(LimitError, match="too large for a link"):
        share(maze)
    crowd = SquareBoard(100, 100)
    for number, tile in enumerate(crowd.tiles()):
        crowd.place(f"nobody in particular {number}", tile)
    with pytest.raises(LimitError, match="save it as a file"):
        share(crowd)
    with pytest.raises(UnknownNameError, match="Mira"):
        share(SquareBoard(3, 3), "Mira")
    with pytest.raises(InvalidTypeError, match="expected a board"):
        share("a board")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="show"):
        share(SquareBoard(3, 3), show="all")
