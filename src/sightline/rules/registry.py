"""The rules by name, and functions that read rules from files and command lines.

RULES["center"], RULES["dnd5e"]                              a geometric rule, and that of a game
rule_from_dict({"rule": "corner", "ties": "permissive"})     from the data of a file, or a name
register_rule("parallel", ParallelRule())                    adds your own rule
with_settings(rule, {"closed_ends": True})                   the same rule with another setting
read_settings(rule, ["closed_ends=yes"])                     settings from a command line

Installed packages may add rules (see `rules.plugins`). They are imported when a name is unknown or
when all rules are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from threading import Event, local
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from sightline.deprecated import warn
from sightline.errors import InvalidTypeError, InvalidValueError, UnknownNameError
from sightline.model.names import did_you_mean
from sightline.model.numbers import short_repr
from sightline.rules.center import CenterRule
from sightline.rules.corner import CornerRule
from sightline.rules.hexray import HexRayRule
from sightline.rules.rule import Rule
from sightline.texts import say

GameName: TypeAlias = Literal[
    "arcadia-quest",
    "battletech",
    "dcss",
    "descent1",
    "descent2",
    "dnd2024",
    "dnd35",
    "dnd35-melee",
    "dnd4e",
    "dnd4e-melee",
    "dnd5e",
    "dnd5e-inset",
    "doom",
    "dungeon-saga",
    "frosthaven",
    "gloomhaven",
    "heroquest",
    "imperial-assault",
    "jaws-of-the-lion",
    "lancer",
    "memoir44",
    "pathfinder2e",
    "space-hulk",
    "star-wars-miniatures",
    "super-dungeon-explore",
    "symmetric-shadowcasting",
    "tide-of-iron",
    "zombicide",
]
"""The names of the built-in packs. Listing them reads no files."""
NamedRule: TypeAlias = Literal["corner", "center", "hexray", GameName]
"""The names of rules that questions accept: those of `RULES`."""
RuleOrName: TypeAlias = Rule | NamedRule
"""The rule argument of every question. Type checkers know the names above and report typos. For a
rule that your program registered, pass `RULES[name]`.
"""


T = TypeVar("T")
_BY_NAME: dict[str, Rule] = {
    "corner": CornerRule(),
    "center": CenterRule(),
    "hexray": HexRayRule(),
}
_READ_GAMES: dict[str, Rule] = {}
"""The rules of games whose files have been read."""
_BY_KIND: dict[str, type[Rule]] = {kind: type(rule) for kind, rule in _BY_NAME.items()}


class _WithPlugins(Mapping[str, T]):
    """A view of a registry that loads plugins if a key is missing or all keys are listed."""

    def __init__(self, entries: Mapping[str, T]) -> None:
        self._entries = entries

    def __getitem__(self, key: str) -> T:
        if key not in self._entries:
            _load_plugins()
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        _load_plugins()
        return iter([*self._entries])  # another thread may register a rule meanwhile

    def __len__(self) -> int:
        _load_plugins()
        return len(self._entries)


GEOMETRIC: Mapping[str, Rule] = _WithPlugins(_BY_NAME)
"""All rules except the built-in packs: geometric rules, and those registered later."""
KINDS: Mapping[str, type[Rule]] = _WithPlugins(_BY_KIND)
"""The classes of all rules except packs, by kind."""
OLD_NAMES: Mapping[str, str] = MappingProxyType(
    {"one-card-dungeon": "corner", "quest": "center", "hex": "hexray"}
)
"""The names of the geometric rules before 0.3, which older files contain."""
GAMES: tuple[GameName, ...] = get_args(GameName)
PACK = "pack"
"""The kind of rule for games: `PackRule.kind`."""


def _no_rule(name: object, known: Iterable[str]) -> UnknownNameError:
    names = list(known)
    return UnknownNameError(
        say(
            "no rule is called {got}{perhaps}\n  rules: {names}",
            got=short_repr(name),
            perhaps=did_you_mean(name, names),
            names=", ".join(names),
        )
    )


class _Rules(Mapping[str, Rule]):
    """The type of `RULES`: read-only, and pickled by name.

    The rule of a game is created, and its file read, on first use.
    """

    def __getitem__(self, name: str) -> Rule:
        if name in _BY_NAME:
            return _BY_NAME[name]
        if name in OLD_NAMES:
            warn(f"the rule name {name!r}", repr(OLD_NAMES[name]))
            return _BY_NAME[OLD_NAMES[name]]
        if name in _READ_GAMES:
            return _READ_GAMES[name]
        if name in GAMES:
            from sightline.rules.pack import PackRule

            _READ_GAMES[name] = PackRule(name)
            return _READ_GAMES[name]
        if name not in GEOMETRIC:
            raise _no_rule(name, self)
        return GEOMETRIC[name]

    def __contains__(self, name: object) -> bool:
        return name in GAMES or name in OLD_NAMES or name in GEOMETRIC

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


def register_rule(name: str, rule: Rule) -> None:
    """Register a rule under a name for questions, files, the command line, the table and the
    playground.

    Its class is registered under its `kind`, and its `checker` for `check`. A name or kind that
    another rule has raises `InvalidValueError`.

    >>> from sightline import CornerRule, RULES, register_rule
    >>> register_rule("easy", CornerRule("permissive"))
    >>> RULES["easy"].ties
    'permissive'
    """
    if not isinstance(rule, Rule):
        raise InvalidTypeError(
            f"rule: expected a rule such as CornerRule(), got {short_repr(rule)}"
        )
    own, kind = type(rule), type(rule).kind
    taken = name in (*GAMES, *OLD_NAMES) or _BY_KIND.get(name, own) is not own
    if taken or _BY_NAME.get(name, rule) != rule:
        raise InvalidValueError(
            f"name: expected a name that no other rule has, got {short_repr(name)}"
        )
    reserved = kind in (*GAMES, *OLD_NAMES) or (kind == PACK and rule.game is None)
    others = (_BY_KIND.get(kind, own), type(_BY_NAME.get(kind, rule)))
    if reserved or any(each is not own for each in others):
        raise InvalidValueError(
            f"kind: expected a kind that no other rule has, got {short_repr(kind)}"
        )
    if own.checker is not None:
        from sightline.answers.check import CHECKERS

        CHECKERS[kind] = own.checker
    _BY_NAME[name] = rule
    if rule.game is None:
        _BY_KIND[kind] = own


class _PluginState(local):
    """Whether this thread is loading the plugins.

    This is not a lock, because two threads that import each other's modules would deadlock. If two
    threads load the plugins at once, the second finds everything registered.
    """

    is_loading = False


_THREAD = _PluginState()
_DONE = Event()


def _load_plugins() -> None:
    if _DONE.is_set() or _THREAD.is_loading:
        return
    _THREAD.is_loading = True  # a plugin may look up a rule while it is imported
    try:
        from sightline.rules.plugins import register_installed

        register_installed(register_rule)
    finally:
        _THREAD.is_loading = False
        _DONE.set()


def rule_named(name: str) -> Rule:
    """Return the rule with that name, or the rule of that kind with its default settings."""
    known = _BY_NAME.get(name, _READ_GAMES.get(name))
    if known is not None:
        return known
    if name in RULES:
        return RULES[name]
    if name not in KINDS:
        raise _no_rule(name, (*RULES, *(kind for kind in KINDS if kind not in RULES)))
    return _usual(KINDS[name])


def rules_to_read() -> tuple[dict[str, Rule], dict[str, Rule]]:
    """Return the registry's own dicts: rules that need no file, and games already loaded.

    Do not change them.
    """
    return _BY_NAME, _READ_GAMES


def name_of(rule: Rule) -> str | None:
    """Return the name of exactly this rule in `RULES`, or None."""
    pack = rule.to_dict().get("pack")
    if isinstance(pack, str) and pack in GAMES:
        return pack
    return next((name for name in GEOMETRIC if _BY_NAME[name] == rule), None)


def _usual(kind: type[Rule]) -> Rule:
    """Return the rule of a kind with default settings.

    It is shared, because rules cache their kernel code.
    """
    if kind not in _USUAL:
        _USUAL[kind] = kind()
    return _USUAL[kind]


_USUAL: dict[type[Rule], Rule] = {}


def rule_from_dict(data: Any) -> Rule:
    """Return the rule from data that `rule.to_dict()` wrote. A registered name works too.

    An unknown name or setting raises `UnknownNameError`, an invalid value `InvalidValueError`, and
    data of another type `InvalidTypeError`.

    >>> from sightline import CornerRule, rule_from_dict
    >>> rule_from_dict({"rule": "corner", "ties": "permissive"}) == CornerRule("permissive")
    True
    >>> rule_from_dict("center").to_dict()
    {'rule': 'center', 'ties': 'strict', 'large': 'tiles'}
    >>> rule_from_dict("dnd5e").to_dict()
    {'rule': 'pack', 'pack': 'dnd5e'}
    """
    if isinstance(data, str):
        return rule_named(OLD_NAMES.get(data, data))
    if not isinstance(data, Mapping):
        raise InvalidTypeError(
            f"rule: expected a name or a table of settings, got {short_repr(data)}"
        )
    settings = {name: value for name, value in data.items() if name != "rule"}
    kind = data.get("rule")
    if isinstance(kind, str):
        kind = OLD_NAMES.get(kind, kind)
        if kind in RULES:
            return with_settings(RULES[kind], settings)
    if kind == PACK:
        from sightline.rules.pack import PackRule

        return PackRule.from_settings(settings)
    if not isinstance(kind, str) or kind not in KINDS:
        raise _no_rule(kind, (*RULES, *(kind for kind in KINDS if kind not in RULES)))
    return KINDS[kind].from_settings(settings)


def with_settings(rule: Rule, settings: Mapping[str, Any]) -> Rule:
    """Return the rule with these settings changed."""
    plain = {**rule.to_dict(), **settings}
    del plain["rule"]
    return type(rule).from_settings(plain)


def read_settings(rule: Rule, words: Iterable[str]) -> dict[str, Any]:
    """Return the settings given as words such as closed_ends=yes, with values of the
    right types.
    """
    known = rule.settings()
    found = {}
    for word in words:
        name, has_value, value = word.partition("=")
        if not has_value:
            raise InvalidValueError(f"setting: expected name=value, got {short_repr(word)}")
        name = name.strip()
        # The rule rejects unknown settings, as it does for files.
        found[name] = known[name].read(value.strip()) if name in known else value
    return found
