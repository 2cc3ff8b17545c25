"""Questions and covers on floors. A player learns only what they see of a floor."""

from __future__ import annotations

from typing import Literal

import pytest

from sightline import At, CenterRule, SquareBoard
from sightline.table.protocol.actions import (
    AddFloor,
    CoverTiles,
    EditFigure,
    Move,
    PaintFloor,
    PutArea,
    RemoveFloor,
    SetDarkness,
    SetNote,
    Undo,
)
from sightline.table.protocol.questions import AskArea, AskEveryRule, AskKnown, AskSight
from tests.table.support.fake_pages import Party, Person, fresh, party

CENTER = CenterRule("strict")
HOLE = [(1, 3), (1, 4)]
GALLERY = [(r, c) for r in range(3) for c in range(8) if (r, c) not in HOLE]
Pair = tuple[int, int]


def hall() -> SquareBoard:
    """Return a hall below a gallery with a hole, both divided by rock."""
    board = SquareBoard(3, 8)
    board.set_solid((0, 5))
    board.add_floor(3, GALLERY, "gallery")
    board.place("Mira", At((1, 2), floor="gallery"), kind="hero")
    board.place("goblin", (1, 4), kind="enemy")
    board.place("rat", At((2, 6), floor="gallery"), kind="enemy")
    return board


async def with_mira(ours: Party) -> Person:
    ann = await ours.player("Ann")
    await ours.master.done(EditFigure(ours.figure("Mira").id, owners=[ann.id]))
    return ann


async def sees(who: Person, a: str, b: Pair, storey: str) -> bool:
    answer = (await who.ask(AskSight(a, b, b_on=storey)))["answer"]
    assert answer["visible"] == (answer["verdict"] == "visible"), answer
    return bool(answer["visible"])


def lit_on_gallery(ann: Person) -> set[Pair]:
    [floor] = ann.page.view.floors
    return {(a, b + i) for a, b, count in floor["lit"] for i in range(count)}


def known_on_gallery(ann: Person) -> set[Pair]:
    [floor] = ann.page.view.floors
    return {(a, b + i) for a, b, count in floor["tiles"] for i in range(count)}


@pytest.mark.parametrize("darkness", ["daylight", "dark"])
@pytest.mark.parametrize("stand", [(1, 2), (0, 0), (2, 7)])
async def test_a_tile_of_a_floor_is_visible_where_the_fog_shows_it(
    darkness: Literal["daylight", "dark"], stand: Pair
) -> None:
    async with party(hall(), CENTER) as ours:
        ann, mira = await with_mira(ours), ours.figure("Mira").id
        [gallery] = ours.shown.floors
        await ours.master.done(EditFigure(mira, dark_vision=2))
        await ours.master.done(Move(mira, stand))
        await ours.master.done(SetDarkness(darkness))
        lit, known = lit_on_gallery(ann), known_on_gallery(ann)
        assert lit <= known
        own = tuple(ours.figure("Mira").at)
        for tile in known - {own}:
            assert await sees(ann, mira, tile, gallery) == (tile in lit), tile
            assert await sees(ours.master, mira, tile, gallery) == (tile in lit), tile
        for tile in set(GALLERY) - known:
            refused = await ann.ask(AskSight(mira, tile, b_on=gallery))
            assert "not seen" in refused["why"], refused


async def test_unknown_tiles_of_a_floor_are_refused_like_those_of_no_floor() -> None:
    async with party(hall(), CENTER) as ours:
        ann, mira = await with_mira(ours), ours.figure("Mira").id
        [gallery] = ours.shown.floors
        await ours.master.done(Move(mira, (0, 0)))
        unknown = next(iter(set(GALLERY) - known_on_gallery(ann)), None)
        answers = [
            await ann.ask(AskSight(mira, tile, b_on=storey))
            for tile, storey in ((unknown, gallery), ((0, 1), "cellar"), ((1, 3), gallery))
            if tile is not None
        ]
        assert len({answer["why"] for answer in answers}) == 1
        assert {answer["t"] for answer in answers} == {"refused"}
        for tile, storey in (((0, 1), "cellar"), ((1, 3), gallery)):
            assert (await ours.master.ask(AskSight(mira, tile, b_on=storey)))["t"] == "refused"
            assert (await ours.master.ask(AskSight(tile, mira, a_on=storey)))["t"] == "refused"


async def test_a_closed_floor_hides_its_tiles_from_below() -> None:
    """Both ends may be tiles of floors, and every rule gets the same ends."""
    async with party(hall(), CENTER) as ours:
        goblin = ours.figure("goblin").id
        [gallery] = ours.shown.floors
        assert await sees(ours.master, goblin, (1, 2), gallery)
        await ours.master.done(PaintFloor(gallery, HOLE))
        assert not await sees(ours.master, goblin, (1, 2), gallery)
        assert await sees(ours.master, goblin, (1, 2), "")
        both = AskSight((2, 1), (2, 4), a_on=gallery, b_on=gallery, picture=True)
        answer = (await ours.master.ask(both))["answer"]
        assert answer["visible"]
        assert "svg" in answer["picture"]
        rows = (await ours.master.ask(AskEveryRule(goblin, (1, 2), b_on=gallery)))["answer"]["rows"]
        assert {row["verdict"] for row in rows} == {"hidden"}


