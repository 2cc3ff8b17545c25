"""The whole server over HTTP and sockets, with a real table behind it."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sightline.table.http import connection, uvicorn_server
from sightline.table.http.rate_limits import Limits, Rate
from sightline.table.protocol.actions import (
    Admit,
    Dismiss,
    EditFigure,
    Move,
    NewLink,
    PlaceFigure,
    ShowMap,
)
from sightline.table.protocol.game_moves import AskGame
from sightline.table.protocol.questions import AskDice, AskField
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.protocol.registry import ACTIONS
from sightline.table.state.records import FigureRecord, new_secret
from sightline.table.transfer import exports, pictures, uploads
from sightline.table.transfer.exports import EXPORTS, SVG_POLICY
from tests.table.support.example_actions import EXAMPLES
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import PATIENCE, Client, Response, Served, serving

NOT_FOUND = (404, b'{"error":"not found"}')


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    (tmp_path / "index.html").write_text("<!doctype html><title>the page</title>")
    (tmp_path / "secret.py").write_text("no page of ours")
    (tmp_path / ".hidden.html").write_text("hidden")
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "index-abc.js").write_text("export {}")
    (assets / "index-abc.css").write_text("a{}")
    async with serving(sample_table(None), static_dir=tmp_path) as served:
        yield served


async def master(server: Served) -> Client:
    return await server.page(server.table.world.table.master_secret)


async def player(server: Served, by: Client, name: str = "Ann") -> Client:
    """Connect a player who joined by the link, was admitted, and plays Mira."""
    page = await server.connect()
    await page.join(server.table.world.table.join_secret, name)
    seat = await page.expect("seat")
    assert seat["waiting"] is True
    assert (await by.do(Admit(seat["id"])))["t"] == "done"
    await by.do(EditFigure(figure(server, "Mira").id, owners=[seat["id"]]))
    await page.expect("stage")
    return page


def figure(server: Served, name: str) -> FigureRecord:
    scene = server.table.world.scenes[server.table.world.table.shown]
    found: FigureRecord = next(each for each in scene.figures.values() if each.name == name)
    return found


def secret_of(page: Client) -> str:
    secret: str = page.last("welcome")["secret"]
    return secret


async def export(server: Served, what: str, secret: str, query: str = "") -> Response:
    headers = {"Authorization": f"Bearer {secret}"}
    return await server.request("GET", f"/export/{what}{query}", headers=headers)


# --- the page


async def test_the_page_is_served(server: Served) -> None:
    for path in ("/", "/index.html"):
        answer = await server.request("GET", path)
        assert (answer.status, b"the page" in answer.body) == (200, True)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    for path, kind in (("/assets/index-abc.js", "javascript"), ("/assets/index-abc.css", "css")):
        answer = await server.request("GET", path)
        assert answer.headers["content-type"] == f"text/{kind}; charset=utf-8"
    head = await server.request("HEAD", "/")
    assert (head.status, head.body) == (200, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../pyproject.toml",
        "/assets/../secret.py",
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/..%5c..%5csecret.py",
        "/assets/%2e%2e/index.html",
        "//etc/passwd",
        "/assets//index-abc.js",
        "/assets/",
        "/assets",
        "/.hidden.html",
        "/secret.py",
        "/index.html%00.js",
        "/index.html/",
        "/export",
        "/export/",
        "/export/secrets.json",
        "/maps",
        "/open/",
        "/open/guess",
        "/ws",
        "/favicon.php",
        f"/{'a' * 5000}.js",
        f"/{'a/' * 3000}a.js",
        "/%ed%a0%80.js",
        "/%ff%fe.js",
    ],
)
async def test_there_is_nothing_else(
    server: Served, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    for method in ("GET", "HEAD"):
        answer = await server.request(method, path)
        assert (answer.status, answer.body) == (404, NOT_FOUND[1] if method == "GET" else b"")
    assert caplog.records == []


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
async def test_the_page_is_only_read(server: Served, method: str) -> None:
    for path in ("/", "/assets/index-abc.js", "/export/table.json"):
        answer = await server.request(method, path, headers={"Origin": server.url})
        assert (answer.status, answer.body) == NOT_FOUND


async def test_links_out_of_the_folder_are_not_followed(server: Served, tmp_path: Path) -> None:
    outside = tmp_path.parent / "outside.html"
    outside.write_text("outside")
    (tmp_path / "inside.html").symlink_to(outside)
    assert (await server.request("GET", "/inside.html")).status == 404


async def test_a_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    async with serving(sample_table(None), static_dir=tmp_path / "nowhere") as server:
        answer = await server.request("GET", "/")
        assert answer.status == 503
        assert b"make page" in answer.body


# --- the playground


async def test_the_playground_is_served_where_it_was_built(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>the playground</title>")
    (tmp_path / "engine-abc.bin").write_bytes(b"packed")
    async with serving(sample_table(None), playground_dir=tmp_path) as served:
        page = await served.request("GET", "/playground/")
        assert (page.status, b"the playground" in page.body) == (200, True)
        assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
        engine = await served.request("GET", "/playground/engine-abc.bin")
        assert (engine.status, engine.body) == (200, b"packed")
        assert "immutable" in engine.headers["cache-control"]
        assert (await served.request("GET", "/playground/../secret.py")).status == 404
        assert "'wasm-unsafe-eval'" not in (await served.request("GET", "/")).raw.decode()


async def test_a_playground_that_was_not_built_is_not_there(tmp_path: Path) -> None:
    async with serving(sample_table(None), playground_dir=tmp_path / "none") as served:
        assert (await served.request("GET", "/playground/")).status == 404


# --- replays

REPLAY = '{"t":"replay","game":"skirmish","replay":"ruins~3~fog~r0.0~","at":1}'


async def replayed(server: Served, question: str) -> Response:
    return await server.request(
        "POST", "/replay", question.encode(), {"Origin": f"http://{server.host}"}
    )


async def test_whoever_has_a_replays_link_may_watch_it(server: Served) -> None:
    found = await replayed(server, REPLAY)
    assert found.status == 200
    assert (found.json()["at"], found.json()["count"], found.json()["view"]["phase"]) == (
        1,
        1,
        "over",
    )
    for wrong in ("", "{}", REPLAY.replace("replay", "sight"), REPLAY.replace("ruins", "moon")):
        refused = await replayed(server, wrong)
        assert (refused.status, list(refused.json())) == (422, ["error", "key", "values"])
    too_long = REPLAY.replace("r0.0", "r0.0_" * 4_000)
    assert (await replayed(server, too_long)).status == 413
    assert (await server.request("GET", "/replay")).status == 404


async def test_nobody_keeps_the_server_replaying(tmp_path: Path) -> None:
    limits = Limits(replays=Rate(2, 0.01))
    async with serving(sample_table(None), static_dir=tmp_path, limits=limits) as served:
        found = [(await replayed(served, REPLAY)).status for _ in range(3)]
    assert found == [200, 200, 429]


# --- a link that works once


async def test_a_ticket_leads_to_the_master_once(tmp_path: Path) -> None:
    from sightline.table.http.app import make_app

    table = sample_table(None)
    tickets = {"t" * 32}
    app = make_app(table, ["http://here:1"], tmp_path, tickets=tickets)
    secret = table.world.table.master_secret.encode()
    guesses = [b"", b"x" * 32, b"Bearer", b"Bearer " + b"u" * 32, b"Bearer " + secret]
    for guess in guesses:
        assert await _post(app, "/open", guess) == NOT_FOUND
    answers = [await _post(app, "/open", b"Bearer " + b"t" * 32) for _ in range(2)]
    assert answers[0] == (200, b'{"secret":"' + secret + b'"}')
    assert answers[1] == NOT_FOUND
    assert tickets == set()


async def _post(app: object, path: str, authorization: bytes) -> tuple[int, bytes]:
    """Return status and body, straight from the app."""
    from typing import Any

    received: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        received.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [
            (b"host", b"here:1"),
            (b"origin", b"http://here:1"),
            (b"authorization", authorization),
        ],
    }
    await app(scope, receive, send)  # type: ignore[operator]
    return received[0]["status"], received[1]["body"]


# --- exports


async def test_the_master_takes_everything_home(server: Served) -> None:
    secret = server.table.world.table.master_secret
    svg = await export(server, "picture.svg", secret, "?theme=dark")
    assert (svg.status, svg.headers["content-type"]) == (200, "image/svg+xml")
    assert b"Wraith" in svg.body
    assert svg.headers["content-security-policy"] == SVG_POLICY
    png = await export(server, "picture.png", secret)
    assert png.body.startswith(b"\x89PNG")
    one = await export(server, "map.json", secret)
    assert b'"sightline": 1' in one.body
    whole = await export(server, "table.json", secret)
    assert len(whole.json()["maps"]) == 2
    for answer, name in ((svg, "The sunken hall.svg"), (whole, "table.json")):
        disposition = answer.headers["content-disposition"]
        assert disposition.startswith(f'attachment; filename="{name}"')
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


async def test_nobody_keeps_the_server_drawing(tmp_path: Path) -> None:
    table = sample_table(tmp_path / "table")
    async with serving(table, Limits(exports=Rate(2, 0))) as server:
        secret = table.world.table.master_secret
        answers = [await export(server, "picture.svg", secret) for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 429, 429]
        assert answers[3].json()["error"].startswith("Too many at once")
        player = await table.join("Ann")
        assert (await export(server, "picture.svg", player.secret)).status == 404


async def test_a_picture_that_cannot_be_painted(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST_SECONDS", 0.2)
    secret = server.table.world.table.master_secret
    for command, why in (
        (("false",), "sightline itself failed (exit code 1); please report this"),
        (("sleep", "100"), "it takes too long"),
    ):
        monkeypatch.setattr(exports, "PAINTER", command)
        answer = await export(server, "picture.png", secret)
        assert answer.status == 503
        assert answer.json()["error"] == f"The picture could not be drawn: {why}."
    assert (await export(server, "picture.svg", secret)).status == 200


async def test_nobody_waits_while_pixels_are_painted(
    server: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Moves are made and acknowledged however long the painter takes."""
    done = tmp_path / "done"
    waiting = f"while [ ! -e '{done}' ]; do sleep 0.05; done; echo painted"
    monkeypatch.setattr(exports, "PAINTER", ("sh", "-c", waiting))
    page = await master(server)
    secret = server.table.world.table.master_secret
    painting = asyncio.create_task(export(server, "picture.png", secret))
    assert (await page.do(PlaceFigure((0, 0), "Orc")))["t"] == "done"
    assert not painting.done()
    done.touch()
    assert (await painting).body == b"painted\n"


