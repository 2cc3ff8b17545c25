"""A board that changes between questions: a figure moves or a door opens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from statistics import median
from time import perf_counter_ns as now

from benchmarks import maps
from benchmarks.cases.pairs import CENTER, CORNER
from benchmarks.output.results import Case, Row, slower_than
from benchmarks.peers import Pairs
from benchmarks.timing import Contestant, Effort, Time, race
from sightline.engine import sees
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door
from sightline.rules.rule import Rule

SIDE = 1000
RULES = (("center", CENTER), ("corner", CORNER))
Change = tuple[str, Callable[..., object], tuple[object, ...]]


class Scene:
    """A large dungeon with a moving figure and with doors."""

    def __init__(self, effort: Effort) -> None:
        solid = maps.solid_map("rooms", 50 if effort.small else SIDE)
        free = maps.free_tiles(solid)
        self.board = maps.board(solid)
        self.pairs = maps.near_pairs(free, effort.calls)
        self.board.place("hero", free[0])
        self.changes: dict[str, list[Change]] = {
            "a figure moved": [
                (f"board.move('hero', {to})", self.board.move, ("hero", to)) for _, to in self.pairs
            ],
            "a door opened or shut": list(_doors(self.board, free, effort.calls)),
        }


def _doors(board: SquareBoard, free: list[maps.Tile], count: int) -> Iterator[Change]:
    known = set(free)
    edges = [((r, c), (r, c + 1)) for r, c in free if (r, c + 1) in known]
    chosen = edges[:: max(1, len(edges) * 2 // count)][: count // 2]
    for a, b in chosen:
        board.set_edge(a, b, Door("closed"))
    for state in ("open", "closed"):
        for a, b in chosen:
            yield f"board.set_state({a}, {b}, {state!r})", board.set_state, (a, b, state)


def changed_then_asked(effort: Effort) -> Iterator[Case]:
    """A change and a question together, compared with only the question."""
    scene = Scene(effort)
    for rule_name, rule in RULES:
        names = {"f": sees, "board": scene.board, "rule": rule}
        asks = [f"f(board, {a}, {b}, rule)" for a, b in scene.pairs]
        for name, changes in scene.changes.items():
            both = [f"{change[0]}; {ask}" for ask, change in zip(asks, cycle(changes))]
            entries = [Contestant("both", both, names), Contestant("sees alone", asks, names)]
            times = race(entries, effort)
            yield slower_than(f"{name}, {rule_name}", times["both"], times["sees alone"])


def moved_then_asked(effort: Effort) -> Iterator[Case]:
    """A move and the question, in microseconds."""
    scene = Scene(effort)
    for rule_name, rule in RULES:
        names = {"f": sees, "board": scene.board, "rule": rule}
        moves = (change[0] for change in scene.changes["a figure moved"])
        both = [
            f"{move}; f(board, {a}, {b}, rule)"
            for (a, b), move in zip(scene.pairs, moves, strict=True)
        ]
        ours = race([Contestant("both", both, names)], effort)["both"]
        yield Case(f"{rule_name}, rooms", 1e6 * ours.median, ours)


# --- the question alone, on a stopwatch


def asked_after_change(effort: Effort) -> Iterator[Case]:
    """Time each `sees` separately, right after a change and without one.

    The cost of the timer is measured and subtracted, and the median of thousands of calls counts.
    """
    scene = Scene(effort)
    rounds = min(21, effort.fewest * 3)
    for rule_name, rule in RULES:
        for name, changes in scene.changes.items():
            after: list[int] = []
            alone: list[int] = []
            for _ in range(rounds):
                alone += _alone(scene.board, scene.pairs, rule)
                after += _after(scene.board, scene.pairs, rule, changes)
            idle = median(_idle(len(after)))
            times = [
                Time(word, ((median(taken) - idle) * 1e-9,))
                for word, taken in (("sees after it", after), ("sees alone", alone))
            ]
            yield slower_than(f"{name}, {rule_name}", times[0], times[1])


def _alone(board: SquareBoard, pairs: Pairs, rule: Rule) -> list[int]:
    taken = []
    for a, b in pairs:
        start = now()
        sees(board, a, b, rule)
        taken.append(now() - start)
    return taken


def _after(board: SquareBoard, pairs: Pairs, rule: Rule, changes: list[Change]) -> list[int]:
    taken = []
    for (a, b), (_, change, arguments) in zip(pairs, cycle(changes), strict=False):
        change(*arguments)
        start = now()
        sees(board, a, b, rule)
        taken.append(now() - start)
    return taken


def _idle(count: int) -> list[int]:
    taken = []
    for _ in range(count):
        start = now()
        taken.append(now() - start)
    return taken


ROWS = (
    Row(
        "after-change",
        "`sees` right after a figure moved or a door opened, 1000×1000",
        "`sees` alone",
        asked_after_change,
        most=True,
        reach=2,
    ),
    Row(
        "change-and-sees",
        "a figure moved or a door opened, and one `sees`, 1000×1000",
        "`sees` alone",
        changed_then_asked,
        most=True,
        reach=2,
    ),
    Row(
        "move-and-sees",
        "`board.move` and one `sees`, 1000×1000",
        "time",
        moved_then_asked,
        unit="µs",
        most=True,
        reach=1.5,
    ),
)
