"""Map pictures at the table: the game master gets all of them, players neither size nor bytes."""

import base64
import hashlib
import json
import stat
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote

import pytest
from msgspec import UNSET
from msgspec.structs import replace

pytest.importorskip("PIL")

from sightline.formats.contract import Loaded, Report
from sightline.model.square import SquareBoard
from sightline.pictures import MapPicture, read_header, smallest_png
from sightline.table.protocol.actions import DeleteMap, ShowMap, Undo
from sightline.table.service.table import Table
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.keys import figure_key, map_key
from sightline.table.state.laid_picture import LaidPicture, digest_of
from sightline.table.state.plans import changes
from sightline.table.state.records import plain
from sightline.table.storage.picture_files import PictureFiles
from sightline.table.transfer import table_pictures
from sightline.table.transfer.incoming import maps_of_file
from sightline.texts import in_english
from tests.formats.map_samples import as_json, uvtt
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import Response, Served, serving
from tests.unit.pictures.odd_pictures import BROKEN_PNG, SECRET, SECRET_PNG

WIDTH, HEIGHT = 1237, 719
"""Numbers that occur nowhere else at the table."""


@pytest.fixture
async def server() -> AsyncIterator[Served]:
    async with serving(sample_table(None)) as served:
        yield served


def image(data: bytes) -> bytes:
    return as_json(uvtt(image=base64.b64encode(data).decode()))


async def bring(
    server: Served, data: bytes, name: str = "crypt.dd2vtt", more: str = ""
) -> Response:
    headers = {
        "Authorization": f"Bearer {server.table.world.table.master_secret}",
        "Origin": server.url,
    }
    return await server.request("POST", f"/maps?name={name}{more}", data, headers)


async def picture(server: Served, map_id: str, secret: str | None = None) -> Response:
    secret = server.table.world.table.master_secret if secret is None else secret
    return await server.request(
        "GET", f"/picture?map={map_id}", headers={"Authorization": f"Bearer {secret}"}
    )


async def test_the_master_gets_the_picture_and_where_it_lies(server: Served) -> None:
    brought = (await bring(server, image(SECRET_PNG))).json()
    assert any("its picture, a PNG of 40 x 24" in each for each in brought["report"]["read"])
    answer = await picture(server, brought["map"])
    assert answer.status == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "no-store"
    assert [float(side) for side in answer.headers["x-sightline-place"].split()] == [0, 0, 6, 4]
    assert read_header(answer.body).pixels == (40, 24)
    assert SECRET.encode() not in answer.body


async def test_what_the_master_saves_has_it(server: Served) -> None:
    brought = (await bring(server, image(SECRET_PNG))).json()
    headers = {"Authorization": f"Bearer {server.table.world.table.master_secret}"}
    saved = [
        await server.request("GET", f"/export/{what}?map={brought['map']}", headers=headers)
        for what in ("picture.svg", "map.json")
    ]
    assert b"<image " in saved[0].body
    kept = json.loads(saved[1].body)["picture"]
    assert (kept["media_type"], kept["width"], kept["height"]) == ("image/png", 6, 4)
    again = (await bring(server, saved[1].body, "again.json")).json()
    assert (await picture(server, again["map"])).status == 200


async def test_the_file_of_a_whole_table_has_it(server: Served) -> None:
    await bring(server, image(SECRET_PNG))
    headers = {"Authorization": f"Bearer {server.table.world.table.master_secret}"}
    saved = await server.request("GET", "/export/table.json", headers=headers)
    again = (await bring(server, saved.body, "table.json")).json()
    sizes = [(await picture(server, each["map"])).status for each in again["maps"]]
    assert sizes == [204, 204, 200]


async def test_it_has_what_players_see_and_what_figures_look_like(
    server: Served, tmp_path: Path
) -> None:
    table = server.table
    first = faced(table)
    headers = {"Authorization": f"Bearer {table.world.table.master_secret}"}
    saved = await server.request("GET", "/export/table.json", headers=headers)
    assert "x-sightline-note" not in saved.headers
    assert len(json.loads(saved.body)["faces"]) == 1  # stored once for both
    (tmp_path / "home.json").write_bytes(saved.body)
    from_file = Table(maps=maps_of_file(str(tmp_path / "home.json"), pytest.fail))
    again = (await bring(server, saved.body, "table.json")).json()["maps"][0]
    assert not again["report"]["lost"]
    copies = [table.world.scenes[again["map"]], next(iter(from_file.world.maps()))]
    for each, copied in zip((table, from_file), copies, strict=True):
        assert copied.id != first
        own, under = copied.record.players_picture, copied.record.picture
        assert isinstance(own, LaidPicture)
        assert isinstance(under, LaidPicture)
        assert (own.pixels, own.origin, own.step) == ((9, 5), ("1/3", "0"), ("5", "5"))
        assert (own.grid_from, under.grid_from) == ("hand", "hand")
        assert own.digest != under.digest
        assert each.pictures.files.get(own.digest) is not None
        faces = {figure.name: figure.picture for figure in copied.figures.values()}
        assert faces.pop("Mira") == faces.pop("Brom")
        assert set(faces.values()) == {UNSET}
        (face,) = {figure.picture for figure in copied.figures.values()} - {UNSET}
        kept = each.pictures.files.get(str(face))
        assert kept is not None
        assert read_header(kept).pixels == (256, 256)
    await from_file.close()


