"""A person who uses a page: mouse, keyboard, touch, what is on the screen, and
all received bytes.
"""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    Locator,
    Page,
    Request,
    Response,
    WebSocket,
    expect,
)

from sightline.texts import in_english

Tile = tuple[int, int]
Spot = tuple[float, float]
Found = dict[str, Any]

# The content of the map as plain data, as the page reports it.
PICTURE = """() => {
  const all = (start) => [...document.querySelectorAll(`[data-testid^="${start}"]`)]
  const map = document.querySelector('[data-testid="map"]')
  const facts = (element) => ({
    is: (element.getAttribute('aria-label') ?? '').replace(/, sees .*/, ''),
    at: element.dataset.at ?? null,
    carries: element.dataset.carries ?? null, state: element.dataset.state ?? null,
  })
  const named = (start) => Object.fromEntries(
    all(start).map((element) => [element.dataset.testid, facts(element)]).sort())
  return {
    lit: Number(map?.dataset.lit), known: Number(map?.dataset.known), map: map?.dataset.map ?? null,
    figures: named('figure-'), doors: {...named('edge-'), ...named('wall-')},
    drawn: [...(map?.querySelectorAll('path.floor, path.rock, path.wall') ?? [])].map(
      (path) => (path.getAttribute('d') ?? '').split('M').sort()),
  }
}"""

# The log also says that somebody was seen, because it reports the past.
WITHOUT_THE_LOG = """() => {
  const page = document.documentElement.cloneNode(true)
  page.querySelectorAll('[data-testid^="log"]').forEach((each) => each.remove())
  return page.outerHTML
}"""

# Board units to window pixels.
SPOT = """([x, y]) => {
  const world = document.querySelector('[data-testid="world"]')
  const unit = Number(world.dataset.unit ?? 1)
  const spot = new DOMPoint(x * unit, y * unit).matrixTransform(world.getScreenCTM())
  return [spot.x, spot.y]
}"""

# The map was fitted, and has not moved for some frames.
AT_REST = """() => new Promise((done) => {
  let last = '', same = 0
  const look = () => {
    const now = document.querySelector('[data-testid="world"]')?.getAttribute('transform') ?? ''
    same = now && now === last && !now.startsWith('translate(0 0)') ? same + 1 : 0
    last = now
    if (same >= 3) done()
    else requestAnimationFrame(look)
  }
  look()
})"""


# Firefox's driver does not report sockets, so there the page itself records their messages.
TELLS_OF_SOCKETS = """
  const Socket = window.WebSocket
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given)
      console.debug('opened:', this.url)
      this.addEventListener('message', (event) => console.debug('came-in:', event.data))
    }
    send(data) {
      console.debug('went-out:', data)
      super.send(data)
    }
  }
"""


