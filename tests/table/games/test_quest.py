"""A quest at the table: seats, the party's fog of war, and a program or a person as game master."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from sightline import SquareBoard
from sightline.games.quest import (
    HEROES,
    PartyPlayer,
    Venture,
    acting_side,
    apply,
    load_text,
    read_scenario,
    record,
    replay_code,
    save_text,
    venture_of_code,
)
from sightline.table.games import current_game
from sightline.table.games.quest import QuestTable
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
from sightline.table.protocol.games.quest import QuestSetup
from sightline.table.service.listeners import encode
from sightline.table.service.table import Table
from sightline.table.state.records import Refusal
from tests.table.support import game_table
from tests.table.support.fake_pages import (
    CENTER,
    Message,
    Party,
    imported,
    repeated_ids,
)
from tests.table.support.game_table import play, shown

SEED = 11
CELLAR = """
title: The Cellar
mode: adjudicated
goal: defeat all
numbers: "Ada" moves 1d6+5 attack 3 defence 2 body 6 range 9
numbers: "newt" moves 3 attack 1 defence 0 body 1
story: Something gnaws.

+---+---+---+---+---+---+
| A   .   . | .   .   r |
+   +   +   +   +   +   +
| B   .   . c .   .   . |
+   +   +   +   +   +   +
| .   .   . | .   .   r |
+---+---+---+---+---+---+

A: hero "Ada"
B: hero "Ben"
r: enemy "newt"
"""
CORNER = """
title: Past a pillar
mode: adjudicated
goal: defeat all
numbers: "Ada" moves 6 attack 6 defence 2 body 6 range 9
numbers: "newt" moves 0 attack 1 defence 0 body 9

+---+---+---+
| A   .   . |
+   +   +   +
| .   #   . |
+   +   +   +
| .   .   . |
+   +   +   +
| .   r   B |
+---+---+---+

