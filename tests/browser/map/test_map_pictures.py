"""A map's own picture at the table: complete under the game master's map, and cut for players."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Callable

from PIL import Image
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.formats.map_samples import uvtt


def striped(width: int, height: int) -> bytes:
    image = Image.new("RGB", (width, height), (90, 120, 70))
    image.paste((150, 110, 60), (0, 0, width // 2, height // 2))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def choose(person: Person, name: str, media_type: str, content: bytes) -> None:
    person.unfold("Maps")
    files = person.page.get_by_label("Open file")
    files.set_input_files({"name": name, "mimeType": media_type, "buffer": content})


def test_the_whole_picture_is_the_masters_alone(master: Person, player: Person) -> None:
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
    master.spot("map-report").get_by_role("button", name="Show to players").click()
    expect(player.spot("map")).to_be_visible()
    expect(player.spot("picture")).to_be_attached()
    assert player.page.locator("image").count() == 0
    assert not re.search(r"(?<!\d)613(?!\d)", player.received())
    assert "blob:" not in player.page.content()

    switch = master.page.get_by_label("Show the picture on this page")
    switch.uncheck()
    expect(under).to_have_count(0)
    switch.check()
    expect(under).to_be_attached()
    master.page.get_by_role("navigation", name="Maps").get_by_text("rooms").click()
    expect(master.spot("map")).to_have_attribute("data-known", "40")
    expect(under).to_have_count(0)
    expect(switch).to_have_count(0)


def test_a_picture_whose_grid_is_not_known_asks_for_it(master: Person) -> None:
    master.forgives = "Failed to load resource"  # Chromium's message about the refused request
    choose(master, "cave.png", "image/png", striped(300, 200))
    report, again = master.spot("map-report"), master.spot("read-again")
    expect(report).to_contain_text("no grid is known of this picture")
    again.get_by_label("Grid over the picture").fill("50")
    again.get_by_role("button", name="Import again").click()
    expect(report).to_contain_text("6 x 4 squares of 50 pixels")
    expect(master.spot("map")).to_have_attribute("data-known", "24")
    expect(master.spot("underlay")).to_have_attribute("width", "6")
    # The number was wrong: the field keeps it, so that it can be corrected.
    again.get_by_text("Import options").click()
    expect(again.get_by_label("Grid over the picture")).to_have_value("50")
    again.get_by_label("Grid over the picture").fill("100")
    again.get_by_role("button", name="Import again").click()
    expect(master.spot("map")).to_have_attribute("data-known", "6")
    expect(master.spot("underlay")).to_have_attribute("width", "3")


PURPLE = (200, 0, 200)


def plain(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), PURPLE).save(out, "PNG")
    return out.getvalue()


def lay(master: Person, content: bytes, tiles: tuple[int, int]) -> None:
    """Place the picture manually so that it covers a number of tiles."""
    master.unfold("Maps")
    options = master.spot("picture-options")
    options.get_by_label("Add background picture").set_input_files(
        {"name": "ground.png", "mimeType": "image/png", "buffer": content}
    )
    dialog = master.spot("align")
    with Image.open(io.BytesIO(content)) as image:
        wide, high = image.size
    dialog.get_by_label("Tile width").fill(f"{wide}/{tiles[0]}")
    dialog.get_by_label("Height").fill(f"{high}/{tiles[1]}")
    dialog.get_by_label("Height").press("Tab")
    expect(master.spot("grid-from")).to_contain_text("entered by you")
    # Arrow keys move the grid while any button has the focus.
    dialog.get_by_role("button", name="Detect grid").focus()
    for key in ("ArrowRight", "ArrowLeft"):
        master.press(key)
        expect(master.spot("grid-from")).to_contain_text("by hand")
    expect(dialog.get_by_label("From the left")).to_have_value("0")
    dialog.get_by_role("button", name="Save alignment", exact=True).click()
    expect(dialog).to_have_count(0)


ON_CANVAS = """() => {
  const shown = document.querySelector('[data-testid="picture"]')
  const canvas = new OffscreenCanvas(shown.width, shown.height)
  canvas.getContext('2d').drawImage(shown, 0, 0)
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let purple = 0, other = 0
  const row = 4 * canvas.width
  for (let i = 0; i < data.length; i += 4) {
    // Not at the rim of what is known: there the floor below is a part of a pixel larger.
    if (![i, i - 16, i + 16, i - 4 * row, i + 4 * row].every((at) => data[at + 3] === 255)) continue
    const near = Math.abs(data[i] - 200) < 9 && data[i + 1] < 9 && Math.abs(data[i + 2] - 200) < 9
    if (near && data[i + 3] === 255) purple++
    else other++
  }
  return { purple, other }
}"""


def test_no_seams_between_tiles(
    server: TableServer, client: TableClient, master: Person, person: Callable[..., Person]
) -> None:
    pia = person("Pia", server.origin, device_scale_factor=1.25).go(server.link("j"))
    pia.forgives = "willReadFrequently"  # Chromium's performance hint for pages that read pixels
    pia.join("Pia")
    client.seat("Pia", "Mira")
    pia.at_the_table()
    lay(master, plain(501, 303), (8, 5))
    expect(pia.spot("picture")).to_be_attached()
    for zooms in range(3):
        pia.page.wait_for_function(f"() => ({ON_CANVAS})().purple > 10000")
        pia.page.wait_for_timeout(700)  # a sharper version may follow
        found = pia.page.evaluate(ON_CANVAS)
        assert found["other"] == 0, (zooms, found)
        pia.page.get_by_role("button", name="Zoom in").click()


def test_a_face_is_cut_and_seen(master: Person, player: Person) -> None:
    player.page.get_by_label("Choose image").set_input_files(
        {"name": "mira.png", "mimeType": "image/png", "buffer": plain(300, 200)}
    )
    dialog = player.spot("face-dialog")
    dialog.get_by_label("Zoom").fill("2")
    dialog.get_by_role("button", name="Save image").click()
    expect(dialog).to_have_count(0)
    expect(player.page.locator("image.face")).to_be_attached()
    expect(master.page.locator("image.face")).to_be_attached()
    assert "mira.png" not in master.received()
    player.page.get_by_role("button", name="Remove image").click()
    expect(master.page.locator("image.face")).to_have_count(0)
