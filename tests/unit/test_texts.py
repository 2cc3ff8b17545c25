"""Texts with templates can be encoded, and the catalogs contain them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sightline.formats import load_bytes
from sightline.service.messages import encoded as sent_by_service
from sightline.table.state.records import encoded
from sightline.texts import Phrase, say
from tests.formats.map_samples import SAMPLES

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


def word_of(text: str) -> str:
    return text + "!"


def templates(text: str) -> Iterator[str]:
    """Yield the templates in a text that contain words."""
    if not isinstance(text, Phrase):
        return
    if re.search(r"[^\W\d_]{2}", re.sub(r"\{[^}]*\}", "", text.template)):
        yield text.template
    for value in text.values.values():
        if isinstance(value, str):
            yield from templates(value)


@pytest.mark.parametrize("name", SAMPLES)
def test_reports_on_maps_are_in_the_catalogs(name: str) -> None:
    report = load_bytes(SAMPLES[name][1], name).report
    sentences = [*report.read, *report.changed, *report.guessed, *report.lost]
    untranslatable = [each for each in sentences if not isinstance(each, Phrase)]
    # A quoted title is the same in every language.
    assert [each for each in untranslatable if not each.startswith("“")] == []
    assert {found for each in sentences for found in templates(each)} <= KNOWN
