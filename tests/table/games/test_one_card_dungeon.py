"""One Card Dungeon at the table: starting, playing, watching, undoing, saving and ending a game."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sightline import SquareBoard
from sightline.apps.play.app import begun
from sightline.games.one_card_dungeon import (
    Game,
    Skills,
    hint,
    load_text,
    read_replay_link,
    replay_link,
)
from sightline.table.games import current_game
from sightline.table.games.one_card_dungeon import OneCardDungeonTable
from sightline.table.protocol.client import PingTile
from sightline.table.protocol.game_moves import (
    AskGame,
    AskReplay,
    EndGame,
    Play,
    SetSeat,
    StartGame,
    TakeBackMove,
)
from sightline.table.protocol.game_views import ReplayAnswer
from sightline.table.protocol.games.one_card_dungeon import OneCardDungeonSetup, OneCardDungeonView
from sightline.table.service.table import Table
from sightline.table.state.records import Refusal
from tests.table.support.fake_pages import CENTER, Message, Party, Person, imported
from tests.table.support.game_table import at_a_table, play, shown

FOR_GOOD = "dice that fell stay fallen"


async def begin(ours: Party, **setup: Any) -> Message:
    await ours.master.done(StartGame(OneCardDungeonSetup(**setup)))
    return shown(ours.master)


def game_of(ours: Party) -> Game:
    held_game = current_game.load_game(ours.table.world.game)
    assert isinstance(held_game, OneCardDungeonTable)
    return held_game.game


def offers(view: Message) -> list[str]:
    """Return every move that the page offers."""
    game = view["view"]
    found = [each["move"] for each in game["moves"]] + [each["move"] for each in game["ways"]]
    return found + [foe["move"] for foe in game["foes"] if foe.get("move")]


# --- begun and played


def test_a_later_level_is_begun_with_the_skills_that_the_terminal_gives(tmp_path: Path) -> None:
    async def story(ours: Party) -> None:
        await begin(ours, hero="ranger", level=12)
        at_the_table = game_of(ours).start
        in_the_terminal = begun(tmp_path, level=12, class_name="ranger").game.start
        assert at_the_table == in_the_terminal
        assert at_the_table.skills == Skills(2, 4, 5, 2)

    at_a_table(story)


def test_a_game_is_begun_rolled_and_placed() -> None:
    async def story(ours: Party) -> None:
        begun = await begin(ours, hero="wizard", level=3)
        assert begun["mine"]
        assert begun["title"] == "One Card Dungeon"
        assert (begun["view"]["level"], begun["view"]["hero"]) == (3, "wizard")
        assert offers(begun) == ["roll"]
        rolled = await play(ours.master, "roll")
        assert len(rolled["view"]["dice"]) == 3
        uses = [each for each in rolled["view"]["moves"] if each["kind"] == "dice"]
        assert uses
        use = uses[0]
        placed = await play(ours.master, use["move"])
        assert placed["view"]["points"] == use["points"]
        assert placed["view"]["forecast"]["blows"]

    at_a_table(story)


@pytest.mark.parametrize("number", range(3))
def test_whatever_is_offered_can_be_done_up_to_the_end(number: int) -> None:
    """The rules accept every move that the page offers."""
    chance = random.Random(number)

    async def story(ours: Party) -> None:
        now = await begin(ours, hero=("paladin", "ranger", "barbarian")[number])
        for _ in range(120):
            if now.get("over"):
                break
            now = await play(ours.master, chance.choice(offers(now)))
        assert now["number"] == len(game_of(ours).log)

    at_a_table(story)


def test_the_monsters_turn_is_one_move_with_a_reason_for_each_step() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        await play(ours.master, "roll")
        now = shown(ours.master)
        now = await play(ours.master, now["view"]["moves"][0]["move"])
        foreseen = now["view"]["forecast"]
        before = now["number"]
        now = await play(ours.master, "end")
        while now["view"]["phase"] == "monster movement":
            now = await play(ours.master, "auto")
        assert now["view"]["phase"] in ("roll", "lost")
        steps = [step for step in now["view"]["steps"] if step["number"] > before]
        moved = [step for step in steps if step["kind"] == "monster"]
        assert [step["why"] for step in moved] == foreseen["lines"], "it was what was foreseen"
        assert steps[-1]["kind"] == "blows"
        assert steps[-1]["why"] == foreseen["blows"]
        assert now["view"]["health"] == foreseen["health"]

    at_a_table(story)


def test_walking_goes_all_the_way_and_is_taken_back_at_once() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        now = await play(ours.master, "roll")
        best = max(
            (each for each in now["view"]["moves"] if each["kind"] == "dice"),
            key=lambda each: each["points"]["speed"],
        )
        now = await play(ours.master, best["move"])
        start, number = now["view"]["at"], now["number"]
        way = max(now["view"]["ways"], key=lambda each: len(each["path"]))
        now = await play(ours.master, way["move"])
        assert now["view"]["at"] == way["at"]
        assert now["view"]["points"]["speed"] == way["left"]
        assert now["number"] == number + len(way["path"])
        await ours.master.done(TakeBackMove(now["number"]))
        back = shown(ours.master)
        assert (back["view"]["at"], back["number"]) == (start, number)

    at_a_table(story)


def test_a_whole_turn_of_the_monsters_is_taken_back_and_dice_are_not() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        now = await play(ours.master, "roll")
        now = await play(ours.master, now["view"]["moves"][0]["move"])
        before = now["view"]
        now = await play(ours.master, "end")
        while now["view"]["phase"] == "monster movement":
            now = await play(ours.master, "auto")
        while shown(ours.master)["view"]["phase"] != "adventurer":
            await ours.master.done(TakeBackMove(shown(ours.master)["number"]))
        assert shown(ours.master)["view"] == before
        await ours.master.done(TakeBackMove(shown(ours.master)["number"]))
        now = shown(ours.master)
        assert now["view"]["phase"] == "energy"
        assert not now.get("may_undo")
        assert FOR_GOOD in await ours.master.refused(TakeBackMove(now["number"]))

    at_a_table(story)


def test_what_the_rules_refuse_changes_nothing() -> None:
    async def story(ours: Party) -> None:
        now = await begin(ours)
        for move, words in [
            ("end", "belongs to the phase"),
            ("walk Z99", "belongs to the phase"),
            ("roll 4", "no die to keep"),
            ("dice 6 6 6 0", "belongs to the phase"),
            ("dance", "Expected a move"),
            ("dice 1 2", "Expected a move"),
            ("auto", "No monster waits"),
        ]:
            assert words in await ours.master.refused(Play(move, now.get("number", 0))), move
        assert shown(ours.master) == now

    at_a_table(story)


def test_a_move_for_an_older_view_is_refused() -> None:
    """With two tabs or a double click, the second request would be a different move."""

    async def story(ours: Party) -> None:
        await begin(ours)
        await play(ours.master, "roll")
        assert "has moved on" in await ours.master.refused(Play("roll", 0))

    at_a_table(story)


# --- who plays, who watches


def test_guests_watch_and_point_and_may_be_given_the_adventurer() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours)
        assert shown(ann)["view"] == shown(ours.master)["view"]
        assert not shown(ann).get("mine")
        assert "You are watching" in await ann.refused(Play("roll", 0))
        assert "Only the game master" in await ann.refused(EndGame())
        assert "Only the game master" in await ann.refused(StartGame(OneCardDungeonSetup()))
        await ours.table.ping(ann.page, PingTile((1, 2)).at)
        assert ours.master.page.last("pinged") == {"t": "pinged", "who": "Ann", "at": [1, 2]}
        await ours.master.done(SetSeat("adventurer", ann.id))
        assert shown(ann)["mine"]
        assert shown(ours.master)["seats"][0]["name"] == "Ann"
        await play(ann, "roll")
        assert len(shown(ours.master)["view"]["dice"]) == 3

    at_a_table(story)


def test_points_off_the_board_are_nobodys() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        await ours.table.ping(ours.master.page, (9, 9))
        assert "pinged" not in ours.master.page.kinds()

    at_a_table(story)


def test_whoever_waits_at_the_door_sees_no_game() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        record = await ours.table.join("Ben")
        from sightline.table.state.records import Actor

        ben = Person(ours.table, Actor("player", record.id, record.name), record.secret)
        await ben.enter()
        assert "game" not in ben.page.kinds()
        assert (await ben.do(Play("roll", 0)))["t"] == "refused"

    at_a_table(story)


def test_nobody_gets_the_seed_or_the_save_while_it_goes_on() -> None:
    """The seed determines all future dice."""

    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours)
        for _ in range(3):
            await play(ours.master, offers(shown(ours.master))[0])
        game = game_of(ours)
        for what in ("save", "link"):
            asked = await ours.master.ask(AskGame(what))
            assert asked["t"] == "refused"
            assert "future dice rolls" in asked["why"]
        for person in (ann, ours.master):
            sent = b"\n".join(person.page.sent)
            assert str(game.dice.seed).encode() not in sent
            assert replay_link(game).encode() not in sent

    at_a_table(story)


# --- asked


def test_a_hint_is_a_move_that_can_be_made() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours)
        for _ in range(8):
            advice = (await ann.ask(AskGame("hint")))["answer"]
            assert advice["words"] == hint(game_of(ours).state).text
            await play(ours.master, advice["move"])

    at_a_table(story)


def test_what_could_be_attacked_from_another_tile() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        now = await play(ours.master, "roll")
        now = await play(ours.master, now["view"]["moves"][0]["move"])
        at = tuple(now["view"]["ways"][0]["at"])
        foes = (await ours.master.ask(AskGame("from", at)))["answer"]["foes"]
        assert [foe["name"] for foe in foes] == [foe["name"] for foe in now["view"]["foes"]]
        assert all(foe["sight"]["line"] for foe in foes)
        wall = tuple(now["view"]["walls"][0])
        assert (await ours.master.ask(AskGame("from", wall)))["t"] == "refused"
        assert (await ours.master.ask(AskGame("future")))["t"] == "refused"

    at_a_table(story)


# --- kept and ended


def test_the_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table.db"

    async def story(ours: Party) -> None:
        await begin(ours, hero="wizard")
        for _ in range(6):
            await play(ours.master, offers(shown(ours.master))[0])
        before, game = shown(ours.master), game_of(ours)
        await ours.table.close()
        current_game._kept.clear()
        await ours.again(Table(path, maps=[imported(SquareBoard(2, 2), CENTER)]))
        assert shown(ours.master) == before
        assert game_of(ours) == game
        if before.get("may_undo"):
            await ours.master.done(TakeBackMove(before["number"]))

    at_a_table(story, path)


def test_the_tutorial_has_hints_and_is_kept_too(tmp_path: Path) -> None:
    path = tmp_path / "table.db"

    async def story(ours: Party) -> None:
        now = await begin(ours, tutorial=True)
        assert now["view"]["lesson"], "pages have a lesson of their own"
        assert "coach" not in now["view"], "whose texts are not contradicted by the terminal's"
        await play(ours.master, "roll")
        before = shown(ours.master)
        await ours.table.close()
        current_game._kept.clear()
        await ours.again(Table(path, maps=[imported(SquareBoard(2, 2), CENTER)]))
        assert shown(ours.master) == before

    at_a_table(story, path)


def test_ended_it_is_a_save_that_the_terminal_reads_and_that_goes_on_here() -> None:
    async def story(ours: Party) -> None:
        await begin(ours, hero="ranger")
        for _ in range(5):
            await play(ours.master, offers(shown(ours.master))[0])
        game = game_of(ours)
        assert "End it before" in await ours.master.refused(StartGame(OneCardDungeonSetup()))
        await ours.master.done(EndGame())
        assert shown(ours.master)["over"] == "ended"
        assert "over" in await ours.master.refused(Play("roll", game_of(ours).log.__len__()))
        saved = (await ours.master.ask(AskGame("save")))["answer"]
        assert load_text(saved["words"]) == game
        assert saved["file"].endswith(".json")
        link = (await ours.master.ask(AskGame("link")))["answer"]["words"]
        assert read_replay_link(link) == game
        await ours.master.done(StartGame(OneCardDungeonSetup(save=saved["words"])))
        assert game_of(ours) == game
        await ours.master.done(EndGame(clear=True))
        assert "view" not in shown(ours.master)
        assert "name" not in shown(ours.master)

    at_a_table(story)


@pytest.mark.parametrize("save", ["{}", "nonsense", '{"format": "sightline one card dungeon"}'])
def test_a_save_that_is_none_is_refused(save: str) -> None:
    async def story(ours: Party) -> None:
        refused = await ours.master.refused(StartGame(OneCardDungeonSetup(save=save)))
        assert refused
        assert ours.table.world.game is None

    at_a_table(story)


@pytest.mark.parametrize(("hero", "level"), [("bard", 1), ("wizard", 13)])
def test_a_setup_that_the_rules_do_not_know_is_refused(hero: str, level: int) -> None:
    async def story(ours: Party) -> None:
        await ours.master.refused(StartGame(OneCardDungeonSetup(hero, level)))

    at_a_table(story)


def test_a_replay_is_shown_at_every_moment() -> None:
    game = OneCardDungeonTable.begin(OneCardDungeonSetup("wizard"))
    while game.number < 12:
        view = game.view(frozenset())
        moves = [each.move for each in view.moves]
        game, _ = game.play("adventurer", moves[0])
    link = game.link()

    seen = []
    for at in (0, 1, game.number, game.number + 100):
        asked = current_game.replay_answer(AskReplay("one-card-dungeon", link, at))
        assert isinstance(asked, ReplayAnswer)
        assert asked.count == game.number
        assert isinstance(asked.view, OneCardDungeonView)
        seen.append(asked.view.phase)
    assert seen[:2] == ["roll", "energy"]
    end = game.view(frozenset())
    assert seen[2:] == [end.phase] * 2
    too_long = link.rpartition(".")[0].rpartition(".")[0] + ".2001.00000000"
    for wrong in (link[:-3], too_long):
        assert isinstance(
            current_game.replay_answer(AskReplay("one-card-dungeon", wrong, 0)), Refusal
        )
    assert isinstance(current_game.replay_answer(AskReplay("chess", link, 0)), Refusal)


def test_a_game_is_laid_out_and_waits() -> None:
    async def story(ours: Party) -> None:
        await ours.table.playing.lay_out("one-card-dungeon")
        now = shown(ours.master)
        assert now["name"] == "one-card-dungeon"
        assert now["mine"]
        assert "view" not in now
        assert "No game" in await ours.master.refused(Play("roll", 0))
        await begin(ours)
        await ours.table.playing.lay_out("one-card-dungeon")
        assert shown(ours.master)["view"]["phase"] == "roll", "the one that goes on goes on"

    at_a_table(story)


def test_the_tables_undo_leaves_the_game_alone() -> None:
    async def story(ours: Party) -> None:
        from sightline.table.protocol.actions import Paint, Undo

        await ours.master.done(Paint([(0, 0)], True))
        await begin(ours)
        await play(ours.master, "roll")
        before = shown(ours.master)
        await ours.master.done(Undo())
        assert not ours.shown.board.is_solid((0, 0))
        assert shown(ours.master) == before

    at_a_table(story)


def test_what_the_table_keeps_of_a_long_game_is_small() -> None:
    """The journal stores the game twice for each move."""
    game = OneCardDungeonTable.begin(OneCardDungeonSetup("wizard"))
    chance = random.Random(1)
    while not game.over and game.number < 200:
        view = game.view(frozenset())
        moves = [each.move for each in view.moves if each.kind != "reroll"]
        moves += [foe.move for foe in view.foes if foe.move]
        game, _ = game.play("adventurer", chance.choice(moves))
    assert len(game.save()) < 100 + 2 * game.number
    assert json.dumps(game.save())
