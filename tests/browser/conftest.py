"""Fixtures with a real server, a real browser, and people who use it.

Everything is stopped after the last test of this folder: Playwright keeps an event loop running in
its thread, which would disturb the tests of other folders.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect, sync_playwright

from tests.browser import chromium, firefox, playground_site
from tests.browser.client import TableClient
from tests.browser.maps import MAPS
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.every_rule import THOROUGH

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PATIENCE = 15_000
SEEN_LAST = Path(__file__).parents[2] / "build/browser"
"""Screenshots of every page at the end of failed tests."""
# Chromium runs as root only without its sandbox. The other flags stop its background requests.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


def missing(what: str) -> NoReturn:
    """Skip the test because a browser or page is missing; fail instead in runs
    that require both.
    """
    if os.environ.get("CI", "").lower() not in {"", "0", "false"}:
        pytest.fail(what)
    pytest.skip(what)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "two_browsers: the test is run in Firefox, too")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("two_browsers"):
        wanted = THOROUGH or os.environ.get("SIGHTLINE_BROWSER") == "firefox"
        marks = () if wanted else pytest.mark.skip(firefox.LEFT_OUT)
        second = pytest.param("firefox", marks=marks)
        metafunc.parametrize("browser_name", ["chromium", second], indirect=True)


class Browsers:
    """Both browsers, each started at first use."""

    def __init__(self, playwright: Playwright, held: ExitStack) -> None:
        self._playwright, self._held = playwright, held
        self._running: dict[str, Browser] = {}

    def of(self, name: str) -> Browser:
        if name not in self._running:
            self._running[name] = self._firefox() if name == "firefox" else self._chromium()
        return self._running[name]

    def _chromium(self) -> Browser:
        path = chromium.find_chromium()
        if path is None:
            missing(chromium.MISSING)
        browser = self._playwright.chromium.launch(executable_path=path, args=FLAGS)
        self._held.callback(browser.close)
        return browser

    def _firefox(self) -> Browser:
        path = firefox.find_firefox()
        if path is None:
            pytest.skip(firefox.MISSING)
        return self._held.enter_context(firefox.open_firefox(self._playwright, path))


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    if not (files("sightline.table.http") / "static" / "index.html").is_file():
        missing("The page is not built: `make page` builds it.")
    with ExitStack() as held:
        playwright = held.enter_context(sync_playwright())
        expect.set_options(timeout=PATIENCE)
        yield Browsers(playwright, held)


@pytest.fixture(scope="package")
def playground() -> Iterator[str]:
    """Serve the playground, and return its address."""
    if not playground_site.is_built():
        missing(playground_site.MISSING)
    with playground_site.served() as address:
        yield address


@pytest.fixture(scope="package")
def engine(browsers: Browsers, playground: str) -> Iterator[Page]:
    """Return a page with the playground's engine started in chromium, shared because it takes
    seconds.
    """
    context = browsers.of("chromium").new_context(viewport=LAPTOP, reduced_motion="reduce")
    context.set_default_timeout(12 * PATIENCE)
    page = context.new_page()
    page.goto(playground)
    page.wait_for_selector("[data-engine=ready][data-live=true]")
    yield page
    context.close()


@pytest.fixture
def browser_name(request: pytest.FixtureRequest) -> str:
    """Return the browser. SIGHTLINE_BROWSER=firefox runs tests in it that are
    not marked for both.
    """
    default = os.environ.get("SIGHTLINE_BROWSER", "chromium")
    return str(getattr(request, "param", default))


@pytest.fixture
def browser(browsers: Browsers, browser_name: str) -> Browser:
    return browsers.of(browser_name)


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Callable[..., TableServer]]:
    """Return a function that starts a table with a map of maps.py or the sample.

    `words`: further arguments of the command.
    """
    servers: list[TableServer] = []

    def open_table(name: str = "", words: Sequence[str] = ()) -> TableServer:
        folder = tmp_path / f"table{len(servers)}"
        folder.mkdir()
        file = None
        if name:
            file = folder / f"{name}.txt"
            file.write_text(MAPS[name], encoding="utf-8")
        servers.append(TableServer(folder, file, words))
        return servers[-1]

    yield open_table
    for server in servers:
        server.stop()


@pytest.fixture
def server(request: pytest.FixtureRequest, opens: Callable[..., TableServer]) -> TableServer:
    """Start a table with the map of the test: `@pytest.mark.parametrize("server", [...])`."""
    return opens(getattr(request, "param", "rooms"))


@pytest.fixture
def client(server: TableServer) -> Iterator[TableClient]:
    """Connect a second client of the game master, in addition to the page."""
    client = TableClient(server.origin, server.secrets["m"])
    client.latest("stage")
    client.latest("table")
    yield client
    client.close()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Open a browser context per person; at the end, no page may have logged an error."""
    people: list[Person] = []

    def sit(name: str, origin: str, **how: Any) -> Person:
        context = browser.new_context(**{"viewport": LAPTOP, "reduced_motion": "reduce"} | how)
        context.set_default_timeout(PATIENCE)
        people.append(Person(context, origin, name))
        return people[-1]

    yield sit
    failed = request.node.stash.get(FAILED, False)
    for number, each in enumerate(people):
        if failed:
            SEEN_LAST.mkdir(parents=True, exist_ok=True)
            file = f"{request.node.name}-{number}-{each.name}.png"
            each.page.screenshot(path=SEEN_LAST / re.sub(r"[^\w.-]", "_", file))
        each.context.close()
    for each in people:
        each.check()


@pytest.fixture
def master(server: TableServer, person: Callable[..., Person]) -> Person:
    return person("master", server.origin).go(server.link("m")).at_the_table()


@pytest.fixture
def player(server: TableServer, client: TableClient, person: Callable[..., Person]) -> Person:
    """Return Pia, admitted to the table and playing Mira."""
    pia = person("Pia", server.origin).go(server.link("j"))
    pia.join("Pia")
    client.seat("Pia", "Mira")
    return pia.at_the_table()
