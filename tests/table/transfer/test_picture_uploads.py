"""Uploaded pictures of maps and figures, and everything that may be wrong with them."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PIL")

from PIL import Image

from sightline.pictures import smallest_png
from sightline.table.http.rate_limits import Limits, Rate
from sightline.table.protocol.actions import Admit, EditFigure, LayPicture, SetFace, Undo
from sightline.table.protocol.client import WantFaces, WantTiles
from sightline.table.service.table import Table
from sightline.table.transfer import picture_uploads
from sightline.table.transfer.samples import sample_maps
from tests.every_rule import THOROUGH
from tests.table.support.pictured_maps import colors_in, painted, png
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import Client, Response, Served, serving
from tests.unit.pictures.odd_pictures import (
    SECRET,
    SECRET_PNG,
    drawn,
    encoded,
    refused_by_decoder,
    refused_by_header,
    sound,
)

PATIENT = Limits(uploads=Rate(1e9, 1e9), exports=Rate(1e9, 1e9))


@pytest.fixture
async def server() -> AsyncIterator[Served]:
    async with serving(sample_table(None), PATIENT) as served:
        yield served


async def send(
    server: Served, data: bytes, more: str = "", secret: str | None = None, name: str = "cave.png"
) -> Response:
    secret = server.table.world.table.master_secret if secret is None else secret
    headers = {"Authorization": f"Bearer {secret}", "Origin": server.url}
    return await server.request("POST", f"/pictures?name={name}{more}", data, headers)


async def kept(server: Served, sent: Response) -> Image.Image:
    brought = server.table.pictures.brought_by("master")[sent.json()["upload"]]
    return Image.open(io.BytesIO(server.table.pictures.files.get(brought.digest)))


def some_of(pictures: dict[str, bytes]) -> dict[str, bytes]:
    """Return a sample, because each needs a process. tests/unit/pictures decodes all of them."""
    return pictures if THOROUGH else dict(list(pictures.items())[::5])


# --- under maps


async def test_every_sound_picture_is_shown_right_and_tells_nothing_else(server: Served) -> None:
    for name, data in some_of(sound()).items():
        sent = await send(server, data)
        assert sent.status == 200, (name, sent.body)
        image = await kept(server, sent)
        assert list(image.size) == sent.json()["pixels"], name
        digest = server.table.pictures.brought_by("master")[sent.json()["upload"]].digest
        assert SECRET.encode() not in server.table.pictures.files.get(digest), name
        if name.startswith("EXIF ") and name[-1] in "5678":
            assert image.size == (24, 40), name


async def test_what_is_wrong_is_refused_in_words(server: Served) -> None:
    wrong = refused_by_header() | refused_by_decoder()
    assert len(wrong) + len(sound()) >= 40
    for name, data in some_of(wrong).items():
        sent = await send(server, data)
        assert sent.status == 422, (name, sent.body)
        words = sent.json()["error"]
        assert len(words) > 15, (name, words)
        assert "Traceback" not in words, name
    assert not server.table.pictures.brought_by("master")


async def test_the_files_name_suggests_the_grid(server: Served) -> None:
    sent = (await send(server, smallest_png(300, 200), name="Cave%20[6x4].png")).json()
    assert sent["grid"] == {"from": "name", "origin": ["0", "0"], "step": ["50", "50"]}
    assert (await send(server, smallest_png(300, 200))).json()["grid"] is None


async def test_lines_on_the_picture_suggest_it(server: Served) -> None:
    image = Image.effect_noise((640, 480), 20).convert("RGB")
    for at in range(12, 640, 40):
        image.paste((0, 0, 0), (at, 0, at + 2, 480))
    for at in range(8, 480, 40):
        image.paste((0, 0, 0), (0, at, 640, at + 2))
    sent = (await send(server, png(image))).json()
    headers = {
        "Authorization": f"Bearer {server.table.world.table.master_secret}",
        "Origin": server.url,
    }
    found = await server.request("POST", f"/grid?upload={sent['upload']}", headers=headers)
    assert found.json()["grid"]["step"] == ["40", "40"]
    assert found.json()["grid"]["from"] == "found"
    nothing = await server.request("POST", "/grid?upload=i1234567890", headers=headers)
    assert nothing.status == 404


async def test_it_is_laid_exactly_and_survives(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", maps=sample_maps())
    async with serving(table, PATIENT) as server:
        master = await server.page(table.world.table.master_secret)
        sent = (await send(server, painted(15, 20, step=30))).json()
        done = await master.do(
            LayPicture(origin=("1/3", "-0.1"), step=("2048/29", "70"), upload=sent["upload"])
        )
        assert done["t"] == "done"
        info = (await master.expect("table", lambda each: "picture" in each))["picture"]
        assert (info["origin"], info["step"]) == (["1/3", "-1/10"], ["2048/29", "70"])
        shown = table.world.table.shown
        # Even after kill -9, acknowledged pictures are on the disk.
        files = {
            file.name: file.read_bytes() for file in (tmp_path).glob("table.db*") if file.is_file()
        }
        folder = tmp_path / "table.db.pictures"
        pictures = {file.name: file.read_bytes() for file in folder.iterdir()}
    copy = tmp_path / "killed"
    (copy / folder.name).mkdir(parents=True)
    for name, data in files.items():
        if not name.endswith(".lock"):
            (copy / name).write_bytes(data)
    for name, data in pictures.items():
        (copy / folder.name / name).write_bytes(data)
    again = Table(copy / "table.db", maps=[])
    try:
        laid = again.world.scenes[shown or ""].record.shown_picture
        assert laid is not None
        assert (laid.origin, laid.step) == (("1/3", "-1/10"), ("2048/29", "70"))
        assert again.pictures.files.get(laid.digest) is not None
    finally:
        await again.close()


@pytest.mark.parametrize(
    "wrong",
    [
        {"step": ("0", "70")},
        {"step": ("1/2", "70")},
        {"step": ("99999", "70")},
        {"upload": "i0123456789"},
        {"upload": None},
    ],
)
async def test_what_cannot_be_laid_is_refused(server: Served, wrong: dict[str, Any]) -> None:
    master = await server.page(server.table.world.table.master_secret)
    sent = (await send(server, smallest_png(90, 90))).json()
    usual = {"origin": ("0", "0"), "step": ("70", "70"), "upload": sent["upload"]}
    refused = await master.do(LayPicture(**{**usual, **wrong}))
    assert refused["t"] == "refused"
    assert "not understand" not in refused["why"]


async def test_strange_numbers_are_not_understood(server: Served) -> None:
    master = await server.page(server.table.world.table.master_secret)
    for strange in ("1/0", "nan", "1e9", "", "--1", "1/2/3", "9" * 30):
        wrong = {"t": "lay_picture", "origin": [strange, "0"], "step": ["70", "70"]}
        await master.say({"t": "do", "id": f"x{strange[:5]}", "action": wrong})
        assert "not understand" in (await master.reply(f"x{strange[:5]}"))["why"]
        await master.close()
        master = await server.page(server.table.world.table.master_secret)


async def test_without_pillow_the_table_says_so(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_uploads, "can_decode", lambda: False)
    sent = await send(server, smallest_png(9, 9))
    assert (sent.status, "pip install" in sent.json()["error"]) == (422, True)


async def test_a_large_picture_is_not_read_to_its_end(server: Served) -> None:
    secret = server.table.world.table.master_secret
    headers = {
        "Authorization": f"Bearer {secret}",
        "Origin": server.url,
        "Content-Length": str(5 * 1024 * 1024),
    }
    answer = await server.request("POST", "/pictures?for=face", b"x", headers)
    assert (answer.status, "4,194,304" in answer.json()["error"]) == (413, True)


# --- who may


async def seat(server: Served, name: str, figure: str) -> tuple[Client, str, str]:
    """Seat a player, and return their page, their secret, and the figure's id."""
    record = await server.table.join(name)
    master = await server.page(server.table.world.table.master_secret)
    await master.do(Admit(record.id))
    found = next(
        each
        for scene in server.table.world.scenes.values()
        for each in scene.figures.values()
        if each.name == figure
    )
    await master.do(EditFigure(found.id, owners=[record.id]))
    return await server.page(record.secret), record.secret, found.id


