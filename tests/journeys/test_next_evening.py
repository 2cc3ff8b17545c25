"""A game master prepares a session, exports the whole table to a file, and restores it.

It is complete on a new table, after a restart, and on the old table that `--new` has set aside.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, expect

from sightline.formats import load_bytes, to_bytes
from sightline.pictures import MapPicture
from tests.browser.maps import MAPS
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.table.support.served_table import TableProcess

WHY = "the pillar is thin"
NOTE = "Mira owes the ferryman"


def corner_with_a_picture() -> bytes:
    """Return a map file with a picture, as another program might export it."""
    loaded = load_bytes(MAPS["corner"].encode(), "corner.txt")
    out = io.BytesIO()
    Image.new("RGB", (300, 250), (90, 120, 70)).save(out, "PNG")
    picture = MapPicture.of(out.getvalue(), 0, 0, 6, 5)
    return to_bytes(loaded.board, ".json", loaded.rule, picture=picture)


def open_file(master: Person, file: Path) -> None:
    master.unfold("Maps")
    with master.page.expect_file_chooser() as chooser:
        master.page.get_by_text("Open file").click()
    chooser.value.set_files(file)
    expect(master.spot("map-report")).to_be_visible()


def choose_mira(master: Person) -> None:
    master.unfold("Tokens")
    line = master.page.locator('[data-section="figures"]').get_by_role("button", name="Mira").first
    if line.get_attribute("aria-expanded") == "false":
        line.click()


def plays(master: Person) -> Locator:
    """Return the button that assigns the selected figure to Pia."""
    belongs = master.page.get_by_role("group", name="Controlled by")
    return belongs.get_by_role("button", name="Pia")


def prepare(master: Person, player: Person, file: Path) -> None:
    open_file(master, file)
    master.spot("map-report").get_by_role("button", name="Show to players").click()
    player.join("Pia")
    master.unfold("Players")
    master.page.get_by_role("button", name="Let in Pia").click()
    choose_mira(master)
    plays(master).click()
    master.spot("health").fill("7")
    master.page.get_by_label("Maximum", exact=True).fill("9")
    master.page.get_by_label("Condition", exact=True).fill("poisoned")
    master.page.get_by_role("button", name="Add", exact=True).click()
    master.spot("carries-lamp").check()
    master.unfold("Notes")
    master.spot("new-note").fill(NOTE)
    master.page.get_by_role("button", name="Add note").click()
    master.unfold("Initiative")
    master.page.get_by_role("button", name="Add all tokens").click()
    master.page.get_by_role("button", name="Start combat", exact=True).click()
    master.open_tab("Close calls")
    card = master.spot("call-card")
    card.get_by_role("textbox").fill(WHY)
    master.spot("rule-visible").click()
    expect(card).to_have_count(0)
    master.all_saved()


def finds_everything(master: Person) -> None:
    """Check that the page's map shows everything."""
    expect(master.spot("underlay")).to_be_attached()
    choose_mira(master)
    expect(master.spot("health")).to_have_value("7")
    expect(master.page.get_by_label("Maximum", exact=True)).to_have_value("9")
    expect(master.page.get_by_role("button", name="Remove condition: poisoned")).to_be_visible()
    expect(master.spot("carries-lamp")).to_be_checked()
    expect(plays(master)).to_have_attribute("aria-pressed", "true")
    expect(
        master.page.locator("aside").get_by_role("button", name="Torch", pressed=True)
    ).to_be_visible()
    master.unfold("Notes")
    expect(master.spot("notes").get_by_role("textbox")).to_have_value(NOTE)
    expect(master.spot("notes").get_by_role("textbox")).to_have_attribute(
        "aria-label", re.compile("Mira")
    )
    master.unfold("Initiative")
    turns = master.spot("turns").get_by_role("listitem")
    expect(turns).to_have_count(2)
    master.unfold("Close calls")
    rulings = master.page.locator('[data-section="calls"]')
    expect(rulings).to_contain_text(WHY)
    expect(rulings).to_contain_text("Mira")
    expect(rulings).to_contain_text("Goblin")
    expect(rulings).not_to_contain_text("somebody who left")
    expect(master.spot("call-card")).to_have_count(0)


def look_at(master: Person, name: str) -> None:
    master.page.get_by_role("navigation", name="Maps").get_by_text(name).click()
    master.at_the_table()


def test_a_table_goes_home_and_comes_back_whole(
    opens: Callable[..., TableServer], person: Callable[..., Person], tmp_path: Path
) -> None:
    old = opens("open")
    file = tmp_path / "corner.json"
    file.write_bytes(corner_with_a_picture())
    master = person("master", old.origin).go(old.link("m")).at_the_table()
    pia = person("Pia", old.origin).go(old.link("j"))
    prepare(master, pia, file)
    finds_everything(master)
    master.unfold("Export")
    with master.page.expect_download() as started:
        master.page.get_by_role("button", name="The whole table").click()
    home = tmp_path / "home.json"
    started.value.save_as(home)
    for each in (master, pia):
        each.page.close()  # everyone has left
    old.stop()

    new = opens()
    master = person("master", new.origin).go(new.link("m")).at_the_table()
    open_file(master, home)
    # This opens the map that the players see.
    expect(master.spot("map-report")).to_contain_text("Players can see it now.")
    master.at_the_table()
    finds_everything(master)
    # Pia has no link to this table: she enters her name and gets her seat and Mira.
    pia = person("Pia", new.origin).go(new.link("j"))
    pia.join("Pia")
    master.page.get_by_role("button", name="Let in as Pia").click()
    expect(pia.page.locator('[data-figure][aria-label^="Mira,"]')).to_be_attached()
    pia.page.close()
    finds_everything(master)
    master.page.close()

    new.stop()
    new.start()
    master = person("master", new.origin).go(new.link("m")).at_the_table()
    look_at(master, "corner")
    finds_everything(master)

    # The table that --new has set aside lost nothing when the new table got a map.
    folder = next(tmp_path.glob("table0/table.sqlite"))
    with TableProcess(folder, "--new", str(file)) as fresh:
        fresh.interrupt()
    (aside,) = tmp_path.glob("table0/table-*.sqlite")
    with TableProcess(aside) as again:
        assert again.master_secret == old.secrets["m"]
        origin = f"http://{again.host}/"
        master = person("master", origin).go(f"{origin}#m={again.master_secret}").at_the_table()
        finds_everything(master)
        master.page.close()
        again.interrupt()
