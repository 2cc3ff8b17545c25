"""Elevations of tokens: who may change them, what they see from there, and where they can move."""

from __future__ import annotations

from sightline import CenterRule, CornerRule, HexBoard, SquareBoard, Wall
from sightline.table.protocol.actions import EditFigure, LiftFigure, Move, SetRule, Undo
from sightline.table.protocol.questions import AskEveryRule, AskSight
from tests.table.support.fake_pages import Party, Person, fresh, party

CENTER = CenterRule("strict")


def pillar() -> SquareBoard:
    """Return a board with the goblin behind a statue."""
    board = SquareBoard(1, 7)
    board.place("Mira", (0, 0), kind="hero")
    board.place("bookcase", (0, 3), kind="bookcase", size=1)
    board.place("goblin", (0, 5), kind="enemy")
    return board


async def with_mira(ours: Party) -> Person:
    ann = await ours.player("Ann")
    await ours.master.done(EditFigure(ours.figure("Mira").id, owners=[ann.id]))
    return ann


async def test_a_flyer_sees_over_a_statue_and_is_seen() -> None:
    async with party(pillar(), CENTER) as ours:
        ann = await with_mira(ours)
        mira, goblin = ours.figure("Mira").id, ours.figure("goblin").id
        assert goblin not in ann.page.view.figures
        await ann.done(LiftFigure(mira, 6))
        assert ours.figure("Mira").elevation == "6"
        assert ann.page.view.figures[mira]["elevation"] == "6"
        assert goblin in ann.page.view.figures
        assert (0, 5) in (ann.page.view.lit or ())
        answer = (await ann.ask(AskSight(mira, goblin)))["answer"]
        assert answer["visible"]
        assert "above bookcase" in answer["words"]
        side = answer["side"]
        assert side["bodies"] == [[6, 7], [0, 1]]
        [bookcase] = side["things"]
        assert (bookcase["first"], bookcase["last"], bookcase["top"]) == (0.5, 0.7, 1)
        assert ann.page.view.state() == fresh(ours.table, ann.id)
        await ours.master.done(Undo())
        assert goblin not in ann.page.view.figures
        assert (0, 5) not in (ann.page.view.lit or ())


async def test_only_its_player_lifts_a_token_and_not_into_the_ground() -> None:
    async with party(pillar(), CENTER) as ours:
        ann, ben = await with_mira(ours), await ours.player("Ben")
        mira = ours.figure("Mira").id
        no = await ben.refused(LiftFigure(mira, 2))
        assert no == await ben.refused(LiftFigure("nobody", 2))
        assert "below the ground" in await ann.refused(LiftFigure(mira, -1))
        await ours.master.done(LiftFigure(mira, -1))


async def test_a_flyer_passes_over_others_and_does_not_take_their_tile() -> None:
    async with party(pillar(), CENTER) as ours:
        ann = await with_mira(ours)
        mira = ours.figure("Mira").id
        await ann.done(LiftFigure(mira, 5))
        await ann.done(Move(mira, (0, 5)))
        assert ours.figure("Mira").at == (0, 5)
        refused = await ann.refused(LiftFigure(mira, None))
        assert "blocks the way" in refused
        assert ours.figure("Mira").elevation == "5"


async def test_rules_without_heights_say_so() -> None:
    board = HexBoard(2)
    board.place("Mira", (0, 0), kind="hero")
    async with party(board) as ours:
        mira = ours.figure("Mira").id
        assert "does not support elevation" in await ours.master.refused(LiftFigure(mira, 2))
        await ours.master.done(SetRule({"rule": "corner"}))
        await ours.master.done(LiftFigure(mira, 2))
        assert "does not support elevation" in await ours.master.refused(
            SetRule({"rule": "hexray"})
        )
        rules = (await ours.master.ask(AskEveryRule(mira, (1, 0))))["answer"]["rows"]
        kinds = {each["kind"] for each in rules}
        assert kinds >= {"corner", "center"}
        assert not kinds & {"hexray", "pack:battletech"}


async def test_imported_figures_keep_their_heights() -> None:
    board = SquareBoard(1, 4)
    board.place("bat", "B1", elevation=2.5, height=0.5)
    board.set_edge("A1", "B1", Wall())
    async with party(board, CENTER) as ours:
        bat = ours.figure("bat")
        assert (bat.elevation, bat.height) == ("5/2", "1/2")
        assert ours.shown.board.figure(bat.id).height == 0.5


async def test_a_player_who_may_not_fly_does_not_learn_how_large_the_map_is() -> None:
    board = SquareBoard(100, 100)
    board.place("Mira", (0, 0), kind="hero")
    async with party(board, CornerRule()) as ours:
        ann = await with_mira(ours)
        mira = ours.figure("Mira").id
        assert "10,000" in await ours.master.refused(LiftFigure(mira, 2))
        assert "10,000" not in await ann.refused(LiftFigure(mira, 2))
