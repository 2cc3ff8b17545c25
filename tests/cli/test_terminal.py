"""The output in a real terminal and in a real pipe, and the small programs."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sightline.apps.cli.commands.play import bench
from sightline.apps.cli.output import screen
from tests.cli.shell import sightline

COMMAND = [sys.executable, "-m", "sightline"]


def in_terminal(*words: object, **environment: str) -> str:
    """Run a command in a terminal of 80 columns and return the screen."""
    near, far = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment}
    env.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
    command = [*COMMAND, *map(str, words)]
    with subprocess.Popen(command, stdin=far, stdout=far, stderr=far, env=env) as process:
        os.close(far)
        shown = b""
        while chunk := _read(near):
            shown += chunk
        process.wait(timeout=60)
    os.close(near)
    return shown.decode()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # the other end is closed
        return b""


def test_a_terminal_gets_color(dungeon: Path) -> None:
    shown = in_terminal("see", dungeon, "Mira", "goblin")
    assert "\x1b[1;91m✘ Mira does not see goblin\x1b[0m" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert plain.replace("\r\n", "\n") == sightline("see", dungeon, "Mira", "goblin").out


def test_no_color_is_respected(dungeon: Path) -> None:
    assert "\x1b" not in in_terminal("see", dungeon, "Mira", "goblin", NO_COLOR="1")


def test_help_on_a_terminal_has_bold_headings_and_keeps_its_examples() -> None:
    shown = in_terminal("see", "--help")
    assert "\x1b[1mOptions\x1b[0m:" in shown
    assert re.search(r"sightline see crypt.txt Mira goblin *\r?\n", shown)


def test_a_reader_that_leaves_early_is_no_error(dungeon: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "info", str(dungeon)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaints = process.stderr.read()
        assert process.wait(timeout=60) == 141
    assert complaints == b""


def test_a_terminal_without_unicode_gets_ascii(dungeon: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "see", str(dungeon), "Mira", "goblin"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert b"x Mira does not see goblin" in done.stdout
    assert done.stdout.isascii()


HEAVY = {"rich", "numpy", "PIL", "msgspec", "textual", "difflib"}


def test_an_answer_waits_for_nothing_heavy(dungeon: Path) -> None:
    """Successful answers must not import these modules, so that `see` starts quickly."""
    code = (
        "import sys; from sightline.apps.cli.main import main;"
        f"main(['see', {str(dungeon)!r}, 'Mira', 'goblin', '--rule', 'center']);"
        "print('loaded', *sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = done.stdout.splitlines()[-1].split()
    assert loaded[0] == "loaded"
    assert HEAVY.isdisjoint(loaded)
    commands = "sightline.apps.cli.commands."
    own = [name for name in loaded if name.startswith(commands)]
    assert own == [f"{commands}sight", f"{commands}sight.see"], "only the command's own module"


# --- tables


def test_a_table_gives_way_to_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [("Mira", "a hero of many long words"), ("兵士", "x" * 30)]
    for width in (80, 30, 20):
        monkeypatch.setenv("COLUMNS", str(width))
        screen.table(("who", "what"), rows)
        lines = capsys.readouterr().out.splitlines()
        assert max(map(screen.display_width, lines)) <= width
        assert "".join("".join(lines[2:]).split()) == "".join(
            "".join(row) for row in [("Mira", "aheroofmanylongwords"), ("兵士", "x" * 30)]
        )
    monkeypatch.setenv("COLUMNS", "80")
    screen.table(("who", "what"), rows)
    columns = [
        screen.display_width(line[: line.index(start)])
        for line, start in zip(
            capsys.readouterr().out.splitlines()[2:], ("a hero", "xxx"), strict=True
        )
    ]
    assert len(set(columns)) == 1, "ideographs take two columns"


def test_a_table_in_color_is_the_same_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for force in ("0", "1"):
        monkeypatch.setenv("FORCE_COLOR", force)
        screen.table(("a", "b"), [("yes", "no")], {"yes": "visible"})
        shown.append(capsys.readouterr().out)
    assert "\x1b[1;92myes\x1b[0m" in shown[1]
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown[1]) == shown[0]


# --- work that takes its time


class Terminal:
    """A stream that reports that it is a terminal."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None: ...


def test_bars_show_after_a_second_and_only_on_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(screen.tracked([1, 2, 3], "tiles")) == [1, 2, 3]
    assert terminal.text == ""
    monkeypatch.setattr(screen, "PATIENCE", 0.0)
    assert list(screen.tracked([1, 2, 3], "tiles")) == [1, 2, 3]
    assert "tiles" in terminal.text
    assert terminal.text.endswith("\r\x1b[K"), "a bar leaves nothing behind"
    terminal.text = ""
    with screen.working("reading"):
        while "reading" not in terminal.text:
            pass
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    terminal.text = ""
    assert list(screen.tracked([1, 2], "tiles")) == [1, 2]
    with screen.working("reading"):
        pass
    assert terminal.text == ""


# --- the small programs


def test_the_demo_fits_a_screen_or_two(tmp_path: Path) -> None:
    svg = tmp_path / "demo.svg"
    done = sightline("demo", "--svg", svg)
    assert done.code == 0
    lines = done.out.splitlines()
    assert len(lines) <= 62
    assert max(len(line) for line in lines if str(svg) not in line) <= 80
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert str(svg) in done.out
    for words in ("Mira does not see goblin", "Who sees whom?", "closed door", "Hex ray"):
        assert words in done.out


def test_the_quest_can_be_watched() -> None:
    done = sightline("quest")
    assert done.code == 0
    assert "The Sealed Crypt" in done.out


def test_a_short_timing_is_built_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in {"PAIRS": 4, "FIELDS": 2, "SIDE": 6, "HEX_RADIUS": 3, "ROUNDS": 1}.items():
        monkeypatch.setattr(bench, name, small)
    done = sightline("bench", "--quick")
    assert done.code == 0
    assert len([line for line in done.out.splitlines() if " field " in line]) == 3


def test_play_gets_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from sightline.apps.play import app

    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(app, "run", lambda *words: calls.append(words))
    monkeypatch.setattr("sightline.apps.cli.commands.play.play._is_terminal", lambda: True)
    assert sightline("play", "--level", "3", "--class", "wizard", "--seed", "7").code == 0
    assert sightline("play", "--resume").code == 0
    assert sightline("play", "--saved", "game.json").code == 0
    assert sightline("play", "--tutorial", "--level", "own.txt").code == 0
    assert calls == [
        (3, "wizard", 7, False, False),
        (None, None, None, True, False),
        (None, None, None, "game.json", False),
        ("own.txt", None, None, False, True),
    ]
