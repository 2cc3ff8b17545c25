"""Run the command line inside this process, as if in a pipe."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from sightline.apps.cli.main import main

DUNGEON = """
+---+---+---+---+---+
| .   M   . c .   g |
+   +   +   +   +   +
| .   .   # | .   . |
+---+---+---+---+---+

M: hero "Mira"
g: enemy "goblin"
"""
PILLAR = """
M....
..#..
.....
...g.

M: hero "Mira"
g: enemy "goblin"
"""
HILLS = """
hex first=-2,0

R . ~ ^ A
 . . . .

R: hero "ranger"
A: enemy "archer"
~: cover 1/2
^: height 2
"""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def sightline(*words: object, stdin: str | bytes = b"") -> Done:
    """Run a command and return its exit code and output."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    pipes = [io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (data, b"", b"")]
    with (
        patch.object(sys, "stdin", pipes[0]),
        redirect_stdout(pipes[1]),
        redirect_stderr(pipes[2]),
    ):
        code = main([str(word) for word in words])
    for pipe in pipes[1:]:
        pipe.seek(0)
    return Done(code, pipes[1].read(), pipes[2].read())
