"""The command that makes a link of a look: share."""

from __future__ import annotations

from typing import Annotated

from sightline.apps.cli import options as given
from sightline.apps.cli.asking import RuleChoice, choose_rule, find_place, open_map, tell_changes
from sightline.apps.cli.screen import note, say
from sightline.apps.cli.words import Option
from sightline.formats import Options

ShownFirst = Annotated[
    str,
    Option("--show", "What is shown first: look, field (of FROM) or games.", "WHAT"),
]
BaseUrl = Annotated[
    str | None,
    Option(
        "--base-url",
        "Where the playground is; without it $SIGHTLINE_PLAYGROUND, or this machine.",
        "URL",
    ),
]

HOW_TO_SEND = """\
note: this address is on this machine: nobody else can open it.
  To see it here, in a clone of sightline:
      make playground
      python -m http.server 8000 -d build/playground/site
  To send it, put that folder on any web host, and say once where it is:
      export {address}=https://your.host/playground/     (or --base-url for one link)"""


def share(
    map_file: given.MapFile,
    source: given.From,
    target: given.To,
    rule: given.RuleName = None,
    pack: given.PackFile = None,
    ties: given.Ties = None,
    closed_ends: given.ClosedEnds = False,
    settings: given.Settings = None,
    show: ShownFirst = "look",
    base_url: BaseUrl = None,
    snap: given.Snap = False,
    level: given.LevelName = None,
    blocking: given.Blocking = None,
    grid: given.GridText = None,
) -> int:
    """A link that opens this look in the playground, in any browser.

    The map, the figures, the rule and the question are in the link itself, after the #: nothing is
    uploaded, and nothing of it leaves the browser that opens it. What it opens is the playground, a
    folder of files that any web host serves: `make playground` in a clone of ours builds it.
    Say where yours is with $SIGHTLINE_PLAYGROUND or --base-url.

    Examples:
      sightline share crypt.txt Mira goblin
      sightline share crypt.dd2vtt C4 H9 --rule dnd5e --base-url https://example.org/sight/
      sightline share hills.txt 0,0 3,-1 --show games | xclip
    """
    from sightline import links

    loaded = open_map(map_file, Options(snap, level, tuple(blocking or ()), grid))
    board = loaded.board
    chosen = RuleChoice(rule, ties, closed_ends, tuple(settings or ()), pack)
    judged, _ = choose_rule(loaded, chosen)
    a, b = find_place(board, source), find_place(board, target)
    link = links.share(board, a, b, judged, show=show, address=base_url)
    tell_changes(loaded)
    say(link)
    if link.startswith(links.LOCAL):
        note(HOW_TO_SEND.format(address=links.ADDRESS))
    return 0
