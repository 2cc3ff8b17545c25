"""The server is killed while pictures are uploaded, placed, and assigned to figures.

Every acknowledged picture is still there, and its file is complete.
"""

from __future__ import annotations

import asyncio
import io
import itertools
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("PIL")

from PIL import Image

from sightline.table.protocol.actions import LayPicture, SetFace
from sightline.table.service.table import Table
from sightline.table.state.laid_picture import LaidPicture
from tests.every_rule import THOROUGH
from tests.table.support.pictured_maps import Color, painted
from tests.table.support.served_table import Client, Served, TableProcess

KILLS = 12 if THOROUGH else 2
NEAR = 6
"""The maximum change of a color by encoding."""
COLORS = ((200, 30, 30), (30, 160, 60), (40, 60, 190))


class Evening:
    """The requests sent to the table, and those it acknowledged."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.laid: list[tuple[str, Color]] = []
        """The x of the origin, which is never repeated, and the picture's color."""
        self.faces: list[Color] = []
        self.acknowledged = [0, 0]
        """The number of acknowledged requests of each kind."""
        self._numbers = itertools.count(1)

    async def send(self, server: TableProcess, color: Color, more: str = "") -> str:
        host, _, port = server.host.rpartition(":")
        headers = {"Authorization": f"Bearer {self.secret}", "Origin": f"http://{server.host}"}
        # A different one each time, so that the server is killed while writing.
        data = painted(2, 2, lambda tile: color, step=60 + next(self._numbers))
        line = Served(None, int(port), host)
        answer = await line.request("POST", f"/pictures?name=a.png{more}", data, headers)
        assert answer.status == 200, answer.body
        return str(answer.json()["upload"])

    async def play(self, server: TableProcess, page: Client) -> None:
        """Send requests until the server is killed."""
        figures = {each["name"]: each["id"] for each in page.last("stage")["figures"]}
        under = [(await self.send(server, each), each) for each in COLORS[:2]]
        faces = [(await self.send(server, each, "&for=face"), each) for each in COLORS[1:]]
        for turn in itertools.count():
            upload, color = under[turn % 2]
            x = str(next(self._numbers))
            self.laid.append((x, color))
            assert (await page.do(LayPicture((x, "0"), ("9", "9"), upload)))["t"] == "done"
            self.acknowledged[0] = len(self.laid)
            upload, color = faces[turn % 2]
            self.faces.append(color)
            assert (await page.do(SetFace(figures["Mira"], upload)))["t"] == "done"
            self.acknowledged[1] = len(self.faces)

    async def keep_sending(self, server: TableProcess) -> None:
        for turn in itertools.count():
            await self.send(server, COLORS[turn % 3], "&for=face" if turn % 2 else "")

    def check(self, table: Table) -> None:
        """Check the acknowledged pictures. Those not acknowledged may be present or absent."""
        scene = table.world.scenes[table.world.table.shown or ""]
        laid = scene.record.shown_picture
        assert isinstance(laid, LaidPicture)
        colors = dict(self.laid[self.acknowledged[0] - 1 :])
        assert laid.origin[0] in colors
        assert near(table, laid.digest, colors[laid.origin[0]])
        (mira,) = (each for each in scene.figures.values() if each.name == "Mira")
        wanted = self.faces[self.acknowledged[1] - 1 :]
        assert any(near(table, str(mira.picture), each) for each in wanted)


def near(table: Table, digest: str, color: Color) -> bool:
    data = table.pictures.files.get(digest)
    assert data is not None, "the file is not there, or not whole"
    with Image.open(io.BytesIO(data)) as image:
        found = image.convert("RGB").getpixel((image.width // 2, image.height // 2))
    assert isinstance(found, tuple)
    return all(abs(a - b) <= NEAR for a, b in zip(found, color, strict=True))


async def test_laid_pictures_and_faces_survive_a_killed_server(tmp_path: Path) -> None:
    rng, file = Random(3), tmp_path / "table.db"
    evening: Evening | None = None
    for _ in range(KILLS):
        with TableProcess(file) as server:
            evening = evening or Evening(server.master_secret)
            page = await Client.connect(server.host)
            await page.hello(evening.secret)
            await page.expect("calls")
            before = list(evening.acknowledged)
            tasks = [
                asyncio.create_task(evening.play(server, page)),
                asyncio.create_task(evening.keep_sending(server)),
            ]
            while evening.acknowledged[1] < before[1] + 3:
                assert not tasks[0].done(), tasks[0].exception()
                await asyncio.sleep(0.01)
            await asyncio.sleep(rng.random() / 4)
            server.kill()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await page.closed()
        table = Table(file / "table.db", maps=[])
        try:
            evening.check(table)
        finally:
            await table.close()
        folder = file / "table.db.pictures"
        assert not list(folder.glob("*.new"))  # temporary files of the killed server are gone
