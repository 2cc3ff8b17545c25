"""The hex skirmish at the table: starting, playing and saving, without leaking unseen things."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sightline import SquareBoard
from sightline.errors import SightlineError
from sightline.games.skirmish import (
    SIDES,
    Match,
    Pass,
    load_text,
    match_of_code,
    replay_code,
    save_text,
    seen_enemies,
    visible,
)
from sightline.games.skirmish.soak import twin
from sightline.table.games import current_game
from sightline.table.games.skirmish import SkirmishTable
from sightline.table.games.skirmish_steps import ProgramReasons
from sightline.table.protocol.client import Watch
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
from sightline.table.protocol.games.skirmish import SkirmishSetup, SkirmishView
from sightline.table.service.listeners import encode
from sightline.table.service.table import Table
from sightline.table.state.records import Refusal
from sightline.texts import in_english
from tests.table.support.fake_pages import CENTER, Message, Party, Person, imported
from tests.table.support.game_table import at_a_table, play, shown

RED, BLUE = frozenset({"red"}), frozenset({"blue"})
NOBODY: frozenset[str] = frozenset()


async def begin(ours: Party, **setup: Any) -> Message:
    await ours.master.done(StartGame(SkirmishSetup(**setup)))
    return shown(ours.master)


def game_of(ours: Party) -> SkirmishTable:
    game = current_game.load_game(ours.table.world.game)
    assert isinstance(game, SkirmishTable)
    return game


def deployment(view: SkirmishView) -> str:
    return "deploy " + " ".join(f"{q},{r}" for q, r in view.deploy)


def offers(view: SkirmishView) -> list[str]:
    """Return every move that the page offers."""
    found = [way.move for unit in view.units for way in unit.ways]
    return [*found, *(each.move for unit in view.units for each in unit.attacks), "pass"]


def two_people(name: str = "crossing", seed: int = 1, *, fog: bool = True) -> SkirmishTable:
    """Return a game in which both sides have deployed."""
    game = SkirmishTable._with_chronicle(Match.begin(name, seed, fog=fog), (0, 1), 2)
    for seats, seat in ((RED, "red"), (BLUE, "blue")):
        game, _ = game.play(seat, deployment(game.view(seats)))
    return game


def on_turn(game: SkirmishTable) -> tuple[str, frozenset[str]]:
    (seat,) = game.to_move
    return seat, frozenset({seat})


def some_move(game: SkirmishTable, chance: random.Random) -> SkirmishTable:
    """Make a random offered move, without ending turns immediately."""
    seat, seats = on_turn(game)
    moves = offers(game.view(seats))
    shots = [each for each in moves if each.startswith("shot")]
    pick = "pass" if chance.random() < 0.12 else chance.choice(shots or moves)
    return game.play(seat, pick)[0]


# --- played


@pytest.mark.parametrize("number", range(3))
def test_whatever_the_page_offers_may_be_done(number: int) -> None:
    """The rules accept every offer on any map, and replaying the log gives the same game."""
    chance = random.Random(number)
    game = two_people(("crossing", "ridge", "ruins")[number], number)
    while not game.over and game.number < 120:
        seat, seats = on_turn(game)
        moves = offers(game.view(seats))
        game, _ = game.play(seat, chance.choice(moves[:-1] or moves))
        if not moves[:-1]:
            assert isinstance(game.match.log[-1], Pass)
    again = SkirmishTable.read(game.save())
    assert again == game
    assert again.chronicle == game.chronicle, "read again, everybody has learned the same"
    assert encode(again.view(RED)) == encode(game.view(RED))


def test_the_program_plays_its_whole_turn_with_one_move() -> None:
    async def story(ours: Party) -> None:
        now = await begin(ours, map="crossing", side="blue", fog=False)
        assert [seat["seat"] for seat in now["seats"]] == ["blue"], "red is the program's"
        game = game_of(ours)
        now = await play(ours.master, deployment(game.view(BLUE)))
        assert now["view"]["turn"] == "blue"
        assert now["view"]["round"] == 1
        assert now["mine"]
        theirs = [step for step in now["view"]["steps"] if step.get("side") == "red"]
        marched = [step for step in theirs if step["kind"] == "march"]
        assert marched
        assert all(step["why"] for step in marched), "without fog it says why, for every step"
        now = await play(ours.master, "pass")
        assert (now["view"]["turn"], now["view"]["round"]) == ("blue", 2)

    at_a_table(story)


def test_hints_play_a_battle_to_its_end() -> None:
    game = SkirmishTable.begin(SkirmishSetup())
    game, _ = game.play("red", game.answer(AskGame("hint"), RED).move)
    for _ in range(200):
        if game.over:
            break
        advice = game.answer(AskGame("hint"), RED)
        assert advice.words
        reasons = [step.why for step in game.view(RED).steps]
        assert not any("answer" in why for why in reasons), "it would say what it knows"
        if advice.move != "pass":
            assert advice.move in offers(game.view(RED))
        game, _ = game.play("red", advice.move)
    assert game.over in ("won", "lost", "drawn")
    assert game.view(RED).result == game.match.battle.result
    assert all(each.status in ("own", "fallen") for each in game.view(RED).units), "the fog lifts"
    # The replay explains the program's moves with the words used when it made them.
    replay = SkirmishTable.read_replay(game.link())
    program = ProgramReasons(game.match, 1)
    last = max(i for i, _ in enumerate(game.match.log, 1) if program.of(i))
    then = replay.after(last).view(NOBODY)
    assert then.steps[-1].number == last
    assert any(step.why == program.of(last) for step in then.steps)
    assert all(unit.status != "unknown" for unit in then.units)


def test_a_walk_goes_all_the_way_and_stops_when_somebody_comes_into_sight() -> None:
    chance, stopped, went = random.Random(3), 0, 0
    game = two_people("ridge", 3)
    while not (stopped and went) and not game.over and game.number < 400:
        seat, seats = on_turn(game)
        ways = [way for unit in game.view(seats).units for way in unit.ways if len(way.path) > 1]
        if not ways or chance.random() < 0.1:
            game, _ = game.play(seat, "pass")
            continue
        way, side = chance.choice(ways), SIDES.index(seat)
        known = set(seen_enemies(game.match.battle, side))
        after, _ = game.play(seat, way.move)
        unit = int(way.move.split()[1])
        at = after.match.battle.where(unit)
        assert at is not None
        if at == way.at:
            went += 1
            assert after.match.battle.moves[unit] == way.left
        else:
            stopped += 1
            assert set(seen_enemies(after.match.battle, side)) - known
            assert tuple(at) in way.path
        game = after
    assert stopped
    assert went


def test_what_was_walked_is_taken_back_if_it_showed_nothing() -> None:
    async def story(ours: Party) -> None:
        await begin(ours, against="friend", fog=False)
        await play(ours.master, deployment(game_of(ours).view(RED)))
        await play(ours.master, deployment(game_of(ours).view(BLUE)))
        before = shown(ours.master)
        assert not before.get("may_undo")
        unit = before["view"]["units"][0]
        way = max(unit["ways"], key=lambda each: len(each["path"]))
        now = await play(ours.master, way["move"])
        assert now["number"] == before["number"] + len(way["path"])
        assert now["may_undo"]
        await ours.master.done(TakeBackMove(now["number"]))
        assert shown(ours.master) == before

    at_a_table(story)


def test_what_a_step_revealed_stays_done() -> None:
    """If units are hidden, newly visible empty hexes are information too."""
    game = two_people("crossing", 5)
    way = max(game.view(RED).units[0].ways, key=lambda each: each.cost)
    assert way.cost == 5
    seen = visible(game.match.battle, 0)
    game, _ = game.play("red", way.move)
    assert visible(game.match.battle, 0) & ~seen
    assert not game.may_undo
    with pytest.raises(SightlineError, match="stays so"):
        game.take_back()


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("dance", "Expected a move"),
        ("walk 0", "Expected a move"),
        ("walk 0 99,0", "off the map"),
        ("walk 9 0,0", "the turn of red"),
        ("walk 99 0,0", "expected 0 to 4"),
        ("walk 0 zero", "a hex such as"),
        ("walk x 0,0", "number of a unit"),
        ("shot 0 9", "obody of yours sees"),
        ("shot 3 9", "no such weapon: shot"),
        ("blast 3 0,5", "out of range"),
        ("deploy 0,-5", "has deployed already"),
    ],
)
def test_what_the_rules_refuse_changes_nothing(move: str, words: str) -> None:
    async def story(ours: Party) -> None:
        await begin(ours, against="friend")
        await play(ours.master, deployment(game_of(ours).view(RED)))
        now = await play(ours.master, deployment(game_of(ours).view(BLUE)))
        assert words in await ours.master.refused(Play(move, now["number"]))
        assert shown(ours.master) == now

    at_a_table(story)


# --- seats, and what each may know


async def two_seats(ours: Party) -> Person:
    """Seat the game master as red and Ann as blue, with both sides deployed."""
    ann = await ours.player("Ann")
    await begin(ours, against="friend")
    await ours.master.done(SetSeat("blue", ann.id))
    await play(ours.master, deployment(game_of(ours).view(RED)))
    await play(ann, deployment(game_of(ours).view(BLUE)))
    return ann


def test_each_side_moves_only_in_its_own_turn() -> None:
    async def story(ours: Party) -> None:
        ann = await two_seats(ours)
        assert shown(ours.master)["mine"]
        assert not shown(ann).get("mine")
        number = shown(ann)["number"]
        assert "not your turn" in await ann.refused(Play("pass", number))
        await play(ours.master, "pass")
        assert shown(ann)["mine"]
        # Before taking Ann's seat, the game master can neither act for her nor undo her actions.
        number = shown(ours.master)["number"]
        assert "not your turn" in await ours.master.refused(Play("pass", number))
        assert "not your turn" in await ours.master.refused(TakeBackMove(number))
        assert not shown(ours.master).get("may_undo")
        await ours.master.done(SetSeat("blue", None))
        assert shown(ours.master)["mine"]
        assert shown(ours.master)["view"]["side"] == "blue"
        assert shown(ours.master)["view"]["both"]

    at_a_table(story)


def test_both_deploy_at_once_and_see_nothing_of_each_other() -> None:
    async def story(ours: Party) -> None:
        ann = await ours.player("Ann")
        await begin(ours, against="friend")
        await ours.master.done(SetSeat("blue", ann.id))
        now = await play(ann, deployment(game_of(ours).view(BLUE)))
        assert now["view"]["ready"] == [False, True]
        red = shown(ours.master)["view"]
        assert red["deploy"]
        assert all(unit["status"] != "seen" for unit in red["units"])
        assert all("at" not in unit for unit in red["units"])
        assert (await ours.master.ask(AskGame("look 0")))["t"] == "refused"
        assert (await ann.ask(AskGame("look 5")))["t"] == "refused"

    at_a_table(story)


def test_a_step_out_of_sight_sends_the_other_side_not_one_byte() -> None:
    """No view, number or log line is sent, not even to a game master watching on the map."""

    async def story(ours: Party) -> None:
        ann = await two_seats(ours)
        await ours.table.watch(ours.master.page, Watch(ann.id).player)
        await play(ours.master, "pass")
        unseen = 0
        for _ in range(12):
            view = game_of(ours).view(BLUE)
            ways = [way.move for unit in view.units for way in unit.ways]
            if not ways:
                break
            got, before = len(ours.master.page.sent), game_of(ours).chronicle.counts[0]
            await play(ann, ways[-1])
            if game_of(ours).chronicle.counts[0] == before:
                unseen += 1
                assert len(ours.master.page.sent) == got
        assert unseen >= 3
        views = [
            json.loads(sent).get("view") for sent in ours.master.page.sent if b'"skirmish"' in sent
        ]
        assert {view["side"] for view in views if view and "deploy" not in view} == {"red"}

    at_a_table(story)


@pytest.mark.parametrize("name", ["crossing", "ridge"])
def test_no_byte_of_the_unseen(name: str) -> None:
    """In two games that differ only in what a side has not seen, it gets the same view, numbers,
    hints and answers.
    """
    chance = random.Random(name)
    game, compared = two_people(name, 11), 0
    while not game.over and compared < 40:
        battle = game.match.battle
        for side, seats in ((0, RED), (1, BLUE)):
            other = replace(
                game, match=replace(game.match, battle=twin(battle, side, chance)), _views={}
            )
            if other.match.battle == battle:
                continue
            compared += 1
            assert encode(game.view(seats)) == encode(other.view(seats))
            assert game.number_for(seats) == other.number_for(seats)
            if side == battle.side:
                assert game.may_undo == other.may_undo
            for question in questions(game, seats, chance):
                assert answered(game, question, seats) == answered(other, question, seats)
            assert encode(game.view(NOBODY)) == encode(other.view(NOBODY))
        game = some_move(game, chance)
    assert compared >= 40


def questions(game: SkirmishTable, seats: frozenset[str], chance: random.Random) -> list[AskGame]:
    cells = game.match.start.field.tables.cells
    q, r = chance.choice(cells)
    at = (q, r)
    unit = chance.randrange(len(game.match.start.field.units))
    asked = [AskGame(f"look {unit}"), AskGame(f"look {unit}", at), AskGame(f"about {unit}", at)]
    return asked + [AskGame("hint")] * (chance.random() < 0.2)


def answered(game: SkirmishTable, question: AskGame, seats: frozenset[str]) -> bytes:
    try:
        return encode(game.answer(question, seats))
    except SightlineError as error:
        return str(error).encode()


def test_guests_hear_what_is_called_out_or_see_as_it_was_agreed() -> None:
    async def story(ours: Party) -> None:
        ben = await ours.player("Ben")
        await begin(ours, against="friend", guests="called")
        for seats in (RED, BLUE):
            await play(ours.master, deployment(game_of(ours).view(seats)))
        view = shown(ben)["view"]
        assert "side" not in view
        assert view["seen"] == []
        assert all("at" not in unit for unit in view["units"])
        assert (await ben.ask(AskGame("hint")))["t"] == "refused"
        assert (await ben.ask(AskGame("look 0")))["t"] == "refused"
        way = game_of(ours).view(RED).units[0].ways[0].move
        got = len(ben.page.sent)
        await play(ours.master, way)
        assert len(ben.page.sent) == got, "a guest does not hear steps"
        await ours.master.done(EndGame(clear=True))
        await begin(ours, side="blue")
        assert shown(ben)["view"]["side"] == "blue", "with the eyes of the program's side"
        assert not shown(ben).get("mine")

    at_a_table(story)


def test_nobody_gets_the_seed_or_the_save_while_it_goes_on() -> None:
    async def story(ours: Party) -> None:
        ann = await two_seats(ours)
        await play(ours.master, "pass")
        game = game_of(ours)
        for what in ("save", "link"):
            asked = await ours.master.ask(AskGame(what))
            assert "future dice rolls" in asked["why"]
        for person in (ann, ours.master):
            sent = b"\n".join(person.page.sent)
            assert str(game.match.start.seed).encode() not in sent
            assert b'"save"' not in sent

    at_a_table(story)


# --- asked


def test_targets_have_their_sum_or_the_reason_and_the_line() -> None:
    """The shown chances agree with the rules, from the unit's position and from others."""
    chance, can, cannot = random.Random(2), 0, 0
    game = two_people("ruins", 4)
    while not (can > 3 and cannot > 3) and not game.over and game.number < 400:
        _, seats = on_turn(game)
        view = game.view(seats)
        for unit in view.units:
            if unit.status != "own" or not unit.armed or unit.weapon != "shot":
                continue
            found = game.answer(AskGame(f"look {unit.unit}"), seats).targets
            shots = {each.move: each for each in unit.attacks}
            assert {each.move for each in found if each.move} == set(shots)
            for each in found:
                assert each.words
                assert each.sight is not None
                assert len(each.sight.line) >= 2
                assert (each.chance is None) == (not each.move)
                if each.move:
                    can += 1
                    assert each.chance == shots[each.move].chance
                    assert each.sight.visible
                    assert each.distance <= unit.range
                else:
                    cannot += 1
                    assert not each.sight.visible or each.distance > unit.range
        game = some_move(game, chance)
    assert can > 3
    assert cannot > 3


