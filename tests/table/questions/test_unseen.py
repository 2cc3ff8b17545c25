"""No answer to a player contains anything they have not seen, on any map.

A player sees part of a random map. Then things change elsewhere: rock, walls, doors, and a figure
with a unique name and id. The tests search all answers to the player for them. Also, two worlds
with the same verdict for the player must give identical answers.
"""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from sightline import CenterRule, CornerRule, Door, HexBoard, HexRayRule, SquareBoard, Wall
from sightline.answers.ties import TouchingTies
from sightline.model.board import Board
from sightline.model.cell import Tile, tile_name
from sightline.model.threshold import Threshold
from sightline.render.svg import svg_text
from sightline.rules.rule import Rule
from sightline.rulings import Rulings
from sightline.table.protocol.answers import SightAnswer
from sightline.table.protocol.questions import AskField, AskSight
from sightline.table.questions.player import player_field, player_sight
from sightline.table.service.listeners import encode
from sightline.table.state.records import FigureRecord
from sightline.table.state.scene import MapScene
from sightline.table.transfer.known_picture import known_scene
from sightline.table.transfer.pictures import player_picture
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.tile_sets import bits_of_tiles, tiles_of_bits
from sightline.table.vision.wall_pieces import pieces_by_tile
from tests.table.support.maps import PLAYER, hero, make_scene

SECRET_NAME, SECRET_ID, SECRET_WHY = "Xyzzy", "f0badcafe0", "Plugh"
THRESHOLDS: tuple[Threshold, ...] = (Wall(), Door("closed"), Door("open"), Door("secret"))
TIES: tuple[TouchingTies, ...] = ("strict", "corners-pass", "permissive", "adjudicated")


@st.composite
def rules(draw: st.DrawFn, grid: str) -> Rule:
    kind = draw(st.sampled_from(["center", "corner"] + ["hexray"] * (grid == "hex")))
    if kind == "hexray":
        return HexRayRule(draw(st.sampled_from(["nearest", "strict", "permissive", "adjudicated"])))
    ties = draw(st.sampled_from(TIES))
    return CenterRule(ties) if kind == "center" else CornerRule(ties)


def furnish(draw: st.DrawFn, board: Board, tiles: list[Tile]) -> None:
    """Add rock, walls and doors on some of these tiles."""
    for tile in draw(st.lists(st.sampled_from(tiles), max_size=6)):
        board.set_solid(tile, True)
    for tile in draw(st.lists(st.sampled_from(tiles), max_size=5)):
        beside = [n for n in board.grid.neighbors(tile) if n in tiles]
        if beside:
            board.set_edge(tile, draw(st.sampled_from(beside)), draw(st.sampled_from(THRESHOLDS)))


@st.composite
def played(draw: st.DrawFn) -> tuple[MapScene, MapScene, Knowledge, list[Tile]]:
    """Return the map as the player saw it, the current map, their knowledge,
    and the other tiles.
    """
    board: Board
    if draw(st.booleans()):
        board = SquareBoard(draw(st.integers(2, 6)), draw(st.integers(2, 7)))
    else:
        board = HexBoard(draw(st.integers(1, 3)), outside=draw(st.sampled_from(["open", "solid"])))
    tiles: list[Tile] = list(board.tiles())
    furnish(draw, board, tiles)
    rule = draw(rules(board.grid.name))
    mira = draw(st.sampled_from(tiles))
    seen_scene = make_scene(board, rule, hero("fmira", "Mira", mira))
    lit = {mira, *draw(st.sets(st.sampled_from(tiles), max_size=len(tiles)))}
    knowledge = Knowledge(PLAYER, seen_scene, {})
    bits = bits_of_tiles(board, lit)
    knowledge.refresh(seen_scene, pieces_by_tile(seen_scene.board), bits, ())
    unlit = [tile for tile in tiles if tile not in lit]
    figures = [hero("fmira", "Mira", mira)]
    if unlit:
        furnish(draw, board, unlit)
        at = draw(st.sampled_from(unlit))
        figures.append(FigureRecord(SECRET_ID, SECRET_NAME, (at[0], at[1]), side="enemy"))
    return seen_scene, make_scene(board, rule, *figures), knowledge, unlit


def received(scene: MapScene, rulings: Rulings, knowledge: Knowledge, tile: Tile) -> SightAnswer:
    question = AskSight("fmira", (tile[0], tile[1]), all_lines=True, picture=True)
    return player_sight(scene, knowledge, rulings, question, ["fmira"])


@given(played())
def test_answers_hold_nothing_unseen(
    case: tuple[MapScene, MapScene, Knowledge, list[Tile]],
) -> None:
    _, scene, knowledge, unlit = case
    board = scene.board
    for tile in tiles_of_bits(board, knowledge.explored):
        answer = received(scene, Rulings(), knowledge, tile)
        text = encode(answer).decode()
        assert SECRET_NAME not in text
        assert SECRET_ID not in text
        assert "secret" not in text
        for obstacle in answer.obstacles:
            places = [obstacle.tile] if obstacle.tile else list(obstacle.edge or ())
            assert any(knowledge.explored_tile(place) for place in places)
        if board.grid.name == "square":
            for hidden in unlit:
                name = tile_name("square", hidden)
                said = [answer.words, *(each.words for each in answer.obstacles)]
                edges = rf"between {name} and|and {name}\b"  # the edge of a known tile
                assert not re.search(rf"\b{name}\b", re.sub(edges, "", " ".join(said)))


@given(played())
def test_the_same_verdict_is_the_same_answer(
    case: tuple[MapScene, MapScene, Knowledge, list[Tile]],
) -> None:
    before, now, knowledge, _ = case
    for tile in tiles_of_bits(now.board, knowledge.explored):
        one, other = (received(scene, Rulings(), knowledge, tile) for scene in (before, now))
        if one.verdict == other.verdict:
            assert encode(one) == encode(other)


@given(played())
def test_nor_does_a_ruling_say_why(case: tuple[MapScene, MapScene, Knowledge, list[Tile]]) -> None:
    _, scene, knowledge, _ = case
    rulings = Rulings()
    mira = scene.board.where("fmira")
    for tile in list(tiles_of_bits(scene.board, knowledge.explored))[:3]:
        if tile == mira:
            continue
        rulings.rule(
            scene.board, "fmira", tile, scene.rule, visible=True, by=SECRET_NAME, why=SECRET_WHY
        )
        answer = received(scene, rulings, knowledge, tile)
        assert answer.visible
        text = encode(answer).decode()
        assert SECRET_NAME not in text
        assert SECRET_WHY not in text


@given(played())
def test_previews_and_pictures_are_made_of_knowledge_alone(
    case: tuple[MapScene, MapScene, Knowledge, list[Tile]],
) -> None:
    _, scene, knowledge, _ = case
    lit = player_field(scene, knowledge, AskField("fmira")).lit
    board = scene.board
    step = (0, 1) if board.grid.name == "square" else (1, 0)
    for first, second, count in lit:
        for i in range(count):
            assert knowledge.explored_tile((first + i * step[0], second + i * step[1]))
    drawn = player_picture(knowledge).decode()
    assert drawn == svg_text(known_scene(knowledge), "light")
    assert SECRET_NAME not in drawn
    assert SECRET_ID not in drawn
