"""The keyboard focus is never lost.

Whatever is pressed, opened, closed or deleted, the focus stays on a control or on the map. If it
moved to the body, Tab would start from the beginning.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from sightline.pictures import smallest_png
from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.every_rule import THOROUGH

slow = pytest.mark.skipif(not THOROUGH, reason="each control in one way: `make thorough` has both")

# A description of the focused element, "" for the body. Hidden elements lose the focus only after
# two frames.
FOCUS = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const at = document.activeElement
  const words = at?.getAttribute('aria-label') || at?.textContent?.trim().slice(0, 40)
  done(!at || at === document.body ? '' : `${at.tagName} ${words}`)
})))"""

# The controls in a part of the page, in Tab order.
CONTROLS = """(part) => [...part.querySelectorAll('button, summary, select, input, textarea')]
  .filter((each) => !each.disabled && !each.readOnly && each.type !== 'file')
  .filter((each) => each.checkVisibility())"""
NAMES = f"""(part) => ({CONTROLS})(part).map((each) => [
  each.tagName,
  each.ariaLabel ?? (each.closest('label') ?? each).textContent,
  each.type === 'radio' ? each.value : '',
].join(' ').replace(/\\s+/g, ' ').trim())"""
MOST = 150
LEAVES = re.compile(
    "BUTTON (sightline|Save|Download|Choose|Open file|Picture|Add background picture|.*Language)"
)
"""Buttons that go to another page or language, or open a window of the browser."""
TAKES = re.compile("BUTTON (Delete|Remove|Undo|Take|Decline|Clear|End combat|New link)")
"""Buttons that are pressed last, because they remove what other buttons need."""


def focus_of(person: Person) -> str:
    found: str = person.page.evaluate(FOCUS)
    return found


def check(person: Person, after: str) -> None:
    person.all_saved()
    assert focus_of(person), f"after {after} the focus is on the body"


def use_all(person: Person, part: Locator, wanted: str) -> None:
    """Use every control of a part once, and close every dialog by Esc and by its button.

    `wanted`: click, Enter, or both in turn.
    """
    done: set[str] = set()
    for count in range(MOST):
        how = ("click", "Enter")[count % 2] if wanted == "in turn" else wanted
        names: list[str] = part.evaluate(NAMES)
        left = [i for i, each in enumerate(names) if each not in done and not LEAVES.match(each)]
        if not left:
            return
        first = min(left, key=lambda i: (TAKES.match(names[i]) is not None, i))
        name = names[first]
        done.add(name)
        use(person, part, first, how)
        check(person, f"{how} on {name!r}")
        if close_dialog(person, name, by="Escape"):
            names = part.evaluate(NAMES)
            if (
                name in names
            ):  # otherwise a dialog of the previous control opened late, while its code was loading
                other = "Enter" if how == "click" else "click"
                use(person, part, names.index(name), other if wanted == "in turn" else how)
                close_dialog(person, name, by="button")
    raise AssertionError(f"still more to use: {left}")


def use(person: Person, part: Locator, number: int, how: str) -> None:
    control = part.evaluate_handle(f"(part, n) => ({CONTROLS})(part)[n]", number).as_element()
    assert control is not None
    kind = control.evaluate("(it) => it.type")
    if kind == "select-one":
        count = control.evaluate("(it) => it.options.length")
        control.focus()
        control.select_option(index=count - 1)
    elif kind in {"text", "number", "textarea"}:
        control.fill("3")
        person.press("Enter")
    elif kind in {"checkbox", "radio", "color", "range"} and how == "Enter":
        control.focus()
        person.press("Space" if kind != "range" else "ArrowRight")
    elif kind == "color":
        control.focus()
    elif how == "click":
        control.click()
    else:
        control.focus()
        person.press("Enter")


def close_dialog(person: Person, opened_by: str, by: str) -> bool:
    dialog = person.page.locator("dialog[open]")
    if not dialog.count():
        return False
    if by == "Escape":
        person.press("Escape")
    else:
        dialog.get_by_role("button", name="Close").or_(
            dialog.get_by_role("button", name="Cancel")
        ).first.click()
    expect(dialog).to_have_count(0)
    check(person, f"the dialog of {opened_by!r} was closed by {by}")
    return True


def furnish(client: TableClient) -> None:
    """Add an entry to every list."""
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    client.do("add_turns", figures=[mira, goblin, client.figure("Jailer")])
    for at in ([0, 0], [1, 1]):
        client.do("note", text=f"a trap on {at}", at=at)
        client.do("lamp", at=at, bright=2, dim=4)
    client.do("mark", figure=mira, conditions=[{"text": "poisoned"}, {"text": "prone"}])
    client.do("roll", dice="2d6")


