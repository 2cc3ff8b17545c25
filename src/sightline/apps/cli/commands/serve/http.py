"""Serve boards and questions over HTTP, as JSON.

Without options, only this machine can connect. With another --host, clients need a token.

Examples:
  sightline serve
  sightline serve --host 0.0.0.0 --port 8080 --token "$TOKEN"
"""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable

from sightline.apps.cli.output.screen import say
from sightline.apps.cli.parser import Parser, in_short
from sightline.extras import extra

USUAL_PORT = 8766


def add_arguments(parser: Parser) -> None:
    add_address(parser, USUAL_PORT)
    rare = parser.rare.add_argument
    rare(
        "--boards",
        metavar="N",
        type=_whole(1, 10_000),
        default=100,
        help="Boards to keep; the least recently used is dropped. Default: 100.",
    )
    rare(
        "--seconds",
        metavar="N",
        type=_whole(1, 600),
        default=10,
        help="Longest time for one answer. Default: 10.",
    )
    rare(
        "--megabytes",
        metavar="N",
        type=_whole(1, 64),
        default=32,
        help="Largest request. Default: 32.",
    )
    rare(
        "--workers",
        metavar="N",
        type=_whole(1, 64),
        default=2,
        help="Processes for long questions and map files. Default: 2.",
    )


def add_address(parser: Parser, usual_port: int) -> None:
    """Add the options for the address to listen on, and for the token."""
    common = parser.common.add_argument
    common("--host", metavar="ADDRESS", default="127.0.0.1", help="Address to listen on.")
    common(
        "--port",
        metavar="N",
        type=_whole(0, 65_535),
        default=usual_port,
        help=f"Port to listen on; 0: a free one. Default: {usual_port}.",
    )
    common("--token", metavar="TEXT", help="Token that clients must send.")


def run(args: Namespace) -> int:
    with extra("serve", "sightline serve needs"):
        from sightline.service.app import Limits
        from sightline.service.run import serve

    limits = Limits(
        bytes=args.megabytes * 1024 * 1024,
        seconds=args.seconds,
        boards=args.boards,
        workers=args.workers,
    )

    def say_now(text: str) -> None:
        say(text)
        sys.stdout.flush()

    return serve(args.host, args.port, args.token or None, limits, say_now)


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(word: str) -> int:
        if not (word.isascii() and word.isdecimal() and low <= int(word[:9]) <= high):
            raise ArgumentTypeError(
                f"expected a number from {low} to {high}, got {in_short(word)!r}"
            )
        return int(word)

    return read
