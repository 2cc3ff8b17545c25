"""Logs can be replayed, saves restored, and undo stops at dice rolls."""

import json

import pytest

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError
from sightline.games.one_card_dungeon import (
    Attack,
    EndTurn,
    Game,
    MoveHero,
    Phase,
    Roll,
    legal_actions,
    load_file,
    load_text,
    new_game,
    replay,
    save_file,
    save_text,
    tell,
)
from sightline.games.one_card_dungeon.players.player import AutoPlayer
from sightline.model.cell import Square


def played(actions: int, seed: int = 5, hero_class: str = "wizard") -> Game:
    game, player = Game.begin(new_game(hero_class=hero_class), seed), AutoPlayer()
    for _ in range(actions):
        if game.state.is_over:
            break
        game = game.do(player.choose(game.state))
    return game


def test_a_log_replays_to_the_same_state():
    game = played(200)
    again = replay(game.start, game.dice.seed, game.log)
    assert again == game
    assert again.trail == game.trail


@pytest.mark.parametrize("actions", [0, 1, 2, 7, 30, 150])
@pytest.mark.parametrize("hero_class", ["paladin", "barbarian", "ranger", "wizard", "adventurer"])
def test_a_save_comes_back_as_the_same_game(actions, hero_class):
    game = played(actions, hero_class=hero_class)
    again = load_text(save_text(game))
    assert again == game
    assert again.can_undo == game.can_undo


def test_a_save_with_an_old_spelling_is_read():
    """The monsters of level 8 were called "armour" until 0.2."""
    game = Game.begin(new_game(first=8), 5)
    text = save_text(game)
    assert '"armor 2"' in text
    assert "armour" not in text
    assert load_text(text.replace("armor", "armour")) == game
    assert load_text(text.replace("armor", "armour").encode()) == game


def test_a_game_prints_in_a_line():
    """The repr is short, without all levels and the whole log."""
    game = played(150)
    assert repr(game) == f"<Game: seed 5, 150 actions, {game.state!r}>"
    assert repr(Game.begin(new_game(hero_class="ranger"), 3)) == (
        "<Game: seed 3, 0 actions,"
        " <State: ranger on A1 of level 1/12, health 6, turn 1, roll, 2 monsters>>"
    )
    assert len(repr(game)) < 160
    assert "\n" not in repr(game)


def test_undo_goes_back_to_the_last_roll_and_no_further():
    game = Game.begin(new_game(), 3).do(Roll())
    rolled = game
    with pytest.raises(InvalidValueError, match="dice that fell stay fallen"):
        game.undo()
    game = game.do(legal_actions(game.state)[0])
    while game.state.phase is not Phase.ROLL:
        game = game.do(legal_actions(game.state)[-1])
    while game.can_undo:
        game = game.undo()
    assert game == rolled


def test_a_refused_action_changes_nothing():
    game = played(3)
    with pytest.raises(InvalidValueError):
        game.do(Roll())
    assert game == played(3)


def test_every_action_can_be_told():
    game, player = Game.begin(new_game(), 1), AutoPlayer()
    sentences: list[str] = []
    while not game.state.is_over and len(sentences) < 300:
        action = player.choose(game.state)
        after = game.do(action)
        sentences.append(tell(game.state, action, after.state))
        game = after
    assert sentences[0].startswith("Turn 1: the dice show ")
    assert all(sentence.endswith(".") for sentence in sentences)
    assert any(sentence.startswith("You strike the rat on ") for sentence in sentences)


# --- files


def test_a_file_is_written_whole(tmp_path):
    path = tmp_path / "deep" / "game.json"
    save_file(played(20), path)
    save_file(played(30), path)
    assert load_file(path) == played(30)
    assert [each.name for each in path.parent.iterdir()] == ["game.json"]


def altered(change):
    tree = json.loads(save_text(played(40)))
    change(tree)
    return json.dumps(tree)


def set_in(*path_and_value):
    *path, last, value = path_and_value

    def change(tree):
        for key in path:
            tree = tree[key]
        tree[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (set_in("version", 2), r"\$.version: saved by another version: this is 1, the file says 2"),
        (set_in("version", True), r"saved by another version"),
        (set_in("format", "chess"), r"\$.format: not a saved game"),
        (set_in("extra", 1), r"\$.extra: unknown key"),
        (set_in("start", "class", "bard"), r"\$.start.class: expected one of"),
        (set_in("start", "health", 7), r"\$.start.health: expected a whole number from 1 to 6"),
        (set_in("start", "skills", "speed", 0), r"\$.start.skills.speed"),
        (set_in("start", "seed", -1), r"\$.start.seed"),
        (set_in("start", "levels", 0, "map:"), r"\$.start.levels\[0\]: line 1"),
        (set_in("start", "levels", []), r"\$.start"),
        (set_in("start", "seed", 6), r"the log breaks the rules|the log comes to"),
        (set_in("log", 0, {"do": "fly"}), r"\$.log\[0\].do: expected one of"),
        (set_in("log", 0, {"do": "end"}), r"\$.log\[0\]: the log breaks the rules: that belongs"),
        (set_in("log", 1, {"do": "step", "to": "?"}), r"\$.log\[1\].to: tile name"),
        (set_in("log", 0, {"do": "roll", "keep": 9}), r"\$.log\[0\].keep"),
        (set_in("state", "health", 1), r"\$.state.health: the log comes to 6, the file says 1"),
        (set_in("state", "monsters", []), r"\$.state.monsters: the log comes to"),
        (set_in("log", []), r"\$.state.*the log comes to"),
    ],
)
def test_a_wrong_save_is_refused_with_its_place(change, complaint):
    with pytest.raises(FormatError, match=complaint):
        load_text(altered(change))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 3}', b"\xff\xfe{}"])
def test_what_is_no_save_is_refused(text):
    with pytest.raises(FormatError):
        load_text(text)


def test_only_text_is_read():
    with pytest.raises(InvalidTypeError):
        load_text(7)  # type: ignore[arg-type]


def test_actions_are_values():
    assert MoveHero(Square(0, 1)) == MoveHero(Square(0, 1))
    assert len({Attack("rat"), Attack("rat"), EndTurn()}) == 2
