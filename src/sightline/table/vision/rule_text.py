"""Puts rules and places into words for people at the table."""

from __future__ import annotations

from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import TIES as HEX_TIES
from sightline.rules.hexray import HexRay
from sightline.rules.registry import KINDS
from sightline.rules.rule import GEOMETRIC_TIES, Rule
from sightline.table.protocol import RuleKind

__all__ = ["rule_kinds", "rule_words"]

TITLES = {
    "corner": "Corner to corner",
    "center": "Centre to centre",
    "hexray": "Hex by hex",
}
LINE_TIES = {
    "strict": "touching blocks",
    "corners-pass": "touched corners pass, edges block",
    "permissive": "touching does not block",
    "adjudicated": "the master decides on touches",
}
RAY_TIES = {
    "nearest": "between two hexes the nearer counts",
    "strict": "between two hexes both must be clear",
    "permissive": "between two hexes one clear side is enough",
    "adjudicated": "the master decides between two hexes",
}


def rule_words(rule: Rule) -> str:
    """The rule and its ties in one short phrase: without them players guess."""
    ties = str(rule.to_dict()["ties"])
    manner = (RAY_TIES if isinstance(rule, HexRay) else LINE_TIES)[ties]
    return ", ".join([TITLES[rule.kind], *_settings(rule), f"{manner} ({ties})"])


def _settings(rule: Rule) -> list[str]:
    """What is set otherwise than usual."""
    said = []
    if isinstance(rule, CornerRule) and rule.closed_ends:
        said.append("at its ends too")
    if isinstance(rule, CenterRule) and rule.large == "middle":
        said.append("large figures by their middle")
    if isinstance(rule, HexRay):
        usual = HexRay()
        if not rule.see_opaque_target:
            said.append("what is opaque hides itself")
        if not rule.target_edge_blocks:
            said.append("over the edge before the target")
        if (rule.max_soft_cover, rule.soft_cover_k) != (usual.max_soft_cover, usual.soft_cover_k):
            said.append(f"cover up to {rule.max_soft_cover:g} by {rule.soft_cover_k:g}")
    return said


def rule_kinds(grid: str) -> list[RuleKind]:
    """The rules that can be chosen on that grid, and the ties of each."""
    return [
        RuleKind(kind, TITLES[kind], list(HEX_TIES if rule is HexRay else GEOMETRIC_TIES))
        for kind, rule in KINDS.items()
        if grid in rule.grids
    ]
