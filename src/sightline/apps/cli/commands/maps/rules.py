"""List all rules and games, or show one in full.

The list has the ties of each rule, and the cover of each game. With --pack: show your own game, if
its file is valid. With --test: test the examples in a game's file, and whether sight is symmetric
if the file claims it; exit code 1 if a test fails.

Examples:
  sightline rules
  sightline rules dnd5e
  sightline rules --pack my-game.toml
  sightline rules --test my-game.toml
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from sightline.apps.cli import options
from sightline.apps.cli.commands.maps.pack_examples import run_examples
from sightline.apps.cli.commands.maps.pack_trial import check_symmetry
from sightline.apps.cli.inputs import own_game
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.screen import say, say_wrapped, table
from sightline.apps.cli.parser import Parser
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
    special_words,
    verified_words,
    way_words,
)
from sightline.rules.registry import GEOMETRIC, RULES, rule_named
from sightline.rules.rule import Rule
from sightline.rules.settings import Setting, SettingValue

OTHER_GAMES = "Other games"


def add_arguments(parser: Parser) -> None:
    parser.places.add_argument(
        "rule", metavar="NAME", nargs="?", help="Rule or game to show in full."
    )
    parser.completers["rule"] = options.rule_names
    options.add_pack(parser.common)
    parser.common.add_argument(
        "--test",
        metavar="FILE",
        help="Test a game of your own, or one of ours by name: its examples and its symmetry.",
    )
    options.add_json(parser)


def run(args: Namespace) -> int:
    name, pack = args.rule, args.pack
    if args.test is not None:
        if name is not None or pack is not None or args.as_json:
            raise InvalidValueError("--test: expected nothing but a file or the name of a game")
        return run_examples(args.test)
    if name is not None and pack is not None:
        raise InvalidValueError(f"expected the name of a rule or --pack, got {name} and {pack}")
    if name is None and pack is None:
        if args.as_json:
            say(dump({each: rule.to_dict() for each, rule in RULES.items()}))
        else:
            _say_geometric()
            _say_games()
        return 0
    chosen: Rule
    if pack is not None:
        chosen = own_game(pack)
        check_symmetry(chosen, pack)
    else:
        chosen = rule_named(name)
    if args.as_json:
        say(dump(_plain(chosen)))
    elif chosen.game is not None:
        _say_pack(chosen, chosen.game)
    else:
        _say_rule(name, chosen)
    return 0


def by_family(packs: Mapping[str, Pack]) -> dict[str, list[Pack]]:
    """Return the packs grouped by their games' families."""
    families: dict[str, list[Pack]] = {}
    for pack in packs.values():
        families.setdefault(pack.family or OTHER_GAMES, []).append(pack)
    return dict(sorted(families.items(), key=lambda each: (each[0] == OTHER_GAMES, each[0])))


def _plain(rule: Rule) -> dict[str, Any]:
    game = {} if rule.game is None else {"pack": to_data(rule.game)}
    return {**rule.to_dict(), **game}


# --- the list


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
        "By the rules of games: the name, the cover of each, what blocks, and the source.", ""
    )
    for family, packs in by_family(PACKS).items():
        say(f"\n{family}")
        for pack in packs:
            rule = RULES[pack.name]
            words = (
                f"{pack.title} ({grid_words(pack)}): {cover_words(pack)}."
                f" {rule.blocks_in_words()} {pack.source}"
            )
            say_wrapped(f"  {pack.name:{width}}  {words}", " " * (width + 4))
    say()
    say_wrapped(
        "`sightline rules NAME` tells all of one; --pack FILE takes a game of your own.", ""
    )


# --- one in detail


def _say_rule(name: str, rule: Rule) -> None:
    say_wrapped(f"{name}: {rule.summary}")
    say_wrapped(f"  {rule.blocks_in_words()}")
    _say_settings(rule)


def _say_pack(rule: Rule, pack: Pack) -> None:
    say(f"{pack.name}: {pack.title}")
    say_wrapped(f"On {grid_words(pack)}; {way_words(pack)}.", "")
    say()
    say_wrapped(pack.summary, "")
    say_wrapped(rule.blocks_in_words(), "")
    say()
    say_wrapped(f"Source: {pack.source}")
    for words in verified_words(pack):
        say_wrapped(words)
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
    yield from special_words(pack)


def _say_settings(rule: Rule) -> None:
    """Print every setting with its possible values and its meaning."""
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
    """Return the possible values of a setting in words."""
    if setting.kind == "number":
        return "NUMBER"
    return "|".join(setting.choices or ("yes", "no"))


def _typed(value: SettingValue) -> str:
    """Return a value in the form in which users type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"
