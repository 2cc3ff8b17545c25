"""Measure how fast sightline is on this machine.

Runs the repository's benchmarks where they are installed, else a short built-in timing.

Examples:
  sightline bench
  sightline bench --quick
"""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter

import sightline
from sightline.apps.cli.output.screen import note, say, table, tracked
from sightline.apps.cli.parser import Parser
from sightline.engine import compiled, field, sees
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.place import place
from sightline.model.square import SquareBoard
from sightline.rules.registry import GEOMETRIC

SOLID_SHARE = 0.15
PAIRS, FIELDS = 200, 50
SIDE, HEX_RADIUS = 40, 22
ROUNDS = 5


def add_arguments(parser: Parser) -> None:
    parser.places.add_argument(
        "words", metavar="ARGS", nargs="*", help="Passed to the repository's benchmarks, after --."
    )
    parser.common.add_argument("--quick", action="store_true", help="Only the built-in timing.")


def run(args: Namespace) -> int:
    root = Path(sightline.__file__).resolve().parents[2]
    has_suite = (root / "benchmarks" / "__main__.py").is_file()
    if not args.quick and has_suite and find_spec("rich") is None:
        note(f"note: the benchmarks of {root} need what `make bench` installs")
    elif not args.quick and has_suite:
        say(f"running the benchmarks of {root}")
        sys.stdout.flush()
        command = [sys.executable, "-m", "benchmarks", *args.words]
        return subprocess.run(command, cwd=root, check=False).returncode
    return _quick_timing()


def _quick_timing() -> int:
    kernels = "compiled kernels" if compiled() else "pure Python: no compiled kernels here"
    say(f"A short timing on random maps, {SOLID_SHARE:.0%} rock ({kernels}).")
    say("'readable rule' is the same question put to the Python rule that defines the answer;")
    say("its fields are reckoned from a sample of the tiles.")
    say()
    rows = []
    for name, rule in tracked(list(GEOMETRIC.items()), "rules"):
        board = _hexes() if name == "hexray" else _squares()
        free = [tuple(tile) for tile in board.tiles() if not board.is_solid(tile)]
        random = Random(1)
        pairs = [(random.choice(free), random.choice(free)) for _ in range(PAIRS)]
        places = [(place(board, a, "from"), place(board, b, "to")) for a, b in pairs]
        viewers = random.sample(free, FIELDS)
        near = [place(board, tile, "to") for tile in free[::8]]

        # Each loop is timed immediately, so the closures may refer to loop variables.
        fast = _best(lambda: [sees(board, a, b, rule) for a, b in pairs])  # noqa: B023
        slow = _best(lambda: [rule.sees(board, a, b) for a, b in places])  # noqa: B023
        rows.append(_row(name, board, "sees", fast / PAIRS, slow / PAIRS))

        fast = _best(lambda: [len(field(board, viewer, rule)) for viewer in viewers])  # noqa: B023
        here = place(board, viewers[0], "from")
        slow = _best(lambda: [rule.sees(board, here, b) for b in near])  # noqa: B023
        each = slow / len(near) * len(board.tiles())
        rows.append(_row(name, board, "field", fast / FIELDS, each))
    table(("rule", "tiles", "question", "time", "readable rule", "ratio"), rows)
    return 0


def _best(work: Callable[[], object]) -> float:
    """Return the shortest time of a few rounds, which is the least disturbed one."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def _row(name: str, board: Board, what: str, fast: float, slow: float) -> tuple[str, ...]:
    return name, str(len(board.tiles())), what, _time(fast), _time(slow), f"{slow / fast:,.0f}x"


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _squares() -> Board:
    return _with_rock(SquareBoard(SIDE, SIDE))


def _hexes() -> Board:
    return _with_rock(HexBoard(radius=HEX_RADIUS))


def _with_rock(board: Board) -> Board:
    random = Random(0)
    for tile in board.tiles():
        board.set_solid(tile, random.random() < SOLID_SHARE)
    return board
