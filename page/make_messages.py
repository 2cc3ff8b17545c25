"""Generate the table's messages in TypeScript: page/src/protocol/messages.gen.ts.

python page/make_messages.py           write the file
python page/make_messages.py --check   fail if the file is not current

The server's msgspec structs define the protocol, and the page's types are generated from them,
including comments. Field types and comments are read from the source, where aliases still have
their names; tags and defaults are taken from the structs themselves.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
from said_templates import data, templates

from sightline.games import GAMES, module_of

PROTOCOL = "sightline.table.protocol"
"""The package with the messages ..."""
MODULES = (
    *("types", "measures", "sight_proofs", "games.endings"),
    *(f"games.{module_of(name)}" for name in GAMES),
    *("games.all_games", "game_moves", "game_views"),
    *("actions", "questions", "client", "answers", "server"),
)
"""... and its modules, in the order in which they are written."""
GAME_UNIONS = {"GameSetup": "setup", "GameChoices": "choices", "GameScreen": "view"}
"""Unions over all games, and each game's member of them."""
ACTION_UNIONS = {"PlayerAction": "player", "MasterAction": ""}
"""The unions of actions by role, from `registry`; the game master may use all."""
FROM_SERVER = "server"
"""The module of messages from the server, whose union is `FromServer`."""
WITH_DEFAULTS = ("FigureView",)
"""Structs that the page stores; their defaults are written as a constant."""

PAGE = Path(__file__).resolve().parent
FILE = PAGE / "src/protocol/messages.gen.ts"
TEXTS = PAGE / "src/words/server/en.gen.ts"
SAID = PAGE / "src/words/server/said.gen.ts"
COMMAND = "python page/make_messages.py"
TEXTS_HEAD = f"""\
/** The server's English texts. Made by `{COMMAND}`; they change in {PROTOCOL}. */
"""
HEAD = f"""\
/**
 * Every message between the page and the server.
 *
 * Made by `{COMMAND}` out of the structs of {PROTOCOL}:
 * change those, and run it again. What is left out of a message is empty, false, 0 or unset, unless
 * its comment says otherwise.
 */
"""
PLAIN = {"int": "number", "float": "number", "str": "string", "bool": "boolean", "Any": "unknown"}
LIMITS = {("ge", "le"): "", ("min_length", "max_length"): " long"}
"""The limits of msgspec's Meta, minimum and maximum, and what they limit."""


class NoTypeError(Exception):
    """A part of the structs has no counterpart in TypeScript; the message says what and where."""


@dataclass
class Names:
    """All names that can be referenced: every struct and alias of the modules."""

    structs: dict[str, type[msgspec.Struct]] = field(default_factory=dict)
    aliases: set[str] = field(default_factory=set)

    def __contains__(self, name: str) -> bool:
        return name in self.structs or name in self.aliases


# --- types


def ts_type(node: ast.expr, names: Names) -> str:
    """Return an annotation in TypeScript."""
    parts = list(dict.fromkeys(ts_part(each, names) for each in members(node)))
    return " | ".join(parts)


def members(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the members of a union at any depth, except markers for omitted values."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from members(node.left)
        yield from members(node.right)
    elif not (isinstance(node, ast.Name) and node.id == "UnsetType"):
        yield node


def ts_part(node: ast.expr, names: Names) -> str:
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name) if name in PLAIN:
            return PLAIN[name]
        case ast.Name(id=name) if name in names:
            return name
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return ts_type(inner, names)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=choices):
            values = choices.elts if isinstance(choices, ast.Tuple) else [choices]
            return " | ".join(quoted(ast.literal_eval(each)) for each in values)
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            element = ts_type(inner, names)
            return f"({element})[]" if " | " in element else f"{element}[]"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=elements)):
            return f"[{', '.join(ts_type(each, names) for each in elements)}]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return f"Record<{ts_type(key, names)}, {ts_type(value, names)}>"
    raise NoTypeError(
        f"line {node.lineno}: expected a plain type, a literal, a list, a tuple, a dict, or a"
        f" struct or alias of {PROTOCOL}; got {ast.unparse(node)}"
    )


def quoted(value: object) -> str:
    """Return a constant in TypeScript."""
    if isinstance(value, str):
        return "'" + json.dumps(value, ensure_ascii=False)[1:-1].replace("'", "\\'") + "'"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(quoted, value))}]"
    return json.dumps(value)


