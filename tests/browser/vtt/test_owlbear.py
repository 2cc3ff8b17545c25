"""The Owlbear Rodeo extension with the real SDK, in a host that implements the SDK's protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from sightline.playground import Playground
from tests.browser.vtt import shells

WHERE = {
    "rotation": 0,
    "scale": {"x": 1, "y": 1},
    "visible": True,
    "locked": False,
    "zIndex": 0,
    "createdUserId": "gm",
    "lastModified": "now",
    "lastModifiedUserId": "gm",
    "metadata": {},
}


def image(name: str, layer: str, x: int, y: int, size: tuple[int, int] = (100, 100)) -> Any:
    return {
        **WHERE,
        "id": f"id-of-{name}",
        "name": name,
        "type": "IMAGE",
        "layer": layer,
        "position": {"x": x, "y": y},
        "image": {"width": size[0], "height": size[1], "mime": "image/png", "url": ""},
        "grid": {"dpi": 100, "offset": {"x": 0, "y": 0}},
        "text": {"plainText": "", "type": "PLAIN"},
        "textItemType": "LABEL",
    }


def wall(name: str, *points: tuple[int, int]) -> Any:
    spots = [{"x": x, "y": y} for x, y in points]
    common = {**WHERE, "id": name, "name": name, "type": "WALL", "layer": "FOG"}
    return {**common, "position": {"x": 0, "y": 0}, "points": spots, "doubleSided": True}


MAP = image("map", "MAP", 0, 0, (800, 600))
MIRA, GOBLIN = image("Mira", "CHARACTER", 100, 200), image("goblin", "CHARACTER", 500, 200)
PILLAR = wall("pillar", (380, 240), (380, 400))
ITEMS = [MAP, MIRA, GOBLIN, PILLAR]


@pytest.fixture
def room(host: Page) -> Iterator[FrameLocator]:
    if not host.evaluate("asked.length"):
        host.evaluate("items => openRoom(extension, { items })", ITEMS)
    popover = host.frame_locator("#extension")
    expect(popover.locator("#state")).to_contain_text("Select two tokens", timeout=30_000)
    yield popover
    host.evaluate("items => (select([]), setItems(items))", ITEMS)


def native(rule: str, items: list[Any] = ITEMS) -> Any:
    """Return the engine's own answer, without a browser."""
    named = [{**each, "name": each["id"]} for each in items]
    play = Playground()
    play.scene(kind="owlbear", data={"grid": {"dpi": 100, "type": "SQUARE"}, "items": named})
    return json.loads(json.dumps(play.look("id-of-Mira", "id-of-goblin", rule)))


def test_two_tokens_give_a_line_a_verdict_and_a_reason(host: Page, room: FrameLocator) -> None:
    host.evaluate("select(['id-of-Mira', 'id-of-goblin'])")
    expect(room.locator("#who")).to_have_text("Mira to goblin")
    expected = native("corner")
    assert expected["verdict"] == "visible"
    expect(room.locator("#verdict")).to_have_text("Visible")
    reason = expected["reason"].replace("id-of-", "")
    expect(room.locator("#reason")).to_have_text(reason)
    (line,) = host.evaluate("room.local")
    assert line["type"] == "LINE"
    ends = [[line[key]["x"], line[key]["y"]] for key in ("startPosition", "endPosition")]
    assert ends == expected["line"]


def test_the_game_of_the_room_decides_cover(host: Page, room: FrameLocator) -> None:
    host.evaluate("select(['id-of-Mira', 'id-of-goblin'])")
    room.locator("#game").select_option("pack:dnd5e")
    expected = native("pack:dnd5e")
    assert expected["degree"] == "half"
    expect(room.locator("#verdict")).to_have_text("Visible, half cover")
    expect(room.locator("#effect")).to_have_text(expected["effect"])
    assert host.evaluate("room.metadata['sightline/game']") == "pack:dnd5e"
    assert len(host.evaluate("room.local")) == len(expected["lines"])
    room.locator("#game").select_option("corner")
    expect(room.locator("#verdict")).to_have_text("Visible")


def test_a_wall_and_a_move_change_the_answer(host: Page, room: FrameLocator) -> None:
    host.evaluate("select(['id-of-Mira', 'id-of-goblin'])")
    expect(room.locator("#verdict")).to_have_text("Visible")
    across = [*ITEMS, wall("across", (450, 0), (450, 600))]
    host.evaluate("items => setItems(items)", across)
    expect(room.locator("#verdict")).to_have_text("Not visible")
    near = [MAP, MIRA, {**GOBLIN, "position": {"x": 300, "y": 200}}, *across[3:]]
    host.evaluate("items => setItems(items)", near)
    expect(room.locator("#verdict")).to_have_text("Visible")


def test_one_token_has_a_field_of_view(host: Page, room: FrameLocator) -> None:
    host.evaluate("select(['id-of-Mira'])")
    room.locator("#field").click()
    expect(room.locator("#state")).to_have_text("Field of view: Mira")
    (path,) = host.evaluate("room.local")
    assert path["type"] == "PATH"
    assert len(path["commands"]) > 10


def test_a_token_off_the_map_is_named(host: Page, room: FrameLocator) -> None:
    away = [MAP, MIRA, {**GOBLIN, "position": {"x": 5000, "y": 200}}]
    host.evaluate("items => setItems(items)", away)
    host.evaluate("select(['id-of-Mira', 'id-of-goblin'])")
    expect(room.locator("#state")).to_contain_text("goblin is outside the map")


def test_the_manifest_names_files_of_the_folder(host: Page) -> None:
    manifest = json.loads((shells.OWLBEAR / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["manifest_version"] == 1
    for key in ("icon", "popover"):
        assert (shells.OWLBEAR / manifest["action"][key].lstrip("/")).is_file()
