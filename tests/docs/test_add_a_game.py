"""The steps of docs/add-a-game.md work in a copy of the project, and the game can be played.

Files are written, diffs applied and commands run, in order. Then a browser opens the copy's table.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.conftest import FLAGS, missing
from tests.table.support.served_table import TableProcess

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs/add-a-game.md"
NODE_MODULES = ROOT / "page/node_modules"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "static", "node_modules", "*.c", "*.h", "*.pyx")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|ts|svelte))`")


class Block(NamedTuple):
    """A block of the page, and the last file named before it."""

    language: str
    text: str
    file: str


def blocks() -> Iterator[Block]:
    text = DOC.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        named = FILE.findall(text[: found.start()])
        yield Block(found[1], found[2], named[-1])


def patched(text: str, diff: str) -> str:
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] != "+")
    after = "".join(line[1:] for line in lines if line[0] != "-")
    assert text.count(before) == 1, f"not there once:\n{before}"
    return text.replace(before, after)


def follow(root: Path) -> list[str]:
    """Execute every block of the page, and return the last command, which starts the table."""
    commands: list[str] = []
    for block in blocks():
        path = root / block.file
        if block.language == "console":
            commands += [line.removeprefix("$ ") for line in block.text.splitlines()]
            for command in commands[:-1] if "sightline" in commands[-1] else commands:
                done = subprocess.run(
                    [sys.executable, *command.split()[1:]],
                    cwd=root,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, done.stdout + done.stderr
            commands = commands[-1:] if "sightline" in commands[-1] else []
        elif block.language == "diff":
            text = path.read_text(encoding="utf-8")
            path.write_text(patched(text, block.text), encoding="utf-8")
        else:
            assert not path.exists(), f"{block.file} is there already"
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    return commands[0].split()


def play(page: Page) -> None:
    yard = page.locator("[data-at]")
    page.get_by_test_id("start").click()
    expect(yard).to_have_attribute("data-at", "4,0")
    expect(yard).to_be_focused()
    page.get_by_role("button", name="East").click()
    expect(yard).to_have_attribute("data-at", "4,1")
    page.keyboard.press("ArrowRight")
    expect(yard).to_have_attribute("data-at", "4,2")
    page.keyboard.press("Control+z")
    expect(yard).to_have_attribute("data-at", "4,1")
    page.keyboard.press("ArrowRight")
    expect(yard).to_have_attribute("data-at", "4,2")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("game-over")).to_have_attribute("data-over", "won")
    page.get_by_test_id("see-replay").click()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-count", "3")


def test_the_page_takes_a_game_to_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = chromium.find_chromium()
    if browser is None:
        missing(chromium.MISSING)
    if not NODE_MODULES.is_dir():
        missing("The page's packages are not installed: `make page` installs them.")
    root = tmp_path / "sightline"
    for folder in ("src", "page"):
        shutil.copytree(ROOT / folder, root / folder, ignore=LEFT_OUT)
    (root / "page/node_modules").symlink_to(NODE_MODULES)
    monkeypatch.setenv("PYTHONPATH", str(root / "src"))
    words = follow(root)
    assert words[:2] == ["sightline", "table"]
    table = TableProcess(tmp_path / "table.sqlite", *words[2:], elsewhere=True)
    with table, sync_playwright() as driver:
        chrome = driver.chromium.launch(executable_path=browser, args=FLAGS)
        page = chrome.new_page()
        expect.set_options(timeout=15_000)
        page.goto(table.master_link)
        play(page)
        chrome.close()
