"""Pictures in the fog: no pixel of a tile unknown to a player ever leaves the server.

Every tile has a different color, so everything sent can be decoded and checked. Two tables that
differ only in the pixels of unknown tiles send the same bytes in the same number of messages.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

pytest.importorskip("PIL")

from sightline import Door, SquareBoard, Wall
from sightline.processes import output_of
from sightline.table.protocol.actions import (
    CoverTiles,
    EditFigure,
    Forget,
    Move,
    NewMap,
    Redo,
    Reveal,
    SetDoor,
    SetPicture,
    ShowMap,
    ShowTiles,
    Undo,
)
from sightline.table.protocol.client import WantTiles
from sightline.table.service.pictures import picture_shelf
from sightline.table.service.table import Table
from tests.table.support.fake_pages import CENTER, Party, Person, imported, party, repeated_ids
from tests.table.support.pictured_maps import (
    Color,
    Pair,
    color_of,
    colors_in,
    current_picture,
    every_tile,
    lay,
    painted,
    wanted,
)

ROWS, COLS = 6, 12
MIDDLE = 6
"""The first column of the second room."""
NEAR = 12
"""The maximum change of a color by encoding."""


def two_rooms() -> SquareBoard:
    board = SquareBoard(ROWS, COLS)
    for row in range(ROWS):
        board.set_edge((row, MIDDLE - 1), (row, MIDDLE), Door("closed") if row == 2 else Wall())
    board.place("Mira", (2, 1), kind="hero")
    board.place("Goblin", (2, 9), kind="enemy")
    return board


def first_room() -> set[Pair]:
    return {(row, col) for row in range(ROWS) for col in range(MIDDLE)}


@pytest.fixture
async def ours() -> AsyncIterator[Party]:
    async with party(two_rooms(), CENTER) as each:
        yield each


async def mira_of(ours: Party) -> Person:
    mira = await ours.player("Ann")
    await ours.master.done(EditFigure(ours.figure("Mira").id, owners=[mira.id]))
    return mira


def is_near(color: Color, other: Color) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(color, other, strict=True))


def check_own_colors(got: dict[Pair, bytes]) -> None:
    for tile, body in got.items():
        strange = [each for each in colors_in(body) if not is_near(each, color_of(tile))]
        assert not strange, (tile, color_of(tile), strange)


# --- what a player gets


async def test_a_player_gets_what_they_know_and_no_more(ours: Party) -> None:
    mira = await mira_of(ours)
    assert (await lay(ours, painted(ROWS, COLS)))["t"] == "done"
    got = await wanted(mira, every_tile(ours.shown.board))
    assert set(got) == first_room()
    check_own_colors(got)
    edge = [(2, MIDDLE - 1), (2, MIDDLE)]
    await ours.master.done(SetDoor("open", edge=(edge[0], edge[1])))
    more = await wanted(mira, every_tile(ours.shown.board))
    assert set(more) > first_room()
    assert (0, 11) not in more
    check_own_colors(more)


@pytest.mark.parametrize(
    ("origin", "step", "tier"),
    [
        (("0", "0"), ("20", "20"), 32),
        (("3.3", "-7/3"), ("61/3", "19.7"), 32),
        (("-0.5", "0.5"), ("20", "20"), 32),
        (("10", "10"), ("39.9", "40.1"), 64),
    ],
)
async def test_a_tile_has_the_pixels_whose_centers_it_holds(
    ours: Party, origin: tuple[str, str], step: tuple[str, str], tier: int
) -> None:
    """Every pixel has the color of the one tile that contains its center."""
    from fractions import Fraction

    from PIL import Image

    from tests.table.support.pictured_maps import png

    x0, y0 = map(Fraction, origin)
    wide, high = map(Fraction, step)
    image = Image.new("RGB", (int(COLS * wide) + 9, int(ROWS * high) + 9), (255, 0, 255))
    half = Fraction(1, 2)
    rows = [(y + half - y0) // high for y in range(image.height)]
    cols = [(x + half - x0) // wide for x in range(image.width)]
    for y, row in enumerate(rows):
        for x, col in enumerate(cols):
            if 0 <= row < ROWS and 0 <= col < COLS:
                image.putpixel((x, y), color_of((row, col)))
    mira = await mira_of(ours)
    await lay(ours, png(image), origin=origin, step=step)
    got = await wanted(mira, every_tile(ours.shown.board), tier=tier)  # type: ignore[arg-type]
    assert set(got) == first_room()
    # At the rim of the picture there are also transparent pixels.
    check_own_colors({tile: got[tile] for tile in got if 0 < tile[0] < ROWS - 1 and tile[1]})


async def test_no_size_no_place_no_name(ours: Party) -> None:
    mira = await mira_of(ours)
    await lay(ours, painted(ROWS, COLS, step=37), origin=("1.25", "3"), step=("37", "37"))
    await wanted(mira, every_tile(ours.shown.board))
    for sent in mira.page.sent:
        head = sent[4 : 4 + int.from_bytes(sent[:4], "big")] if sent[:1] == b"\0" else sent
        for secret in (b"444", b"222", b"1.25", b"5/4", b'"37', b"origin", b"pixels"):
            assert secret not in head


# --- when it is taken back


async def test_what_is_forgotten_is_not_sent_again(ours: Party) -> None:
    mira = await mira_of(ours)
    await lay(ours, painted(ROWS, COLS))
    await ours.master.done(Reveal(spans=[(0, MIDDLE, 6)]))
    revealed = {(0, col) for col in range(MIDDLE, COLS)}
    assert revealed <= set(await wanted(mira, every_tile(ours.shown.board)))
    await ours.master.done(Forget())
    assert set(await wanted(mira, every_tile(ours.shown.board))) == first_room()
    await ours.master.done(Undo())
    assert revealed <= set(await wanted(mira, every_tile(ours.shown.board)))
    await ours.master.done(Redo())
    assert not revealed & set(await wanted(mira, every_tile(ours.shown.board)))


async def test_undoing_with_forgetting_takes_the_picture_along(ours: Party) -> None:
    mira = await mira_of(ours)
    await lay(ours, painted(ROWS, COLS))
    await ours.master.done(SetDoor("open", edge=((2, MIDDLE - 1), (2, MIDDLE))))
    assert set(await wanted(mira, every_tile(ours.shown.board))) > first_room()
    await ours.master.done(Undo(forget=True))
    assert set(await wanted(mira, every_tile(ours.shown.board))) == first_room()


async def test_covered_tiles_are_not_seen_and_shown_ones_are(ours: Party) -> None:
    await lay(ours, painted(ROWS, COLS))
    await ours.master.done(CoverTiles(spans=[(4, 0, 3)]))
    await ours.master.done(ShowTiles(spans=[(5, 9, 3)]))
    mira = await mira_of(ours)
    got = set(await wanted(mira, every_tile(ours.shown.board)))
    assert not got & {(4, 0), (4, 1), (4, 2)}
    assert {(5, 9), (5, 10), (5, 11)} <= got


async def test_set_picture_is_undone_and_redone(ours: Party) -> None:
    mira = await mira_of(ours)
    assert current_picture(mira) == ""
    await lay(ours, painted(ROWS, COLS))
    first = current_picture(mira)
    assert first
    await lay(ours, painted(ROWS, COLS, lambda tile: (250, 250, tile[0])))
    assert current_picture(mira) not in ("", first)
    await ours.master.done(Undo())
    assert current_picture(mira) == first
    check_own_colors(await wanted(mira, first_room()))
    await ours.master.done(Undo())
    assert current_picture(mira) == ""
    await ours.master.done(Redo())
    await ours.master.done(SetPicture(players="none"))
    assert current_picture(mira) == ""
    assert await wanted(mira, first_room(), picture=first) == {}
    await ours.master.done(SetPicture(players="same"))
    assert current_picture(mira) == first
    await ours.master.done(SetPicture(remove=True))
    assert current_picture(mira) == ""
    assert await wanted(mira, first_room(), picture=first) == {}


async def test_players_may_have_a_picture_of_their_own(ours: Party) -> None:
    mira = await mira_of(ours)
    await lay(ours, painted(ROWS, COLS, lambda tile: (250, 0, 0)))
    before = current_picture(mira)
    await lay(ours, painted(ROWS, COLS), players=True)
    own = current_picture(mira)
    assert own not in ("", before)
    check_own_colors(await wanted(mira, every_tile(ours.shown.board)))
    seen = len(mira.page.sent)
    await lay(ours, painted(ROWS, COLS, lambda tile: (0, 250, 0)))
    assert len(mira.page.sent) == seen  # they do not get the game master's picture
    assert await wanted(mira, first_room(), picture=before) == {}


# --- an adversary


async def test_nothing_for_who_asks_for_what_is_not_theirs(ours: Party) -> None:
    mira = await mira_of(ours)
    await lay(ours, painted(ROWS, COLS))
    here = current_picture(mira)
    hidden = [(row, col) for row in range(ROWS) for col in range(MIDDLE, COLS)]
    for tier in (32, 64, 128):
        assert await wanted(mira, hidden, tier=tier) == {}
    assert await wanted(mira, [(-1, 0), (0, -1), (ROWS, 0), (0, COLS), (9999, -9999)]) == {}
    other = await ours.master.done(NewMap("Elsewhere", rows=4, cols=4))
    await ours.table.look_at(ours.master.page, other)
    await lay(ours, painted(4, 4, lambda tile: (250, 0, 250)))
    laid = ours.table.world.scenes[other].record.shown_picture
    assert laid is not None
    assert await wanted(mira, every_tile(SquareBoard(4, 4)), picture=laid.id) == {}
    assert await wanted(mira, first_room(), picture="i0123456789") == {}
    await ours.master.done(ShowMap(None))
    assert await wanted(mira, first_room(), picture=here) == {}
    guest = await ours.table.join("Guest")  # not admitted
    from sightline.table.state.records import Actor

    stranger = Person(ours.table, Actor("player", guest.id, guest.name))
    await stranger.enter()
    assert await wanted(stranger, first_room(), picture=here) == {}


async def test_what_is_forgotten_while_it_is_cut_is_not_sent(ours: Party) -> None:
    mira = await mira_of(ours)
    await lay(ours, painted(ROWS, COLS))
    await ours.master.done(Reveal(spans=[(0, MIDDLE, 6)]))
    pages = ours.table.pictures_for_pages
    seen = len(mira.page.received)
    await pages.want_tiles(mira.page, WantTiles(current_picture(mira), 32, [(0, 0), (0, MIDDLE)]))
    assert len(mira.page.received) == seen  # it is being cut
    await ours.master.done(Forget())
    await pages.settled()
    (pack,) = [each for each in mira.page.received[seen:] if each["t"] == "tiles"]
    assert [tuple(each[:2]) for each in pack["tiles"]] == [(0, 0)]


# --- before and while it is cut


async def test_the_shown_picture_is_cut_before_anybody_asks(ours: Party) -> None:
    await lay(ours, painted(ROWS, COLS))
    await ours.table.pictures_for_pages.settled()
    record = ours.table.world.scenes[ours.table.world.table.shown or ""].record
    assert record.shown_picture is not None
    assert ours.table.pictures.ready(record.shown_picture, record, 32) is not None


async def test_of_a_large_map_the_wanted_tiles_come_first(
    ours: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only tiles that the player knows are cut for them."""
    whole_may_end = asyncio.Event()
    asked: list[list[int] | None] = []

    async def output(command: Sequence[str], given: bytes, seconds: float) -> bytes:
        asked.append(json.loads(given.partition(b"\n")[0]).get("only"))
        if asked[-1] is None:
            await whole_may_end.wait()
        return await output_of(command, given, seconds)

    monkeypatch.setattr(picture_shelf, "output_of", output)
    monkeypatch.setattr(picture_shelf, "MANY_TILES", 0)
    mira = await mira_of(ours)
    await lay(ours, painted(ROWS, COLS))
    want = WantTiles(current_picture(mira), 32, [(0, 0), (1, 1), (0, MIDDLE)])
    await ours.table.pictures_for_pages.want_tiles(mira.page, want)
    async with asyncio.timeout(60):
        while not (packs := [each for each in mira.page.received if each["t"] == "tiles"]):
            await asyncio.sleep(0.02)
    assert [tuple(each[:2]) for each in packs[0]["tiles"]] == [(0, 0), (1, 1)]
    assert all(packs[0]["bodies"])
    assert [each for each in asked if each is not None] == [[0, COLS + 1]]
    whole_may_end.set()
    assert set(await wanted(mira, every_tile(two_rooms()))) == first_room()


