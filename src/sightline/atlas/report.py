"""The tables of the atlas, in Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sightline.atlas.algorithms import Algorithm
from sightline.atlas.definitions import DEFINITIONS, RADIUS
from sightline.atlas.measures import Numbers

COLUMNS = {
    "one way": "sight in one direction only",
    "through diagonals": "seen through closed diagonals",
    "blind corners": "blind corners",
    "dark walls of a room": "dark walls in a room",
    "lone tiles": "lone tiles",
    "shadows that narrow": "shadows that narrow",
    "lost by opening": "lost when rock goes",
}
SPEED = "microseconds"


@dataclass(frozen=True)
class Entry:
    """An algorithm with all its measured counts."""

    algorithm: Algorithm
    numbers: Numbers

    def share(self, name: str) -> float:
        """Return a measure in percent."""
        many, out_of = self.numbers[name]
        return 100 * many / out_of if out_of else 0.0

    @property
    def closest(self) -> str:
        """The definition from which it differs least."""
        return min(DEFINITIONS, key=self.share)

    @property
    def definition(self) -> str:
        """The definition used in pictures: the one that it claims, or else the closest."""
        return self.algorithm.claim or self.closest


def tables(entries: Sequence[Entry]) -> str:
    """Return the measurements as Markdown."""
    lines = [
        "| algorithm | approximates | differs | closest definition | differs |",
        "| --- | --- | --- | --- | --- |",
    ]
    for each in entries:
        claim = each.algorithm.claim
        lines.append(
            f"| {each.algorithm.name} | {claim or 'none of these'}"
            f" | {_percent(each.share(claim)) if claim else ''}"
            f" | {each.closest if each.closest != claim else 'the same'}"
            f" | {_percent(each.share(each.closest))} |"
        )
    lines += [
        "",
        f"| algorithm | {' | '.join(COLUMNS.values())} | a field |",
        f"| --- |{' --- |' * len(COLUMNS)} --- |",
    ]
    for each in entries:
        shares = " | ".join(_percent(each.share(name)) for name in COLUMNS)
        total, fields = each.numbers[SPEED]
        lines.append(f"| {each.algorithm.name} | {shares} | {total / fields:,.0f} µs |")
    return "\n".join(lines) + "\n"


def as_json(entries: Sequence[Entry], seed: int) -> dict[str, object]:
    """Return the counts as JSON: for each measure the count and the total."""
    return {
        "seed": seed,
        "radius": RADIUS,
        "algorithms": {
            each.algorithm.name: {
                "approximates": each.algorithm.claim,
                "closest": each.closest,
                "counts": {
                    name: list(pair) for name, pair in each.numbers.items() if name != SPEED
                },
            }
            for each in entries
        },
    }


def _percent(share: float) -> str:
    if share == 0:
        return "0"
    return f"{share:.1f} %" if share >= 0.05 else "< 0.1 %"
