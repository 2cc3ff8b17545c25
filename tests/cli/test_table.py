"""`sightline table`: how it starts, what it prints and when it ends."""

import asyncio
import socket
import stat
import sys
from pathlib import Path

import pytest

from sightline.table import run
from sightline.table.http.addresses import origin_of, own_origins
from sightline.table.http.listening import addresses_in_the_network, listening_sockets
from sightline.table.protocol.actions import Move, PlaceFigure
from sightline.table.storage.store import Store
from sightline.table.storage.table_folder import set_aside
from tests.cli.shell import DUNGEON, sightline
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import PATIENCE, Client, TableProcess


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


async def page_of(table: TableProcess) -> Client:
    page = await Client.connect(table.host)
    await page.hello(table.master_secret)
    await page.expect("table")
    return page


def map_names(page: Client) -> list[str]:
    return [each["name"] for each in page.last("table")["maps"]]


# --- starting


async def test_it_prints_the_links_and_serves(file: Path) -> None:
    with TableProcess(file) as table:
        assert table.master_link.startswith("http://127.0.0.1:")
        assert table.players_link.startswith("http://127.0.0.1:")
        assert table.master_secret != table.join_secret
        assert str(file) in table.said
        assert "Ctrl+C ends it; the table is kept." in table.said
        assert "network" not in table.said
        page = await page_of(table)
        assert map_names(page) == ["The sunken hall", "The watch hill"]
        stranger = await Client.connect(table.host)
        assert (await stranger.join(table.join_secret, "Ann"))["role"] == "player"


async def test_what_it_keeps_is_for_its_owner_alone(file: Path) -> None:
    with TableProcess(file):
        assert stat.S_IMODE(file.stat().st_mode) == 0o700
        assert stat.S_IMODE((file / "table.db").stat().st_mode) == 0o600


async def test_a_table_goes_on_where_it_was_left(file: Path) -> None:
    """This holds after `kill -9` and after Ctrl+C."""
    with TableProcess(file) as first:
        page = await page_of(first)
        figures = {each["name"]: each for each in page.last("stage")["figures"]}
        done = await page.do(Move(figures["Mira"]["id"], (4, 2)))
        assert done["t"] == "done"
        first.kill()
    with TableProcess(file) as second:
        assert second.master_secret == first.master_secret
        assert second.join_secret == first.join_secret
        page = await page_of(second)
        figures = {each["name"]: each for each in page.last("stage")["figures"]}
        assert figures["Mira"]["at"] == [4, 2]
        assert second.interrupt() == 0
    with TableProcess(file) as third:
        assert third.master_secret == first.master_secret


# --- ending


async def test_it_ends_although_pages_are_open(file: Path) -> None:
    """One page never reads, one never identifies itself, and one is in the middle of a request."""
    with TableProcess(file) as table:
        page = await page_of(table)
        silent = await Client.connect(table.host)
        unreading = await Client.connect(table.host)
        await unreading.hello(table.master_secret)
        unreading._line.transport.pause_reading()
        host, _, port = table.host.partition(":")
        slow = socket.create_connection((host, int(port)))
        slow.sendall(
            f"POST /maps?name=a HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\n"
            f"Authorization: Bearer {table.master_secret}\r\nContent-Length: 99\r\n\r\n".encode()
        )
        assert (await page.do(PlaceFigure((0, 0), "Orc")))["t"] == "done"
        code = await asyncio.to_thread(table.interrupt)
        assert code == 0
        assert await page.closed() == 1012
        await silent.closed()
        slow.close()
        assert table.errors() == ""


# --- maps


async def test_a_new_table_begins_with_the_map_that_is_named(file: Path, dungeon: Path) -> None:
    with TableProcess(file, str(dungeon)) as table:
        page = await page_of(table)
        assert map_names(page) == ["dungeon"]
        assert page.last("table")["maps"][0]["shown"] is True


async def test_a_map_is_brought_once(file: Path, dungeon: Path) -> None:
    """Starting with the same table name continues it; another name starts a new table."""
    with TableProcess(file) as table:
        table.interrupt()
    with TableProcess(file, str(dungeon)) as table:
        page = await page_of(table)
        assert map_names(page) == ["The sunken hall", "The watch hill", "dungeon"]
        assert [each.get("shown", False) for each in page.last("table")["maps"]] == [0, 0, 1]
        await page.do(PlaceFigure((0, 0), "Orc"))
        table.interrupt()
    with TableProcess(file, str(dungeon)) as table:
        page = await page_of(table)
        assert len(map_names(page)) == 3
        assert "Orc" in {each["name"] for each in page.last("stage")["figures"]}
        table.interrupt()
    dungeon.write_text(DUNGEON.lstrip().replace("goblin", "ogre"), encoding="utf-8")
    with TableProcess(file, str(dungeon)) as table:
        assert map_names(await page_of(table))[2:] == ["dungeon", "dungeon"]