# --- twins


async def evening(color_unseen: Color, tmp_path: Path | None = None) -> list[bytes]:
    """Return everything that a player receives in a session in which the second
    room stays closed.
    """

    def color(tile: Pair) -> Color:
        return color_of(tile) if tile in first_room() else color_unseen

    with repeated_ids() as ids:
        ids.use("one", "all")
        table = Table(tmp_path, maps=[imported(two_rooms(), CENTER)])
        ours = Party(table)
        await ours.master.enter()
        try:
            mira = await mira_of(ours)
            await lay(ours, painted(ROWS, COLS, color))
            every = every_tile(ours.shown.board)
            await wanted(mira, every)
            await wanted(mira, every, tier=128)
            await ours.master.done(Move(ours.figure("Mira").id, (0, 0)))
            await wanted(mira, [(2, MIDDLE), (0, 0)])
            await ours.master.done(Forget())
            await wanted(mira, every)
            await lay(ours, painted(ROWS, COLS, color, step=40), step=("40", "40"))
            await wanted(mira, every, tier=64)
            await ours.master.done(Undo())
            await wanted(mira, every, tier=64)
            await ours.master.done(SetPicture(players="none"))
            return mira.page.sent
        finally:
            await table.close()


async def test_tables_that_differ_in_unseen_pixels_are_the_same() -> None:
    one = await evening((0, 0, 0))
    other = await evening((255, 255, 255))
    assert len(one) == len(other)
    assert one == other


async def test_they_would_differ_in_what_is_seen() -> None:
    """Without this, the previous test would prove nothing."""
    one = await evening((0, 0, 0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{__name__}.color_of", lambda tile: (9, 99, 9))
        assert await evening((0, 0, 0)) != one
