"""Fog of war: a player's browser receives only what the player's figures have seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.client import RefusedError, TableClient
from tests.browser.person import WITHOUT_THE_LOG, Person
from tests.browser.server import TableServer

DOOR = (4, 0.5)
LOCKED = (1.5, 3)
SECRET = (4, 2.5)
SECRET_EDGE = [[2, 3], [2, 4]]
WALL_EDGE = [[1, 3], [1, 4]]


def gone(person: Person, figure: str) -> None:
    expect(person.figure(figure)).to_have_count(0)


@pytest.mark.two_browsers
def test_an_opened_door_grows_the_view_and_a_closed_one_ends_it(
    master: Person, player: Person, client: TableClient
) -> None:
    goblin = client.figure("Goblin")
    before = player.picture()
    gone(player, goblin)

    master.page.mouse.click(*master.where(DOOR))
    expect(player.figure(goblin)).to_be_visible()
    opened = player.picture()
    assert opened["lit"] > before["lit"]
    assert opened["known"] > before["known"]

    master.page.mouse.click(*master.where(DOOR))
    gone(player, goblin)
    closed = player.picture()
    assert closed["lit"] == before["lit"]
    assert closed["known"] == opened["known"], "what was seen stays on the map, dim"


@pytest.mark.two_browsers
def test_a_player_opens_a_door_by_clicking_it(player: Person, client: TableClient) -> None:
    """The door is next to their figure."""
    moves_of_mira(player, client, [0, 3])
    player.page.mouse.click(*player.where(DOOR))
    expect(player.figure(client.figure("Goblin"))).to_be_visible()


def test_what_was_never_seen_is_in_no_byte(
    master: Person, player: Person, client: TableClient
) -> None:
    """A whole session: a hidden figure moves in plain sight, others move behind doors, things are
    drawn, undone and explored, and the player reloads the page and saves pictures.
    """
    hidden = client.do(
        "place", at=[1, 2], name="Zephyrine", side="enemy", hidden=True, owners=[], sighted=True
    )
    unseen = {name: client.figure(name) for name in ("Jailer", "Lurker")}
    for to in ([1, 1], [2, 2], [0, 3], [1, 2]):
        client.do("move", figure=hidden, to=to)
    for to in ([3, 3], [4, 0], [3, 1]):
        client.do("move", figure=unseen["Jailer"], to=to)
    client.do("rename_map", map=client.latest("stage")["map"], name="Quillonbrand")
    client.do("edges", edges=[[[3, 5], [3, 6]]], carries="door", state="locked")
    chest = client.do("place", at=[4, 6], name="Ophicleide", kind="chest")
    client.do("undo")
    client.do("redo")
    client.do("edit", figure=unseen["Lurker"], name="Vexillary")
    master.page.mouse.click(*master.where(DOOR))
    expect(player.figure(client.figure("Goblin"))).to_be_visible()
    before_the_reload = player.received()
    player.page.reload()
    expect(player.figure(client.figure("Goblin"))).to_be_visible()

    everything = before_the_reload + player.received()
    assert "Goblin" in everything, "the search itself works"
    names = ["Zephyrine", "Jailer", "Lurker", "Vexillary", "Ophicleide", "Quillonbrand"]
    for secret in [*names, hidden, chest, *unseen.values()]:
        assert secret not in everything, secret
    edges = [edge for each in player.messages() for edge in each.get("edges", ())]
    assert {edge[5] for edge in edges} <= {"", "open", "closed"}


def moves_of_mira(player: Person, client: TableClient, to: list[int]) -> list[dict[str, Any]]:
    """Return what the player receives until Mira has moved to the tile."""
    start = len(player.frames)
    client.do("move", figure=client.figure("Mira"), to=to)
    expect(player.figure(client.figure("Mira"))).to_have_attribute("data-at", f"{to[0]},{to[1]}")
    return [each for each in player.messages()[start:] if each["t"] != "pong"]


@pytest.mark.two_browsers
def test_a_dragged_unseen_figure_sends_no_frame(
    master: Person, player: Person, client: TableClient
) -> None:
    """One figure is out of sight, and a hidden one is next to Mira."""
    lurker = client.figure("Lurker")
    hidden = client.do("place", at=[1, 2], name="Zephyrine", side="enemy", hidden=True)
    expected = moves_of_mira(player, client, [1, 1])
    moves_of_mira(player, client, [0, 1])

    start = len(player.frames)
    master.drag((2, 5), (4, 6))
    expect(master.figure(lurker)).to_have_attribute("data-at", "4,6")
    master.drag((1, 2), (2, 3))
    expect(master.figure(hidden)).to_have_attribute("data-at", "2,3")
    master.all_saved()
    after = moves_of_mira(player, client, [1, 1])
    meanwhile = [each["t"] for each in player.messages()[start:] if each["t"] != "pong"]
    assert meanwhile == [each["t"] for each in expected]
    assert [each.get("figures") for each in after] == [each.get("figures") for each in expected]


def test_a_figure_that_leaves_sight_is_gone_from_the_page(
    master: Person, player: Person, client: TableClient
) -> None:
    goblin = client.figure("Goblin")
    master.page.mouse.click(*master.where(DOOR))
    expect(player.figure(goblin)).to_be_visible()

    master.drag((0, 5), (1, 4))
    expect(master.figure(goblin)).to_have_attribute("data-at", "1,4")
    gone(player, goblin)
    shown = player.page.evaluate(WITHOUT_THE_LOG)
    assert "Goblin" not in shown, "not in a list, a label or a menu"


@pytest.mark.two_browsers
def test_a_secret_door_is_a_wall_until_it_is_found(
    server: TableServer, master: Person, player: Person, client: TableClient
) -> None:
    edges = [tuple(edge) for each in player.messages() for edge in each.get("edges", ())]
    assert (2, 3, 2, 4, "wall", "") in edges
    assert (1, 3, 1, 4, "wall", "") in edges
    expect(player.spot("edge-2,3-2,4")).to_have_count(0)

    before = player.picture()
    player.page.mouse.click(*player.where(SECRET))
    forged = TableClient(server.origin, player.page.url.partition("#p=")[2])
    refusals = []
    for edge in (SECRET_EDGE, WALL_EDGE):
        with pytest.raises(RefusedError) as refused:
            forged.do("door", state="open", edge=edge)
        refusals.append(str(refused.value))
    forged.close()
    assert refusals[0] == refusals[1]
    assert player.picture() == before

    client.do("door", state="closed", edge=SECRET_EDGE)
    expect(player.spot("edge-2,3-2,4")).to_have_attribute("data-carries", "door")


@pytest.mark.two_browsers
def test_questions_about_the_unseen_and_the_unknown_get_one_answer(
    server: TableServer, player: Person, client: TableClient
) -> None:
    forged = TableClient(server.origin, player.page.url.partition("#p=")[2])
    mira = client.figure("Mira")
    refusals = set()
    for target in (client.figure("Lurker"), client.figure("Goblin"), "f0123456789"):
        with pytest.raises(RefusedError) as refused:
            forged.ask("sight", a=mira, b=target)
        refusals.add(str(refused.value))
        with pytest.raises(RefusedError) as refused:
            forged.do("move", figure=target, to=[1, 1])
        refusals.add(str(refused.value))
    forged.close()
    assert len(refusals) <= 2, refusals


@pytest.mark.two_browsers
def test_a_locked_door_is_refused_and_announced(
    master: Person, player: Person, client: TableClient
) -> None:
    moves_of_mira(player, client, [2, 1])
    before = player.picture()
    player.page.mouse.click(*player.where(LOCKED))
    expect(player.notices()).to_contain_text("locked")
    master.unfold("Log")
    expect(master.spot("log")).to_contain_text("Pia")
    expect(master.spot("log")).to_contain_text("locked")
    expect(master.notices()).to_contain_text("Pia tried the locked door")
    assert player.picture() == before


def test_pictures_show_the_explored_only(player: Person, client: TableClient) -> None:
    """This covers saved pictures and direct requests by a client that knows the addresses."""
    with player.page.expect_download() as started:
        player.page.get_by_role("button", name="Save picture").click()
    assert started.value.path().read_bytes().startswith(b"\x89PNG")

    secret = player.page.url.partition("#p=")[2]
    for what in ("picture.svg", "map.json", "table.json"):
        answer = player.page.request.get(
            f"{player.origin}export/{what}?map={client.latest('stage')['map']}",
            headers={"Authorization": f"Bearer {secret}"},
        ).text()
        for name in ("Goblin", "Jailer", "Lurker", client.figure("Goblin"), "secret"):
            assert name not in answer, what
