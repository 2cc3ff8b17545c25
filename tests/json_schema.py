"""A JSON Schema validator for the keywords used in our published schemas.

An unknown keyword is an error, so that no part of a schema is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

COMMENTS = ("$schema", "$id", "$defs", "title", "description", "default", "then")
TYPES: dict[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}


class Schema:
    """A schema that can validate data."""

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self._words: dict[str, Callable[[Any, Any, dict[str, Any]], bool]] = {
            **dict.fromkeys(COMMENTS, lambda v, w, s: True),
            "$ref": lambda v, w, s: self.obeyed_by(v, self._follow(w)),
            "type": lambda v, w, s: _is_type(v, w),
            "const": lambda v, w, s: v == w and type(v) is type(w),
            "enum": lambda v, w, s: any(v == each and type(v) is type(each) for each in w),
            "oneOf": lambda v, w, s: sum(self.obeyed_by(v, each) for each in w) == 1,
            "anyOf": lambda v, w, s: any(self.obeyed_by(v, each) for each in w),
            "allOf": lambda v, w, s: all(self.obeyed_by(v, each) for each in w),
            "not": lambda v, w, s: not self.obeyed_by(v, w),
            "if": lambda v, w, s: not self.obeyed_by(v, w) or self.obeyed_by(v, s["then"]),
            "required": lambda v, w, s: not isinstance(v, dict) or set(w) <= set(v),
            "properties": lambda v, w, s: (
                not isinstance(v, dict) or all(self.obeyed_by(v[k], w[k]) for k in w if k in v)
            ),
            "propertyNames": lambda v, w, s: (
                not isinstance(v, dict) or all(self.obeyed_by(key, w) for key in v)
            ),
            "additionalProperties": self._others,
            "items": self._items,
            "prefixItems": lambda v, w, s: (
                not isinstance(v, list)
                or all(self.obeyed_by(*pair) for pair in zip(v, w, strict=False))
            ),
            "contains": lambda v, w, s: (
                not isinstance(v, list) or any(self.obeyed_by(each, w) for each in v)
            ),
            "uniqueItems": lambda v, w, s: (
                not isinstance(v, list) or all(v.count(each) == 1 for each in v)
            ),
            "minItems": lambda v, w, s: not isinstance(v, list) or len(v) >= w,
            "maxItems": lambda v, w, s: not isinstance(v, list) or len(v) <= w,
            "minProperties": lambda v, w, s: not isinstance(v, dict) or len(v) >= w,
            "maxProperties": lambda v, w, s: not isinstance(v, dict) or len(v) <= w,
            "minLength": lambda v, w, s: not isinstance(v, str) or len(v) >= w,
            "maxLength": lambda v, w, s: not isinstance(v, str) or len(v) <= w,
            "exclusiveMinimum": lambda v, w, s: not isinstance(v, (int, float)) or v > w,
            "minimum": lambda v, w, s: not isinstance(v, (int, float)) or v >= w,
            "maximum": lambda v, w, s: not isinstance(v, (int, float)) or v <= w,
            "pattern": lambda v, w, s: not isinstance(v, str) or re.search(w, v) is not None,
        }

    def obeyed_by(self, value: Any, schema: Any = None) -> bool:
        """Return whether the data matches the schema, or the given part of it."""
        wanted = self.root if schema is None else schema
        if isinstance(wanted, bool):
            return wanted
        return all(self._words[word](value, each, wanted) for word, each in wanted.items())

    def _follow(self, reference: str) -> dict[str, Any]:
        found = self.root
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def _items(self, value: Any, wanted: Any, schema: dict[str, Any]) -> bool:
        rest = value[len(schema.get("prefixItems", ())) :] if isinstance(value, list) else []
        return all(self.obeyed_by(item, wanted) for item in rest)

    def _others(self, value: Any, wanted: Any, schema: dict[str, Any]) -> bool:
        if not isinstance(value, dict):
            return True
        named = schema.get("properties", {})
        return all(self.obeyed_by(each, wanted) for key, each in value.items() if key not in named)


def _is_type(value: Any, name: str) -> bool:
    if name == "integer":
        return isinstance(value, (int, float)) and not isinstance(value, bool) and value % 1 == 0
    return isinstance(value, TYPES[name])
