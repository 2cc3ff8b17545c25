"""Write questions with proven answers, as a test set.

Each has a map, a question, the answer, the reason and a proof. Grades 1 (easy) to 5 take turns. The
same seed gives the same bytes.

Examples:
  sightline questions --count 3
  sightline questions --seed 1 --count 10000 -o bank.jsonl
  sightline questions --count 1000 --format parquet -o bank.parquet
"""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from sightline.apps.cli.output.screen import note, tracked
from sightline.apps.cli.parser import Parser, in_short
from sightline.bank.making import MOST_COUNT, QuestionRecord, question
from sightline.bank.writing import FORMATS, write_jsonl, write_parquet
from sightline.errors import InvalidValueError

ALONE = 100
"""Up to this many questions, worker processes are not worth starting."""
AT_ONCE = 20
"""The number of questions that a process makes per task."""


def add_arguments(parser: Parser) -> None:
    common = parser.common.add_argument
    common("--seed", metavar="N", type=_whole, default=1, help="Seed of the questions. Default: 1.")
    common("--count", metavar="N", type=_whole, default=10, help="How many questions. Default: 10.")
    common(
        "--format",
        metavar="FORMAT",
        choices=FORMATS,
        help=f"{' or '.join(FORMATS)}. Default: by the file's ending, or jsonl.",
    )
    common("-o", "--out", metavar="FILE", type=Path, help="File to write. Default: the screen.")
    parser.completers["format"] = lambda _: FORMATS


def run(args: Namespace) -> int:
    if args.count > MOST_COUNT:
        raise InvalidValueError(f"--count: expected at most {MOST_COUNT:,}, got {args.count}")
    records = _records(args.seed, args.count)
    is_parquet = (args.format or "") == "parquet" or (
        args.format is None and args.out is not None and args.out.suffix == ".parquet"
    )
    if is_parquet:
        if args.out is None:
            raise InvalidValueError("--format parquet: expected a file to write; add -o FILE")
        write_parquet(records, args.out)
    elif args.out is None:
        write_jsonl(records, sys.stdout.buffer)
    else:
        with args.out.open("wb") as stream:
            write_jsonl(records, stream)
    if args.out is not None:
        note(f"wrote {args.out}")
    return 0


def _records(seed: int, count: int) -> Iterator[QuestionRecord]:
    if count < ALONE:
        yield from (question(seed, number) for number in tracked(range(count), "questions"))
        return
    with ProcessPoolExecutor() as pool:
        made = pool.map(partial(question, seed), range(count), chunksize=AT_ONCE)
        for _ in tracked(range(count), "questions"):
            yield next(made)


def _whole(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 18):
        raise ArgumentTypeError(f"expected a whole number, got {in_short(word)!r}")
    return int(word)
