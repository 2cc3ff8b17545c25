"""Pictures show the geometry of the answer and stay small."""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from sightline import render
from sightline.answers.sight import Ruled, Sight
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Wall
from sightline.render.answer_board import NOTE, board_of_answer
from sightline.render.layout import layout
from sightline.render.reading import outcome, stop_of
from sightline.render.scenes.field import field_scene, heatmap_scene
from sightline.render.scenes.figures import figure_shapes
from sightline.render.scenes.sight import sight_scene
from sightline.render.shapes import Circle, Path, Pixels, Scene, Text
from sightline.render.svg import svg_text
from sightline.render.text import BOLD, fitted, text_width, wrapped
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRayRule
from tests.pictures.gallery import corridor, crypt, fork, hill, pillar, sight_of


def shapes(scene: Scene, role: str) -> list:
    return [shape for shape in scene.shapes if getattr(shape, "role", "") == role]


def only(scene: Scene, role: str):
    (shape,) = shapes(scene, role)
    return shape


# --- sights


def test_a_clear_line_is_drawn_whole_from_point_to_point() -> None:
    board = crypt()
    sight = sight_of(board, "Mira", "goblin", CenterRule())
    scene, lay = sight_scene(board, sight), layout(board)
    assert only(scene, "line-visible").lines == (tuple(map(lay.point, sight.line)),)
    assert not shapes(scene, "beyond-hidden")
    assert only(scene, "end-point").center == lay.point(sight.line[0])
    assert only(scene, "end-ring").center == lay.point(sight.line[1])


def test_a_blocked_line_is_split_where_its_blocker_begins() -> None:
    board = SquareBoard(3, 5)
    board.set_solid((1, 2))
    board.set_solid((1, 3))
    sight = sight_of(board, (1, 0), (1, 4), CenterRule())
    scene, lay = sight_scene(board, sight), layout(board)
    stop = lay.point((2, 1.5))
    assert only(scene, "line-hidden").lines[0][1] == stop
    assert only(scene, "beyond-hidden").lines[0][0] == stop
    assert only(scene, "stop-disc").center == stop
    assert len(shapes(scene, "blocker-outline")) == len(sight.blockers) == 2


def test_a_squeeze_is_stopped_where_both_sides_are_closed() -> None:
    """B1 only touches from one side; C2 and B3 close both sides."""
    board = SquareBoard(5, 5)
    for tile in ((0, 1), (1, 2), (2, 1)):
        board.set_solid(tile)
    sight = sight_of(board, (0, 0), (3, 3), CenterRule())
    assert {blocker.where for blocker in sight.blockers} == {(1, 2), (2, 1)}
    assert stop_of(sight) == (Fraction(2), Fraction(2))


@pytest.mark.parametrize(
    ("ties", "whole", "result"),
    [
        ("strict", False, "hidden"),
        ("corners-pass", True, "visible"),
        ("adjudicated", False, "ambiguous"),
    ],
)
def test_a_touched_corner_is_ringed_in_every_mode(ties, whole, result) -> None:
    board = pillar()
    sight = sight_of(board, "Mira", "imp", CenterRule(ties))
    scene, lay = sight_scene(board, sight), layout(board)
    assert only(scene, "ring").center == lay.point((2, 2))
    assert bool(shapes(scene, f"beyond-{result}")) is not whole
    assert shapes(scene, f"line-{result}")
    assert shapes(scene, f"badge-{result}")


def test_a_grazed_edge_is_banded_from_end_to_end() -> None:
    board = corridor()
    sight = sight_of(board, "giant", "hydra", CenterRule("permissive", large="middle"))
    scene, lay = sight_scene(board, sight), layout(board)
    bands = [band.lines[0] for band in shapes(scene, "along")]
    assert bands == [
        (lay.point((3, 2)), lay.point((4, 2))),
        (lay.point((4, 2)), lay.point((5, 2))),
    ]


