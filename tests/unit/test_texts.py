"""Texts with templates can be encoded, and the catalogs contain them."""

import ast
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sightline.errors import SightlineError
from sightline.formats import Options, load_bytes
from sightline.playground import Playground
from sightline.service.messages import encoded as sent_by_service
from sightline.table.state.records import encoded
from sightline.texts import Phrase, as_text, dump_text, load_text, say
from tests.formats.map_samples import SAMPLES
from tests.fuzz import fuzz_readers

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "src/sightline").rglob("*.py"))
CATALOG = (ROOT / "page/src/words/server/said.gen.ts").read_text("utf-8")
KNOWN = {
    ast.literal_eval(line.strip().removesuffix(","))
    for line in CATALOG.splitlines()
    if line.startswith("  ")
}


def encoders(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that encode with msgspec: of `encode`, or of an `Encoder`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if re.fullmatch(
                r"(msgspec\.)?((json|msgpack)\.encode|((json|msgpack)\.)?Encoder)", called
            ):
                yield node


def test_every_encoder_takes_texts_with_templates() -> None:
    found = [
        (path, node) for path in MODULES for node in encoders(ast.parse(path.read_text("utf-8")))
    ]
    without = [
        f"{path.name}:{node.lineno}"
        for path, node in found
        if "enc_hook" not in [keyword.arg for keyword in node.keywords]
    ]
    assert len(found) > 5
    assert without == []


def test_storage_and_the_service_write_plain_texts() -> None:
    text = say("{who} sees {n} tiles", who="Mira", n=3)
    assert sent_by_service([text]) == encoded([text]) == b'["Mira sees 3 tiles"]'
    floor = msgspec.json.decode(encoded({"name": text, "unknown": word_of(text)}))
    assert floor == {"name": "Mira sees 3 tiles", "unknown": "Mira sees 3 tiles!"}
    with pytest.raises(NotImplementedError, match="cannot encode object"):
        encoded(object())


def test_a_stored_text_keeps_the_templates_inside_it() -> None:
    inner = say("the rock on {tile}", tile="C3")
    text = say("is stopped by {what}", what=say("{names}", names=[inner, "a wall"]))
    assert list(templates(load_text(dump_text(text)))) == list(templates(text))
    assert load_text(dump_text(text)) == text


def word_of(text: str) -> str:
    return text + "!"


def templates(text: str) -> Iterator[str]:
    """Yield the templates in a text that contain words."""
    if not isinstance(text, Phrase):
        return
    if re.search(r"[^\W\d_]{2}", re.sub(r"\{[^}]*\}", "", text.template)):
        yield text.template
    for value in text.values.values():
        for each in [value] if isinstance(value, str) else value if isinstance(value, list) else []:
            yield from templates(each)


@pytest.mark.parametrize("name", SAMPLES)
def test_reports_on_maps_are_in_the_catalogs(name: str) -> None:
    report = load_bytes(SAMPLES[name][1], name).report
    sentences = [*report.read, *report.changed, *report.guessed, *report.lost]
    untranslatable = [each for each in sentences if not isinstance(each, Phrase)]
    # A quoted title is the same in every language.
    assert [each for each in untranslatable if not each.startswith("“")] == []
    assert {found for each in sentences for found in templates(each)} <= KNOWN


COMMANDS_ONLY = (
    *("answers/", "apps/", "assistant/", "bank/", "cluster/", "packs/", "service/", "studies/"),
    *("formats/foundry/leveldb.py", "formats/safe/sidecar_files.py"),
    *("games/one_card_dungeon/board/", "games/quest/board/", "games/quest/scenario_files.py"),
    "games/skirmish/board/",
)
"""Packages and modules that read folders, and files of rules and games. No page shows their errors.
"""
ERROR_METHODS = ("error", "error_at", "_expected")


def plain_messages(tree: ast.AST) -> Iterator[str]:
    """The messages of FormatErrors, and of errors of nodes and lines, that are not texts."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if called == "FormatError" or called in ERROR_METHODS:
            for given in node.args[: 1 if called == "FormatError" else None]:
                literal = ast.unparse(given)
                if isinstance(given, ast.JoinedStr) or (
                    isinstance(given, ast.Constant) and " " in literal
                ):
                    yield literal


def test_errors_about_files_have_templates() -> None:
    found = [
        f"{name}: {message}"
        for path in MODULES
        if not (name := path.relative_to(ROOT / "src/sightline").as_posix()).startswith(
            COMMANDS_ONLY
        )
        for message in plain_messages(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


def untranslated(text: str) -> Iterator[str]:
    """Parts of a text that pages show in English. Quoted words of the file are not part of it."""
    if not isinstance(text, Phrase):
        if re.search(r"\b(?:expected|is|not|the|of|got)\b", re.sub(r"'.*'|\".*\"", "", text)):
            yield text
        return
    yield from (each for each in templates(text) if each not in KNOWN)
    for value in text.values.values():
        if isinstance(value, str):
            yield from untranslated(value)


@pytest.mark.parametrize("name", SAMPLES)
def test_errors_of_broken_maps_are_in_the_catalogs(name: str) -> None:
    found = set()
    for seed in range(12):
        broken = fuzz_readers.mutate(SAMPLES[name][1], random.Random(seed))
        try:
            load_bytes(broken, "broken", Options(snap=seed % 2 == 0))
        except SightlineError as error:
            found |= set(untranslated(as_text(error)))
    assert found == set()


REFUSED_BY_THE_PLAYGROUND: tuple[dict[str, Any], ...] = (
    {"t": "move", "figure": "Nobody", "to": [1, 1]},
    {"t": "place", "name": "Ann", "at": [1, 1]},
    {"t": "place", "name": "Ann", "at": [3, 3], "height": 0},
    {"t": "terrain", "tiles": [[0, 0]], "kind": "Mud!"},
    {"t": "height", "tiles": [[0, 0]], "cover": 1},
    {"t": "edges", "edges": [[[0, 0], [5, 5]]], "carries": "wall"},
    {"t": "edges", "edges": [[[0, 0], [0, 2]]], "carries": "wall"},
    {"t": "edges", "edges": [[[0, 0], [0, 1]]], "carries": "moat"},
    {"t": "wall", "ends": [[0, 0], [0, 0]]},
    {"t": "wall", "ends": [[0, 0], [2, 2]], "bottom": 3, "top": 1},
    {"t": "unwall", "ends": [[0.1, 0], [0, 0.7]]},
    {"t": "door", "edge": [[0, 0], [0, 1]], "state": "open"},
    {"t": "edit", "figure": "Mira", "team": "x" * 200},
    {"t": "floor", "height": 1, "tiles": [], "name": "attic"},
    {"t": "unfloor", "name": "attic"},
    {"t": "rule", "rule": {"rule": "corner", "ties": "odd"}},
    {"t": "decide"},
    {"t": "seat"},
    {"t": "new_map", "rows": 999},
)


@pytest.mark.parametrize("action", REFUSED_BY_THE_PLAYGROUND, ids=lambda action: action["t"])
def test_refusals_of_the_playground_are_in_the_catalogs(action: dict[str, Any]) -> None:
    sent = json.dumps({"t": "do", "id": "1", "action": action})
    refused = json.loads(Playground().handle(sent))[-1]
    assert refused["t"] == "refused"
    assert list(untranslated(load_text(json.dumps(refused["why"])))) == []


@pytest.mark.parametrize("link", ["#1.abc", "nope", "#9.x", "#1.<script>"])
def test_errors_of_links_are_in_the_catalogs(link: str) -> None:
    opened = json.loads(Playground().call("open", json.dumps({"link": link})))
    assert list(untranslated(load_text(json.dumps(opened["error"])))) == []
