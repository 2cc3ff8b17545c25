"""One Card Dungeon in messages: the board, the legal moves, and the events."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from sightline.answers.sight import Sight, TablePoint
from sightline.games.one_card_dungeon import (
    Action,
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    Improve,
    MoveHero,
    MoveMonster,
    Phase,
    PricedAction,
    Reroll,
    Roll,
    Skills,
    State,
    TargetReport,
    about_attack_of,
    after_their_move,
    blow_sum,
    blows,
    explain_move,
    foresee,
    legal_actions,
    priced_actions,
    shipped_level,
    targets,
    tell,
    walks,
)
from sightline.games.one_card_dungeon.board.sight import RULE, has_sight
from sightline.games.one_card_dungeon.state import FULL_HEALTH
from sightline.model.cell import Square
from sightline.table.protocol.games.one_card_dungeon import (
    FoeInfo,
    ForecastInfo,
    GameStep,
    MoveOffer,
    OneCardDungeonView,
    SkillPoints,
    WayOffer,
)
from sightline.table.protocol.sight_proofs import SightProof
from sightline.table.vision.sight_answer import sight_proof_of
from sightline.texts import say, with_names, word

KINDS: dict[type[Action], str] = {
    Roll: "roll",
    Reroll: "reroll",
    Assign: "dice",
    MoveHero: "walk",
    Attack: "attack",
    EndTurn: "end",
    MoveMonster: "monster",
    FaceBlows: "blows",
    Improve: "improve",
}
OFFERED = frozenset({"roll", "reroll", "dice", "end", "monster", "improve"})
"""The moves offered beside the board. Walks and attacks are offered on it, and monsters' attacks
are automatic.
"""


def dungeon_view(state: State, steps: Sequence[GameStep]) -> OneCardDungeonView:
    """Return everything that a page shows of the game."""
    level = state.level
    return OneCardDungeonView(
        level=state.number + 1,
        levels=len(state.levels),
        title=word(level.title),
        text=word(level.text),
        rows=state.layout.rows,
        cols=state.layout.cols,
        walls=[_pair(tile) for tile in sorted(state.layout.walls)],
        at=_pair(state.at),
        hero=state.hero_class.value,
        power=word(state.hero_class.power),
        power_used=state.power_used,
        health=state.health,
        full_health=FULL_HEALTH,
        skills=_points(state.skills),
        points=_points(state.points),
        phase=state.phase.value,
        turn=state.turn,
        dice=list(state.energy),
        foes=foes_from(state),
        moves=_offers(state),
        ways=_ways(state),
        steps=list(steps),
        forecast=_forecast(state),
        seen=seen_from(state, state.at) if state.phase is Phase.ADVENTURER else [],
        lesson=_is_lesson(state),
        coach="" if _is_lesson(state) else _coach(state),
    )


def _offers(state: State) -> list[MoveOffer]:
    offers = [_offer(state, priced) for priced in priced_actions(state) if _kind(priced) in OFFERED]
    if state.phase is Phase.MONSTER_MOVE:
        offers.append(
            MoveOffer("auto", "auto", say("let the computer choose for the rest of this turn"))
        )
    return offers


def _kind(priced: PricedAction) -> str:
    return KINDS[type(priced.action)]


def _offer(state: State, priced: PricedAction) -> MoveOffer:
    action = priced.action
    offer = MoveOffer(move_text(state, action), _kind(priced), priced.text)
    if isinstance(action, Assign):
        offer.points = _points(priced.left)
        offer.dice = [action.speed, action.attack, action.defence, action.range]
    if isinstance(action, MoveMonster):
        offer.at = _pair(action.to)
        offer.why = explain_move(state, action).text
    return offer


def move_text(state: State, action: Action) -> str:
    """Return an action in the form that a page sends."""
    match action:
        case Roll(keep):
            return "roll" if keep is None else f"roll {keep}"
        case Assign(speed, attack, defence, far):
            return f"dice {speed} {attack} {defence} {far}"
        case MoveHero(to):
            return f"walk {to}"
        case Attack(name):
            return f"attack {name}"
        case MoveMonster(name, to):
            return f"monster {name} to {to}"
        case Improve(what):
            return f"improve {what}"
    return KINDS[type(action)]


def _ways(state: State) -> list[WayOffer]:
    return [
        WayOffer(
            f"walk {tile}",
            _pair(tile),
            way.cost,
            state.points.speed - way.cost,
            [_pair(each) for each in way.path],
            _lost_at(state, tile),
        )
        for tile, way in sorted(walks(state).items())
    ]


def _lost_at(state: State, tile: Square) -> int:
    """Return the health lost if the turn ends on that tile."""
    waiting = tuple(each.name for each in state.monsters)
    return blows(after_their_move(replace(state, at=tile, waiting=waiting))).damage


def seen_from(state: State, at: Square) -> list[tuple[int, int]]:
    """Return the floor tiles that the adventurer sees from that tile."""
    figures = [each.at for each in state.monsters]
    layout = state.layout
    return [
        (row, col)
        for row in range(layout.rows)
        for col in range(layout.cols)
        if layout.is_floor((row, col)) and has_sight(layout, at, Square(row, col), figures)
    ]


def foes_from(state: State, at: Square | None = None) -> list[FoeInfo]:
    """Return the monsters as targets, from the adventurer's actual or possible position."""
    legal = set(legal_actions(state)) if at is None else set()
    return [_foe(state, each, Attack(each.monster.name) in legal) for each in targets(state, at)]


