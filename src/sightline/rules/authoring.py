"""The names that the author of a rule needs, in one stable module.

A rule is a frozen dataclass that extends one of two bases:

    StraightRule    the rule tries straight lines; `lines` lists them, and the best one decides
    Rule            anything else; `trace` returns a `Sight`

The other names, by purpose:

    settings    touching_ties, flag, choice (with Choice), number
    lines       LineQuery, CornerLine, TriedLine; without lines the rule sees nothing
    judgment    Judgment, Contact
    proof       Sight, Verdict, Blocker, tried, decide
    check       CheckedLines, AT_CORNERS, AT_CENTERS
    positions   Board, Place

docs/add-a-rule.md builds a rule from scratch to an installed package. These names and their
behavior do not change between minor releases.
"""

from sightline.answers.check.line import CheckedLines
from sightline.answers.check.strip import AT_CENTERS, AT_CORNERS
from sightline.answers.sight import Blocker, Sight, Verdict
from sightline.geometry.contact import Contact, Judgment
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.rules.line import CornerLine, LineQuery, TriedLine
from sightline.rules.report import decide, tried
from sightline.rules.rule import Rule
from sightline.rules.settings import Choice, choice, flag, number, touching_ties
from sightline.rules.straight import StraightRule

__all__ = [
    "AT_CENTERS",
    "AT_CORNERS",
    "Blocker",
    "Board",
    "CheckedLines",
    "Choice",
    "Contact",
    "CornerLine",
    "Judgment",
    "LineQuery",
    "Place",
    "Rule",
    "Sight",
    "StraightRule",
    "TriedLine",
    "Verdict",
    "choice",
    "decide",
    "flag",
    "number",
    "touching_ties",
    "tried",
]
