"""The cost of names of figures, tiles and rules, compared with positions and rule objects."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import maps
from benchmarks.output.results import Case, Row
from benchmarks.timing import Contestant, Effort, Time, race
from sightline.engine import field, sees
from sightline.model.cell import square_name
from sightline.rules.registry import RULES

GAMES = ("corner", "dnd5e")
RADIUS = 10


class Scene:
    """Caves with a figure on each of many tiles."""

    def __init__(self, effort: Effort) -> None:
        solid = maps.solid_map("caves", 20 if effort.small else 100)
        self.board = maps.board(solid)
        self.pairs = maps.near_pairs(maps.free_tiles(solid), effort.calls)
        self.called = {
            at: f"figure {number}"
            for number, at in enumerate(dict.fromkeys(at for pair in self.pairs for at in pair))
        }
        for at, name in self.called.items():
            self.board.place(name, at, blocks_sight=False)


def by_figures(effort: Effort) -> Iterator[Case]:
    """`sees` by the names of two figures, in microseconds."""
    scene = Scene(effort)
    for name in ("center", "corner"):
        names = {"f": sees, "board": scene.board, "rule": RULES[name]}
        asks = [f"f(board, {scene.called[a]!r}, {scene.called[b]!r}, rule)" for a, b in scene.pairs]
        at = [f"f(board, {a}, {b}, rule)" for a, b in scene.pairs]
        times = race([Contestant("names", asks, names), Contestant("positions", at, names)], effort)
        yield Case(name, 1e6 * times["names"].median, times["names"], times["positions"])


def by_tiles_and_rule(effort: Effort) -> Iterator[Case]:
    """`sees` by the names of two tiles and of the rule, in microseconds."""
    scene = Scene(effort)
    for name in GAMES:
        names = {"f": sees, "board": scene.board, "rule": RULES[name]}
        asks = [
            f"f(board, {square_name(a)!r}, {square_name(b)!r}, {name!r})" for a, b in scene.pairs
        ]
        at = [f"f(board, {a}, {b}, rule)" for a, b in scene.pairs]
        times = race([Contestant("names", asks, names), Contestant("positions", at, names)], effort)
        yield Case(name, 1e6 * times["names"].median, times["names"], times["positions"])


def fields(effort: Effort) -> Iterator[Case]:
    """`field` by names: the extra microseconds compared with positions."""
    scene = Scene(effort)
    sources = [a for a, _ in scene.pairs[: effort.sources]]
    names = {"f": field, "board": scene.board, "rule": RULES["corner"]}
    at = Contestant("positions", [f"f(board, {a}, rule, radius={RADIUS})" for a in sources], names)
    for words, called in (("figures", scene.called.__getitem__), ("tiles", square_name)):
        asks = [f"f(board, {called(a)!r}, 'corner', radius={RADIUS})" for a in sources]
        times = race([Contestant("names", asks, names), at], effort)
        ours, positions = times["names"], times["positions"]
        more = tuple(a - b for a, b in zip(ours.rounds, positions.rounds, strict=False))
        yield Case(words, 1e6 * Time("more", more).median, ours, positions)


ROWS = (
    Row(
        "names-figures",
        "`sees` by the names of figures, distance ≤ 20",
        "time; by positions",
        by_figures,
        unit="µs",
        most=True,
        reach=1,
    ),
    Row(
        "names-rule",
        "`sees` by the names of tiles and of the rule, distance ≤ 20",
        "time; by positions",
        by_tiles_and_rule,
        unit="µs",
        most=True,
        reach=1.5,
    ),
    Row(
        "names-field",
        "`field` by names, corner rule, 100×100, radius 10",
        "time beyond that by positions",
        fields,
        unit="µs",
        most=True,
        reach=1,
    ),
)
