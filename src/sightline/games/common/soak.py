"""Soak runs: thousands of games, with every rule checked on the way."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence


class BrokenLawError(AssertionError):
    """A game did something that its rules forbid."""


def demand(holds: bool, law: str, state: object, action: object) -> None:
    """Raise if the rule does not hold."""
    if not holds:
        seed = getattr(state, "seed", None)
        raise BrokenLawError(
            f"{law}; {action} in {state!r}{'' if seed is None else f', seed {seed}'}"
        )


def run(soak: Callable[[int, int], Counter[str]], arguments: Sequence[str]) -> None:
    """Play as many games as the arguments say, and print the results."""
    games = int(arguments[0]) if arguments else 100
    first_seed = int(arguments[1]) if len(arguments) > 1 else 0
    began = time.perf_counter()
    tally = soak(games, first_seed)
    seconds = time.perf_counter() - began
    ends = ", ".join(f"{count:,} {word}" for word, count in sorted(tally.items()))
    print(f"{games:,} games from seed {first_seed} in {seconds:.0f} s: {ends}; every law held")
