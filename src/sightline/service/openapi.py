"""The OpenAPI 3.1 document, generated from the structs that validate requests, and
an HTML page of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import msgspec

from sightline import __version__
from sightline.service import messages as m
from sightline.service.answering import QUESTIONS
from sightline.service.changes import Patch

SCHEMAS = "#/components/schemas/"
ERRORS = {
    "400": "A field is wrong. The error names it.",
    "401": "The token is missing or wrong.",
    "404": "No such board or address.",
    "409": "The board has another version by now.",
    "413": "Too large.",
    "421": "The service answers its own machine only.",
    "422": "There is no answer to this. The error says why.",
    "503": "Busy. Try again.",
    "504": "The answer takes too long.",
}

DRAWN = "A.#.\n...B"
EXAMPLES: dict[str, dict[str, Any]] = {
    "see": {"from": "A", "to": "B", "rule": "corner", "detail": "words"},
    "cover": {"from": "A", "to": "B", "rule": "dnd5e"},
    "field": {"viewers": ["A"], "radius": 3},
    "compare": {"from": "A", "to": "B"},
    "reach": {"from": "A", "steps": 3, "diagonals": "open"},
    "area": {"shape": "cone", "at": "A", "toward": "B", "length": 3},
    "who": {},
    "picture": {"from": "A", "to": "B"},
    "check": {
        "proof": {
            "claim": "reach",
            "question": {"from": "A", "steps": 0},
            "tiles": [{"tile": [0, 0], "cost": 0}],
        }
    },
    "keep": {"text": DRAWN, "rule": "corner"},
    "change": {"changes": [{"change": "move", "figure": "A", "to": [1, 0]}]},
}
"""An example request for each endpoint with a body. Requests about a stored board omit
the board.
"""
GIVEN = [{"required": [name]} for name in ("board", "text", "file")]
"""The ways to give a board. A question without the id of a stored board needs exactly
one of them.
"""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint of the service. The routes and the document are generated from these."""

    name: str
    method: str
    path: str
    summary: str
    request: type[m.Incoming] | None = None
    answer: type[m.Outgoing] | None = None
    media: tuple[str, ...] = ("application/json",)
    status: int = 200


ENDPOINTS: tuple[Endpoint, ...] = (
    *(
        Endpoint(
            f"{kind}{'' if not on else '_by_id'}",
            "POST",
            f"/v1{on}/{kind}",
            asked.summary,
            asked.request,
            asked.answer,
            ("application/json",) if asked.answer else ("image/svg+xml", "image/png"),
        )
        for on in ("", "/boards/{id}")
        for kind, asked in QUESTIONS.items()
    ),
    Endpoint(
        "keep",
        "POST",
        "/v1/boards",
        "Keep a board: as JSON, or the bytes of a map file with"
        " ?name=crypt.dd2vtt and another content type.",
        m.NewBoard,
        m.BoardInfo,
        status=201,
    ),
    Endpoint("boards", "GET", "/v1/boards", "List the boards.", None, m.BoardList),
    Endpoint("board", "GET", "/v1/boards/{id}", "A board as JSON.", None, m.BoardDocument),
    Endpoint("change", "PATCH", "/v1/boards/{id}", "Change a board.", Patch, m.BoardInfo),
    Endpoint("forget", "DELETE", "/v1/boards/{id}", "Forget a board.", None, None, (), 204),
    Endpoint("rules", "GET", "/v1/rules", "List the rules and games.", None, m.RuleList),
    Endpoint("health", "GET", "/health", "Is the service running? No token.", None, m.Health),
    Endpoint("metrics", "GET", "/metrics", "Counters for Prometheus.", media=("text/plain",)),
    Endpoint("openapi", "GET", "/openapi.json", "This document."),
    Endpoint("page", "GET", "/", "This document as a page.", media=("text/html",)),
)


def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    kinds = [each for e in ENDPOINTS for each in (e.request, e.answer) if each is not None]
    unique = list(dict.fromkeys([*kinds, m.ErrorAnswer]))
    _, schemas = msgspec.json.schema_components(unique, ref_template=SCHEMAS + "{name}")
    paths: dict[str, dict[str, Any]] = {}
    for each in ENDPOINTS:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "sightline",
            "version": __version__,
            "description": "Exact line of sight: who sees whom, and why.",
        },
        "paths": paths,
        "components": {
            "schemas": _plain_tuples(schemas),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
    }