async def test_a_table_that_was_taken_home_is_a_map_too(file: Path, tmp_path: Path) -> None:
    from sightline.table.transfer.documents import table_document

    other = sample_table(None)
    kept = tmp_path / "home.json"
    kept.write_bytes(table_document(await other.map_keeper.snapshot(), other.desk.of))
    await other.close()
    with TableProcess(file, str(kept)) as table:
        assert map_names(await page_of(table)) == ["The sunken hall", "The watch hill"]


# --- files


async def test_a_new_table_leaves_the_old_one_beside_it(file: Path) -> None:
    with TableProcess(file) as first:
        first.interrupt()
    with TableProcess(file, "--new") as second:
        assert second.master_secret != first.master_secret
        kept = list(file.parent.glob("table-*.db"))
        assert kept[0].is_dir()
        assert len(kept) == 1
        assert str(kept[0]) in second.errors()
        second.interrupt()
    with TableProcess(kept[0]) as again:
        assert again.master_secret == first.master_secret


def test_one_table_has_one_server(file: Path) -> None:
    with TableProcess(file):
        for words in ((), ("--new",)):
            done = sightline("table", "--no-browser", "--port", "0", "--file", file, *words)
            assert done.code == 2
            assert "open already" in done.err
        assert file.exists()


def test_a_damaged_file_is_left_alone_and_new_makes_room(file: Path) -> None:
    file.write_bytes(b"not a table" * 1000)
    done = sightline("table", "--no-browser", "--port", "0", "--file", file)
    assert done.code == 2
    assert "Traceback" not in done.err
    assert file.read_bytes() == b"not a table" * 1000
    kept = set_aside(file)
    assert kept is not None
    assert (kept / "table.db").read_bytes() == b"not a table" * 1000
    assert not file.exists()


def test_the_usual_folder_is_where_programs_keep_things(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run.usual_folder() == tmp_path / "sightline" / "table"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    old = tmp_path / ".local" / "share" / "sightline" / "table.db"
    assert run.usual_folder() == old.with_name("table")
    old.parent.mkdir(parents=True)
    old.touch()
    assert run.usual_folder() == old


# --- what goes wrong


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--port", "http"], "--port: expected a number from 0 to 65535, got 'http'"),
        (["--port", "70000"], "got '70000'"),
        (["--port", "99999999999999999999"], "expected a number"),
        (["nowhere.txt"], "cannot read nowhere.txt"),
        (["BAD"], "line 1"),
        (["a.txt", "b.txt"], "unexpected"),
    ],
)
def test_errors_are_one_clear_message(
    file: Path, tmp_path: Path, words: list[str], complaint: str
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"sightline": 1, "board": NaN')
    given = [str(bad) if word == "BAD" else word for word in words]
    done = sightline("table", "--no-browser", "--file", file, *given)
    assert done.code == 2
    assert complaint in done.err
    assert "Traceback" not in done.err
    assert not file.exists()


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    served = ("sightline.table.run", "sightline.table.http")
    for name in [each for each in sys.modules if each.startswith(served)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = sightline("table", "--no-browser")
    assert done.code == 2
    assert (
        "sightline table needs the extra `table`: pip install 'sightline-engine[table]'" in done.err
    )
    assert "uvicorn is not installed" in done.err


def test_a_port_that_is_taken_is_stepped_over() -> None:
    [first] = listening_sockets(["127.0.0.1"], 0)
    with first:
        port = first.getsockname()[1]
        [second] = listening_sockets(["127.0.0.1"], port)
        with second:
            assert second.getsockname()[1] > port


# --- the network


async def test_others_are_let_in_on_request_and_with_a_warning(file: Path) -> None:
    with TableProcess(file, "--lan") as table:
        assert "nothing on the way is encrypted" in " ".join(table.said.split())
        assert table.master_link.startswith("http://127.0.0.1:")
        addresses = addresses_in_the_network()
        port = table.host.partition(":")[2]
        for address in addresses:
            assert f"{origin_of('http', addresses[0], int(port))}/#j=" in table.said
            host = origin_of("http", address, int(port)).removeprefix("http://")
            page = await Client.connect(host)
            await page.join(table.join_secret, f"Ann at {address}")
        if not addresses:
            assert "no network" in table.said


async def test_nobody_else_gets_in_without(file: Path) -> None:
    with TableProcess(file) as table:
        port = int(table.host.partition(":")[2])
        for address in addresses_in_the_network():
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, port), timeout=PATIENCE)


