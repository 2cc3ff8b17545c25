"""Malformed requests of every kind, generated from a seed.

python -m tests.service.malformed 10000    sends 10,000 requests to a new service
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.service.running import Client, service

TEXT = '+---+---+\n| A   . |\n+   +---+\n| .   B |\n+---+---+\n\nA: "A" hero\nB: "B" enemy\n'
QUESTIONS: dict[str, dict[str, Any]] = {
    "see": {"from": {"tile": "A1", "elevation": 2}, "to": "B", "rule": "corner", "by": "effect",
            "detail": "proof"},
    "cover": {"from": "A", "to": [1, 0], "rule": "dnd5e"},
    "field": {"viewers": ["A", {"tile": [0, 1], "floor": "f"}], "radius": 2, "metric": "euclid",
              "floor": "f", "light_walls": True, "cover": False, "detail": "claim"},
    "compare": {"from": "A", "to": "B"},
    "reach": {"from": "A", "steps": 3, "diagonals": "open", "doors": ["open"], "through": ["B"]},
    "area": {"shape": "cone", "at": "A", "toward": "B", "length": 2, "angle": 90, "sight": True,
             "detail": "claim"},
    "who": {"rule": {"rule": "center", "ties": "strict"}},
    "picture": {"from": "A", "to": "B", "format": "svg", "theme": "dark"},
    "check": {"proof": {"claim": "reach", "question": {"from": "A", "steps": 2, "rule": "center"},
                        "tiles": [{"tile": [0, 0], "cost": "1/2"}]}},
}  # fmt: skip
CHANGES: list[dict[str, Any]] = [
    {"change": "move", "figure": "A", "to": [0, 1]},
    {"change": "place", "name": "C", "at": [0, 1], "kind": "figure", "size": [1, 1], "height": 2},
    {"change": "lift", "figure": "A", "elevation": 1.5},
    {"change": "floor", "name": "f", "height": 3, "tiles": [[0, 0], [0, 1]]},
    {"change": "unfloor", "name": "f"},
    {"change": "edit", "figure": "B", "name": "D", "side": "hero"},
    {"change": "remove", "figure": "Z"},
    {"change": "paint", "tiles": [[0, 1]], "solid": False},
    {"change": "terrain", "tiles": [[0, 1]], "kind": "water"},
    {"change": "edges", "edges": [[[0, 0], [0, 1]]], "carries": "door", "state": "open", "top": 2,
     "bottom": 1, "stops": "window"},
    {"change": "door", "edge": [[0, 0], [0, 1]], "state": "closed"},
    {"change": "wall", "ends": [[0.5, 0.5], [1.5, 1]], "carries": "gate"},
    {"change": "unwall", "ends": [[0, 0], [1, 1]]},
    {"change": "height", "tiles": [[0, 0]], "cover": 1, "elevation": 0.5},
]  # fmt: skip
ODD: list[Any] = [
    None, True, -1, 0, 1e308, 10**30, 2**63, 0.1, "", "A", "\u0000", "\ud800", "x" * 5000, [], {},
    [1], [1, 2, 3], [[0, 0], [0, 1]], {"rule": "pack"}, [1.5, 2], ["A"], {"a": {"b": []}},
    "../../etc/passwd", "NaN", [10**30, 0], [-1, -1], {"rule": "corner", "ties": 3}, "C99",
]  # fmt: skip
PATHS = ("/", "/v1", "/v1/", "/v1/nothing", "/v1/boards/none/see", "/v1/boards/%00", "/v1/see/x",
         "/v1/boards?name=%ff", "/metrics", "//", "/v1/boards/../see", "/%2e%2e")  # fmt: skip
METHODS = ("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "BREW", "POST")
Request = tuple[str, str, bytes, dict[str, str]]


def requests(seed: int, count: int, document: Any) -> Iterator[Request]:
    """Yield `count` requests, almost all of them malformed. "ID" stands for the id of a board."""
    rng = Random(seed)
    for _ in range(count):
        yield _request(rng, document)


def _request(rng: Random, document: Any) -> Request:
    kind = rng.random()
    if kind < 0.1:
        return rng.choice(METHODS), rng.choice(PATHS), rng.randbytes(rng.randrange(40)), {}
    if kind < 0.3:
        change = _damaged(rng, rng.choice(CHANGES))
        return "PATCH", "/v1/boards/ID", _bytes(rng, {"changes": [change]}), {}
    if kind < 0.5:
        board = {"board": _damaged(rng, document), "from": "A", "to": "B"}
        del board["from" if rng.random() < 0.5 else "to"]
        path = rng.choice(("/v1/boards", "/v1/see", "/v1/field"))
        return "POST", path, _bytes(rng, board), {}
    if kind < 0.6:
        headers = {"Content-Type": "application/octet-stream"}
        name = rng.choice(("a.uvtt", "a.json", "a.txt", "a.tmx", "a.db", "a.png", ""))
        data = bytearray(json.dumps(document).encode())
        for _ in range(rng.randrange(30)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return "POST", f"/v1/boards?name={name}", bytes(data[rng.randrange(300) :]), headers
    name = rng.choice(list(QUESTIONS))
    question = _damaged(rng, QUESTIONS[name])
    if isinstance(question, dict) and rng.random() < 0.3:
        return "POST", f"/v1/{name}", _bytes(rng, {"text": _text(rng), **question}), {}
    return "POST", f"/v1/boards/ID/{name}", _bytes(rng, question), {}


def _damaged(rng: Random, given: Any) -> Any:
    """Return a copy with one part replaced, removed or added."""
    if isinstance(given, dict) and given and rng.random() < 0.85:
        made = dict(given)
        key = rng.choice(list(made))
        match rng.randrange(4):
            case 0:
                del made[key]
            case 1:
                made[rng.choice(("from", "to", "nothing", "", "board", "text", "file"))] = (
                    rng.choice(ODD)
                )
            case _:
                made[key] = _damaged(rng, made[key])
        return made
    if isinstance(given, list) and given and rng.random() < 0.6:
        made_list = list(given)
        made_list[rng.randrange(len(given))] = _damaged(rng, rng.choice(given))
        return made_list
    return rng.choice(ODD)


def _text(rng: Random) -> str:
    letters = list(TEXT)
    for _ in range(rng.randrange(4)):
        letters[rng.randrange(len(letters))] = rng.choice('AB#.+-| \n"\u0000é')
    return "".join(letters)


def _bytes(rng: Random, plain: Any) -> bytes:
    data = json.dumps(plain).encode()
    match rng.randrange(12):
        case 0:
            return data[: rng.randrange(len(data))]
        case 1:
            return data.replace(b":", b"=", 1)
        case 2:
            return b"[" * rng.choice((10, 2_000, 100_000))
        case 3:
            return data + b"\xff"
    return data


def send(ask: Client, seed: int, count: int) -> Counter[int]:
    """Send them, and count the responses by status. Every error message must be helpful."""
    board_id = ask.post("/v1/boards", {"text": TEXT})["id"]
    document = ask("GET", f"/v1/boards/{board_id}").body["board"]
    found: Counter[int] = Counter()
    for number, request in enumerate(requests(seed, count, document)):
        if number % 50 == 0:  # valid changes may have changed or deleted it
            board_id = ask.post("/v1/boards", {"text": TEXT})["id"]
        method, path, body, headers = request
        path = path.replace("ID", board_id)
        status, said = ask(method, path, body, headers)
        found[status] += 1
        assert status < 500, (request, said)
        if status >= 400 and method != "HEAD":
            error = said["error"]
            assert error["field"], (request, said)
            assert error["message"], (request, said)
            assert error["remedy"], (request, said)
    return found


if __name__ == "__main__":
    with service("--seconds", "30") as client:
        print(dict(send(client, 1, int(sys.argv[1]))))
        print(client("GET", "/metrics").body.decode().splitlines()[-1])