class Person:
    """A page with everything it received. `forgives`: expected error messages of the browser."""

    def __init__(self, context: BrowserContext, origin: str, name: str) -> None:
        self.name = name
        self.context = context
        self.origin = origin
        self.page: Page = context.new_page()
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.responses: list[Response] = []
        self.complaints: list[str] = []
        self.strays: list[str] = []
        self.forgives = ""
        self._link = ""
        self.page.on("console", lambda message: self._console(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.on("response", self._response)
        self.page.on("websocket", self._socket)
        if context.browser is not None and context.browser.browser_type.name == "firefox":
            self.page.add_init_script(TELLS_OF_SOCKETS)

    def _console(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(f"{kind}: {text}")
        heard, _, frame = text.partition(" ")
        if heard == "came-in:":
            self.frames.append(frame)
        elif heard == "went-out:":
            self.sent.append(frame)
        elif heard == "opened:" and not frame.startswith(self.origin.replace("http", "ws", 1)):
            self.strays.append(frame)

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.origin, "blob:", "data:")):
            self.strays.append(request.url)

    def _response(self, response: Response) -> None:
        self.responses.append(response)

    def _socket(self, socket: WebSocket) -> None:
        if not socket.url.startswith(self.origin.replace("http", "ws", 1)):
            self.strays.append(socket.url)
        socket.on("framereceived", lambda data: self.frames.append(text_of(data)))
        socket.on("framesent", lambda data: self.sent.append(text_of(data)))

    def check(self) -> None:
        """Check that the page logged no errors and made no requests to other servers."""
        unforgiven = [
            each
            for each in self.complaints
            if not (self.forgives and re.search(self.forgives, each))
        ]
        assert unforgiven == [], f"{self.name}'s console: {unforgiven}"
        assert self.strays == [], f"{self.name}'s page asked elsewhere: {self.strays}"

    # --- what they see --------------------------------------------------------------------------

    def go(self, link: str) -> Person:
        self._link = link
        self.page.goto(link)
        return self

    def seat(self) -> str:
        """Return the link to this seat: a player's is in the address, the game master's is not."""
        url = self.page.url
        return url if "#p=" in url else self._link

    def at_the_table(self) -> Person:
        """Wait until the map is drawn and no longer moves."""
        expect(self.spot("world")).to_be_attached()
        self.page.evaluate(AT_REST)
        return self

    def spot(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def line_is(self, phase: str) -> None:
        """Wait for a state of the connection: live, lost ..."""
        expect(self.spot("status")).to_have_attribute("data-phase", phase)

    def all_saved(self) -> None:
        """Wait until the table has acknowledged every action made here."""
        expect(self.spot("status")).to_have_attribute("data-unsaved", "0")

    def notices(self) -> Locator:
        """Return the page's transient messages."""
        return self.page.locator(".notices")

    def unfold(self, title: str) -> None:
        """Open a section of the side panel, and its tab."""
        self.open_tab(title)
        head = self.page.get_by_role("heading", name=title).get_by_role("button")
        if head.get_attribute("aria-expanded") == "false":
            head.click()

    def open_tab(self, title: str) -> None:
        """Open the tab with that section, if the page has tabs."""
        tab = self.page.locator(f'[data-tab][title*="{title}"]')
        if tab.count() and tab.first.get_attribute("aria-expanded") == "false":
            tab.first.click()

    def figure(self, identity: str) -> Locator:
        return self.spot(f"figure-{identity}")

    def picture(self) -> Found:
        found: Found = self.page.evaluate(PICTURE)
        return found

    def shows(self, picture: Found) -> None:
        """Wait until the map is drawn like this."""
        self.page.wait_for_function(
            f"(wanted) => JSON.stringify(({PICTURE})()) === JSON.stringify(wanted)", arg=picture
        )

    def lit(self) -> int:
        found: int = self.picture()["lit"]
        return found

    def messages(self) -> list[Found]:
        """Return every received message in order."""
        return [in_english(json.loads(frame)) for frame in self.frames]

    def received(self) -> str:
        """Return all bytes received over sockets and by requests since the last call, as one text.

        Call it before a reload, when the browser discards responses.
        """
        responses, self.responses = self.responses, []
        bodies = [
            response.body().decode("utf-8", "replace")
            for response in responses
            if response.ok and response.request.method != "HEAD"
        ]
        heads = [json.dumps(response.all_headers()) for response in responses]
        return "\n".join([*self.frames, *bodies, *heads, self.page.content()])

    # --- what they do ---------------------------------------------------------------------------

    def where(self, spot: Spot) -> Spot:
        """Convert a point in tile units to window pixels, after the map has stopped moving.

        The map moves when more of it becomes known.
        """
        self.page.evaluate(AT_REST)
        x, y = self.page.evaluate(SPOT, list(spot))
        return x, y

    def middle(self, tile: Tile) -> Spot:
        """Return the middle of a square in window pixels."""
        row, col = tile
        return self.where((col + 0.5, row + 0.5))

    def hex(self, tile: Tile) -> Spot:
        """Return the middle of a (pointy) hex in window pixels."""
        q, r = tile
        return self.where((q + r / 2, r * 3**0.5 / 2))

    def click(self, tile: Tile, **how: Any) -> None:
        self.page.mouse.click(*self.middle(tile), **how)

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def take(self, name: str) -> None:
        """Select one of the game master's tools."""
        self.spot(f"tool-{name}").click()

    def stroke(self, *spots: Spot, steps: int = 8) -> None:
        """Press at the first point of the window, move through the others, and
        release at the last.
        """
        mouse = self.page.mouse
        mouse.move(*spots[0])
        mouse.down()
        for spot in spots[1:]:
            mouse.move(*spot, steps=steps)
        mouse.up()

    def drag(self, start: Tile, end: Tile) -> None:
        self.stroke(self.middle(start), self.middle(end))

    def join(self, name: str) -> None:
        """Enter a name at the players' link."""
        self.spot("join-name").fill(name)
        self.spot("join-button").click()


def text_of(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode("utf-8", "replace")