async def test_only_the_master_sends_pictures_for_maps(server: Served) -> None:
    _, secret, _ = await seat(server, "Ann", "Mira")
    waiting = await server.table.join("Guest")
    for who in (secret, waiting.secret, "", "nonsense"):
        answer = await send(server, smallest_png(9, 9), secret=who)
        assert (answer.status, answer.json()) == (404, {"error": "not found"})
    assert (await send(server, smallest_png(9, 9), "&for=face", waiting.secret)).status == 404


async def test_a_players_figure_gets_a_face(server: Served) -> None:
    page, secret, mira = await seat(server, "Ann", "Mira")
    data = encoded(drawn(size=(500, 300)), "PNG")
    sent = await send(server, data, "&for=face", secret)
    assert sent.json()["pixels"] == [256, 256]
    assert (await page.do(SetFace(mira, sent.json()["upload"])))["t"] == "done"
    change = await page.expect("change", lambda each: "figures" in each)
    face = change["figures"][0]["face"]
    await page.say(WantFaces([face, "0123456789abcdef0123"]))
    pack = await page.expect("faces")
    assert [each[0] for each in pack["faces"]] == [face]
    image = Image.open(io.BytesIO(pack["bodies"][0]))
    assert (image.format, image.size, dict(image.info)) == ("WEBP", (256, 256), image.info)
    assert "exif" not in image.info
    master = await server.page(server.table.world.table.master_secret)
    assert (await master.do(SetFace(mira)))["t"] == "done"  # the picture is refused
    gone = await page.expect("change", lambda each: "figures" in each)
    assert "face" not in gone["figures"][0]
    await page.say(WantFaces([face]))
    assert "faces" not in (await page.expect("faces"))
    assert (await master.do(Undo()))["t"] == "done"


