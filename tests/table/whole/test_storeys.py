"""A session on two storeys, a gallery with a hole over a hall. No message contains closed-off
parts.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET

from sightline import At, CenterRule, SquareBoard, Wall
from sightline.table.protocol.actions import (
    AddFloor,
    AddWall,
    Climb,
    CoverTiles,
    Decide,
    EditFigure,
    EditFloor,
    EditLamp,
    Forget,
    LiftFigure,
    Move,
    PaintFloor,
    PlaceFigure,
    PlaceLamp,
    PutArea,
    PutStairs,
    Redo,
    RemoveFloor,
    Reveal,
    SetDarkness,
    SetEdges,
    SetSight,
    ShowTiles,
    Undo,
)
from sightline.table.protocol.questions import (
    AskArea,
    AskEveryRule,
    AskField,
    AskSight,
    AskWay,
    AskWho,
)
from sightline.table.protocol.types import StairsEnd, WireLamp
from sightline.table.service.table import Table
from sightline.table.transfer.documents import read_table_document, table_document
from tests.every_rule import THOROUGH
from tests.table.support.fake_pages import (
    Party,
    Person,
    View,
    fresh,
    imported,
    party,
    repeated_ids,
)

CENTER = CenterRule("strict")
ROW = 1
GALLERY = [(r, c) for r in range(3) for c in range(8) if (r, c) not in ((1, 3), (1, 4))]


def hall() -> SquareBoard:
    """Return a hall three tiles wide; the gallery above has a hole in the middle."""
    board = SquareBoard(3, 8)
    board.add_floor(3, GALLERY, "gallery")
    board.place("Mira", At((1, 2), floor="gallery"), kind="hero")
    board.place("goblin", (1, 4), kind="enemy")
    board.place("rat", (0, 0), kind="enemy")
    return board


async def with_mira(ours: Party) -> Person:
    ann = await ours.player("Ann")
    await ours.master.done(EditFigure(ours.figure("Mira").id, owners=[ann.id]))
    return ann


async def test_from_a_gallery_one_sees_down_through_the_hole() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        view = ann.page.view
        assert ours.figure("goblin").id in view.figures
        assert ours.figure("rat").id not in view.figures
        [floor] = view.floors
        assert floor["name"] == "gallery"
        assert (1, 4) in (view.lit or ())
        assert (0, 0) not in view.tiles
        assert view.state() == fresh(ours.table, ann.id)
        [gallery] = ours.shown.floors
        await ours.master.done(PaintFloor(gallery, [(1, 3), (1, 4)]))
        assert ours.figure("goblin").id not in ann.page.view.figures
        assert view.state() == fresh(ours.table, ann.id)
        await ours.master.done(Undo())
        assert ours.figure("goblin").id in ann.page.view.figures
        assert view.state() == fresh(ours.table, ann.id)
        await ours.master.done(RemoveFloor(gallery))
        assert not ann.page.view.floors
        assert ours.figure("rat").id in ann.page.view.figures
        assert view.state() == fresh(ours.table, ann.id)


async def test_an_exported_table_keeps_its_storeys_and_what_is_known_of_them() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        known = ours.table.vision.knowledge(ann.id)
        assert known is not None
        snapshot = await ours.table.map_keeper.snapshot()
        document = table_document(snapshot, ours.table.desk.of)
        before = known.snapshot(ours.shown)
    again = Table(maps=read_table_document(document))
    [player] = again.world.players
    kept = again.vision.knowledge(player)
    assert kept is not None
    after = kept.snapshot(again.world.maps()[0])
    assert [(each.name, each.height, each.tiles) for each in after.floors] == [
        (each.name, each.height, each.tiles) for each in before.floors
    ]
    await again.close()


async def test_walking_stays_on_the_storey() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        mira = ours.figure("Mira").id
        await ann.done(Move(mira, (1, 5)))
        assert (ours.figure("Mira").at, ours.figure("Mira").elevation) == ((1, 5), "3")
        assert "know" in await ann.refused(Move(mira, (1, 4)))
        await ours.master.done(LiftFigure(mira, None))
        await ann.done(Move(mira, (1, 3)))


async def test_stairs_are_seen_and_taken_and_show_no_more_than_their_end() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        mira = ours.figure("Mira").id
        [gallery] = ours.shown.floors
        assert "higher one" in await ours.master.refused(stairs_on((1, 3), gallery))
        stairs = await ours.master.done(stairs_on((1, 2), gallery))
        [seen] = ann.page.view.stairs
        assert seen == {"id": stairs, "high": {"storey": gallery, "at": [1, 2]}}
        cellar = await ours.master.done(stairs_on((0, 0), gallery))
        await ann.done(Climb(mira, stairs))
        assert ours.figure("Mira").elevation is UNSET
        assert ann.page.view.state() == fresh(ours.table, ann.id)
        assert {"id": stairs, "low": LOW, "high": {"storey": gallery, "at": [1, 2]}} in (
            ann.page.view.stairs
        )
        assert "not on these stairs" in await ann.refused(Climb(mira, cellar))
        await ann.done(Climb(mira, stairs))
        assert ours.figure("Mira").elevation == "3"
        await ours.master.done(RemoveFloor(gallery))
        assert not ours.shown.stairs


LOW = {"storey": "", "at": [1, 2]}


def stairs_on(tile: tuple[int, int], floor: str) -> PutStairs:
    return PutStairs(StairsEnd("", tile), StairsEnd(floor, tile))


async def test_stairs_lead_to_another_tile_and_back() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        mira = ours.figure("Mira").id
        [gallery] = ours.shown.floors
        for low, high in (
            (StairsEnd("", (9, 9)), StairsEnd(gallery, (1, 2))),
            (StairsEnd("", (2, 0)), StairsEnd("", (1, 2))),
            (StairsEnd(gallery, (1, 2)), StairsEnd("", (2, 0))),
            (StairsEnd("", (2, 0)), StairsEnd(gallery, (1, 3))),
        ):
            await ours.master.refused(PutStairs(low, high))
        assert not ours.shown.stairs
        ends = StairsEnd("", (2, 0)), StairsEnd(gallery, (1, 2))
        stairs = await ours.master.done(PutStairs(*ends))
        # A player learns nothing of the other end before they see it.
        assert ann.page.view.stairs == [{"id": stairs, "high": {"storey": gallery, "at": [1, 2]}}]
        await ann.done(Climb(mira, stairs))
        assert (ours.figure("Mira").at, ours.figure("Mira").elevation) == ((2, 0), UNSET)
        assert ann.page.view.state() == fresh(ours.table, ann.id)
        await ann.done(Undo())
        assert (ours.figure("Mira").at, ours.figure("Mira").elevation) == ((1, 2), "3")
        await ann.done(Redo())
        await ann.done(Undo())
        await ann.done(Climb(mira, stairs))
        await ann.done(Move(mira, (2, 1)))
        assert "not on these stairs" in await ann.refused(Climb(mira, stairs))
        await ann.done(Undo())
        await ours.master.done(PaintFloor(gallery, [(1, 2)], on=False))
        assert not ours.shown.stairs
        await ours.master.done(Undo())
        assert [*ours.shown.stairs] == [stairs]
        await ours.master.done(PlaceFigure((1, 2), "ogre", elevation=3))
        assert "blocks the way" in await ann.refused(Climb(mira, stairs))


async def test_a_flyer_does_not_pass_a_closed_floor() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        mira = ours.figure("Mira").id
        assert "blocks the way" in await ann.refused(LiftFigure(mira, None))
        assert "blocks the way" in await ann.refused(LiftFigure(mira, 1))
        await ann.done(LiftFigure(mira, 4))
        await ours.master.done(LiftFigure(mira, None))
        assert "blocks the way" in await ann.refused(LiftFigure(mira, 2.5))
        await ann.done(LiftFigure(mira, 2))


async def test_walls_are_known_from_their_storey() -> None:
    board = hall()
    board.set_edge((2, 0), (2, 1), Wall(top=3))
    board.set_edge((0, 0), (0, 1), Wall(bottom=3, top=4))
    async with party(board, CENTER) as ours:
        ann = await with_mira(ours)
        assert {edge: kind for edge, (kind, _) in ann.page.view.edges.items()} == {
            ((0, 0), (0, 1)): "wall@3_4"
        }
        await ours.master.done(AddFloor("roof", 6, [(0, 0, 8)]))
        assert [each["name"] for each in ann.page.view.floors] == ["gallery"]


async def test_a_map_has_twenty_floors_at_most() -> None:
    async with party(SquareBoard(1, 2), CENTER) as ours:
        for number in range(20):
            await ours.master.done(AddFloor(f"floor {number}", 2 + number, [(0, 0, 1)]))
        assert "20" in await ours.master.refused(AddFloor("roof", 50, [(0, 0, 1)]))


# --- light


async def test_a_lamp_on_the_gallery_lights_the_gallery_and_what_is_below_its_hole() -> None:
    board = hall()
    board.ambient = "dark"
    async with party(board, CENTER) as ours:
        ann = await with_mira(ours)
        view = ann.page.view
        [gallery] = ours.shown.floors
        assert ours.figure("goblin").id not in view.figures
        assert _lit(view, gallery) == {(1, 2)}
        lamp = await ours.master.done(PlaceLamp((1, 2), 2, 8, "#ff9d4d", elevation=3))
        assert ours.figure("goblin").id in view.figures
        assert ours.figure("rat").id not in view.figures
        assert (1, 4) in (view.lit or ())
        assert _lit(view, gallery) > {(0, 0), (1, 1), (1, 7)}
        assert {*view.lamps} == {lamp}
        seen = view.lamps[lamp]
        assert (seen["elevation"], [*seen["falls_on_floors"]]) == ("3", [gallery])
        [floor] = view.floors
        assert [tuple(span[:2]) for span in floor["light"] if span[3] == 1]
        assert view.state() == fresh(ours.table, ann.id)
        # A torch on the ground lights its own storey, and the gallery through the hole.
        await ours.master.done(EditLamp(lamp, on=False))
        assert _lit(view, gallery) == {(1, 2)}
        goblin = ours.figure("goblin").id
        await ours.master.done(EditFigure(goblin, lamp=WireLamp(2, 4)))
        assert goblin in view.figures
        assert view.state() == fresh(ours.table, ann.id)
        await ours.master.done(PaintFloor(gallery, [(1, 3), (1, 4)]))
        assert goblin not in view.figures
        assert _lit(view, gallery) == {(1, 2)}
        await ours.master.done(SetDarkness("daylight"))
        assert _lit(view, gallery) > {(0, 0), (1, 7)}


def _lit(view: View, floor: str) -> set[tuple[int, int]]:
    [known] = [each for each in view.floors if each["id"] == floor]
    return {(a, b + i) for a, b, count in known["lit"] for i in range(count)}


async def test_fog_tools_work_on_the_storey_that_is_shown() -> None:
    """Reveal, forget and show affect the tiles of one floor, and undo reverts them."""
    board = hall()
    board.set_edge((0, 6), (0, 7), Wall(bottom=3, top=4))
    board.place("chest", At((2, 7), floor="gallery"), kind="chest", size=(1, 1))
    board.place("imp", At((2, 6), floor="gallery"), kind="enemy")
    async with party(board, CENTER) as ours:
        ann, master = await with_mira(ours), ours.master
        mira, imp = ours.figure("Mira").id, ours.figure("imp").id
        [gallery] = ours.shown.floors
        await master.done(LiftFigure(mira, None))
        await master.done(Forget())
        view = ann.page.view

        def known() -> set[tuple[int, int]]:
            return {
                (a, b + i) for each in view.floors for a, b, n in each["tiles"] for i in range(n)
            }

        assert not known() & {(0, 7), (2, 7)}
        await master.done(Reveal([(0, 6, 2), (2, 7, 1)], storey=gallery))
        assert {(0, 6), (0, 7), (2, 7)} <= known()
        assert ((0, 6), (0, 7)) in view.edges
        assert ours.figure("chest").id in view.figures
        assert imp not in view.figures
        assert view.state() == fresh(ours.table, ann.id)
        await master.done(Undo())
        assert not known() & {(0, 7), (2, 7)}
        await master.done(Redo())
        await master.done(Forget([(0, 0, 8)], storey=gallery))
        assert not known() & {(0, 6), (0, 7)}
        assert (2, 7) in known()
        assert view.state() == fresh(ours.table, ann.id)
        await master.done(ShowTiles([(2, 6, 2)], storey=gallery))
        assert imp in view.figures
        assert {(2, 6), (2, 7)} <= _lit(view, gallery)
        assert view.state() == fresh(ours.table, ann.id)
        await master.done(RemoveFloor(gallery))
        await master.done(Undo())
        assert {(2, 6), (2, 7)} <= _lit(view, gallery)
        await master.done(ShowTiles(on=False, storey=gallery))
        assert imp not in view.figures
        assert "floor" in await master.refused(Reveal(storey="nothing"))


async def test_a_ping_on_a_floor_reaches_those_who_know_the_tile() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        [gallery] = ours.shown.floors

        async def heard(at: tuple[int, int], storey: str) -> int:
            await ours.table.ping(ours.master.page, at, storey)
            return sum(b'"t":"pinged"' in each for each in ann.page.sent)

        assert await heard((0, 0), "") == 0  # she has not seen that tile of the ground
        assert await heard((1, 3), gallery) == 0  # a hole
        assert await heard((0, 0), "none") == 0
        assert await heard((0, 0), gallery) == 1
        assert b'"storey"' in ann.page.sent[-1]
        await ours.table.ping(ann.page, (0, 0), "")
        assert (
            b'"t":"pinged"' not in ours.master.page.sent[-1]
            or b'"Ann"' not in (ours.master.page.sent[-1])
        )


# --- twin worlds ----------------------------------------------------------------------------------


def twin(upstairs: bool) -> SquareBoard:
    """Return a hall below a sealed storey with a roof. With `upstairs`, the storey has more
    content.
    """
    board = SquareBoard(4, 7)
    board.place("Mira", (2, 1), kind="hero")
    board.place("goblin", (2, 5), kind="enemy")
    board.set_edge((2, 3), (2, 4), Wall(top=0.5))
    board.add_floor(3, board.tiles(), "ceiling")
    board.add_floor(6, board.tiles(), "roof")
    if upstairs:
        board.set_edge((0, 1), (0, 2), Wall(bottom=3, top=5))
        board.place("lich", At((1, 1), floor="ceiling"), kind="enemy")
        board.place("chest", At((3, 3), floor="ceiling"), kind="chest", size=1)
        board.add_floor(4.5, [(0, 0), (0, 1)], "shelf")
    return board


@pytest.mark.parametrize("seed", range(6))
async def test_nothing_above_a_closed_ceiling_is_in_any_message(seed: int) -> None:
    """Two worlds have the same session below, but one has much more above, including lamps. The
    player receives the same bytes in both.
    """
    rng = Random(seed)
    evening = [rng.choice(("walk", "fly", "land", "goblin", "above")) for _ in range(12)]
    steps = [(rng.randrange(4), rng.randrange(7)) for _ in evening]
    is_dark = seed % 2 == 0
    heard = [await _one_world(upstairs, is_dark, evening, steps) for upstairs in (False, True)]
    assert heard[0] == heard[1]
    assert b"lich" not in b"".join(heard[1])


async def _one_world(
    upstairs: bool, is_dark: bool, evening: list[str], steps: list[tuple[int, int]]
) -> list[bytes]:
    with repeated_ids() as ids:
        ids.use("both", "map")
        board = twin(upstairs)
        if is_dark:
            board.ambient = "dark"
            board.add_light("goblin", 1, 3)
        if upstairs:
            board.add_light("lich", 4, 9)
            board.add_light(At((2, 2), floor="ceiling"), 5, 9)
            board.add_light(At((2, 2), floor="roof"), 5, 9)
        ours = Party(Table(maps=[imported(board, CENTER)]))
        by_name = {figure.name: figure for figure in ours.shown.figures.values()}
        await ours.master.enter()
        ids.use("both", "people")
        ann = await ours.player("Ann")
        await ours.master.done(EditFigure(by_name["Mira"].id, owners=[ann.id]))
        await ann.enter()
        ids.use("both", "lamp")
        await ours.master.done(PlaceLamp((0, 6), 1, 2, "#ff9d4d"))
        for what, tile in zip(evening, steps, strict=True):
            mira, goblin = by_name["Mira"].id, by_name["goblin"].id
            if what == "walk":
                await ann.do(Move(mira, tile))
                await ann.do(Move(mira, tile, storey=""))
            elif what == "fly":
                await ann.do(LiftFigure(mira, tile[1] / 2))
            elif what == "land":
                await ann.do(LiftFigure(mira, None))
            elif what == "goblin":
                await ours.master.do(Move(goblin, tile))
            elif upstairs:
                await ours.master.do(Move(by_name["lich"].id, tile))
                await ours.master.do(PaintFloor(_floor(ours, "shelf"), [tile]))
                await ours.master.do(LiftFigure(by_name["lich"].id, 3.5))
                lamp = next(each for each in ours.shown.lamps.values() if each.elevation == "3")
                await ours.master.do(EditLamp(lamp.id, at=tile, on=tile[1] % 2 == 0))
        heard = ann.page.sent
        await ours.table.close()
    return heard


def _floor(ours: Party, name: str) -> str:
    return next(each.id for each in ours.shown.floors.values() if each.name == name)


# --- nothing fails --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20 if THOROUGH else 2))
async def test_whatever_is_asked_and_done_on_storeys_gets_an_answer(seed: int) -> None:
    """Light, areas, fog tools, rulings and questions of all users, on floors and in the air."""
    rng = Random(seed)
    async with party(hall(), CenterRule("adjudicated")) as ours:
        ann = await with_mira(ours)
        ids = [figure.id for figure in ours.shown.figures.values()]
        [gallery] = ours.shown.floors
        await ours.master.done(stairs_on((1, 2), gallery))

        def tile() -> tuple[int, int]:
            return rng.randrange(3), rng.randrange(8)

        for _ in range(25 if THOROUGH else 15):
            spans = [(*tile(), 1)]
            action = rng.choice(
                (
                    Move(rng.choice(ids), tile(), storey=rng.choice((None, "", gallery))),
                    LiftFigure(rng.choice(ids), rng.choice((None, 1.5, 3, 5))),
                    PaintFloor(gallery, [tile(), tile()], rng.random() < 0.7),
                    EditFloor(gallery, height=rng.choice((3, 4))),
                    SetDarkness(rng.choice(("daylight", "dim", "dark"))),
                    PlaceLamp(tile(), 2, 4),
                    PutArea("circle", tile(), 3),
                    Reveal(spans),
                    Forget(spans),
                    CoverTiles(spans, storey=rng.choice(("", gallery)), on=rng.random() < 0.5),
                    ShowTiles(spans, on=rng.random() < 0.5),
                    SetSight(whole_rooms=rng.random() < 0.5, friends_block=rng.random() < 0.5),
                    SetEdges([((1, 1), (1, 2))], "wall", bottom=3, top=4),
                    Decide(ids[0], tile(), visible=rng.random() < 0.7, b_on=gallery),
                    Decide(ids[0], rng.choice(ids[1:]), visible=rng.random() < 0.7),
                    AddWall(((0.5, 0.5), (2.5, 1.5)), top=rng.choice((1, 3.5))),
                    EditFigure(rng.choice(ids), sight_range=rng.choice((None, 3))),
                    PlaceFigure(tile(), "chest", kind="chest", size=(1, 1), elevation=3),
                    Undo(),
                )
            )
            done = await ours.master.do(action)
            assert "went wrong" not in str(done), (action, done)
            assert ann.page.view.state() == fresh(ours.table, ann.id), action
            a = rng.choice(ids)
            b: str | tuple[int, int] = tile() if rng.random() < 0.3 else rng.choice(ids)
            questions = (
                AskSight(a, b, b_on=rng.choice(("", gallery))),
                AskField(a),
                AskField(None, None) if rng.random() < 0.5 else AskField(a, tile()),
                AskField(a, tile(), rng.choice(("", gallery))),
                AskArea("cone", tile(), 3, toward=(1, 4)),
                AskWay(a, tile(), rng.choice((None, "", gallery))),
                AskWho(),
                AskEveryRule(ids[0], ids[1]),
            )
            for question in questions:
                for who in (ours.master, ann):
                    answer = await who.ask(question)
                    assert "went wrong" not in str(answer), (question, answer)
            await ann.do(Climb(ids[0], next(iter(ours.shown.stairs), "s0")))
            await ann.do(Move(ids[0], tile(), storey=rng.choice((None, "", gallery))))
            assert ann.page.view.state() == fresh(ours.table, ann.id), action


async def test_answers_follow_floors_and_the_heights_of_walls() -> None:
    async with party(hall(), CENTER) as ours:
        ann, mira = await with_mira(ours), ours.figure("Mira").id
        [gallery] = ours.shown.floors

        async def seen() -> bool:
            answer = (await ann.ask(AskSight(mira, (1, 4))))["answer"]
            return bool(answer["visible"])

        assert await seen()
        await ours.master.done(PaintFloor(gallery, [(1, 3), (1, 4)]))
        assert not await seen()
        await ours.master.done(Undo())
        assert await seen()
        await ours.master.done(SetEdges([((1, 2), (1, 3))], "wall", bottom=3, top=3.1))
        assert await seen()
        await ours.master.done(SetEdges([((1, 2), (1, 3))], "wall", bottom=2, top=4))
        assert not await seen()
