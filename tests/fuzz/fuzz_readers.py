"""Feed broken files to every map reader. Each must give a board or one of our errors.

    python -m tests.fuzz.fuzz_readers --seconds 60 [--count 1000000] [--seed 1] [--corpus FOLDER]

The corpus is a folder of small maps with at least one per reader (`test_fuzz_readers.py` checks
this). A file that breaks a reader is written to `found/` next to the corpus. Some of the boards are
written in every format and read again. With atheris installed, `--atheris` lets it generate the
inputs (with its own options).
"""

import argparse
import contextlib
import copy
import io
import json
import math
import random
import re
import resource
import sys
import time
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

from sightline.errors import InvalidValueError, SightlineError
from sightline.formats import load_bytes
from sightline.formats.contract import Options
from sightline.formats.saving import NAMES, written
from sightline.pictures import looks_like_picture

CORPUS = Path(__file__).parent / "corpus"
FOUND = Path(__file__).parent / "found"

ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 0.5, -0.0, 1e308, 10**30, 2**31, 2**32, 2**53, 4096, 4097, "",
    "0", "-1", "\ud7ff", "x" * 300, [], {}, [[]], [0] * 7, {"x": 0}, {"x": 1, "y": 1},
)  # fmt: skip
ODD_BYTES = (
    b"<!DOCTYPE a>", b"&lol;", b"NaN", b"1e999", b'"', b"{", b"[" * 50, b"<", b"</map>", b"\0",
    b"\xff\xfe", b"4294967295", b"-1", b"\\ud800", b"<chunk/>", b"99999999999999999999", b",", b"=",
)  # fmt: skip


ODD_NUMBERS = (
    b"0", b"-1", b"1", b"0.5", b"-0.0", b"1e308", b"1e-308", b"nan", b"inf", b"4097", b"65536",
    b"2147483648", b"9007199254740993", b"999999999999999999999999", b"", b"x", b"true", b"null",
)  # fmt: skip
MOST_SECONDS = 10
PICTURES = 0.01
"""The share of pictures that are tried, since each needs a separate process."""
_WORD = re.compile(rb"-?[0-9][0-9.]*|[A-Za-z_]{2,}")


def corpus(folder: Path = CORPUS) -> list[tuple[str, bytes]]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path.name, path.read_bytes()) for path in files]


def spots(tree) -> list[tuple[Any, Any]]:
    """Return the container and key of every value in a JSON tree."""
    found: list[tuple[Any, Any]] = []
    waiting = [tree]
    while waiting:
        value = waiting.pop()
        keys = (
            value
            if isinstance(value, dict)
            else range(len(value))
            if isinstance(value, list)
            else ()
        )
        for key in keys:
            found.append((value, key))
            waiting.append(value[key])
    return found


def mutate_tree(data: bytes, rng: random.Random) -> bytes:
    """Swap, drop, duplicate or replace values of a JSON file."""
    try:
        tree = json.loads(data)
    except ValueError:  # one JSON document per line
        lines = data.splitlines(keepends=True)
        if len(lines) < 2:
            return mutate_bytes(data, rng)
        at = rng.randrange(len(lines))
        lines[at] = mutate(lines[at].rstrip(), rng) + b"\n"
        return b"".join(lines)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        places = spots(tree)
        if not places:
            break
        owner, key = rng.choice(places)
        action = rng.randrange(5)
        if action == 0:
            del owner[key]
        elif action == 1:
            other, name = rng.choice(places)
            owner[key] = copy.deepcopy(other[name])
        elif action == 2 and isinstance(owner, list):
            owner.extend(copy.deepcopy(owner[:50]))
        elif action == 3 and isinstance(owner[key], int | float):
            owner[key] *= rng.choice((-1, 10, 1000, 0.1, 1e200))
        else:
            owner[key] = copy.deepcopy(rng.choice(ODD_VALUES))
    return json.dumps(tree).encode()