A: hero "Ada"
B: hero "Ben"
r: enemy "newt"
"""


def at_a_table(story: Callable[[Party], Awaitable[None]], path: Path | None = None) -> None:
    with mock.patch("secrets.randbits", return_value=SEED):
        game_table.at_a_table(story, path)


async def begin(ours: Party, text: str = CELLAR, **setup: Any) -> Message:
    await ours.master.done(StartGame(QuestSetup(text=text, **setup)))
    return shown(ours.master)


def game_of(ours: Party) -> QuestTable:
    game = current_game.load_game(ours.table.world.game)
    assert isinstance(game, QuestTable)
    return game


def offers(shown: Message) -> list[str]:
    """Return every move that the page offers."""
    view = shown["view"]
    found = [each["move"] for each in view.get("moves", ())]
    found += [edge["move"] for edge in view.get("edges", ()) if edge.get("move")]
    for walker in view.get("walkers", ()):
        found += [way["move"] for way in walker.get("ways", ())]
        found += [each["move"] for each in walker.get("targets", ()) if each.get("move")]
    for call in view.get("calls", ()):
        found += [call[each] for each in ("seen", "hidden") if each in call]
    return found + [each["overrule"] for each in view.get("rulings", ()) if each.get("overrule")]


def names(shown: Message) -> set[str]:
    return {piece["name"] for piece in shown["view"].get("pieces", ())}


def piece(shown: Message, name: str) -> Message:
    return next(each for each in shown["view"]["pieces"] if each["name"] == name)


# --- begun and played


def test_a_quest_is_begun_rolled_walked_and_a_door_opened() -> None:
    async def story(ours: Party) -> None:
        now = await begin(ours)
        assert [seat["seat"] for seat in now["seats"]] == ["Ada", "Ben"]
        assert now["view"]["program"]
        assert now["view"]["goals"] == [["defeat every monster", False]]
        assert names(now) == {"Ada", "Ben"}
        assert now["view"]["ground"] == ["...", "...", "..."], "what is behind the door is unknown"
        now = await play(ours.master, "roll")
        walker = now["view"]["walkers"][0]
        ways = {tuple(way["at"]): way for way in walker["ways"]}
        assert ways[1, 2]["cost"] == 3
        assert tuple(ways[1, 2]["via"]) in ways
        left = walker["left"]
        now = await play(ours.master, ways[1, 2]["move"])
        assert piece(now, "Ada")["at"] == [1, 2]
        assert now["view"]["walkers"][0]["left"] == left - 3
        door = next(edge for edge in now["view"]["edges"] if edge.get("move"))
        assert door["words"] == "open the door between C2 and D2"
        now = await play(ours.master, door["move"])
        assert names(now) >= {"newt", "newt 2"}
        assert now["view"]["steps"][-1]["kind"] == "met"

    at_a_table(story)


@pytest.mark.parametrize("master", ["program", "person"])
def test_whatever_is_offered_can_be_done(master: str) -> None:
    """The rules accept every move that the page offers."""
    chance = random.Random(master)

    async def story(ours: Party) -> None:
        now = await begin(ours, CORNER, master=master)
        for _ in range(60):
            if now.get("over"):
                break
            now = await play(ours.master, chance.choice(offers(now)))
        assert now["number"] == game_of(ours).number_for(
            current_game.seats_of(_record(ours), "master")
        )

    at_a_table(story)


def _record(ours: Party) -> Any:
    assert ours.table.world.game is not None
    return ours.table.world.game


def test_the_masters_turn_is_one_move_with_a_reason_for_each_step() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        for move in ("roll", "walk 0 C2", "open 0 C2 D2", "end"):
            await play(ours.master, move)
        before = shown(ours.master)["number"]
        now = await play(ours.master, "end")
        assert now["view"]["phase"] == "heroes"
        assert now["view"]["round"] == 2
        steps = [step for step in now["view"]["steps"] if step["number"] > before]
        moved = [step for step in steps if step["kind"] in ("step", "strike")]
        assert moved
        assert all(step["why"] for step in moved)

    at_a_table(story)


def test_a_fight_shows_both_sides_dice_and_the_sum() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        for move in ("roll", "walk 0 C2", "open 0 C2 D2"):
            await play(ours.master, move)
        walker = shown(ours.master)["view"]["walkers"][0]
        target = walker["targets"][0]
        assert target["sight"]["visible"]
        assert "3 dice against 0" in target["words"]
        now = await play(ours.master, target["move"])
        fight = next(step for step in now["view"]["steps"] if step["kind"] == "strike")
        assert (len(fight["dice"]), fight["hit_at"]) == (3, 4)
        assert "(4 or more)" in fight["words"]
        hits = sum(face >= 4 for face in fight["dice"])
        assert f"{hits} hit" in fight["sum"]
        assert f"= {hits}; body 1 - " in fight["sum"]
        assert not any(each.get("move") for each in now["view"]["walkers"][0]["targets"])

    at_a_table(story)


def test_what_walked_is_taken_back_at_once_and_what_was_seen_is_not() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        now = await play(ours.master, "roll")
        assert not now.get("may_undo")
        now = await play(ours.master, "walk 0 C2")
        assert now["may_undo"]
        await ours.master.done(TakeBackMove(now["number"]))
        assert piece(shown(ours.master), "Ada")["at"] == [0, 0]
        for move in ("walk 0 C2", "open 0 C2 D2"):
            now = await play(ours.master, move)
        assert not now.get("may_undo")
        assert "stays so" in await ours.master.refused(TakeBackMove(now["number"]))

    at_a_table(story)


def test_a_way_ends_where_something_comes_into_sight() -> None:
    hall = CELLAR.replace("| B   .   . c .   .   . |", "| B   .   . o .   .   . |")

    async def story(ours: Party) -> None:
        await begin(ours, hall)
        await play(ours.master, "roll")
        now = await play(ours.master, "walk 0 F2")
        assert piece(now, "Ada")["at"] != [1, 5]
        assert "revealed" in [step["kind"] for step in now["view"]["steps"]]

    at_a_table(story)


def test_what_the_rules_refuse_changes_nothing() -> None:
    async def story(ours: Party) -> None:
        now = await begin(ours)
        for move, words in [
            ("walk 0 F1", "Ada"),
            ("walk 9 A1", "igure"),
            ("strike 0 7", "arget"),
            ("open 0 C2 D2", "Ada"),
            ("rule 0 1 seen", ""),
            ("dance", "Expected a move"),
            ("walk 0", "Expected a move"),
            ("walk x A1", "its number"),
            ("search 0 gold", "Expected a move"),
        ]:
            assert words in await ours.master.refused(Play(move, now.get("number", 0))), move
        assert shown(ours.master) == now

    at_a_table(story)


# --- seats


def test_each_hero_is_played_from_its_seat_only() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours, master="person")
        assert not offers(shown(ann)), "who watches is offered nothing"
        assert "You are watching" in await ann.refused(Play("roll", 0))
        await ours.master.done(SetSeat("Ben", ann.id))
        assert not shown(ann).get("mine")
        for move in ("roll", "walk 0 A2", "end", "auto", "rule 0 1 seen"):
            assert "for" in await ann.refused(Play(move, 0)), move
        await play(ours.master, "end")
        assert shown(ann)["mine"]
        assert offers(shown(ann))[0] == "roll"
        assert "roll" not in offers(shown(ours.master)), "Ann plays Ben"
        await play(ann, "roll")
        await play(ann, "end")
        assert "not your turn" in await ann.refused(TakeBackMove(shown(ann)["number"]))

    at_a_table(story)


def test_a_person_moves_the_monsters_by_hand_or_lets_the_program() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours, master="person")
        await ours.master.done(SetSeat("Ada", ann.id))
        assert {"newt", "newt 2"} <= names(shown(ours.master)), "the master knows where they are"
        assert piece(shown(ours.master), "newt")["status"] == "asleep"
        assert names(shown(ann)) == {"Ada", "Ben"}
        for move in ("roll", "walk 0 C2", "open 0 C2 D2", "end"):
            await play(ann, move)
        await play(ours.master, "end")
        now = shown(ours.master)
        assert now["view"]["phase"] == "master"
        assert [walker["name"] for walker in now["view"]["walkers"]] == ["newt", "newt 2"]
        assert not offers(shown(ann))
        way = now["view"]["walkers"][1]["ways"][0]
        now = await play(ours.master, way["move"])
        assert piece(now, "newt 2")["at"] == way["at"]
        hint = (await ours.master.ask(AskGame("hint")))["answer"]
        assert hint["move"] in offers(now)
        assert (await ann.ask(AskGame("hint")))["t"] == "refused"
        now = await play(ours.master, "auto")
        assert now["view"]["phase"] == "heroes"

    at_a_table(story)


def test_the_master_opens_a_room_at_any_time_and_nobody_else_does() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours, master="person")
        await ours.master.done(SetSeat("Ada", ann.id))
        assert shown(ours.master)["view"]["phase"] == "heroes"
        shows = [each for each in offers(shown(ours.master)) if each.startswith("show ")]
        assert shows
        assert not any(each.startswith("show ") for each in offers(shown(ann)))
        refused = await ann.do(Play(shows[0], shown(ann).get("number", 0)))
        assert "for master to do" in refused["why"]
        assert names(shown(ann)) == {"Ada", "Ben"}
        for show in shows:
            await play(ours.master, show)
        assert {"newt", "newt 2"} <= names(shown(ann))
        assert not any(each.startswith("show ") for each in offers(shown(ours.master)))

    at_a_table(story)


# --- close calls


def test_a_person_rules_on_a_close_call_and_may_overrule() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours, CORNER, master="person")
        await ours.master.done(SetSeat("Ada", ann.id))
        strike = shown(ann)["view"]["walkers"][0]["targets"][0]
        assert strike["move"], "a close call may be tried"
        await play(ann, strike["move"])
        call = shown(ann)["view"]["calls"][0]
        assert (call["a"], call["b"]) == ("Ada", "newt")
        assert call["sight"]["line"]
        assert not call.get("seen"), "the player who asked does not rule"
        assert "for master" in await ann.refused(Play("rule 0 2 seen", shown(ann)["number"]))
        asked = shown(ours.master)["view"]["calls"][0]
        now = await play(ours.master, f"{asked['seen']} the pillar is broken")
        kinds = [step["kind"] for step in now["view"]["steps"]]
        assert kinds[-2:] == ["ruled", "strike"]
        ruling = now["view"]["rulings"][0]
        assert ruling["words"] == "Ada sees newt: the pillar is broken"
        assert not shown(ann)["view"]["rulings"][0].get("overrule")
        now = await play(ours.master, ruling["overrule"])
        assert now["view"]["rulings"][0]["words"] == "Ada does not see newt"

    at_a_table(story)


def test_the_program_rules_strictly_and_says_so() -> None:
    async def story(ours: Party) -> None:
        await begin(ours, CORNER)
        strike = shown(ours.master)["view"]["walkers"][0]["targets"][0]
        now = await play(ours.master, strike["move"])
        ruled = next(step for step in now["view"]["steps"] if step["kind"] == "ruled")
        assert "strictly" in ruled["why"]
        assert now["view"]["phase"] == "heroes"

    at_a_table(story)


# --- the party's fog


WIDER = {"+": "+---+", "|": "  # |"}
UNSEEN = {
    "one more": CELLAR.replace("c .   .   . |", "c .   .   r |"),
    "elsewhere": CELLAR.replace("| .   .   r |", "| .   r   . |"),
    "furniture": CELLAR.replace("c .   .   . |", "c .   x   . |") + 'x: chest "chest"\n',
    "a secret door": CELLAR.replace("| A   .   . | .", "| A   .   . s ."),
    "rock": CELLAR.replace("| .   .   r |", "| .   #   r |"),
    "a taller board": CELLAR.replace(
        "+---+---+---+---+---+---+\n\nA",
        "+---+---+---+   +   +   +\n| #   #   # | .   .   . |\n+---+---+---+---+---+---+\n\nA",
    ),
    "a wider board": "\n".join(
        f"{line[:-1]}{WIDER[line[-1]]}" if line.startswith(("+", "|")) else line
        for line in CELLAR.split("\n")
    ),
}
NOT_SHOWING = ("roll", "walk 0 C2", "walk 0 A1", "end", "roll", "walk 1 B3", "end", "roll")


def heard(text: str) -> list[bytes]:
    """Return all bytes about the game that a player and a watching guest receive."""
    messages: list[bytes] = []

    async def story(ours: Party) -> None:
        ids.use("", "people")
        ann, guest = await ours.player("Ann"), await ours.player("Gus")
        ids.use("", "game")
        await begin(ours, text)
        await ours.master.done(SetSeat("Ada", ann.id))
        for move in NOT_SHOWING:
            await play(ours.master, move)
            for person in (ann, guest):
                await person.ask(AskGame("hint"))
                await person.do(Play("walk 0 E2", shown(person)["number"]))
                await ours.table.ping(person.page, (1, 4))
        for person in (ours.master, ann, guest):
            messages.extend(each for each in person.page.sent if b'"t":"no_stage"' not in each)

    with repeated_ids() as ids:
        at_a_table(story)
    return messages


@pytest.mark.parametrize("difference", UNSEEN)
def test_twins_that_differ_in_the_unseen_only_send_the_same_bytes(difference: str) -> None:
    """If the program is game master, even the table's game master receives no more."""
    assert heard(UNSEEN[difference]) == heard(CELLAR)


