"""Mutation tests for the map readers: change their code, and check that a test fails.

    python -m tests.formats.mutate [--count 40] [--seed 1] [--modules native shared/walls] [--show]

Each mutant is one module of `sightline.formats` with one change: a different comparison, `and` for
`or`, plus for minus, a number off by one, or a negated condition. The fast tests in `tests/formats`
that name the module run on it. Mutants that no test detects are printed, and the exit code is 1 if
they are more than one in ten. `make test` does not run this.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sightline"
TESTS = ROOT / "tests" / "formats"
SLOW = ("test_real_maps.py", "test_tabletop_bombs.py", "test_picture.py")
QUICK = "not bombs and not large and not truncated"
"""The pytest expression that selects the tests to run."""
TIMEOUT = 400
MOST_SURVIVORS = 0.1

_OTHER_COMPARISON: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_SMALL = range(10)


@dataclass(frozen=True)
class Mutant:
    """One change of one module."""

    module: str
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.before}  ->  {self.after}"


def _changes(node: ast.AST) -> list[Callable[[Any], None]]:
    """Return functions that each change this node in a different way."""
    if isinstance(node, ast.Compare):
        return [
            partial(_set_comparison, index=index, other=other)
            for index, op in enumerate(node.ops)
            for other in _OTHER_COMPARISON[type(op)]
        ]
    if isinstance(node, ast.BoolOp):
        return [partial(_set_sign, other=ast.Or if isinstance(node.op, ast.And) else ast.And)]
    if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
        return [partial(_set_sign, other=ast.Sub if isinstance(node.op, ast.Add) else ast.Add)]
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value in _SMALL:
        return [_one_more]
    return [_turn_round] if isinstance(node, ast.If | ast.IfExp) else []


def _set_comparison(node: ast.Compare, index: int, other: type[ast.cmpop]) -> None:
    node.ops[index] = other()


def _set_sign(node: Any, other: type[ast.AST]) -> None:
    node.op = other()


def _one_more(node: Any) -> None:
    node.value += 1


def _turn_round(node: ast.If | ast.IfExp) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _leave_out_annotations(tree: ast.AST) -> None:
    """Remove annotations: they have no effect at run time, so changing them makes no mutant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in [*node.args.args, *node.args.kwonlyargs]:
                argument.annotation = None


def choose(modules: list[str], count: int, seed: int) -> list[Mutant]:
    """Choose `count` mutants, with every change of every module equally likely."""
    rng = random.Random(seed)
    texts = {name: (SOURCE / "formats" / f"{name}.py").read_text("utf-8") for name in modules}
    every: list[tuple[str, int, int]] = []
    for name, text in texts.items():
        tree = ast.parse(text)
        _leave_out_annotations(tree)
        for number, node in enumerate(ast.walk(tree)):
            every += [(name, number, which) for which, _ in enumerate(_changes(node))]
    chosen = []
    for name, number, which in rng.sample(every, min(count, len(every))):
        tree = ast.parse(texts[name])
        _leave_out_annotations(tree)
        node = next(each for i, each in enumerate(ast.walk(tree)) if i == number)
        before, line = ast.unparse(node).splitlines()[0], getattr(node, "lineno", 0)
        change = _changes(node)[which]
        change(node)
        chosen.append(Mutant(name, line, before, ast.unparse(node).splitlines()[0],
                             ast.unparse(tree)))  # fmt: skip
    return chosen


def tests_for(module: str) -> list[str]:
    """Return the test files that mention the module or its family."""
    words = module.removesuffix("/__init__").split("/")
    family = words[0].split("_", maxsplit=1)[0]
    return [
        str(path.relative_to(ROOT))
        for path in sorted(TESTS.rglob("test_*.py"))
        if path.name not in SLOW
        and (words[-1] in (text := path.read_text("utf-8")) or family in path.name + text)
    ]


def failing(source: Path, files: list[str], *more: str) -> list[str]:
    """Return the tests that fail with this source, or an error message if they could not run."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", QUICK, *more]
    environment = os.environ | {
        "PYTHONPATH": f"{source}{os.pathsep}{ROOT}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "SIGHTLINE_QUICK": "1",
    }
    try:
        done = subprocess.run([*words, *files], cwd=ROOT, env=environment, timeout=TIMEOUT,
                              capture_output=True, text=True, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return ["it stalls"]
    found = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return found or (["it breaks off"] if done.returncode else [])


def notices(mutant: Mutant, broken: set[str]) -> bool:
    """Return whether a test fails that passed without the mutant."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        package = Path(folder) / "sightline"
        package.mkdir()
        for path in SOURCE.iterdir():
            if path.name != "formats":
                (package / path.name).symlink_to(path)
        shutil.copytree(SOURCE / "formats", package / "formats",
                        ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
        (package / "formats" / f"{mutant.module}.py").write_text(mutant.source, "utf-8")
        left_out = [f"--deselect={each}" for each in broken]
        return bool(failing(Path(folder), tests_for(mutant.module), "-x", *left_out))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--modules", nargs="*", default=None, help="of sightline.formats")
    parser.add_argument("--show", action="store_true", help="print the mutants, and run nothing")
    chosen = parser.parse_args()
    seed = random.randrange(10**6) if chosen.seed is None else chosen.seed
    folder = SOURCE / "formats"
    names = sorted(str(path.relative_to(folder).with_suffix("")) for path in folder.rglob("*.py"))
    mutants = choose(chosen.modules or names, chosen.count, seed)
    survivors = 0
    files = sorted({file for mutant in mutants for file in tests_for(mutant.module)})
    broken = set() if chosen.show else set(failing(ROOT / "src", files))
    for each in sorted(broken):
        print(f"left out, since it fails as it is: {each}")
    for number, mutant in enumerate(mutants, 1):
        lives = not chosen.show and not notices(mutant, broken)
        survivors += lives
        print(f"{number:3} {'SURVIVES' if lives else '        '} {mutant}", flush=True)
    print(f"seed {seed}: {len(mutants) - survivors} of {len(mutants)} noticed")
    return int(survivors > MOST_SURVIVORS * len(mutants))


if __name__ == "__main__":
    sys.exit(main())
