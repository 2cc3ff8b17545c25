"""The table works behind our proxy, with a certificate and over IPv6, and opens nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sightline.table.http import uvicorn_server
from sightline.table.http.addresses import EVERYWHERE_6, HERE, HERE_6
from sightline.table.http.guard import PAGE_POLICY
from sightline.table.http.listening import listening_sockets
from sightline.table.http.rate_limits import Limits, Rate
from sightline.table.http.uvicorn_server import Exposure
from sightline.table.protocol.actions import Move
from sightline.table.protocol.client import Join
from tests.table.support.fake_table import FakeTable
from tests.table.support.proxy import NAME, ORIGIN, proxied
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import PATIENCE, Client, Served, refused_status, serving

MOVE = Move("f1", (0, 0))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    (tmp_path / "index.html").write_text("<!doctype html><title>the page</title>")
    async with serving(FakeTable(), static_dir=tmp_path, at=ORIGIN) as served:
        yield served


# --- through a proxy


async def test_through_a_proxy_the_table_is_the_same(server: Served) -> None:
    async with proxied(server) as proxy:
        answer = await proxy.request("GET", "/")
        assert (answer.status, answer.headers["content-security-policy"]) == (200, PAGE_POLICY)
        page = await proxy.page(server.table.master_secret)
        assert (await page.do(MOVE))["t"] == "done"
        guest = await proxy.connect()
        assert (await guest.join(server.table.join_secret, "Ann"))["role"] == "player"


async def test_on_this_machine_it_goes_by_its_own_names_too(server: Served) -> None:
    await server.page(server.table.master_secret)
    assert (await server.request("GET", "/")).status == 200


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        f"http://{NAME}",
        f"{ORIGIN}:8443",
        f"{ORIGIN}.evil.example",
        f"https://www.{NAME}",
        "https://evil.example",
        # Our server, but not the origin of a page loaded by the public name.
        "http://127.0.0.1:{port}",
    ],
)
async def test_only_a_page_of_the_public_name_gets_a_socket(
    server: Served, origin: str | None
) -> None:
    foreign = None if origin is None else origin.format(port=server.port)
    async with proxied(server) as proxy:
        assert await proxy.socket_status(foreign) == 403
        headers = {"Authorization": f"Bearer {server.table.master_secret}"}
        if foreign is not None:
            headers["Origin"] = foreign
        assert (await proxy.request("POST", "/maps", headers)).status == 403


async def test_a_page_of_the_public_name_is_foreign_at_our_own(server: Served) -> None:
    assert await refused_status(server.host, origin=ORIGIN) == 403


@pytest.mark.parametrize(
    "host", ["evil.example", f"www.{NAME}", f"{NAME}.evil.example", f"{NAME}:8443", f"{NAME}."]
)
async def test_no_other_name_leads_here_whatever_headers_say(server: Served, host: str) -> None:
    async with proxied(server) as proxy:
        lies = {"X-Forwarded-Host": NAME, "Forwarded": f"host={NAME}", "X-Forwarded-Proto": "https"}
        answer = await proxy.request("GET", "/", {"Host": host, **lies})
        assert answer.status == 421
        assert await proxy.socket_status(f"https://{host}", lies, host) == 403


async def test_without_it_the_public_name_is_none_of_ours() -> None:
    async with serving(FakeTable()) as server, proxied(server) as proxy:
        assert (await proxy.request("GET", "/")).status == 421
        assert await proxy.socket_status() == 403


async def test_who_has_only_the_name_learns_nothing() -> None:
    """Every private address gives the same response, whether or not anything exists there. (The
    page itself is public and the same for every table.)
    """
    table = sample_table(None)
    async with serving(table, at=ORIGIN) as server, proxied(server) as proxy:
        first = table.world.maps()[0]
        paths = [f"/picture?map={first.id}", "/picture?map=m0", "/export/table.json", "/nothing"]
        paths += [f"/export/map.json?map={first.id}", "/open/x", "/maps"]
        answers = [await proxy.request("GET", path) for path in paths]
        assert {(each.status, each.body) for each in answers} == {(404, b'{"error":"not found"}')}
        misled = await proxy.request("GET", "/", {"Host": "evil.example"})
        wrong = await proxy.connect()
        await wrong.say(Join("x" * 32, "Ann"))
        assert await wrong.closed() == 4401
        received = misled.raw + wrong.everything()
        for word in (b"able", b"layer", b"sight", first.record.name.encode()):
            assert word not in misled.raw
        assert first.record.name.encode() not in received
        assert len(wrong.received) == 1, "a goodbye, and nothing before it"


# --- whose limits


LIMITS = Limits(requests=Rate(4, 0), strangers_of_an_address=3)


async def test_guests_do_not_use_up_each_others_requests() -> None:
    async with (
        serving(FakeTable(), LIMITS, at=ORIGIN) as server,
        proxied(server, "203.0.113.7") as one,
        proxied(server, "203.0.113.8") as other,
    ):
        for _ in range(4):
            assert (await one.request("GET", "/nothing")).status == 404
        assert (await one.request("GET", "/nothing")).status == 429
        assert (await other.request("GET", "/nothing")).status == 404
        assert (await server.request("GET", "/nothing")).status == 404, "nor the master's"


async def test_an_address_that_a_guest_writes_is_not_believed() -> None:
    """The proxy appends the guest's real address."""
    async with serving(FakeTable(), LIMITS, at=ORIGIN) as server, proxied(server) as proxy:
        statuses = [
            (await proxy.request("GET", "/nothing", {"X-Forwarded-For": f"6.6.6.{n}"})).status
            for n in range(8)
        ]
        assert statuses == [404] * 4 + [429] * 4


