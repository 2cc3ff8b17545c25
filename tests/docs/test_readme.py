"""The README's first screen. tests/journeys/test_library.py runs its examples."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOME = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
CELL = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")


def test_the_first_picture_is_that_of_the_first_code() -> None:
    """docs/pictures.py draws it from the README's code, and other pages use the same picture."""
    boards = []
    for page, picture in ((README, "docs/pictures/"), (HOME, "pictures/"), (CELL, "pictures/")):
        shown = re.search(r"!\[[^]]*\]\(([^)]+)\)", page)
        assert shown is not None
        assert shown[1] == f"{picture}first-look.svg"
        code = page.partition("```python\n")[2].partition("```")[0]
        names: dict[str, object] = {}
        exec(code, names)  # noqa: S102
        boards.append(names["board"])
    assert boards == boards[:1] * 3


def test_the_first_screen_is_a_sentence_a_picture_and_two_commands() -> None:
    title, sentence, picture, commands, *_ = README.split("\n\n")
    assert title == "# sightline"
    assert sentence.count(".") == 1
    assert picture.startswith("![")
    lines = commands.splitlines()
    assert (lines[0], lines[-1]) == ("```sh", "```")
    assert [line.partition("#")[0].strip() for line in lines[1:-1]] == ["make demo", "make test"]