def test_what_a_master_does_out_of_sight_leaves_no_trace() -> None:
    """A monster that was met and lost again moves elsewhere, in many moves or none."""

    def seen(moves: list[str]) -> list[bytes]:
        found: list[bytes] = []

        async def story(ours: Party) -> None:
            ann = await ours.player("Ann")
            await begin(ours, master="person")
            await ours.master.done(SetSeat("Ada", ann.id))
            for move in ("roll", "walk 0 C2", "open 0 C2 D2", "walk 0 C1", "end"):
                await play(ann, move)
            await play(ours.master, "end")
            assert {each["name"]: each.get("status") for each in shown(ann)["view"]["pieces"]} == {
                "Ada": None,
                "Ben": None,
                "newt": "remembered",
                "newt 2": "remembered",
            }
            since = len(ann.page.sent)
            for move in moves:
                await play(ours.master, move)
            await play(ours.master, "end")
            found.extend(each for each in ann.page.sent[since:] if b'"t":"game"' in each)

        with repeated_ids():
            at_a_table(story)
        return found

    assert seen(["walk 2 E1", "walk 2 F1", "walk 3 E3"]) == seen([])


def test_the_master_of_the_table_who_plays_a_hero_gets_no_more_than_a_hero() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours, master="person")
        await ours.master.done(SetSeat("master", ann.id))
        assert {"newt", "newt 2"} <= names(shown(ann))
        assert names(shown(ours.master)) == {"Ada", "Ben"}

    at_a_table(story)


