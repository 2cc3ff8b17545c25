"""Compares what every rule, with all its ties, says of one look."""

from __future__ import annotations

from sightline.rules.registry import KINDS, rule_from_dict
from sightline.table.protocol import AskEveryRule, EveryRuleAnswer, RuleVerdict
from sightline.table.questions.master import master_end
from sightline.table.state import MapScene
from sightline.table.vision import VERDICTS, verdict_of


def every_rule(scene: MapScene, question: AskEveryRule) -> EveryRuleAnswer:
    """By the rules alone, without rulings. What else is set of the rule in force (what counts at
    its ends, how much cover costs) stays as it is while its ties vary; of others it is as usual."""
    a, b = master_end(scene, question.a), master_end(scene, question.b)
    force = scene.rule.to_dict()
    rows = []
    for kind, known in KINDS.items():
        if scene.record.grid not in known.grids:
            continue
        settings = force if kind == force["rule"] else {"rule": kind}
        for ties in known.tie_choices() or ("",):
            rule = rule_from_dict({**settings, "ties": ties} if ties else settings)
            verdict = verdict_of(scene.board, a, b, rule)
            rows.append(RuleVerdict(kind, ties, VERDICTS[verdict], in_force=rule == scene.rule))
    return EveryRuleAnswer(rows)