def sections_of(master: Person, tab: str) -> list[str]:
    """Return the sections of a tab, after unfolding all of them."""
    button = master.page.locator(f'[data-tab="{tab}"]')
    button.click()
    titles = (button.get_attribute("title") or "").split(", ")
    # The previous tab stays until this one is loaded, and may have the same number of sections.
    expect(master.page.locator(f'aside [data-section="{tab}"]')).to_have_count(1)
    expect(master.page.locator("aside [data-section]")).to_have_count(len(titles))
    heads = master.page.locator("aside h2 button[aria-expanded]")
    for head in range(heads.count()):
        if heads.nth(head).get_attribute("aria-expanded") == "false":
            heads.nth(head).click()
            expect(heads.nth(head)).to_have_attribute("aria-expanded", "true")
            expect(heads.nth(head)).to_be_focused()
    names: list[str] = master.page.locator("aside [data-section]").evaluate_all(
        "(all) => all.map((each) => each.dataset.section)"
    )
    return names


@pytest.mark.parametrize(
    "how",
    [
        "in turn",
        pytest.param("click", marks=slow),
        pytest.param("Enter", marks=slow),
    ],
)
def test_the_game_masters_panels_keep_the_focus(
    master: Person, player: Person, client: TableClient, how: str
) -> None:
    furnish(client)
    master.click((0, 1))
    tabs = master.page.locator("aside [data-tab]").evaluate_all(
        "(all) => all.map((each) => each.dataset.tab)"
    )
    used = []
    # A new link for the game master's page disconnects everyone with the old one.
    for tab in sorted(tabs, key=lambda each: each == "players"):
        for name in sections_of(master, tab):
            master.page.locator(f'[data-tab="{tab}"]').click()
            use_all(master, master.page.locator(f'[data-section="{name}"] .body'), how)
            master.press("Control+z")
            used.append(name)
    assert len(used) == 13
    for region in ("Top bar", "Tools"):
        use_all(master, master.page.locator(f'[data-region="{region}"]'), how)


def test_the_players_page_keeps_the_focus(player: Person, client: TableClient) -> None:
    furnish(client)
    player.click((1, 1))
    use_all(player, player.page.locator(".page"), "Enter")


def test_the_maps_menu_gives_the_focus_back(master: Person) -> None:
    """This also holds after a click on the page removed the focus from it."""
    for closed_by in ("Escape", "Tab", "Enter"):
        master.page.evaluate("document.activeElement?.blur()")
        for tile in ((0, 1), (1, 0)):
            master.click(tile, button="right")
            expect(master.spot("menu")).to_be_visible()
            master.press(closed_by)
            expect(master.spot("menu")).to_have_count(0)
            check(master, f"the menu was closed by {closed_by}")


def test_who_is_let_in_is_on_the_map(player: Person) -> None:
    """From the name through waiting to the map, the focus moves without Tab."""
    assert focus_of(player).startswith("svg Map")


def test_the_dialog_for_a_picture_gives_the_focus_back(player: Person) -> None:
    """It opens from a file chooser, and is removed from the page when it closes."""
    for closed_by in ("Escape", "Cancel", "Save image"):
        choose_a_picture(player, closed_by)


def choose_a_picture(player: Person, closed_by: str) -> None:
    with player.page.expect_file_chooser() as chooser:
        player.page.get_by_text("Choose image").click()
    picture: FilePayload = {
        "name": "mira.png",
        "mimeType": "image/png",
        "buffer": smallest_png(64, 64),
    }
    chooser.value.set_files(picture)
    dialog = player.spot("face-dialog")
    expect(dialog).to_be_visible()
    check(player, "the dialog opened")
    if closed_by == "Escape":
        player.press("Escape")
    else:
        dialog.get_by_role("button", name=closed_by).click()
    expect(dialog).to_have_count(0)
    check(player, f"the dialog was closed by {closed_by}")


def test_what_deletes_gets_no_focus_by_chance(master: Person) -> None:
    """When the form for a new map closes, the next Enter must not delete the map."""
    master.unfold("Maps")
    master.page.get_by_role("button", name="New map").press("Enter")
    name = master.page.get_by_label("Name", exact=True)
    name.fill("The mine")
    name.press("Enter")
    expect(name).to_have_count(0)
    check(master, "a new map")
    assert "Delete" not in focus_of(master)
