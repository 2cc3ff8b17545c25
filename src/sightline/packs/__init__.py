"""Rule packs: the sight and cover of games as data, one file a game.

    schema     what a pack can say: points, lines, touches, blockers by kind, degrees, texts
    reading    a file -> a Pack, or an error that names its line
    PACKS      the packs that come with the package, by name

No game has code of its own: `rules.pack` answers by any pack, and `answers.check.pack` verifies it.
"""

from __future__ import annotations

from sightline.packs.reading import PACKS, pack_from_text, read_pack
from sightline.packs.schema import Pack, PackQuestion, TouchRules

__all__ = ["PACKS", "Pack", "PackQuestion", "TouchRules", "pack_from_text", "read_pack"]
