"""Build the extensions for virtual tabletops: the playground's engine with a different page.

python page/vtt/make_vtt.py owlbear [--base /path]  the extension, into build/owlbear
python page/vtt/make_vtt.py foundry [--no-check]    the module, into build/foundry, and its zip

The engine comes from build/playground: `make playground` builds it. `--base` is the path of the
extension's folder on its host, which the manifest names. `--no-check` skips the check against
Foundry's published types, which takes half a minute.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent
ROOT = PAGE.parent
BUILD = ROOT / "build"
ENGINE = BUILD / "playground/site"
READERS = BUILD / "playground/tabletops"
TYPES = BUILD / "foundry-types"
MODULE = "sightline"
sys.path[:0] = [str(PAGE), str(ROOT / "src")]

import make_page  # noqa: E402


class NoShellError(Exception):
    """The extension cannot be built; the message gives the reason."""


def games() -> list[dict[str, object]]:
    """Return the rules of every grid, in the order of the menu."""
    from sightline.links import USUAL_RULES
    from sightline.rules.menu import NO_PACKS, menu
    from sightline.rules.registry import rule_from_dict

    found: dict[str, dict[str, object]] = {}
    for grid, usual in USUAL_RULES.items():
        for entry in menu(grid, NO_PACKS, rule_from_dict(usual)):
            rule = entry.rule
            title = f"{entry.group}: {rule.title}" if entry.group else rule.title
            found[rule.menu_kind] = {
                "kind": rule.menu_kind,
                "title": title,
                "grids": list(rule.grids),
            }
    return list(found.values())


def build_owlbear(base: str = "/") -> Path:
    """Build the folder for a web host."""
    out = BUILD / "owlbear"
    _bundle("owlbear", out)
    prefix = "/" + "".join(f"{each}/" for each in base.split("/") if each)
    manifest = {
        "name": "Sightline",
        "version": _version(),
        "manifest_version": 1,
        "description": "Line of sight and cover, exactly, by the rules of your game.",
        "author": "The sightline authors",
        "action": {
            "title": "Sightline",
            "icon": f"{prefix}icon.svg",
            "popover": f"{prefix}index.html",
            "width": 360,
            "height": 420,
        },
    }
    _write(out / "manifest.json", manifest)
    return out


def build_foundry(*, check: bool = True) -> Path:
    """Build the zip that Foundry installs, and the same files unpacked next to it."""
    if check:
        _check_types()
    out = BUILD / "foundry" / MODULE
    _bundle("foundry", out)
    manifest = {
        "id": MODULE,
        "title": "Sightline",
        "description": "Line of sight and cover, exactly, by the rules of your game.",
        "version": _version(),
        "authors": [{"name": "The sightline authors"}],
        "compatibility": {"minimum": "13", "maximum": "14"},
        "esmodules": ["sightline.js"],
        "readme": "README.md",
    }
    _write(out / "module.json", manifest)
    shutil.copy(HERE / "foundry/README.md", out / "README.md")
    packed = BUILD / "foundry/sightline.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(out.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(out).as_posix())
    return packed


def _bundle(name: str, out: Path) -> None:
    if not (READERS / "engine.json").is_file() or not (ENGINE / "engine.json").is_file():
        raise NoShellError("The engine is missing. Run `make playground` first.")
    npm, environment = make_page.find_npm()
    make_page.install()
    environment = {**environment, "SIGHTLINE_GAMES": json.dumps(games())}
    words = [npm, "run", "--silent", f"build-{name}", "--", "--outDir", str(out)]
    subprocess.run(words, cwd=PAGE, env=environment, check=True, timeout=600)
    listed = json.loads((READERS / "engine.json").read_text(encoding="utf-8"))
    for key, folder in (("runtime", ENGINE), ("engine", ENGINE), ("readers", READERS)):
        shutil.copy(folder / listed[key]["file"], out)
    _write(out / "engine.json", listed)


def _check_types() -> None:
    npm, environment = make_page.find_npm()
    make_page.install()
    lock = HERE / "foundry/types/package-lock.json"
    kept = TYPES / "package-lock.json"
    whole = TYPES / "node_modules/.package-lock.json"
    if not (whole.exists() and kept.exists() and kept.read_bytes() == lock.read_bytes()):
        shutil.copytree(lock.parent, TYPES, dirs_exist_ok=True)
        ci = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(ci, cwd=TYPES, env=environment, check=True, timeout=600)
    words = [npm, "run", "--silent", "check-foundry"]
    subprocess.run(words, cwd=PAGE, env=environment, check=True, timeout=600)


def _version() -> str:
    from sightline import __version__

    return __version__


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def main(words: list[str]) -> int:
    try:
        match words:
            case ["owlbear"]:
                made = build_owlbear()
            case ["owlbear", "--base", base]:
                made = build_owlbear(base)
            case ["foundry"]:
                made = build_foundry()
            case ["foundry", "--no-check"]:
                made = build_foundry(check=False)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except (NoShellError, make_page.NoPageError, subprocess.SubprocessError, OSError) as error:
        print(f"Not built: {error}", file=sys.stderr)
        return 1
    print(os.path.relpath(made, ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
