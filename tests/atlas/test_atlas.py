"""Tests of the atlas: hand-checked algorithms, definitions compared with the engine, and the
counts.
"""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from sightline.apps.cli.main import main
from sightline.atlas.algorithms import PARTS, Algorithm, algorithms
from sightline.atlas.definitions import DEFINITIONS, RADIUS, from_middle
from sightline.atlas.flood import minigrid
from sightline.atlas.maps import PILLAR, SCENES, Map, random_maps, scene
from sightline.atlas.measures import Definitions, disc, lone_tiles, measure, shadow_narrows
from sightline.atlas.packages import MissingPeerError, rot_fields
from sightline.atlas.rays import fixed_rays, lines_to_rim, lines_to_tiles
from sightline.model.square import SquareBoard
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule

OPEN = [[False] * 9 for _ in range(9)]
EVERYWHERE = {(row, col) for row in range(9) for col in range(9)}
CORNER = [[sign == "#" for sign in row] for row in ("..", "#.", "#.")]


@pytest.mark.parametrize(
    "look", [lines_to_tiles, lines_to_rim, minigrid, partial(fixed_rays, radius=6)]
)
def test_on_open_ground_everything_is_seen(look):
    assert look(OPEN, (4, 3)) == EVERYWHERE


def test_a_digital_line_stops_at_rock():
    row = [[False, False, True, False]]
    assert lines_to_tiles(row, (0, 0)) == {(0, 0), (0, 1), (0, 2)}
    assert lines_to_rim(row, (0, 0)) == {(0, 0), (0, 1), (0, 2)}


def test_minigrid_looks_through_closed_diagonals_and_no_walls():
    rows = [[sign == "#" for sign in row] for row in (".#.", "#..", "...")]
    assert (1, 1) in minigrid(rows, (0, 0))
    rows = [[sign == "#" for sign in row] for row in ("...", "###", "...")]
    assert not {(2, 0), (2, 1), (2, 2)} & minigrid(rows, (0, 1))


def test_fixed_rays_pass_between_diamonds_that_meet_corner_to_corner():
    rows = [[sign == "#" for sign in row] for row in (".#", "#.")]
    assert (1, 1) in fixed_rays(rows, (0, 0), 3)
    rows = [[sign == "#" for sign in row] for row in ("...", "###", "...")]
    assert (2, 1) not in fixed_rays(rows, (0, 1), 3)


def test_any_part_from_the_middle_equals_the_engine():
    """The atlas answers the question for all tiles, the engine tile by tile."""
    question = PackQuestion(
        start="center", end="area", touch=TouchRules(), blockers={"solid": "hide"}
    )
    pack = Pack(
        name="middle-to-part",
        title="Middle to part",
        summary="Some line from the middle meets the inside of the tile.",
        source="a test",
        grids=("square",),
        symmetric=False,
        sight=question,
    )
    rule = PackRule(pack)
    dice = random.Random(1)
    solid = np.array([[dice.random() < 0.3 for _ in range(7)] for _ in range(7)])
    solid[3, 3] = False
    board = SquareBoard.from_array(solid)
    found = from_middle(False, solid, [(3, 3)])[0]
    for tile in board.tiles():
        if not solid[tile]:
            assert board_sees(board, tile, rule) == found[tile], tile


def board_sees(board, tile, rule):
    from sightline import sees

    return sees(board, (3, 3), tile, rule)


def test_permissive_8_and_0_are_exact():
    """The atlas claims this about python-tcod. The test uses one map."""
    pytest.importorskip("tcod")
    one = next(random_maps(5, 1))
    near = disc(one.solid, one.floor) & ~one.solid
    for name in ("tcod permissive 0", "tcod permissive 8"):
        each = next(each for each in algorithms() if each.name == name)
        assert each.claim is not None
        seen, _ = each.run(one.solid, one.floor)
        truth = DEFINITIONS[each.claim](one.solid, one.floor)
        assert ((seen ^ truth) & near).sum() == 0


