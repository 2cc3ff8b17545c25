"""Shell completion: what shells offer, and how completion is installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sightline.apps.cli.completion import SCRIPTS
from tests.cli.shell import DUNGEON, sightline


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Set up a temporary home folder with a map in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "d.txt").write_text(DUNGEON.lstrip(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def completed(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    words = line.split(" ")
    monkeypatch.setenv("_SIGHTLINE_COMPLETE", "complete")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    done = sightline()
    assert (done.code, done.err) == (0, "")
    return done.out.splitlines()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("sightline he", ["heatmap"]),
        ("sightline --v", ["--version"]),
        ("sightline rul", ["rules", "rulings"]),
        ("sightline rulings ", ["list", "add", "undo", "export", "import"]),
        ("sightline rulings a", ["add"]),
        ("sightline see d.txt Mi", ["Mira"]),
        ('sightline see d.txt "Mi', ["Mira"]),
        ("sightline see d.txt Mira g", ["goblin"]),
        ("sightline see d.txt Mira goblin ", []),
        ("sightline see --rule center d.txt Mira g", ["goblin"]),
        ("sightline see --json d.txt Mira g", ["goblin"]),
        ("sightline field d.txt Mira Mira g", ["goblin"]),
        ("sightline rulings add kept d.txt Mi", ["Mira"]),
        ("sightline see missing.txt g", []),
        ("sightline see d.t", []),
        ("sightline see d.txt Mira goblin --rule cente", ["center"]),
        ("sightline see d.txt Mira goblin --rule=cente", ["--rule=center"]),
        ("sightline see d.txt Mira goblin --ties adj", ["adjudicated"]),
        ("sightline see d.txt Mira goblin --al", ["--all-lines"]),
        ("sightline info d.txt --h", ["--help"]),
        ("sightline light d.txt --range 3 Mi", ["Mira"]),
        ("sightline see d.txt Mira goblin --set lar", ["large="]),
        ("sightline rules dnd5e-", ["dnd5e-inset"]),
        ("sightline skirmish --side b", ["blue"]),
        ("sightline nonsense ", []),
    ],
)
def test_what_could_stand_there(
    monkeypatch: pytest.MonkeyPatch, line: str, offered: list[str]
) -> None:
    assert completed(monkeypatch, line) == offered


def test_all_commands_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"see", "field", "table", "rulings", "bench"} <= set(
        completed(monkeypatch, "sightline ")
    )


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_of_each_shell(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    shown = sightline("--show-completion", shell)
    assert "_SIGHTLINE_COMPLETE" in shown.out
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    assert sightline("--show-completion") == shown


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_shell_is_taught_once(tmp_path: Path, shell: str) -> None:
    startup = tmp_path / f".{shell}rc"
    startup.write_text("alias ll='ls -l'", encoding="utf-8")
    for _ in range(2):
        assert sightline("--install-completion", shell).code == 0
    script = tmp_path / f".local/share/sightline/completion.{shell}"
    assert script.read_text(encoding="utf-8") == SCRIPTS[shell]
    assert startup.read_text(encoding="utf-8") == f"alias ll='ls -l'\nsource {script}\n"


def test_fish_is_taught_in_its_own_folder(tmp_path: Path) -> None:
    assert sightline("--install-completion", "fish").code == 0
    assert (tmp_path / ".config/fish/completions/sightline.fish").read_text() == SCRIPTS["fish"]
    assert not (tmp_path / ".fishrc").exists()


def test_a_shell_that_is_not_known() -> None:
    done = sightline("--install-completion", "tcsh")
    assert done.code == 2
    assert "expected one of bash, zsh, fish, got 'tcsh'" in done.err
    assert sightline("--show-completion", "bash", "zsh").code == 2


def test_a_real_bash_completes(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here")
    command = tmp_path / "sightline"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sightline "$@"\n')
    command.chmod(0o755)
    asking = f"""{SCRIPTS["bash"]}
COMP_WORDS=({command} see d.txt Mira g); COMP_CWORD=4
_sightline {command}; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        [bash, "-c", asking], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout.split() == ["goblin"]
