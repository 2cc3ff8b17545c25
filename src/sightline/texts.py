"""Sentences that can be shown in other languages.

A `Phrase` is an English string that also stores its template and the values in it. Python code uses
it as a string. The page receives the template and the values, looks up the template in the catalog
of the user's language (`page/src/words/said`), and fills in the values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

__all__ = [
    "Phrase",
    "PhraseValue",
    "and_list",
    "as_text",
    "dump_text",
    "encode_text",
    "in_english",
    "join",
    "load_text",
    "parts_of",
    "plain_text",
    "say",
    "with_names",
    "with_templates",
    "with_values",
    "word",
]

PhraseValue = str | int | float | Fraction | Sequence[str]
"""The type of values in a text. A sequence becomes a list in words: "a, b and c"."""
_PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::(\w+|,))?\}")
_STORED: Final = '{"say": '
NOTHING: Final[Mapping[str, PhraseValue]] = {}


class Phrase(str):
    """An English text with its template and values.

    >>> text = say("{who} sees {n} tiles", who="Mira", n=3)
    >>> text, text.template
    ('Mira sees 3 tiles', '{who} sees {n} tiles')
    """

    template: str
    values: Mapping[str, PhraseValue]

    def __add__(self, other: str) -> Phrase:
        return say("{one}{other}", one=self, other=other) if other else self

    def __radd__(self, other: str) -> Phrase:
        return say("{one}{other}", one=other, other=self) if other else self


def say(template: str, /, **values: PhraseValue) -> Phrase:
    """Return a text from a template. Catalogs contain the templates, so pass a literal.

    `{name:cap}` and `{name:low}` start with a capital or a small letter, `{name:sentences}` starts
    every sentence with a capital, and `{name:,}` groups the digits of a number.
    """
    return _text(template, values)


def word(text: str) -> str:
    """Return a text from data, such as a rule's title, which catalogs contain as a whole."""
    return _text(text, NOTHING) if text else text


def join(parts: Sequence[str], between: str = ", ") -> str:
    """Return the parts, separated by punctuation that all languages share."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    names = [f"p{number}" for number in range(len(parts))]
    template = between.join(f"{{{name}}}" for name in names)
    return _text(template, dict(zip(names, parts, strict=True)))


def parts_of(text: str, between: str) -> list[str]:
    """Return the parts that `join` joined."""
    if isinstance(text, Phrase) and text.template.startswith(f"{{p0}}{between}"):
        return [
            str(value) if not isinstance(value, str) else value for value in text.values.values()
        ]
    return text.split(between) if not isinstance(text, Phrase) else [text]


def and_list(names: Sequence[str]) -> str:
    """Return a list in words: "a, b and c"."""
    return names[0] if len(names) == 1 else say("{names}", names=names)


def as_text(error: BaseException) -> str:
    """Return the message of an error. `str(error)` would lose the template of a `Phrase`."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Phrase) and first == str(error) else str(error)


def encode_text(value: object) -> Any:
    """Return a text in the form that the page receives. This is the hook of a JSON encoder."""
    if not isinstance(value, Phrase):
        raise NotImplementedError(f"cannot encode {type(value).__name__}")
    if not value.values:
        return {"say": value.template}
    return {"say": value.template, "with": {name: _plain(v) for name, v in value.values.items()}}


def plain_text(value: object) -> str:
    """Return a text without its template, for storage, files and clients without catalogs.

    This is the hook of an encoder.
    """
    if isinstance(value, Phrase):
        return str(value)
    raise NotImplementedError(f"cannot encode {type(value).__name__}")


def with_values(text: str, change: Callable[[str], str]) -> str:
    """Return the text with its words changed, all but those of its templates.

    A template that would change is not kept: the result is plain then.
    """
    if not isinstance(text, Phrase) or change(text.template) != text.template:
        return change(text)
    changed: dict[str, PhraseValue] = {}
    for name, value in text.values.items():
        if isinstance(value, str):
            changed[name] = with_values(value, change)
        elif isinstance(value, (int, float, Fraction)):
            changed[name] = value
        else:
            changed[name] = [with_values(each, change) for each in value]
    return _text(text.template, changed)


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return the text with other names: keys of `names` are replaced by their values."""
    if isinstance(text, Phrase) and text.values:
        return _text(text.template, {name: _renamed(v, names) for name, v in text.values.items()})
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def _renamed(value: PhraseValue, names: Mapping[str, str]) -> PhraseValue:
    if isinstance(value, str):
        return names.get(value) or with_names(value, names)
    if isinstance(value, (int, float, Fraction)):
        return value
    return [names.get(each) or with_names(each, names) for each in value]


def dump_text(text: str) -> str:
    """Return a text in the form for storage, with its template and values."""
    return json.dumps(with_templates(text)) if isinstance(text, Phrase) else text


def load_text(stored: str) -> str:
    """Return the text that `dump_text` stored. Any other string is returned unchanged."""
    if not stored.startswith(_STORED):
        return stored
    try:
        return _loaded(json.loads(stored))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return stored


def _loaded(stored: Any) -> str:
    if isinstance(stored, str):
        return stored
    values: dict[str, PhraseValue] = {}
    for name, value in stored.get("with", {}).items():
        if isinstance(value, list):
            values[name] = [_loaded(each) for each in value]
        else:
            values[name] = value if isinstance(value, (int, float)) else _loaded(value)
    return _text(str(stored["say"]), values)


def with_templates(value: Any) -> Any:
    """Return plain data with every text in the form of `encode_text`, for `json.dumps`."""
    if isinstance(value, Phrase):
        return {name: with_templates(each) for name, each in encode_text(value).items()}
    if isinstance(value, dict):
        return {key: with_templates(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [with_templates(each) for each in value]
    return value


def in_english(value: Any) -> Any:
    """Return data that `with_templates` wrote with English texts, for clients without catalogs."""
    if isinstance(value, dict):
        if isinstance(value.get("say"), str):
            return _loaded(value)
        return {key: in_english(each) for key, each in value.items()}
    return [in_english(each) for each in value] if isinstance(value, list) else value


def _plain(value: PhraseValue) -> str | int | float | Sequence[str]:
    return float(value) if isinstance(value, Fraction) else value


def _text(template: str, values: Mapping[str, PhraseValue]) -> Phrase:
    text = Phrase(_fill(template, values) if values else template)
    text.template = template
    text.values = values
    return text


def _fill(template: str, values: Mapping[str, PhraseValue]) -> str:
    return _PLACEHOLDER.sub(lambda found: _english(values[found[1]], found[2] or ""), template)


def _english(value: PhraseValue, form: str) -> str:
    if isinstance(value, str):
        if form == "sentences":
            return re.sub(r"(^|[.] )([a-z])", lambda found: found[1] + found[2].upper(), value)
        first = {"cap": str.upper, "low": str.lower}.get(form, str)(value[:1])
        return f"{first}{value[1:]}"
    if isinstance(value, int):
        return f"{value:,}" if form == "," else str(value)
    if isinstance(value, (float, Fraction)):
        return f"{round(float(value), 6):.12g}"
    return value[0] if len(value) == 1 else f"{', '.join(value[:-1])} and {value[-1]}"
