"""The Foundry module in a browser, with a stub of the parts of Foundry that it uses."""

from __future__ import annotations

import json
import zipfile
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sightline.playground import Playground
from tests.browser.vtt import shells
from tests.formats.map_samples import foundry as sample
from tests.formats.map_samples import foundry_levels


def token(name: str, x: int, y: int, **more: Any) -> Any:
    return {"_id": f"id0of0{name}", "name": name, "x": x, "y": y, "width": 1, "height": 1, **more}


TOKENS = [token("Mira", 200, 200), token("goblin", 600, 300), token("orc", 300, 400)]
SCENES = {
    "squares": sample(tokens=TOKENS),
    "hexes": sample(grid={"type": 2, "size": 100}, tokens=TOKENS),
    "levels": {
        **foundry_levels(),
        "tokens": [token("Mira", 200, 200, level="a"), token("goblin", 400, 200, level="a")],
    },
}


def native(scene: Any, own: str, target: str, rule: str) -> Any:
    """Return the engine's own answer for the whole scene, without a browser."""
    named = [{**each, "name": each["_id"]} for each in scene["tokens"]]
    play = Playground()
    play.scene(kind="foundry", data={**scene, "tokens": named})
    return json.loads(json.dumps(play.look(f"id0of0{own}", f"id0of0{target}", rule)))


@pytest.mark.parametrize("name", SCENES)
def test_a_target_shows_the_engines_answer(foundry: Page, name: str) -> None:
    foundry.evaluate("scene => openScene(scene)", SCENES[name])
    foundry.evaluate("aim('id0of0Mira', 'id0of0goblin')")
    expected = native(SCENES[name], "Mira", "goblin", "pack:dnd5e")
    panel = foundry.locator("#sightline-panel")
    reason = expected["reason"].replace("id0of0", "")
    expect(panel.locator("[data-part=reason]")).to_have_text(reason, timeout=60_000)
    expect(panel.locator("[data-part=title]")).to_have_text("Mira to goblin")
    if expected["degree"] not in ("", "none"):
        cover = f"Visible, {expected['degree']} cover"
        expect(panel.locator("[data-part=verdict]")).to_have_text(cover)
        expect(panel.locator("[data-part=effect]")).to_have_text(expected["effect"])
    drawn = foundry.evaluate("drawn")
    wanted = [[each["start"], each["end"]] for each in expected.get("lines", ())]
    wanted = wanted or [list(each) for each in pairwise(expected["line"])]
    assert [[each["from"], each["to"]] for each in drawn] == wanted


def test_moves_and_doors_change_the_answer(foundry: Page) -> None:
    scene = SCENES["squares"]
    foundry.evaluate("scene => openScene(scene)", scene)
    foundry.evaluate("aim('id0of0Mira', 'id0of0orc')")
    reason = foundry.locator("#sightline-panel [data-part=reason]")
    first = native(scene, "Mira", "orc", "pack:dnd5e")["reason"]
    expect(reason).to_have_text(first.replace("id0of0", ""), timeout=60_000)
    moved = {**scene, "tokens": [TOKENS[0], TOKENS[1], token("orc", 400, 400)]}
    foundry.evaluate("scene => (canvas.scene.toObject = () => scene, fire('updateToken'))", moved)
    second = native(moved, "Mira", "orc", "pack:dnd5e")["reason"]
    assert second != first
    expect(reason).to_have_text(second.replace("id0of0", ""))
    walls = [{**each, "ds": 1 if each["door"] else 0} for each in scene["walls"]]
    opened = {**moved, "walls": [{"c": [380, 100, 380, 500], "sight": 20}, *walls]}
    foundry.evaluate("scene => (canvas.scene.toObject = () => scene, fire('updateWall'))", opened)
    third = native(opened, "Mira", "orc", "pack:dnd5e")["reason"]
    assert third not in (first, second)
    expect(reason).to_have_text(third.replace("id0of0", ""))
    together = {**scene, "tokens": [TOKENS[0], TOKENS[1], token("orc", 200, 200)]}
    foundry.evaluate(
        "scene => (canvas.scene.toObject = () => scene, fire('updateToken'))", together
    )
    expect(reason).to_have_text("Mira on A2 and orc on A2 share a tile.")


def test_settings_choose_the_game_and_hide_parts(foundry: Page) -> None:
    assert foundry.evaluate("registered['sightline.game'].default") == "pack:dnd5e"
    assert "pack:pathfinder2e" in foundry.evaluate("registered['sightline.game'].choices")
    scene = SCENES["squares"]
    foundry.evaluate("scene => openScene(scene)", scene)
    foundry.evaluate("aim('id0of0Mira', 'id0of0goblin')")
    reason = foundry.locator("#sightline-panel [data-part=reason]")
    foundry.evaluate("game.settings.set('sightline', 'game', 'center')")
    by_center = native(scene, "Mira", "goblin", "center")["reason"]
    expect(reason).to_have_text(by_center.replace("id0of0", ""), timeout=60_000)
    foundry.evaluate("game.settings.set('sightline', 'lines', false)")
    foundry.wait_for_function("drawn.length === 0")
    foundry.evaluate("game.settings.set('sightline', 'reason', false)")
    expect(reason).to_have_count(0)
    for key, value in (("lines", True), ("reason", True), ("game", "pack:dnd5e")):
        words = [key, value]
        foundry.evaluate("([key, value]) => game.settings.set('sightline', key, value)", words)


def test_sight_goes_from_floor_to_floor_by_rules_with_heights(foundry: Page) -> None:
    surface = {
        "elevation": {"bottom": 10, "top": 20},
        "shapes": [{"type": "rectangle", "x": 500, "y": 100, "width": 200, "height": 400}],
        "behaviors": [{"type": "defineSurface", "system": {"placement": "bottom"}}],
    }
    tokens = [token("Mira", 200, 200, level="a"), token("goblin", 400, 200, level="b")]
    scene = {**SCENES["levels"], "tokens": tokens, "regions": [surface]}
    foundry.evaluate("scene => openScene(scene)", scene)
    foundry.evaluate("game.settings.set('sightline', 'game', 'center')")
    foundry.evaluate("aim('id0of0Mira', 'id0of0goblin')")
    reason = foundry.locator("#sightline-panel [data-part=reason]")
    expected = native(scene, "Mira", "goblin", "center")
    without = native({**scene, "regions": []}, "Mira", "goblin", "center")
    assert expected != without  # the floor above the goblin's hole is closed there
    expect(reason).to_have_text(expected["reason"].replace("id0of0", ""), timeout=60_000)
    foundry.evaluate("game.settings.set('sightline', 'game', 'pack:dcss')")
    expect(reason).to_contain_text("goblin is outside the map, or on another floor")
    foundry.evaluate("game.settings.set('sightline', 'game', 'pack:dnd5e')")


def test_the_zip_is_a_module_of_versions_13_and_14() -> None:
    if not shells.are_built():
        pytest.skip(shells.MISSING)
    with zipfile.ZipFile(shells.FOUNDRY / "sightline.zip") as archive:
        manifest = json.loads(archive.read("module.json"))
        names = archive.namelist()
    assert manifest["compatibility"] == {"minimum": "13", "maximum": "14"}
    assert set(manifest["esmodules"]) <= set(names)
    assert "README.md" in names
