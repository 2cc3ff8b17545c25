"""Maps uploaded to the table: valid ones open with a report, bad ones do not delay other users."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from sightline.errors import FormatError
from sightline.formats import Options
from sightline.formats.saving import to_bytes
from sightline.model.square import SquareBoard
from sightline.table.http import app as serving_module
from sightline.table.http.rate_limits import Limits, Rate
from sightline.table.protocol.actions import Move
from sightline.table.state.capacity import MAX_TILES
from sightline.table.transfer import map_worker, uploads
from sightline.table.transfer.incoming import maps_of_upload
from sightline.table.transfer.uploads import MapReader, file_name
from sightline.table.vision import cost
from tests.formats.map_samples import ldtk
from tests.table.support.fake_table import FakeTable
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import Response, Served, serving

CRYPT = b"""
M..#.
..c.g

M: hero "Mira"
g: enemy "goblin"
c: chest "chest"
"""
DEEP = b'{"sightline": 1, "board": ' + b"[" * 1_000_000


@pytest.fixture
async def server() -> AsyncIterator[Served]:
    async with serving(sample_table(None)) as served:
        yield served


async def bring(server: Served, data: bytes, name: str = "crypt.txt", **more: str) -> Response:
    headers = {
        "Authorization": f"Bearer {server.table.world.table.master_secret}",
        "Origin": server.url,
    }
    return await server.request("POST", f"/maps?name={name}", data, {**headers, **more})


# --- good ones


async def test_a_map_comes_to_the_table_with_its_report(server: Served) -> None:
    page = await server.page(server.table.world.table.master_secret)
    answer = await bring(server, CRYPT)
    assert answer.status == 200
    received = answer.json()
    assert received["name"] == "crypt"
    assert received["report"]["format"] == "drawn text"
    assert received["report"]["read"] == ["2 x 5 squares, 3 figures, no free walls"]
    assert set(received["report"]) == {"format", "read", "changed", "guessed", "lost", "choices"}
    scene = server.table.world.scenes[received["map"]]
    assert [each.name for each in scene.figures.values()] == ["Mira", "chest", "goblin"]
    await page.expect("table", lambda table: len(table["maps"]) == 3)


async def test_what_was_lost_is_reported(server: Served) -> None:
    vtt = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 4, "y": 4},
            "pixels_per_grid": 70,
        },
        "line_of_sight": [[{"x": 1, "y": 0}, {"x": 1, "y": 3}]],
        "portals": [],
        "lights": [{"position": {"x": 9, "y": 1}, "range": 3}],
        "image": "",
    }
    received = (await bring(server, json.dumps(vtt).encode(), "cave.dd2vtt")).json()
    assert received["name"] == "cave"
    assert received["report"]["lost"] != []
    assert len(server.table.world.scenes[received["map"]].board.free_walls()) == 1
    assert received["report"]["choices"]["snap"]
    received = (await bring(server, json.dumps(vtt).encode(), "cave.dd2vtt&snap=1")).json()
    assert server.table.world.scenes[received["map"]].board.free_walls() == []


async def test_the_master_chooses_what_is_read(server: Served) -> None:
    project = json.dumps(ldtk()).encode()
    received = (await bring(server, project, "world.ldtk")).json()
    choices = received["report"]["choices"]
    assert (choices["levels"], choices["level"]) == (["Cave", "Attic"], "Cave")
    assert choices["blocking"] == ["Ground", "grass", "stone_wall"]
    assert choices["chosen"] == ["stone_wall"]
    received = (
        await bring(server, project, "world.ldtk&level=Attic&blocking=grass&blocking=2")
    ).json()
    board = server.table.world.scenes[received["map"]].board
    assert list(board.solid_tiles()) == [(0, 0), (0, 1), (0, 2)]
    refused = await bring(server, project, "world.ldtk&blocking=lava")
    assert refused.status == 422
    assert "lava" in refused.json()["error"]


async def test_a_table_that_was_taken_home_comes_back_whole(server: Served) -> None:
    from sightline.table.protocol.actions import EditFigure

    secret = server.table.world.table.master_secret
    page = await server.page(secret)
    scene = server.table.world.maps()[0]
    ogre = next(each for each in scene.figures.values() if each.name == "Ogre")
    await page.do(EditFigure(ogre.id, hidden=True, side="neutral"))
    headers = {"Authorization": f"Bearer {secret}"}
    document = (await server.request("GET", "/export/table.json", headers=headers)).body
    received = (await bring(server, document, "table.json")).json()
    assert [each["name"] for each in received["maps"]] == ["The sunken hall", "The watch hill"]
    again = server.table.world.scenes[received["map"]]
    found = next(each for each in again.figures.values() if each.name == "Ogre")
    assert (found.hidden, found.side, found.blocks) == (True, "neutral", True)
    assert {each.name for each in again.figures.values()} == {
        each.name for each in scene.figures.values()
    }
    assert again.rule == scene.rule


# --- who may


async def test_only_the_master_brings_maps(server: Served) -> None:
    page = await server.connect()
    welcome = await page.join(server.table.world.table.join_secret, "Ann")
    for secret in (welcome["secret"], server.table.world.table.join_secret, "", "guess" * 8):
        answer = await bring(server, CRYPT, Authorization=f"Bearer {secret}")
        assert (answer.status, answer.body) == (404, b'{"error":"not found"}')
    assert len(server.table.world.scenes) == 2


async def test_uploads_are_limited() -> None:
    table = sample_table(None)
    async with serving(table, Limits(uploads=Rate(1, 0))) as server:
        assert (await bring(server, CRYPT)).status == 200
        answer = await bring(server, CRYPT)
        assert answer.status == 429
        assert "Wait" in answer.json()["error"]


# --- too large


@pytest.fixture
def small() -> Iterator[int]:
    """Lower the size limit so that a test can reach it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving_module, "MAX_FILE_BYTES", 100_000)
        yield 100_000


