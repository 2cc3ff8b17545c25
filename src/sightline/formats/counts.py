"""Numbers in the sentences of reports: `1 wall`, `2 walls`, `no walls`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def squares(first: int, second: int) -> str:
    """Return `1 x 1 square`, `3 x 1 squares`."""
    return f"{first} x {second} square" + "s" * (first * second != 1)


def count(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: `1 gate`, `1,204 gates`, `no gates`.

    The plural follows English spelling (`portcullises`, `torches`, `entities`), or is given.

    >>> count(1, "token"), count(2, "portcullis"), count(0, "entity"), count(3, "die", "dice")
    ('1 token', '2 portcullises', 'no entities', '3 dice')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{f'{number:,}' if number else 'no'} {plural or _plural(noun)}"


def _plural(noun: str) -> str:
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def tell(fate: Counter[str], into: list[str], *rows: tuple[str, str, str]) -> None:
    """Add a sentence for each row whose key was counted: the number, the noun and the rest.

    >>> said = []
    >>> tell(Counter(open=2), said, ("open", "arch", " open to sight"), ("dark", "light", ""))
    >>> said
    ['2 arches open to sight']
    """
    into += [f"{count(fate[key], noun)}{rest}" for key, noun, rest in rows if fate[key]]


def counts(nouns: Iterable[str]) -> str:
    """Return how often each item occurs, in the order of the first: `2 walls, 1 closed door`.

    >>> counts(["wall", "closed door", "wall"])
    '2 walls, 1 closed door'
    """
    return ", ".join(_counted(noun, number) for noun, number in Counter(nouns).items())


def _counted(noun: str, number: int) -> str:
    """Return `2 walls that stop sight` for a noun such as `wall that stops sight`."""
    noun, stops, what = noun.partition(" that stops ")
    verb = stops if number == 1 else stops.replace("stops", "stop")
    return f"{count(number, noun)}{verb}{what}"


def tally(names: list[str]) -> str:
    """Return names with how often each occurs, most first: `2 Door, 1 Item`."""
    return ", ".join(f"{number} {name}" for name, number in Counter(names).most_common(12))
