"""One Card Dungeon: a solitaire dungeon on a small board, as a pure engine.

    from sightline.games.one_card_dungeon import Game, Roll, legal_actions, new_game

    game = Game.begin(new_game(hero_class="wizard"), seed=7)
    game = game.do(Roll())
    legal_actions(game.state)

`rules` has the rules, `monsters` their behavior, `board` the levels and positions, `record` logs
and saves, `links` whole games as a line of text, and `words` the sentences. In `players`, `outlook`
predicts the result of an action, `player` is an automatic player, and `hints` gives its advice.
docs/one-card-dungeon.md has the rules as text.
"""

from sightline.games.one_card_dungeon.board.level import (
    Kind,
    Level,
    format_level,
    parse_level,
    read_levels,
    shipped_level,
    shipped_levels,
)
from sightline.games.one_card_dungeon.dice import Dice, SeededDice, TableDice
from sightline.games.one_card_dungeon.links import read_replay_link, replay_link
from sightline.games.one_card_dungeon.monsters import Forecast, after_their_move, blows
from sightline.games.one_card_dungeon.players.hints import Hint, hint
from sightline.games.one_card_dungeon.players.outlook import (
    BlowSum,
    HeroWalk,
    MonsterMove,
    Outlook,
    PricedAction,
    TargetReport,
    blow_sum,
    explain_move,
    foresee,
    priced_actions,
    targets,
    walks,
)
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
    "BlowSum",
    "Dice",
    "EndTurn",
    "FaceBlows",
    "Forecast",
    "Game",
    "HeroClass",
    "HeroWalk",
    "Hint",
    "Improve",
    "Kind",
    "Level",
    "Monster",
    "MonsterMove",
    "MoveHero",
    "MoveMonster",
    "Outlook",
    "Phase",
    "PricedAction",
    "Reroll",
    "Roll",
    "SeededDice",
    "Skills",
    "State",
    "TableDice",
    "TargetReport",
    "about_attack_of",
    "after_their_move",
    "apply",
    "blow_sum",
    "blows",
    "default_action",
    "explain_move",
    "foresee",
    "format_level",
    "hint",
    "legal_actions",
    "load_file",
    "load_text",
    "new_game",
    "parse_level",
    "priced_actions",
    "read_levels",
    "read_replay_link",
    "replay",
    "replay_link",
    "save_file",
    "save_text",
    "shipped_level",
    "shipped_levels",
    "targets",
    "tell",
    "walks",
    "why_not",
]
