"""An answer on its board: both ends, the deciding line, and what it met.

Everything is read from the answer: points, contacts and blockers as the rule found them. Nothing is
computed again, so a picture cannot disagree with its verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sightline.answers.sight import Sight
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.render.answer_board import NOTE, board_of_answer
from sightline.render.layout import MARGIN, Layout
from sightline.render.reading import outcome
from sightline.render.scenes.board import board_shapes
from sightline.render.scenes.counted import counted_lines
from sightline.render.scenes.deciding import deciding_line
from sightline.render.scenes.lines import tried_numbers, tried_strokes, tried_table
from sightline.render.scenes.ray import profile, ray_shapes, step_table
from sightline.render.scenes.scene import Page
from sightline.render.scenes.side import side_view
from sightline.render.shapes import XY, Path, Scene, Shape, Text, rectangle
from sightline.render.text import fitted, text_width
from sightline.render.words import rule_words, verdict_words
from sightline.texts import say

TAGGED_FROM = 20.0
"""The smallest tile size in pixels with room for the words "from" and "to"."""
CLOSE_UP_MARGIN = 1.6
"""How many tiles a close-up shows beyond both ends."""


def sight_scene(
    board: Board | None,
    sight: Sight,
    all_lines: bool = False,
    explanation: str | None = None,
    close_up: bool = False,
) -> Scene:
    """Return the scene of an answer. `explanation` replaces the answer's own; "" leaves it out."""
    words = sight.explain() if explanation is None else explanation
    is_answer_board = board is None
    board = board_of_answer(sight) if board is None else board
    page = Page(board, full_size=close_up)
    crossed = _crossed(page.lay, sight)
    tagged = (*sight.source.tiles, *sight.target.tiles)
    # A line that ends in the middle of a figure covers its name, so the tag there has the name.
    names = {
        place: name
        for place in (sight.source, sight.target)
        if not crossed.isdisjoint(place.tiles) and (name := _name_on(board, place))
    }
    page.draw(
        board_shapes(
            board, page.lay, crossed=crossed, tagged=tagged, unnamed=frozenset(names.values())
        )
    )
    page.draw(end_frames(page.lay, sight))
    if sight.rays:
        page.draw(ray_shapes(page.lay, sight))
    else:
        if sight.scale:
            page.draw(counted_lines(board, page.lay, sight))
        else:
            if all_lines:
                page.draw(tried_strokes(page.lay, sight.lines))
            page.draw(deciding_line(board, page.lay, sight))
        if all_lines:
            page.draw(tried_numbers(page.lay, sight))
    page.draw(end_tags(page.lay, sight, names))
    page.verdict(outcome(sight), verdict_words(sight))
    page.note(rule_words(sight.rule))
    if words:
        page.text(words)
    elif sight.effect:
        page.text(f"{sight.effect[0].upper()}{sight.effect[1:]}.")
    if is_answer_board:
        page.note(NOTE)
    profile(page, sight)
    side_view(page, board, sight)
    if all_lines:
        step_table(page, sight)
        tried_table(page, sight)
    scene = page.finished(verdict_words(sight), words or rule_words(sight.rule))
    return _closer(scene, page.lay, sight) if close_up else scene


def _closer(scene: Scene, lay: Layout, sight: Sight) -> Scene:
    """Return the part of the scene around both ends, because a whole map would be
    too small to read.
    """
    ends = [point for place in (sight.source, sight.target) for point in _outer(lay, place)]
    margin = CLOSE_UP_MARGIN * lay.tile
    left, top = (max(0.0, min(point[axis] for point in ends) - margin) for axis in (0, 1))
    right = min(lay.paper, max(x for x, _ in ends) + margin)
    # Crop above the text, which starts a margin below the board.
    bottom = min(lay.top + lay.height + MARGIN / 2, max(y for _, y in ends) + margin)
    return replace(scene, corner=(left, top), width=right - left, height=bottom - top)


def _outer(lay: Layout, place: Place) -> Iterator[XY]:
    return (corner for tile in place.tiles for corner in lay.corners(tile))


def _crossed(lay: Layout, sight: Sight) -> set[tuple[int, int]]:
    """Return the tiles through whose middle something will be drawn."""
    crossed: set[tuple[int, int]] = {step.hex for ray in sight.rays for step in ray.steps}
    if sight.lines and sight.line:
        for place, end in ((sight.source, sight.line[0]), (sight.target, sight.line[1])):
            if lay.point(end) == lay.middle(place.tiles):
                crossed.update(place.tiles)
    return crossed


# --- both ends


def end_frames(lay: Layout, sight: Sight) -> Iterator[Shape]:
    """Yield a frame around each end: solid around the source, dashed around the target."""
    width = max(2.0, lay.tile * 0.06)
    for place, role in ((sight.source, "end-frame"), (sight.target, "end-frame-target")):
        around = lay.around(place.tiles)
        yield Path("casing", around, closed=True, width=width * 1.9)
        yield Path(role, around, closed=True, width=width)


def _name_on(board: Board, place: Place) -> str:
    """Return the name of the figure at a place if there is exactly one and it is
    not furniture, else "".
    """
    if place.name is not None:
        return place.name
    standing = [f.name for f in board.figures() if f.tiles == place.tiles and not f.is_furniture]
    return standing[0] if len(standing) == 1 else ""


def end_tags(lay: Layout, sight: Sight, names: Mapping[Place, str]) -> Iterator[Shape]:
    """Yield the words "from" and "to", each on the side of its tile that is away from the other."""
    if lay.tile < TAGGED_FROM:
        return
    source, target = lay.middle(sight.source.tiles), lay.middle(sight.target.tiles)
    downwards = target[1] > source[1]
    one, other = names.get(sight.source), names.get(sight.target)
    start = say("from {name}", name=one) if one else say("from")
    end = say("to {name}", name=other) if other else say("to")
    yield from _tag(lay, sight.source, start, not downwards)
    yield from _tag(lay, sight.target, end, downwards)


def _tag(lay: Layout, place: Place, words: str, below: bool) -> Iterator[Shape]:
    size = max(8.0, min(10.5, lay.tile * 0.2))
    fit = fitted(words, lay.tile * 2, size, size)
    words = words if fit is None else fit[0]
    width, height = text_width(words, size) + size * 0.8, size * 1.3
    x = lay.middle(place.tiles)[0]
    levels = [y for line in lay.around(place.tiles) for _, y in line]
    y = max(levels) if below else min(levels)
    if lay.shape == "pointy":  # not at the top corner, where lines may start
        y += lay.tile * (-0.12 if below else 0.12)
    elif y <= lay.top:  # not over the column letters
        y += height * 0.45
    yield rectangle("tag", x - width / 2, y - height / 2, width, height, 1.0)
    yield Text("tag-text", (x, y + size * 0.34), words, size)