async def test_faces_keep_what_is_see_through_and_no_secret(server: Served) -> None:
    alpha = drawn("RGBA", (300, 300))
    alpha.putalpha(90)
    for data in (encoded(alpha, "PNG"), SECRET_PNG):
        sent = await send(server, data, "&for=face")
        image = await kept(server, sent)
        assert image.size == (256, 256)
        brought = server.table.pictures.brought_by("master")[sent.json()["upload"]]
        assert SECRET.encode() not in server.table.pictures.files.get(brought.digest)
    assert (
        await kept(server, await send(server, encoded(alpha, "PNG"), "&for=face"))
    ).mode == "RGBA"


async def test_nobody_elses_picture_or_figure_can_be_used(server: Served) -> None:
    ann, anns, mira = await seat(server, "Ann", "Mira")
    bob, bobs, brom = await seat(server, "Bob", "Brom")
    sent = (await send(server, smallest_png(9, 9), "&for=face", anns)).json()["upload"]
    assert (await bob.do(SetFace(brom, sent)))["t"] == "refused"
    assert (await bob.do(SetFace(mira, sent)))["why"] == "You have no such token."
    own = (await send(server, smallest_png(9, 9), "&for=face", bobs)).json()["upload"]
    assert (await bob.do(SetFace(mira, own)))["why"] == "You have no such token."
    assert (await bob.do(LayPicture(("0", "0"), ("9", "9"), own)))["t"] == "refused"
    assert (await ann.do(SetFace(mira, sent)))["t"] == "done"


async def test_two_of_one_picture_have_two_names(server: Served) -> None:
    ann, _, _ = await seat(server, "Ann", "Mira")
    bob, _, _ = await seat(server, "Bob", "Brom")
    master = await server.page(server.table.world.table.master_secret)
    sent = (await send(server, smallest_png(64, 64), "&for=face")).json()["upload"]
    names = {
        each.name: each.id
        for each in server.table.world.scenes[server.table.world.table.shown or ""].figures.values()
    }
    for figure in ("Mira", "Brom", "Goblin", "Wraith"):
        assert (await master.do(SetFace(names[figure], sent)))["t"] == "done"
    await ann.quiet()
    await bob.quiet()

    def faces(page: Client) -> dict[str, str]:
        return {
            each["id"]: each["face"]
            for received in page.messages
            for each in received.get("figures", ())
            if isinstance(each, dict) and "face" in each
        }

    assert len({*faces(ann).values(), *faces(bob).values()}) == len(faces(ann)) + len(faces(bob))
    assert names["Wraith"] not in faces(ann)  # nobody sees it
    stolen = next(iter(faces(bob).values()))
    await ann.say(WantFaces([stolen]))
    assert "faces" not in (await ann.expect("faces"))


async def test_players_ask_over_the_line_and_get_binary(server: Served) -> None:
    page, _, _ = await seat(server, "Ann", "Mira")
    master = await server.page(server.table.world.table.master_secret)
    sent = (await send(server, painted(15, 20))).json()
    assert (await master.do(LayPicture(("0", "0"), ("20", "20"), sent["upload"])))["t"] == "done"
    named = (await page.expect("change", lambda each: "picture" in each))["picture"]
    every = [(row, col) for row in range(12) for col in range(20)]
    await page.say(WantTiles(named, 32, every))
    pack = await page.expect("tiles")
    assert pack["tier"] == 32
    assert 0 < len(pack["tiles"]) < len(every)
    assert all(colors_in(body) for body in pack["bodies"] if body)
    await master.say(WantTiles(named, 32, every))
    await master.quiet()
    assert "tiles" not in {each["t"] for each in master.messages}