# --- comments


def limits(node: ast.expr) -> Iterator[str]:
    """Yield the constraints in `Annotated` as text."""
    match node:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[_, *metas])):
            for meta in metas:
                yield from meta_words(meta)
        case ast.BinOp(left=left, right=right):
            yield from limits(left)
            yield from limits(right)


def meta_words(meta: ast.expr) -> Iterator[str]:
    """Yield a constraint as text: `Meta(ge=1, le=20)` is "1 to 20."."""
    if not isinstance(meta, ast.Call):
        return
    given = {keyword.arg: ast.unparse(keyword.value) for keyword in meta.keywords}
    for (lowest, highest), what in LIMITS.items():
        if lowest in given and highest in given:
            yield f"{given[lowest]} to {given[highest]}{what}."
        elif lowest in given or highest in given:
            bound = "At least" if lowest in given else "At most"
            yield f"{bound} {given.get(lowest) or given[highest]}{what}."


def comment(sentences: list[str], indent: str = "") -> str:
    """Return a comment of these sentences, or "" without sentences."""
    text = " ".join(inspect.cleandoc(each) for each in sentences if each).replace("*/", "* /")
    if not text:
        return ""
    if "\n" not in text:
        return f"{indent}/** {text} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in text.split("\n"))
    return f"{indent}/**\n{body}{indent} */\n"


def documented(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, list[str]]]:
    """Yield each statement with the string that follows it as its docstring."""
    for statement, after in zip(body, [*body[1:], None], strict=True):
        match after:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield statement, [text]
            case _:
                yield statement, []


# --- declarations


def written(module: ModuleType, names: Names) -> Iterator[str]:
    """Yield every constant, alias and struct of a module, in source order."""
    if module.__name__ == f"{PROTOCOL}.games.all_games":
        for union, part in GAME_UNIONS.items():
            members = [getattr(each, part).__name__ for each in module.GAME_MESSAGES.values()]
            yield f"export type {union} ={broken(' | '.join(members))}\n"
        return
    for statement, said in documented(ast.parse(inspect.getsource(module)).body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int(number))):
                yield f"{comment(said)}export const {name} = {number}\n"
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in names.aliases:
                about = comment([*said, *limits(value)])
                yield f"{about}export type {name} ={broken(ts_type(value, names))}\n"
            case ast.ClassDef(name=name) if name in names.structs:
                yield struct(statement, names)


def broken(union: str) -> str:
    """Break a long union into one member per line."""
    if len(union) < 80:
        return f" {union}"
    return "".join(f"\n  | {member}" for member in union.split(" | "))


def struct(node: ast.ClassDef, names: Names) -> str:
    cls = names.structs[node.name]
    tag = cls.__struct_config__.tag
    lines = [comment([ast.get_docstring(node) or ""])]
    bases = [ast.unparse(base) for base in node.bases]
    # fields inherited from another struct; the tag is its own
    more = "".join(f" extends Omit<{base}, 't'>" for base in bases if base in names.structs)
    lines.append(f"export interface {node.name}{more} {{\n")
    if tag is not None:
        lines.append(f"  {cls.__struct_config__.tag_field}: {quoted(tag)}\n")
    lines += [
        one_field(cls, statement, said, names)
        for statement, said in documented(node.body)
        if isinstance(statement, ast.AnnAssign)
    ]
    lines.append("}\n")
    if node.name in WITH_DEFAULTS:
        lines.append(defaults(cls))
    return "".join(lines)


def one_field(cls: type[msgspec.Struct], node: ast.AnnAssign, said: list[str], names: Names) -> str:
    assert isinstance(node.target, ast.Name)
    name, annotation = node.target.id, node.annotation
    config = cls.__struct_config__
    may_be_left_out = node.value is not None and (
        config.omit_defaults or config.forbid_unknown_fields
    )
    said = [*said, *limits(annotation)]
    type_ = ts_type(annotation, names)
    if may_be_left_out:
        value = default_of(cls, name)
        if value is None and config.omit_defaults:
            # Never sent: it is omitted, and null where the page fills in the defaults.
            if cls.__name__ not in WITH_DEFAULTS:
                type_ = type_.removesuffix(" | null")
        elif value and value is not msgspec.UNSET:
            said.append(f"Left out: {quoted(value)}.")
    mark = "?" if may_be_left_out else ""
    return f"{comment(said, '  ')}  {name}{mark}: {type_}\n"