async def test_a_file_that_says_it_is_too_large(server: Served, small: int) -> None:
    for said in (small + 1, 10**18):
        answer = await bring(server, b"", **{"Content-Length": str(said)})
        assert answer.status == 413
        assert "too large" in answer.json()["error"]


async def test_a_file_that_lies_about_its_size(server: Served, small: int) -> None:
    """Bytes beyond the declared length are not part of the body."""
    answer = await bring(server, CRYPT + b"x" * small, **{"Content-Length": str(len(CRYPT))})
    assert answer.status == 200
    assert len(server.table.world.scenes) == 3


async def test_a_file_that_tells_no_size(server: Served, small: int) -> None:
    """In chunked encoding, the size is counted while chunks arrive."""
    head = (
        f"POST /maps?name=a.txt HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {server.url}\r\n"
        f"Authorization: Bearer {server.table.world.table.master_secret}\r\n"
        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    ).encode()
    chunk = b"2710\r\n" + b"." * 10_000 + b"\r\n"
    answer = await server.raw(head + chunk * 11)
    assert answer.status == 413
    answer = await server.raw(head + b"%x\r\n" % len(CRYPT) + CRYPT + b"\r\n0\r\n\r\n")
    assert answer.status == 200


async def test_a_file_that_never_ends_is_given_up(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving_module, "UPLOAD_SECONDS", 0.1)
    answer = await bring(server, CRYPT, **{"Content-Length": "5000"})
    assert answer.status == 408


async def test_a_file_that_breaks_off(server: Served, caplog: pytest.LogCaptureFixture) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = (
        f"POST /maps?name=a.txt HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {server.url}\r\n"
        f"Authorization: Bearer {server.table.world.table.master_secret}\r\n"
        "Content-Length: 5000\r\n\r\n"
    )
    writer.write(head.encode() + CRYPT)
    await writer.drain()
    writer.close()
    await writer.wait_closed()
    assert (await bring(server, CRYPT)).status == 200
    assert len(server.table.world.scenes) == 3
    assert caplog.records == []


