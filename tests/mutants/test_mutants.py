"""Each mutant changes one thing, parses, and is reproducible from a seed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import python_source, typescript
from tests.mutants.__main__ import sample
from tests.mutants.parts import PARTS, nearest
from tests.mutants.running import ROOT

PYTHON = '''
def reach(a: int = 1, *, far: bool = False) -> "int | None":
    """Add 1 to 2."""
    assert a > 0
    if far and not a:
        raise ValueError(f"{a + 1}")
    total = a + 2
    note(total)
    return total if a <= 3 else None
'''
TYPESCRIPT = """
// 1 === 2
import { one } from './one'
const text = 'a === b'
export function reach(list: Array<number>, far = false) {
  if (!far && list.length > 3) return list[0] + 1
  if (one) return text
  return list.map((each) => each * 2)
}
"""


def changed_lines(module, source: str, path: str) -> set[str]:
    found = set()
    for mutant in module.mutants(path, source):
        changed = mutant.apply(source.encode()).decode()
        before, after = source.splitlines(), changed.splitlines()
        assert len(before) == len(after)
        (line,) = (new.strip() for old, new in zip(before, after, strict=True) if old != new)
        found.add(line)
    return found


def test_python() -> None:
    assert changed_lines(python_source, PYTHON, "a.py") == {
        'def reach(a: int = 2, *, far: bool = False) -> "int | None":',
        'def reach(a: int = 1, *, far: bool = True) -> "int | None":',
        "if (far or not a):",
        "if far and (a):",
        "total = (a - 2)",
        "total = a + 3",
        "pass",
        "return total if (a < 3) else None",
        "return total if a <= 4 else None",
    }


def test_typescript() -> None:
    assert changed_lines(typescript, TYPESCRIPT, "a.ts") == {
        "export function reach(list: Array<number>, far = true) {",
        "if (far && list.length > 3) return list[0] + 1",
        "if (!far || list.length > 3) return list[0] + 1",
        "if (!far && list.length >= 3) return list[0] + 1",
        "if (!far && list.length > 4) return list[0] + 1",
        "if (!far && list.length > 3) return list[1] + 1",
        "if (!far && list.length > 3) return list[0] - 1",
        "if (!far && list.length > 3) return list[0] + 2",
        "if (!one) return text",
        "return list.map((each) => each / 2)",
        "return list.map((each) => each * 3)",
    }


@pytest.mark.parametrize("name", PARTS)
def test_a_part(name: str) -> None:
    part = PARTS[name]
    assert part.test_files(ROOT)
    one_file = part.source_files(ROOT)[-1]
    near, rest = nearest(one_file, part.test_files(ROOT), ROOT)
    assert sorted(near + rest) == part.test_files(ROOT)


def test_the_seed_decides_and_every_mutant_parses() -> None:
    part = PARTS["packs"]
    chosen = sample(ROOT, part, 60, seed=7)
    assert chosen == sample(ROOT, part, 60, seed=7)
    assert chosen != sample(ROOT, part, 60, seed=8)
    for mutant in chosen:
        source = Path(ROOT / mutant.path).read_bytes()
        assert ast.dump(ast.parse(mutant.apply(source))) != ast.dump(ast.parse(source))