async def test_without_a_proxy_nobodys_header_is_believed() -> None:
    async with serving(FakeTable(), LIMITS) as server:
        statuses = [
            (await server.request("GET", "/nothing", headers={"X-Forwarded-For": f"6.6.6.{n}"}))
            .status
            for n in range(8)
        ]  # fmt: skip
        assert statuses == [404] * 4 + [429] * 4


async def test_a_household_has_one_limit_in_ipv6() -> None:
    async with serving(FakeTable(), LIMITS, at=ORIGIN) as server:
        for n in range(4):
            async with proxied(server, f"2001:db8:0:1::{n}") as proxy:
                assert (await proxy.request("GET", "/nothing")).status == 404
        async with proxied(server, "2001:db8:0:1:ffff::9") as proxy:
            assert (await proxy.request("GET", "/nothing")).status == 429
        async with proxied(server, "2001:db8:0:2::1") as proxy:
            assert (await proxy.request("GET", "/nothing")).status == 404


async def test_one_guesser_slows_down_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.table.http.connection.SLOW_SECONDS", 3600.0)
    table = FakeTable()
    async with (
        serving(table, Limits(wrong_secrets=Rate(1, 0)), at=ORIGIN) as server,
        proxied(server, "203.0.113.7") as guesser,
        proxied(server, "203.0.113.8") as ann,
    ):
        for _ in range(2):
            wrong = await guesser.connect()
            await wrong.say({"t": "hello", "secret": "x" * 32})
        late = await ann.connect()
        await late.say({"t": "hello", "secret": "x" * 32})
        assert await late.closed() == 4401
        assert not wrong.is_closed, "who guesses again and again waits"
        await wrong.close()


# --- idle connections


async def test_idle_sockets_do_not_keep_the_master_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many idle sockets from one address: silent ones, some with half a header, some without a
    hello.
    """
    monkeypatch.setattr(uvicorn_server, "MOST_OF_AN_ADDRESS", 20)
    table = FakeTable()
    limits = Limits(strangers=12, strangers_of_an_address=6)
    async with serving(table, limits) as server:
        idle = [await asyncio.open_connection(HERE, server.port) for _ in range(60)]
        for _, writer in idle[::2]:
            writer.write(b"GET / HTTP/1.1\r\nHost: ")
        silent = [await server.connect() for _ in range(20)]
        page = await server.page(table.master_secret)
        assert (await server.request("GET", "/nothing")).status == 404
        assert (await page.do(MOVE))["t"] == "done"
        assert sum(not each.is_closed for each in silent) <= 6
        for _, writer in idle:
            writer.close()


async def test_nor_do_those_of_a_guest_behind_the_proxy() -> None:
    table = FakeTable()
    limits = Limits(strangers=4, strangers_of_an_address=3)
    async with (
        serving(table, limits, at=ORIGIN) as server,
        proxied(server, "203.0.113.7") as guest,
        proxied(server, "203.0.113.8") as home,
    ):
        other = await home.connect()
        for _ in range(9):
            await guest.connect()
        await other.hello(table.master_secret)
        await server.page(table.master_secret)


async def test_slow_requests_behind_the_proxy_count_for_who_makes_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Request bodies never arrive. The proxy may have many connections, but
    each guest only a few.
    """
    monkeypatch.setattr(uvicorn_server, "MOST_OF_AN_ADDRESS", 5)
    table = FakeTable()
    async with serving(table, at=ORIGIN) as server, proxied(server) as slow:
        upload = (
            f"POST /maps?name=a HTTP/1.1\r\nHost: {NAME}\r\nOrigin: {ORIGIN}\r\n"
            f"Authorization: Bearer {table.master_secret}\r\nContent-Length: 99\r\n\r\n"
        )
        lines = [await asyncio.open_connection(HERE, slow.port) for _ in range(8)]
        for _, writer in lines:
            writer.write(upload.encode())
        for reader, _ in lines[:3]:
            async with asyncio.timeout(PATIENCE):
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
        async with proxied(server, "203.0.113.8") as other:
            for _ in range(8):
                assert (await other.request("GET", "/nothing")).status == 404
        assert not any(reader.at_eof() for reader, _ in lines[3:])
        for _, writer in lines:
            writer.close()


