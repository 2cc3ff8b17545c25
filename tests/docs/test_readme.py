"""The README's examples run as they stand, in an empty folder, and name no file that is missing."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.shell import sightline

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
ASK = README.partition("## Ask\n")[2].partition("\n## ")[0]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", ASK, re.DOTALL | re.MULTILINE)


def test_the_first_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in blocks("python"):
        exec(code, names)  # noqa: S102
    assert capsys.readouterr().out == "".join(blocks("text"))

    [shell] = blocks("sh")
    lines = [shlex.split(line, comments=True) for line in shell.splitlines()]
    asked = [words[1:] for words in lines if words[1] != "table"]
    assert len(asked) >= 2
    for words in asked:
        done = sightline(*words)
        assert done.code in (0, 1), done.err  # seen, or not seen: no error
        assert done.out
    for words in lines:
        assert not [word for word in words if word.endswith(".txt") and not Path(word).exists()]
    assert (tmp_path / "sight.svg").exists()