def test_what_about_that_hex() -> None:
    game = two_people("crossing", 1)
    rock = next(tile for tile in game.view(RED).ground.tiles if tile[3] == "rock")
    lines = game.answer(AskGame("about 0", rock[:2]), RED).lines
    assert lines[0] == "rock: nobody walks there"
    way = max(game.view(RED).units[0].ways, key=lambda each: each.cost)
    answer = game.answer(AskGame("about 0", way.at), RED)
    assert answer.lines[0].startswith(f"the way there costs {way.cost}, the last step ")
    assert answer.sight is not None
    with pytest.raises(SightlineError, match="off the map"):
        game.answer(AskGame("about 0", (99, 0)), RED)
    with pytest.raises(SightlineError, match="question: expected hint"):
        game.answer(AskGame("about 0"), RED)


def test_blasts_and_cones_show_whom_they_would_hurt() -> None:
    """The preview matches what happens to visible units, including friends."""
    chance, hurt = random.Random(8), 0
    game = two_people("crossing", 8, fog=False)
    while hurt < 4 and not game.over and game.number < 400:
        seat, seats = on_turn(game)
        view = game.view(seats)
        areas = [each for unit in view.units for each in unit.attacks if each.hits and each.hexes]
        if not areas:
            game = some_move(game, chance)
            continue
        pick, before = chance.choice(areas), game.match.battle
        game, _ = game.play(seat, pick.move)
        after = game.match.battle
        lost = [i for i, left in enumerate(after.health) if left < before.health[i]]
        assert lost == pick.hits
        hurt += 1
    assert hurt == 4