async def test_a_report_is_no_longer_than_can_be_read(server: Served) -> None:
    """A file may have any number of layers with any names."""
    layer = {
        "type": "tilelayer",
        "width": 1,
        "height": 1,
        "x": 0,
        "y": 0,
        "visible": True,
        "opacity": 1,
        "data": [1],
    }
    layers = [{**layer, "id": i + 1, "name": f"walls {i} " + "x" * 5_000} for i in range(200)]
    tiled = {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "infinite": False,
        "width": 1,
        "height": 1,
        "tilewidth": 16,
        "tileheight": 16,
        "tilesets": [],
        "layers": layers,
    }
    answer = await bring(server, json.dumps(tiled).encode(), "a.tmj")
    assert answer.status == 200, answer.body
    report = answer.json()["report"]
    sentences = [each for kind in ("read", "changed", "guessed", "lost") for each in report[kind]]
    assert max(map(len, sentences)) < 3_000
    assert len(answer.body) < 100_000


# --- hostile ones

HOSTILE: dict[str, tuple[bytes, str, str]] = {
    "nothing": (b"", "a.txt", "empty"),
    "noise": (bytes(range(256)) * 100, "a.png", ""),
    "a page": (b"<html><script>alert(1)</script></html>", "a.html", ""),
    "a bomb of entities": (
        b'<!DOCTYPE a [<!ENTITY b "bb">]><map>&b;</map>',
        "a.tmx",
        "",
    ),
    "deep": (DEEP, "a.json", ""),
    "NaN": (b'{"sightline": 1, "board": NaN}', "a.json", "NaN"),
    "a newer version": (b'{"sightline": 99, "board": {}}', "a.json", "newer"),
    "a newer table": (b'{"sightline_table": 99, "maps": []}', "a.json", "newer"),
    "half a table": (b'{"sightline_table": 1, "maps": [{}]}', "a.json", "missing"),
    "no maps": (b'{"sightline_table": 1, "maps": []}', "a.json", "no map"),
    "too large": (
        json.dumps(
            {"sightline": 1, "board": {"grid": "square", "tiles": ["." * 4096] * 17}}
        ).encode(),
        "a.json",
        f"at most {MAX_TILES:,} tiles",
    ),
    "too many walls": (
        json.dumps(
            {
                "sightline": 1,
                "board": {
                    "grid": "square",
                    "tiles": ["#." * 100] * 200,
                    "edges": {"east": ["w" * 199] * 200, "south": ["w" * 200] * 199},
                },
            }
        ).encode(),
        "a.json",
        f"at most {MAX_TILES:,} tiles of rock and edges",
    ),
    "a rule that is none": (
        b'{"sightline": 1, "board": {"grid": "square", "tiles": [".."]}, "rule": {"rule": "x"}}',
        "a.json",
        "rule",
    ),
    "a rule for another grid": (
        json.dumps(
            {
                "sightline": 1,
                "board": {"grid": "square", "tiles": [".."]},
                "rule": {"rule": "hexray"},
            }
        ).encode(),
        "a.json",
        "expected a rule for squares, got 'hexray'",
    ),
    "a ruling that is none": (
        b'{"sightline": 1, "board": {"grid": "square", "tiles": [".."]}, "rulings": [{"x": 1}]}',
        "a.json",
        "",
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
async def test_what_is_no_map_is_refused_in_words(
    server: Served, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    data, name, word = HOSTILE[what]
    before = dict(server.table.world.values)
    answer = await bring(server, data, name)
    assert answer.status == 422, answer.body
    words = answer.json()["error"]
    assert word in words
    assert "Traceback" not in words
    assert "/" not in words.partition("\n")[0], "no paths of the server"
    assert server.table.world.values == before
    assert caplog.records == []


async def test_others_play_on_while_a_hostile_file_is_read(
    server: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Moves are made and acknowledged however long the workers take."""
    enough = tmp_path / "enough"
    waiting = f"while [ ! -e '{enough}' ]; do sleep 0.05; done; exit 1"
    monkeypatch.setattr(uploads, "WORKER", ("sh", "-c", waiting))
    page = await server.page(server.table.world.table.master_secret)
    scene = server.table.world.maps()[0]
    mira = next(each for each in scene.figures.values() if each.name == "Mira")
    reading = [asyncio.create_task(bring(server, CRYPT)) for _ in range(3)]
    for col in (2, 1) * 10:
        assert (await page.do(Move(mira.id, (4, col))))["t"] == "done"
    assert not any(task.done() for task in reading)
    enough.touch()
    assert [(await task).status for task in reading] == [422] * 3


async def test_a_real_bomb_delays_no_move(server: Served) -> None:
    page = await server.page(server.table.world.table.master_secret)
    scene = server.table.world.maps()[0]
    mira = next(each for each in scene.figures.values() if each.name == "Mira")
    many = b'{"sightline": 1, "board": [' + b"[]," * 8_000_000 + b"0]}"
    reading = asyncio.create_task(bring(server, many, "a.json"))
    moves = 0
    while not reading.done():
        moves += 1
        assert (await page.do(Move(mira.id, (4, 1 + moves % 2))))["t"] == "done"
        await asyncio.sleep(0.05)
    assert moves > 1
    assert (await reading).status == 422


# --- the worker's limits


async def read_by(*command: str) -> list[object]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uploads, "WORKER", command)
        return [*await MapReader().read(CRYPT, "crypt.txt")]


async def test_a_worker_that_takes_too_long_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_SECONDS", 0.2)
    with pytest.raises(FormatError, match="takes too long"):
        await read_by("sleep", "1000")


async def test_a_worker_that_is_killed_says_so() -> None:
    with pytest.raises(FormatError, match="takes too long"):
        await read_by("sh", "-c", "kill -9 $$")


async def test_the_worker_cannot_take_all_memory_nor_all_time() -> None:
    """The limits are set in the process that reads the file."""
    import sys

    probe = (
        "import json, resource; from sightline.table.transfer import map_worker;"
        " map_worker.limit(map_worker.MOST_MEMORY, map_worker.MOST_SECONDS);"
        "print(json.dumps([resource.getrlimit(each) for each in"
        " (resource.RLIMIT_AS, resource.RLIMIT_CPU)]))"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", probe, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    memory, seconds = json.loads(out)
    assert memory == [map_worker.MOST_MEMORY] * 2
    assert seconds[0] == map_worker.MOST_SECONDS


async def test_only_so_many_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    running = most = 0

    async def ask(data: bytes, name: str, options: Options) -> dict[str, object]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return {"error": "read"}

    monkeypatch.setattr(uploads, "_ask_worker", ask)
    reader = MapReader()
    await asyncio.gather(*(reader.read(b"", "a") for _ in range(6)), return_exceptions=True)
    assert most == uploads.AT_ONCE


# --- names


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("crypt.txt", "crypt.txt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\maps\\crypt.dd2vtt", "crypt.dd2vtt"),
        ("a\x00b\nc.txt", "a b c.txt"),
        ("<b>.json", "<b>.json"),
        ("", "map"),
        (".txt", "map.txt"),
        ("x" * 500 + ".json", "x" * 60 + ".json"),
        ("crypt.json/", "map"),
    ],
)
def test_files_have_plain_names(given: str, made: str) -> None:
    assert file_name(given) == made


async def test_a_name_is_text_in_the_answer_too() -> None:
    table = FakeTable()
    async with serving(table) as server:
        headers = {"Authorization": f"Bearer {table.master_secret}", "Origin": server.url}
        answer = await server.request("POST", "/maps?name=%3Cscript%3E.txt", b"M.\n", {**headers})
        assert answer.json()["name"] == "<script>"
        assert answer.headers["content-type"] == "application/json"
        assert [name for name, _ in table.maps] == ["<script>"]


def test_the_worker_reads_in_this_process_too(tmp_path: Path) -> None:
    assert "maps" in map_worker.read(CRYPT, "crypt.txt", {})
    assert "error" in map_worker.read(b"", "crypt.txt", {})


def test_a_rule_that_is_too_slow_on_its_map_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without kernels, a map with D&D 5e and free walls could be prepared but never shown."""
    monkeypatch.setattr(cost, "has_kernels", lambda board, rule: False)
    board = SquareBoard(30, 25)
    for row in range(25):
        board.add_wall((0.25, row + 0.25), (1.25, row + 0.25))
    data = to_bytes(board, ".json", {"rule": "pack", "pack": "dnd5e"}, [])
    (brought,) = maps_of_upload(data, "inn.json", Options())
    assert brought.rule["rule"] == "corner"
    assert "this map has 25 free walls" in brought.map.report.changed[-1]
