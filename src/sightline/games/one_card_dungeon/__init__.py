"""One Card Dungeon: a solitaire dungeon on a small board, as a pure engine.

    from sightline.games.one_card_dungeon import Game, Roll, legal_actions, new_game

    game = Game.begin(new_game(hero_class="wizard"), seed=7)
    game = game.do(Roll())
    legal_actions(game.state)

`rules` is the game, `monsters` what monsters do, `level` the text format of levels, `record` keeps
logs and saves, `words` has the sentences, `player` is an automatic player.
docs/one-card-dungeon.md tells the rules.
"""

from sightline.games.one_card_dungeon.dice import Dice, SeededDice, TableDice
from sightline.games.one_card_dungeon.level import (
    Kind,
    Level,
    format_level,
    parse_level,
    read_levels,
    shipped_level,
    shipped_levels,
)
from sightline.games.one_card_dungeon.monsters import Forecast, after_their_move, blows
from sightline.games.one_card_dungeon.record import (
    Game,
    load_file,
    load_text,
    replay,
    save_file,
    save_text,
)
from sightline.games.one_card_dungeon.rules import (
    apply,
    default_action,
    legal_actions,
    new_game,
    why_not,
)
from sightline.games.one_card_dungeon.state import (
    Action,
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    HeroClass,
    Improve,
    Monster,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    Skills,
    State,
)
from sightline.games.one_card_dungeon.words import about_attack_of, tell

__all__ = [
    "Action",
    "Assign",
    "Attack",
    "Dice",
    "EndTurn",
    "FaceBlows",
    "Forecast",
    "Game",
    "HeroClass",
    "Improve",
    "Kind",
    "Level",
    "Monster",
    "MoveHero",
    "MoveMonster",
    "Phase",
    "Reroll",
    "Roll",
    "SeededDice",
    "Skills",
    "State",
    "TableDice",
    "about_attack_of",
    "after_their_move",
    "apply",
    "blows",
    "default_action",
    "format_level",
    "legal_actions",
    "load_file",
    "load_text",
    "new_game",
    "parse_level",
    "read_levels",
    "replay",
    "save_file",
    "save_text",
    "shipped_level",
    "shipped_levels",
    "tell",
    "why_not",
]