def test_every_line_tried_is_drawn_numbered_and_explained() -> None:
    board = pillar()
    sight = sight_of(board, "Mira", "imp", CornerRule())
    scene, lay = sight_scene(board, sight, all_lines=True), layout(board)
    drawn = {
        shape.lines[0]
        for contact in ("clear", "corner", "edge", "blocked")
        for shape in shapes(scene, f"tried-{contact}")
    }
    for line in sight.lines:
        assert (lay.point(line.start), lay.point(line.end)) in drawn
    numbers = [s.text for s in shapes(scene, "number")]
    assert numbers == [str(n) for n in range(1, 17)] * 2  # on the lines, and in the table
    words = " ".join(s.text for s in shapes(scene, "caption"))
    assert "16 lines tried: 6 clear, 4 corner, 6 blocked" in words
    assert "A1 NW to E5 NE: blocked" in words


def test_many_lines_are_drawn_without_a_table() -> None:
    board = SquareBoard(8, 8)
    board.place("giant", (0, 0), size=3)
    board.place("dragon", (4, 4), size=3)
    scene = sight_scene(board, sight_of(board, "giant", "dragon", CornerRule()), all_lines=True)
    assert not shapes(scene, "number")
    assert "1296 lines tried" in " ".join(s.text for s in shapes(scene, "caption"))


def test_one_tile_looking_at_itself_has_no_line() -> None:
    board = SquareBoard(2, 2)
    scene = sight_scene(board, sight_of(board, (0, 0), (0, 0), CornerRule()), all_lines=True)
    assert not shapes(scene, "line-visible")


def test_a_ruling_decides_the_look() -> None:
    board = pillar()
    sight = sight_of(board, "Mira", "imp", CenterRule("adjudicated"))
    assert outcome(sight) == "ambiguous"
    facts = {name: getattr(sight, name) for name in sight.__dataclass_fields__}
    ruled = Sight(**{**facts, "ruling": Ruled(True, "master", "the pillar is thin", "today")})
    scene = sight_scene(board, ruled)
    assert shapes(scene, "line-visible")
    assert scene.title == "Mira sees imp"


def test_the_verdict_comes_first_then_the_rule_then_the_words() -> None:
    board = pillar()
    sight = sight_of(board, "Mira", "imp", CenterRule("adjudicated"))
    scene = sight_scene(board, sight, explanation="Because I say so.")
    (rule,) = [s for s in shapes(scene, "note") if "rule" in s.text]
    assert rule.text == "Center rule · ties adjudicated"
    (words,) = [s for s in shapes(scene, "caption") if "Because" in s.text]
    assert shapes(scene, "verdict-ambiguous")[0].at[1] < rule.at[1] < words.at[1]
    assert scene.title == "Mira to imp: too close to call, waits for the master"
    assert scene.description == "Because I say so."


def test_thresholds_and_free_walls_in_the_way_glow() -> None:
    board = SquareBoard(3, 3)
    board.set_edge((1, 0), (1, 1), Door("locked"))
    board.add_wall((2.2, 0), (2.4, 3), Wall())
    lay = layout(board)
    first = sight_scene(board, sight_of(board, (1, 0), (1, 1), CenterRule()))
    assert set(only(first, "blocker-glow").lines[0]) == {lay.point((1, 1)), lay.point((1, 2))}
    second = sight_scene(board, sight_of(board, (1, 1), (1, 2), CenterRule()))
    ends = {lay.point((2.2, 0)), lay.point((2.4, 3))}
    assert set(only(second, "blocker-glow").lines[0]) == ends


# --- without a board


