"""One page for each virtual tabletop, shared because its engine takes seconds to start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page

from tests.browser import playground_site
from tests.browser.conftest import PATIENCE, missing
from tests.browser.vtt import shells

if TYPE_CHECKING:
    from tests.browser.conftest import Browsers


@pytest.fixture(scope="module")
def host(browsers: Browsers) -> Iterator[Page]:
    """Open a simulated room of Owlbear Rodeo at another origin than the extension (`openRoom`)."""
    yield from _page(browsers, "owlbear_host.html")


@pytest.fixture(scope="module")
def foundry(browsers: Browsers) -> Iterator[Page]:
    """Open a stub of Foundry with the module loaded."""
    for page in _page(browsers, "foundry_stub.html"):
        page.wait_for_function("window.loaded")
        yield page


def _page(browsers: Browsers, file: str) -> Iterator[Page]:
    if not shells.are_built():
        missing(shells.MISSING)
    context = browsers.of("chromium").new_context()
    context.set_default_timeout(4 * PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    in_room = file == "owlbear_host.html"
    with ExitStack() as held:
        address = held.enter_context(
            playground_site.served(shells.OWLBEAR if in_room else shells.FOUNDRY)
        )
        at = address
        if in_room:  # another port is another origin
            at = held.enter_context(playground_site.served(shells.HERE))
        else:
            page.route(f"**/{file}", lambda route: route.fulfill(path=shells.HERE / file))
        page.goto(f"{at}{file}")
        page.evaluate("address => (window.extension = address)", address)
        yield page
    context.close()
    assert not wrong
