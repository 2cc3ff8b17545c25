"""Compares what every rule, with all its ties, says of one look."""

from __future__ import annotations

from sightline.rules.registry import rule_from_dict
from sightline.table.protocol import AskEveryRule, EveryRuleAnswer, RuleVerdict
from sightline.table.questions.master import master_end
from sightline.table.state import MapScene
from sightline.table.vision import VERDICTS, rule_kinds, verdict_of


def every_rule(scene: MapScene, question: AskEveryRule) -> EveryRuleAnswer:
    """By the rules alone, without rulings. What else is set of the rule in force (what counts at
    its ends, how much cover costs) stays as it is while its ties vary; of others it is as usual."""
    a, b = master_end(scene, question.a), master_end(scene, question.b)
    force = scene.rule.to_dict()
    rows = []
    for kind in rule_kinds(scene.record.grid):
        settings = force if kind.kind == force["rule"] else {"rule": kind.kind}
        for ties in kind.ties:
            rule = rule_from_dict({**settings, "ties": ties})
            verdict = verdict_of(scene.board, a, b, rule)
            rows.append(
                RuleVerdict(kind.kind, ties, VERDICTS[verdict], in_force=rule == scene.rule)
            )
    return EveryRuleAnswer(rows)
