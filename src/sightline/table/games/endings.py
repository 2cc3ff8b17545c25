"""The decisive events of a game, computed from its whole log.

Pages keep only the last steps of a game, so the server computes this.
"""

from __future__ import annotations

from itertools import pairwise

from sightline.games.one_card_dungeon import Attack, FaceBlows, Game, Phase, Roll, blow_sum, tell
from sightline.games.one_card_dungeon import apply as apply_dungeon
from sightline.games.quest import HEROES, QuestState, Venture
from sightline.games.quest import apply as apply_quest
from sightline.games.quest import happened as quest_events
from sightline.games.skirmish import SIDES, Match
from sightline.games.skirmish import apply as apply_skirmish
from sightline.games.skirmish import happened as battle_events
from sightline.table.protocol.games.endings import EndingInfo


def dungeon_ending(game: Game) -> EndingInfo:
    """Return the health after every turn, the costliest turn, and the last blow."""
    ending, state = EndingInfo(), game.start
    curve, worst = [state.health], 0
    for action in game.log:
        after = apply_dungeon(state, action, game.dice)
        if isinstance(action, Roll):
            ending.turns += 1
            # A turn that clears a level ends without an attack by monsters.
            if len(curve) < ending.turns:
                curve.append(state.health)
        if isinstance(action, Attack):
            target = state.monster(action.monster)
            assert target is not None
            ending.dealt += 1
            if after.monster(action.monster) is None:
                ending.fallen.append(("enemy", target.kind.name))
        if isinstance(action, FaceBlows):
            lost = state.health - after.health
            curve.append(after.health)
            ending.taken += lost
            if lost > worst:
                worst, ending.turning, ending.turning_at = lost, blow_sum(state).text, ending.turns
        if after.phase is Phase.LEVEL_UP and state.phase is not Phase.LEVEL_UP:
            ending.marks.append(ending.turns)
        if after.is_over:
            ending.decided = (
                blow_sum(state).text
                if after.phase is Phase.LOST and isinstance(action, FaceBlows)
                else tell(state, action, after)
            )
        state = after
    if len(curve) == ending.turns:
        curve.append(state.health)
    ending.curves = [curve]
    return ending


def quest_ending(venture: Venture) -> EndingInfo:
    """Return the party's body points after every round, and the event before the end.

    They contain only what the party noticed.
    """
    ending, state = EndingInfo(turns=venture.state.round), venture.start
    curve, worst = [_party_body(state)], 0
    for action in venture.log:
        after = apply_quest(state, action)
        events = quest_events(state, action, after, HEROES)
        for event, following in pairwise([*events, None]):
            assert event is not None
            struck = event.target if event.kind == "strike" else None
            if struck is not None and event.damage:
                if struck < state.party_size:
                    ending.taken += event.damage
                    if event.damage > worst:
                        worst, ending.turning = event.damage, event.text
                        ending.turning_at = state.round
                else:
                    ending.dealt += event.damage
            if event.kind == "fell":
                who = event.target if event.target is not None else event.figure
                if who is not None:
                    side = "hero" if who < state.party_size else "enemy"
                    ending.fallen.append((side, state.name(who)))
            if following is not None and following.kind == "over":
                ending.decided = event.text
        if after.round != state.round:
            curve.append(_party_body(after))
        state = after
    ending.curves = [[*curve, _party_body(state)]]
    return ending


def _party_body(state: QuestState) -> int:
    return sum(state.body[: state.party_size])


def skirmish_ending(match: Match) -> EndingInfo:
    """Return both sides' points after every round, and the sources of the points."""
    ending, battle = EndingInfo(turns=match.battle.round), match.start
    curves: list[list[int]] = [[0], [0]]
    flags, defeats = [0, 0], [0, 0]
    largest = 0
    for action in match.log:
        after = apply_skirmish(battle, action)
        for event in battle_events(battle, action, after):
            if event.kind == "fell" and event.unit is not None:
                unit = battle.field.units[event.unit]
                ending.fallen.append((SIDES[unit.side], unit.kind.name))
            if event.points and event.side is not None:
                (flags if event.kind == "flag" else defeats)[event.side] += event.points
                if event.side == match.battle.winner:
                    ending.decided = event.text
                if event.points > largest:
                    largest, ending.turning, ending.turning_at = (
                        event.points,
                        event.text,
                        battle.round,
                    )
        if after.round != battle.round or after.is_over:
            for side in (0, 1):
                curves[side].append(after.points[side])
        battle = after
    ending.curves = curves
    ending.scores = list(zip(flags, defeats, strict=True))
    return ending
