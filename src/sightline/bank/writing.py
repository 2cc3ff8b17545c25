"""Write a question bank as JSON Lines, one record per line, or Parquet, one record per row."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from sightline.bank.making import QuestionRecord
from sightline.extras import extra

FORMATS = ("jsonl", "parquet")
ROWS_AT_ONCE = 1_000
AS_JSON = ("rule", "answer", "proofs")
"""Columns whose values are stored as JSON, because their types vary."""


def line(record: QuestionRecord) -> bytes:
    """Return one record as a line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def write_jsonl(records: Iterable[QuestionRecord], stream: BinaryIO) -> None:
    """Write records as JSON Lines."""
    stream.writelines(line(record) for record in records)


def write_parquet(records: Iterable[QuestionRecord], path: Path) -> None:
    """Write records as Parquet. Needs the extra `cluster` for pyarrow."""
    with extra("cluster", "Parquet files need"):
        import pyarrow
        from pyarrow import parquet

    text = pyarrow.string()
    schema = pyarrow.schema(
        [
            ("id", text),
            ("grade", pyarrow.int8()),
            ("kind", text),
            ("grid", text),
            ("rule", text),
            ("question", text),
            ("answer", text),
            ("why", pyarrow.list_(text)),
            ("map", text),
            ("from", text),
            ("to", pyarrow.list_(text)),
            ("proofs", text),
        ]
    )
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        rest = iter(records)
        while rows := [_row(each) for each in islice(rest, ROWS_AT_ONCE)]:
            writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))


def _row(record: QuestionRecord) -> QuestionRecord:
    return {
        **record,
        **{name: json.dumps(record[name], ensure_ascii=False) for name in AS_JSON},
    }
