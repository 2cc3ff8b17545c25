"""Game rules on the command line: `--rule dnd5e`, `--pack`, `rules` and `compare`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sightline import RULES, load, rule_from_dict, trace
from sightline.packs import PACKS
from tests.cli.shell import sightline

ORC = """
.......
.M.o.g.
.......
....#..
.......

M: hero "Mira"
g: enemy "goblin"
o: enemy "orc"
"""
MINE = """\
name = "mine"
title = "My own game"
summary = "Middle to middle."
source = "the house rules of our table"
grids = ["square"]
symmetric = true
degrees = ["some"]

[texts]
some = "some cover, and a bit of luck"

[sight]
start = "corners"
end = "corners"
blockers = { solid = "hide" }

[[cover]]
start = "center"
end = "center"
blockers = { figure = "some" }
degrees = { square = [[1, "some"]] }
"""
TWO_CORNERS = 'start = "corners"\nend = "corners"\ntake = "best-corner"'


@pytest.fixture
def orc(tmp_path: Path) -> Path:
    """Return a map file with an orc between Mira and a goblin."""
    file = tmp_path / "orc.txt"
    file.write_text(ORC.lstrip("\n"), encoding="utf-8")
    return file


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8")
    return file


# --- see


def test_an_answer_has_its_degree_and_effect(orc: Path) -> None:
    done = sightline("see", orc, "Mira", "goblin", "--rule", "dnd5e")
    assert done.code == 0
    assert "Mira sees goblin, half cover" in done.out
    assert "+2 to AC and Dexterity saves" in done.out
    assert "2 of 4 lines are blocked: orc on D2" in " ".join(done.out.split())
    plain = json.loads(
        sightline("see", orc, "Mira", "goblin", "--rule", "dnd5e", "--json", "--all-lines").out
    )
    assert plain["degree"] == "half"
    assert plain["degrees"] == ["half", "half"]
    assert plain["effect"] == "half cover, +2 to AC and Dexterity saves"
    assert plain["blocked"] == [2, 2]
    assert (
        sorted(line["blocked"] for line in plain["lines"]) == [[False] * 2] * 2 + [[True] * 2] * 2
    )
    assert plain["rule"] == {"rule": "pack", "pack": "dnd5e"}


def test_rules_without_cover_say_nothing_of_it(orc: Path) -> None:
    plain = json.loads(sightline("see", orc, "Mira", "goblin", "--json", "--all-lines").out)
    assert "degree" not in plain
    assert all("blocked" not in line for line in plain["lines"])


@pytest.mark.parametrize("game", ["--rule", "--pack"])
@pytest.mark.parametrize(
    "words",
    [
        ("see", "MAP", "Mira", "goblin"),
        ("field", "MAP", "Mira", "--radius", "2"),
        ("heatmap", "MAP"),
        ("light", "MAP", "Mira"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_takes_games(
    orc: Path, mine: Path, game: str, words: tuple[str, ...]
) -> None:
    name = "dnd5e" if game == "--rule" else str(mine)
    asked = [str(orc) if word == "MAP" else word for word in words]
    done = sightline(*asked, game, name, "--json")
    assert done.code == 0, done.err
    expected = "dnd5e" if game == "--rule" else "mine"
    found = json.loads(done.out)["rule"]["pack"]
    assert (found if isinstance(found, str) else found["name"]) == expected


def test_rulings_take_games(orc: Path, mine: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.rulings"
    for game in (("--rule", "dnd5e"), ("--pack", str(mine))):
        done = sightline("rulings", "add", kept, orc, "Mira", "goblin", "--hidden", *game)
        assert done.code == 0, done.err
        assert sightline("rulings", "list", kept, orc, *game).code == 0


# --- packs of one's own


def test_a_game_of_ones_own(orc: Path, mine: Path) -> None:
    done = sightline("see", orc, "Mira", "goblin", "--pack", mine)
    assert "Mira sees goblin, some cover" in done.out
    assert "and a bit of luck" in done.out
    assert f"Rule: My own game, from {mine}." in done.out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('end = "corners"', 'end = "corner"', "mine.toml, line 14: end: expected one of"),
        ('start = "center"', "start = 3", "mine.toml, line 18: start"),
        ("name", "nme", "mine.toml, line 1"),
        ("[texts]", "[texts", "not TOML"),
    ],
)
def test_an_error_in_it_names_its_line(
    orc: Path, mine: Path, old: str, new: str, words: str
) -> None:
    mine.write_text(MINE.replace(old, new, 1), encoding="utf-8")
    for asked in (("see", orc, "Mira", "goblin"), ("rules",), ("compare", orc, "Mira", "goblin")):
        done = sightline(*asked, "--pack", mine)
        assert done.code == 2
        assert words in done.err
        assert "Traceback" not in done.err


def test_a_pack_that_is_not_there(orc: Path, mine: Path) -> None:
    done = sightline("see", orc, "Mira", "goblin", "--pack", mine.with_name("mnie.toml"))
    assert done.code == 2
    assert "did you mean 'mine.toml'" in done.err
    done = sightline("see", orc, "Mira", "goblin", "--pack", mine.parent)
    assert "is a folder; expected a pack file" in done.err


def test_a_rule_or_a_pack(orc: Path, mine: Path) -> None:
    done = sightline("see", orc, "Mira", "goblin", "--pack", mine, "--rule", "dnd5e")
    assert done.code == 2
    assert "--rule and --pack" in done.err
    done = sightline("see", orc, "Mira", "goblin", "--rule", "dnd5e", "--ties", "strict")
    assert done.code == 2
    assert "no setting 'ties'" in done.err
    done = sightline("see", orc, "Mira", "goblin", "--rule", "gloomhaven")
    assert done.code == 2
    assert "hex" in done.err


# --- rules


def test_every_game_has_its_line_under_its_family() -> None:
    lines = sightline("rules").out.splitlines()
    for name, pack in PACKS.items():
        assert sum(line.startswith(f"  {name} ") for line in lines) == 1, name
        family = max(i for i, line in enumerate(lines) if line == pack.family)
        after = [line for line in lines[family:] if line.startswith(f"  {name} ")]
        assert after, name
    text = " ".join(" ".join(lines).split())
    for pack in PACKS.values():
        assert pack.title in text
        assert pack.source in text
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", PACKS)
def test_one_game_in_full(name: str) -> None:
    pack = PACKS[name]
    done = sightline("rules", name)
    assert done.code == 0
    text = " ".join(done.out.split())
    for words in (pack.title, pack.summary, pack.source, pack.unverified, *pack.texts.values()):
        assert words in text
    for question in (pack.sight, *pack.cover):
        assert all(kind in text for kind in (*question.blockers, *question.points))
    assert max(map(len, done.out.splitlines())) <= 80
    plain = json.loads(sightline("rules", name, "--json").out)
    assert rule_from_dict(plain) == RULES[name]


def test_one_rule_in_full(mine: Path) -> None:
    assert "center: You see someone" in sightline("rules", "center").out
    assert "dnd5e" not in sightline("rules", "center").out
    assert "My own game" in sightline("rules", "--pack", mine).out
    done = sightline("rules", "dnd5")
    assert done.code == 2
    assert "did you mean 'dnd5e'" in done.err


# --- compare


def test_compare_asks_every_game_of_these_tiles(orc: Path, hills: Path, mine: Path) -> None:
    for file, ends, grid in (
        (orc, ("Mira", "goblin"), "square"),
        (hills, ("ranger", "archer"), "hex"),
    ):
        done = sightline("compare", file, *ends)
        games = {name for name, pack in PACKS.items() if grid in pack.grids}
        rows = {line.split()[0]: line for line in done.out.splitlines() if line.strip()}
        assert games == set(PACKS) & set(rows)
        board = load(file)
        for name in games:
            sight = trace(board, *ends, RULES[name])
            assert str(sight.verdict) in rows[name]
    done = sightline("compare", orc, "Mira", "goblin", "--pack", mine)
    assert "some cover, and a bit of luck" in done.out
    assert "Other games:" in done.out
    refused = sightline("compare", hills, "ranger", "archer", "--pack", mine)
    assert refused.code == 2
    assert "square" in refused.err


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_compare_fits_the_screen(orc: Path, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    done = sightline("compare", orc, "Mira", "goblin")
    assert max(map(len, done.out.splitlines())) <= columns
    tables = [line for line in done.out.splitlines() if set(line.strip()) == {"─"}]
    assert len(tables) == 2


def test_compare_as_data_and_as_a_picture(orc: Path, mine: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "games.svg", tmp_path / "games.png"
    done = sightline(
        *("compare", orc, "Mira", "goblin", "--json", "--all-lines", "--pack", mine),
        *("--svg", svg, "--png", png, "--theme", "dark"),
    )
    answers = json.loads(done.out)["answers"]
    degrees = {
        str(each["rule"]["pack"]): each["degree"]
        for each in answers
        if isinstance(each["rule"].get("pack"), str)
    }
    assert degrees["dnd5e"] == "half"
    assert degrees["pathfinder2e"] == "lesser"
    assert all(each["lines"] or each["rule"]["rule"] == "pack" for each in answers)
    games = sum("square" in pack.grids for pack in PACKS.values())
    assert svg.read_text(encoding="utf-8").count("<svg x=") == 2 + games + 1
    assert png.read_bytes().startswith(b"\x89PNG")


def test_compare_marks_a_game_that_is_the_maps_own(orc: Path) -> None:
    orc.write_text(orc.read_text(encoding="utf-8") + "rule: dnd5e\n", encoding="utf-8")
    lines = sightline("compare", orc, "Mira", "goblin").out.splitlines()
    assert [line.split()[0] for line in lines if " * " in line] == ["dnd5e"]
    assert "Rule: the map's own rule" in sightline("see", orc, "Mira", "goblin").out


# --- fields


def test_a_field_has_the_cover_of_every_tile(orc: Path) -> None:
    plain = json.loads(sightline("field", orc, "Mira", "--rule", "dnd5e", "--json").out)
    board = load(orc)
    found = {tuple(each["tile"]): each["degree"] for each in plain["cover"]}
    assert set(found) == {tuple(tile) for tile in plain["tiles"]}
    for tile, degree in found.items():
        assert degree == trace(board, "Mira", tile, RULES["dnd5e"]).degree
    assert "cover" not in json.loads(sightline("field", orc, "Mira", "--json").out)


def test_a_field_is_drawn_by_degrees(orc: Path, tmp_path: Path) -> None:
    svg = tmp_path / "cover.svg"
    done = sightline("field", orc, "Mira", "--rule", "dnd5e", "--svg", svg)
    assert "1 half cover" in done.out
    assert "goblin: half" in done.out
    assert "half cover" in svg.read_text(encoding="utf-8")
    party = sightline("field", orc, "Mira", "orc", "--rule", "dnd5e", "--json")
    best = {tuple(each["tile"]): each["degree"] for each in json.loads(party.out)["cover"]}
    assert best[1, 5] == "none", "the orc sees the goblin freely"


def test_a_heat_map_of_the_tiles_in_the_open(orc: Path) -> None:
    done = sightline("heatmap", orc, "--rule", "dnd5e", "--uncovered", "--json")
    board = load(orc)
    free = [tile for tile in board.tiles() if not board.is_solid(tile)]
    found = {tuple(each["tile"]): each["seen_from"] for each in json.loads(done.out)["tiles"]}
    for tile in free[::9]:
        looks = [trace(board, tuple(each), tuple(tile), RULES["dnd5e"]) for each in free]
        assert found[tuple(tile)] == sum(sight.degree == "none" for sight in looks)
    text = sightline("heatmap", orc, "--rule", "dnd5e", "--uncovered").out
    assert "seen without cover from" in text
    refused = sightline("heatmap", orc, "--rule", "center", "--uncovered")
    assert refused.code == 2
    assert "knows cover" in refused.err


# --- what `rules --pack` says of a pack of one's own ---------------------------------------------


def _said_of(pack: Path, text: str) -> str:
    pack.write_text(text, encoding="utf-8")
    done = sightline("rules", "--pack", str(pack))
    assert done.code == 0, done.err
    return " ".join(done.out.split())


def test_verified_says_what_was_verified(mine: Path) -> None:
    said = _said_of(mine, MINE)
    assert "Not verified: the pack does not say what was." in said
    said = _said_of(mine, 'verified = "Read with the book on the table."\n' + MINE)
    assert "Verified: Read with the book on the table." in said
    assert "Not verified" not in said
    said = _said_of(mine, 'unverified = "What a door counts for."\n' + MINE)
    assert "Not verified: What a door counts for." in said


def test_a_pack_that_is_not_symmetric_is_found_out(mine: Path) -> None:
    best = MINE.replace('start = "center"\nend = "center"', TWO_CORNERS)
    mine.write_text(best, encoding="utf-8")
    done = sightline("rules", "--pack", str(mine))
    assert done.code != 0
    assert "symmetric: expected false, got true" in done.err
    assert "write symmetric = false" in " ".join(done.err.split())
    assert _said_of(mine, best.replace("symmetric = true", "symmetric = false"))


# --- `rules --test` -------------------------------------------------------------------------------

EXAMPLE = """
[[example]]
map = '''
A.C.T
'''
viewer = "A"
target = "T"
expect = "some"
why = "C stands on the line"
"""


def test_the_examples_of_a_pack_are_tried(mine: Path) -> None:
    mine.write_text(MINE + EXAMPLE, encoding="utf-8")
    done = sightline("rules", "--test", str(mine))
    assert done.code == 0, done.err
    assert "pass  example 1 of 1: A to T" in done.out
    assert "A.C.T" in done.out
    assert "expected some: C stands on the line" in done.out
    assert "symmetric on random boards" in done.out
    assert "1 example, none failed" in done.out


def test_an_example_that_fails_says_what_was_found(mine: Path) -> None:
    mine.write_text(MINE + EXAMPLE.replace("A.C.T", "A...T\n..C.."), encoding="utf-8")
    done = sightline("rules", "--test", str(mine))
    assert done.code == 1
    assert "FAIL  example 1 of 1" in done.out
    assert "found none: Visible" in done.out
    assert "1 example, 1 failed" in done.out


def test_an_example_may_expect_a_verdict(mine: Path) -> None:
    text = EXAMPLE.replace('"some"', '"hidden"').replace("A.C.T", "A.#.T\n..#..")
    mine.write_text(MINE + text, encoding="utf-8")
    assert sightline("rules", "--test", str(mine)).code == 0
    mine.write_text(MINE + text.replace('"hidden"', '"visible"'), encoding="utf-8")
    assert sightline("rules", "--test", str(mine)).code == 1


def test_symmetry_is_tried_with_the_examples(mine: Path) -> None:
    best = MINE.replace('start = "center"\nend = "center"', TWO_CORNERS)
    mine.write_text(best + EXAMPLE.replace("A.C.T", ".....\nA.C.T\n....."), encoding="utf-8")
    done = sightline("rules", "--test", str(mine))
    assert done.code == 1
    assert "symmetric: expected false, got true" in done.out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"some"', '"much"', "expect: expected one of"),
        ('viewer = "A"', 'viewer = "Z"', "example 1 of 1"),
        ("A.C.T", "A.C.T\n\n?!", "example 1 of 1"),
        ('why = "C stands on the line"', "", "why: expected words"),
        ("viewer", "view", "key"),
    ],
)
def test_a_wrong_example_is_named(mine: Path, old: str, new: str, words: str) -> None:
    mine.write_text(MINE + EXAMPLE.replace(old, new, 1), encoding="utf-8")
    done = sightline("rules", "--test", str(mine))
    assert done.code == 2
    assert words in " ".join(done.err.split())


def test_tests_are_of_one_pack_at_a_time(mine: Path) -> None:
    assert sightline("rules", "dnd5e", "--test", str(mine)).code == 2
    assert sightline("rules", "--test", "no-such-file.toml").code == 2


@pytest.mark.parametrize(
    "name",
    ["lancer", "zombicide", "arcadia-quest", "doom", "dungeon-saga", "super-dungeon-explore"],
)
def test_our_own_examples_pass(name: str) -> None:
    done = sightline("rules", "--test", name)
    assert done.code == 0, done.out
