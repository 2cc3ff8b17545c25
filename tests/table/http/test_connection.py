"""No page can harm the others, whatever it sends and however little it reads."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, get_args

import pytest

from sightline.table.http import auth, connection
from sightline.table.http.rate_limits import Limits, Rate
from sightline.table.protocol.actions import MasterAction, Move, NewMap, Paint
from sightline.table.protocol.client import MAX_MESSAGE_BYTES
from sightline.table.protocol.questions import AskField
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.protocol.server import Log
from sightline.table.service.listeners import encode
from sightline.table.state.records import Refusal, new_secret
from tests.table.support.example_actions import EXAMPLES
from tests.table.support.fake_table import FakeTable
from tests.table.support.served_table import PATIENCE, Client, Served, serving, unreading_page

MOVE = Move("f1", (0, 0))


@pytest.fixture
async def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
async def server(table: FakeTable) -> AsyncIterator[Served]:
    async with serving(table) as served:
        yield served


# --- who is it?


async def test_master_and_players_are_known_by_their_secrets(
    table: FakeTable, server: Served
) -> None:
    ann = table.seat("Ann")
    assert (await (await server.connect()).hello(table.master_secret))["role"] == "master"
    page = await server.connect()
    assert (await page.hello(ann.secret))["role"] == "player"
    assert (await page.expect("seat"))["name"] == "Ann"


async def test_a_wrong_secret_gets_words_and_the_door(table: FakeTable, server: Served) -> None:
    ann = table.seat()
    almost = ann.secret[:-1] + ("B" if ann.secret.endswith("A") else "A")
    for secret in (new_secret(), table.join_secret, almost, "x" * 100, "é" * 20):
        page = await server.connect()
        await page.say({"t": "hello", "secret": secret})
        assert await page.expect("bye") == {
            "t": "bye",
            "why": REFUSALS["linkInvalid"],
            "key": "linkInvalid",
        }
        assert await page.closed() == connection.NOT_VALID
        assert secret.encode() not in page.everything()
    assert table.pages == []


async def test_looking_for_a_secret_takes_as_long_for_a_wrong_one(
    table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of comparisons is the same, and each compares complete digests."""
    players = [table.seat(str(number)) for number in range(5)]
    compared: list[tuple[int, int]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((len(one), len(other)))
        return one == other

    monkeypatch.setattr(auth, "compare_digest", compare)
    for secret in (table.master_secret, players[0].secret, players[-1].secret, "wrong", "é", ""):
        compared.clear()
        auth.who(table.world, secret)
        assert compared == [(32, 32)] * 6


async def test_the_players_link_makes_a_seat_of_its_own(table: FakeTable, server: Served) -> None:
    page = await server.connect()
    welcome = await page.join(table.join_secret, "Ann")
    (ann,) = table.world.players.values()
    assert welcome["secret"] == ann.secret
    assert (await page.expect("seat"))["waiting"] is True
    assert (await (await server.connect()).hello(ann.secret))["role"] == "player"


async def test_other_secrets_open_no_new_seat(table: FakeTable, server: Served) -> None:
    ann = table.seat()
    for secret in (table.master_secret, ann.secret, new_secret()):
        page = await server.connect()
        await page.say({"t": "join", "secret": secret, "name": "Eve"})
        assert (await page.expect("bye"))["why"] == REFUSALS["linkInvalid"]
        assert await page.closed() == connection.NOT_VALID
    assert list(table.world.players.values()) == [ann]


async def test_a_locked_room_says_so(table: FakeTable, server: Served) -> None:
    import msgspec

    table.world.table = msgspec.structs.replace(table.world.table, room_locked=True)
    page = await server.connect()
    await page.say({"t": "join", "secret": table.join_secret, "name": "Eve"})
    assert "locked" in (await page.expect("bye"))["why"]
    assert table.world.players == {}


@pytest.mark.parametrize(
    "name", ["<b>Ann</b>", "Ann & Ben", "\u00c4nne 👩\u200d🚀", "'; drop table"]
)
async def test_names_are_text(table: FakeTable, server: Served, name: str) -> None:
    page = await server.connect()
    await page.join(table.join_secret, name)
    assert (await page.expect("seat"))["name"] == name


@pytest.mark.parametrize(
    "name", ["", " ", "a\nb", "\x1b[31m", "a\x00b", "\u202egnp", "x" * 61, "\u200b\u200b"]
)
async def test_names_that_are_no_text_are_refused(
    table: FakeTable, server: Served, name: str
) -> None:
    page = await server.connect()
    await page.say({"t": "join", "secret": table.join_secret, "name": name})
    await page.expect("bye")
    await page.closed()
    assert table.world.players == {}


async def test_whoever_says_nothing_is_hung_up_on(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.05)
    page = await server.connect()
    assert (await page.expect("bye"))["why"] == REFUSALS["notOurs"]
    assert await page.closed() == connection.POLICY


@pytest.mark.parametrize(
    "first",
    [
        '{"t":"ping"}',
        '{"t":"do","id":"1","action":{"t":"undo"}}',
        '{"t":"ask","id":"1","question":{"t":"who"}}',
        '{"t":"watch","player":null}',
        "[]",
        "",
        b"\x00\x01",
    ],
)
async def test_nothing_comes_before_hello(
    table: FakeTable, server: Served, first: str | bytes
) -> None:
    page = await server.connect()
    await page.say(first)
    assert (await page.expect("bye"))["why"] == REFUSALS["notOurs"]
    assert await page.closed() == connection.POLICY
    assert table.done == []
    assert table.pages == []


async def test_guessing_gets_slow_for_the_guesser_and_for_nobody_else(
    table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    really_sleep = asyncio.sleep

    async def sleep(seconds: float, *more: Any) -> None:
        if seconds == connection.SLOW_SECONDS:
            slept.append(seconds)
            seconds = 0
        await really_sleep(seconds, *more)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    async with serving(table, Limits(wrong_secrets=Rate(3, 0))) as server:
        for _ in range(5):
            page = await server.connect()
            await page.say({"t": "hello", "secret": new_secret()})
            assert await page.closed() == connection.NOT_VALID
        assert len(slept) == 2
        await server.page(table.master_secret)
        assert len(slept) == 2


async def test_joins_from_one_address_are_limited(table: FakeTable) -> None:
    async with serving(table, Limits(joins=Rate(2, 0))) as server:
        for name in ("Ann", "Ben"):
            await (await server.connect()).join(table.join_secret, name)
        page = await server.connect()
        await page.say({"t": "join", "secret": table.join_secret, "name": "Eve"})
        assert (await page.expect("bye"))["why"] == REFUSALS["tooManyJoins"]
        assert len(table.world.players) == 2


# --- a link dies


async def test_a_dismissed_player_is_out_and_stays_out(table: FakeTable, server: Served) -> None:
    ann = table.seat()
    pages = [await server.page(ann.secret) for _ in range(2)]
    table.dismiss(ann)
    for page in pages:
        bye = await page.expect("bye")
        assert not bye.get("again", False)
        assert await page.closed() == connection.NOT_VALID
    again = await server.connect()
    await again.say({"t": "hello", "secret": ann.secret})
    assert (await again.expect("bye"))["why"] == REFUSALS["linkInvalid"]
    assert table.pages == []


async def test_a_link_that_dies_while_its_page_comes_in(
    table: FakeTable, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = table.seat()
    entered, may_enter = asyncio.Event(), asyncio.Event()
    really_enter = table.enter

    async def enter(*words: Any) -> None:
        entered.set()
        await may_enter.wait()
        table.world.players.pop(ann.id)
        table.world.players["other"] = ann.__class__("other", "Ann", new_secret())
        table.world.players[ann.id] = ann.__class__(ann.id, "Ann", new_secret())
        await really_enter(*words)

    monkeypatch.setattr(table, "enter", enter)
    page = await server.connect()
    await page.say({"t": "hello", "secret": ann.secret})
    await entered.wait()
    may_enter.set()
    assert await page.closed() == connection.NOT_VALID
    assert [received["t"] for received in page.messages] == ["bye"]


# --- rights


def test_there_is_an_example_of_every_action() -> None:
    assert {type(each) for each in EXAMPLES} == set(get_args(MasterAction))


async def test_the_master_does_everything(table: FakeTable, server: Served) -> None:
    page = await server.page(table.master_secret)
    for action in EXAMPLES:
        assert (await page.do(action))["t"] == "done"
    assert [each.action for each in table.done] == EXAMPLES


# --- strange messages

DEEP = "[" * 20_000 + "]" * 20_000
STRANGE: dict[str, str | bytes] = {
    "no JSON": "hello?",
    "half of it": '{"t":"do","id":"s","action":{"t":"move"',
    "no object": "[1,2]",
    "null": "null",
    "no tag": '{"id":"s"}',
    "a foreign tag": '{"t":"sudo","id":"s"}',
    "a foreign action": '{"t":"do","id":"s","action":{"t":"sudo"}}',
    "a field too many": '{"t":"do","id":"s","action":{"t":"undo","force":true}}',
    "a field missing": '{"t":"do","id":"s","action":{"t":"move","figure":"f"}}',
    "a wrong type": '{"t":"do","id":"s","action":{"t":"move","figure":"f","to":["1",2]}}',
    "a fraction": '{"t":"do","id":"s","action":{"t":"move","figure":"f","to":[1.5,2]}}',
    "NaN": '{"t":"do","id":"s","action":{"t":"wall","ends":[[NaN,0],[1,1]]}}',
    "Infinity": '{"t":"do","id":"s","action":{"t":"wall","ends":[[-Infinity,0],[1,1]]}}',
    "beyond floats": '{"t":"do","id":"s","action":{"t":"wall","ends":[[1e400,0],[1,1]]}}',
    "far away": '{"t":"do","id":"s","action":{"t":"move","figure":"f","to":[1e9,2]}}',
    "huge": '{"t":"do","id":"s","action":{"t":"move","figure":"f","to":[' + "9" * 5000 + ",2]}}",
    "deep": '{"t":"do","id":"s","action":{"t":"rule","rule":{"a":' + DEEP + "}}}",
    "deeper": DEEP,
    "half a character": '{"t":"do","id":"\\ud800","action":{"t":"undo"}}',
    "an endless id": '{"t":"do","id":"' + "x" * 41 + '","action":{"t":"undo"}}',
    "an id with a line break": '{"t":"do","id":"a\\nb","action":{"t":"sudo"}}',
    "a zero byte": '{"t":"do","id":"s",\x00"action":{"t":"undo"}}',
    "too many tiles": json.dumps(
        {"t": "do", "id": "s", "action": {"t": "paint", "solid": True, "tiles": [[0, 0]] * 4001}}
    ),
    "no tiles": '{"t":"do","id":"s","action":{"t":"paint","solid":true,"tiles":[]}}',
    "too many maps": '{"t":"do","id":"s","action":{"t":"new_map","name":"a","rows":100000}}',
    "hello again": '{"t":"hello","secret":"0123456789abcdef"}',
    "bytes": b'{"t":"ping"}',
    "no text": b"\xff\xfe",
}


@pytest.mark.parametrize("what", STRANGE)
async def test_what_makes_no_sense_is_refused_in_plain_words(
    table: FakeTable, server: Served, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    page = await server.page(table.master_secret)
    await page.say(STRANGE[what])
    refused = await page.expect("refused")
    assert refused["why"] == REFUSALS["notUnderstood"]
    assert refused["id"] in ("", "s")
    assert (await page.do(MOVE))["t"] == "done", "and the page goes on"
    assert len(table.done) == 1
    assert "sudo" not in page.everything().decode()
    assert caplog.records == []


async def test_who_makes_no_sense_at_all_is_hung_up_on(table: FakeTable, server: Served) -> None:
    page = await server.page(table.master_secret)
    for _ in range(connection.MOST_STRANGE + 1):
        await page.say('<script>alert("planted")</script>')
    assert (await page.expect("bye"))["why"] == REFUSALS["notOurs"]
    assert await page.closed() == connection.POLICY
    assert b"planted" not in page.everything()


async def test_bytes_that_are_no_text_end_the_connection(
    table: FakeTable, server: Served, caplog: pytest.LogCaptureFixture
) -> None:
    page = await server.page(table.master_secret)
    await page._line.send(b"\xff\xfe", text=True)
    await page.closed()
    assert (await (await server.page(table.master_secret)).do(MOVE))["t"] == "done"
    assert caplog.records == []


async def test_a_message_that_is_too_large_ends_the_connection(
    table: FakeTable, server: Served
) -> None:
    page = await server.page(table.master_secret)
    await page.say('{"t":"ping"}' + " " * (MAX_MESSAGE_BYTES - 12))
    await page.expect("pong")
    await page.say('{"t":"ping"}' + " " * (MAX_MESSAGE_BYTES - 11))
    assert await page.closed() == 1009


async def test_nor_does_it_help_to_send_it_in_pieces(table: FakeTable, server: Served) -> None:
    page = await server.page(table.master_secret)
    await page._line.send([" " * 4000] * 100)
    assert await page.closed() == 1009


async def test_the_table_stumbles_and_the_page_hears_no_details(
    table: FakeTable, server: Served, caplog: pytest.LogCaptureFixture
) -> None:
    page = await server.page(table.master_secret)
    received = await page.do(Move("broken", (0, 0)))
    assert (received["t"], received["why"]) == ("refused", REFUSALS["wentWrong"])
    assert b"planned" not in page.everything()
    assert (await page.do(MOVE))["t"] == "done"
    assert "went wrong" in caplog.text


# --- too much


async def test_a_thousand_messages_at_once(table: FakeTable, server: Served) -> None:
    """The first ones are processed, the rest is refused, and finally the connection is closed.
    Others are served all the time.
    """
    other = await server.page(table.seat().secret)
    page = await server.page(table.master_secret)
    flood = [f'{{"t":"do","id":"{i}","action":{{"t":"undo"}}}}' for i in range(1000)]
    sending = asyncio.create_task(_said(page, flood))
    assert (await other.do(MOVE))["t"] == "done"
    assert await page.closed() == connection.POLICY
    await sending
    assert (await page.expect("bye"))["why"] == REFUSALS["farTooMany"]
    kinds = [received["t"] for received in page.messages]
    assert kinds.count("done") >= 120
    assert 400 <= kinds.count("refused") < 880
    assert len(table.done) == kinds.count("done") + 1
    refused = [received for received in page.messages if received["t"] == "refused"]
    assert {received["why"] for received in refused} == {REFUSALS["tooManyMessages"]}
    assert (await other.do(MOVE))["t"] == "done"


async def test_many_pages_of_one_seat_may_say_no_more_than_one(table: FakeTable) -> None:
    async with serving(table, Limits(messages=Rate(3, 0))) as server:
        ann, ben = table.seat(), table.seat("Ben")
        pages = [await server.page(ann.secret) for _ in range(5)]
        kinds = [(await page.do(MOVE))["t"] for page in pages]
        assert kinds == ["done", "done", "done", "refused", "refused"]
        assert (await (await server.page(ben.secret)).do(MOVE))["t"] == "done"


async def _said(page: Client, messages: list[str]) -> None:
    from websockets.exceptions import ConnectionClosed

    try:
        for message in messages:
            await page.say(message)
    except ConnectionClosed:
        pass


async def test_whoever_comes_in_again_and_again_waits(table: FakeTable) -> None:
    async with serving(table, Limits(entries=Rate(2, 0))) as server:
        ann = table.seat()
        for _ in range(2):
            await (await server.page(ann.secret)).close()
        third = await server.connect()
        await third.say({"t": "hello", "secret": ann.secret})
        bye = await third.expect("bye")
        assert (bye["why"], bye["again"]) == (REFUSALS["tooOften"], True)
        await server.page(table.master_secret)


async def test_too_many_pages_of_one_seat(table: FakeTable) -> None:
    async with serving(table, Limits(pages_of_a_seat=2)) as server:
        ann = table.seat()
        pages = [await server.page(ann.secret) for _ in range(2)]
        third = await server.connect()
        await third.say({"t": "hello", "secret": ann.secret})
        assert (await third.expect("bye"))["why"] == REFUSALS["tooManyPages"]
        await server.page(table.master_secret)
        await pages[0].close()
        await third.closed()
        await _until(lambda: len(table.pages) == 2)
        await server.page(ann.secret)


async def test_strangers_do_not_keep_the_others_out(table: FakeTable) -> None:
    limits = Limits(strangers=3, strangers_of_an_address=3)
    async with serving(table, limits) as server:
        page = await server.page(table.master_secret)
        silent = [await server.connect() for _ in range(5)]
        for each in silent[:2]:
            assert (await each.expect("bye"))["again"] is True
            assert await each.closed() == connection.COME_AGAIN
        assert not any(each.is_closed for each in silent[2:])
        assert (await page.do(MOVE))["t"] == "done"
        await server.page(table.master_secret)


# --- who does not read


async def test_one_that_does_not_read_keeps_nobody_waiting(
    table: FakeTable, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connection accepts no more bytes. The others get every message; this page is disconnected
    and can return to its seat.
    """
    monkeypatch.setattr(connection, "SEND_SECONDS", 0.3)
    ann, ben = table.seat("Ann"), table.seat("Ben")
    unreading = await unreading_page(server, ann.secret)
    await _until(lambda: len(table.pages) == 1)
    quick = await server.page(ben.secret)
    text = "x" * 100_000
    for number in range(200):
        table.broadcast(Log(str(number), text))
        received = await quick.expect("log")
        assert received["who"] == str(number)
    await _until(lambda: len(table.pages) == 1)
    assert table.pages[0].actor.id == ben.id
    assert (await quick.do(MOVE))["t"] == "done"
    back = await server.page(ann.secret)
    assert (await back.do(MOVE))["t"] == "done"
    unreading.close()


async def test_an_outbox_that_is_full_ends_the_connection(table: FakeTable, server: Served) -> None:
    """This happens even before a write times out, so that a page cannot fill
    the server's memory.
    """
    page = await server.page(table.seat().secret)
    for number in range(connection.OUTBOX_MESSAGES + 1):
        table.broadcast(Log(str(number), "news"))
    bye = await page.expect("bye")
    assert (bye["why"], bye["again"], bye["key"]) == (
        REFUSALS["tooFarBehind"],
        True,
        "tooFarBehind",
    )
    assert await page.closed() == connection.COME_AGAIN


async def test_an_outbox_is_full_of_bytes_too(table: FakeTable, server: Served) -> None:
    page = await server.page(table.seat().secret)
    large = Log("", "x" * (connection.OUTBOX_BYTES // 4))
    for _ in range(5):
        table.broadcast(large)
    assert await page.closed() == connection.COME_AGAIN


async def test_one_message_may_be_larger_than_the_box(table: FakeTable, server: Served) -> None:
    page = await server.page(table.seat().secret)
    table.broadcast(Log("", "x" * (connection.OUTBOX_BYTES + 1)))
    await page.expect("log")


async def _until(test: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not test():
            await asyncio.sleep(0.01)


# --- coming and going


async def test_what_was_begun_is_ended_though_the_page_is_gone(
    table: FakeTable, server: Served
) -> None:
    page = await server.page(table.master_secret)
    table.may_go_on.clear()
    await page.say({"t": "do", "id": "1", "action": {"t": "undo"}})
    await _until(lambda: table.begun)
    await page.close()
    assert table.done == []
    table.may_go_on.set()
    await _until(lambda: table.pages == [])
    assert len(table.done) == 1


async def test_the_table_closes_a_page_in_the_middle_of_its_own_act(
    table: FakeTable, server: Served
) -> None:
    page = await server.page(table.master_secret)
    table.may_go_on.clear()
    await page.say({"t": "do", "id": "1", "action": {"t": "undo"}})
    await _until(lambda: table.begun)
    table.pages[0].close(Refusal("closed"), again=True)
    assert (await page.expect("bye"))["key"] == "closed"
    assert await page.closed() == connection.COME_AGAIN
    table.may_go_on.set()
    await _until(lambda: table.pages == [])
    assert len(table.done) == 1


async def test_all_that_was_said_before_goodbye_arrives(table: FakeTable, server: Served) -> None:
    page = await server.page(table.seat().secret)
    for number in range(100):
        table.broadcast(Log(str(number), "news"))
    table.pages[0].close(Refusal("closed"), again=False)
    table.pages[0].send(encode(Log("", "too late")))
    await page.closed()
    logs = [received["who"] for received in page.messages if received["t"] == "log"]
    assert logs == [str(number) for number in range(100)]


async def test_the_server_ends_while_pages_are_open(table: FakeTable) -> None:
    async with serving(table) as server:
        page = await server.page(table.master_secret)
    assert await page.closed() == 1012
    assert table.is_closed
    assert table.pages == []


async def test_questions_are_answered(table: FakeTable, server: Served) -> None:
    page = await server.page(table.seat().secret)
    assert (await page.ask(AskField()))["t"] == "answer"
    await page.quiet()


def test_large_strokes_fit_into_a_message() -> None:
    """Strokes within the protocol's limits must not exceed the message size limit."""
    from sightline.table.protocol.client import Do
    from sightline.table.protocol.types import MAX_BATCH

    tiles = [(199, 199)] * MAX_BATCH
    assert len(encode(Do("x" * 40, Paint(tiles, True)))) <= MAX_MESSAGE_BYTES
    assert NewMap("x").rows <= 200