def test_nobody_gets_the_seed_the_text_or_the_save_while_it_goes_on() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await ours.table.playing.lay_out("quest", CELLAR)
        await ours.master.done(StartGame(QuestSetup(laid_out=True)))
        for move in ("roll", "walk 0 C2", "end"):
            await play(ours.master, move)
        for what in ("save", "link"):
            asked = await ours.master.ask(AskGame(what))
            assert "future dice rolls" in asked["why"]
        for person in (ann, ours.master):
            sent = b"\n".join(person.page.sent)
            assert b"newt" not in sent
            assert b"seed" not in sent

    at_a_table(story)


# --- kept and ended


@pytest.mark.parametrize("text", [CELLAR, ""], ids=["own", "shipped"])
def test_the_quest_goes_on_after_a_restart(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.db"

    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours, text, quest="" if text else "the-sealed-crypt")
        for _ in range(5):
            await play(ours.master, (await ours.master.ask(AskGame("hint")))["answer"]["move"])
        before = shown(ours.master), shown(ann)
        game = game_of(ours)
        await ours.table.close()
        current_game._kept.clear()
        await ours.again(Table(path, maps=[imported(SquareBoard(2, 2), CENTER)]))
        assert (shown(ours.master), shown(ann)) == before
        assert game_of(ours) == game

    at_a_table(story, path)