# --- IPv6


def has_ipv6() -> bool:
    try:
        with socket.create_server((HERE_6, 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


needs_ipv6 = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")


@needs_ipv6
async def test_over_ipv6_the_table_is_the_same() -> None:
    table = FakeTable()
    async with serving(table, address=HERE_6) as server:
        assert server.url == f"http://[::1]:{server.port}"
        assert (await server.request("GET", "/nothing")).status == 404
        page = await server.page(table.master_secret)
        assert (await page.do(MOVE))["t"] == "done"
        assert await refused_status(server.host, origin=f"http://127.0.0.1:{server.port}") == 403


@needs_ipv6
def test_both_kinds_of_addresses_have_one_port() -> None:
    both = listening_sockets((HERE, HERE_6), 0)
    try:
        ports = {each.getsockname()[1] for each in both}
        assert (len(both), len(ports)) == (2, 1)
        [port] = ports
        with pytest.raises(OSError, match="in use"):
            listening_sockets((HERE, HERE_6), port, tries=1)
        both[0].close()  # a port in use on either address is refused
        others = listening_sockets((HERE, HERE_6), port)
        assert others[0].getsockname()[1] > port
        for each in others:
            each.close()
    finally:
        for each in both:
            each.close()


@needs_ipv6
def test_a_socket_for_ipv6_takes_no_other_connections() -> None:
    """IPv4 connections would arrive with mapped addresses, a third notation."""
    [everywhere] = listening_sockets((EVERYWHERE_6,), 0)
    with everywhere, pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, everywhere.getsockname()[1]), timeout=PATIENCE)


# --- TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a self-signed certificate for 127.0.0.1, and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed: it would make the certificate")
    folder = tmp_path_factory.mktemp("certificate")
    cert, key = folder / "cert.pem", folder / "key.pem"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=us"
    names = ["-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(key), "-out", str(cert)]
    subprocess.run([openssl, *words.split(), *names, *files], check=True, capture_output=True)
    return cert, key


async def test_who_does_not_finish_the_handshake_keeps_nobody_out(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are slightly more silent connections than the process may have open files."""
    monkeypatch.setattr(uvicorn_server, "MOST_SHAKING_OF_AN_ADDRESS", 5)
    cert, key = certificate
    table = FakeTable()
    async with serving(table, exposure=Exposure(cert=str(cert), key=str(key))) as server:
        trusting = ssl.create_default_context(cafile=str(cert))
        pages = [await Client.connect(server.host, tls=trusting, scheme="wss") for _ in range(8)]
        idle = [await asyncio.open_connection(HERE, server.port) for _ in range(40)]
        for reader, _ in idle[:35]:
            async with asyncio.timeout(PATIENCE):
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
        assert not any(reader.at_eof() for reader, _ in idle[35:])
        for page in pages:  # these have finished the handshake, and are counted separately
            await page.hello(table.master_secret)
            await page.close()
        for _, writer in idle:
            writer.close()


async def test_with_a_certificate_all_is_encrypted(certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    table = FakeTable()
    async with serving(table, exposure=Exposure(cert=str(cert), key=str(key))) as server:
        assert server.url.startswith("https://")
        trusting = ssl.create_default_context(cafile=str(cert))
        page = await Client.connect(server.host, scheme="wss", tls=trusting)
        await page.hello(table.master_secret)
        assert (await page.do(MOVE))["t"] == "done"
        plain = await server.request("GET", "/nothing")
        assert plain.raw == b"", "nothing without encryption"
        foreign = f"http://{server.host}"
        status = await refused_status(server.host, scheme="wss", tls=trusting, origin=foreign)
        assert status == 403
        await page.close()
