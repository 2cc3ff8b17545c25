"""The mutants of a TypeScript file, found in its text.

Operators count only with a space on both sides, which excludes types and arrows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.mutants.mutant import Mutant

_OPERATORS = {
    "===": "!==",
    "!==": "===",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "+=": "-=",
    "-=": "+=",
}
_TOKEN = re.compile(
    r"""
      (?P<skip> //[^\n]* | /\*.*?\*/ | '(?:\\.|[^'\\\n])*' | "(?:\\.|[^"\\\n])*" | `(?:\\.|[^`\\])*`
          | (?<=[(=,:] )/(?:\\.|[^/\\\n])+/[a-z]* | (?<=[(=,:])/(?:\\.|[^/\\\n])+/[a-z]*
          | ^\s*(?:import|export\ type|type|interface|declare)\b[^;{]*[;{] )
    | (?<=\s)(?P<operator> ===|!==|<=|>=|&&|\|\||\+=|-=|[<>+*/-] )(?=\s)
    | \b(?P<truth> true|false )\b
    | (?<![\w.$\#-])(?P<number> \d+ )(?![\w.])
    | \bif\ \((?P<denied>!)?
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of the file; each replaces one line."""
    for token in _TOKEN.finditer(source):
        group = token.lastgroup
        if group == "skip":
            continue
        if group is None:  # "if (" without a "!"
            yield _made(path, source, token.end(), token.end(), "!")
        else:
            found = token[group]
            after = {"true": "false", "false": "true", "!": ""}.get(found, _OPERATORS.get(found))
            after = str(int(found) + 1) if after is None else after
            yield _made(path, source, token.start(group), token.end(group), after)


def _made(path: str, source: str, start: int, end: int, after: str) -> Mutant:
    first = source.rfind("\n", 0, start) + 1
    last = source.find("\n", end)
    last = len(source) if last < 0 else last
    offset = len(source[:first].encode())
    before = source[first:last]
    changed = source[first:start] + after + source[end:last]
    line = source.count("\n", 0, start) + 1
    return Mutant(path, line, offset, offset + len(before.encode()), before, changed)
