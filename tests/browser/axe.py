"""Problems that axe-core finds on a page: names, roles, contrast and structure."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.browser.person import Person

SOURCE = Path(__file__).parents[2] / "page/node_modules/axe-core/axe.min.js"
RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}"""
THEMES = ("light", "dark")


@cache
def source() -> str:
    if not SOURCE.is_file():
        pytest.skip("axe-core is not installed: `npm ci` in page/ installs it.")
    return SOURCE.read_text(encoding="utf-8")


def violations(person: Person, state: str) -> list[str]:
    """Return every violation in both themes, with the state of the page."""
    page = person.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {source()} }}")
    found = []
    for theme in THEMES:
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        found += [f"{state}, {theme}: {each}" for each in page.evaluate(RUN)]
    return found