def _foe(state: State, report: TargetReport, may_attack: bool) -> FoeInfo:
    monster, kind = report.monster, report.monster.kind
    in_turn = state.phase is Phase.ADVENTURER
    return FoeInfo(
        name=monster.name,
        kind=kind.name,
        letter=kind.letter,
        at=_pair(monster.at),
        health=monster.health,
        full_health=kind.health,
        speed=kind.speed,
        attack=kind.attack,
        defence=kind.defence,
        range=kind.range,
        distance=report.distance,
        in_range=in_turn and report.in_range,
        why_not=report.why_not or "",
        move=f"attack {monster.name}" if may_attack else "",
        threat=about_attack_of(state, monster),
        sight=_proof(report.sight, state),
    )


def _proof(sight: Sight, state: State) -> SightProof:
    proof = sight_proof_of(sight, RULE)
    names = [say("the adventurer"), *(str(each) for each in state.monsters)]
    proof.words = with_names(proof.words, {str.__str__(name): name for name in names})
    if sight.line[0] == sight.line[1]:
        # Tiles that touch share a corner, and a line from that corner to itself is invisible.
        proof.line = [(float(x), float(y)) for x, y in _longest(sight)]
        if sight.visible:
            proof.words = say(
                "Visible: {a} and {b} touch, so nothing can be between them.",
                a=str(sight.source.middle),
                b=str(sight.target.middle),
            )
    return proof


def _longest(sight: Sight) -> tuple[TablePoint, TablePoint]:
    """Return the longest corner-to-corner line with the same result as the deciding one.

    Between tiles that meet at a corner it passes through that corner.
    """
    same = [each for each in sight.lines if each.contact is sight.contact]
    longest = max(same, key=lambda each: math.dist(each.start, each.end))
    return longest.start, longest.end


def _forecast(state: State) -> ForecastInfo | None:
    if state.phase is not Phase.ADVENTURER:
        return None
    seen = foresee(state)
    return ForecastInfo(
        lines=[move.text for move in seen.moves],
        blows=seen.blows.text,
        lost=state.health - seen.health,
        health=seen.health,
        moves=[(move.monster.name, move.to.row, move.to.col) for move in seen.moves],
    )


def step_of(before: State, action: Action, after: State, number: int) -> GameStep:
    """Return an action as a step of the log, with its effect and the reason."""
    step = GameStep(number, KINDS[type(action)], tell(before, action, after))
    match action:
        case MoveHero(to):
            step.path = [_pair(before.at), _pair(to)]
        case Attack(name):
            target, left = before.monster(name), after.monster(name)
            assert target is not None
            step.who, step.health = name, 0 if left is None else left.health
            price = target.kind.defence
            had = before.points.attack
            step.why = say(
                "it takes {price} attack: {had} - {price} = {left} left",
                price=price,
                had=had,
                left=had - price,
            )
            step.path = [_pair(before.at), _pair(target.at)]
        case MoveMonster(name, _):
            move = explain_move(before, action)
            step.who, step.why = name, move.text
            step.path = [_pair(move.monster.at), *map(_pair, move.path)]
        case FaceBlows():
            sum_of = blow_sum(before)
            step.health, step.why = after.health, sum_of.text
            step.attackers = [each.name for each in sum_of.attackers]
    return step


def _is_lesson(state: State) -> bool:
    return state.level == shipped_level("tutorial")


def _coach(state: State) -> str:
    """Return the tutorial hint for the current step.

    Hints come in the order of a turn (roll, assign dice, walk, attack, end), then general ones.
    """
    hints = state.level.hints
    legal = legal_actions(state)
    if state.phase is Phase.ROLL:
        number = 0 if state.turn == 1 else 5
    elif state.phase is Phase.ENERGY:
        number = 1
    elif state.phase is Phase.ADVENTURER:
        can_attack = any(isinstance(each, Attack) for each in legal)
        number = 3 if can_attack else 4 if legal == [EndTurn()] else 2
    else:
        return ""  # actions of monsters are not steps of the player
    return word(hints[number]) if number < len(hints) else ""


def _points(skills: Skills) -> SkillPoints:
    return SkillPoints(skills.speed, skills.attack, skills.defence, skills.range)


def _pair(tile: Square) -> tuple[int, int]:
    return tile.row, tile.col
