"""Compare the answers of all rules, with all their ties, and of all games for one pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sightline.engine import trace, verdict
from sightline.packs import Pack
from sightline.render.sight_data import cover_of
from sightline.rules.menu import games_on, rules_compared
from sightline.rules.pack import PackRule
from sightline.rules.rule import Rule
from sightline.table.protocol.answers import EveryRuleAnswer, RuleVerdict
from sightline.table.protocol.questions import AskEveryRule
from sightline.table.questions.master import master_end
from sightline.table.state.scene import MapScene, SightEnd, tiles_of
from sightline.table.vision.cost import is_answerable, is_explainable
from sightline.table.vision.sight_answer import VERDICTS


def every_rule(
    scene: MapScene, question: AskEveryRule, own: Mapping[str, Pack] = MappingProxyType({})
) -> EveryRuleAnswer:
    """Return the answer of each rule, without rulings.

    For the rule in force, only the ties vary and its other settings stay. Other rules use their
    defaults. `own` are the game master's packs. Games that would take too long are left out.
    """
    a = master_end(scene, question.a, question.a_on)
    b = master_end(scene, question.b, question.b_on)
    return EveryRuleAnswer([*_by_lines(scene, a, b), *_by_games(scene, own, a, b)])


def _by_lines(scene: MapScene, a: SightEnd, b: SightEnd) -> Iterator[RuleVerdict]:
    ends = tiles_of(scene.board, a), tiles_of(scene.board, b)
    for ties, rule in rules_compared(scene.record.grid, scene.rule):
        if _takes(scene, rule) and is_answerable(scene.board, rule, *ends):
            found = verdict(scene.board_for(a), a, b, rule)
            yield RuleVerdict(rule.kind, ties, VERDICTS[found], in_force=rule == scene.rule)


def _takes(scene: MapScene, rule: Rule) -> bool:
    """Return whether the rule can be used on this map with its heights."""
    return rule.takes_heights or not scene.is_high


def _by_games(
    scene: MapScene, own: Mapping[str, Pack], a: SightEnd, b: SightEnd
) -> Iterator[RuleVerdict]:
    ends = tiles_of(scene.board, a), tiles_of(scene.board, b)
    for pack in games_on(scene.record.grid, own, scene.rule):
        rule = PackRule(pack)
        if not (_takes(scene, rule) and is_answerable(scene.board, rule, *ends)):
            continue
        row = RuleVerdict(rule.menu_kind, "", "hidden", in_force=rule == scene.rule)
        if is_explainable(scene.board, rule, *ends):
            sight = trace(scene.board_for(a), a, b, rule)
            row.verdict = VERDICTS[sight.verdict]
            row.degree, row.effect = cover_of(sight, rule)
        else:
            row.verdict = VERDICTS[verdict(scene.board_for(a), a, b, rule)]
        yield row
