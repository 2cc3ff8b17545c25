"""A hex skirmish: two sides, hills, woods and walls, fog of war, and points, as a pure engine.

    from sightline.games.skirmish import Match, legal_actions

    match = Match.begin("ridge", seed=7)
    match = match.do(legal_actions(match.battle)[0])

`rules` has the rules. `board` has the maps and units as data, with their lookup tables. `events`
and `views` have what a side learns, and `record` logs and saves. In `players`, `prospects` has
costs and chances, and `player` is the computer. docs/skirmish.md has the rules on one page.
"""

from sightline.games.skirmish.actions import (
    Blast,
    Deploy,
    Flame,
    March,
    Pass,
    Resign,
    Shot,
    SkirmishAction,
    action_data,
    action_of,
    moves_of,
    moves_text,
)
from sightline.games.skirmish.battle import (
    DEPLOYING,
    DRAW,
    FIGHTING,
    NOBODY,
    OVER,
    Battle,
    new_battle,
    seen_enemies,
    visible,
)
from sightline.games.skirmish.board.battlefield import (
    MAP_NAMES,
    NOWHERE,
    TUTORIAL,
    Battlefield,
    read_battlefield,
    shipped_battlefield,
)
from sightline.games.skirmish.board.tables import RULE
from sightline.games.skirmish.board.units import SIDES, Unit, UnitKind
from sightline.games.skirmish.events import BattleEvent, happened
from sightline.games.skirmish.players.player import Advice, Commander
from sightline.games.skirmish.players.prospects import Prospect, Route, prospects, routes
from sightline.games.skirmish.record import (
    Match,
    load_file,
    load_text,
    match_of_code,
    replay,
    replay_code,
    save_file,
    save_text,
)
from sightline.games.skirmish.rules import (
    acting_side,
    apply,
    held_flags,
    legal_actions,
    why_not,
)
from sightline.games.skirmish.views import SideView, UnitView, believed, known_board, view
from sightline.games.skirmish.words import sight_between, status_of

__all__ = [
    "DEPLOYING",
    "DRAW",
    "FIGHTING",
    "MAP_NAMES",
    "NOBODY",
    "NOWHERE",
    "OVER",
    "RULE",
    "SIDES",
    "TUTORIAL",
    "Advice",
    "Battle",
    "BattleEvent",
    "Battlefield",
    "Blast",
    "Commander",
    "Deploy",
    "Flame",
    "March",
    "Match",
    "Pass",
    "Prospect",
    "Resign",
    "Route",
    "Shot",
    "SideView",
    "SkirmishAction",
    "Unit",
    "UnitKind",
    "UnitView",
    "acting_side",
    "action_data",
    "action_of",
    "apply",
    "believed",
    "happened",
    "held_flags",
    "known_board",
    "legal_actions",
    "load_file",
    "load_text",
    "match_of_code",
    "moves_of",
    "moves_text",
    "new_battle",
    "prospects",
    "read_battlefield",
    "replay",
    "replay_code",
    "routes",
    "save_file",
    "save_text",
    "seen_enemies",
    "shipped_battlefield",
    "sight_between",
    "status_of",
    "view",
    "visible",
    "why_not",
]
