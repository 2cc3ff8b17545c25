"""The mutants of a Python file, found in its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import accumulate

from tests.mutants.mutant import Mutant

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
_TYPES = ("annotation", "returns", "decorator_list", "type_params")


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of the file."""
    content = source.encode()
    lines = [0, *accumulate(len(line) for line in content.splitlines(keepends=True))]
    for node, after in _changes(ast.parse(source)):
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        yield Mutant(path, node.lineno, start, end, content[start:end].decode(), after)


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the nodes that can change, each with the code that replaces it."""
    for node in _deciding(tree):
        match node:
            case ast.Compare(left, [first, *others], right) if type(first) in _COMPARISONS:
                yield node, _code(ast.Compare(left, [_COMPARISONS[type(first)](), *others], right))
            case ast.BinOp(left, op, value) if type(op) in _SUMS and not _is_text(left, value):
                yield node, _code(ast.BinOp(left, _SUMS[type(op)](), value))
            case ast.AugAssign(target, op, value) if type(op) in _SUMS and not _is_text(value):
                yield node, ast.unparse(ast.AugAssign(target, _SUMS[type(op)](), value))
            case ast.BoolOp(op, values):
                other = ast.Or() if isinstance(op, ast.And) else ast.And()
                yield node, _code(ast.BoolOp(other, values))
            case ast.UnaryOp(ast.Not(), operand):
                yield node, _code(operand)
            case ast.Constant(bool(truth)):
                yield node, str(not truth)
            case ast.Constant(int(number)):
                yield node, str(number + 1)
            case ast.Expr(ast.Call()):
                yield node, "pass"
            case ast.Continue():
                yield node, "break"
            case ast.If(test) | ast.IfExp(test) if not isinstance(test, ast.Compare | ast.BoolOp):
                yield test, _code(ast.UnaryOp(ast.Not(), test))


def _code(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def _deciding(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every node outside types, decorators, assertions, messages and `repr`."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name not in _TYPES:
                children = value if isinstance(value, list) else [value]
                waiting += [
                    child
                    for child in children
                    if isinstance(child, ast.AST) and not _is_left_out(child)
                ]


def _is_left_out(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name="__repr__" | "__str__"):
            return True
        case ast.Assert() | ast.JoinedStr() | ast.Raise() | ast.Import() | ast.ImportFrom():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec" | "NewType" | "cast")):
            return True
    return False


def _is_text(*parts: ast.expr) -> bool:
    """Return whether an operand is text or a type, as in `str | None`."""
    return any(
        isinstance(part, ast.JoinedStr)
        or (isinstance(part, ast.Constant) and (part.value is None or isinstance(part.value, str)))
        or (isinstance(part, ast.Name) and part.id[:1].isupper() and not part.id.isupper())
        for part in parts
    )