def test_ended_it_is_a_save_that_others_read_and_that_goes_on_here() -> None:
    async def story(ours: Party) -> None:
        await begin(ours)
        for move in ("roll", "walk 0 C2", "open 0 C2 D2"):
            await play(ours.master, move)
        venture = game_of(ours).venture
        await ours.master.done(EndGame())
        saved = (await ours.master.ask(AskGame("save")))["answer"]
        assert saved["file"] == "the-cellar-round-1.json"
        loaded = load_text(saved["words"])
        assert loaded == venture
        assert loaded.state.explored == venture.state.explored, "what was explored is in it"
        link = await ours.master.ask(AskGame("link"))
        assert "comes with the game" in link["why"]
        await ours.master.done(StartGame(QuestSetup(save=saved["words"], master="person")))
        assert game_of(ours).venture == venture
        assert shown(ours.master)["view"]["all_known"]

    at_a_table(story)


def test_a_replay_shows_what_the_party_saw() -> None:
    venture = Venture.begin("the-sealed-crypt", SEED)
    game = QuestTable._of(venture, True)
    while game.number < 8:
        game, _ = game.play("", game.answer(AskGame("hint"), frozenset()).move)
    link = replay_code(game.venture)
    assert venture_of_code(link) == game.venture

    for at in (0, 3, game.number + 100):
        asked = current_game.replay_answer(AskReplay("quest", link, at))
        assert isinstance(asked, ReplayAnswer)
        assert asked.count == game.number
        assert "fireplace" not in encode(asked).decode()
    assert isinstance(current_game.replay_answer(AskReplay("quest", link[:-1] + "!", 0)), Refusal)


