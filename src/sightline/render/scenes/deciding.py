"""The deciding line, and what it met at the point where it met it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.answers.sight import Blocker, Sight
from sightline.model.board import Board
from sightline.render.layout import Layout
from sightline.render.reading import is_grazing, outcome, stop_of
from sightline.render.scenes.scene import CROSS, mark
from sightline.render.shapes import XY, Circle, Path, Shape, segment


def line_width(lay: Layout) -> float:
    return max(2.2, min(3.6, lay.tile * 0.065))


def deciding_line(board: Board, lay: Layout, sight: Sight) -> Iterator[Shape]:
    """Yield the deciding line, split where it is first stopped, and everything that it met."""
    if not sight.line:
        return
    start, end = (lay.point(point) for point in sight.line)
    width = line_width(lay)
    for blocker in sight.blockers:
        yield from blocker_shapes(board, lay, blocker, is_grazing(sight))
    result = outcome(sight)
    stop = stop_of(sight) if result != "visible" else None
    yield segment("casing", start, end, width * 2.1)
    if stop is None:
        yield segment(f"line-{result}", start, end, width)
    else:
        yield segment(f"beyond-{result}", lay.point(stop), end, width * 0.85)
        yield segment(f"line-{result}", start, lay.point(stop), width)
    if is_grazing(sight):
        yield from touch_shapes(lay, sight.blockers, width)
    yield Circle("end-point", start, width * 1.5, 1.2)
    yield Circle("end-ring", end, width * 1.5, width * 0.7)
    if stop is not None and not is_grazing(sight):
        yield from stop_mark(lay.point(stop), max(5.0, width * 2.3))


def stop_mark(at: XY, radius: float) -> Iterator[Shape]:
    """Yield a cross in a disc, which marks where sight ends."""
    yield Circle("stop-disc", at, radius, 1.2)
    yield mark("stop-mark", CROSS, at, radius)


def blocker_shapes(board: Board, lay: Layout, blocker: Blocker, grazed: bool) -> Iterator[Shape]:
    """Yield the shapes that mark a blocker of the deciding line."""
    width = max(1.4, lay.tile * 0.05)
    glow, outline = (
        ("touch-glow", "touch-outline") if grazed else ("blocker-glow", "blocker-outline")
    )
    if blocker.free:
        a, b = blocker.where
        yield segment(glow, lay.point(a), lay.point(b), lay.tile * 0.26)
    elif isinstance(blocker.where[0], int):
        # A figure gets a frame, so that it stays legible; rock is hatched.
        figure = next((f for f in board.figures() if f.name == blocker.name), None)
        around = lay.around([blocker.where] if figure is None else figure.tiles)
        if not grazed and figure is None:
            yield Path("blocker-hatch", around, closed=True)
        yield Path("casing", around, closed=True, width=width * 1.9)
        yield Path(outline, around, closed=True, width=width)
    else:
        yield segment(glow, *lay.edge(*blocker.where), lay.tile * 0.26)


def touch_shapes(lay: Layout, met: Iterable[Blocker], width: float) -> Iterator[Shape]:
    """Yield rings around touched corners, and a band where the line runs along something."""
    stretches = dict.fromkeys(blocker.at for blocker in met if blocker.at is not None)
    for first, last in stretches:
        if first != last:
            yield segment("along", lay.point(first), lay.point(last), width * 2.6)
    radius = max(3.5, lay.tile * 0.13)
    for at in dict.fromkeys(first for first, last in stretches if first == last):
        yield Circle("ring-casing", lay.point(at), radius, width * 1.7)
        yield Circle("ring", lay.point(at), radius, width * 0.9)
