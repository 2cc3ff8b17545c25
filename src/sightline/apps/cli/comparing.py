"""`compare`: one look by every rule and every game, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sightline.answers.explain import OPENING, with_cover
from sightline.answers.sight import Sight
from sightline.apps.cli.asking import choose_rule, find_place, open_map, own_game, tell_changes
from sightline.apps.cli.pictures import Pictures
from sightline.apps.cli.plain import dump, plain_sight
from sightline.apps.cli.rule_list import OTHER_GAMES
from sightline.apps.cli.screen import say, say_wrapped, table, tracked
from sightline.engine import trace
from sightline.errors import InvalidValueError
from sightline.formats import Options
from sightline.model.board import Board
from sightline.packs import PACKS, Pack
from sightline.pictures import MapPicture
from sightline.rules.pack import PackRule
from sightline.rules.registry import KINDS, RULES, rule_from_dict, with_settings
from sightline.rules.rule import Rule

VERDICT_STYLES = {each: each for each in ("visible", "hidden", "ambiguous")}


def compare(
    path: str,
    source: str,
    target: str,
    options: Options,
    pictures: Pictures,
    *,
    packs: Sequence[str] = (),
    all_lines: bool = False,
    as_json: bool = False,
) -> int:
    """One look by every rule, tie setting and game that works on these tiles."""
    own_games = [own_game(each) for each in packs]
    loaded = open_map(path, options)
    board = loaded.board
    a, b = find_place(board, source), find_place(board, target)
    own = None if loaded.rule is None else choose_rule(loaded).rule
    grid = board.grid.name
    for game in own_games:
        if grid not in game.grids:
            raise InvalidValueError(f"{game.title} is played on {' and '.join(game.grids)} boards")
    asked = [*every_rule(grid), *every_game(grid), *own_games]
    if own is not None and own not in asked:
        asked.append(own)
    sights = {rule: trace(board, a, b, rule) for rule in tracked(asked, "rules")}
    tell_changes(loaded)
    if as_json:
        answers = [plain_sight(sight, all_lines) for sight in sights.values()]
        say(dump({"map": path, "answers": answers}))
    else:
        say(f"{source.strip()} to {target.strip()}, by every rule:\n")
        _show(sights, own)
    pictures.draw(lambda theme, under: _sheet(board, sights, own, theme, under), loaded.picture)
    return 0


def every_rule(grid: str) -> Iterator[Rule]:
    """Every rule with every setting of its ties that works on these tiles, and with the flags that
    are compared."""
    for kind in KINDS.values():
        if grid not in kind.grids:
            continue
        usual = kind()
        compared = [name for name, setting in usual.settings().items() if setting.compared]
        for flags in ({}, *({name: not getattr(usual, name)} for name in compared)):
            if not usual.tie_choices():
                yield with_settings(usual, flags)
            for ties in usual.tie_choices():
                yield with_settings(usual, {**flags, "ties": ties})


def every_game(grid: str) -> Iterator[Rule]:
    """The rule of every game that is played on these tiles, family by family."""
    packs = [pack for pack in PACKS.values() if grid in pack.grids]
    for pack in sorted(packs, key=lambda each: each.family):
        yield RULES[pack.name]


# --- words


def _show(sights: Mapping[Rule, Sight], own: Rule | None) -> None:
    reasons: dict[str, int] = {}
    geometry = {r: s for r, s in sights.items() if not isinstance(r, PackRule)}
    rows = [_row(sight, rule == own, reasons) for rule, sight in geometry.items()]
    table(("rule", "settings", "verdict", "contact", "why"), rows, VERDICT_STYLES)
    games = {r.pack: s for r, s in sights.items() if isinstance(r, PackRule)}
    if games:
        say()
        rows, families = [], set()
        for pack, sight in games.items():
            family = pack.family or OTHER_GAMES
            if family not in families:
                rows.append((f"{family}:", "", "", ""))
                families.add(family)
            rows.append(_game_row(pack, sight, PackRule(pack) == own, reasons))
        styles = {**VERDICT_STYLES, **{f"{each}:": "bold" for each in families}}
        table(("game", "verdict", "cover", "why"), rows, styles)
    say()
    for reason, number in reasons.items():
        say_wrapped(f"({number}) {reason}")
    if own is not None:
        say("*   the map's own rule")


def _row(sight: Sight, is_own: bool, reasons: dict[str, int]) -> tuple[str, ...]:
    """One answer; its reason is a number, since most rules share one."""
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
    """How much cover, and what that does in the game."""
    degree, effect = sight.degree, sight.effect
    if not effect or effect.startswith(degree):
        return effect or degree
    return f"{degree}: {effect}"


def _why(sight: Sight, reasons: dict[str, int]) -> str:
    # What the table says already is left out: the verdict, and what the cover does.
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
    """The games, and before them the other rules as they usually are: their ties differ seldom."""
    from sightline.render import compare_svg

    usual = [kind() for kind in KINDS.values()]
    drawn = {
        rule.title if isinstance(rule, PackRule) else f"{rule.label}, {rule.title.lower()}": sight
        for rule, sight in sights.items()
        if isinstance(rule, PackRule) or rule in usual or rule == own
    }
    return compare_svg(board, drawn, picture=under, theme=theme)
