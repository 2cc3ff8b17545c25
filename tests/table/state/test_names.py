"""Two users cannot have names that look the same."""

import pytest

from sightline.table.protocol.types import MAX_NAME
from sightline.table.state.names import clean_name, distinct_name, is_masters_name


@pytest.mark.parametrize(
    ("name", "others", "given"),
    [
        ("Ann", [], "Ann"),
        ("Ann", ["Anna", "An", "Bo"], "Ann"),
        ("Ann", ["Ann"], "Ann 2"),
        ("Ann", ["Ann", "Ann 2"], "Ann 3"),
        ("Ann", ["Ann", "Ann 3"], "Ann 2"),
        ("ann", ["Ann"], "ann 2"),
        ("A nn", ["Ann"], "A nn 2"),
        ("Ann2", ["Ann", "Ann 2"], "Ann2 2"),
        ("\uff21\uff4e\uff4e", ["Ann"], "\uff21\uff4e\uff4e 2"),  # full-width letters
        ("A\u200dnn", ["Ann"], "A\u200dnn 2"),
        ("\u0410nn", ["Ann"], "\u0410nn 2"),  # a Cyrillic A
        ("x" * MAX_NAME, ["x" * MAX_NAME], "x" * (MAX_NAME - 2) + " 2"),
    ],
)
def test_a_name_that_reads_like_another_gets_a_number(
    name: str, others: list[str], given: str
) -> None:
    assert distinct_name(name, others) == given
    assert clean_name(given) == given


def test_however_many_there_are_each_has_a_name_of_its_own() -> None:
    names: list[str] = []
    for _ in range(120):
        names.append(distinct_name("y" * MAX_NAME, names))
    assert len(set(names)) == 120
    assert max(map(len, names)) == MAX_NAME


@pytest.mark.parametrize(
    "name",
    ["master", "Master", "the  master", "game\u00a0master", "Game\u2003Master", "gamemaster"]
    + ["GM", "G M", "G.M.", "\uff27\uff2d", "g\u200dm", "The_GM", "m\u3164aster", "(game master)"]
    + ["M\u0430ster", "\u039caster", "SL", "die Spielleitung", "El DJ", "Directora de juego"],
)
def test_nobody_is_called_as_the_game_master_is(name: str) -> None:
    assert is_masters_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Master of Puppets",
        "Theodore",
        "Masterson",
        "Gm2",
        "the",
        "\u041c\u0430\u0448\u0430",
        "Ella",
    ],
)
def test_others_may_have_a_name_that_is_a_little_like_it(name: str) -> None:
    assert not is_masters_name(name)
