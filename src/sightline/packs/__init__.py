"""Rule packs: the sight and cover of games as data, one file per game.

    schema     what a pack can contain: points, lines, touches, blockers by kind, degrees, texts
    reading    a file -> a Pack, or an error that names its line
    PACKS      the built-in packs by name

Games need no code: `rules.pack` answers questions for any pack, and `answers.check.pack` verifies
the answers.
"""

from __future__ import annotations

from sightline.packs.reading import PACKS, pack_from_text, read_pack
from sightline.packs.schema import Pack, PackQuestion, TouchRules

__all__ = ["PACKS", "Pack", "PackQuestion", "TouchRules", "pack_from_text", "read_pack"]
