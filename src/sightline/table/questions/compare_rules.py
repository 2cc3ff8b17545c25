"""Compares what every rule, with all its ties, and every game says of one look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sightline.engine import trace
from sightline.packs import Pack
from sightline.rules.pack import PackRule
from sightline.rules.registry import KINDS, rule_from_dict
from sightline.table.protocol import AskEveryRule, EveryRuleAnswer, FigureOrTile, RuleVerdict
from sightline.table.questions.master import master_end
from sightline.table.state import MapScene, tiles_of
from sightline.table.vision import (
    VERDICTS,
    cover_of,
    games_on,
    is_answerable,
    is_explainable,
    pack_kind,
    verdict_of,
)


def every_rule(
    scene: MapScene, question: AskEveryRule, own: Mapping[str, Pack] = MappingProxyType({})
) -> EveryRuleAnswer:
    """By the rules alone, without rulings. What else is set of the rule in force (what counts at
    its ends, how much cover costs) stays as it is while its ties vary; of others it is as usual.
    `own`: the games that the master brought. Games that would take long are left out."""
    a, b = master_end(scene, question.a), master_end(scene, question.b)
    return EveryRuleAnswer([*_by_lines(scene, a, b), *_by_games(scene, own, a, b)])


def _by_lines(scene: MapScene, a: FigureOrTile, b: FigureOrTile) -> Iterator[RuleVerdict]:
    force = scene.rule.to_dict()
    for kind, known in KINDS.items():
        if scene.record.grid not in known.grids or known is PackRule:
            continue
        settings = force if kind == force["rule"] else {"rule": kind}
        for ties in known.tie_choices() or ("",):
            rule = rule_from_dict({**settings, "ties": ties} if ties else settings)
            verdict = verdict_of(scene.board_for(a), a, b, rule)
            yield RuleVerdict(kind, ties, VERDICTS[verdict], in_force=rule == scene.rule)


def _by_games(
    scene: MapScene, own: Mapping[str, Pack], a: FigureOrTile, b: FigureOrTile
) -> Iterator[RuleVerdict]:
    ends = tiles_of(scene.board, a), tiles_of(scene.board, b)
    for pack in games_on(scene.record.grid, own, scene.rule):
        rule = PackRule(pack)
        if not is_answerable(scene.board, rule, *ends):
            continue
        row = RuleVerdict(pack_kind(pack), "", "hidden", in_force=rule == scene.rule)
        if is_explainable(scene.board, rule, *ends):
            sight = trace(scene.board_for(a), a, b, rule)
            row.verdict = VERDICTS[sight.verdict]
            row.degree, row.effect = cover_of(sight, rule)
        else:
            row.verdict = VERDICTS[verdict_of(scene.board_for(a), a, b, rule)]
        yield row