async def test_one_seat_has_one_picture_drawn_at_a_time(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = most = 0
    real = pictures.export

    def counted(*given: Any) -> bytes:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        drawn = real(*given)
        at_once -= 1
        return drawn

    monkeypatch.setattr(exports, "export", counted)
    secret = server.table.world.table.master_secret
    answers = await asyncio.gather(*(export(server, "picture.svg", secret) for _ in range(5)))
    assert {answer.status for answer in answers} == {200}
    assert most == 1


async def test_the_master_chooses_the_map(server: Served) -> None:
    secret = server.table.world.table.master_secret
    hill = server.table.world.maps()[1].id
    svg = await export(server, "picture.svg", secret, f"?map={hill}")
    assert b"Troll" in svg.body
    assert b"Wraith" not in svg.body
    for query in ("?map=nowhere", "?theme=red", f"?map={hill}&theme="):
        answer = await export(server, "picture.svg", secret, query)
        assert (answer.status, answer.body) == NOT_FOUND


async def test_a_map_with_a_strange_name_is_a_file_with_a_plain_one(server: Served) -> None:
    from sightline.table.protocol.actions import RenameMap

    page = await master(server)
    shown = server.table.world.table.shown
    await page.do(RenameMap(shown, 'Ünter "der" Erde; x=\\'))
    answer = await export(server, "map.json", server.table.world.table.master_secret)
    disposition = answer.headers["content-disposition"]
    assert disposition.startswith('attachment; filename="?nter _der_ Erde; x=_.json"; filename*=')
    assert "%C3%9Cnter%20%22der%22%20Erde" in disposition


async def test_a_player_takes_home_what_they_know(server: Served) -> None:
    by = await master(server)
    ann = await player(server, by)
    svg = await export(server, "picture.svg", secret_of(ann))
    assert svg.status == 200
    assert b"Mira" in svg.body
    for hidden in (b"Wraith", b"Ogre", b"Bones", b"Shaman", b"sunken"):
        assert hidden not in svg.raw
    png = await export(server, "picture.png", secret_of(ann))
    assert png.body.startswith(b"\x89PNG")


async def test_a_player_gets_nothing_else(server: Served) -> None:
    by = await master(server)
    ann = await player(server, by)
    hill = server.table.world.maps()[1].id
    for what, query in (
        ("table.json", ""),
        ("map.json", ""),
        ("map.json", f"?map={server.table.world.table.shown}"),
        ("picture.svg", f"?map={hill}"),
        ("picture.svg", "?map=nowhere"),
    ):
        answer = await export(server, what, secret_of(ann), query)
        assert (answer.status, answer.body) == NOT_FOUND, (what, query)
    await by.do(ShowMap(None))
    assert (await export(server, "picture.svg", secret_of(ann))).status == 404


async def test_whoever_still_waits_gets_nothing(server: Served) -> None:
    page = await server.connect()
    welcome = await page.join(server.table.world.table.join_secret, "Ann")
    for what in EXPORTS:
        answer = await export(server, what, welcome["secret"])
        assert (answer.status, answer.body) == NOT_FOUND


async def test_wrong_secrets_and_none_look_like_paths_that_are_not_there(server: Served) -> None:
    table = server.table.world.table
    answers = [
        await server.request("GET", "/no/such/path"),
        await server.request("GET", "/export/table.json"),
        await export(server, "table.json", new_secret()),
        await export(server, "table.json", table.join_secret),
        await export(server, "table.json", ""),
        await server.request(
            "GET", "/export/table.json", headers={"Authorization": f"Basic {table.master_secret}"}
        ),
        await server.request("GET", f"/export/table.json?secret={table.master_secret}"),
    ]
    for answer in answers:
        assert (answer.status, answer.body) == NOT_FOUND
        assert {**answer.headers, "date": ""} == {**answers[0].headers, "date": ""}


async def test_guessing_over_http_gets_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    from sightline.table.http import app as module

    slept: list[float] = []

    monkeypatch.setattr(module, "SLOW_SECONDS", 0.0)
    really_sleep = asyncio.sleep

    async def sleep(seconds: float) -> None:
        if seconds == 0.0:
            slept.append(seconds)
        await really_sleep(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    table = sample_table(None)
    async with serving(table, Limits(wrong_secrets=Rate(3, 0))) as server:
        for _ in range(5):
            await export(server, "table.json", new_secret())
        assert len(slept) == 2
        assert (await export(server, "table.json", table.world.table.master_secret)).status == 200
        assert len(slept) == 2


# --- rights, with a table that knows what they mean


async def test_a_player_does_every_action_of_the_masters_in_vain(server: Served) -> None:
    by = await master(server)
    ann = await player(server, by)
    before = dict(server.table.world.values)
    for action in EXAMPLES:
        if ACTIONS[type(action)].by == "player":
            continue
        received = await ann.do(action)
        assert (received["t"], received["why"]) == ("refused", REFUSALS["gmOnly"])
    for message in ({"t": "look_at", "map": "m1"}, {"t": "watch", "player": None}):
        await ann.say(message)
        refused = await ann.expect("refused", lambda received: received["id"] == "")
        assert refused["why"] == REFUSALS["gmOnly"]
    assert server.table.world.values == before


async def test_whoever_still_waits_does_nothing_at_all(server: Served) -> None:
    eve = await server.table.join("Eve")
    page = await server.page(eve.secret)
    before = dict(server.table.world.values)
    for action in EXAMPLES:
        received = await page.do(action)
        assert (received["t"], received["why"]) == ("refused", REFUSALS["notLetIn"])
    for question in (AskField(), AskDice(), AskGame("hint")):
        assert (await page.ask(question))["why"] == REFUSALS["notLetIn"]
    await page.say({"t": "ping_tile", "at": [1, 1]})
    refused = await page.expect("refused", lambda received: received["id"] == "")
    assert refused["why"] == REFUSALS["notLetIn"]
    assert server.table.world.values == before


async def test_a_player_moves_what_is_theirs(server: Served) -> None:
    by = await master(server)
    ann = await player(server, by)
    mira = figure(server, "Mira")
    assert (await ann.do(Move(mira.id, (4, 2), mira.at)))["t"] == "done"
    refused = await ann.do(Move(figure(server, "Ogre").id, (9, 9)))
    unknown = await ann.do(Move("f0123456789", (9, 9)))
    assert refused["why"] == unknown["why"]


async def test_names_with_markup_stay_text(server: Served) -> None:
    by = await master(server)
    name = '<img src=x onerror="alert(1)">'
    await by.do(PlaceFigure((0, 0), name))
    await by.quiet()
    assert any(
        each["name"] == name
        for received in by.messages
        if received["t"] in ("stage", "change")
        for each in received.get("figures", [])
    )
    svg = await export(server, "picture.svg", server.table.world.table.master_secret)
    assert b"<img" not in svg.body
    for bad in ("a\nb", "\x1b[31mred", "\u202etxt"):
        assert (await by.do(PlaceFigure((0, 1), bad)))["t"] == "refused"


# --- links that die


async def test_a_dismissed_player(server: Served) -> None:
    by = await master(server)
    ann = await player(server, by)
    secret = secret_of(ann)
    assert (await by.do(Dismiss(ann.last("seat")["id"])))["t"] == "done"
    bye = await ann.expect("bye")
    assert not bye.get("again", False)
    assert await ann.closed() == connection.NOT_VALID
    again = await server.connect()
    await again.say({"t": "hello", "secret": secret})
    assert (await again.expect("bye"))["why"] == REFUSALS["linkInvalid"]
    assert (await export(server, "picture.svg", secret)).status == 404


async def test_a_players_new_link(server: Served) -> None:
    by = await master(server)
    ann = await player(server, by)
    secret = secret_of(ann)
    id = ann.last("seat")["id"]
    assert (await by.do(NewLink("player", id)))["t"] == "done"
    assert await ann.closed() == connection.NOT_VALID
    again = await server.connect()
    await again.say({"t": "hello", "secret": secret})
    assert await again.closed() == connection.NOT_VALID
    new = server.table.world.players[id].secret
    assert new != secret
    await server.page(new)


async def test_a_player_comes_back_without_their_link(server: Served) -> None:
    """The waiting page is closed, returns with its secret, and gets the seat."""
    by = await master(server)
    ann = await player(server, by)
    old, seat = secret_of(ann), ann.last("seat")["id"]
    page = await server.connect()
    await page.join(server.table.world.table.join_secret, "Ann")
    waiting = await page.expect("seat")
    assert waiting["name"] == "Ann 2"
    assert (await by.do(Admit(waiting["id"], seat)))["t"] == "done"
    assert (await page.expect("bye"))["again"] is True
    assert "again" not in await ann.expect("bye")
    again = await server.page(secret_of(page))
    found = await again.expect("seat")
    assert (found["id"], found["name"], found.get("waiting", False)) == (seat, "Ann", False)
    assert figure(server, "Mira").owners == (seat,)
    refused = await server.connect()
    await refused.say({"t": "hello", "secret": old})
    assert (await refused.expect("bye"))["key"] == "linkInvalid"


async def test_the_masters_new_link(server: Served) -> None:
    by, other = await master(server), await master(server)
    old = server.table.world.table.master_secret
    assert (await by.do(NewLink("master")))["t"] == "done"
    assert await other.closed() == connection.NOT_VALID
    assert (await by.do(PlaceFigure((0, 0), "Orc")))["t"] == "done", "this page stays"
    again = await server.connect()
    await again.say({"t": "hello", "secret": old})
    assert await again.closed() == connection.NOT_VALID
    assert (await export(server, "table.json", old)).status == 404
    headers = {"Authorization": f"Bearer {old}", "Origin": server.url}
    assert (await server.request("POST", "/maps", b".", headers)).status == 404
    await master(server)


async def test_a_new_link_to_join(server: Served) -> None:
    by = await master(server)
    old = server.table.world.table.join_secret
    assert (await by.do(NewLink("join")))["t"] == "done"
    page = await server.connect()
    await page.say({"t": "join", "secret": old, "name": "Eve"})
    assert await page.closed() == connection.NOT_VALID
    assert server.table.world.players == {}


# --- what is said where


async def test_no_secret_is_in_any_log(
    server: Served, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(0)
    by = await master(server)
    secret = server.table.world.table.master_secret
    await export(server, "table.json", secret)
    await server.request("GET", f"/export/table.json?secret={secret}")
    await server.raw(b"GET /" + secret.encode() + b" HTTP/9.9\r\n\r\n")
    await by.close()
    out, err = capfd.readouterr()
    logged = [each.getMessage() for each in caplog.records if each.name != "websockets.client"]
    for text in (*logged, out, err):
        assert secret not in text


async def test_a_request_that_goes_wrong_tells_nothing(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    # Not by its dotted name, which may lead to a copy imported by a test of missing extras.
    monkeypatch.setattr(sys.modules["sightline.table.http.app"], "who", broken)
    answer = await export(server, "table.json", "x" * 32)
    assert answer.status == 500
    assert b"planted" not in answer.raw
    assert b"Traceback" not in answer.raw
    assert "planted" in caplog.text, "the host should know"


async def test_a_socket_is_only_at_its_place(server: Served) -> None:
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    for path in ("/", "/maps", "/ws/", "/ws/x"):
        with pytest.raises(InvalidStatus):
            await connect(
                f"ws://{server.host}{path}",
                origin=server.url,  # type: ignore[arg-type]
                proxy=None,
            )


# --- connections without a request


async def test_one_machine_does_not_take_all_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other users at the same machine can still join: the oldest waiting connections are closed."""
    monkeypatch.setattr(uvicorn_server, "MOST_OF_AN_ADDRESS", 3)
    async with serving(sample_table(None)) as server:
        pages = [await master(server) for _ in range(5)]  # WebSockets are counted separately
        idle = [await asyncio.open_connection(server.address, server.port) for _ in range(10)]
        for reader, _ in idle[:7]:
            async with asyncio.timeout(PATIENCE):
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
        assert not any(reader.at_eof() for reader, _ in idle[7:])
        assert (await server.request("GET", "/nothing")).status == 404
        for page in pages:
            await page.quiet()
        for _, writer in idle:
            writer.close()


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: ",
        b"GET / HTTP/1.1\r\nHost: HOST\r\n\r\nGET /",
        b"GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000000\r\n\r\nx",
    ],
)
async def test_half_a_request_holds_no_connection(
    server: Served, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_server, "REQUEST_SECONDS", 0.5)
    page = await master(server)
    answer = await server.raw(begun.replace(b"HOST", server.host.encode()))
    assert answer.status in (0, 200), "and raw() came back: the connection was ended"
    assert (await page.do(PlaceFigure((0, 0), "Orc")))["t"] == "done", "sockets may be silent"


# --- links that die meanwhile


async def test_a_link_that_dies_while_a_file_is_made(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who is removed while waiting gets the same response as anyone without a link."""
    table = server.table
    page = await server.page(table.world.table.master_secret)
    old = table.world.table.master_secret
    make, read = exports.Exporter.make, uploads.MapReader.read

    async def renewed(work: Any, *given: Any) -> Any:
        made = await work(*given)
        assert made
        assert (await page.do(NewLink("master")))["t"] == "done"
        return made

    monkeypatch.setattr(exports.Exporter, "make", lambda *given: renewed(make, *given))
    monkeypatch.setattr(uploads.MapReader, "read", lambda *given: renewed(read, *given))
    bearer = {"Authorization": f"Bearer {old}"}
    answer = await server.request("GET", "/export/map.json", headers=bearer)
    assert (answer.status, answer.body) == NOT_FOUND
    bearer = {"Authorization": f"Bearer {table.world.table.master_secret}", "Origin": server.url}
    before = len(table.world.scenes)
    answer = await server.request("POST", "/maps?name=a.txt", b"#.\n..\n", bearer)
    assert (answer.status, answer.body) == NOT_FOUND
    assert len(table.world.scenes) == before
