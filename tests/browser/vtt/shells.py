"""The built extensions for virtual tabletops, and pages that simulate their hosts."""

from __future__ import annotations

from pathlib import Path

from tests.browser import playground_site

ROOT = playground_site.ROOT
HERE = Path(__file__).parent
OWLBEAR = ROOT / "build/owlbear"
FOUNDRY = ROOT / "build/foundry"
MISSING = "The shells are not built, or not anew: `make owlbear foundry` does."


def are_built() -> bool:
    """Return whether both are built from the current sources."""
    made = [OWLBEAR / "manifest.json", FOUNDRY / "sightline.zip"]
    if not playground_site.is_built() or not all(each.is_file() for each in made):
        return False
    oldest = min(each.stat().st_mtime for each in made)
    engine = playground_site.SITE / "engine.json"
    sources = [engine, *(each for each in (ROOT / "page/vtt").rglob("*") if each.is_file())]
    return all(each.stat().st_mtime <= oldest for each in sources if "__pycache__" not in str(each))