# --- kept and ended


def test_the_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table.db"

    async def story(ours: Party) -> None:
        ann = await two_seats(ours)
        way = game_of(ours).view(RED).units[1].ways[0].move
        await play(ours.master, way)
        before = [shown(each) for each in (ours.master, ann)]
        await ours.table.close()
        current_game._kept.clear()
        await ours.again(Table(path, maps=[imported(SquareBoard(2, 2), CENTER)]))
        assert shown(ours.master) == before[0]

    at_a_table(story, path)


def test_ended_it_is_a_save_that_the_terminal_reads_and_that_goes_on_here() -> None:
    async def story(ours: Party) -> None:
        await begin(ours, map="ruins")
        await play(ours.master, deployment(game_of(ours).view(RED)))
        match = game_of(ours).match
        await ours.master.done(EndGame())
        saved = (await ours.master.ask(AskGame("save")))["answer"]
        assert load_text(saved["words"]) == match
        assert saved["file"] == "skirmish-ruins-round-1.json"
        link = (await ours.master.ask(AskGame("link")))["answer"]["words"]
        assert set(link) <= set("abcdefghijklmnopqrstuvwxyz0123456789~_.-"), "plain in an address"
        assert SkirmishTable.read_replay(link).match == match
        await ours.master.done(StartGame(SkirmishSetup(save=saved["words"])))
        assert game_of(ours).match == match

    at_a_table(story)


