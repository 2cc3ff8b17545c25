"""The interface of every rule, and the verdicts of ties.

A rule is a frozen value: hashable, printable, equal to another with the same settings, and
convertible to and from plain data. It describes itself and its settings in words, and answers two
questions about two places on a board:

    sees(board, source, target)    yes or no, as soon as it is certain
    trace(board, source, target)   a Sight: the answer with its proof

`trace(...).visible` always equals `sees(...)`.

A rule also declares its abilities, which decisions it leaves to the game master, its costs and its
kernels. No other code depends on the class of a rule. The defaults are safe for any rule that
defines `trace`; overriding them makes a rule faster or its description better.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from sightline.answers.sight import Cover, Sight, Verdict
from sightline.answers.ties import TIES, TouchingTies
from sightline.errors import UnknownNameError
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.names import not_one_of
from sightline.model.place import Place
from sightline.model.threshold import Purpose
from sightline.rules.settings import Choice, Setting, keep_descriptions, settings_of
from sightline.texts import join, say, word

if TYPE_CHECKING:
    from sightline.packs.schema import Pack

GEOMETRIC_TIES = {name: tie.verdicts for name, tie in TIES.items()}
"""For each of the ties, the verdicts for the contacts CLEAR, CORNER, EDGE and BLOCKED."""

OF_A_PROOF = ("sees", "cover", "mutual", "lenient", "minds_figures", "stays_between", "checker")
"""Attributes that make promises about the `trace` of the class that sets them."""
OF_LINES = ("mutual", "minds_figures", "stays_between", "checker")
"""Attributes that make promises about the `lines` and `judge` of a class of straight lines."""
ADJUDICATED = "adjudicated"
"""The ties that leave close calls to the game master."""
MAX_CHECKED = 1024
_CHECKED: dict[tuple[Any, ...], Rule] = {}
"""Rules that passed their checks, by kind, settings and the types of these. A setting may be any
number, so the size is limited.
"""


READ_LINE = 300
"""How many microseconds the Python code takes to judge one line."""
READ_WALLS = 16
"""For each batch of this many free walls near a line, the time to judge it
increases by `READ_LINE`.
"""


class Costs(NamedTuple):
    """Microseconds per answer, measured on one core.

    The table uses them to limit what it accepts.
    """

    pair: int
    """The cost of one pair, without its proof."""
    tile: int
    """The cost of each tile of a field. 0 if it is less than a tenth of a microsecond."""


def verdict_of(contact: Contact, ties: TouchingTies) -> Verdict:
    """Return the verdict on a contact under these ties."""
    return GEOMETRIC_TIES[ties][contact]


class Rule:
    """The base class of all rules.

    Subclasses are frozen dataclasses. Their fields are the settings, each described where it is
    declared (see `rules.settings`).
    """

    kind: ClassVar[str]
    """The name of this kind of rule in plain data."""
    label: ClassVar[str] = "Rule"
    """The name of the rule for users."""
    title: ClassVar[str] = "By a custom rule"
    """How the rule works, in a few words for a menu."""
    summary: ClassVar[str] = ""
    """When a figure sees another by this rule, in a sentence or two for players."""
    grids: ClassVar[tuple[str, ...]] = ("square", "hex")
    """The grids that the rule supports."""
    kernel_code: int | None = None
    """The rule and its settings as a number for kernels. `engine.native` computes it on first use
    and caches it here; None means not yet.
    """

    kernels: ClassVar[str] = ""
    """The family of kernels for exactly this class: "lines", "rays" or "packs".
    Subclasses do not inherit it.
    """
    has_contact: ClassVar[bool] = True
    """Whether the rule's answers can have a contact."""
    soft_cover: ClassVar[bool] = False
    """Whether the rule adds up soft cover (see `cover`)."""
    minds_figures: ClassVar[bool] = True
    """Whether the answer depends on the name, kind, side or size of figures, not
    only on their tiles.
    """
    stays_between: ClassVar[bool] = False
    """Whether an answer depends only on what is in the convex hull of both ends."""
    targeting: ClassVar[Purpose] = "sight"
    """The purpose for which a line must be free to target a figure and to count cover."""
    takes_heights: ClassVar[bool] = False
    """Whether the rule's lines have heights if the board or a place has some."""
    checker: ClassVar[Any] = None
    """How `check` verifies the rule's answers without its code: `CheckedLines`, or a function that
    yields the problems of an answer on a board (`answers.check.Checker`).
    """

    def __init_subclass__(cls) -> None:
        keep_descriptions(cls)
        if "kernels" not in cls.__dict__:
            cls.kernels = ""
        # A subclass with its own proof must not inherit promises about the proof of its parent.
        parent = next(each for each in cls.__mro__[1:] if issubclass(each, Rule))

        def differs(name: str) -> bool:
            return getattr(cls, name, None) is not getattr(parent, name, None)

        promised: tuple[str, ...] = OF_A_PROOF if differs("trace") else ()
        if not promised and (differs("lines") or differs("judge")):
            promised = OF_LINES
        for name in promised:
            if not differs(name):
                setattr(cls, name, vars(Rule)[name])

    def __post_init__(self) -> None:
        # A rule is often created in the call that uses it, so checked settings are cached. The
        # key includes their types: 1 and True are equal, but not both valid.
        given = tuple(self.__dict__.values())
        try:
            twin = _CHECKED.get((type(self), given, *map(type, given)))
        except TypeError:
            twin = None  # a setting that cannot be hashed; `_check` reports it
        if twin is None:
            self._check()
        elif twin.kernel_code is not None:
            object.__setattr__(self, "kernel_code", twin.kernel_code)

    def _check(self) -> None:
        """Normalize every setting, or raise if one is invalid."""
        for name, setting in self.settings().items():
            object.__setattr__(self, name, setting.checked(getattr(self, name)))
        if len(_CHECKED) >= MAX_CHECKED:
            _CHECKED.clear()
        kept = tuple(self.__dict__.values())
        with suppress(TypeError):
            _CHECKED[(type(self), kept, *map(type, kept))] = self

    @property
    def mutual(self) -> bool:
        """Whether sight is always mutual. False unless a rule overrides it."""
        return False

    def sees(self, board: Board, source: Place, target: Place) -> bool:
        """Return whether the source sees the target, as fast as possible.

        `sightline.sees` calls it.
        """
        return self.trace(board, source, target).visible

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        """Return the answer for two places with its proof. `sightline.trace` calls it."""
        raise NotImplementedError

    def cover(self, board: Board, source: Place, target: Place) -> Cover:
        """Return the soft cover between two places, as in `trace`, without the proof."""
        return self.trace(board, source, target).cover or Cover(0.0, 0.0)

    # --- abilities

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict for each contact, CLEAR first; () if the verdict does not
        depend on the contact.
        """
        return ()

    @property
    def degrees(self) -> tuple[str, ...]:
        """The degrees of cover that the rule distinguishes, from none to total; () if
        it has none.
        """
        return ()

    @property
    def tells_cover(self) -> bool:
        """Whether the rule has degrees of cover between none and total."""
        return len(self.degrees) > 2

    def effect_of(self, degree: str) -> str:
        """Return the effect of a degree of cover in the game; "" for rules without cover."""
        return ""

    @property
    def looks_from_middle(self) -> bool:
        """Whether the rule judges a large figure by its middle."""
        return False

    @property
    def sums_tiles(self) -> bool:
        """Whether a large figure sees exactly what any of its tiles sees."""
        return not self.looks_from_middle

    @property
    def creatures_block(self) -> bool:
        """Whether creatures can block sight.

        If not, a move changes only the field of the figure that moves.
        """
        return True

    # --- open decisions

    @property
    def leaves_open(self) -> bool:
        """Whether the rule may find a pair ambiguous.

        True for rules without ties unless overridden.
        """
        return getattr(self, "ties", ADJUDICATED) == ADJUDICATED

    def lenient(self) -> Rule | None:
        """Return a rule that sees every pair that this one sees or finds ambiguous.

        None if `leaves_open` is False, or if only `trace` can tell.
        """
        return None

    def adjudicated(self) -> Rule:
        """Return the same rule with ties that leave every close call to the game
        master, if it supports them.
        """
        return self.with_ties(ADJUDICATED) if ADJUDICATED in self.tie_choices() else self

    def with_ties(self, ties: str) -> Rule:
        """Return the same rule with these ties; unchanged if `ties` is ""."""
        return self.from_settings({**self._settings_now(), "ties": ties}) if ties else self

    def with_open_rim(self) -> Rule:
        """Return the same rule for a map whose border is unknown, so that nothing
        beyond it blocks.
        """
        return self

    # --- costs

    def lines_between(self, board: Board, ours: int, theirs: int) -> int:
        """Return the number of lines that the rule tries between figures that cover `ours` and
        `theirs` tiles.
        """
        return ours * theirs

    def costs(self, board: Board, ours: int, theirs: int, *, compiled: bool) -> Costs:
        """Return the cost of answers between figures that cover `ours` and `theirs` tiles.

        `compiled` says whether kernels are available. The core rules always report the cost with
        kernels, because the table needs an estimate in any case.
        """
        walls = READ_WALLS + board.wall_count
        a_line = READ_LINE * walls // READ_WALLS
        pair, tile = (self.lines_between(board, ours, each) for each in (theirs, 1))
        return Costs(a_line * pair, a_line * tile)

    def quick_kind(self, grid: str) -> str:
        """Return the kind of the most similar geometric rule for a grid."""
        return "hexray" if grid == "hex" else "center"

    # --- description

    @property
    def game(self) -> Pack | None:
        """The pack with the game's source, texts and terrain; None for plain geometry."""
        return None

    @property
    def blocks(self) -> tuple[str, ...]:
        """The things that block sight, each in a word or two. They also block light."""
        return ("rock", "walls", "closed doors", "creatures", "tall furniture")

    @property
    def gives_cover(self) -> tuple[str, ...]:
        """The things that give cover without blocking sight."""
        return ()

    def blocks_in_words(self) -> str:
        """Return one sentence about what blocks sight and one about what gives cover."""
        blocks = join([word(each) for each in self.blocks]) or say("nothing")
        words = say("Blocks sight and light: {things}.", things=blocks)
        if not self.gives_cover:
            return words
        return words + say(
            " Gives cover: {things}.", things=join([word(each) for each in self.gives_cover])
        )

    @property
    def menu_kind(self) -> str:
        """The identifier of the rule in menus."""
        return self.kind

    def for_menu(self) -> dict[str, Any]:
        """Return the rule as data for menus: its identifier and every setting."""
        return {**self.to_dict(), "rule": self.menu_kind}

    def in_short(self) -> str:
        """Return one phrase for players: the rule, its unusual settings and its ties."""
        ties = getattr(self, "ties", "")
        choices = self.tie_choices()
        settled = []
        if ties in choices:
            settled = [say("{what} ({ties})", what=word(choices[ties].phrase), ties=ties)]
        return join([word(self.title), *map(word, self.unusual()), *settled])

    def facts(self, board: Board, source: Place, target: Place) -> dict[str, Any]:
        """Return the fields of a Sight that are the same for every board."""
        return {
            "scale": self.degrees,
            "source": source,
            "target": target,
            "rule": self.to_dict(),
            "orientation": getattr(board, "orientation", "pointy"),
        }

    @classmethod
    def settings(cls) -> Mapping[str, Setting]:
        """Return the rule's settings by name."""
        return settings_of(cls)

    @classmethod
    def tie_choices(cls) -> Mapping[str, Choice]:
        """Return the ties that the rule supports, the default first; empty if it has none."""
        ties = cls.settings().get("ties")
        if ties is None:
            return {}
        usual = str(ties.usual)
        return {usual: ties.choices[usual], **ties.choices}

    def unusual(self) -> list[str]:
        """Return a few words for each setting that differs from its default, except the ties."""
        return [
            setting.phrase(getattr(self, name))
            for name, setting in self.settings().items()
            if name != "ties" and getattr(self, name) != setting.usual
        ]

    def in_words(self) -> str:
        """Return the rule and all its settings in one line."""
        said = [
            f"ties {getattr(self, name)}" if name == "ties" else setting.phrase(getattr(self, name))
            for name, setting in self.settings().items()
        ]
        return " · ".join([self.label, *filter(None, said)])

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as plain data: its kind and every setting."""
        return {"rule": self.kind, **self._settings_now()}

    def _settings_now(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _field_names(type(self))}

    def __getstate__(self) -> dict[str, Any]:
        """Leave the kernel code out of copies and pickles, because it may differ
        in another version.
        """
        return {name: value for name, value in self.__dict__.items() if name != "kernel_code"}

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """Return the rule with these settings; the rest take their defaults."""
        known = _field_names(cls)
        for name in settings:
            if name not in known:
                raise UnknownNameError(not_one_of(f"setting of rule {cls.kind!r}", known, name))
        return cls(**settings)


def _field_names(rule: type[Rule]) -> list[str]:
    return [each.name for each in fields(rule)]  # type: ignore[arg-type]  # rules are dataclasses
