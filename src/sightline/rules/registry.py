"""The rules by name, and the one place that reads rules from files and command lines.

RULES["quest"], RULES["dnd5e"]                               the geometric rules, and those of games
rule_from_dict({"rule": "corner", "ties": "permissive"})     what files hold; a name will do too
with_settings(rule, {"closed_ends": True})                   the same rule, set otherwise
read_settings(rule, ["closed_ends=yes"])                     what a command line says of it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from sightline.errors import InvalidTypeError, InvalidValueError, UnknownNameError
from sightline.model.names import did_you_mean
from sightline.model.numbers import shown
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRay
from sightline.rules.rule import Rule

GameName: TypeAlias = Literal[
    "battletech",
    "dcss",
    "descent1",
    "descent2",
    "dnd35",
    "dnd35-melee",
    "dnd4e",
    "dnd4e-melee",
    "dnd5e",
    "dnd5e-inset",
    "frosthaven",
    "gloomhaven",
    "heroquest",
    "imperial-assault",
    "jaws-of-the-lion",
    "memoir44",
    "pathfinder2e",
    "space-hulk",
    "star-wars-miniatures",
    "symmetric-shadowcasting",
    "tide-of-iron",
]
"""The packs that come with the package. Who lists the names reads none of their files."""
NamedRule: TypeAlias = Literal[
    "one-card-dungeon", "quest", "hex", GameName, "corner", "center", "hexray"
]
"""The names that questions take for a rule: those of `RULES`, and the kinds as they usually are."""
RuleOrName: TypeAlias = Rule | NamedRule
"""What every question takes for its rule. Type checkers know the names above, so that they find a
slip in one; a name that a program has registered itself is asked for as `RULES[name]`."""


GEOMETRIC: Mapping[str, Rule] = MappingProxyType(
    {
        "one-card-dungeon": CornerRule(),
        "quest": CenterRule(),
        "hex": HexRay(),
    }
)
"""The rules that are geometry alone, and know no cover by degrees."""
GAMES: tuple[GameName, ...] = get_args(GameName)
PACK = "pack"
"""The kind of rule that a pack makes: `PackRule.kind`."""


def _no_rule(name: object, known: Iterable[str]) -> UnknownNameError:
    names = list(known)
    return UnknownNameError(
        f"no rule is called {shown(name)}{did_you_mean(name, names)}\n  rules: {', '.join(names)}"
    )


class _Rules(Mapping[str, Rule]):
    """What `RULES` is: no program changes it for another, and a pickle of it is its name.

    The rule of a game is made, and its file read, when it is first asked for.
    """

    def __init__(self) -> None:
        self._games: dict[str, Rule] = {}

    def __getitem__(self, name: str) -> Rule:
        if name in GEOMETRIC:
            return GEOMETRIC[name]
        if name not in self._games:
            if name not in GAMES:
                raise _no_rule(name, self)
            from sightline.rules.pack import PackRule

            self._games[name] = PackRule(name)
        return self._games[name]

    def __contains__(self, name: object) -> bool:
        return name in GEOMETRIC or name in GAMES

    def __iter__(self) -> Iterator[str]:
        yield from GEOMETRIC
        yield from GAMES

    def __len__(self) -> int:
        return len(GEOMETRIC) + len(GAMES)

    def __repr__(self) -> str:
        shown_rules = [f"{name!r}: {rule!r}" for name, rule in GEOMETRIC.items()]
        shown_rules += [f"{name!r}: PackRule({name!r})" for name in GAMES]
        return f"{{{', '.join(shown_rules)}}}"

    def __reduce__(self) -> str:
        return "RULES"


RULES: Mapping[str, Rule] = _Rules()

KINDS: dict[str, type[Rule]] = {rule.kind: rule for rule in (CornerRule, CenterRule, HexRay)}


def rule_named(name: str) -> Rule:
    """The rule of that name, or of that kind as it usually is: what questions and commands take."""
    if name in RULES:
        return RULES[name]
    if name not in KINDS:
        raise _no_rule(name, (*RULES, *KINDS))
    return _usual(KINDS[name])


def _usual(kind: type[Rule]) -> Rule:
    """A rule with nothing set: one for all, since each remembers its kernel."""
    if kind not in _USUAL:
        _USUAL[kind] = kind()
    return _USUAL[kind]


_USUAL: dict[type[Rule], Rule] = {}


def rule_from_dict(data: Any) -> Rule:
    """The rule that `rule.to_dict()` wrote; a registered name alone will do too.

    A name or a setting that is unknown is an `UnknownNameError`, a value that a setting does not
    take an `InvalidValueError`, anything else an `InvalidTypeError`.

    >>> from sightline import CornerRule, rule_from_dict
    >>> rule_from_dict({"rule": "corner", "ties": "permissive"}) == CornerRule("permissive")
    True
    >>> rule_from_dict("quest").to_dict()
    {'rule': 'center', 'ties': 'strict', 'large': 'tiles'}
    >>> rule_from_dict("dnd5e").to_dict()
    {'rule': 'pack', 'pack': 'dnd5e'}
    """
    if isinstance(data, str):
        return rule_named(data)
    if not isinstance(data, Mapping):
        raise InvalidTypeError(f"rule: expected a name or a table of settings, got {shown(data)}")
    settings = {name: value for name, value in data.items() if name != "rule"}
    kind = data.get("rule")
    if isinstance(kind, str) and kind in RULES:
        return with_settings(RULES[kind], settings)
    if kind == PACK:
        from sightline.rules.pack import PackRule

        return PackRule.from_settings(settings)
    if not isinstance(kind, str) or kind not in KINDS:
        raise _no_rule(kind, (*RULES, *KINDS))
    return KINDS[kind].from_settings(settings)


def with_settings(rule: Rule, settings: Mapping[str, Any]) -> Rule:
    """The rule with these settings; the others stay as they are."""
    plain = {**rule.to_dict(), **settings}
    del plain["rule"]
    return type(rule).from_settings(plain)


def read_settings(rule: Rule, words: Iterable[str]) -> dict[str, Any]:
    """The settings in words such as closed_ends=yes, as that rule understands them."""
    known = rule.settings()
    found = {}
    for word in words:
        name, has_value, value = word.partition("=")
        if not has_value:
            raise InvalidValueError(f"setting: expected name=value, got {shown(word)}")
        name = name.strip()
        # What it does not know is for the rule to refuse, as it is when a file says it.
        found[name] = known[name].read(value.strip()) if name in known else value
    return found
