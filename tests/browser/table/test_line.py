"""Nothing is lost or duplicated if the connection or the server fails, or two
people act at once.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.client import TableClient
from tests.browser.person import Person
from tests.browser.server import TableServer
from tests.every_rule import THOROUGH

# Chromium logs every socket that it cannot open, which is expected here.
LOST = r"WebSocket|ERR_CONNECTION|Failed to load resource"


def same_as_fresh(seated: Person, person: Callable[..., Person]) -> None:
    """Check that the page shows the same as a newly loaded page."""
    fresh = person("fresh", seated.origin).go(seated.seat()).at_the_table()
    fresh.shows(seated.picture())


def test_the_server_is_killed_in_the_middle_of_a_drag(
    server: TableServer, player: Person, client: TableClient, person: Callable[..., Person]
) -> None:
    player.forgives = LOST
    mira, goblin = client.figure("Mira"), client.figure("Goblin")
    seat = player.page.url
    mouse = player.page.mouse
    mouse.move(*player.middle((0, 1)))
    mouse.down()
    mouse.move(*player.middle((1, 2)), steps=4)

    server.kill()
    player.line_is("lost")
    mouse.move(*player.middle((2, 2)), steps=4)
    mouse.up()
    server.start()
    other = TableClient(server.origin, server.secrets["m"])
    other.latest("stage")
    other.do("door", state="open", edge=[[0, 3], [0, 4]])
    other.do("move", figure=goblin, to=[0, 5])

    player.line_is("live")
    expect(player.figure(mira)).to_have_attribute("data-at", "2,2")
    assert player.page.url == seat
    same_as_fresh(player, person)
    # The action happened only once: one undo moves Mira back.
    player.spot("undo").click()
    expect(player.figure(mira)).to_have_attribute("data-at", "0,1")
    other.close()


def test_the_socket_is_cut_while_others_go_on(
    server: TableServer, client: TableClient, person: Callable[..., Person]
) -> None:
    master = person("master", server.origin)
    master.forgives = LOST
    sockets = []
    lets_in = True

    def pass_on(socket):
        if not lets_in:
            socket.close()
            return
        sockets.append(socket)
        socket.connect_to_server()

    master.page.route_web_socket("**/ws", pass_on)
    master.go(server.link("m")).at_the_table()
    lets_in = False
    sockets[-1].close()
    master.line_is("lost")
    client.do("paint", tiles=[[4, 4]], solid=True)
    client.do("move", figure=client.figure("Goblin"), to=[1, 7])
    client.do("edges", edges=[[[3, 5], [3, 6]]], carries="wall")
    master.drag((0, 1), (1, 1))  # queued, and sent after reconnecting
    lets_in = True
    master.line_is("live")
    expect(master.figure(client.figure("Goblin"))).to_have_attribute("data-at", "1,7")
    expect(master.figure(client.figure("Mira"))).to_have_attribute("data-at", "1,1")
    same_as_fresh(master, person)


def test_a_deleted_door_comes_back_after_a_restart(
    server: TableServer, master: Person, client: TableClient
) -> None:
    master.forgives = LOST
    before = master.picture()
    client.do("edges", edges=[[[0, 3], [0, 4]]], carries=None)
    expect(master.spot("edge-0,3-0,4")).to_have_count(0)
    server.kill()
    server.start()
    master.line_is("live")
    master.spot("undo").click()
    expect(master.spot("edge-0,3-0,4")).to_have_count(1)
    master.shows(before)


def test_two_people_move_one_figure(master: Person, player: Person, client: TableClient) -> None:
    """The first release wins, the other page is updated, and both screens agree."""
    mira = client.figure("Mira")
    for person in (master, player):
        person.page.mouse.move(*person.middle((0, 1)))
        person.page.mouse.down()
    master.page.mouse.move(*master.middle((1, 2)), steps=4)
    player.page.mouse.move(*player.middle((2, 1)), steps=4)
    master.page.mouse.up()
    master.all_saved()
    player.page.mouse.up()
    expect(player.figure(mira)).to_have_attribute("data-at", "1,2")
    expect(player.notices()).to_contain_text("moved")
    expect(master.figure(mira)).to_have_attribute("data-at", "1,2")


def test_a_reload_keeps_the_seat_and_what_was_explored(
    server: TableServer, player: Person, client: TableClient
) -> None:
    mira = client.figure("Mira")
    client.do("move", figure=mira, to=[0, 3])
    expect(player.figure(mira)).to_have_attribute("data-at", "0,3")
    player.page.mouse.click(*player.where((4, 0.5)))
    expect(player.figure(client.figure("Goblin"))).to_be_visible()
    player.page.mouse.click(*player.where((4, 0.5)))
    expect(player.figure(client.figure("Goblin"))).to_have_count(0)
    before = player.picture()
    player.go("about:blank").go(server.link("j")).at_the_table()
    expect(player.spot("join-name")).to_have_count(0)
    player.shows(before)


def test_a_lost_line_is_shown_with_what_is_not_saved(
    server: TableServer, client: TableClient, person: Callable[..., Person]
) -> None:
    """The message appears immediately."""
    master = person("master", server.origin)
    master.forgives = LOST
    master.page.clock.install()
    master.go(server.link("m"))
    expect(master.spot("world")).to_be_attached()
    master.page.clock.run_for(1000)
    alert = master.page.get_by_role("alert")
    expect(alert).to_have_count(0)
    server.kill()
    # The page's clock is stopped, so it does not wait before it says so.
    expect(alert).to_contain_text("The connection to the table was lost")
    master.line_is("lost")
    expect(alert).to_contain_text("All your changes are saved")
    master.figure(client.figure("Mira")).focus()
    master.press("ArrowDown")
    expect(alert).to_contain_text("Not saved yet")
    server.start()
    master.page.clock.resume()
    master.line_is("live")
    master.all_saved()
    expect(alert).to_have_count(0)
    expect(master.figure(client.figure("Mira"))).to_have_attribute("data-at", "1,1")


@pytest.mark.skipif(not THOROUGH, reason="it waits for 15 seconds: `make thorough` does it")
def test_a_table_that_does_not_answer_is_shown(
    server: TableServer, person: Callable[..., Person]
) -> None:
    """The socket stays open but nothing arrives, as with an unplugged cable or
    a sleeping laptop.
    """
    master = person("master", server.origin)
    master.forgives = LOST
    answers = True

    def pass_on(socket):
        table = socket.connect_to_server()
        socket.on_message(lambda message: table.send(message) if answers else None)
        table.on_message(lambda message: socket.send(message) if answers else None)

    master.page.route_web_socket("**/ws", pass_on)
    master.go(server.link("m")).at_the_table()
    answers = False
    expect(master.spot("lost-bar")).to_contain_text("The table does not answer", timeout=12_000)
    answers = True
    expect(master.spot("lost-bar")).to_have_count(0)


def test_a_network_that_is_gone_is_shown(server: TableServer, player: Person) -> None:
    player.forgives = LOST
    player.context.set_offline(True)
    expect(player.spot("lost-bar")).to_be_visible(timeout=8_000)  # detecting silence takes longer
    player.context.set_offline(False)
    player.line_is("live")
    expect(player.spot("lost-bar")).to_have_count(0)