def test_a_quest_is_laid_out_and_waits() -> None:
    async def story(ours: Party) -> None:
        text = read_scenario(CELLAR).text
        await ours.table.playing.lay_out("quest", text)
        now = shown(ours.master)
        titles = [each["title"] for each in now["choices"]["quests"]]
        assert titles[0] == "The Cellar"
        assert "The Sealed Crypt" in titles
        await ours.master.done(StartGame(QuestSetup(laid_out=True, heroes=["Ben"])))
        assert names(shown(ours.master)) == {"Ben"}
        assert not _record(ours).laid_out, "the journal has it in the save, twice for each move"
        before = shown(ours.master)
        await ours.table.playing.lay_out("quest", text)
        await ours.table.playing.lay_out("quest")
        assert shown(ours.master) == before, "the one that goes on goes on"
        with pytest.raises(Exception, match="end it first"):
            await ours.table.playing.lay_out("quest", CORNER)
        await ours.master.done(EndGame())
        await ours.master.done(StartGame(QuestSetup(laid_out=True)))
        assert names(shown(ours.master)) == {"Ada", "Ben"}, "the same once more"

    at_a_table(story)


@pytest.mark.parametrize(
    "setup",
    [
        QuestSetup(),
        QuestSetup("the-lost-mine"),
        QuestSetup(text="nonsense"),
        QuestSetup(text=CELLAR, heroes=["Cid"]),
        QuestSetup(save="{}"),
        QuestSetup(laid_out=True),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(setup: QuestSetup) -> None:
    async def story(ours: Party) -> None:
        assert await ours.master.refused(StartGame(setup))
        assert ours.table.world.game is None

    at_a_table(story)


@pytest.mark.parametrize("text", [CELLAR, CORNER], ids=["with walls", "without any"])
def test_a_quest_of_ones_own_is_read_again(text: str) -> None:
    game = QuestTable.begin(QuestSetup(text=text, master="person"))
    game, _ = game.play("", "end")
    assert QuestTable.read(game.save()) == game
    assert load_text(game.file().text) == game.venture
    assert QuestTable.choices_with(game.venture.state.scenario.text).quests[0].heroes


def test_what_the_table_keeps_of_a_quest_is_small() -> None:
    """The journal stores the game twice for each move."""
    game = QuestTable.begin(QuestSetup(text=CELLAR))
    for _ in range(40):
        if game.over:
            break
        game, _ = game.play("", game.answer(AskGame("hint"), frozenset()).move)
    assert len(game.save()) < 1_500 + 10 * game.number
    assert QuestTable.read(game.save()) == game
    assert load_text(save_text(game.venture)) == game.venture


@pytest.mark.parametrize("quest", ["shipped", "custom"])
def test_opening_replays_each_action_once(quest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = "the-sealed-crypt" if quest == "shipped" else read_scenario(CELLAR)
    venture = Venture.begin(scenario, SEED)
    player = PartyPlayer()
    while len(venture.log) < 12 and acting_side(venture.state) == HEROES:
        venture = venture.do(player.choose(venture.state).action)
    saved = QuestTable(venture, program=False).save()
    assert ("*" in saved) is (quest == "custom")
    applied: list[object] = []

    def counted(state: Any, action: Any) -> Any:
        applied.append(action)
        return apply(state, action)

    monkeypatch.setattr(record, "apply", counted)
    assert QuestTable.read(saved).venture == venture
    assert len(applied) == len(venture.log)
