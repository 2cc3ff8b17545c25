"""Line of sight for tabletop and tactical games: exact, fast, and with the reason why.

Each name is imported from its module when it is first asked for, so that `import sightline` costs
next to nothing and a program pays only for what it uses.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sightline import areas, hexes, packs, squares
    from sightline.answers.check import check
    from sightline.answers.degrees import DegreeField
    from sightline.answers.field import ContactField, CoverField, Field, Visibility
    from sightline.answers.light import LightField, SightInLight
    from sightline.answers.sight import Blocker, Cover, Sight, Step, Verdict
    from sightline.engine import (
        all_pairs,
        compiled,
        contact,
        contact_field,
        cover_field,
        degree,
        field,
        field_many,
        heat_map,
        on_device,
        sees,
        sees_many,
        tiles_seen,
        trace,
        verdict,
        who_sees_whom,
    )
    from sightline.engine.light import (
        field_in_light,
        light_field,
        sees_in_light,
        trace_in_light,
    )
    from sightline.errors import SightlineError
    from sightline.formats import load, save
    from sightline.geometry.contact import Contact, Manner
    from sightline.links import SharedPosition, read_link, share
    from sightline.model.cell import Hex, Square
    from sightline.model.hexagon import HexBoard
    from sightline.model.light import Light
    from sightline.model.square import SquareBoard
    from sightline.model.threshold import Door, Gate, Wall
    from sightline.movement import ReachField, ThreatField, path, reach, threat
    from sightline.rules.center import CenterRule
    from sightline.rules.corner import CornerRule
    from sightline.rules.hexray import HexRay
    from sightline.rules.pack import PackRule
    from sightline.rules.registry import RULES, rule_from_dict
    from sightline.rulings import Rulings
    from sightline.simple import los

__version__ = "0.2.0"

__all__ = [
    "RULES",
    "Blocker",
    "CenterRule",
    "Contact",
    "ContactField",
    "CornerRule",
    "Cover",
    "CoverField",
    "DegreeField",
    "Door",
    "Field",
    "Gate",
    "Hex",
    "HexBoard",
    "HexRay",
    "Light",
    "LightField",
    "Manner",
    "PackRule",
    "ReachField",
    "Rulings",
    "SharedPosition",
    "Sight",
    "SightInLight",
    "SightlineError",
    "Square",
    "SquareBoard",
    "Step",
    "ThreatField",
    "Verdict",
    "Visibility",
    "Wall",
    "all_pairs",
    "areas",
    "check",
    "compiled",
    "contact",
    "contact_field",
    "cover_field",
    "degree",
    "field",
    "field_in_light",
    "field_many",
    "heat_map",
    "hexes",
    "light_field",
    "load",
    "los",
    "on_device",
    "packs",
    "path",
    "reach",
    "read_link",
    "rule_from_dict",
    "save",
    "sees",
    "sees_in_light",
    "sees_many",
    "share",
    "squares",
    "threat",
    "tiles_seen",
    "trace",
    "trace_in_light",
    "verdict",
    "who_sees_whom",
]

_NAMES = {
    "answers.check": ("check",),
    "answers.degrees": ("DegreeField",),
    "answers.field": ("ContactField", "CoverField", "Field", "Visibility"),
    "answers.light": ("LightField", "SightInLight"),
    "answers.sight": ("Blocker", "Cover", "Sight", "Step", "Verdict"),
    "engine": (
        "all_pairs",
        "compiled",
        "contact",
        "contact_field",
        "cover_field",
        "degree",
        "field",
        "field_many",
        "heat_map",
        "on_device",
        "sees",
        "sees_many",
        "tiles_seen",
        "trace",
        "verdict",
        "who_sees_whom",
    ),
    "engine.light": ("field_in_light", "light_field", "sees_in_light", "trace_in_light"),
    "errors": ("SightlineError",),
    "formats": ("load", "save"),
    "geometry.contact": ("Contact", "Manner"),
    "links": ("SharedPosition", "read_link", "share"),
    "model.cell": ("Hex", "Square"),
    "model.hexagon": ("HexBoard",),
    "model.light": ("Light",),
    "model.square": ("SquareBoard",),
    "model.threshold": ("Door", "Gate", "Wall"),
    "movement": ("ReachField", "ThreatField", "path", "reach", "threat"),
    "rules.center": ("CenterRule",),
    "rules.corner": ("CornerRule",),
    "rules.hexray": ("HexRay",),
    "rules.pack": ("PackRule",),
    "rules.registry": ("RULES", "rule_from_dict"),
    "rulings": ("Rulings",),
    "simple": ("los",),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in ("areas", "hexes", "packs", "squares"):
        return import_module(f"sightline.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'sightline' has no attribute {name!r}")
    value = getattr(import_module(f"sightline.{_MODULE_OF[name]}"), name)
    globals()[name] = value  # asked for once, then at hand
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