def test_there_are_many_algorithms():
    theirs = [each for each in algorithms() if each.where != "sightline"]
    assert len(theirs) >= 12
    assert len({each.name for each in theirs}) == len(theirs)
    assert all(each.claim is None or each.claim in DEFINITIONS for each in theirs)


def test_what_is_counted():
    """An algorithm that shows all rock and floor has leaks and no other error."""

    def everything(solid, viewers):
        return np.ones((len(viewers), *solid.shape), dtype=bool), 0.0

    maps = [
        Map("a diagonal", np.array([[sign == "#" for sign in r] for r in (".#.", "#..", "..#")]))
    ]
    numbers = measure(Algorithm("all", "Python", PARTS, everything), Definitions(maps), 1)
    assert numbers["one way"][0] == 0
    assert numbers["blind corners"][0] == 0
    assert numbers["lone tiles"][0] == 0
    assert numbers["lost by opening"][0] == 0
    many, out_of = numbers["through diagonals"]
    assert many == out_of == 10  # one tile is enclosed and five are outside, in both directions
    assert numbers["dark walls of a room"][0] == 0


def test_blind_corners_and_one_way_are_found():
    def only_itself_and_right(solid, viewers):
        rows, cols = np.indices(solid.shape)
        return np.array([(rows == r) & (cols >= c) for r, c in viewers]), 0.0

    maps = [Map("a corner", np.array(CORNER))]
    numbers = measure(
        Algorithm("right", "Python", PARTS, only_itself_and_right), Definitions(maps), 1
    )
    assert numbers["blind corners"] == (1, 1)  # from (0, 0) to (2, 1)
    assert numbers["one way"] == (1, 5)


def test_lone_tiles():
    open_map = Map("open", np.zeros((5, 5), dtype=bool))
    seen = np.ones((1, 5, 5), dtype=bool)
    seen[0, 2, 2] = False
    assert lone_tiles(open_map, [(0, 0)], seen) == (1, 0)
    seen = np.zeros((1, 5, 5), dtype=bool)
    seen[0, 0, 0] = seen[0, 3, 3] = True
    assert lone_tiles(open_map, [(0, 0)], seen) == (0, 1)


def test_a_shadow_that_narrows():
    each, viewer = scene(PILLAR)
    shown = np.ones(each.solid.shape, dtype=bool)
    shown[5:7, 8] = False
    shown[4:7, 9] = False
    assert shadow_narrows(each, viewer, shown)
    shown[3:7, 10:] = False
    assert not shadow_narrows(each, viewer, shown)


def test_the_same_seed_gives_the_same_maps():
    first, again, other = (list(random_maps(seed, 1)) for seed in (1, 1, 2))
    assert all((a.solid == b.solid).all() for a, b in zip(first, again, strict=True))
    assert any((a.solid != b.solid).any() for a, b in zip(first, other, strict=True))


def test_the_command_writes_tables_and_pictures(tmp_path, capsys):
    drawn = tmp_path / "map.txt"
    drawn.write_text("....\n.#..\n....\n")
    folder = tmp_path / "out"
    assert main(["atlas", str(drawn), "-o", str(folder), "--only", "corner"]) == 0
    assert "sightline corner" in capsys.readouterr().out
    counts = json.loads((folder / "atlas.json").read_text())["algorithms"]["sightline corner"]
    assert counts["counts"]["one way"][0] == 0
    assert "µs" in (folder / "atlas.md").read_text()
    for name in SCENES:
        ElementTree.parse(folder / f"{name.replace(' ', '-')}.svg")  # noqa: S314 (our own)


def test_errors_name_the_remedy(tmp_path, capsys):
    with pytest.raises(MissingPeerError, match="npm install"):
        rot_fields("PreciseShadowcasting", tmp_path, np.zeros((2, 2), dtype=bool), [(0, 0)])
    assert main(["atlas", "--only", "nothing like it"]) == 2
    assert "no algorithm has" in capsys.readouterr().err


def test_the_page_shows_every_algorithm():
    page = (Path(__file__).parents[2] / "docs" / "atlas.md").read_text(encoding="utf-8")
    for each in algorithms():
        assert page.count(f"| {each.name} |") == 2, each.name
    assert f"radius of {RADIUS}" in page
