"""`rules`: what there is to choose from, by geometry and by game, and one of them in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sightline.apps.cli.asking import own_game
from sightline.apps.cli.plain import dump
from sightline.apps.cli.screen import say, say_wrapped, table
from sightline.errors import InvalidValueError
from sightline.packs import PACKS, Pack
from sightline.packs.reading import to_data
from sightline.packs.words import (
    blocker_words,
    count_words,
    cover_words,
    grid_words,
    kind_words,
    question_words,
    way_words,
)
from sightline.rules.pack import PackRule
from sightline.rules.registry import GEOMETRIC, RULES, rule_named
from sightline.rules.rule import Rule
from sightline.rules.settings import Setting, SettingValue

OTHER_GAMES = "Other games"


def rules(name: str | None = None, pack: str | None = None, *, as_json: bool = False) -> int:
    """All rules in short, or one in full."""
    if name is not None and pack is not None:
        raise InvalidValueError(f"expected the name of a rule or --pack, got {name} and {pack}")
    if pack is not None or name is not None:
        chosen = own_game(pack) if pack is not None else rule_named(str(name))
        if as_json:
            say(dump(_plain(chosen)))
        elif isinstance(chosen, PackRule):
            _say_pack(chosen.pack)
        else:
            _say_rule(str(name), chosen)
        return 0
    if as_json:
        say(dump({each: rule.to_dict() for each, rule in RULES.items()}))
        return 0
    _say_geometric()
    _say_games()
    return 0


def by_family(packs: Mapping[str, Pack]) -> dict[str, list[Pack]]:
    """The packs under the kinds of games that they belong with."""
    families: dict[str, list[Pack]] = {}
    for pack in packs.values():
        families.setdefault(pack.family or OTHER_GAMES, []).append(pack)
    return dict(sorted(families.items(), key=lambda each: (each[0] == OTHER_GAMES, each[0])))


def _plain(rule: Rule) -> dict[str, Any]:
    if isinstance(rule, PackRule):
        return {"rule": rule.kind, "pack": to_data(rule.pack)}
    return rule.to_dict()


# --- all in short


def _say_geometric() -> None:
    rows = [
        (name, " and ".join(rule.grids), rule.title, ", ".join(rule.tie_choices()))
        for name, rule in GEOMETRIC.items()
    ]
    table(("rule", "tiles", "looks", "ties (first: usual)"), rows)
    for name, rule in GEOMETRIC.items():
        say()
        _say_rule(name, rule)


def _say_games() -> None:
    width = max(map(len, PACKS))
    say()
    say_wrapped(
        "By the rules of games: the name, what each knows of cover, and where that is written.", ""
    )
    for family, packs in by_family(PACKS).items():
        say(f"\n{family}")
        for pack in packs:
            words = f"{pack.title} ({grid_words(pack)}): {cover_words(pack)}. {pack.source}"
            say_wrapped(f"  {pack.name:{width}}  {words}", " " * (width + 4))
    say()
    say_wrapped(
        "`sightline rules NAME` tells all of one; --pack FILE takes a game of your own.", ""
    )


# --- one in full


def _say_rule(name: str, rule: Rule) -> None:
    say_wrapped(f"{name}: {rule.summary}")
    _say_settings(rule)


def _say_pack(pack: Pack) -> None:
    say(f"{pack.name}: {pack.title}")
    say_wrapped(f"On {grid_words(pack)}; {way_words(pack)}.", "")
    say()
    say_wrapped(pack.summary, "")
    say()
    say_wrapped(f"Source: {pack.source}")
    say_wrapped(f"Not verified: {pack.verified}" if pack.verified else "All of it was verified.")
    for sentence in _special(pack):
        say_wrapped(sentence)
    titles = ["Sight", *("Cover" for _ in pack.cover)]
    for title, question in zip(titles, (pack.sight, *pack.cover), strict=True):
        say()
        say(title)
        for sentence in question_words(question, cover=title == "Cover"):
            say_wrapped(f"  {sentence}", "    ")
        facts = [*blocker_words(question), *count_words(question)]
        width = max((len(what) for what, _ in facts), default=0)
        for what, words in facts:
            say_wrapped(f"  {what:{width}}  {words}", " " * (width + 4))
    if pack.cover:
        say()
        table(
            ("degree", "in the game"), [(each, pack.texts.get(each, "")) for each in pack.degrees]
        )
    say()
    table(
        ("kind", "what it is"), [(k, w or "terrain of a tile") for k, w in kind_words(pack).items()]
    )


def _special(pack: Pack) -> Iterator[str]:
    if pack.based_on:
        yield f"It varies {pack.based_on}."
    if pack.neighbours:
        wall = ", unless a wall is between them" if pack.neighbours == "seen unless wall" else ""
        yield f"Neighbours are seen{wall}."
    if pack.outside == "wall":
        yield "The rim of the map is wall."


def _say_settings(rule: Rule) -> None:
    """Every setting as it is typed, and what it does."""
    lines = [(f"--ties {ties}", words.phrase) for ties, words in rule.tie_choices().items()]
    lines += [
        (f"--set {name}={_values(setting)}", f"{setting.title} (usual: {_typed(setting.usual)})")
        for name, setting in rule.settings().items()
        if name != "ties"
    ]
    width = max((len(typed) for typed, _ in lines), default=0)
    for typed, words in lines:
        say_wrapped(f"  {typed:{width}}  {words}", " " * (width + 4))


def _values(setting: Setting) -> str:
    """What can be typed behind a setting's name."""
    if setting.kind == "number":
        return "NUMBER"
    return "|".join(setting.choices or ("yes", "no"))


def _typed(value: SettingValue) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"
