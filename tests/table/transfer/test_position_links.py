"""Links created at the table: a player's link contains only what that player knows."""

from __future__ import annotations

import pytest

from sightline import CenterRule, Door, SquareBoard, Wall, read_link
from sightline.rulings import Rulings
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.state.records import Refusal
from sightline.table.transfer.position_links import (
    OWN_PLAYGROUND,
    master_link,
    player_link,
    playground_address,
)
from tests.table.support.maps import enemy, hero, known, make_scene
from tests.table.transfer.test_exports import cellar, seen_by_player

NOBODY = ("", "")
HERE = "./playground/"


def test_the_masters_link_holds_no_secrets() -> None:
    scene = cellar()
    position = read_link(master_link(scene, ("f1", "f2"), HERE).decode())
    names = {figure.name for figure in position.board.figures()}
    assert names == {"Mira", "Orc", "Orc 2"}, "the hidden spy is left out"
    assert position.board.edge((2, 2), (2, 3)) == Wall(), "a secret door is a wall to everybody"
    assert (position.source, position.target) == ("Mira", "Orc")
    assert position.rule == CenterRule("adjudicated")
    assert scene.board.edge((2, 2), (2, 3)) == Door("secret"), "on the table it stays one"


def test_a_players_link_holds_what_they_know() -> None:
    scene = cellar()
    knowledge = known(scene, Rulings())
    position = read_link(player_link(knowledge, scene.rule, ("f1", "f4"), HERE).decode())
    assert [figure.name for figure in position.board.figures()] == ["Mira"]
    assert position.source == "Mira"
    assert position.target is None, "whom they do not know they cannot ask about"
    edges = [threshold for _, _, threshold in position.board.edges()]
    assert Door("secret") not in edges


def test_the_same_link_whatever_is_out_of_sight() -> None:
    """The link is the same for a different or larger map beyond the known part."""
    room = [(row, col) for row in (1, 2, 3) for col in (1, 2, 3)]
    links = set()
    for side in (8, 30):
        board = SquareBoard(side, side)
        scene = make_scene(board, CenterRule(), hero("f1", "Mira", (2, 2)))
        links.add(player_link(seen_by_player(scene, *room), scene.rule, NOBODY, HERE))
        board.set_solid((5, 5))
        board.set_edge((4, 6), (4, 7), Wall())
        board.add_wall((5.5, 0.5), (7.5, 0.5))
        more = (hero("f1", "Mira", (2, 2)), enemy("f2", "Orc", (5, 7)))
        scene = make_scene(board, CenterRule(), *more)
        links.add(player_link(seen_by_player(scene, *room), scene.rule, NOBODY, HERE))
    assert len(links) == 1
    shared = read_link(links.pop().decode()).board
    assert sum(not shared.is_solid(tile) for tile in shared.tiles()) == len(room)


def test_a_map_that_is_too_large_is_refused_in_words() -> None:
    scene = make_scene(SquareBoard(200, 200), CenterRule())
    with pytest.raises(Refusal, match="at most 20,000 tiles"):
        master_link(scene, NOBODY, HERE)


def test_links_lead_to_the_named_playground_or_to_the_tables_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SIGHTLINE_PLAYGROUND", raising=False)
    assert playground_address(has_playground=True) == OWN_PLAYGROUND
    with pytest.raises(Refusal, match=REFUSALS["noPlayground"][:40]):
        playground_address(has_playground=False)
    monkeypatch.setenv("SIGHTLINE_PLAYGROUND", "https://play.example/")
    for has_playground in (True, False):
        assert playground_address(has_playground) == "https://play.example/"