def default_of(cls: type[msgspec.Struct], name: str) -> Any:
    found = next(each for each in msgspec.structs.fields(cls) if each.name == name)
    return found.default if found.default_factory is msgspec.NODEFAULT else found.default_factory()


def defaults(cls: type[msgspec.Struct]) -> str:
    """Return the default values of a struct's fields."""
    constant = "".join("_" * c.isupper() + c.upper() for c in cls.__name__).lstrip("_")
    values = [
        f"  {each.name}: {quoted(default_of(cls, each.name))},\n"
        for each in msgspec.structs.fields(cls)
        if not each.required
    ]
    return (
        f"\n/** What the server left out of a {cls.__name__}. */\n"
        f"export const {constant}_DEFAULTS = {{\n"
        f"{''.join(values)}"
        f"}} satisfies Partial<{cls.__name__}>\n"
    )


# --- the file


def modules() -> dict[str, ModuleType]:
    return {name: importlib.import_module(f"{PROTOCOL}.{name}") for name in MODULES}


def names_of(found: dict[str, ModuleType]) -> Names:
    """Return structs, except pure base classes, and type aliases."""
    names = Names(aliases=set(GAME_UNIONS))
    for module in found.values():
        for node in ast.parse(inspect.getsource(module)).body:
            match node:
                case ast.ClassDef(name=name):
                    cls = getattr(module, name)
                    if cls.__struct_fields__ or not cls.__subclasses__():
                        names.structs[name] = cls
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if not isinstance(
                    value, (ast.Constant, ast.List, ast.Call)
                ):
                    names.aliases.add(name)
    names.aliases.update(ACTION_UNIONS)
    return names


def actions() -> Iterator[str]:
    """Yield the unions of actions."""
    registry = importlib.import_module(f"{PROTOCOL}.registry").ACTIONS
    for name, role in ACTION_UNIONS.items():
        members = [each.__name__ for each, kind in registry.items() if role in ("", kind.by)]
        yield f"export type {name} ={broken(' | '.join(members))}\n"


def texts() -> str:
    """Return the server's English texts: descriptions of actions, and reasons of refusals."""
    registry = importlib.import_module(f"{PROTOCOL}.registry").ACTIONS
    words = "".join(
        f"  {each.__struct_config__.tag}: {quoted(kind.words)},\n"
        for each, kind in registry.items()
    )
    about = comment(["What each action does, in words: `{field}` is a field of it."])
    actions = f"{about}export const actions = {{\n{words}}} as const\n"
    refusals = importlib.import_module("sightline.table.protocol.refusals").REFUSALS
    lines = "".join(f"  {key}: {quoted(text)},\n" for key, text in refusals.items())
    about = comment(["Why the table refuses a request: `{name}` is one of its values."])
    return f"{TEXTS_HEAD}\n{actions}\n{about}export const refusals = {{\n{lines}}} as const\n"


def said() -> str:
    """Return the keys that the catalogs of the server's sentences must have."""
    lines = "".join(f"  {quoted(each)},\n" for each in sorted({*templates(), *data()}))
    about = comment(["The server's sentences: templates, and texts of rules and games."])
    return f"{TEXTS_HEAD}\n{about}export const said = [\n{lines}] as const\n"


def text() -> str:
    """Return the whole file."""
    found = modules()
    names = names_of(found)
    parts = [HEAD]
    for name, module in found.items():
        parts.append(f"\n// --- {name} {'-' * (90 - len(name))}\n{comment([module.__doc__ or ''])}")
        parts += [f"\n{each}" for each in written(module, names)]
    sent = [
        name
        for name, cls in names.structs.items()
        if cls.__module__ == found[FROM_SERVER].__name__ and cls.__struct_config__.tag is not None
    ]
    parts += [f"\n{each}" for each in actions()]
    parts.append(f"\nexport type FromServer ={broken(' | '.join(sent))}\n")
    return "".join(parts)


def main(words: list[str]) -> int:
    for file, made in ((FILE, text()), (TEXTS, texts()), (SAID, said())):
        if words != ["--check"]:
            file.write_text(made, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != made:
            print(f"{file.name} is not current: `{COMMAND}` renews it", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