async def test_covers_hide_the_storey_that_they_lie_on() -> None:
    async with party(hall(), CENTER) as ours:
        ann, mira = await with_mira(ours), ours.figure("Mira").id
        rat, goblin = ours.figure("rat").id, ours.figure("goblin").id
        [gallery] = ours.shown.floors
        assert {rat, goblin} <= ann.page.view.figures.keys()
        await ours.master.done(CoverTiles([(2, 6, 1), (1, 4, 1)]))  # on the ground
        assert rat in ann.page.view.figures
        assert goblin not in ann.page.view.figures
        assert (2, 6) in lit_on_gallery(ann)
        await ours.master.done(CoverTiles([(2, 6, 1)], storey=gallery))
        assert rat not in ann.page.view.figures
        assert (2, 6) not in lit_on_gallery(ann)
        assert (2, 6) in known_on_gallery(ann)
        answer = (await ann.ask(AskSight(mira, (2, 6), b_on=gallery)))["answer"]
        assert answer["words"] == "That place is covered now: nobody sees it."
        assert ann.page.view.state() == fresh(ours.table, ann.id)
        [floor] = ours.master.page.view.floors
        assert floor["veiled"] == [[2, 6, 1]]
        await ours.master.done(RemoveFloor(gallery))
        await ours.master.done(Undo())
        assert rat not in ann.page.view.figures
        await ours.master.done(CoverTiles([(2, 6, 1)], storey=gallery, on=False))
        assert rat in ann.page.view.figures
        assert ann.page.view.state() == fresh(ours.table, ann.id)


async def test_what_a_player_knows_is_asked_by_storey() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        [gallery] = ours.shown.floors
        known = (await ours.master.ask(AskKnown(ann.id, gallery)))["answer"]
        [floor] = ann.page.view.floors
        assert (known["known"], known["lit"]) == (floor["tiles"], floor["lit"])
        ground = (await ours.master.ask(AskKnown(ann.id)))["answer"]
        assert ground != known
        assert (await ours.master.ask(AskKnown(ann.id, "cellar")))["answer"]["known"] == []


async def test_a_template_covers_the_storey_of_its_origin() -> None:
    """A closed floor stops the template, which lists the figures on its storey."""
    async with party(hall(), CENTER) as ours:
        ann, mira = await with_mira(ours), ours.figure("Mira").id
        rat, goblin = ours.figure("rat").id, ours.figure("goblin").id
        [gallery] = ours.shown.floors

        async def hit(who: Person, area: AskArea) -> tuple[set[Pair], set[str]]:
            answer = (await who.ask(area))["answer"]
            tiles = {(a, b + i) for a, b, count in answer["tiles"] for i in range(count)}
            return tiles, {each["figure"] for each in answer.get("hits", [])}

        for who in (ours.master, ann):
            tiles, hits = await hit(who, AskArea("circle", (2, 5), 4, storey=gallery))
            assert tiles <= set(GALLERY)
            assert hits == {mira, rat}
        tiles, hits = await hit(ours.master, AskArea("circle", (2, 5), 4))
        assert (1, 4) in tiles
        assert hits == {goblin}
        assert (await hit(ours.master, AskArea("circle", mira, 4)))[1] == {mira, rat}
        tiles, _ = await hit(ann, AskArea("circle", mira, 9))
        assert tiles <= known_on_gallery(ann)
        made = await ours.master.done(PutArea("circle", (2, 5), 2, storey=gallery))
        [area] = ann.page.view.areas
        assert (area["id"], area["storey"]) == (made, gallery)
        assert ann.page.view.state() == fresh(ours.table, ann.id)
        await ours.master.done(RemoveFloor(gallery))
        assert not ann.page.view.areas
        assert not ours.shown.areas
        await ours.master.done(Undo())
        assert len(ann.page.view.areas) == 1


async def test_rulers_and_templates_end_where_a_player_knows_no_floor() -> None:
    async with party(hall(), CENTER) as ours:
        ann = await with_mira(ours)
        [gallery] = ours.shown.floors
        attic = await ours.master.done(AddFloor("attic", 6, [(0, 0, 8), (1, 0, 8), (2, 0, 8)]))
        ruler = PutArea("ruler", (1, 4), points=[(1, 5), (1, 6)], storeys=[gallery, attic])
        await ours.master.done(ruler)
        [area] = ann.page.view.areas
        assert (area["points"], area["storeys"]) == ([[1, 4], [1, 5]], ["", gallery])
        [whole] = ours.master.page.view.areas
        assert whole["storeys"] == ["", gallery, attic]
        await ours.master.done(PutArea("circle", (1, 2), 2, storey=attic))
        assert len(ann.page.view.areas) == 1
        assert attic.encode() not in ann.page.sent
        assert b"attic" not in ann.page.sent
        for storey in (attic, "cellar"):
            assert "not seen" in await ann.refused(PutArea("circle", (1, 2), 2, storey=storey))
        assert "not seen" in await ann.refused(
            PutArea("ruler", (1, 4), points=[(1, 5)], storeys=[attic])
        )
        await ours.master.refused(PutArea("ruler", (1, 4), points=[(1, 5)], storeys=["cellar"]))
        await ours.master.refused(PutArea("circle", (1, 3), 2, storey=gallery))
        await ours.master.refused(SetNote("trap", at=(1, 2), storey="cellar"))
        await ours.master.done(SetNote("trap", at=(1, 2), storey=gallery))
        assert ann.page.view.state() == fresh(ours.table, ann.id)