async def test_what_has_no_room_is_left_out_in_words_and_not_shown(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the players' picture does not fit, they must not get the game master's picture."""
    faced(server.table)
    monkeypatch.setattr(table_pictures, "MAX_FACES", 0)
    monkeypatch.setattr(table_pictures, "MAX_PICTURES", len(smallest_png(12, 8)) + 5)
    headers = {"Authorization": f"Bearer {server.table.world.table.master_secret}"}
    saved = await server.request("GET", "/export/table.json", headers=headers)
    sent = json.loads(unquote(saved.headers["x-sightline-note"]))
    assert sent["say"] == "Left out of the file: {things}."  # pages translate it
    note = in_english(sent)
    assert note.startswith("Left out of the file: The sunken hall, the pictures of 2 figures: ")
    assert "the players' own picture of it: all pictures of one file have at most" in note
    monkeypatch.undo()
    again = (await bring(server, saved.body, "table.json")).json()["maps"][0]
    assert len(again["report"]["lost"]) == 2
    record = server.table.world.scenes[again["map"]].record
    assert isinstance(record.picture, LaidPicture)
    assert record.players_picture is None
    assert record.shown_picture is None


async def test_broken_faces_and_pictures_are_no_broken_maps(server: Served) -> None:
    faced(server.table)
    headers = {"Authorization": f"Bearer {server.table.world.table.master_secret}"}
    saved = json.loads((await server.request("GET", "/export/table.json", headers=headers)).body)
    broken = base64.b64encode(BROKEN_PNG).decode()
    saved["faces"][0] = broken
    saved["maps"][0]["players_picture"]["data"] = broken
    again = (await bring(server, as_json(saved), "table.json")).json()["maps"][0]
    lost = "\n".join(again["report"]["lost"])
    assert lost.count("the picture is broken") == 1
    assert lost.count("not in the file, or damaged") == 2
    copied = server.table.world.scenes[again["map"]]
    assert copied.record.shown_picture is None
    assert {figure.picture for figure in copied.figures.values()} == {UNSET}


def faced(table: Table) -> str:
    """Give Mira and Brom the same picture, and players another map picture than the game master."""
    scene = next(iter(table.world.maps()))
    files = table.pictures.files
    under, own, face = (smallest_png(*size) for size in ((12, 8), (9, 5), (7, 7)))
    for data in (under, own, face):
        files.put(data)
    laid = LaidPicture("i1", digest_of(under), (12, 8), ("0", "0"), ("4", "4"))
    players = LaidPicture("i2", digest_of(own), (9, 5), ("1/3", "0"), ("5", "5"))
    record = replace(scene.record, picture=laid, players_picture=players)
    figures = {
        figure_key(scene.id, figure.id): plain(replace(figure, picture=digest_of(face)))
        for figure in scene.figures.values()
        if figure.name in ("Mira", "Brom")
    }
    table.world.apply(changes(table.world, {map_key(scene.id): plain(record), **figures}))
    return scene.id


async def test_a_map_without_one_has_none(server: Served) -> None:
    brought = (await bring(server, b"..\n..", "crypt.txt")).json()
    assert (await picture(server, brought["map"])).status == 204
    assert (await picture(server, "nowhere")).status == 404


async def test_a_broken_picture_is_no_broken_map(server: Served) -> None:
    answer = await bring(server, image(BROKEN_PNG))
    assert answer.status == 200
    assert any("the picture is broken" in each for each in answer.json()["report"]["lost"])
    assert (await picture(server, answer.json()["map"])).status == 204


async def test_no_player_hears_of_it(server: Served) -> None:
    data = smallest_png(WIDTH, HEIGHT)
    master = await server.page(server.table.world.table.master_secret)
    seated = await server.table.join("Mira")
    player = await server.page(seated.secret)
    brought = (await bring(server, image(data))).json()
    assert (await master.do(ShowMap(brought["map"])))["t"] == "done"
    kept = (await picture(server, brought["map"])).body
    assert read_header(kept).pixels == (WIDTH, HEIGHT)
    for secret in (seated.secret, "", "nonsense"):
        answer = await picture(server, brought["map"], secret)
        assert (answer.status, answer.json()) == (404, {"error": "not found"})
    headers = {"Authorization": f"Bearer {seated.secret}"}
    drawn = await server.request("GET", "/export/picture.svg", headers=headers)
    heard = b"".join(player.received)
    for sent in (heard, drawn.body):
        for secret in (str(WIDTH), str(HEIGHT), base64.b64encode(kept)[:40].decode(), "image/png"):
            assert secret.encode() not in sent


async def test_a_picture_is_a_map_when_its_grid_is_given(server: Served) -> None:
    data = smallest_png(300, 200)
    refused = await bring(server, data, "cave.png")
    assert refused.status == 422
    assert "expected one to be given, 30x40" in refused.json()["error"]
    brought = (await bring(server, data, "cave.png", "&grid=50%2B10%2B0")).json()
    assert brought["report"]["choices"]["grid"] == "50+10+0"
    assert server.table.world.scenes[brought["map"]].board.shape == (4, 6)
    answer = await picture(server, brought["map"])
    assert [float(side) for side in answer.headers["x-sightline-place"].split()] == [-0.2, 0, 6, 4]


# --- on the disk


def picture_of(table: Table, map_id: str) -> MapPicture | None:
    laid = table.world.scenes[map_id].record.picture
    data = None if laid is UNSET else table.pictures.files.get(laid.digest)
    return None if laid is UNSET or data is None else laid.with_bytes(data)


def imported(data: bytes = b"") -> ImportedMap:
    under = MapPicture.of(data or smallest_png(7, 5), Fraction(1, 3), 0, 2, 2)
    return ImportedMap("Cave", Loaded(SquareBoard(2, 2), Report("test"), picture=under))


async def test_it_is_there_when_the_table_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    table = Table(path, maps=[imported()])
    first = next(iter(table.world.scenes))
    second = await table.map_keeper.add_map(imported(smallest_png(9, 9)))
    await table.close()
    folder = tmp_path / "table.db.pictures"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    again = Table(path, maps=[])
    try:
        assert picture_of(again, first) == imported().map.picture
        kept = picture_of(again, second)
        assert kept is not None
        assert kept.pixels == (9, 9)
    finally:
        await again.close()


async def test_a_deleted_map_that_is_brought_back_has_it(server: Served) -> None:
    master = await server.page(server.table.world.table.master_secret)
    brought = (await bring(server, image(smallest_png(12, 8)))).json()
    assert (await master.do(DeleteMap(brought["map"])))["t"] == "done"
    assert (await picture(server, brought["map"])).status == 404
    await server.table.map_keeper.add_map(imported())  # this deletes unused files
    assert (await master.do(Undo()))["t"] == "done"
    assert (await master.do(Undo()))["t"] == "done"
    assert (await picture(server, brought["map"])).status == 200


def test_what_is_damaged_or_forgotten_is_none(tmp_path: Path) -> None:
    files = PictureFiles(tmp_path / "pictures")
    one, other = files.put(b"one"), files.put(b"other")
    files.put_tiles(f"{other}-1", b"tiles")
    assert (files.get(one), files.get(other), files.get("3" * 64)) == (b"one", b"other", None)
    assert bytes(files.tiles(f"{other}-1") or b"") == b"tiles"
    kept = tmp_path / "pictures" / f"{one}.picture"
    kept.write_bytes(b"onx")
    assert files.get(one) is None
    assert files.put(b"one") == one  # sending it again repairs it
    assert files.get(one) == b"one"
    files.keep_only({one})
    assert files.get(other) is None
    assert files.tiles(f"{other}-1") is None
    assert [file.name for file in (tmp_path / "pictures").iterdir()] == [kept.name]


def test_the_same_picture_may_be_sent_twice_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "half.picture.new").write_bytes(b"of a server that was killed")
    files = PictureFiles(folder)
    assert not list(folder.iterdir())
    data = bytes(3_000_000)
    with ThreadPoolExecutor(4) as threads:
        (digest,) = set(threads.map(files.put, [data] * 8))
    assert files.get(digest) == data
    assert [file.name for file in folder.iterdir()] == [f"{digest}.picture"]


async def test_pictures_of_a_table_of_before_are_found(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    table = Table(path, maps=[ImportedMap("Cave", Loaded(SquareBoard(2, 2), Report("test")))])
    (map_id,) = table.world.scenes
    await table.close()
    data = smallest_png(7, 5)
    digest = hashlib.sha256(data).hexdigest()
    head = {"left": "1/3", "top": "0", "width": "2", "height": "2", "digest": digest}
    folder = tmp_path / "table.db.pictures"
    folder.mkdir()
    (folder / f"{map_id}.picture").write_bytes(json.dumps(head).encode() + b"\n" + data)
    for _ in range(2):
        again = Table(path, maps=[])
        assert picture_of(again, map_id) == imported().map.picture
        await again.close()


def test_a_map_that_the_command_line_names_comes_with_a_clean_picture(tmp_path: Path) -> None:
    from sightline.formats import load_with_report

    file = tmp_path / "crypt.dd2vtt"
    file.write_bytes(image(SECRET_PNG))
    (found,) = maps_of_file(str(file), lambda: load_with_report(file))
    assert found.map.picture is not None
    assert SECRET.encode() not in found.map.picture.data
    file.write_bytes(image(BROKEN_PNG))
    (broken,) = maps_of_file(str(file), lambda: load_with_report(file))
    assert broken.map.picture is None
    assert json.dumps(broken.map.report.lost).count("the picture is broken") == 1
