"""A game is registered once in the server and once in the page, under one name."""

import re
from pathlib import Path

from sightline.games import GAMES, module_of
from sightline.table.games.current_game import game_called
from sightline.table.protocol.games.all_games import GAME_MESSAGES

ROOT = Path(__file__).parents[2]
REGISTRY = ROOT / "page/src/games/registry.ts"


def test_the_page_has_the_servers_games() -> None:
    named = re.findall(r"\bname: '([a-z-]+)'", REGISTRY.read_text(encoding="utf-8"))
    assert sorted(named) == sorted(GAMES)


def test_the_parts_of_a_game_bear_its_name() -> None:
    for name in GAMES:
        assert game_called(name).name == name
        assert {each.__struct_config__.tag for each in GAME_MESSAGES[name]} == {name}
        assert (ROOT / "page/src/games" / name / "pages.ts").is_file()


MAY_NAME_GAMES = (
    *("/games/", "/apps/", ".gen.ts", ".test.ts", "page/src/playground"),
    "protocol/game_views.py",  # an answer has fields for what two of them report about targets
    "table/run.py",  # `--quest FILE` lays out a quest
)


def test_no_game_is_named_outside_its_own_files() -> None:
    words = "|".join({*GAMES, *map(module_of, GAMES)})
    named = re.compile(rf"""['"](?:{words})['"]|\bgames[./](?:{words})\b""")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder, endings in (("src/sightline/table", {".py"}), ("page/src", {".ts", ".svelte"}))
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in endings and not any(each in path.as_posix() for each in MAY_NAME_GAMES)
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line)
    ]
    assert found == []
