"""Ties: how rules that try straight lines treat a line that only touches a blocker.

This module has the verdicts and the words of each option. Rules, the table's menu and the command
line use them, and explanations name the option that decided.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from sightline.answers.sight import Verdict
from sightline.geometry.contact import Contact
from sightline.texts import say, word

TouchingTies: TypeAlias = Literal[
    "strict", "corners-pass", "permissive", "adjudicated", "dm-adjudicated"
]
"""The names of `TIES`, and the alias of the last one."""


class Tie(NamedTuple):
    """One way to treat a line that only touches a blocker."""

    verdicts: tuple[Verdict, Verdict, Verdict, Verdict]
    """The verdict for each contact, in the order CLEAR, CORNER, EDGE, BLOCKED."""
    title: str
    """The label in a menu, for the game master."""
    sentence: str
    """What it means, for the game master."""
    phrase: str
    """What it means in a few words, for players."""
    at_corner: str
    """Why a line that touches a corner passes or is blocked."""
    at_edge: str
    """Why a line that runs along an edge passes or is blocked."""

    def reason(self, contact: Contact) -> str:
        return self.at_corner if contact is Contact.CORNER else self.at_edge


TIES: dict[TouchingTies, Tie] = {
    "strict": Tie(
        (Verdict.VISIBLE, Verdict.HIDDEN, Verdict.HIDDEN, Verdict.HIDDEN),
        "A touch blocks",
        "A line that so much as touches a corner or edge of something is blocked.",
        "touching blocks",
        "touching blocks in strict play",
        "grazing blocks in strict play",
    ),
    "corners-pass": Tie(
        (Verdict.VISIBLE, Verdict.VISIBLE, Verdict.HIDDEN, Verdict.HIDDEN),
        "Corners let pass",
        "A line may touch a corner, but may not run along an edge.",
        "touched corners pass, edges block",
        "touched corners are let pass in this game",
        "only corners are let pass in this game, not edges",
    ),
    "permissive": Tie(
        (Verdict.VISIBLE, Verdict.VISIBLE, Verdict.VISIBLE, Verdict.HIDDEN),
        "A touch passes",
        "A line may touch corners and run along edges; only what it goes through blocks.",
        "touching does not block",
        "touching does not block in permissive play",
        "grazing does not block in permissive play",
    ),
    "adjudicated": Tie(
        (Verdict.VISIBLE, Verdict.AMBIGUOUS, Verdict.AMBIGUOUS, Verdict.HIDDEN),
        "You decide",
        "When a touch makes the difference, the call waits for you, and counts as hidden until"
        " then.",
        "the game master decides on touches",
        "such a touch is for the game master to decide",
        "such a graze is for the game master to decide",
    ),
}


def grazing_reason(ties: str, contact: Contact, verdict: Verdict) -> str:
    """Return the reason why a line that only touches a blocker passes or is blocked, also for ties
    of other rules.
    """
    if ties in TIES:
        return word(TIES[ties].reason(contact))
    why = {
        Verdict.VISIBLE: say("that passes by this rule's ties"),
        Verdict.HIDDEN: say("that blocks by this rule's ties"),
        Verdict.AMBIGUOUS: say("that stays open by this rule's ties"),
    }[verdict]
    return say("{why} ({ties})", why=why, ties=ties) if ties else why
