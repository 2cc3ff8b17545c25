"""Compare the answers of all rules, settings and games.

With --svg or --png each answer is drawn next to the others, with the lines that it counted.

Examples:
  sightline compare crypt.txt Mira goblin
  sightline compare crypt.txt Mira goblin --svg games.svg --pack my-game.toml
  sightline compare hills.txt 0,0 3,-1 --json
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping

from sightline.answers.explain import OPENING, with_cover
from sightline.answers.plain import plain_sight
from sightline.answers.sight import Sight
from sightline.apps.cli import options
from sightline.apps.cli.commands.maps.rules import OTHER_GAMES
from sightline.apps.cli.inputs import find_end, own_game, tell_changes
from sightline.apps.cli.options import MapOptions
from sightline.apps.cli.output.json_output import dump
from sightline.apps.cli.output.picture_files import PictureOptions
from sightline.apps.cli.output.screen import say, say_wrapped, table, tracked
from sightline.apps.cli.parser import Parser
from sightline.engine import trace
from sightline.engine.arguments import takes_heights_of
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.packs import Pack
from sightline.pictures import MapPicture
from sightline.rules.menu import every_game, every_rule
from sightline.rules.registry import KINDS, rule_from_dict
from sightline.rules.rule import Rule

VERDICT_STYLES = {each: each for each in ("visible", "hidden", "ambiguous")}


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser)
    options.add_source_and_target(parser)
    options.add_packs(parser, "Compare your own game too: a pack (TOML). Repeatable.")
    parser.common.add_argument(
        "--all-lines", action="store_true", help="With --json: every line that was tried."
    )
    PictureOptions.add(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    pictures = PictureOptions.from_args(args)
    own_games = [own_game(each) for each in args.packs]
    loaded = MapOptions.from_args(args).load()
    board = loaded.board
    a, b = find_end(board, args.source), find_end(board, args.target)
    own = None if loaded.rule is None else rule_from_dict(loaded.rule)
    grid = board.grid.name
    for game in own_games:
        if grid not in game.grids:
            raise InvalidValueError(f"{game.title} is played on {' and '.join(game.grids)} boards")
    asked = [*every_rule(grid), *every_game(grid), *own_games]
    if own is not None and own not in asked:
        asked.append(own)
    left_out = [rule for rule in asked if not takes_heights_of(board, rule, a, b)]
    asked = [rule for rule in asked if rule not in left_out]
    sights = {rule: trace(board, a, b, rule) for rule in tracked(asked, "rules")}
    tell_changes(loaded)
    if args.as_json:
        answers = [plain_sight(sight, args.all_lines) for sight in sights.values()]
        say(dump({"map": args.map_file, "answers": answers}))
    else:
        say(f"{args.source.strip()} to {args.target.strip()}, by every rule:\n")
        _show(sights, own)
        if left_out:
            names = ", ".join(dict.fromkeys(rule.label for rule in left_out))
            say_wrapped(f"Left out, because they do not take these heights: {names}.")
    pictures.draw(lambda theme, under: _sheet(board, sights, own, theme, under), loaded.picture)
    return 0


# --- words


def _show(sights: Mapping[Rule, Sight], own: Rule | None) -> None:
    reasons: dict[str, int] = {}
    geometry = {r: s for r, s in sights.items() if r.game is None}
    rows = [_row(sight, rule == own, reasons) for rule, sight in geometry.items()]
    table(("rule", "settings", "verdict", "contact", "why"), rows, VERDICT_STYLES)
    games = {r.game: s for r, s in sights.items() if r.game is not None}
    if games:
        say()
        rows, families = [], set()
        for pack, sight in games.items():
            family = pack.family or OTHER_GAMES
            if family not in families:
                rows.append((f"{family}:", "", "", ""))
                families.add(family)
            rows.append(_game_row(pack, sight, own is not None and own.game == pack, reasons))
        styles = {**VERDICT_STYLES, **{f"{each}:": "bold" for each in families}}
        table(("game", "verdict", "cover", "why"), rows, styles)
    say()
    for reason, number in reasons.items():
        say_wrapped(f"({number}) {reason}")
    if own is not None:
        say("*   the map's own rule")


def _row(sight: Sight, is_own: bool, reasons: dict[str, int]) -> tuple[str, ...]:
    """Return the table row of an answer. Reasons are numbers, because many rules share one."""
    kind = str(sight.rule["rule"])
    ties = [str(sight.rule["ties"])] if "ties" in sight.rule else []
    settings = ", ".join([*ties, *rule_from_dict(sight.rule).unusual()])
    contact = "" if sight.contact is None else str(sight.contact)
    return (
        kind,
        f"{settings}{' *' if is_own else ''}",
        str(sight.verdict),
        contact,
        _why(sight, reasons),
    )


def _game_row(pack: Pack, sight: Sight, is_own: bool, reasons: dict[str, int]) -> tuple[str, ...]:
    return (
        f"{pack.name}{' *' if is_own else ''}",
        str(sight.verdict),
        cover_of(sight) if pack.cover else "",
        _why(sight, reasons),
    )


def cover_of(sight: Sight) -> str:
    """Return the degree of cover and its effect in the game."""
    degree, effect = str(sight.degree) if sight.scale else "", sight.effect
    if not effect or effect.startswith(degree):
        return effect or degree
    return f"{degree}: {effect}"


def _why(sight: Sight, reasons: dict[str, int]) -> str:
    # The verdict and the effect of the cover are in the table already.
    said = f"{OPENING[sight.verdict]}{with_cover(sight)}: "
    because = sight.explain().removeprefix(said)
    return f"({reasons.setdefault(because, len(reasons) + 1)})"


# --- pictures


def _sheet(
    board: Board,
    sights: Mapping[Rule, Sight],
    own: Rule | None,
    theme: str,
    under: MapPicture | None,
) -> str:
    """Return a picture that compares answers: first those of other rules with their defaults, then
    those of games.
    """
    from sightline.render import compare_svg

    usual = [kind() for kind in KINDS.values()]
    drawn = {
        f"{rule.label}, {rule.title.lower()}" if rule.game is None else rule.title: sight
        for rule, sight in sights.items()
        if rule.game is not None or rule in usual or rule == own
    }
    return compare_svg(board, drawn, picture=under, theme=theme)
