"""A map's own picture at the table: under the master's map, and nowhere else."""

from __future__ import annotations

import base64
import io
import json

from PIL import Image
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.formats.map_samples import uvtt


def striped(width: int, height: int) -> bytes:
    image = Image.new("RGB", (width, height), (90, 120, 70))
    image.paste((150, 110, 60), (0, 0, width // 2, height // 2))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def choose(person: Person, name: str, media_type: str, content: bytes) -> None:
    person.unfold("Maps")
    files = person.page.locator("input[type=file]")
    files.set_input_files({"name": name, "mimeType": media_type, "buffer": content})


def test_the_picture_lies_under_the_masters_map_alone(master: Person, player: Person) -> None:
    image = base64.b64encode(striped(613, 409)).decode()
    choose(master, "crypt.dd2vtt", "application/json", json.dumps(uvtt(image=image)).encode())
    under = master.spot("underlay")
    expect(under).to_be_attached()
    for name, value in (("x", "0"), ("y", "0"), ("width", "6"), ("height", "4")):
        expect(under).to_have_attribute(name, value)
    assert master.page.evaluate(
        "async (url) => { const image = new Image(); image.src = url; await image.decode();"
        " return [image.naturalWidth, image.naturalHeight] }",
        under.get_attribute("href"),
    ) == [613, 409]
    master.spot("map-report").get_by_role("button", name="Show it to the players").click()
    expect(player.spot("map")).to_be_visible()
    assert player.page.locator("image").count() == 0
    assert "613" not in player.received()
    assert "blob:" not in player.page.content()

    switch = master.page.get_by_label("The map’s own picture under it")
    switch.uncheck()
    expect(under).to_have_count(0)
    switch.check()
    expect(under).to_be_attached()
    master.page.get_by_role("navigation", name="Maps").get_by_text("rooms").click()
    expect(master.spot("map")).to_have_attribute("data-known", "40")
    expect(under).to_have_count(0)
    expect(switch).to_have_count(0)


def test_a_picture_whose_grid_is_not_known_asks_for_it(master: Person) -> None:
    master.forgives = "Failed to load resource"  # the browser's own word for the refusal
    choose(master, "cave.png", "image/png", striped(300, 200))
    report, again = master.spot("map-report"), master.spot("read-again")
    expect(report).to_contain_text("no grid is known of this picture")
    again.get_by_label("Grid over the picture").fill("50")
    again.get_by_role("button", name="Read it again").click()
    expect(report).to_contain_text("6 x 4 squares of 50 pixels")
    expect(master.spot("map")).to_have_attribute("data-known", "24")
    expect(master.spot("underlay")).to_have_attribute("width", "6")
    # It was not right: the field has what was taken, and can be corrected.
    again.get_by_text("Read it otherwise").click()
    expect(again.get_by_label("Grid over the picture")).to_have_value("50")
    again.get_by_label("Grid over the picture").fill("100")
    again.get_by_role("button", name="Read it again").click()
    expect(master.spot("map")).to_have_attribute("data-known", "6")
    expect(master.spot("underlay")).to_have_attribute("width", "3")
