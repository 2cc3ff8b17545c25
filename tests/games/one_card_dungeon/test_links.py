"""A link restores the same game, and a modified link is refused."""

import random

import pytest

from sightline.errors import FormatError, InvalidTypeError, InvalidValueError
from sightline.games.one_card_dungeon import (
    Game,
    HeroClass,
    Skills,
    legal_actions,
    load_text,
    new_game,
    read_replay_link,
    replay_link,
    save_text,
)
from sightline.games.one_card_dungeon.links import LETTERS, _letter, _numbers
from tests.games.one_card_dungeon.tables import level


def played(seed: int, actions: int = 120, **begin) -> Game:
    rng = random.Random(seed)
    game = Game.begin(new_game(hero_class=list(HeroClass)[seed % 5], **begin), seed)
    for _ in range(actions):
        if game.state.is_over:
            break
        game = game.do(rng.choice(legal_actions(game.state)))
    return game


@pytest.mark.parametrize("seed", range(12))
def test_a_link_comes_back_as_the_game(seed):
    begin = {"first": 1 + seed, "skills": Skills(2, 3, 2, 3), "health": 4} if seed % 2 else {}
    game = played(seed, 10 * seed, **begin)
    again = read_replay_link(replay_link(game))
    assert again == game
    assert again.trail == game.trail
    assert save_text(again) == save_text(game)
    assert load_text(save_text(again)) == game  # the terminal reads this format


def test_a_link_is_short_and_needs_no_escaping():
    link = replay_link(played(3))
    assert set(link) <= set(LETTERS + ".~-")
    assert len(link) < 120
    assert replay_link(Game.begin(new_game(hero_class="wizard"), 7)).startswith("1.wizard.1.7..0.")


def test_a_link_of_0_2_to_level_8_is_read():
    """Its checksum was computed with monsters called "armour"."""
    game = read_replay_link("1.paladin.8.5.AD.4.609e1079")
    assert [kind.name for kind in game.start.level.kinds()] == ["armor"]
    assert replay_link(game) == "1.paladin.8.5.AD.4.609e1079"


def test_a_link_that_was_changed_is_refused():
    link = replay_link(played(5))
    head, moves, count, check = link.rsplit(".", 3)
    wrong = [
        f"{head}.{moves[:-1]}.{count}.{check}",
        f"{head}.{moves}A.{count}.{check}",
        f"{head}.9{moves[1:]}.{count}.{check}",
        f"{head}.{moves}.{int(count) - 1}.{check}",
        f"{head}.{moves}.{int(count) + 1}.{check}",
        f"{head}.{moves}.{count}.00000000",
        link.replace("1.", "2.", 1),
        link.replace("paladin", "king"),
        link.replace(".1.5.", ".13.5.", 1),
        link.replace(".1.5.", ".1~9-9-9-9-9.5.", 1),
        link.replace(".1.5.", ".1~6-1.5.", 1),
        link.replace(".1.5.", ".1.6.", 1),
        link.replace(".1.5.", ".1.9999999999999999999.", 1),
        f"{head}.{moves}.999999.{check}",
        "",
        "http://example.org",
    ]
    for text in wrong:
        with pytest.raises(FormatError):
            read_replay_link(text)
    with pytest.raises(InvalidTypeError):
        read_replay_link(7)  # type: ignore[arg-type]


def test_levels_of_ones_own_do_not_fit():
    with pytest.raises(InvalidValueError, match="save"):
        replay_link(Game.begin(new_game([level("@.S")]), 1))


def test_long_lists_have_letters_too():
    numbers = [0, 62, 63, 64, 125, 126, 127, 1000, 0]
    assert list(_numbers("".join(map(_letter, numbers)))) == numbers