@pytest.mark.parametrize(
    ("board", "a", "b", "rule"),
    [
        (crypt(), "Mira", "troll", CornerRule()),
        (crypt(), "Mira", (8, 9), CenterRule()),
        (crypt(), (0, 4), (8, 4), CornerRule()),
        (corridor(), "giant", "hydra", CenterRule()),
        (hill("flat"), (-4, 0), (2, 1), HexRayRule()),
        (hill(), (4, 0), (1, 3), CenterRule()),
        (hill(), (0, 0), (-3, -1), HexRayRule("strict")),
        (fork(), (0, 0), (1, 1), HexRayRule("adjudicated")),
    ],
)
def test_an_answer_alone_can_be_drawn(board, a, b, rule) -> None:
    """Without the board it shows the same line, stopped at the same point by the same blockers."""
    sight = sight_of(board, a, b, rule)
    board = board_of_answer(sight)
    again = rule.trace(board, sight.source, sight.target)
    found = (again.verdict, again.contact, again.cover)
    assert found == (sight.verdict, sight.contact, sight.cover)
    scene = sight_scene(None, sight, all_lines=True)
    assert NOTE in {s.text for s in shapes(scene, "note")}


# --- rays


def test_a_ray_breaks_off_at_its_first_blocker() -> None:
    board = hill()
    sight = sight_of(board, (-4, 0), (2, 1), HexRayRule())
    scene = sight_scene(board, sight, all_lines=True)
    stopped, beyond = only(scene, "line-hidden").lines[0], only(scene, "beyond-hidden").lines[0]
    assert len(stopped) + len(beyond) == len(sight.steps) + 2
    assert only(scene, "stop-disc").center == stopped[-1] == beyond[0]
    words = [s.text for s in scene.shapes if hasattr(s, "text")]
    assert "(-3, 0), blocked by what stands on it" in words
    assert "The way from the side" in words


def test_rays_on_both_sides_are_told_apart() -> None:
    board = fork()
    scene = sight_scene(board, sight_of(board, (0, 0), (1, 1), HexRayRule("adjudicated")))
    assert only(scene, "line-visible")
    assert only(scene, "line-hidden")
    assert {"1A", "1B"} <= {s.text for s in shapes(scene, "step-number")}


# --- fields and heat


def test_light_covers_what_is_seen_and_hatching_what_is_in_doubt() -> None:
    board, lay = SquareBoard(3, 3), layout(SquareBoard(3, 3))
    scene = field_scene(board, [(0, 0), (0, 1)], [(0, 0)], ambiguous=[(2, 2)])
    lit = next(s for s in shapes(scene, "lit"))
    assert set(lit.lines[0]) == {lay.point(p) for p in ((0, 0), (2, 0), (2, 1), (0, 1))}
    doubt = next(s for s in shapes(scene, "doubt-hatch"))
    assert set(doubt.lines[0]) == {lay.point(p) for p in ((2, 2), (3, 2), (3, 3), (2, 3))}
    assert scene.title == "A1 sees 2 of 9 tiles"


def test_a_party_sees_together_and_apart() -> None:
    board = SquareBoard(1, 3)
    board.place("Mira", (0, 0))
    board.place("Bruno", (0, 2))
    scene = field_scene(board, {"Mira": [(0, 0), (0, 1)], "Bruno": [(0, 1), (0, 2)]})
    assert scene.title == "Mira and Bruno see 3 of 3 tiles"
    assert len(shapes(scene, "viewer")) == 2
    assert "seen by some" in {s.text for s in shapes(scene, "note")}


def test_a_heat_map_has_a_legend_and_leaves_rock_alone() -> None:
    board = SquareBoard(2, 2)
    board.set_solid((0, 0))
    scene = heatmap_scene(board, {(0, 0): 99, (0, 1): 1, (1, 0): 5, (1, 1): 9})
    assert {"1", "3", "5", "7", "9"} <= {s.text for s in shapes(scene, "note")}
    assert scene.title.endswith(": 1 to 9")
    assert heatmap_scene(board, {(1, 1): 4}).title.endswith(": 4 to 4")


def test_a_huge_heat_map_is_pixels() -> None:
    board = SquareBoard(201, 201)
    scene = heatmap_scene(board, {tile: tile[0] for tile in board.tiles()})
    (pixels,) = [s for s in scene.shapes if isinstance(s, Pixels)]
    assert len(pixels.rows) == 201
    assert len(pixels.rows[0]) == 3 * 201
    assert "data:image/png;base64," in svg_text(scene)


