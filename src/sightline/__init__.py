"""Line of sight for tabletop and tactical games: exact, fast, and with the reason why.

Each name is imported from its module on first use, so `import sightline` is fast and a program
loads only the modules that it uses.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sightline.deprecated import new_name
from sightline.model.parts.display import register

__version__ = "0.3.0.dev0"

# Every public name, by its module.
_NAMES = {
    "answers.check": ("check",),
    "answers.degrees": ("DegreeArray",),
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
        "degree_many",
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
    "engine.lighting.light": ("field_in_light", "light_field", "sees_in_light", "trace_in_light"),
    "errors": ("SightlineError",),
    "formats": ("load", "save"),
    "geometry.contact": ("Contact", "Manner"),
    "links": ("SharedPosition", "read_link", "share"),
    "model.cell": ("Hex", "Square"),
    "model.degree": ("Degree",),
    "model.hexagon": ("HexBoard",),
    "model.light": ("Light",),
    "model.parts.heights": ("At", "Floor"),
    "model.square": ("SquareBoard",),
    "model.threshold": ("Door", "Gate", "Wall"),
    "movement": ("ReachField", "ThreatField", "path", "reach", "threat"),
    "rules.center": ("CenterRule",),
    "rules.corner": ("CornerRule",),
    "rules.hexray": ("HexRayRule",),
    "rules.pack": ("PackRule",),
    "rules.registry": ("RULES", "register_rule", "rule_from_dict"),
    "rulings": ("Rulings",),
    "simple": ("los",),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}
_SUBMODULES = ("areas", "hexes", "packs", "squares")
_DEPRECATED = {
    "HexRay": "HexRayRule",
    "DegreeField": "CoverField",
}

__all__ = sorted((*_MODULE_OF, *_SUBMODULES))  # noqa: PLE0605

if TYPE_CHECKING:
    # The same names for type checkers, which cannot follow `__getattr__`; a test compares the two.
    from sightline import areas as areas
    from sightline import hexes as hexes
    from sightline import packs as packs
    from sightline import squares as squares
    from sightline.answers.check import check as check
    from sightline.answers.degrees import DegreeArray as DegreeArray
    from sightline.answers.field import ContactField as ContactField
    from sightline.answers.field import CoverField as CoverField
    from sightline.answers.field import Field as Field
    from sightline.answers.field import Visibility as Visibility
    from sightline.answers.light import LightField as LightField
    from sightline.answers.light import SightInLight as SightInLight
    from sightline.answers.sight import Blocker as Blocker
    from sightline.answers.sight import Cover as Cover
    from sightline.answers.sight import Sight as Sight
    from sightline.answers.sight import Step as Step
    from sightline.answers.sight import Verdict as Verdict
    from sightline.engine import all_pairs as all_pairs
    from sightline.engine import compiled as compiled
    from sightline.engine import contact as contact
    from sightline.engine import contact_field as contact_field
    from sightline.engine import cover_field as cover_field
    from sightline.engine import degree as degree
    from sightline.engine import degree_many as degree_many
    from sightline.engine import field as field
    from sightline.engine import field_many as field_many
    from sightline.engine import heat_map as heat_map
    from sightline.engine import on_device as on_device
    from sightline.engine import sees as sees
    from sightline.engine import sees_many as sees_many
    from sightline.engine import tiles_seen as tiles_seen
    from sightline.engine import trace as trace
    from sightline.engine import verdict as verdict
    from sightline.engine import who_sees_whom as who_sees_whom
    from sightline.engine.lighting.light import field_in_light as field_in_light
    from sightline.engine.lighting.light import light_field as light_field
    from sightline.engine.lighting.light import sees_in_light as sees_in_light
    from sightline.engine.lighting.light import trace_in_light as trace_in_light
    from sightline.errors import SightlineError as SightlineError
    from sightline.formats import load as load
    from sightline.formats import save as save
    from sightline.geometry.contact import Contact as Contact
    from sightline.geometry.contact import Manner as Manner
    from sightline.links import SharedPosition as SharedPosition
    from sightline.links import read_link as read_link
    from sightline.links import share as share
    from sightline.model.cell import Hex as Hex
    from sightline.model.cell import Square as Square
    from sightline.model.degree import Degree as Degree
    from sightline.model.hexagon import HexBoard as HexBoard
    from sightline.model.light import Light as Light
    from sightline.model.parts.heights import At as At
    from sightline.model.parts.heights import Floor as Floor
    from sightline.model.square import SquareBoard as SquareBoard
    from sightline.model.threshold import Door as Door
    from sightline.model.threshold import Gate as Gate
    from sightline.model.threshold import Wall as Wall
    from sightline.movement import ReachField as ReachField
    from sightline.movement import ThreatField as ThreatField
    from sightline.movement import path as path
    from sightline.movement import reach as reach
    from sightline.movement import threat as threat
    from sightline.rules.center import CenterRule as CenterRule
    from sightline.rules.corner import CornerRule as CornerRule
    from sightline.rules.hexray import HexRayRule as HexRayRule
    from sightline.rules.pack import PackRule as PackRule
    from sightline.rules.registry import RULES as RULES
    from sightline.rules.registry import register_rule as register_rule
    from sightline.rules.registry import rule_from_dict as rule_from_dict
    from sightline.rulings import Rulings as Rulings
    from sightline.simple import los as los


def _later(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports the module on its first call."""

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(f"sightline.{module}"), name)(*given, **named)

    return call


# Packages above draw boards and answers, so register them here.
register("Board", "from_text", _later("formats.text", "board_from_text"))
register("Board", "text", _later("formats.text.writer", "draw"))
register("Board", "svg", _later("render", "board_svg"))
register("Board", "html", _later("links", "link_under_picture"))
register("Sight", "svg", _later("render", "sight_svg"))
register("Field", "svg", _later("render", "field_svg"))
register("LightField", "svg", _later("render", "light_svg"))


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f"sightline.{name}")
    if name not in _MODULE_OF:
        return __getattr__(new_name("sightline", _DEPRECATED, name))
    value = getattr(import_module(f"sightline.{_MODULE_OF[name]}"), name)
    globals()[name] = value  # cached for the next access
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
