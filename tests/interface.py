"""The public interface as a text file: every name in the reference, with its signature.

    python -m tests.interface              # after a change: update docs/api.txt
    python -m tests.interface --release    # after a release: set a new baseline

In the file, "+" marks a line added since the last release and "-" a removed one. A test requires a
line in the changelog for each name with such a mark.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import griffe

import sightline

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "api.txt"
NAMED = re.compile(r"^::: (sightline[\w.]*)$", re.MULTILINE)
HEAD = "# By `python -m tests.interface`. + is new since the last release, - is gone.\n"


def lines() -> list[str]:
    """Return the current interface, one line per name, read from the sources only."""
    names = {
        name
        for page in sorted((ROOT / "docs" / "reference").glob("*.md"))
        for name in NAMED.findall(page.read_text(encoding="utf-8"))
    }
    package = griffe.load("sightline", search_paths=[str(ROOT / "src")], resolve_aliases=True)
    names |= {f"sightline.{name}" for name in sightline.__all__}
    found: list[str] = []
    for name in sorted(names):
        thing = package[name.removeprefix("sightline.")]
        if not thing.is_module:  # its names have separate lines
            found += _described(name, thing)
    return found


def _described(name: str, thing: Any) -> Iterator[str]:
    if thing.is_function:
        yield f"{name}{_signature(thing)}"
    elif thing.is_class:
        bases = ", ".join(str(base) for base in thing.bases)
        yield f"class {name}({bases})" if bases else f"class {name}"
        for member, inner in sorted(thing.all_members.items()):
            if _is_public(member, inner):
                yield from _described(f"{name}.{member}", inner)
    elif "property" in thing.labels:
        yield f"{name} -> {thing.annotation}"
    else:
        yield f"{name}: {thing.annotation}" if thing.annotation else f"{name} = {thing.value}"


def _is_public(member: str, thing: Any) -> bool:
    if thing.is_class or thing.is_module:
        return False
    return member == "__init__" or not member.startswith("_")


def _signature(function: Any) -> str:
    parts: list[str] = []
    kinds = griffe.ParameterKind
    starred = False
    listed = [each for each in function.parameters if each.name not in ("self", "cls")]
    for number, each in enumerate(listed):
        if each.kind is kinds.keyword_only and not starred:
            parts.append("*")
            starred = True
        star = {kinds.var_positional: "*", kinds.var_keyword: "**"}.get(each.kind, "")
        starred = starred or star == "*"
        words = f"{star}{each.name}" + (f": {each.annotation}" if each.annotation else "")
        if each.default is not None and not star:
            words += f" = {each.default}"
        parts.append(words)
        after = listed[number + 1].kind if number + 1 < len(listed) else None
        if each.kind is kinds.positional_only and after is not kinds.positional_only:
            parts.append("/")
    back = f" -> {function.returns}" if function.returns else ""
    return f"({', '.join(parts)}){back}"


# --- against the last release ---------------------------------------------------------------------


def marked(baseline: Sequence[str], now: Sequence[str]) -> str:
    """Return the file's text: the lines of both versions, sorted by name, with
    differences marked.
    """
    before, after = set(baseline), set(now)
    every = sorted(before | after, key=lambda line: (name_of(line), line not in before))
    mark = {(True, True): " ", (False, True): "+", (True, False): "-"}
    return HEAD + "".join(f"{mark[line in before, line in after]} {line}\n" for line in every)


def baseline_of(text: str) -> list[str]:
    """Return the interface of the last release from the file's text."""
    return [line[2:] for line in text.splitlines() if line[:2] in ("  ", "- ")]


def changed(text: str) -> set[str]:
    """Return the names that have a mark."""
    return {name_of(line[2:]) for line in text.splitlines() if line[:2] in ("+ ", "- ")}


def name_of(line: str) -> str:
    found = re.match(r"(?:class )?([\w.]+)", line)
    assert found is not None, line
    return found[1].rstrip(".")


def unmentioned(names: set[str], changelog: str) -> list[str]:
    """Return the names that the newest section of the changelog mentions neither directly nor by
    class.
    """
    newest = re.split(r"^## ", changelog, flags=re.MULTILINE)[1]
    words = set(re.findall(r"\w+", newest))
    lost = []
    for name in sorted(names):
        *_, owner, own = name.split(".")
        if own not in words and not (owner[0].isupper() and owner in words):
            lost.append(name)
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--release", action="store_true", help="drop all marks")
    now = lines()
    release = parser.parse_args().release or not FILE.exists()
    before = now if release else baseline_of(FILE.read_text(encoding="utf-8"))
    FILE.write_text(marked(before, now), encoding="utf-8")


if __name__ == "__main__":
    main()
