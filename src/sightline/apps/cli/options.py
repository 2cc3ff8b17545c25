"""Groups of options that several commands share, each read as one object.

MapOptions      MAP and how to read it      load()
RuleOptions     --rule and its settings     choose(loaded)
ReachOptions    --radius and --metric

Options for pictures are in `output.picture_files`, and those for clusters in `cluster_runs`.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from sightline.apps.cli.inputs import open_map, own_game
from sightline.apps.cli.parser import ArgumentGroup, Parser, in_short, number
from sightline.errors import InvalidValueError, SightlineError
from sightline.formats import Loaded, Options, load
from sightline.model.threshold import PURPOSES
from sightline.rules.registry import (
    KINDS,
    RULES,
    read_settings,
    rule_from_dict,
    rule_named,
    with_settings,
)
from sightline.rules.rule import Rule

if TYPE_CHECKING:
    from sightline.model.reach import MetricName

MAP_HELP = "Map file in any supported format, or - for standard input."
PLACE_HELP = "figure name, row,col (q,r on hex maps) or tile (C4)."
DEFAULT_RULES = {"square": "corner", "hex": "hexray"}
_TILES = {"square": "squares", "hex": "hexes"}


class OptionGroup:
    """A dataclass whose fields have the names of parsed options."""

    @classmethod
    def from_args(cls, args: Namespace) -> Self:
        names = [field.name for field in fields(cls)]  # type: ignore[arg-type]  # subclasses are
        return cls(**{name: getattr(args, name) for name in names})


@dataclass(frozen=True, slots=True)
class MapOptions(OptionGroup):
    """Options that name a map and say how to read it."""

    map_file: str | None
    snap: bool
    level: str | None
    blocking: list[str]
    grid: str | None
    flat: bool

    @staticmethod
    def add(parser: Parser, *, is_required: bool = True, text: str = MAP_HELP) -> None:
        nargs = None if is_required else "?"
        parser.places.add_argument("map_file", metavar="MAP", nargs=nargs, help=text)
        rare = parser.rare.add_argument
        rare("--snap", action="store_true", help="Move walls that lie almost on the grid onto it.")
        rare("--level", metavar="LEVEL", help="Level of a file with several: name or number.")
        rare("--flat", action="store_true", help="Ignore heights: read one level only.")
        rare(
            "--blocking",
            metavar="LAYER",
            action="append",
            default=[],
            help="Layer, property or value that blocks sight. Repeatable.",
        )
        rare(
            "--grid",
            metavar="GRID",
            help="Grid of a picture: 30x40 tiles, 70 pixels, or 70+12+8.",
        )

    def load(self) -> Loaded:
        if self.map_file is None:
            raise InvalidValueError("missing argument: MAP")
        options = Options(self.snap, self.level, tuple(self.blocking), self.grid, flat=self.flat)
        return open_map(self.map_file, options)


class Chosen(NamedTuple):
    """A rule, and a phrase that tells why it was chosen."""

    rule: Rule
    words: str


@dataclass(frozen=True, slots=True)
class RuleOptions(OptionGroup):
    """Options that choose a rule and its settings."""

    rule: str | None
    ties: str | None
    closed_ends: bool
    settings: list[str]
    """Settings in the form closed_ends=yes."""
    pack: str | None
    """The file of the user's own game."""

    @staticmethod
    def add(parser: Parser) -> None:
        parser.common.add_argument(
            "--rule", metavar="NAME", help="Rule or game, such as dnd5e; see `sightline rules`."
        )
        parser.common.add_argument(
            "--ties", metavar="HOW", help="How to treat a line that only touches a blocker."
        )
        add_pack(parser.rare)
        parser.rare.add_argument(
            "--set",
            dest="settings",
            metavar="NAME=VALUE",
            action="append",
            default=[],
            help="Setting of the rule, such as large=middle. Repeatable.",
        )
        parser.rare.add_argument(
            "--closed-ends",
            action="store_true",
            help="Corner rule: count touches at the line's own ends.",
        )
        parser.completers |= {"rule": rule_names, "ties": _ties, "settings": _settings}

    def choose(self, loaded: Loaded) -> Chosen:
        """Return the requested rule, else the map's own, else the default for its grid."""
        return self.choose_for(loaded.board.grid.name, loaded.rule)

    def choose_for(self, grid: str, own: Mapping[str, Any] | None) -> Chosen:
        """Return the requested rule, else `own` (the map's rule as plain data),
        else the default for the grid.
        """
        if self.pack is not None:
            if self.rule is not None:
                raise InvalidValueError(
                    f"--rule and --pack: expected one of them, got {in_short(self.rule)} and"
                    f" {in_short(self.pack)}"
                )
            rule: Rule = own_game(self.pack)
            words = f"{rule.title}, from {in_short(self.pack)}"
        elif self.rule is not None:
            rule, words = rule_named(self.rule), f"{self.rule}, as asked"
        elif own is not None:
            rule, words = rule_from_dict(own), "the map's own rule"
        else:
            name = DEFAULT_RULES[grid]
            rule, words = RULES[name], f"{name}, the usual one on {_TILES[grid]}"
        return Chosen(with_settings(rule, read_settings(rule, self._all_settings())), words)

    def _all_settings(self) -> list[str]:
        ties = [] if self.ties is None else [f"ties={self.ties}"]
        return [*self.settings, *ties, *(["closed_ends=yes"] if self.closed_ends else [])]


