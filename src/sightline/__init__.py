"""Line of sight for tabletop and tactical games: exact, fast, and with the reason why."""

from sightline import hexes
from sightline.answers.check import check
from sightline.answers.field import ContactField, CoverField, Field, Visibility
from sightline.answers.sight import Blocker, Cover, Sight, Step, Verdict
from sightline.errors import SightlineError
from sightline.geometry.contact import Contact
from sightline.model.cell import Hex, Square
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Wall
from sightline.queries import (
    all_pairs,
    contact_field,
    cover_field,
    field,
    sees,
    sees_many,
    trace,
)
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.registry import RULES, rule_from_dict
from sightline.seeds import los

__version__ = "0.1.0"

__all__ = [
    "RULES",
    "Blocker",
    "CenterRule",
    "Contact",
    "ContactField",
    "CornerRule",
    "Cover",
    "CoverField",
    "Door",
    "Field",
    "Gate",
    "Hex",
    "HexBoard",
    "HexRay",
    "Sight",
    "SightlineError",
    "Square",
    "SquareBoard",
    "Step",
    "Verdict",
    "Visibility",
    "Wall",
    "all_pairs",
    "check",
    "contact_field",
    "cover_field",
    "field",
    "hexes",
    "los",
    "rule_from_dict",
    "sees",
    "sees_many",
    "trace",
]
