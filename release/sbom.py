"""Write the bill of materials: CycloneDX 1.6, as JSON.

    python -m release.sbom build/sbom.cdx.json

It lists what pyproject.toml asks for, and what the lock files of the page and the playground name,
with hashes and licenses. The same sources give the same bytes: it has no clock and no random
number.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

ROOT = Path(__file__).parents[1]
LOCKS = {
    "page": ROOT / "page/package-lock.json",
    "playground": ROOT / "playground/package-lock.json",
}
SHIPPED = {"svelte", "@owlbear-rodeo/sdk", "pyodide"}
"""Packages of npm whose code is in what we build. All others are tools."""
NAME_AND_RANGE = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*([^;]*)")
HASH_NAMES = {"sha512": "SHA-512", "sha384": "SHA-384", "sha256": "SHA-256", "sha1": "SHA-1"}

Json = dict[str, Any]


def bill() -> Json:
    """Return the bill of materials of this tree."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    own = _own(project)
    python = list(_python(project))
    page = [part for lock in LOCKS.values() for part in _npm(lock)]
    parts = _unique([*python, *page])
    content: Json = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": own,
            "tools": {"components": [{"type": "application", "name": "release.sbom"}]},
        },
        "components": parts,
        "dependencies": [
            {"ref": own["bom-ref"], "dependsOn": sorted({part["bom-ref"] for part in parts})}
        ],
    }
    serial = uuid5(NAMESPACE_URL, json.dumps(content, sort_keys=True))
    return {"serialNumber": f"urn:uuid:{serial}", **content}


def _own(project: Json) -> Json:
    text = (ROOT / "src/sightline/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise SystemExit('src/sightline/__init__.py: expected a line __version__ = "..."')
    name, version = project["project"]["name"], found[1]
    return {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}@{version}",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name}@{version}",
        "licenses": [{"license": {"id": project["project"]["license"]}}],
    }


def _python(project: Json) -> Iterable[Json]:
    """What pip installs with us: always, or with an extra. Versions are ranges."""
    wanted = project["project"]
    yield from _requirements(wanted["dependencies"], "required", "always")
    yield from _requirements(project["build-system"]["requires"], "excluded", "to build")
    for extra, requirements in wanted["optional-dependencies"].items():
        scope = "excluded" if extra in {"dev", "bench", "docs"} else "optional"
        yield from _requirements(requirements, scope, f"extra {extra}")


def _requirements(requirements: Iterable[str], scope: str, why: str) -> Iterable[Json]:
    for requirement in requirements:
        found = NAME_AND_RANGE.match(requirement)
        if found is None:
            raise SystemExit(f"pyproject.toml: expected a requirement, got {requirement!r}")
        name = found[1].lower().replace("_", "-").replace(".", "-")
        if name != "sightline-engine":
            yield {
                "type": "library",
                "bom-ref": f"pkg:pypi/{name}",
                "name": name,
                "purl": f"pkg:pypi/{name}",
                "scope": scope,
                "properties": [
                    {"name": "sightline:range", "value": found[2].strip() or "any"},
                    {"name": "sightline:needed", "value": why},
                ],
            }


def _npm(lock: Path) -> Iterable[Json]:
    """What a lock file of npm names, with versions, hashes and licenses."""
    packages: Json = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    shipped = _closure(packages)
    for path, entry in packages.items():
        if not path:
            continue
        name = path.rpartition("node_modules/")[2]
        reference = f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"
        part: Json = {
            "type": "library",
            "bom-ref": reference,
            "name": name,
            "version": entry["version"],
            "purl": reference,
            "scope": "required" if name in shipped else "excluded",
        }
        if "integrity" in entry:
            kind, _, value = entry["integrity"].split()[0].partition("-")
            part["hashes"] = [{"alg": HASH_NAMES[kind], "content": b64decode(value).hex()}]
        if isinstance(entry.get("license"), str):
            part["licenses"] = [{"expression": entry["license"]}]
        yield part


def _closure(packages: Json) -> set[str]:
    """Return the names of packages whose code is shipped, with those that they need."""
    found: set[str] = set()
    waiting = [name for name in SHIPPED if f"node_modules/{name}" in packages]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += packages.get(f"node_modules/{name}", {}).get("dependencies", {})
    return found


def _unique(parts: Iterable[Json]) -> list[Json]:
    """Return each component once, in order. Of two, the one that is needed more stays."""
    order = ("required", "optional", "excluded")
    kept: dict[str, Json] = {}
    for part in parts:
        known = kept.get(part["bom-ref"])
        if known is None or order.index(part["scope"]) < order.index(known["scope"]):
            kept[part["bom-ref"]] = part
    return [kept[reference] for reference in sorted(kept)]


def main() -> None:
    """Write the bill to the file that is named, or to the screen."""
    text = json.dumps(bill(), indent=1) + "\n"
    if len(sys.argv) == 1:
        print(text, end="")
        return
    file = Path(sys.argv[1])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(file)


if __name__ == "__main__":
    main()
