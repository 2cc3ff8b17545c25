"""Print a link that opens a line of sight in any browser.

The link itself contains the map, the figures, the rule and the question, after the #. Nothing is
uploaded. The playground is a folder of files that any web host can serve: `make playground` builds
it. Set its address with $SIGHTLINE_PLAYGROUND or --base-url.

Examples:
  sightline share crypt.txt Mira goblin
  sightline share crypt.dd2vtt C4 H9 --rule dnd5e --base-url https://example.org/sight/
  sightline share hills.txt 0,0 3,-1 --show games | xclip
"""

from __future__ import annotations

from argparse import Namespace

from sightline import links
from sightline.apps.cli import options
from sightline.apps.cli.inputs import find_end, tell_changes
from sightline.apps.cli.options import MapOptions, RuleOptions
from sightline.apps.cli.output.screen import note, say
from sightline.apps.cli.parser import Parser

HOW_TO_SEND = """\
note: this address is on this machine: nobody else can open it.
  To see it here, in a clone of sightline:
      make playground
      python -m http.server 8000 -d build/playground/site
  To send it, put that folder on any web host, and say once where it is:
      export {address}=https://your.host/playground/     (or --base-url for one link)"""


def add_arguments(parser: Parser) -> None:
    MapOptions.add(parser)
    options.add_source_and_target(parser)
    RuleOptions.add(parser)
    parser.common.add_argument(
        "--show", metavar="WHAT", default="look", help="Show first: look, field (of FROM) or games."
    )
    parser.completers["show"] = lambda _: ("look", "field", "games")
    parser.common.add_argument(
        "--base-url", metavar="URL", help="Address of the playground, for this link."
    )


def run(args: Namespace) -> int:
    loaded = MapOptions.from_args(args).load()
    board = loaded.board
    rule, _ = RuleOptions.from_args(args).choose(loaded)
    a, b = find_end(board, args.source), find_end(board, args.target)
    link = links.share(board, a, b, rule, show=args.show, address=args.base_url)
    tell_changes(loaded)
    say(link)
    if link.startswith(links.LOCAL):
        note(HOW_TO_SEND.format(address=links.ADDRESS))
    return 0