def test_a_battle_on_a_map_of_ones_own_goes_on_here_and_has_no_link() -> None:
    match = Match.begin("ridge", 3)
    tree = msgspec.json.decode(save_text(match))
    tree["start"]["field"]["title"] = "My ridge"

    async def story(ours: Party) -> None:
        save = msgspec.json.encode(tree).decode()
        now = await begin(ours, save=save, against="friend")
        assert now["view"]["ground"]["title"] == "My ridge"
        assert now["view"]["ground"]["name"] == ""
        assert SkirmishTable.read(game_of(ours).save()) == game_of(ours)
        await ours.master.done(EndGame())
        assert (await ours.master.ask(AskGame("link")))["t"] == "refused"
        assert (await ours.master.ask(AskGame("save")))["t"] == "answer"

    at_a_table(story)


@pytest.mark.parametrize(
    "setup",
    [
        {"map": "chess"},
        {"side": "green"},
        {"save": "{}"},
        {"save": "nonsense"},
        {"save": "0 2 ridge;1;fog;"},
    ],
)
def test_a_setup_that_is_none_is_refused(setup: dict[str, Any]) -> None:
    async def story(ours: Party) -> None:
        assert await ours.master.refused(StartGame(SkirmishSetup(**setup)))
        assert ours.table.world.game is None

    at_a_table(story)