def _plain_tuples(schema: Any) -> Any:
    """Return the schema without `prefixItems`, which few client generators support."""
    if isinstance(schema, list):
        return [_plain_tuples(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _plain_tuples(each) for name, each in schema.items()}
    if parts := made.pop("prefixItems", None):
        kinds = [each for number, each in enumerate(parts) if each not in parts[:number]]
        made["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return made


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    content: dict[str, Any] = {media: {} for media in endpoint.media}
    if endpoint.answer is not None:
        content = {"application/json": {"schema": _reference(endpoint.answer)}}
    answer = {"description": endpoint.summary, **({"content": content} if content else {})}
    error = {"application/json": {"schema": _reference(m.ErrorAnswer)}}
    made: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {
            str(endpoint.status): answer,
            **{code: {"description": text, "content": error} for code, text in ERRORS.items()},
        },
    }
    is_by_id = "{id}" in endpoint.path
    if endpoint.name == "keep":
        answer["links"] = {
            each.name: {"operationId": each.name, "parameters": {"id": "$response.body#/id"}}
            for each in ENDPOINTS
            if "{id}" in each.path
        }
    if is_by_id:
        made["parameters"] = [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        ]
    if endpoint.request is not None:
        made["requestBody"] = {
            "required": True,
            "content": {"application/json": _body(endpoint, is_by_id=is_by_id)},
        }
    return made


def _body(endpoint: Endpoint, *, is_by_id: bool) -> dict[str, Any]:
    assert endpoint.request is not None
    reference = _reference(endpoint.request)
    example = EXAMPLES.get(endpoint.name.removesuffix("_by_id"))
    if is_by_id:
        without = {"not": {"anyOf": GIVEN}} if issubclass(endpoint.request, m.WithBoard) else {}
        body: dict[str, Any] = {"schema": {"allOf": [reference], **without}}
    else:
        body = {"schema": {"allOf": [reference], "oneOf": GIVEN}}
    if example is None:
        return body
    return {**body, "example": example if is_by_id else {"text": DRAWN, **example}}


def _reference(kind: type[Any]) -> dict[str, str]:
    return {"$ref": SCHEMAS + kind.__name__}


# --- the page


STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color-scheme:light dark}code,pre{font:14px ui-monospace,monospace}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;"
    "padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8884}details{margin:.4rem 0}"
    "summary{cursor:pointer}"
)


def page() -> str:
    """Return the document as plain HTML, without scripts."""
    made = document()
    schemas = made["components"]["schemas"]
    head = (
        "<!doctype html><html lang=en><meta charset=utf-8><title>sightline serve</title>"
        f"<style>{STYLE}</style><h1>sightline serve</h1>"
        f"<p>{escape(made['info']['description'])} Version {escape(made['info']['version'])}."
        ' The same as <a href="openapi.json">OpenAPI 3.1</a>.</p>'
        '<p>Try it:</p><pre>curl -d \'{"text": "A#B", "from": "A", "to": "B", "detail": "words"}\''
        " http://127.0.0.1:8766/v1/see</pre><h2>Requests</h2>"
    )
    parts = [head]
    for each in ENDPOINTS:
        body = _table(schemas, each.request, "Request") + _table(schemas, each.answer, "Answer")
        parts.append(
            f"<details><summary><code>{each.method} {escape(each.path)}</code>"
            f" {escape(each.summary)}</summary>{body}</details>"
        )
    parts.append("<h2>Structures</h2>")
    for name, schema in sorted(schemas.items()):
        parts.append(
            f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>'
            f"{_fields(schema)}</details>"
        )
    return "".join(parts) + "</html>"


def _table(schemas: dict[str, Any], kind: type[Any] | None, title: str) -> str:
    if kind is None:
        return ""
    return f"<p>{title}: <code>{escape(kind.__name__)}</code></p>{_fields(schemas[kind.__name__])}"


def _fields(schema: dict[str, Any]) -> str:
    needed = schema.get("required", ())
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code><td>{_type(each)}"
        f"<td>{'required' if name in needed else ''}<td>{escape(each.get('description', ''))}"
        for name, each in schema.get("properties", {}).items()
    )
    about = escape(schema.get("description", ""))
    return f"<p>{about}</p><table><tr><th>Field<th>Type<th><th>{rows}</table>"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].removeprefix(SCHEMAS))
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return escape(", ".join(map(str, schema["enum"])))
    if schema.get("type") == "array":
        inside = _type(schema.get("items") or {})
        count = schema.get("maxItems", 0)
        return f"[{', '.join([inside] * count) if 2 <= count <= 3 else inside}]"
    return escape(str(schema.get("type", "anything")))
