"""Answer questions in a process with limited memory: `python -m sightline.service.worker`.

Map files and questions of strangers may take memory and time, but only here. The server kills a
worker that takes too long, and starts another.

Input and output are frames of msgpack, each with its length in four bytes before it.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import Any, BinaryIO

import msgspec

from sightline.formats import Options, load_bytes, to_bytes
from sightline.processes import end_with_parent, give_way, limit
from sightline.rules.registry import rule_from_dict
from sightline.service.answering import (
    QUESTIONS,
    Picture,
    Subject,
    answer,
    blamed,
    rule_of,
    subject_of,
    subject_of_file,
)
from sightline.service.messages import NewBoard, encoded
from sightline.service.refusals import Refusal, not_valid
from sightline.texts import plain_text

MOST_MEMORY = 1024 * 1024 * 1024
MOST_SECONDS_OF_A_LIFE = 24 * 60 * 60
"""The processor time of one worker for all its requests. The server limits each request."""
BOARDS_KEPT = 8
"""How many boards a worker caches, so that they are not sent again."""
READY = b"\0\0\0\0"
"""An empty frame, which means that the worker has started."""
OK = 200
JSON = "application/json"


class Job(msgspec.Struct):
    """A job for a worker: a question or a file, and the board that it is about."""

    kind: str
    """The name of a question, "keep" to store a board, or "upload" for a map file."""
    body: bytes
    """The request as JSON, or the bytes of a map file."""
    key: str = ""
    """The key of the stored board that the job is about, with its version; "" if there is none."""
    document: bytes = b""
    """The stored board as our JSON, if the worker does not have it."""
    name: str = ""
    """The name of a map file."""


class Done(msgspec.Struct):
    """The result of a job: an HTTP status and a body."""

    status: int
    body: bytes
    media_type: str = JSON
    notes: list[str] = []


def main() -> None:
    end_with_parent()
    give_way()
    limit(MOST_MEMORY, MOST_SECONDS_OF_A_LIFE)
    known: OrderedDict[str, Subject] = OrderedDict()
    decoder = msgspec.msgpack.Decoder(Job)
    # Other output to standard output must not get between frames.
    source, sink, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr
    sink.write(READY)
    sink.flush()
    while (frame := _read(source)) is not None:
        done = msgspec.msgpack.encode(work(decoder.decode(frame), known), enc_hook=plain_text)
        sink.write(len(done).to_bytes(4, "big") + done)
        sink.flush()


def _read(source: BinaryIO) -> bytes | None:
    head = source.read(4)
    return source.read(int.from_bytes(head, "big")) if len(head) == 4 else None


def work(job: Job, known: OrderedDict[str, Subject]) -> Done:
    """Do one job and return its result."""
    try:
        with blamed("board"):
            return _work(job, known)
    except Refusal as refusal:
        return Done(refusal.status, refusal.body())


def _work(job: Job, known: OrderedDict[str, Subject]) -> Done:
    if job.kind == "upload":
        return _kept(subject_of_file(job.body, job.name, Options()))
    if job.kind == "keep":
        wanted = decoded(job.body, NewBoard)
        subject = subject_of(wanted)
        return _kept(Subject(subject.board, rule_of(wanted, subject), subject.notes))
    question = decoded(job.body, QUESTIONS[job.kind].request)
    subject = _known(job, known) if job.key else subject_of(question)
    made = answer(subject, job.kind, question)
    if isinstance(made, Picture):
        return Done(OK, made.data, made.media_type)
    return Done(OK, encoded(made))


def _kept(subject: Subject) -> Done:
    document = to_bytes(subject.board, ".json", subject.rule.to_dict())
    return Done(OK, document, notes=list(subject.notes))


def _known(job: Job, known: OrderedDict[str, Subject]) -> Subject:
    if job.document:
        known[job.key] = read_document(job.document)
    known.move_to_end(job.key)
    while len(known) > BOARDS_KEPT:
        known.popitem(last=False)
    return known[job.key]


def read_document(document: bytes) -> Subject:
    """Return the board and rule in a sightline JSON file."""
    loaded = load_bytes(document, "board.json")
    assert loaded.rule is not None
    return Subject(loaded.board, rule_from_dict(loaded.rule))


def decoded(body: bytes, kind: type[Any]) -> Any:
    """Return the request in these bytes, or raise a `Refusal` that names the invalid field."""
    try:
        return _decoder(kind).decode(body or b"{}")
    except (msgspec.MsgspecError, UnicodeError) as error:
        if isinstance(error, UnicodeError):
            error = msgspec.DecodeError(str(error))
        raise not_valid(error) from None
    except RecursionError:
        raise not_valid(msgspec.DecodeError("the JSON is nested too deeply")) from None


_DECODERS: dict[type[Any], msgspec.json.Decoder[Any]] = {}


def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.json.Decoder(kind)
    return _DECODERS[kind]


if __name__ == "__main__":
    main()
