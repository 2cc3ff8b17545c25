"""Simulate many games, or measure a map."""

from pathlib import Path

from sightline.apps.cli.output.screen import note
from sightline.apps.cli.parser import Parser


def add_report_folder(parser: Parser) -> None:
    parser.common.add_argument(
        "--out", metavar="DIR", help="Folder for the report, its pictures and its numbers."
    )


def write_report(folder: str, files: dict[str, str]) -> None:
    """Write the files of a report into a folder."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (target / name).write_text(text, encoding="utf-8")
    note(f"{', '.join(files)} in {target}")
