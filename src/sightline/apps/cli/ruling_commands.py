"""A game master's decisions on close calls, kept in a file.

Examples:
  sightline rulings list campaign.rulings crypt.txt --rule quest --ties adjudicated
  sightline rulings add campaign.rulings crypt.txt Brom orc --visible --why "it is low"
  sightline rulings add --help
"""

from __future__ import annotations

import sys
from typing import Annotated

from sightline.apps.cli import options as given
from sightline.apps.cli.asking import (
    STANDARD_INPUT,
    RuleChoice,
    choose_rule,
    find_place,
    open_map,
    ties_words,
)
from sightline.apps.cli.pictures import write_file
from sightline.apps.cli.plain import dump, plain_sight
from sightline.apps.cli.screen import note, say, working
from sightline.apps.cli.words import Argument, Option, in_short
from sightline.errors import InvalidValueError

Kept = Annotated[str, Argument("RULINGS", "The file that keeps the rulings.")]
OnMap = Annotated[
    str | None,
    Argument("MAP", "Tell what each ruling is worth on this map, and what is still open there."),
]
Visible = Annotated[bool, Option("--visible", "They see each other.")]
Hidden = Annotated[bool, Option("--hidden", "They do not see each other.")]
By = Annotated[str, Option("--by", "Who decides.", "NAME")]
Why = Annotated[str, Option("--why", "The reason, for those who ask later.", "REASON")]
Number = Annotated[str, Argument("NUMBER", "The number of the ruling, as `list` shows it.")]
RulingsOut = Annotated[str, Argument("OUT", "A JSON file; - for standard output.")]
In = Annotated[str, Argument("IN", "A JSON file that `export` wrote; - for standard input.")]


def list_rulings(
    kept: Kept,
    map_file: OnMap = None,
    rule: given.RuleName = None,
    pack: given.PackFile = None,
    ties: given.Ties = None,
    closed_ends: given.ClosedEnds = False,
    settings: given.Settings = None,
    as_json: given.Json = False,
) -> int:
    """Every ruling: who, when, why. With a map: what is open.

    A ruling on a look counts while nothing changes that its lines could touch; with a map, the list
    says which rulings are in force there, which have lapsed, and which close calls between figures
    still wait for a decision.

    Examples:
      sightline rulings list campaign.rulings
      sightline rulings list campaign.rulings crypt.txt --rule quest --ties adjudicated
    """
    from sightline.rulings import Rulings, open_calls

    loaded = None if map_file is None else open_map(map_file)
    with Rulings(kept, readonly=True) as rulings:
        history = rulings.history(None if loaded is None else loaded.board)
        calls = []
        if loaded is not None:
            chosen = choose_rule(
                loaded, RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack)
            )
            with working("looking for close calls"):
                calls = open_calls(loaded.board, chosen.rule, rulings=rulings)
    if as_json:
        say(
            dump(
                {
                    "rulings": [
                        {
                            "number": each.number,
                            "status": each.status,
                            "because": each.because,
                            **each.to_plain(),
                        }
                        for each in history
                    ],
                    "open": [plain_sight(call.sight) for call in calls],
                }
            )
        )
        return 0
    for each in history:
        say(str(each))
    if not history:
        say("No rulings yet.")
    if loaded is not None:
        say(f"\nOpen calls between figures, by {chosen.words}: {len(calls) or 'none'}")
        for call in calls:
            say(f"- {call}")
    return 0


def add(
    kept: Kept,
    map_file: given.MapFile,
    source: given.From,
    target: given.To,
    visible: Visible = False,
    hidden: Hidden = False,
    by: By = "master",
    why: Why = "",
    rule: given.RuleName = None,
    pack: given.PackFile = None,
    ties: given.Ties = None,
    closed_ends: given.ClosedEnds = False,
    settings: given.Settings = None,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
) -> int:
    """Decide a close call.

    The ruling holds both ways round, or the one way where a one-way wall matters, for this rule and
    its settings, while nothing near the line changes.

    Examples:
      sightline rulings add campaign.rulings crypt.txt Brom orc --visible --why "the statue is low"
      sightline see crypt.txt Brom orc --rulings campaign.rulings
    """
    from sightline.formats import Options
    from sightline.rulings import Rulings

    if visible == hidden:
        raise InvalidValueError("rulings add: expected either --visible or --hidden")
    loaded = open_map(map_file, Options(snap, level, tuple(blocking or ())))
    chosen = choose_rule(loaded, RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack))
    a, b = find_place(loaded.board, source), find_place(loaded.board, target)
    with Rulings(kept) as rulings:
        made = rulings.rule(loaded.board, a, b, chosen.rule, visible=visible, by=by, why=why)
    say(str(made))
    say(f"Rule: {chosen.words}{ties_words(chosen.rule)}.")
    return 0


def undo(kept: Kept, number: Number, by: By = "master", why: Why = "") -> int:
    """Take a ruling back; what held before holds again.

    Examples:
      sightline rulings undo campaign.rulings 3 --by Ann --why "there are torches"
    """
    from sightline.rulings import Rulings

    if not number.isdecimal():
        raise InvalidValueError(
            f"rulings undo: expected the number of a ruling, got {in_short(number)!r}"
        )
    with Rulings(_existing(kept)) as rulings:
        say(str(rulings.undo(int(number), by=by, why=why)))
    return 0


def export(kept: Kept, out: RulingsOut = STANDARD_INPUT) -> int:
    """Every ruling as JSON.

    Examples:
      sightline rulings export campaign.rulings rulings.json
      sightline rulings export campaign.rulings | jq length
    """
    from sightline.rulings import Rulings

    with Rulings(kept, readonly=True) as rulings:
        text = dump(rulings.export())
    if out == STANDARD_INPUT:
        say(text)
    else:
        write_file(out, f"{text}\n".encode())
        note(f"wrote {out}")
    return 0


def import_rulings(kept: Kept, exported: In) -> int:
    """Add the rulings that `export` wrote.

    Those that are already here stay as they are.

    Examples:
      sightline rulings import campaign.rulings rulings.json
    """
    import json
    from pathlib import Path

    from sightline.rulings import Rulings

    is_piped = exported == STANDARD_INPUT
    try:
        text = sys.stdin.buffer.read() if is_piped else Path(exported).read_bytes()
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValueError(f"{exported}: expected JSON: {error}") from None
    with Rulings(kept) as rulings:
        added = rulings.load(plain)
    note(f"{added} rulings added to {kept}")
    return 0


def _existing(path: str) -> str:
    """Undoing must not make a new file where a name was mistyped."""
    from pathlib import Path

    if not Path(path).exists():
        raise InvalidValueError(f"{in_short(path)}: there is no such file")
    return path
