"""`sightline serve` gives the same answers as the library, and its proofs pass `check`."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from typing import Any

import pytest

from sightline import SquareBoard, areas, field, reach, trace
from sightline.answers.proofs import read_proof
from sightline.formats import to_bytes
from sightline.rules.registry import RULES
from tests.formats.map_samples import SAMPLES
from tests.service.running import Client, service

DRAWN = """\
+---+---+---+---+---+
| M   .   .   . | G |
+   +   +---+   +   +
| .   #   . o .   . |
+   +   +   +   +   +
| .   .   .   .   B |
+---+---+---+---+---+

M: "Mira" hero
G: "goblin" enemy
B: "Bruno" ally
"""
BOARD = SquareBoard.from_text(DRAWN)


@pytest.fixture(scope="module")
def board_id(ask: Client) -> str:
    return str(ask.post("/v1/boards", {"text": DRAWN, "rule": "dnd5e"})["id"])


@pytest.mark.parametrize("rule", ["corner", "center", "dnd5e", "descent2"])
@pytest.mark.parametrize("target", ["goblin", "Bruno", [1, 2]])
def test_a_look_is_the_librarys_and_its_proof_holds(
    ask: Client, board_id: str, rule: str, target: Any
) -> None:
    question = {"from": "Mira", "to": target, "rule": rule, "detail": "proof"}
    end = tuple(target) if isinstance(target, list) else target
    expected = trace(BOARD, "Mira", end, RULES[rule])
    by_id = ask.post(f"/v1/boards/{board_id}/see", question)
    assert by_id == ask.post("/v1/see", {**question, "text": DRAWN})
    assert (by_id["visible"], by_id["words"]) == (expected.visible, expected.explain())
    assert read_proof(BOARD, by_id["proof"]) == expected
    checked = ask.post(f"/v1/boards/{board_id}/check", {"proof": by_id["proof"]})
    assert checked == {"holds": True, "problems": []}
    lie = {**by_id["proof"], "verdict": "hidden" if expected.visible else "visible"}
    assert not ask.post("/v1/check", {"text": DRAWN, "proof": lie})["holds"]


def test_fields_areas_and_reach_are_the_librarys(ask: Client, board_id: str) -> None:
    path = f"/v1/boards/{board_id}"
    seen = ask.post(f"{path}/field", {"viewers": ["Mira", [2, 2]], "rule": "center", "radius": 3})
    expected = field(BOARD, ["Mira", (2, 2)], "center", radius=3)
    assert seen["tiles"] == [list(tile) for tile in expected]
    covered = ask.post(f"{path}/field", {"viewers": ["Mira"], "cover": True})
    assert {tuple(each[:2]) for each in covered["cover"]} == {*map(tuple, covered["tiles"])}
    shape = {"shape": "cone", "at": "Mira", "toward": "Bruno", "length": 4, "sight": True}
    cone = ask.post(f"{path}/area", shape)
    library = areas.cone(BOARD, "Mira", "Bruno", 4, sight="dnd5e")
    assert cone["tiles"] == [list(tile) for tile in library]
    moves = ask.post(
        f"{path}/reach",
        {"from": "Mira", "steps": 3, "diagonals": "open", "diagonal_cost": 1.5, "to": [2, 2]},
    )
    within = reach(BOARD, "Mira", 3, diagonals="open", diagonal_cost=1.5)
    assert {tuple(each["tile"]): each["cost"] for each in moves["tiles"]} == {
        tuple(tile): cost if isinstance(cost, int) else str(cost) for tile, cost in within.items()
    }
    assert moves["path"][0] == [0, 0]
    assert moves["path"][-1] == [2, 2]


def test_games_are_compared_and_everybody_is_listed(ask: Client, board_id: str) -> None:
    answers = ask.post(f"/v1/boards/{board_id}/compare", {"from": "Mira", "to": "goblin"})
    by_rule = {each["rule"]: each for each in answers["answers"]}
    assert {"dnd5e", "descent2"} <= set(by_rule)
    assert by_rule["dnd5e"]["degree"] == str(trace(BOARD, "Mira", "goblin", "dnd5e").degree)
    rows = ask.post(f"/v1/boards/{board_id}/who", {"rule": "center"})["rows"]
    assert [each["figure"] for each in rows] == ["Mira", "goblin", "Bruno"]


def test_pictures_are_drawn(ask: Client, board_id: str) -> None:
    for question in ({}, {"from": "Mira"}, {"from": "Mira", "to": "goblin", "all_lines": True}):
        drawn = ask("POST", f"/v1/boards/{board_id}/picture", question)
        assert drawn.status == 200
        assert drawn.body.startswith(b"<svg")
    drawn = ask("POST", "/v1/picture", {"text": DRAWN, "format": "png"})
    assert drawn.body.startswith(b"\x89PNG")


def test_a_board_changes_and_answers_change_with_it(ask: Client) -> None:
    made = ask.post("/v1/boards", {"text": "A#B", "rule": "center"})
    path = f"/v1/boards/{made['id']}"
    assert not ask.post(f"{path}/see", {"from": "A", "to": "B"})["visible"]
    changes = [
        {"change": "paint", "tiles": [[0, 1]], "solid": False},
        {"change": "place", "name": "A", "at": [0, 1], "side": "enemy", "blocks": False},
    ]
    now = ask("PATCH", path, {"changes": changes, "version": 1})
    assert now.status == 200
    assert now.body["version"] == 2
    assert [each["name"] for each in now.body["figures"]] == ["A", "B", "A 2"]
    assert ask.post(f"{path}/see", {"from": "A", "to": "B"})["visible"]
    late = ask("PATCH", path, {"changes": changes, "version": 1})
    assert (late.status, late.body["error"]["field"]) == (409, "version")
    half = [{"change": "remove", "figure": "B"}, {"change": "remove", "figure": "Z"}]
    failed = ask("PATCH", path, {"changes": half})
    assert (failed.status, failed.body["error"]["field"]) == (400, "changes[1]")
    kept = ask("GET", path).body
    assert kept["version"] == 2
    assert len(kept["board"]["board"]["figures"]) == 3  # all or nothing
    assert ask.post("/v1/boards", {"board": kept["board"]})["tiles"] == 3
    assert ask("DELETE", path).status == 204
    assert ask("GET", path).status == 404


def test_map_files_come_as_base64_or_as_they_are(ask: Client) -> None:
    name, data = "plain.uvtt", SAMPLES["plain.uvtt"][1]
    file = {"name": name, "data": base64.b64encode(data).decode()}
    made = ask.post("/v1/boards", {"file": file})
    headers = {"Content-Type": "application/octet-stream"}
    uploaded = ask("POST", f"/v1/boards?name={name}", data, headers)
    assert uploaded.status == 201
    assert uploaded.body["tiles"] == made["tiles"] > 1


def test_the_boards_that_nobody_asks_about_go(ask: Client) -> None:
    first = ask.post("/v1/boards", {"text": "A.B"})["id"]
    second = ask.post("/v1/boards", {"text": "A.B"})["id"]
    for _ in range(4):
        ask.post(f"/v1/boards/{first}/see", {"from": "A", "to": "B"})
        ask.post("/v1/boards", {"text": "."})
    assert ask("GET", f"/v1/boards/{first}").status == 200
    gone = ask("GET", f"/v1/boards/{second}")
    assert (gone.status, gone.body["error"]["field"]) == (404, "id")
    assert len(ask("GET", "/v1/boards").body["boards"]) == 5


def test_the_document_describes_the_answers(ask: Client, board_id: str) -> None:
    document = ask("GET", "/openapi.json").body
    assert document["openapi"] == "3.1.0"
    schemas = document["components"]["schemas"]
    assert {"AskSee", "SeeAnswer", "Patch", "ErrorAnswer"} <= set(schemas)
    answer = ask.post("/v1/see", {"text": "A.B", "from": "A", "to": "B", "detail": "proof"})
    assert set(answer) <= set(schemas["SeeAnswer"]["properties"])
    page = ask("GET", "/").body.decode()
    assert "POST /v1/boards/{id}/see" in page
    assert "//cdn" not in page
    assert "<script" not in page


def test_the_examples_of_the_document_are_answered(ask: Client) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    document = ask("GET", "/openapi.json").body
    links = document["paths"]["/v1/boards"]["post"]["responses"]["201"]["links"]
    tried = set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            example = content.get("application/json", {}).get("example")
            assert ("{id}" in path) == (operation["operationId"] in links)
            if example is not None:
                tried.add(path)
                drawn = ask.post(
                    "/v1/boards",
                    document["paths"]["/v1/boards"]["post"]["requestBody"]["content"][
                        "application/json"
                    ]["example"],
                )
                answer = ask(method.upper(), path.replace("{id}", drawn["id"]), example)
                assert answer.status in (200, 201), (path, answer)
                described = operation["responses"][str(answer.status)]["content"]
                if "schema" in described.get("application/json", {}):
                    schema = {**document, **described["application/json"]["schema"]}
                    jsonschema.validate(answer.body, schema, jsonschema.Draft202012Validator)
    assert len(tried) == 20


def test_health_and_metrics(ask: Client) -> None:
    assert ask("GET", "/health").body["status"] == "ok"
    ask("POST", "/v1/see", {})
    text = ask("GET", "/metrics").body.decode()
    assert 'sightline_requests_total{endpoint="see",status="400"}' in text
    assert 'sightline_request_seconds_bucket{endpoint="see",le="+Inf"}' in text
    assert "sightline_boards " in text


def test_beyond_this_machine_a_token_is_needed() -> None:
    with service("--host", "0.0.0.0") as ask:
        token, ask.token = ask.token, ""
        assert len(token) >= 20
        refused = ask("GET", "/v1/rules")
        assert (refused.status, refused.body["error"]["field"]) == (401, "Authorization")
        assert ask("GET", "/health").status == 200
        ask.token = token
        assert ask("GET", "/v1/rules").status == 200


def test_pages_of_other_sites_are_refused(ask: Client) -> None:
    assert ask("GET", "/v1/rules", headers={"Host": "evil.example"}).status == 421
    assert ask("GET", "/v1/rules", headers={"Origin": "http://evil.example"}).status == 401


def test_what_takes_too_long_is_ended() -> None:
    document = json.loads(to_bytes(SquareBoard(400, 400), ".json"))
    document["board"]["walls"] = [[7, 7 + n, 384_000 * 300, 384_000 * 2 * n] for n in range(150)]
    with service("--seconds", "1", "--workers", "1") as ask:
        question = {"board": document, "viewers": [[3, 3]], "rule": "dnd5e", "cover": True}
        ended = ask("POST", "/v1/field", question)
        assert ended.status == 504
        assert ended.body["error"]["remedy"]
        assert ask.post("/v1/see", {"text": "A.B", "from": "A", "to": "B"})["visible"]


def test_a_wrong_option_is_said_in_words() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sightline", "serve", "--boards", "0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "expected a number from 1 to 10000" in done.stderr


def test_heights_reach_the_questions(ask: Client) -> None:
    path = f"/v1/boards/{ask.post('/v1/boards', {'text': 'A...B', 'rule': 'center'})['id']}"
    low = {"change": "edges", "edges": [[[0, 1], [0, 2]]], "carries": "wall", "top": 2}
    window = {"change": "edges", "edges": [[[0, 2], [0, 3]]], "carries": "wall", "stops": "window"}
    floor = {"change": "floor", "name": "gallery", "height": 3, "tiles": [[0, 4]]}
    assert ask("PATCH", path, {"changes": [low, window, floor]}).status == 200
    assert not ask.post(f"{path}/see", {"from": "A", "to": "B"})["visible"]
    at = {"from": {"tile": "A1", "elevation": 4}, "to": {"tile": [0, 4], "floor": "gallery"}}
    for detail in ("verdict", "proof"):
        assert ask.post(f"{path}/see", {**at, "detail": detail})["visible"]
        assert not ask.post(f"{path}/see", {**at, "detail": detail, "by": "effect"})["visible"]
    lifted = {"change": "lift", "figure": "A", "elevation": 2.5}
    made = ask("PATCH", path, {"changes": [lifted]}).body["figures"][0]
    assert (made["name"], made["elevation"]) == ("A", "5/2")
    question = {"viewers": ["A"], "floor": "gallery", "detail": "claim"}
    claim = ask.post(f"{path}/field", question)["claim"]
    assert ask.post(f"{path}/check", {"proof": claim}) == {"holds": True, "problems": []}
    words = {**at, "rule": "corner", "detail": "words"}  # a text with its template
    by_id = ask.post(f"{path}/see", words)
    drawn = ask("GET", path).body["board"]
    assert by_id == ask.post("/v1/see", {**words, "board": drawn})
    compared = {each["rule"] for each in ask.post(f"{path}/compare", at)["answers"]}
    assert "corner" in compared
    assert "descent2" in compared
    assert "dcss" not in compared  # it does not support heights
    wrong = ask("POST", f"{path}/field", {"viewers": ["A"], "floor": "cellar"})
    assert (wrong.status, "cellar" in wrong.body["error"]["message"]) == (400, True)
    for change in ({"change": "unfloor", "name": "gallery"}, {**low, "carries": None}):
        assert ask("PATCH", path, {"changes": [change]}).status == 200
    ask("PATCH", path, {"changes": [{**lifted, "elevation": None}]})
    assert "elevation" not in ask("GET", "/v1/boards").body["boards"][0]["figures"][0]
