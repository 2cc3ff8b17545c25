"""The server's texts that the catalogs translate: templates in the code, and texts in data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from sightline.answers.explain import cover_name
from sightline.answers.ties import TIES
from sightline.formats.counts import forms
from sightline.formats.foundry.canvas import HEX_NAMES
from sightline.games.one_card_dungeon import HeroClass, shipped_level, shipped_levels
from sightline.games.one_card_dungeon.state import HEALTH, SKILLS, Phase
from sightline.games.one_card_dungeon.words import skill_word
from sightline.games.quest import shipped_quests, shipped_scenario
from sightline.games.skirmish import SIDES, shipped_battlefield
from sightline.model.figure import KINDS as FIGURES
from sightline.model.threshold import STOPS
from sightline.packs.reading import PACKS
from sightline.rules.menu import OTHER_GAMES, OWN_GAMES
from sightline.rules.pack import PackRule
from sightline.rules.registry import KINDS

PACKAGE = Path(__file__).parents[1] / "src/sightline"
BATTLEFIELDS = ("crossing", "ridge", "ruins", "tutorial")
WRITERS = ("writer.py", "write_storeys.py", "saving.py", "board_lines.py", "pixel_canvas.py")
"""Modules whose reports appear only on the command line."""
BUILT = (
    *("wall", "open door", "closed door", "locked door", "secret door"),
    *("open gate", "closed gate", "locked gate"),
)
COUNTED = (
    *("free wall", "edge", "window"),
    *(f"{how}{what}" for how in ("", "limited ", "one-way ", "limited one-way ") for what in BUILT),
    *(kind for kind in FIGURES if kind != "hero"),
    *("open passage", "narrow passage", "portcullis", "steel door", "exit", "descent", "stairwell"),
    *("sound", "tile", "drawing", "template", "region"),
    *("object", "path", "pattern", "roof", "text", "hex", "point"),
)
"""Nouns that `count` gets from data."""
PARSERS = (
    *("expecting value", "extra data", "unterminated string starting at"),
    *("expecting ',' delimiter", "expecting ':' delimiter"),
    *("expecting property name enclosed in double quotes", "invalid control character at"),
    *("illegal trailing comma before end of object", "illegal trailing comma before end of array"),
    *("invalid \\escape", "invalid \\uXXXX escape", "syntax error", "no element found"),
    *("not well-formed (invalid token)", "unclosed token", "mismatched tag"),
    *("duplicate attribute", "junk after document element", "undefined entity"),
    *("unclosed CDATA section", "unbound prefix", "XML declaration not well-formed"),
)
"""Messages of the JSON and XML parsers about broken files."""
BARRIERS = {
    "wall": ("",),
    "window": ("",),
    "curtain": ("",),
    "door": ("", "open ", "closed ", "locked ", "secret "),
    "gate": ("", "open ", "closed ", "locked "),
}


def templates() -> list[str]:
    """Return the first argument of every `say(...)`, except punctuation around placeholders."""
    found = {
        str(node.args[0].value)
        for path in PACKAGE.rglob("*.py")
        if "sightline.texts import" in (source := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "say"
        and isinstance(node.args[0], ast.Constant)
    }
    return sorted(each for each in found if re.search(r"[^\W\d_]", re.sub(r"\{[^}]*\}", "", each)))


def data() -> list[str]:
    """Return the texts that `word(...)` gets from the data of rules and games."""
    found = {*_rules(), *_games(), *_barriers(), *_directions(), *_changes(), *_counted(), *PARSERS}
    return sorted(each for each in found if re.search(r"[^\W\d_]{2}", each))


def _rules() -> Iterator[str]:
    yield from (OWN_GAMES, OTHER_GAMES)
    for tie in TIES.values():
        yield from (tie.at_corner, tie.at_edge)
    for rule in (kind() for kind in KINDS.values()):
        yield from (rule.title, rule.label, rule.summary, *rule.blocks, *rule.gives_cover)
        for setting in rule.settings().values():
            yield setting.title
            for choice in setting.choices.values():
                yield from (choice.title, choice.sentence, choice.phrase)
            if setting.kind == "flag":
                yield setting.phrase(not setting.usual)
    for pack in PACKS.values():
        rule = PackRule(pack)
        yield from (
            pack.title,
            pack.summary,
            pack.family,
            *pack.texts.values(),
            *rule.blocks,
            *rule.gives_cover,
        )
        yield from (cover_name(each) for each in pack.degrees if each != "total")


def _games() -> Iterator[str]:
    for hero in HeroClass:
        yield from (hero.value, hero.described, hero.power)
    yield from (*(str(phase) for phase in Phase), *map(skill_word, SKILLS), *SKILLS, HEALTH)
    for level in (*shipped_levels(), shipped_level("tutorial")):
        yield from (level.title, level.text, *level.hints)
        yield from (kind.name for kind, _ in level.monsters)
    for name in (*shipped_quests(), "tutorial"):
        scenario = shipped_scenario(name)
        yield from (scenario.title, scenario.story, *(goal.text for goal in scenario.goals))
        yield from (piece.name for piece in scenario.furniture)
    for side in SIDES:
        yield from (side, side.capitalize())
    for unit in shipped_battlefield("crossing").units:
        yield from (unit.name, f"1 {unit.kind.name}", f"{unit.kind.name}s")
    for name in BATTLEFIELDS:
        field = shipped_battlefield(name)
        yield from (field.title, field.text)


def _barriers() -> Iterator[str]:
    for what, states in BARRIERS.items():
        for state in states:
            plain = f"{state}{what}"
            yield from (plain, f"{plain}s", f"{'an' if plain[0] in 'aeiou' else 'a'} {plain}")


def _counted() -> Iterator[str]:
    """Yield the counts in reports on maps, which `count` and `tell` write."""
    for path in sorted((*PACKAGE.glob("formats/**/*.py"), PACKAGE / "playground/actions.py")):
        if path.name not in WRITERS:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                for words in _nouns(node):
                    yield from forms(*words)[:2]
    for noun in COUNTED:
        yield from forms(noun)[:2]
    yield from (forms("figure")[2], forms("free wall")[2], "rows", "columns", "odd", "even")
    yield from ("bright", "dim", "dark", "isometric", "staggered", "hexagonal", *STOPS, "nothing")
    yield from (*HEX_NAMES.values(), "a locked door", "locked doors")
    yield from ("open", "closed", "locked", "secret")


def _nouns(node: ast.AST) -> Iterator[tuple[str, ...]]:
    """Yield the noun, and its plural if given, in calls of `count` or in the rows of `tell`."""
    match node:
        case ast.Call(func=ast.Name(id="count"), args=[_, *rest]):
            words = [each.value for each in rest if isinstance(each, ast.Constant)]
            if words and len(words) == len(rest):
                yield tuple(map(str, words))
        case ast.Call(func=ast.Name(id="tell"), args=rows):
            for row in rows:
                match row:
                    case ast.Tuple(elts=[_, ast.Constant(value=str(noun)), _]):
                        yield (noun,)


def _directions() -> Iterator[str]:
    compass = ("north", "east", "south", "west")
    yield from (*compass, *(f"{a}-{b}" for a in compass[::2] for b in compass[1::2]))
    yield from ("left", "right", "the target", "the start")


def _changes() -> Iterator[str]:
    """Yield the states of tiles and edges, for reasons why a ruling lapsed."""
    yield from ("empty", "taken by a figure", "unknown", "any way", "apart", "square", "hex")
    yield from ("cover", "height", "facing", "zone")