# --- size


def noisy(side: int) -> SquareBoard:
    chance = random.Random(1)
    board = SquareBoard(side, side)
    for tile in board.tiles():
        if chance.random() < 0.28:
            board.set_solid(tile)
    return board


def test_a_hundred_squared_stays_small() -> None:
    board = noisy(100)
    everything = list(board.tiles())
    assert len(render.board_svg(board)) < 100_000
    assert len(render.field_svg(board, everything[::3])) < 300_000
    assert len(render.heatmap_svg(board, {t: hash(t) % 97 for t in everything})) < 300_000
    assert len(render.board_svg(HexBoard(radius=57))) < 50_000


def test_small_tiles_carry_no_words() -> None:
    board = noisy(100)
    board.place("a name", (50, 50), blocks_sight=False)
    drawn = render.board_svg(board)
    assert ">a name<" not in drawn
    assert "<title>a name (figure, does not block sight)</title>" in drawn


def test_every_tile_size_keeps_marks_on_the_paper() -> None:
    for board in (SquareBoard(1, 1), SquareBoard(1, 60), SquareBoard(60, 1), HexBoard(radius=0)):
        scene = field_scene(board, board.tiles(), [next(iter(board.tiles()))])
        for shape in scene.shapes:
            points = [p for line in shape.lines for p in line] if isinstance(shape, Path) else []
            points += [shape.center] if isinstance(shape, Circle) else []
            for x, y in points:
                assert -1 <= x <= scene.width + 1
                assert -1 <= y <= scene.height + 1


# --- words


def test_lines_wrap_between_words_and_never_inside_a_hex() -> None:
    text = "the ray from (-4, 1) to (3, 0) is stopped at step 1 by the rock on (-3, 1)."
    for width in range(60, 500, 7):
        lines = wrapped(text, width, 10)
        assert " ".join(lines) == text
        assert all(line.count("(") == line.count(")") for line in lines)
        assert all(text_width(line, 10) <= width for line in lines if " " in line.replace(", ", ""))


def test_a_name_shrinks_then_shortens_then_goes() -> None:
    assert fitted("orc", 100, 14, 8) == ("orc", 14)
    text, size = fitted("a very long name", 40, 14, 8) or ("", 0)
    assert text.endswith("…")
    assert size == 8
    assert fitted("W", 3, 14, 8) is None


NAMES = (
    "Mira",
    "MMM",
    "WWWWWWWW",
    "Grandmother",
    "竜王陛下",
    "ｗｉｄｅ",
    "iiiiiiiiiiii",
    "Q",
    "Zoë",
)


def is_inside(point: tuple[float, float], outline: Sequence[tuple[float, float]]) -> bool:
    """Return whether a ray to the right crosses the outline an odd number of times."""
    x, y = point
    crossed = 0
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed += 1
    return crossed % 2 == 1


@pytest.mark.parametrize("kind", ["hero", "ally", "enemy", "figure", "chest", "bookcase"])
@pytest.mark.parametrize("side", [4, 20, 34, 52])
def test_names_stay_inside_their_tokens(kind: Any, side: int) -> None:
    for size in (1, 2):
        for board in (SquareBoard(side, side), HexBoard(side // 2)):
            for name in NAMES:
                there = board.copy()
                tile = (0, 0)
                there.place(name, tile, size=size if isinstance(board, HexBoard) else (size, size),
                            kind=kind)  # fmt: skip
                for crossed in ((), there.figure(name).tiles):
                    shapes = list(figure_shapes(there, layout(there), crossed))
                    token = next(s for s in shapes if isinstance(s, Path) and s.hint)
                    for text in (s for s in shapes if isinstance(s, Text)):
                        half = text_width(text.text, text.size) * BOLD / 2
                        (x, y), up = text.at, text.size * 0.72
                        corners = [(x + s * half, y - u) for s in (-1, 1) for u in (0, up)]
                        assert all(is_inside(c, token.lines[0]) for c in corners), (name, text)
