"""Soak runs: play thousands of games and check every rule on the way."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence


class BrokenLawError(AssertionError):
    """An error for a game that violates its rules."""


def demand(holds: bool, law: str, state: object, action: object) -> None:
    """Raise `BrokenLawError` unless the rule holds."""
    if not holds:
        seed = getattr(state, "seed", None)
        raise BrokenLawError(
            f"{law}; {action} in {state!r}{'' if seed is None else f', seed {seed}'}"
        )


def run(soak: Callable[[int, int], Counter[str]], arguments: Sequence[str]) -> None:
    """Play the number of games given in the arguments, and print the results."""
    games = int(arguments[0]) if arguments else 100
    first_seed = int(arguments[1]) if len(arguments) > 1 else 0
    began = time.perf_counter()
    tally = soak(games, first_seed)
    seconds = time.perf_counter() - began
    ends = ", ".join(f"{count:,} {word}" for word, count in sorted(tally.items()))
    print(f"{games:,} games from seed {first_seed} in {seconds:.0f} s: {ends}; every law held")
