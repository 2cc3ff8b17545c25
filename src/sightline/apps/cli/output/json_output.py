"""Format data for `--json`."""

from __future__ import annotations

from typing import Any


def dump(plain: Any) -> str:
    """Return indented JSON."""
    import json

    return json.dumps(plain, ensure_ascii=False, indent=2)
