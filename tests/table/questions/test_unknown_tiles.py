"""Why a tile is not visible: for tiles unknown to the player, based only on the player's knowledge.

Maps that differ only where the player has never looked (rock, doors, figures, the size of the map)
give identical answers.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import CenterRule, CornerRule, HexBoard, HexRayRule, SquareBoard, Wall
from sightline.answers.ties import TouchingTies
from sightline.model.board import Board
from sightline.model.light import Brightness
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol.answers import SightAnswer
from sightline.table.protocol.questions import AskSight
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.questions.player import player_sight
from sightline.table.questions.unknown_tiles import FURTHEST, NOTHING_KNOWN
from sightline.table.rulings.queue import asked_call
from sightline.table.service.listeners import encode
from sightline.table.state.records import FigureRecord, Refusal
from sightline.table.state.scene import MapScene
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.tile_sets import bits_of_tiles
from sightline.table.vision.wall_pieces import pieces_by_tile
from tests.table.support.maps import PLAYER, enemy, hero, make_scene

AT = (0, 0)
TIES: tuple[TouchingTies, ...] = ("strict", "corners-pass", "permissive", "adjudicated")
AMBIENTS: tuple[Brightness, ...] = ("bright", "dark")


def seen(scene: MapScene, tiles: object, figures: tuple[str, ...] = ()) -> Knowledge:
    """Return the knowledge of a player who has seen these tiles and figures."""
    knowledge = Knowledge(PLAYER, scene, {})
    bits = bits_of_tiles(scene.board, tiles)  # type: ignore[arg-type]
    knowledge.refresh(scene, pieces_by_tile(scene.board), bits, figures)
    return knowledge


def ask(scene: MapScene, knowledge: Knowledge, tile: tuple[int, int]) -> SightAnswer:
    question = AskSight("fmira", tile, all_lines=True, picture=True)
    return player_sight(scene, knowledge, Rulings(), question, ["fmira"])


def test_the_rock_that_is_in_the_way_is_named() -> None:
    board = SquareBoard(3, 8)
    board.set_solid((0, 3))
    scene = make_scene(board, CenterRule(), hero("fmira", "Mira", AT))
    answer = ask(scene, seen(scene, [(0, c) for c in range(4)]), (0, 6))
    assert (answer.verdict, answer.visible) == ("hidden", False)
    assert answer.reason == (
        "The line from the center of Mira on A1 to the center of G1 is stopped by the rock on D1."
        " Beyond that you know nothing."
    )
    assert answer.words == f"Hidden: the{answer.reason[3:]}"
    assert [each.words for each in answer.obstacles] == ["the rock on D1"]
    assert answer.split == (3.0, 0.5)
    assert answer.picture


def test_a_figure_in_sight_is_named_and_one_out_of_sight_never() -> None:
    board = SquareBoard(1, 9)
    scene = make_scene(
        board,
        CenterRule(),
        hero("fmira", "Mira", AT),
        enemy("forc", "Orc", (0, 3)),
        enemy("fimp", "Imp", (0, 5)),
    )
    knowledge = seen(scene, [(0, c) for c in range(5)], ("forc",))
    answer = ask(scene, knowledge, (0, 8))
    assert "Orc on D1" in answer.reason
    assert "Imp" not in answer.words


def test_where_nothing_known_is_in_the_way_nothing_is_said_of_why() -> None:
    board = SquareBoard(1, 9)
    board.set_solid((0, 5))
    scene = make_scene(board, CenterRule(), hero("fmira", "Mira", AT))
    answer = ask(scene, seen(scene, [(0, c) for c in range(3)]), (0, 7))
    assert answer == SightAnswer(
        verdict="hidden",
        visible=False,
        words=f"Hidden: y{NOTHING_KNOWN[1:]}",
        reason=NOTHING_KNOWN,
        rule=answer.rule,
    )


def test_a_touch_on_the_way_to_the_unknown_is_no_call_for_the_master() -> None:
    board = SquareBoard(4, 4)
    board.set_solid((0, 1))
    scene = make_scene(board, CenterRule("adjudicated"), hero("fmira", "Mira", AT))
    knowledge = seen(scene, [(0, 0), (0, 1), (1, 0), (1, 1)])
    answer = ask(scene, knowledge, (3, 3))
    assert answer.verdict == "hidden"
    assert answer.reason.endswith("too close to call, and you do not see it.")
    assert asked_call(PLAYER, "Pia", AskSight("fmira", (3, 3)), answer) is None


def test_the_dark_is_named_where_nothing_else_is_in_the_way() -> None:
    board = SquareBoard(1, 9)
    board.ambient = "dark"
    scene = make_scene(board, CenterRule(), hero("fmira", "Mira", AT))
    answer = ask(scene, seen(scene, [(0, 0)]), (0, 6))
    assert answer.failed == "light"
    assert "no light that you see reaches G1" in answer.reason


def test_what_is_too_far_away_is_so_on_every_map() -> None:
    for cols in (5, 200):
        scene = make_scene(SquareBoard(1, cols), CenterRule(), hero("fmira", "Mira", AT))
        knowledge = seen(scene, [AT])
        assert ask(scene, knowledge, (0, FURTHEST)).reason == NOTHING_KNOWN
        with pytest.raises(Refusal, match=REFUSALS["tooFarToSay"]):
            ask(scene, knowledge, (0, FURTHEST + 1))


# --- two worlds -----------------------------------------------------------------------------------


@st.composite
def worlds(draw: st.DrawFn) -> tuple[list[tuple[MapScene, Knowledge]], tuple[int, int]]:
    """Return two maps that are equal where the player has looked, and a tile
    unknown to the player.
    """
    hexes = draw(st.booleans())
    rows, cols = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    known = [(a, b) for a in range(rows) for b in range(cols)]
    rock = draw(st.sets(st.sampled_from(known[1:]), max_size=5))
    ties = draw(st.sampled_from(TIES))
    rule: Rule = draw(st.sampled_from([CenterRule(ties), CornerRule(ties)]))
    if hexes and draw(st.booleans()):
        rule = HexRayRule()
    ambient = draw(st.sampled_from(AMBIENTS))
    made, somebody = [], True
    for more in (draw(st.integers(0, 1)), draw(st.integers(2, 4))):
        every = [(a, b) for a in range(rows + more) for b in range(cols + more)]
        board: Board = (
            HexBoard(cells=every, outside=draw(st.sampled_from(["open", "solid"])))
            if hexes
            else SquareBoard(rows + more, cols + more)
        )
        board.ambient = ambient
        unknown = [tile for tile in every if tile not in known]
        beyond = draw(st.sets(st.sampled_from(unknown), max_size=8)) if unknown else set()
        for tile in {*rock, *beyond}:
            board.set_solid(tile)
        walled = draw(st.sets(st.sampled_from(unknown), max_size=4)) if unknown else set()
        for tile in walled:
            for other in board.grid.neighbors(tile):
                if other in board and (other[0], other[1]) in unknown:
                    board.set_edge(tile, other, Wall())
        figures = [hero("fmira", "Mira", AT)]
        free = [tile for tile in unknown if tile not in beyond]
        if free and somebody:
            figures.append(FigureRecord("fxyzzy", "Xyzzy", draw(st.sampled_from(free))))
        scene = make_scene(board, rule, *figures)
        somebody = not somebody
        made.append((scene, seen(scene, known)))
    asked = draw(
        st.tuples(st.integers(0, rows + 6), st.integers(0, cols + 6)).filter(
            lambda tile: tile not in known
        )
    )
    return made, asked


@given(worlds())
def test_worlds_that_differ_in_the_unknown_give_the_same_bytes(
    case: tuple[list[tuple[MapScene, Knowledge]], tuple[int, int]],
) -> None:
    made, tile = case
    one, other = (encode(ask(scene, known, tile)) for scene, known in made)
    assert one == other
    assert b"Xyzzy" not in one
    assert b"outside" not in one
