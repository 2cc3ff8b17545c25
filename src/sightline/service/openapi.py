"""The OpenAPI 3.1 document, made from the structs that validate, and a page that shows it."""

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
    "413": "Too large.",
    "503": "Busy. Try again.",
    "504": "The answer takes too long.",
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One line of the service: the routes and the document are made from these."""

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
    """The OpenAPI document."""
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
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
    }


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
    if "{id}" in endpoint.path:
        made["parameters"] = [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        ]
    if endpoint.request is not None:
        schema = {"schema": _reference(endpoint.request)}
        made["requestBody"] = {"required": True, "content": {"application/json": schema}}
    return made


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
    """The document as plain HTML, without scripts."""
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
        inside = schema.get("prefixItems") or [schema.get("items") or {}]
        return f"[{', '.join(_type(each) for each in inside)}]"
    return escape(str(schema.get("type", "anything")))
