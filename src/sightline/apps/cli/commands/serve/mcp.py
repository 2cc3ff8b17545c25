"""Let an assistant ask about maps: a Model Context Protocol server.

By default it communicates over standard input and output, as desktop assistants expect. Map files
are read from one folder only.

Examples:
  sightline mcp --maps ~/maps
  sightline mcp --http --port 8767
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from sightline.apps.cli.commands.serve.http import add_address
from sightline.apps.cli.output.screen import say
from sightline.apps.cli.parser import Parser
from sightline.errors import InvalidValueError
from sightline.extras import extra

USUAL_PORT = 8767


def add_arguments(parser: Parser) -> None:
    common = parser.common.add_argument
    common(
        "--maps",
        metavar="FOLDER",
        type=Path,
        default=Path(),
        help="Folder of the map files. Default: the current one.",
    )
    common("--http", action="store_true", help="Serve over streamable HTTP, at /mcp.")
    add_address(parser, USUAL_PORT)


def run(args: Namespace) -> int:
    if not args.maps.is_dir():
        raise InvalidValueError(f"--maps: expected a folder, got {args.maps}")
    with extra("mcp", "sightline mcp needs"):
        from sightline.assistant.run import serve_http, serve_stdio
    if not args.http:
        return serve_stdio(args.maps)

    def say_now(text: str) -> None:
        say(text)
        sys.stdout.flush()

    return serve_http(args.maps, args.host, args.port, args.token or None, say_now)
