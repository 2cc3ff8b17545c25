"""Tests of `sightline mcp` with the client of the `mcp` package."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sightline import check
from sightline.answers.proofs import read_proof
from sightline.formats import load_bytes
from sightline.rules.registry import RULES
from tests.formats.map_samples import SAMPLES

mcp: Any = pytest.importorskip("mcp")

COMMAND = ("-m", "sightline", "mcp")
MAP = "plain.uvtt"


@asynccontextmanager
async def assistant(folder: Path) -> AsyncIterator[Any]:
    """Connect a client to a server that reads maps from this folder."""
    (folder / MAP).write_bytes(SAMPLES[MAP][1])
    parameters = mcp.StdioServerParameters(
        command=sys.executable, args=[*COMMAND, "--maps", str(folder)], env=dict(os.environ)
    )
    async with mcp.Client(mcp.stdio_client(parameters)) as client:
        yield client


async def call(client: Any, tool: str, **given: Any) -> Any:
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content
    return result.structured_content


async def test_a_game_on_a_real_map(tmp_path: Path) -> None:
    async with assistant(tmp_path) as client:
        read = await call(client, "read_map", path=MAP)
        map_id = read["map_id"]
        assert read["tiles"] == 24
        for name, at, side in (("Mira", [0, 0], "hero"), ("goblin", [3, 5], "enemy")):
            await call(client, "place_figure", map_id=map_id, name=name, at=at, side=side)
        moved = await call(client, "move_figure", map_id=map_id, figure="goblin", to=[0, 5])
        assert {each["name"]: each["at"] for each in moved["figures"]}["goblin"] == [0, 5]

        document = await call(client, "map_document", map_id=map_id)
        board = load_bytes(json.dumps(document).encode(), "map.json").board
        for rule in ("corner", "dnd5e"):
            ends = {"source": "Mira", "target": "goblin", "rule": rule}
            look = await call(client, "look", map_id=map_id, **ends)
            assert look["words"]
            assert look["version"] == moved["version"]
            assert check(board, read_proof(board, look["proof"]))
            held = await call(client, "check_proof", map_id=map_id, proof=look["proof"])
            assert held["holds"]
        who = await call(client, "who_sees_whom", map_id=map_id)
        assert [each["figure"] for each in who["rows"]] == ["Mira", "goblin"]
        assert all(check(board, read_proof(board, each)) for each in who["proofs"])

        seen = await call(client, "field", map_id=map_id, viewers=["Mira"], radius=3)
        assert [0, 0] in seen["tiles"]
        (proof,) = seen["proofs"]
        assert check(board, read_proof(board, proof))
        shape = {"shape": "cone", "at": "Mira", "toward": "goblin", "length": 9, "sight": True}
        covered = await call(client, "area", map_id=map_id, **shape)
        assert covered["count"] > 0
        assert len(covered["proofs"]) == len(set(covered["figures"]) - {"Mira"})
        assert all(check(board, read_proof(board, each)) for each in covered["proofs"])
        way = await call(client, "reach", map_id=map_id, figure="Mira", steps=2)
        assert way["count"] > 1
        for answer in (seen, covered, way):
            claim = answer["claim"]
            held = await call(client, "check_proof", map_id=map_id, proof=claim)
            assert held["holds"], held["problems"]
            fewer = {**claim, "tiles": claim["tiles"][1:]}
            lie = await call(client, "check_proof", map_id=map_id, proof=fewer)
            assert not lie["holds"]
            assert "is missing" in lie["problems"][0]
        games = await call(client, "compare_rules", map_id=map_id, source="Mira", target="goblin")
        assert "dnd5e" in {each["rule"] for each in games["answers"]}
        for each in games["answers"]:
            sight = read_proof(board, each["proof"])
            assert check(board, sight)
            assert sight.verdict == each["verdict"]

        drawn = await client.call_tool("picture", {"map_id": map_id, "source": "Mira"})
        assert drawn.content[0].mime_type == "image/png"
        drawn = await client.call_tool("picture", {"map_id": map_id, "format": "svg"})
        assert drawn.content[0].text.startswith("<svg")


async def test_heights_and_windows(tmp_path: Path) -> None:
    async with assistant(tmp_path) as client:
        map_id = (await call(client, "draw_map", text="A...B"))["map_id"]
        low = {"change": "edges", "edges": [[[0, 1], [0, 2]]], "carries": "wall", "top": 2}
        window = {**low, "edges": [[[0, 2], [0, 3]]], "top": None, "stops": "window"}
        floor = {"change": "floor", "name": "gallery", "height": 3, "tiles": [[0, 4]]}
        await call(client, "change_map", map_id=map_id, changes=[low, window, floor])
        ends: dict[str, Any] = {"map_id": map_id, "rule": "center", "source": "A", "target": "B"}
        assert not (await call(client, "look", **ends))["visible"]
        above: dict[str, Any] = {**ends, "source": {"tile": "A1", "elevation": 4}}
        above["target"] = {"tile": "E1", "floor": "gallery"}
        look = await call(client, "look", **above)
        assert look["visible"]
        assert not (await call(client, "look", by="effect", **above))["visible"]
        document = await call(client, "map_document", map_id=map_id)
        board = load_bytes(json.dumps(document).encode(), "map.json").board
        assert check(board, read_proof(board, look["proof"]))
        moved = await call(
            client, "move_figure", map_id=map_id, figure="A", to=[0, 1], elevation=2.5
        )
        assert moved["figures"][0]["elevation"] == "5/2"
        found = await call(
            client, "field", map_id=map_id, viewers=["A"], floor="gallery", rule="center"
        )
        held = await call(client, "check_proof", map_id=map_id, proof=found["claim"])
        assert held["holds"], held["problems"]


async def test_rules_are_explained_and_errors_help(tmp_path: Path) -> None:
    async with assistant(tmp_path) as client:
        rules = await call(client, "list_rules")
        assert set(rules["rules"]) == set(RULES)
        rule = await call(client, "explain_rule", rule="dnd5e")
        assert rule["summary"]
        assert "half" in rule["degrees"]
        drawn = await call(client, "draw_map", text="A#B\n...")
        for tool, given, words in (
            ("explain_rule", {"rule": "chess"}, "no rule is called"),
            ("read_map", {"path": "nothing.txt"}, MAP),
            ("read_map", {"path": "../../../etc/passwd"}, "expected a file in"),
            ("look", {"map_id": "none", "source": "A", "target": "B"}, "no board has this id"),
            (
                "look",
                {"map_id": drawn["map_id"], "source": "A", "target": "Z"},
                "Give a figure's name: A, B",
            ),
            ("move_figure", {"map_id": drawn["map_id"], "figure": "A", "to": [9, 9]}, "[1, 2]"),
        ):
            result = await client.call_tool(tool, given)
            assert result.is_error
            assert words in result.content[0].text


def started(*options: str) -> tuple[subprocess.Popen[str], int, str]:
    process = subprocess.Popen(
        [sys.executable, *COMMAND, "--http", "--port", "0", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    said = ""
    assert process.stdout is not None
    while "Ctrl+C" not in said:
        said += process.stdout.readline()
    port, token = re.search(r":(\d+)/mcp", said), re.search(r"Token: (\S+)", said)
    assert port is not None
    return process, int(port[1]), token[1] if token else ""


async def test_over_http(tmp_path: Path) -> None:
    (tmp_path / MAP).write_bytes(SAMPLES[MAP][1])
    process, port, token = started("--maps", str(tmp_path))
    with process:
        try:
            assert token == ""
            async with mcp.Client(f"http://127.0.0.1:{port}/mcp") as client:
                drawn = await call(client, "draw_map", text="A.B")
                ends = {"source": "A", "target": "B"}
                assert (await call(client, "look", map_id=drawn["map_id"], **ends))["visible"]
                map_id = (await call(client, "read_map", path=MAP))["map_id"]
                seen = await call(client, "field", map_id=map_id, viewers=[[0, 0]])
                held = await call(client, "check_proof", map_id=map_id, proof=seen["claim"])
                assert held["holds"], held["problems"]
        finally:
            process.terminate()


def test_beyond_this_machine_a_token_is_needed() -> None:
    process, port, token = started("--host", "0.0.0.0")
    with process:
        try:
            assert len(token) >= 20
            for header, status in (({}, 401), ({"Authorization": f"Bearer {token}"}, 406)):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                connection.request("POST", "/mcp", b"{}", header)
                assert (connection.getresponse().status == 401) == (status == 401)
                connection.close()
        finally:
            process.terminate()
