"""Several answers to one question side by side, each with its lines and its verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sightline.answers.sight import Sight
from sightline.model.board import Board
from sightline.pictures import MapPicture
from sightline.render.layout import MARGIN
from sightline.render.reading import outcome
from sightline.render.scenes.scene import NOTE_SIZE, badge
from sightline.render.scenes.sight import sight_scene
from sightline.render.shapes import Panel, Scene, Shape, Text, rectangle
from sightline.render.text import wrapped
from sightline.render.underlay import over_picture
from sightline.render.words import cover_words, place_words

PANEL_WIDTH = 250.0
TALLEST = 200.0
GAP = 18.0
MOST_COLUMNS = 5
TITLE_SIZE, VERDICT_SIZE, HEAD_SIZE = 13.0, 13.0, 19.0
MOST_LINES = 3
"""The most lines of text below a panel. `explain` returns the full text."""


def sheet_scene(board: Board, sights: Mapping[str, Sight], picture: MapPicture | None) -> Scene:
    """Return panels for the answers in rows, each with its title."""
    columns = max(1, min(MOST_COLUMNS, math.ceil(math.sqrt(len(sights)))))
    paper = 2 * MARGIN + columns * PANEL_WIDTH + (columns - 1) * GAP
    first = next(iter(sights.values()))
    title = f"{place_words(first.source)} to {place_words(first.target)}, by {len(sights)} rules"
    shapes: list[Shape] = []
    y = MARGIN + HEAD_SIZE
    shapes.append(Text("name-on-floor", (MARGIN, y), title, HEAD_SIZE, "start"))
    y += GAP
    listed = list(sights.items())
    for row in (listed[i : i + columns] for i in range(0, len(listed), columns)):
        drawn = [_panel(board, sight, picture) for _, sight in row]
        height = max(size[1] for _, size in drawn)
        bottom = y
        for i, ((name, sight), (scene, size)) in enumerate(zip(row, drawn, strict=True)):
            x = MARGIN + i * (PANEL_WIDTH + GAP)
            at = (x + (PANEL_WIDTH - size[0]) / 2, y + (height - size[1]) / 2)
            shapes.append(Panel(at, size, scene))
            shapes.append(rectangle("legend-frame", *at, *size, 1.0))
            words, end = _words(name, sight, x, y + height + 6)
            shapes += words
            bottom = max(bottom, end)
        y = bottom + GAP
    paper_shape = rectangle("paper", 0, 0, paper, y)
    said = "; ".join(f"{name}: {_verdict(sight)}" for name, sight in listed)
    return Scene(
        paper,
        y,
        title,
        said,
        _tile_of(drawn),
        shapes=[paper_shape, *shapes],
        over_picture=any(scene.over_picture for scene, _ in drawn),
    )


def _tile_of(drawn: Sequence[tuple[Scene, tuple[float, float]]]) -> float:
    """Return the tile size for hatching, which is the same in all panels."""
    return drawn[0][0].tile


def _panel(
    board: Board, sight: Sight, picture: MapPicture | None
) -> tuple[Scene, tuple[float, float]]:
    """Return the part of the board between both ends as a scene, and its size."""
    scene = over_picture(
        sight_scene(board, sight, explanation="", close_up=True), board, picture, full_size=True
    )
    scale = min(PANEL_WIDTH / scene.width, TALLEST / scene.height)
    return scene, (scene.width * scale, scene.height * scale)


def _words(name: str, sight: Sight, x: float, y: float) -> tuple[list[Shape], float]:
    """Draw the title, the verdict with its mark, and the effect of the cover."""
    shapes: list[Shape] = []
    for line in wrapped(name, PANEL_WIDTH, TITLE_SIZE)[:MOST_LINES]:
        y += TITLE_SIZE * 1.3
        shapes.append(Text("name-on-floor", (x, y), line, TITLE_SIZE, "start"))
    y += VERDICT_SIZE * 1.5
    result = outcome(sight)
    radius = VERDICT_SIZE * 0.5
    shapes += badge(result, (x + radius, y - VERDICT_SIZE * 0.36), radius)
    at = (x + radius * 2 + 6, y)
    shapes.append(Text(f"verdict-{result}", at, _verdict(sight), VERDICT_SIZE, "start"))
    for line in wrapped(sight.effect, PANEL_WIDTH, NOTE_SIZE)[:MOST_LINES] if sight.effect else []:
        y += NOTE_SIZE * 1.35
        shapes.append(Text("note", (x, y), line, NOTE_SIZE, "start"))
    return shapes, y


def _verdict(sight: Sight) -> str:
    if sight.awaits_ruling and not sight.visible:
        return "for the master"
    if not sight.visible:
        return "hidden"
    cover = cover_words(sight)
    return f"seen, {cover}" if cover else "seen"
