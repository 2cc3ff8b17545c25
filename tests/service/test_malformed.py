"""No request crashes the service, and every error names the field and the remedy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.malformed import send
from tests.service.running import Client


def test_malformed_requests_get_errors_that_help(ask: Client) -> None:
    statuses = send(ask, seed=2, count=400)
    assert statuses[400] > 200
    assert ask("GET", "/health").status == 200


@pytest.mark.parametrize(
    ("body", "field", "remedy"),
    [
        ({"text": "A.B", "from": "A"}, "to", "openapi"),
        ({"text": "A.B", "from": "A", "to": "C"}, "to", "A, B"),
        ({"text": "A.B", "from": [0, 9], "to": "B"}, "from", "[0, 2]"),
        ({"text": "A.B", "from": "A", "to": "B", "rule": "chess"}, "rule", "/v1/rules"),
        ({"text": "A.B", "from": "A", "to": "B", "rule": "hexray"}, "rule", "/v1/rules"),
        ({"text": "A.B", "from": "A", "to": "B", "form": "A"}, "form", "openapi"),
        ({"from": "A", "to": "B"}, "board", "/v1/boards/ID"),
        ({"text": "", "from": "A", "to": "B"}, "text", "formats"),
        ({"board": {"a": 1}, "from": "A", "to": "B"}, "board", "formats"),
        (b"no json", "body", "JSON"),
        (b"\xff\xfe", "body", "JSON"),
    ],
)
def test_an_error_names_the_field_and_the_remedy(
    ask: Client, body: Any, field: str, remedy: str
) -> None:
    answer = ask("POST", "/v1/see", body)
    assert answer.status == 400
    assert answer.body["error"]["field"] == field
    assert remedy in answer.body["error"]["remedy"]


def test_a_large_request_is_refused(ask: Client) -> None:
    answer = ask("POST", "/v1/see", b" " * (32 * 1024 * 1024 + 1))
    assert (answer.status, answer.body["error"]["field"]) == (413, "body")
