"""Every save survives readers that store numbers as doubles, as browsers do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from sightline.errors import FormatError
from sightline.formats.safe.safe_json import MAX_EXACT
from sightline.games import one_card_dungeon, quest, skirmish
from sightline.games.common.dice import MAX_SEED
from sightline.games.one_card_dungeon.players.player import AutoPlayer

ACTIONS = 12
SEEDS = (0, 7, MAX_EXACT, MAX_EXACT + 1, 4_611_686_018_427_387_905, MAX_SEED)


class Saved(NamedTuple):
    """One game: how to play it, save it and read it."""

    play: Callable[[int], Any]
    save: Callable[[Any], str]
    load: Callable[[str], Any]


def dungeon(seed: int) -> one_card_dungeon.Game:
    game, player = one_card_dungeon.Game.begin(one_card_dungeon.new_game(), seed), AutoPlayer()
    for _ in range(ACTIONS):
        game = game.do(player.choose(game.state))
    return game


def battle(seed: int) -> skirmish.Match:
    match, commander = skirmish.Match.begin("crossing", seed), skirmish.Commander(seed)
    for _ in range(ACTIONS):
        now = match.battle
        side = int(now.ready[0]) if now.phase == skirmish.DEPLOYING else now.side
        match = match.do(commander.choose(now, side).action)
    return match


def venture(seed: int) -> quest.Venture:
    played, party, master = quest.Venture.begin(seed=seed), quest.PartyPlayer(), quest.Master()
    for _ in range(ACTIONS):
        acts = quest.acting_side(played.state) == quest.MASTER
        played = played.do((master if acts else party).choose(played.state).action)
    return played


GAMES = {
    "one-card-dungeon": Saved(dungeon, one_card_dungeon.save_text, one_card_dungeon.load_text),
    "skirmish": Saved(battle, skirmish.save_text, skirmish.load_text),
    "quest": Saved(venture, quest.save_text, quest.load_text),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_save_survives_a_reader_that_rounds(game: Saved, seed: int) -> None:
    played = game.play(seed)
    text = game.save(played)
    assert game.load(text) == played
    rounded = json.loads(text, parse_int=lambda digits: int(float(digits)))
    assert game.load(json.dumps(rounded)) == played


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_saves_of_earlier_versions_have_their_seed_as_a_number(game: Saved, seed: int) -> None:
    played = game.play(seed)
    tree = json.loads(game.save(played))
    tree["start"]["seed"] = seed
    assert game.load(json.dumps(tree)) == played


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seed", [str(MAX_SEED + 1), "-1", "7 ", "", "x", 1.5, None])
def test_a_seed_that_is_none_is_refused(game: Saved, seed: object) -> None:
    tree = json.loads(game.save(game.play(7)))
    tree["start"]["seed"] = seed
    with pytest.raises(FormatError):
        game.load(json.dumps(tree))