def mutate_bytes(data: bytes, rng: random.Random) -> bytes:
    """Flip bits, cut, repeat, and insert unusual bytes."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        at = rng.randrange(len(made) + 1)
        action = rng.randrange(5)
        if action == 0 and made:
            made[at % len(made)] ^= 1 << rng.randrange(8)
        elif action == 1:
            del made[at:]
        elif action == 2:
            del made[at : at + rng.randrange(1, 20)]
        elif action == 3:
            made[at:at] = made[at : at + rng.randrange(1, 200)]
        else:
            made[at:at] = rng.choice(ODD_BYTES)
    return bytes(made)


def mutate_numbers(data: bytes, rng: random.Random) -> bytes:
    """Replace some numbers and words, for formats such as XML and drawings."""
    found = list(_WORD.finditer(data))
    for match in sorted(rng.sample(found, min(len(found), rng.choice((1, 1, 2, 4)))), reverse=True,
                        key=lambda each: each.start()):  # fmt: skip
        word = rng.choice((rng.choice(found)[0], rng.choice(ODD_NUMBERS)))
        data = data[: match.start()] + word + data[match.end() :]
    return data


def mutate_zip(data: bytes, rng: random.Random) -> bytes:
    """Change, drop, duplicate or rename one file of an archive."""
    made = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            files = {name: archive.read(name) for name in names}
    except (zipfile.BadZipFile, ValueError):
        return mutate_bytes(data, rng)
    name = rng.choice(names)
    action = rng.randrange(6)
    if action == 0:
        del files[name]
    elif action == 1:
        files[rng.choice(("../a", "/a", "a" * 300, "a\\b", name + "/", name.upper()))] = files[name]
    else:
        files[name] = mutate(files[name], rng)
    kind = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(made, "w", kind) as archive:
        for each, inside in files.items():
            archive.writestr(each, inside)
    return made.getvalue()


def mutate(data: bytes, rng: random.Random) -> bytes:
    chance = rng.random()
    if data[:4] == b"PK\3\4" and chance < 0.8:
        return mutate_zip(data, rng)
    if data[:1] == b"{" and chance < 0.7:
        return mutate_tree(data, rng)
    if chance < 0.4:
        return mutate_numbers(data, rng)
    return mutate_bytes(data, rng)


def try_one(name: str, data: bytes, options: Options, *, write: bool = False) -> bool:
    """Return whether the data gives a board. Errors other than ours are raised."""
    try:
        loaded = load_bytes(data, name, options)
    except SightlineError:
        return False
    if write:
        for format in NAMES:
            # Hexes, or more walls than the format can hold.
            with contextlib.suppress(InvalidValueError):
                load_bytes(written(loaded.board, format).data, name)
    return True


def run(seconds: float, seed: int, folder: Path = CORPUS, most: float = math.inf) -> int:
    rng = random.Random(seed)
    files = corpus(folder)
    tried = loaded = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end and tried < most:
        name, data = rng.choice(files)
        if looks_like_picture(data) and rng.random() > PICTURES:
            continue
        made = mutate(data, rng)
        options = Options(
            snap=rng.random() < 0.3,
            blocking=rng.choice(((), (), (), ("1",), ("walls",))),
            level=rng.choice((None, None, None, "0", "1")),
            grid=rng.choice((None,) * 9 + ("2x2", "3", "3+1+1")),
        )
        started = time.process_time()  # CPU time, since the machine may be busy
        try:
            loaded += try_one(name, made, options, write=rng.random() < 0.05)
        except BaseException:
            FOUND.mkdir(exist_ok=True)
            (FOUND / f"{seed}-{tried}-{name}").write_bytes(made)
            print(f"{name}, mutation {tried} of seed {seed}, with {options}", file=sys.stderr)
            raise
        if time.process_time() - started > MOST_SECONDS:
            raise TimeoutError(f"{name}, mutation {tried} of seed {seed}: too many seconds")
        tried += 1
    print(f"{tried:,} files tried, {loaded:,} became boards, the rest had errors of ours")
    return tried


def run_atheris(arguments: list[str]) -> None:
    atheris = import_module("atheris")  # optional, and without type annotations

    def one_input(data: bytes) -> None:
        try_one("input", data, Options())

    atheris.instrument_all()
    atheris.Setup([sys.argv[0], *arguments, str(CORPUS)], one_input)
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--count", type=float, default=math.inf, help="stop after this many files")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="a folder of maps to break")
    parser.add_argument("--atheris", action="store_true")
    chosen, rest = parser.parse_known_args()
    # 1 GB: a file of a few hundred bytes must never make a reader ask for more.
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    if chosen.atheris:
        run_atheris(rest)
    else:
        seed = random.randrange(10**9) if chosen.seed is None else chosen.seed
        run(chosen.seconds, seed, chosen.corpus, chosen.count)


if __name__ == "__main__":
    main()
