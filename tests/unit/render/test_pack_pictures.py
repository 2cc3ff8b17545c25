"""Pictures of answers by game rules show every counted line and what stopped it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import HexBoard, PackRule, SquareBoard, Wall, render, trace
from sightline.answers.sight import Sight
from sightline.model.board import Board
from sightline.packs import PACKS, pack_from_text
from sightline.render.answer_board import board_of_answer
from sightline.render.layout import layout
from sightline.render.reading import line_state, stop_of_line
from sightline.render.scenes.counted import RESULTS
from sightline.render.scenes.cover import cover_scene
from sightline.render.scenes.sheet import sheet_scene
from sightline.render.scenes.sight import sight_scene
from sightline.render.shapes import Panel, Scene
from sightline.render.svg import svg_text

ASKING = """
name = "asking"
title = "Asking"
summary = "Touches are the master's."
source = "this test"
grids = ["square"]
symmetric = true
degrees = ["some"]
[sight]
start = "corners"
end = "corners"
blockers = { solid = "hide" }
[[cover]]
start = "corners"
end = "corners"
take = "best-corner"
touch = { corner = "ask", edge = "ask" }
blockers = { solid = "some" }
degrees = { square = [[1, "some"]] }
"""


def shapes(scene: Scene, role: str) -> list[Any]:
    return [shape for shape in scene.shapes if getattr(shape, "role", "") == role]


def position(name: str, seed: int) -> tuple[Board, Any, Any]:
    """Return a small board with rock, orcs and a wall, and two places on it."""
    dice = random.Random(f"{name} {seed}")
    board: Board = SquareBoard(6, 7) if "square" in PACKS[name].grids else HexBoard(radius=3)
    tiles = list(board.tiles())
    a, b, *others = dice.sample(tiles, 10)
    for tile in others[:3]:
        board.set_solid(tile)
    for i, tile in enumerate(others[3:5]):
        board.place(f"orc {i}", tile, kind="enemy")
    for tile, kind in zip(others[5:], ("smoke", "heavy-woods", "light-woods"), strict=True):
        board.set_terrain(tile, kind)
    near = dice.choice([tile for tile in tiles if tile in board and _beside(board, a, tile)])
    board.set_edge(a, near, Wall())
    return board, a, b


def _beside(board: Board, a: Any, b: Any) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in {(0, 1), (1, 0), (0, -1), (-1, 0)}


@pytest.mark.parametrize("name", PACKS)
def test_every_line_is_drawn_as_it_counts(name: str) -> None:
    for seed in range(8):
        board, a, b = position(name, seed)
        sight = trace(board, tuple(a), tuple(b), PackRule(name))
        if sight.lines:
            low, high = (sum(line.blocked[i] for line in sight.lines) for i in (0, 1))
            assert (low, high) == sight.blocked, "what the lines say is what was counted"
        scene, lay = sight_scene(board, sight), layout(board)
        _lines_are_drawn(scene, lay, sight)
        for theme in ("light", "dark", "auto"):
            assert svg_text(scene, theme).startswith("<svg")
        on_answer_board = sight_scene(None, sight)
        assert len(shapes(on_answer_board, "line-visible")) == len(shapes(scene, "line-visible"))


def _lines_are_drawn(scene: Scene, lay: Any, sight: Sight) -> None:
    if sight.rays:
        return
    stopped = []
    for line in sight.lines:
        state = line_state(line)
        stop = None if state == "free" else stop_of_line(line)
        end = line.end if stop is None else stop
        drawn = [path.lines[0] for path in shapes(scene, f"line-{RESULTS[state]}")]
        assert (lay.point(line.start), lay.point(end)) in drawn
        if state == "blocked" and stop is not None:
            stopped.append(lay.point(stop))
    assert sorted(disc.center for disc in shapes(scene, "stop-disc")) == sorted(stopped)


def test_the_chosen_corner_is_marked() -> None:
    board = SquareBoard.from_text("......\nA.C..B\n......")
    sight = trace(board, "A", "B", "dnd5e")
    (chosen,) = shapes(sight_scene(board, sight), "chosen")
    assert chosen.center == layout(board).point(sight.lines[0].start)
    melee = trace(board, "A", "B", "dnd35-melee")
    assert not shapes(sight_scene(board, melee), "chosen"), "its lines start everywhere"


def test_the_fan_of_a_pair() -> None:
    board = SquareBoard.from_text("A....\n....B")
    sight = trace(board, "A", "B", "imperial-assault")
    (fan,) = shapes(sight_scene(board, sight), "fan-visible")
    one, other = sight.lines
    lay = layout(board)
    assert set(fan.lines[0]) == {lay.point(one.start), lay.point(one.end), lay.point(other.end)}


def test_where_no_line_gets_through_all_of_them_are_shown() -> None:
    board = SquareBoard.from_text("A#B")
    scene = sight_scene(board, trace(board, "A", "B", "star-wars-miniatures"))
    (band,) = shapes(scene, "fan-hidden")
    lay = layout(board)
    corners = {*lay.corners((0, 0)), *lay.corners((0, 2))}
    assert set(band.lines[0]) <= corners
    assert len(band.lines[0]) == 4


def test_points_are_written_on_the_hexes() -> None:
    board = HexBoard(radius=3)
    board.set_terrain((0, 0), "heavy-woods")
    board.set_terrain((-1, 0), "light-woods")
    sight = trace(board, (-2, 0), (2, 0), "battletech")
    scene = sight_scene(board, sight)
    assert {text.text for text in shapes(scene, "step-points")} == {"+2", "+1"}
    assert not sight.visible
    assert not shapes(scene, "line-visible"), "a hidden target has no free line"
    assert shapes(scene, "line-hidden")


def test_a_line_for_the_master_is_dashed() -> None:
    rule = PackRule(pack_from_text(ASKING))
    board = SquareBoard.from_text(".....\nA.#.B\n.....")
    sight = trace(board, "A", "B", rule)
    assert sight.degree == "none or some" or "ask" in {line_state(line) for line in sight.lines}
    asked = [line for line in sight.lines if line_state(line) == "ask"]
    scene = sight_scene(board, sight, all_lines=True)
    assert len(shapes(scene, "line-ambiguous")) == len(asked)


def test_degree_and_effect_are_in_the_caption() -> None:
    board = SquareBoard.from_text("......\nA.C..B\n......")
    sight = trace(board, "A", "B", "dnd5e")
    for explanation in (None, ""):
        words = " ".join(
            shape.text
            for shape in sight_scene(board, sight, explanation=explanation).shapes
            if hasattr(shape, "text")
        )
        assert "A sees B, half cover" in words
        assert "+2 to AC and Dexterity saves" in words
    text = render.terminal(board, sight=sight, color=False)
    assert "A sees B, half cover" in text


def test_a_sheet_has_a_panel_for_each_answer() -> None:
    board = SquareBoard.from_text("......\nA.C..B\n......")
    names = [name for name, pack in PACKS.items() if "square" in pack.grids]
    sights = {name: trace(board, "A", "B", PackRule(name)) for name in names}
    scene = sheet_scene(board, sights, None)
    panels = [shape for shape in scene.shapes if isinstance(shape, Panel)]
    assert len(panels) == len(names)
    for one in panels:
        (x, y), (w, h) = one.at, one.size
        assert x >= 0
        assert x + w <= scene.width
        assert y + h <= scene.height
    svg = render.compare_svg(board, sights, theme="dark")
    assert all(f">{name}<" in svg for name in names)
    assert svg == render.compare_svg(board, sights, theme="dark")


def test_cover_is_shaded_by_degree() -> None:
    board = SquareBoard.from_text("......\nA.C..B\n......")
    degrees = PACKS["dnd5e"].degrees
    cover = {tile: trace(board, "A", tuple(tile), "dnd5e").degree for tile in board.tiles()}
    scene = cover_scene(board, {**cover, (0, 5): "none or half"}, degrees, ["A"])
    lay = layout(board)
    half = [tile for tile, degree in cover.items() if degree == "half" and tuple(tile) != (0, 5)]
    shaded = shapes(scene, "covered-1")[0]
    assert {p for line in shaded.lines for p in line} <= {
        corner for tile in half for corner in lay.corners(tile)
    }
    assert shapes(scene, "doubt")
    words = {shape.text for shape in scene.shapes if hasattr(shape, "text")}
    assert {"seen, no cover", "half cover", "three-quarters cover", "not seen"} <= words


def test_the_answer_board_has_what_a_pack_was_stopped_by() -> None:
    board = SquareBoard(3, 5)
    board.set_terrain((1, 2), "low")
    sight = trace(board, (1, 0), (1, 4), "dnd5e")
    assert sight.degree == "half"
    assert board_of_answer(sight).terrain((1, 2)) == "low"
