"""Cover by game rules: from the true map for the game master, from their knowledge for players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sightline import CenterRule, HexBoard, PackRule, Rulings, SquareBoard, trace
from sightline.packs import PACKS
from sightline.rules.menu import games_on
from sightline.rules.rule import Rule
from sightline.table.protocol.answers import SightAnswer
from sightline.table.protocol.questions import AskEveryRule, AskSight
from sightline.table.questions.compare_rules import every_rule
from sightline.table.questions.master import master_sight, who_sees_whom
from sightline.table.questions.player import UNKNOWN_COVER, player_sight
from sightline.table.service.listeners import encode
from sightline.table.state.records import FigureRecord, Refusal
from sightline.table.state.scene import MapScene
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.rule_text import rule_kinds
from tests.table.support.maps import PLAYER, an_empty_board, enemy, hero, known, make_scene
from tests.table.support.random_play import DUEL

DND = PackRule("dnd5e")
MIRA = hero("fmira", "Mira", (1, 0))
GOBLIN = enemy("fgob", "Goblin", (1, 5))
ORC = enemy("forc", "Orc", (1, 2))


def hall(*figures: FigureRecord, rule: Rule = DND, board: SquareBoard | None = None) -> MapScene:
    return make_scene(board or SquareBoard(4, 6), rule, MIRA, GOBLIN, *figures)


def as_master(scene: MapScene, a: Any = "fmira", b: Any = "fgob") -> SightAnswer:
    return master_sight(scene, Rulings(None), AskSight(a, b))


def as_player(scene: MapScene, b: Any = "fgob", knowledge: Any = None) -> SightAnswer:
    knowledge = knowledge or known(scene, Rulings(None))
    viewers = scene.viewers_of(PLAYER)
    return player_sight(scene, knowledge, Rulings(None), AskSight("fmira", b), viewers)


# --- the master


def test_the_answer_has_the_degree_its_effect_and_the_counted_lines() -> None:
    answer = as_master(hall(ORC))
    assert (answer.degree, answer.blocked) == ("half", (2, 2))
    assert "+2" in answer.effect
    assert sorted(line.counts for line in answer.lines) == ["blocked", "blocked", "free", "free"]
    assert [each.tile for each in answer.obstacles] == [(1, 2)]
    assert "Orc" in answer.reason
    assert "forc" not in encode(answer).decode()


def test_who_is_free_has_no_cover_and_who_is_hidden_no_degree() -> None:
    assert as_master(hall()).degree == "none"
    board = SquareBoard(4, 6)
    for row in range(4):
        board.set_solid((row, 3))
    answer = as_master(hall(board=board))
    assert (answer.verdict, answer.degree, answer.effect) == ("hidden", "", "")


@pytest.mark.parametrize("name", sorted(PACKS))
def test_cover_is_spoken_of_only_where_the_game_knows_it(name: str) -> None:
    rule = PackRule(name)
    if "square" not in rule.pack.grids:
        return
    answer = as_master(hall(rule=rule))
    assert bool(answer.degree) == rule.tells_cover
    assert as_master(hall(rule=CenterRule())).degree == ""


def test_who_sees_whom_has_the_degree_of_each_pair_in_its_direction() -> None:
    scene = hall(ORC)
    who = who_sees_whom(scene, Rulings(None))
    assert who.degrees == ["none", "half"]
    for i, one in enumerate(who.figures):
        for j, degree in zip(who.sees[i], who.cover[i], strict=True):
            truth = trace(scene.board, one, who.figures[j], DND)
            assert who.degrees[degree] == truth.degree
    assert who_sees_whom(hall(ORC, rule=CenterRule()), Rulings(None)).cover == []


def test_too_many_for_a_slow_rule_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.table.vision.cost.MOST_FIELDS", 1_000)  # every pack has kernels
    crowd = [enemy(f"f{i}", "Orc", (10 + i // 40, i % 40)) for i in range(80)]
    scene = make_scene(SquareBoard(20, 40), PackRule("dcss"), MIRA, *crowd)
    with pytest.raises(Refusal, match="takes too long for 81 tokens"):
        who_sees_whom(scene, Rulings(None))


def test_every_game_has_its_say() -> None:
    scene = hall(ORC)
    rows = {row.kind: row for row in every_rule(scene, AskEveryRule("fmira", "fgob")).rows}
    for name, pack in PACKS.items():
        assert (f"pack:{name}" in rows) == ("square" in pack.grids)
    assert rows["pack:dnd5e"].degree == "half"
    assert rows["pack:dnd5e"].in_force
    assert rows["pack:heroquest"].verdict == "hidden"
    assert rows["pack:pathfinder2e"].degree == "lesser"
    mine = every_rule(scene, AskEveryRule("fmira", "fgob"), {"duel": DUEL.pack}).rows[-1]
    assert (mine.kind, mine.degree) == ("pack:duel", "half")


# --- the menu


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_menu_has_every_game_of_the_grid_once(grid: str) -> None:
    kinds = rule_kinds(an_empty_board(grid), {"duel": DUEL.pack}, DUEL)
    games = [kind for kind in kinds if kind.group]
    assert [kind.group for kind in kinds[: -len(games)]] == [""] * (len(kinds) - len(games))
    names = [f"pack:{name}" for name, pack in PACKS.items() if grid in pack.grids]
    assert sorted(kind.kind for kind in games) == sorted([*names, "pack:duel"])
    assert (games[-1].kind, games[-1].group) == ("pack:duel", "Your own games")
    # Each heading starts one block, with its games in the order of their titles.
    headings = [kind.group for kind in games]
    assert headings == sorted(headings[:-1]) + headings[-1:]
    for heading in headings:
        titles = [kind.title.casefold() for kind in games if kind.group == heading]
        assert titles == sorted(titles)
    assert all(kind.summary for kind in games)


def test_a_game_that_a_map_brought_is_in_the_menu_while_it_is_in_force() -> None:
    assert DUEL.pack in games_on("square", {}, DUEL)
    assert DUEL.pack not in games_on("square", {}, DND)
    assert DUEL.for_menu() == {"rule": "pack:duel"}


# --- a player


def test_a_player_learns_the_cover_with_its_reason_if_they_know_it() -> None:
    answer = as_player(hall(ORC))
    assert (answer.verdict, answer.degree) == ("visible", "half")
    assert "Orc" in answer.reason
    assert len(answer.lines) == 4


def test_nor_what_gives_cover_that_they_have_not_seen() -> None:
    """Players may know the degree, because they roll the dice, but not where it comes from."""
    scene = hall()
    knowledge = known(scene, Rulings(None))
    # A low tile beside a wall that none of their figures has seen since.
    scene.board.set_terrain((1, 3), "low")
    scene.board.set_terrain((2, 3), "low")
    answer = as_player(scene, knowledge=knowledge)
    assert as_master(scene).degree == answer.degree == "half"
    assert answer.reason == UNKNOWN_COVER
    assert answer.words == f"Visible. {UNKNOWN_COVER}"
    assert not answer.lines
    assert not answer.obstacles
    assert "D2" not in encode(answer).decode()


HIDDEN = [
    FigureRecord("fx", "Wraith", (1, 2), side="enemy", hidden=True),
    FigureRecord("fx", "Wraith", (1, 2), (3, 3), side="enemy", hidden=True),
    FigureRecord("fx", "Chest", (1, 2), kind="chest", blocks=False, hidden=True),
    FigureRecord("fx", "Bookcase", (1, 2), (1, 3), kind="bookcase", hidden=True),
    FigureRecord("fx", "Wraith", (0, 3), (3, 3), side="ally", hidden=True),
]


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("name", sorted(name for name in PACKS if "square" in PACKS[name].grids))
def test_what_is_hidden_makes_no_difference_by_any_game(name: str, hidden: FigureRecord) -> None:
    """This concerns both sight and cover, of a figure and of each tile."""
    rule = PackRule(name)
    scenes = [hall(ORC, *more, rule=rule) for more in ([], [hidden])]
    without, there = (FigureSight(scene, Rulings(None)) for scene in scenes)
    assert without.seen_by("fmira") == there.seen_by("fmira")
    for b in ("fgob", (2, 4), (1, 4), (0, 5)):
        first, second = (_answer_or_refusal(scene, b) for scene in scenes)
        assert first == second


def _answer_or_refusal(scene: MapScene, b: Any) -> bytes:
    try:
        return encode(as_player(scene, b))
    except Refusal as refusal:
        return str(refusal).encode()


def test_nor_does_the_size_of_somebody_hidden_where_one_looks() -> None:
    """An ogre gives more cover to small figures than to large ones, but a tile has no size."""
    ogre = enemy("fogre", "Ogre", (1, 2), (3, 3))
    wraith = FigureRecord("fx", "Wraith", (1, 6), (3, 3), side="enemy", hidden=True)
    answers = [
        as_player(
            make_scene(
                SquareBoard(5, 10),
                PackRule("pathfinder2e"),
                hero("fmira", "Mira", (2, 0)),
                ogre,
                *more,
            ),
            (2, 7),
        )
        for more in ([], [wraith])
    ]
    assert answers[0] == answers[1]
    assert answers[0].degree == "standard"


def test_where_the_map_ends_a_player_does_not_learn_from_reasons() -> None:
    rule = PackRule("gloomhaven")
    assert rule.pack.outside == "wall"
    assert rule.with_open_rim() == PackRule(replace(rule.pack, outside="open"))
    board = HexBoard(2)
    scene = make_scene(board, rule, hero("fmira", "Mira", (-2, 0)), enemy("fgob", "Gob", (2, 0)))
    answer = as_player(scene)
    assert "outside" not in answer.words
    assert DND.with_open_rim() is DND


# --- direction


def test_fog_follows_the_direction_of_the_rule() -> None:
    """Imperial Assault, examples 2 and 3 of its rules: A sees T, and T does not see A."""
    board = SquareBoard.from_text("#...T\nA.#..")
    rule = PackRule("imperial-assault")
    board.remove("A")
    board.remove("T")
    one = hero("fa", "A", (1, 0))
    other = enemy("ft", "T", (0, 4))
    scene = make_scene(board, rule, one, other)
    assert "ft" in known(scene, Rulings(None)).figures
    swapped = make_scene(board, rule, enemy("fa", "A", (1, 0)), hero("ft", "T", (0, 4)))
    assert "fa" not in known(swapped, Rulings(None)).figures
    who = who_sees_whom(scene, Rulings(None))
    assert dict(zip(who.figures, who.sees, strict=True)) == {"fa": [1], "ft": []}