@dataclass(frozen=True, slots=True)
class ReachOptions(OptionGroup):
    """Options for the radius and its metric."""

    radius: int | float | None
    metric: MetricName

    @staticmethod
    def add(parser: Parser) -> None:
        parser.common.add_argument(
            "--radius", metavar="R", type=number, help="Look no farther than this many tiles."
        )
        add_metric(parser)


# --- single options


def add_metric(parser: Parser) -> None:
    parser.rare.add_argument(
        "--metric",
        metavar="METRIC",
        default="euclid",
        help="Distance on squares: euclid, chebyshev, manhattan, steps.",
    )
    parser.completers["metric"] = _metrics


def add_pack(group: ArgumentGroup) -> None:
    group.add_argument(
        "--pack", metavar="FILE", help="Your own game instead of a rule: a pack (TOML)."
    )


def add_packs(parser: Parser, text: str) -> None:
    parser.common.add_argument(
        "--pack", dest="packs", metavar="FILE", action="append", default=[], help=text
    )


def add_source_and_target(parser: Parser) -> None:
    parser.places.add_argument("source", metavar="FROM", help=f"Viewer: {PLACE_HELP}")
    text = "Target. Both also at a height or floor: C4@2, C4@gallery."
    parser.places.add_argument("target", metavar="TO", help=text)
    parser.completers |= {"source": figure_names, "target": figure_names}


def add_viewers(parser: Parser, text: str, *, is_required: bool = True) -> None:
    nargs = "+" if is_required else "*"
    parser.places.add_argument("viewers", metavar="FROM", nargs=nargs, help=text)
    parser.completers["viewers"] = figure_names


def add_by(parser: Parser) -> None:
    parser.rare.add_argument(
        "--by",
        metavar="WHAT",
        default="sight",
        choices=PURPOSES,
        help="What the line is for: sight, effect (shots and spells) or light.",
    )
    parser.completers["by"] = _purposes


def add_floor(parser: Parser) -> None:
    parser.rare.add_argument(
        "--floor", metavar="NAME", help="Floor to look at. Default: the one that the viewer is on."
    )
    parser.completers["floor"] = _floors


def add_rulings(parser: Parser) -> None:
    parser.rare.add_argument(
        "--rulings", metavar="FILE", help="File with a game master's rulings to apply."
    )


def add_json(parser: Parser) -> None:
    parser.common.add_argument(
        "--json", dest="as_json", action="store_true", help="Print JSON instead."
    )


# --- completion


def rule_names(args: Namespace) -> list[str]:
    return list(RULES)


def _purposes(args: Namespace) -> list[str]:
    return list(PURPOSES)


def figure_names(args: Namespace) -> list[str]:
    try:
        return [figure.name for figure in load(args.map_file).figures()]
    except (SightlineError, OSError, AttributeError):
        return []


def _floors(args: Namespace) -> list[str]:
    try:
        return [floor.name for floor in load(args.map_file).floors()]
    except (SightlineError, OSError, AttributeError):
        return []


def _ties(args: Namespace) -> list[str]:
    return list(dict.fromkeys(ties for kind in KINDS.values() for ties in kind.tie_choices()))


def _settings(args: Namespace) -> list[str]:
    return list(dict.fromkeys(f"{name}=" for kind in KINDS.values() for name in kind.settings()))


def _metrics(args: Namespace) -> list[str]:
    from sightline.model.reach import METRICS

    return list(METRICS)
