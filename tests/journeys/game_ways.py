"""Steps that all game journeys share: start from the first page, save,
continue, share and watch.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.server import TableServer

PHONE = {"width": 390, "height": 844}
PATIENCE = 30.0
PICTURES = os.environ.get("SIGHTLINE_PICTURES", "")
"""A folder for screenshots from the stations of a journey, for inspection; "" for none."""

Opens = Callable[..., TableServer]
Sits = Callable[..., Person]


class Player:
    """A person who plays a game at a separate table. `board`: the test id of the game."""

    def __init__(self, person: Person, server: TableServer, board: str) -> None:
        self.person, self.server = person, server
        self.page, self.spot, self.press_key = person.page, person.spot, person.press
        self.board: Locator = person.spot(board)

    # --- how it stands

    def said(self, name: str) -> str:
        """Return an attribute of the game on the page, such as its phase or number of moves."""
        return self.board.get_attribute(f"data-{name}") or ""

    def is_over(self) -> bool:
        return self.spot("game-over").is_visible()

    def does(self, act: Callable[[], object]) -> None:
        """Call `act`, and wait until the game has advanced and all animations have ended."""
        before = self.said("number")
        act()
        expect(self.board).not_to_have_attribute("data-number", before)
        expect(self.board).to_have_attribute("data-playing", "false")
        self.keeps_focus()

    def press(self, key: str) -> None:
        self.does(lambda: self.press_key(key))

    def click(self, name: str) -> None:
        self.does(lambda: self.spot(name).click())

    def keeps_focus(self) -> None:
        """Check that some element has the focus. (It moves with the next picture.)"""
        self.page.wait_for_function("() => document.activeElement !== document.body")

    def picture(self, name: str) -> None:
        if PICTURES:
            self.page.screenshot(path=Path(PICTURES) / f"{name}.png")

    # --- the stations

    def leave_with_the_save(self, folder: Path) -> Path:
        """Stop in the middle of the game and download its save."""
        self.spot("leave").click()
        expect(self.spot("end-game")).to_be_focused()
        self.spot("end-game").click()
        self.keeps_focus()
        return self.save(folder)

    def save(self, folder: Path) -> Path:
        with self.page.expect_download() as download:
            self.spot("save-game").click()
        file = folder / download.value.suggested_filename
        download.value.save_as(file)
        return file

    def open_file(self, name: str, file: Path) -> None:
        with self.page.expect_file_chooser() as chooser:
            self.spot(name).click()
        chooser.value.set_files(file)
        expect(self.board).to_be_visible()
        self.keeps_focus()

    def replay_link(self) -> str:
        self.person.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.get_by_role("button", name="Copy replay link").click()
        expect(self.page.get_by_role("button", name="Copied")).to_be_visible()
        link: str = self.page.evaluate("navigator.clipboard.readText()")
        return link

    def clear_away(self) -> None:
        """Clear the game: confirm, then return to the first page, where games are chosen."""
        self.spot("leave").click()
        self.spot("clear-game").click()
        expect(self.spot("keep-game")).to_be_focused()
        self.spot("keep-game").click()
        expect(self.board).to_be_visible()
        self.spot("clear-game").click()
        self.spot("clear-yes").click()
        expect(self.spot("first-page")).to_be_visible()
        self.keeps_focus()


def from_the_first_page(opens: Opens, person: Sits, game: str, board: str) -> Player:
    """Open a new table and choose a game on its first page."""
    server = opens()
    player = Player(person("GM", server.origin).go(server.link("m")).at_the_table(), server, board)
    player.spot("home").click()
    player.spot(f"play-{game}").click()
    expect(player.spot("start")).to_be_visible()
    player.keeps_focus()
    return player


def every_tile_answers(player: Player, start: str) -> None:
    """Check that the middle of every tile belongs to that tile, even under figures and labels."""
    tiles = player.page.locator(f'[data-testid^="{start}"]')
    names = [(each.get_attribute("data-testid") or "").removeprefix(start) for each in tiles.all()]
    assert len(names) >= 9
    for name, tile in zip(names, tiles.all(), strict=True):
        box = tile.bounding_box()
        assert box is not None
        player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        said = player.spot("looked").inner_text()
        assert re.match(rf"\(?{re.escape(name).replace(',', ', ?')}\)?\b", said), f"{name}: {said}"
    player.page.mouse.move(1, 1)


def a_stranger_watches(person: Sits, origin: str, link: str, name: str) -> None:
    """Open the replay's link in a fresh browser: it shows the replay and
    nothing else of the table.
    """
    stranger = person("stranger", origin).go(link)
    replay = stranger.spot("replay")
    expect(replay).to_have_attribute("data-at", "0")
    count = int(replay.get_attribute("data-count") or 0)
    assert count > 0
    stranger.spot("replay-on").click()
    expect(replay).to_have_attribute("data-at", "1")
    expect(stranger.spot("replay-now")).not_to_be_empty()
    stranger.page.get_by_role("slider").press("End")
    expect(replay).to_have_attribute("data-at", str(count))
    stranger.page.reload()
    expect(replay).to_have_attribute("data-at", "0")
    assert stranger.frames == [], "somebody without a seat got messages of the table"
    if PICTURES:
        stranger.page.screenshot(path=Path(PICTURES) / f"{name}-stranger.png")
        stranger.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        stranger.page.screenshot(path=Path(PICTURES) / f"{name}-stranger-phone.png")


def in_the_terminal(*words: str, wait_for: str, quit_with: bytes) -> str:
    """Run `sightline` in a terminal until it shows `wait_for`, then quit. Return the output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sightline.apps.cli.main", *words]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "110", "LINES": "40"}
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True
    )
    os.close(theirs)
    shown, end, has_left = b"", time.monotonic() + PATIENCE, False
    try:
        while time.monotonic() < end:
            if select.select([ours], [], [], 0.2)[0]:
                try:
                    shown += os.read(ours, 65_536)
                except OSError:  # the process has ended
                    break
            if not has_left and wait_for in plain(shown):
                os.write(ours, quit_with)
                has_left = True
            if process.poll() is not None:
                break
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(ours)
    text = plain(shown)
    assert has_left, f"expected {wait_for!r} on the screen, got:\n{text[-2_000:]}"
    return text


def plain(shown: bytes) -> str:
    """Remove the terminal's control codes."""
    text = shown.decode("utf-8", "replace")
    return re.sub(r"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07]*\x07|[PX^_].*?\x1b\\|.)", "", text)
