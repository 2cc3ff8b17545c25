"""Do the tests of a game bite? Small random mutations of its rules, each of which must fail a test.

    python -m tests.mutations skirmish --count 40 --seed 1

One comparison, sum, number or condition is changed at a time, in a copy of the package, and the
game's own tests are run on it until one fails. Whatever survives is printed with its line: either a
test is missing there, or the change makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "sightline"
LIMIT = 400.0  # seconds for one run: a mutation that makes a game endless counts as found

# The rules of each game: what is left out plays, measures or soaks, and decides nothing.
RULES: dict[str, tuple[str, ...]] = {
    "one_card_dungeon": (
        *("rules", "monsters", "layout", "sight", "dice", "level", "state", "record"),
        *("places", "standing"),
    ),
    "quest": (
        *("quest", "movement", "vision", "events", "reading", "head", "scenario"),
        *("scenario_files", "lines"),
        *("sighting", "state", "rules", "objections", "dice", "actions", "record"),
        *("venture_events", "venture_view", "ways", "master"),
    ),
    "skirmish": (
        *("rules", "battle", "battlefield", "tables", "units", "view", "events", "words"),
        *("actions", "record", "prospects"),
    ),
}
SLOW = ("test_soak.py", "test_player.py", "test_program.py", "test_sighting.py", "test_quest.py")
"""Run last: what the others find, they find sooner."""
SCREENS = ("test_play.py",)
"""Not run: they are about a screen, and take long."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.RShift: ast.LShift,
    ast.LShift: ast.RShift,
}


@dataclass(frozen=True)
class Mutation:
    """One change: what stands there, what it becomes, and how it is made."""

    module: str
    line: int
    before: str
    after: str
    change: Callable[[], Callable[[], None]]
    """Changes the tree, and gives what changes it back."""


def mutations_of(module: str, tree: ast.Module) -> Iterator[Mutation]:
    """Every mutation there could be of a module. They change the tree in place, and change back."""
    for node in _rules_in(tree):
        match node:
            case ast.Compare(ops=[first, *_]) if type(first) in _COMPARISONS:
                swapped = _COMPARISONS[type(first)]()
                yield _made(module, node, partial(_set, node.ops, 0, swapped))
            case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _SUMS:
                if not _is_of_text(node):
                    yield _made(module, node, partial(_put, node, "op", _SUMS[type(op)]()))
            case ast.BoolOp(op=joined):
                other = ast.Or() if isinstance(joined, ast.And) else ast.And()
                yield _made(module, node, partial(_put, node, "op", other))
            case ast.UnaryOp(op=ast.Not()):
                twice = ast.UnaryOp(ast.Not(), node.operand)
                yield _made(module, node, partial(_put, node, "operand", twice))
            case ast.Constant(value=bool(truth)):
                yield _made(module, node, partial(_put, node, "value", not truth))
            case ast.Constant(value=int(number)):
                yield _made(module, node, partial(_put, node, "value", number + 1))
            case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
                turned = ast.UnaryOp(ast.Not(), test)
                yield _made(module, node, partial(_put, node, "test", turned), at=test)


def _rules_in(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node that decides something: no types, no decorators, and nothing for `repr`."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.FunctionDef) and each.name in ("__repr__", "__str__"):
                    continue
                if isinstance(each, ast.Assert):
                    continue
                if isinstance(each, ast.AST):
                    waiting.append(each)


def _is_of_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """`str | None` at the top, or words that are put together: no sum."""
    parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(
        (
            isinstance(part, (ast.JoinedStr, ast.Name))
            and (
                isinstance(part, ast.JoinedStr) or (part.id[:1].isupper() and not part.id.isupper())
            )
        )
        or (isinstance(part, ast.Constant) and (part.value is None or isinstance(part.value, str)))
        for part in parts
    )


def _made(
    module: str, node: ast.AST, change: Callable[[], Callable[[], None]], at: ast.AST | None = None
) -> Mutation:
    shown = at or node
    before = ast.unparse(shown)
    undo = change()
    after = ast.unparse(node.test if at is not None else node)  # type: ignore[attr-defined]
    undo()
    return Mutation(
        module,
        getattr(node, "lineno", 0),
        before.splitlines()[0][:60],
        after.splitlines()[0][:60],
        change,
    )


def _set(items: list[ast.cmpop], index: int, value: ast.cmpop) -> Callable[[], None]:
    old, items[index] = items[index], value

    def undo() -> None:
        items[index] = old

    return undo


def _put(node: ast.AST, name: str, value: object) -> Callable[[], None]:
    old = getattr(node, name)
    setattr(node, name, value)
    return lambda: setattr(node, name, old)


# --- running --------------------------------------------------------------------------------------


def tests_of(game: str) -> list[str]:
    """The test files of a game, the quick ones first."""
    folder = ROOT / "tests" / "games" / game
    files = [path for path in folder.glob("test_*.py") if path.name not in SCREENS]
    files.sort(key=lambda path: (path.name in SLOW, path.name))
    return [str(path.relative_to(ROOT)) for path in files]


def fails(package_root: Path, game: str) -> str | None:
    """The test that fails on the package in that folder; None if all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header"]
    env = {**os.environ, "PYTHONPATH": str(package_root), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, "--tb=no", *tests_of(game)],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        return "(no end)"
    if done.returncode == 0:
        return None
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return lines[0].split(" - ")[0].split("::")[-1] if lines else "(does not import)"


def chosen(game: str, count: int, seed: int) -> list[tuple[Mutation, ast.Module]]:
    """So many mutations at random, in the order of the files."""
    found = []
    for module in RULES[game]:
        path = PACKAGE / "games" / game / f"{module}.py"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [(each, tree) for each in mutations_of(module, tree)]
    picked = random.Random(seed).sample(range(len(found)), min(count, len(found)))
    return [found[i] for i in sorted(picked)]


def run(game: str, count: int, seed: int) -> int:
    """Try them all, print a table, and say how many were found."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        ignored = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(PACKAGE, root / "sightline", ignore=ignored)
        failing = fails(root, game)
        if failing is not None:
            raise SystemExit(f"{game}: {failing} fails before anything is changed")
        found = 0
        tried = chosen(game, count, seed)
        for number, (mutation, tree) in enumerate(tried, 1):
            target = root / "sightline" / "games" / game / f"{mutation.module}.py"
            original = target.read_text(encoding="utf-8")
            undo = mutation.change()
            target.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
            undo()
            began = time.perf_counter()
            failing = fails(root, game)
            target.write_text(original, encoding="utf-8")
            found += failing is not None
            print(
                f"{number:3} {mutation.module}:{mutation.line:<4}"
                f" {mutation.before}  ->  {mutation.after}:"
                f" {failing or 'SURVIVES'} ({time.perf_counter() - began:.0f} s)",
                flush=True,
            )
    print(f"{game}: {found} of {len(tried)} mutations make a test fail (seed {seed})")
    return found


def main(words: Sequence[str]) -> int:
    """The command line; 1 if fewer than `--least` of the mutations were found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("game", choices=sorted(RULES))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=36)
    given = parser.parse_args(words)
    return int(run(given.game, given.count, given.seed) < given.least)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