def test_a_replay_is_shown_whole_at_every_moment() -> None:
    game, chance = two_people("crossing", 2), random.Random(2)
    while game.number < 20:
        game = some_move(game, chance)
    link = game.link()
    assert match_of_code(replay_code(game.match)) == game.match

    for at in (0, 2, game.number, game.number + 100):
        asked = current_game.replay_answer(AskReplay("skirmish", link, at))
        assert isinstance(asked, ReplayAnswer)
        assert asked.count == game.number
        assert asked.at == min(at, game.number)
        then = Match.begin("crossing", 2)
        for action in game.match.log[:at]:
            then = then.do(action)
        sent = in_english(json.loads(encode(asked)))
        units = sent["view"]["units"]
        places = [tuple(unit["at"]) if "at" in unit else None for unit in units]
        assert places == [then.battle.where(i) for i in range(len(units))]
        assert "ways" not in str(sent)
    for wrong in (link[:-5], "nonsense", link.replace("fog", "mist")):
        assert isinstance(current_game.replay_answer(AskReplay("skirmish", wrong)), Refusal)


def test_whoever_resigns_has_lost() -> None:
    async def story(ours: Party) -> None:
        ann = await two_seats(ours)
        now = await play(ours.master, "resign")
        assert now["over"] == "over"
        assert now["view"]["winner"] == "blue"
        assert shown(ann)["view"]["result"] == "blue wins, 0 : 0: red resigned"

    at_a_table(story)
