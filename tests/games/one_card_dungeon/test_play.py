"""The terminal program, driven like a player would: keys, mouse, and the resulting screen."""

from dataclasses import replace

import pytest
from textual.widgets import OptionList, Static

from sightline import SightlineError
from sightline.apps.play.app import (
    DIRECTIONS,
    LEAST_SIZE,
    PlayApp,
    begun,
    default_save_path,
    prepare,
)
from sightline.apps.play.board import BoardView
from sightline.apps.play.drawing import Drawing
from sightline.apps.play.screens import HelpScreen, SmallScreen, StartScreen
from sightline.apps.play.session import Session
from sightline.games.one_card_dungeon import (
    Attack,
    EndTurn,
    Game,
    MoveHero,
    Phase,
    Roll,
    Skills,
    format_level,
    legal_actions,
    load_file,
    new_game,
    shipped_level,
)
from sightline.games.one_card_dungeon.players.player import AutoPlayer
from sightline.model.cell import parse_square
from tests.games.one_card_dungeon.tables import drawn, level

SIZE = (80, 24)


@pytest.fixture
def save_path(tmp_path):
    return tmp_path / "game.json"


def sitting(rows, save_path, points=None, **stats):
    """Return a session in the adventurer's phase on a drawn map."""
    return Session(Game.begin(drawn(rows, points, **stats), 1), save_path)


def app_for(session):
    return PlayApp(session, session.save_path)


def game(app):
    return app.session.game


def state(app):
    return app.session.state


def said(app):
    """Return all messages, without wrapping."""
    return str(app.query_one("#talk", Static).render()).replace("\n", " ")


def board_text(session):
    return "\n".join(line.plain for line in Drawing(session).lines())


# --- the drawing


def test_the_board_shows_sight_targets_and_threat(save_path):
    session = sitting("@S.#W ..... .....", save_path, Skills(2, 6, 3, 2))
    lines = board_text(session).splitlines()
    assert lines[0].split() == ["A", "B", "C", "D", "E"]
    assert lines[2].startswith(" 1 │   @   │ »S«♥♥ │")
    assert "!3" in lines[3]  # the spider could attack
    assert "▒▒▒▒▒▒▒" in lines[2]
    assert "(W)♥♥" in lines[2]  # hidden behind the spider and the wall
    assert lines[6].startswith("   │2    -")  # costs two speed and a wound


def test_looking_at_a_tile_shows_what_would_be_seen_from_there(save_path):
    session = sitting("@.. ##. S..", save_path, Skills(9, 9, 3, 2))
    assert "(S)" in board_text(session)
    session.look = parse_square("B3")
    assert "»S«" in board_text(session)
    assert "┏━━━━━━━┓" in board_text(session)
    assert session.about()[0] == ("B3: 8 speed away; from there you could attack the spider on A3")


def test_a_tile_is_found_under_every_character(save_path):
    for rows in ("@.... ..#.. ....S", " ".join(["@" + "." * 19, "." * 19 + "S"])):
        drawing = Drawing(sitting(rows, save_path))
        lines = drawing.lines()
        assert drawing.size == (max(line.cell_len for line in lines), len(lines))
        for tile in drawing.state.layout.tiles():
            x, y, width, height = drawing.place_of(tile)
            assert drawing.tile_at(x + 1, y + 1) == tile
            assert drawing.tile_at(x + width - 2, y + height - 2) == tile
            assert drawing.tile_at(x, y) is None


# --- keys


async def test_a_turn_with_the_keyboard(save_path):
    app = app_for(begun(save_path, class_name="paladin", seed=4))
    async with app.run_test(size=SIZE) as pilot:
        assert state(app).phase is Phase.ROLL
        await pilot.press("r")
        assert state(app).phase is Phase.ENERGY
        assert len(app.query_one("#choices", OptionList).options) == 6
        await pilot.press("down", "enter")  # the second order of the dice
        assert state(app).phase is Phase.ADVENTURER
        assert state(app).points == Skills(6, 2, 3, 2)
        await pilot.press("right", "n")
        assert str(state(app).at) == "B1"
        assert "There is a wall on C2." in said(app)
        await pilot.press("e")
        assert state(app).phase in (Phase.ROLL, Phase.MONSTER_MOVE)


