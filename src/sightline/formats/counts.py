"""Numbers in reports: `1 wall`, `2 walls`, `no walls`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sightline.texts import and_list, join, say, word


def squares(first: int, second: int) -> str:
    """Return the size of a map as text: `1 x 1 square`, `3 x 1 squares`."""
    if first * second == 1:
        return say("{rows} x {cols} square", rows=first, cols=second)
    return say("{rows} x {cols} squares", rows=first, cols=second)


def count(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: `1 gate`, `1,204 gates`, `no gates`.

    The plural follows English spelling (`portcullises`, `torches`, `entities`) unless it is given.

    >>> count(1, "token"), count(2, "portcullis"), count(0, "entity"), count(3, "die", "dice")
    ('1 token', '2 portcullises', 'no entities', '3 dice')
    """
    one, more, none = forms(noun, plural)
    if number == 1:
        return word(one)
    return say(more, n=number) if number else word(none)


def forms(noun: str, plural: str | None = None) -> tuple[str, str, str]:
    """Return the templates of `count`: `1 gate`, `{n:,} gates`, `no gates`."""
    several = plural or _plural(noun)
    return f"1 {noun}", f"{{n:,}} {several}", f"no {several}"


def _plural(noun: str) -> str:
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def tell(fate: Counter[str], into: list[str], *rows: tuple[str, str, str]) -> None:
    """Append a sentence to `into` for each row (key, noun, rest) whose key was counted.

    >>> said = []
    >>> tell(Counter(open=2), said, ("open", "arch", " open to sight"), ("dark", "light", ""))
    >>> said
    ['2 arches open to sight']
    """
    into += [_with_rest(count(fate[key], noun), rest) for key, noun, rest in rows if fate[key]]


def _with_rest(things: str, rest: str) -> str:
    return say("{things}{rest}", things=things, rest=rest) if rest else things


def counts(nouns: Iterable[str]) -> str:
    """Return each item with its number, in order of first occurrence: `2 walls, 1 closed door`.

    >>> counts(["wall", "closed door", "wall"])
    '2 walls, 1 closed door'
    """
    return join([_counted(noun, number) for noun, number in Counter(nouns).items()])


def _counted(noun: str, number: int) -> str:
    """Return a number with a noun phrase: `2 walls that stop sight` for `wall that stops sight`."""
    noun, _, stopped = noun.partition(" that stops ")
    things = count(number, noun)
    if not stopped:
        return things
    what = and_list([word(each) for each in stopped.replace(" and ", ", ").split(", ")])
    if number == 1:
        return say("{things} that stops {what}", things=things, what=what)
    return say("{things} that stop {what}", things=things, what=what)


def tally(names: list[str]) -> str:
    """Return each name with its number, most frequent first: `2 Door, 1 Item`."""
    return join([f"{number} {name}" for name, number in Counter(names).most_common(12)])