def test_every_name_of_ours_is_allowed_and_no_other() -> None:
    assert own_origins(80, ["10.0.0.7", "2001:db8::7"]) == [
        "http://127.0.0.1:80",
        "http://localhost:80",
        "http://[::1]:80",
        "http://10.0.0.7:80",
        "http://[2001:db8::7]:80",
    ]


# --- from afar


async def test_behind_a_proxy_the_links_have_the_public_name(file: Path) -> None:
    with TableProcess(file, "--at", "https://Table.example.org/") as table:
        assert f"https://table.example.org/#m={table.master_secret}" in table.said
        assert f"https://table.example.org/#j={table.join_secret}" in table.said
        said = " ".join(table.said.split())
        assert f"has to be on this machine and to pass everything on to http://{table.host}" in said
        page = await page_of(table)
        assert page.last("table")["addresses"] == [
            "https://table.example.org",
            f"http://{table.host}",
        ]
        port = int(table.host.partition(":")[2])
        far = await Client.connect(
            "table.example.org", origin="https://table.example.org", port=port
        )
        await far.hello(table.master_secret)
        for address in addresses_in_the_network():
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, port), timeout=PATIENCE)


def test_a_proxy_is_not_led_to_whoever_has_the_port(file: Path) -> None:
    [taken] = listening_sockets(["127.0.0.1"], 0)
    with taken:
        port = taken.getsockname()[1]
        words = ("--no-browser", "--file", file, "--port", port, "--at", "https://a.example")
        done = sightline("table", *words)
    assert done.code == 2
    assert f"--port: cannot listen on {port}: Address already in use; choose another" in done.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--at", "table.example.org"], "like https://table.example.org"),
        (["--at", "http://table.example.org"], "with https"),
        (["--at", "https://table.example.org/game"], "without a path"),
        (["--quest", "nowhere.txt"], "expected a file, or one of the-rat-cellar"),
        (["--quest", "GOOD"], "expected a drawn map"),
        (["--cert", "GOOD"], "--cert and --key: expected both"),
        (["--key", "GOOD"], "--cert and --key: expected both"),
        (["--cert", "nowhere.pem", "--key", "GOOD"], "cannot read nowhere.pem"),
        (["--cert", "GOOD", "--key", "GOOD"], "expected a certificate and its own key, in PEM"),
    ],
)
def test_what_cannot_be_served_is_said_before_anything_is_made(
    file: Path, tmp_path: Path, words: list[str], complaint: str
) -> None:
    some_file = tmp_path / "file.pem"
    some_file.write_text("no certificate")
    given = [str(some_file) if word == "GOOD" else word for word in words]
    done = sightline("table", "--no-browser", "--port", "0", "--file", file, *given)
    assert done.code == 2
    assert complaint in " ".join(done.err.split())
    assert not file.exists()


# --- the browser


def test_the_browser_is_opened_with_a_ticket_that_works_once(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server listens before the browser opens, and the browser's command
    line holds no secret.
    """
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(
        f"#!{sys.executable}\n"
        "import os, sys\n"
        "from http.client import HTTPConnection\n"
        "from urllib.parse import urlsplit\n"
        "url = urlsplit(sys.argv[1])\n"
        "def asked():\n"
        "    line = HTTPConnection(url.netloc)\n"
        "    line.request('POST', '/open', headers={'Origin': f'http://{url.netloc}',\n"
        "        'Authorization': 'Bearer ' + url.fragment.partition('=')[2]})\n"
        "    answer = line.getresponse()\n"
        "    return f'{answer.status} {answer.read().decode()}'\n"
        f"open({str(seen) + '.part'!r}, 'w').write(f'{{sys.argv[1]}} {{asked()}} {{asked()}}')\n"
        f"os.rename({str(seen) + '.part'!r}, {str(seen)!r})\n"
    )
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    with TableProcess(file, browser=True) as table:
        _wait_for(seen)
        url, first, body, second, *_ = seen.read_text().split(" ")
        assert table.master_secret not in url
        assert (first, body) == ("200", f'{{"secret":"{table.master_secret}"}}')
        assert second == "404"


def test_a_browser_that_does_not_open_is_no_error(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", "/nowhere/browser")
    with TableProcess(file, browser=True) as table:
        assert table.interrupt() == 0


def test_no_browser_is_opened_inside_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert run._has_windows() is (sys.platform != "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    assert run._has_windows()


def _wait_for(path: Path) -> None:
    from time import monotonic, sleep

    end = monotonic() + PATIENCE
    while not path.exists():
        assert monotonic() < end, f"{path.name} never came"
        sleep(0.02)


def test_the_file_is_free_again_after_the_end(file: Path) -> None:
    with TableProcess(file) as table:
        table.interrupt()
    Store(file / "table.db").close()
