"""Other hosts and origins are refused, and every response has its security headers."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sightline.table.http.guard import (
    HEADERS,
    PAGE_POLICY,
    STAY_ENCRYPTED,
    Guard,
    Message,
    Receive,
    Scope,
    Send,
)
from sightline.table.http.rate_limits import Bucket, Buckets, Limits, Rate, RateLimiter
from sightline.table.protocol.actions import Move
from tests.table.support.fake_table import FakeTable
from tests.table.support.served_table import Served, refused_status, serving

FOREIGN_ORIGINS = [
    "https://evil.example",
    "http://evil.example",
    "http://127.0.0.1",  # another port is another origin
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example#http://127.0.0.1:{port}",
    "http://localhost:{port}",  # allowed itself, but not for a page loaded from 127.0.0.1
    "null",
    "",
]
FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1",
    "127.0.0.1:{port}.evil.example",
    "127.0.0.1:{port}@evil.example",
    "evil.example, 127.0.0.1:{port}",
    "0.0.0.0:{port}",
    "[::]:{port}",
]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    (tmp_path / "index.html").write_text("<!doctype html><title>the page</title>")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-abc.js").write_text("export {}")
    async with serving(FakeTable(), static_dir=tmp_path) as served:
        yield served


# --- origin


async def test_a_page_of_a_foreign_site_gets_no_socket(server: Served) -> None:
    for origin in FOREIGN_ORIGINS:
        foreign = origin.format(port=server.port)
        assert await refused_status(server.host, origin=foreign) == 403, foreign


async def test_whoever_hides_the_origin_gets_no_socket(server: Served) -> None:
    assert await refused_status(server.host, origin=None) == 403


async def test_our_own_page_gets_one(server: Served) -> None:
    assert await refused_status(server.host) == 101


async def test_foreign_pages_can_post_nothing(server: Served) -> None:
    secret = {"Authorization": f"Bearer {server.table.master_secret}"}
    for origin in FOREIGN_ORIGINS:
        headers = {**secret, "Origin": origin.format(port=server.port)}
        answer = await server.request("POST", "/maps?name=a.txt", b"..", headers)
        assert answer.status == 403, origin
    assert (await server.request("POST", "/maps?name=a.txt", b"..", secret)).status == 403
    assert server.table.maps == []


async def test_foreign_pages_cannot_even_ask_what_is_allowed(server: Served) -> None:
    """The preflight request is refused, so browsers never send the actual request."""
    headers = {
        "Origin": "https://evil.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
    }
    answer = await server.request("OPTIONS", "/export/table.json", headers=headers)
    assert answer.status == 403
    assert "access-control-allow-origin" not in answer.headers


async def test_foreign_pages_cannot_read(server: Served) -> None:
    answer = await server.request("GET", "/", headers={"Origin": "https://evil.example"})
    assert answer.status == 403


# --- host


async def test_a_foreign_name_that_points_here_leads_nowhere(server: Served) -> None:
    """DNS rebinding: the browser takes us for the foreign site, so origin and host agree."""
    for host in FOREIGN_HOSTS:
        name = host.format(port=server.port)
        answer = await server.request("GET", "/", headers={"Host": name})
        assert answer.status == 421, name
        answer = await server.request(
            "POST", "/maps", headers={"Host": name, "Origin": f"http://{name}"}
        )
        assert answer.status == 421, name


async def test_nor_does_it_as_a_socket(server: Served) -> None:
    for host in FOREIGN_HOSTS:
        name = host.format(port=server.port)
        handshake = (
            f"GET /ws HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert (await server.raw(handshake.encode())).status == 403, name


async def test_two_hosts_are_none(server: Served) -> None:
    both = f"GET / HTTP/1.1\r\nHost: {server.host}\r\nHost: evil.example\r\n\r\n"
    assert (await server.raw(both.encode())).status == 400
    older = b"GET / HTTP/1.0\r\n\r\n"
    assert (await server.raw(older)).status == 421


async def test_all_our_own_names_are_known(server: Served) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        answer = await server.request("GET", "/", headers={"Host": f"{name}:{server.port}"})
        assert answer.status == 200


async def test_what_proxies_would_say_is_not_believed(server: Served) -> None:
    headers = {"Host": "evil.example", "X-Forwarded-Host": server.host, "Forwarded": "for=1.2.3.4"}
    assert (await server.request("GET", "/", headers=headers)).status == 421


# --- headers


@pytest.mark.parametrize(
    ("path", "status", "cache"),
    [
        ("/", 200, "no-store"),
        ("/index.html", 200, "no-store"),
        ("/assets/index-abc.js", 200, "public, max-age=31536000, immutable"),
        ("/nothing", 404, "no-store"),
        ("/export/table.json", 404, "no-store"),
    ],
)
async def test_every_answer_carries_its_headers(
    server: Served, path: str, status: int, cache: str
) -> None:
    answer = await server.request("GET", path)
    assert answer.status == status
    for name, value in HEADERS.items():
        if name != b"cache-control":
            assert answer.headers[name.decode()] == value.decode()
    assert answer.headers["cache-control"] == cache
    assert "server" not in answer.headers


async def test_refusals_carry_them_too(server: Served) -> None:
    answer = await server.request("GET", "/", headers={"Host": "evil.example"})
    assert answer.headers["content-security-policy"] == PAGE_POLICY


@pytest.mark.parametrize(
    ("path", "origin"), [("/ws", "http://evil.example"), ("/ws", "null"), ("/elsewhere", "")]
)
async def test_so_do_refused_sockets(server: Served, path: str, origin: str) -> None:
    """Sockets with a foreign origin, or at a wrong path, are refused."""
    handshake = (
        f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {origin or server.url}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    answer = await server.raw(handshake.encode())
    assert answer.status == 403
    for name, value in HEADERS.items():
        assert answer.headers[name.decode()] == value.decode()
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    assert "default-src 'none'" in PAGE_POLICY
    for word in ("unsafe", "http", "*"):
        assert word not in PAGE_POLICY


# --- limits


async def test_one_address_makes_only_so_many_requests() -> None:
    """The limit covers requests of any kind, and does not affect connected users."""
    table = FakeTable()
    async with serving(table, Limits(requests=Rate(3, 0))) as server:
        page = await server.page(table.master_secret)
        assert (await server.request("GET", "/nothing")).status == 404
        own = {"Origin": server.url}
        assert (await server.request("POST", "/maps", headers=own)).status == 404
        for _ in range(3):
            answer = await server.request("GET", "/")
            assert (answer.status, answer.headers["connection"]) == (429, "close")
            assert answer.headers["content-security-policy"] == PAGE_POLICY
            assert await refused_status(server.host) == 403
        assert (await page.do(Move("f1", (0, 0))))["t"] == "done"


@pytest.mark.parametrize(
    "foreign",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Host": "evil.example"},
    ],
)
async def test_foreign_pages_use_up_nothing_of_ours(foreign: dict[str, str]) -> None:
    """Their requests come from the same machine and the same browser."""
    table = FakeTable()
    async with serving(table, Limits(requests=Rate(3, 0))) as server:
        for _ in range(3):
            assert (await server.request("GET", "/nothing", headers=foreign)).status != 429
        for _ in range(10):
            assert (await server.request("GET", "/nothing", headers=foreign)).status == 429
        own = {"Sec-Fetch-Site": "same-origin"}
        assert (await server.request("GET", "/nothing", headers=own)).status == 404
        typed = {"Sec-Fetch-Site": "none"}
        assert (await server.request("GET", "/nothing", headers=typed)).status == 404
        await server.page(table.master_secret)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_what_it_has_and_fills_up_again() -> None:
    clock = Clock()
    bucket = Bucket(Rate(3, 2), clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 1000
    assert sum(bucket.take() for _ in range(10)) == 3


def test_addresses_do_not_use_up_each_others_drops_nor_our_memory() -> None:
    clock = Clock()
    taken = Buckets(Rate(1, 0.001), clock)
    assert taken.take("a")
    assert not taken.take("a")
    assert taken.take("b")
    for number in range(5_000):
        taken.take(f"address {number}")
    assert len(taken._buckets) <= 1_000
    assert not taken.take("a"), "the most active client is not forgotten"


def test_strangers_keep_nobody_away_who_has_a_seat() -> None:
    limits = Limits(strangers=3, strangers_of_an_address=2, pages=3, pages_of_a_seat=2)
    door = RateLimiter(limits)
    gone: list[str] = []

    def knock(name: str) -> int:
        return door.open_connection(name[0], lambda: gone.append(name))

    knock("a1")
    second = knock("a2")
    assert gone == []
    knock("a3")
    assert gone == ["a1"], "an address has a limit"
    knock("b1")
    assert gone == ["a1"]
    knock("b2")
    assert gone == ["a1", "a2"], "the address with the most gives one up"
    door.identified(second)  # it is already closed
    assert [door.take_seat("Ann") for _ in range(3)] == [True, True, False]
    assert [door.take_seat("Ben") for _ in range(2)] == [True, False]
    door.leave_seat("Ann")
    assert door.take_seat("Ben")


# --- with our own certificate


async def headers_sent(scheme: str, host: str) -> dict[bytes, bytes]:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    guard = Guard(app, [f"{scheme}://{host}"], Buckets(Rate(9, 9)))
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": scheme,
        "headers": [(b"host", host.encode())],
    }
    await guard(scope, receive, send)
    assert sent[0]["status"] == 200
    return dict(sent[0]["headers"])


@pytest.mark.parametrize("host", ["table.example", "table.example:8443", "192.168.0.7:8443"])
async def test_over_our_own_tls_browsers_are_told_to_stay_there(host: str) -> None:
    name, value = STAY_ENCRYPTED
    assert (await headers_sent("https", host))[name] == value
    assert name not in await headers_sent("http", host)


@pytest.mark.parametrize("host", ["localhost", "localhost:8443", "127.0.0.1:8443", "[::1]:8443"])
async def test_but_not_on_this_machine_where_others_serve_without(host: str) -> None:
    assert STAY_ENCRYPTED[0] not in await headers_sent("https", host)
