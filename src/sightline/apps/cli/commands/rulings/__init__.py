"""Keep a game master's rulings on close calls in a file.

Examples:
  sightline rulings list campaign.rulings crypt.txt --rule center --ties adjudicated
  sightline rulings add campaign.rulings crypt.txt Brom orc --visible --why "it is low"
  sightline rulings add --help
"""

from sightline.apps.cli.parser import Parser


def add_rulings_file(parser: Parser) -> None:
    parser.places.add_argument("kept", metavar="RULINGS", help="The file that keeps the rulings.")


def add_reason(parser: Parser) -> None:
    parser.common.add_argument(
        "--by", metavar="NAME", default="master", help="Who decides. Default: master."
    )
    parser.common.add_argument("--why", metavar="REASON", default="", help="The reason.")