async def test_an_attack_that_is_not_allowed_says_why(save_path):
    app = app_for(sitting("@#S ...", save_path, Skills(3, 9, 3, 5)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("a")
        assert "hidden behind the wall on B1" in said(app)
        assert state(app).monsters[0].health == 2
        await pilot.press("n", "a")  # around the corner
        assert state(app).monsters[0].health == 1


async def test_undo_takes_back_within_the_turn_and_never_the_dice(save_path):
    app = app_for(begun(save_path, class_name="wizard", seed=4))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("r")
        rolled = state(app)
        await pilot.press("1", "right", "down", "z", "z", "z")
        assert state(app) == rolled
        await pilot.press("z")
        assert state(app) == rolled
        assert "dice that fell stay fallen" in said(app)
        await pilot.press("1", "e")
        while state(app).phase is Phase.MONSTER_MOVE:
            await pilot.press("1")
        await pilot.press("z")  # undoes the monsters' moves too
        assert state(app).phase in (Phase.ADVENTURER, Phase.MONSTER_MOVE)


async def test_equal_moves_are_the_players_unless_told_otherwise(save_path):
    rows = "... .@. ..S"
    app = app_for(sitting(rows, save_path, Skills(0, 0, 9, 2)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("e")
        assert state(app).phase is Phase.MONSTER_MOVE
        assert "equal moves" in str(app.query_one("#headline", Static).render()).lower()
        assert app.session.look is not None  # the first choice is shown
        await pilot.press("2")
        assert state(app).phase is Phase.ROLL
    app = app_for(sitting(rows, save_path, Skills(0, 0, 9, 2)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("t", "e")
        assert state(app).phase is Phase.ROLL


async def test_tab_and_the_cursor_look_about(save_path):
    app = app_for(sitting("@.# S.W", save_path, Skills(2, 9, 3, 2)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("tab")
        assert str(app.session.look) == "A2"
        await pilot.press("tab")
        assert str(app.session.look) == "C2"
        assert "You cannot attack the wolf on C2: out of range" in said(app)
        await pilot.press("escape", "v", "right", "right")
        assert str(app.session.look) == "C1"
        assert "C1: a wall" in said(app)
        await pilot.press("left", "enter")
        assert str(state(app).at) == "B1"


async def test_a_level_is_cleared_and_something_is_learned(save_path):
    weak = "health 1, speed 2, attack 1, defence 1, range 2"
    start = new_game([level("@S.", S=weak), level("@.S", S=weak)], "ranger")
    start = replace(start, phase=Phase.ADVENTURER, points=Skills(0, 5, 5, 2))
    app = app_for(Session(Game.begin(start, 1), save_path))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("a")
        assert state(app).phase is Phase.LEVEL_UP
        assert len(app.query_one("#choices", OptionList).options) == 5
        await pilot.press("4")
        assert state(app).skills.range == 3
        assert state(app).number == 1


async def test_the_end_offers_a_new_game(save_path):
    app = app_for(sitting("@S", save_path, Skills(0, 9, 1, 2)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("a", "a")
        assert state(app).phase is Phase.WON
        assert "The dungeon is yours." in said(app)
        await pilot.press("1")
        assert isinstance(app.screen, StartScreen)
        await pilot.press("enter")
        assert state(app).phase is Phase.ROLL


def keys_for(session, action):
    """Return the keys that a player would press for this action."""
    match action:
        case MoveHero(to):
            here = session.state.at
            towards = (to.row - here.row, to.col - here.col)
            return [key for key, way in DIRECTIONS.items() if way == towards][:1]
        case Attack(name):
            tiles = sorted(monster.at for monster in session.state.monsters)
            target = session.state.monster(name)
            return ["escape", *["tab"] * (tiles.index(target.at) + 1), "a"]
        case EndTurn():
            return ["e"]
        case Roll(None):
            return ["r"]
    number = [offer.action for offer in session.offers()].index(action) + 1
    return [str(number)] if number <= 9 else [*["down"] * (number - 1), "enter"]


async def test_the_automatic_player_at_the_keyboard(save_path):
    session = begun(save_path, class_name="ranger", seed=21)
    app, player = app_for(session), AutoPlayer()
    expected = session.game
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(26):
            if session.state.is_over:
                break
            action = player.choose(session.state)
            expected = expected.do(action)
            await pilot.press(*keys_for(session, action))
            while expected.state.phase in (Phase.MONSTER_MOVE, Phase.MONSTER_ATTACK):
                if expected.state == session.state:
                    break
                expected = expected.do(legal_actions(expected.state)[0])
            assert session.state == expected.state
    assert session.state.number > 0


# --- the mouse


async def test_pointing_looks_and_clicking_walks_and_attacks(save_path):
    session = sitting("@..S ....", save_path, Skills(4, 9, 3, 2))
    app = app_for(session)
    async with app.run_test(size=SIZE) as pilot:
        board = app.query_one(BoardView)

        def middle(name):
            x, y, width, height = Drawing(session).place_of(parse_square(name))
            return x + width // 2, y + height // 2

        await pilot.hover(board, offset=middle("C1"))
        assert str(session.look) == "C1"
        assert "C1: 4 speed away; from there you could attack the spider on D1" in said(app)
        await pilot.click(board, offset=middle("D1"))
        assert "out of range" in said(app)
        await pilot.click(board, offset=middle("C1"))
        assert str(session.state.at) == "C1"
        await pilot.click(board, offset=middle("D1"))
        assert session.state.monsters[0].health == 1


# --- screens, saves


async def test_it_asks_who_goes_and_helps(save_path):
    app = PlayApp(None, save_path, seed=3)
    async with app.run_test(size=SIZE) as pilot:
        assert isinstance(app.screen, StartScreen)
        await pilot.press("down", "down", "enter")
        assert state(app).hero_class.value == "ranger"
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        assert not isinstance(app.screen, HelpScreen)


async def test_save_quit_and_resume(save_path):
    app = app_for(begun(save_path, class_name="barbarian", seed=4))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("r", "1", "right", "s")
        assert "Saved to" in said(app)
        await pilot.press("right", "q")
    kept = load_file(save_path)
    assert kept == game(app)
    again = PlayApp(None, save_path)
    async with again.run_test(size=SIZE) as pilot:
        await pilot.press("enter")  # the first choice is to continue
        assert game(again) == kept
        await pilot.press("z")
        assert str(state(again).at) == "B1"


async def test_a_broken_save_is_told_and_not_fatal(save_path):
    save_path.write_text('{"format": "sightline one card dungeon", "version": 9}')
    app = PlayApp(None, save_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("enter")
        assert isinstance(app.screen, StartScreen)
        assert any("another version" in note.message for note in app._notifications)


async def test_a_save_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")
    session = begun(tmp_path / "file" / "game.json", class_name="wizard", seed=1)
    app = app_for(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("q")
        assert "Could not save to" in said(app)
        assert "again to leave" in said(app)
        await pilot.press("q")


async def test_the_tutorial_gives_the_hint_that_fits(save_path):
    app = app_for(begun(save_path, tutorial=True, seed=11))
    hints = shipped_level("tutorial").hints
    async with app.run_test(size=SIZE) as pilot:
        assert hints[0][:30] in said(app)
        await pilot.press("r")
        assert hints[1][:30] in said(app)
        await pilot.press("1")
        assert hints[2][:30] in said(app)
        await pilot.press("e")
        while state(app).phase is Phase.MONSTER_MOVE:
            await pilot.press("1")
        assert hints[5][:30] in said(app)
        await pilot.press("q")
    assert not save_path.exists()  # the tutorial does not overwrite the save


@pytest.mark.parametrize("size", [(60, 20), (140, 50)])
async def test_a_large_board_scrolls_to_what_is_looked_at(save_path, size):
    rows = " ".join(["@" + "." * 29, *["." * 30] * 18, "." * 29 + "S"])
    app = app_for(sitting(rows, save_path))
    async with app.run_test(size=size) as pilot:
        await pilot.press("tab")
        await pilot.pause()
        floor = app.query_one("#floor")
        x, y, width, height = Drawing(app.session).place_of(app.session.look)
        assert floor.scroll_x <= x
        assert x + width <= floor.scroll_x + floor.size.width
        assert floor.scroll_y <= y
        assert y + height <= floor.scroll_y + floor.size.height


# --- small terminals


def screen_lines(app):
    """Return the lines of the terminal."""
    strips = app.screen._compositor.render_strips(app.screen.size)
    return ["".join(segment.text for segment in strip) for strip in strips]


async def test_all_of_it_is_there_in_the_smallest_terminal(save_path):
    assert LEAST_SIZE == (60, 18)
    app = app_for(begun(save_path, level=9, class_name="barbarian", seed=4))
    async with app.run_test(size=LEAST_SIZE) as pilot:
        await pilot.press("r", "1")
        await pilot.pause()
        lines = screen_lines(app)
        text = "\n".join(lines)
        board = [line.plain.rstrip() for line in Drawing(app.session, app.room).lines()]
        assert [line[: len(drawn)] for line, drawn in zip(lines[1:], board, strict=False)] == board
        for words in ("6/6   [1][2][5]", "spd  atk  def  rng", "reroll at health 1, each turn"):
            assert words in text
        for monster in state(app).monsters:  # with all its numbers
            kind = monster.kind
            numbers = (monster.health, kind.speed, kind.attack, kind.defence, kind.range)
            row = f"{kind.name[:6]:<6} {monster.at!s:>3} {numbers[0]:>2}"
            assert row + "".join(f"{each:>3}" for each in numbers[1:]) in text
        assert "Speed 7, attack 5, defense 5" in text
        assert lines[-1].rstrip().endswith("q Quit")
        x, y, width, height = Drawing(app.session, app.room).place_of(parse_square("B1"))
        await pilot.click(app.query_one(BoardView), offset=(x + width // 2, y + height // 2))
        assert str(state(app).at) == "B1"


async def test_below_that_it_says_what_it_needs_and_waits(save_path):
    app = app_for(begun(save_path, class_name="wizard", seed=4))
    async with app.run_test(size=(59, 18)) as pilot:
        before = state(app)
        for size in [(59, 18), (60, 17), (20, 5), (4, 2), (200, 3)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert isinstance(app.screen, SmallScreen)
            said_there = str(app.screen.query_one("#small", Static).render())
            assert "needs 60 columns and 18 rows" in said_there
            assert f"has {size[0]} and {size[1]}" in said_there
        await pilot.press("r", "1", "right", "a", "e", "tab", "ctrl+n", "question_mark", "x")
        assert state(app) == before  # keys have no effect while the board is hidden
        await pilot.resize_terminal(*SIZE)
        await pilot.pause()
        assert not isinstance(app.screen, SmallScreen)
        await pilot.press("r")
        assert state(app).phase is Phase.ENERGY
        await pilot.resize_terminal(4, 2)
        await pilot.pause()
        assert isinstance(app.screen, SmallScreen)
        await pilot.press("q")
    assert load_file(save_path) == game(app)


async def test_the_first_question_waits_for_room_too(save_path):
    app = PlayApp(None, save_path, seed=3)
    async with app.run_test(size=(30, 8)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        assert app.session is None
        await pilot.resize_terminal(*LEAST_SIZE)
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        assert "adventurer" in "".join(screen_lines(app)).lower()
        await pilot.press("enter")
        assert state(app).hero_class.value == "paladin"
        await pilot.resize_terminal(10, 4)
        await pilot.pause()
        assert isinstance(app.screen, SmallScreen)


async def test_what_cannot_be_saved_is_said_in_the_smallest_terminal_too(tmp_path):
    (tmp_path / "file").write_text("in the way")
    app = app_for(begun(tmp_path / "file" / "game.json", class_name="wizard", seed=1))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.pause()
        await pilot.press("q")
        words = str(app.screen.query_one("#small", Static).render())
        assert "Could not save to" in words
        assert "q again leaves without saving" in words
        await pilot.press("q")
    assert app.return_code == 0


# --- keys that do nothing say why


SAYS_WHY = [
    ("a", "Not now: roll the dice."),
    ("e", "Not now: roll the dice."),
    ("9", "There is one choice, and none has the number 9."),
    ("x", "The key x means nothing here; ? shows those that do."),
    ("0", "The key 0 means nothing here"),
    ("f5", "The key f5 means nothing here"),
    ("h", "that belongs to the phase 'adventurer', and this is 'roll'"),
    ("escape", "You look at nothing in particular."),
    ("z", "dice that fell stay fallen"),
    ("r", ""),
    ("9", "There are 6 choices, and none has the number 9."),
    ("r", "only a wizard or a barbarian rolls again, and this is a paladin"),
    ("a", "Not now: one die on each skill."),
    ("1", ""),
    ("r", "Not now: walk and attack."),
    ("3", "Numbers are for lists, and there is none now: walk and attack."),
    ("enter", "Enter uses the tile that you look at"),
    ("v", ""),
    ("enter", "You stand on A1 already."),
]
"""Keys in the order in which they are pressed. A key with an empty message has an effect."""


async def test_a_key_that_does_nothing_says_why(save_path):
    app = app_for(begun(save_path, class_name="paladin", seed=4))
    async with app.run_test(size=SIZE) as pilot:
        for key, words in SAYS_WHY:
            before, spoken = state(app), len(app.session.messages)
            await pilot.press(key)
            if words:
                assert state(app) == before
                assert len(app.session.messages) == spoken + 1, key
                assert words.lower() in app.session.messages[-1].lower()
                assert app.session.messages[-1] in said(app)


async def test_when_it_is_over_keys_say_so(save_path):
    app = app_for(sitting("@S", save_path, Skills(0, 9, 1, 2)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("a", "a")
        for key in ("a", "e", "r", "x"):
            await pilot.press(key)
            assert app.session.messages[-1] == "The game is won; ctrl+n begins another."
        await pilot.press("tab")
        assert app.session.messages[-1] == "No monster is left to look at."
        await pilot.press("7")
        assert app.session.messages[-1] == "There are 2 choices, and none has the number 7."


async def test_an_adventurer_without_a_class_can_be_chosen(save_path):
    app = PlayApp(None, save_path, seed=3)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("down", "down", "down", "down", "enter")
        await pilot.pause()
        assert state(app).hero_class.value == "adventurer"
        assert "no class, no power" in "\n".join(screen_lines(app))
        await pilot.press("r", "r")
        assert "this is an adventurer without a class" in said(app)
        await pilot.press("1", "q")
    assert load_file(save_path).state.hero_class.value == "adventurer"
    session, _ = prepare(None, "adventurer", 3, None, False)
    assert session is not None
    assert session.state.hero_class.value == "adventurer"


# --- how it is started


def test_what_run_is_asked_for(save_path, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_save_path() == tmp_path / "sightline" / "one-card-dungeon.json"
    assert prepare(None, None, None, None, False) == (None, default_save_path())
    session, _ = prepare(7, "wizard", 3, None, False)
    assert session is not None
    assert (session.state.number, session.game.dice.seed) == (6, 3)
    own = tmp_path / "own.txt"
    own.write_text(format_level(shipped_level("3")))
    session, _ = prepare(str(own), None, None, None, False)
    assert session is not None
    assert session.state.levels == (shipped_level("3"),)
    (tmp_path / "another.txt").write_text(format_level(shipped_level("1")))
    session, _ = prepare(str(tmp_path), None, None, None, False)
    assert session is not None
    assert session.state.levels == (shipped_level("1"), shipped_level("3"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(SightlineError, match=r"there is no \.txt file"):
        prepare(str(tmp_path / "empty"), None, None, None, False)


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ((13, None, None, None, False), "level: expected 1 to 12 or a file, got 13"),
        (("nowhere.txt", None, None, None, False), "cannot read nowhere.txt"),
        ((1, "bard", None, None, False), "class: expected one of paladin"),
        ((1, None, -1, None, False), "seed"),
        ((None, None, None, "nowhere.json", False), "resume: cannot read nowhere.json"),
    ],
)
def test_what_cannot_be_started_is_refused_before_the_screen(asked, complaint):
    with pytest.raises(SightlineError, match=complaint):
        prepare(*asked)


def test_a_level_file_that_is_wrong_is_named(tmp_path):
    path = tmp_path / "wrong.txt"
    path.write_text("title: x\nmap:\n...\n")
    with pytest.raises(SightlineError, match=r"wrong.txt: line 3 column 1: no adventurer"):
        begun(tmp_path / "save", level=str(path))
    path.write_bytes(b"title: \xff")
    with pytest.raises(SightlineError, match=r"wrong.txt: expected UTF-8"):
        begun(tmp_path / "save", level=str(path))
