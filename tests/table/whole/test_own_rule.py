"""A rule class from outside the package works everywhere without changes to the package.

KingRule has no kernel and no ties, and its answers have neither contact nor lines: it defines
`trace` and little else. HazyKing adds degrees of cover. RookRule tries straight lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sightline import (
    RULES,
    CenterRule,
    CornerRule,
    PackRule,
    Rulings,
    Sight,
    SquareBoard,
    Verdict,
    check,
    cover_field,
    degree,
    field,
    register_rule,
    sees,
    sees_many,
    share,
    tiles_seen,
    trace,
    verdict,
)
from sightline.answers.sight import Blocker
from sightline.apps.cli.output import screen
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.links import read_link
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.packs import PACKS
from sightline.playground import Playground
from sightline.render import sight_svg
from sightline.rules.authoring import (
    AT_CENTERS,
    CheckedLines,
    CornerLine,
    Judgment,
    LineQuery,
    Rule,
    StraightRule,
    TriedLine,
)
from sightline.rules.registry import rule_from_dict
from sightline.rulings import open_calls
from sightline.table.protocol.actions import Move, SetRule
from sightline.table.protocol.questions import AskEveryRule, AskField, AskSight, AskWho
from sightline.table.rulings.queue import open_calls_now
from sightline.table.vision.cost import field_cost, is_playable
from sightline.texts import in_english
from tests.cli.shell import sightline
from tests.registered import registered
from tests.table.support.fake_pages import party
from tests.table.support.maps import PLAYER, enemy, hero, make_scene

MAP = """
M..#.
.....
..g.h
.....

M: hero "Mira"
g: enemy "goblin"
h: enemy "hag"
"""


@dataclass(frozen=True)
class KingRule(Rule):
    """Follows a chess king's path to the target, diagonal steps first.

    Rock on the path hides the target; a figure on it is a close call.
    """

    kind: ClassVar[str] = "king"
    title: ClassVar[str] = "As a king walks"
    label: ClassVar[str] = "King rule"
    summary: ClassVar[str] = "You see someone if a king could walk to them."

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        facts = self.facts(board, source, target)
        found = Sight(**facts, verdict=Verdict.HIDDEN)
        for a in source.tiles:
            for b in target.tiles:
                rock, others = self.met(board, a, b, source, target)
                if not rock and not others:
                    return Sight(**facts, verdict=Verdict.VISIBLE)
                if not rock:
                    stands = Blocker("figure", others[0][1], others[0][0])
                    found = Sight(**facts, verdict=Verdict.AMBIGUOUS, blockers=(stands,))
        return found

    def met(self, board: Board, a: Any, b: Any, source: Place, target: Place) -> Any:
        rock, others = [], []
        row, col = a
        while (row, col) != tuple(b):
            row += (b[0] > row) - (b[0] < row)
            col += (b[1] > col) - (b[1] < col)
            here = board.grid.tile(row, col)
            if here not in target.tiles and here not in source.tiles:
                rock += [here] if board.is_solid(here) else []
                others += [(name, here) for name in board.names_at(here)]
        return rock, others


@dataclass(frozen=True)
class HazyKing(KingRule):
    """Like KingRule, but with haze beyond three steps."""

    kind: ClassVar[str] = "hazy-king"
    title: ClassVar[str] = "A king in the haze"

    @property
    def degrees(self) -> tuple[str, ...]:
        return ("none", "haze", "total")

    def effect_of(self, degree: str) -> str:
        return "harder to hit" if degree == "haze" else ""

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        sight = super().trace(board, source, target)
        (a, b), (c, d) = source.middle, target.middle
        seen = "haze" if max(abs(a - c), abs(b - d)) > 3 else "none"
        low = "total" if sight.verdict is Verdict.HIDDEN else seen
        high = seen if sight.verdict is Verdict.VISIBLE else "total"
        return replace(sight, degrees=(low, high), effect=self.effect_of(low))


def rook_lines(board: Board, sight: Sight) -> set[Any]:
    center = board.grid.center
    return {
        (a, center(a), b, center(b))
        for a in sight.source.tiles
        for b in sight.target.tiles
        if 0 in (a[0] - b[0], a[1] - b[1])
    }


@dataclass(frozen=True)
class RookRule(StraightRule):
    """Sees along rows and columns."""

    kind: ClassVar[str] = "rook"
    title: ClassVar[str] = "As a rook goes"
    label: ClassVar[str] = "Rook rule"
    checker: ClassVar[CheckedLines] = CheckedLines({"rule", "ties"}, rook_lines, AT_CENTERS)

    def lines(self, query: LineQuery) -> Iterator[TriedLine]:
        center = query.grid.center
        for a in query.source.tiles:
            for b in query.target.tiles:
                if a[0] == b[0] or a[1] == b[1]:
                    yield a, center(a), b, center(b)

    def judge(self, query: LineQuery, line: TriedLine) -> Judgment:
        return query.center_line(line[1], line[3])


NAMES = {"king": KingRule(), "hazy-king": HazyKing()}


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    own_game = PackRule(replace(PACKS["dnd5e"], name="dnd-home", title="Our table"))
    with registered(
        king=NAMES["king"], hazy_king=NAMES["hazy-king"], rook=RookRule(), dnd_home=own_game
    ):
        yield


@pytest.fixture
def board() -> SquareBoard:
    return SquareBoard.from_text(MAP.strip("\n"))


@pytest.fixture(params=NAMES)
def rule(request: pytest.FixtureRequest) -> Rule:
    return NAMES[request.param]


# --- questions


def test_it_is_known_by_its_name(rule: Rule) -> None:
    assert RULES[rule.kind] is rule
    assert rule_from_dict(rule.to_dict()) == rule_from_dict(rule.kind) == rule
    assert rule.kind in list(RULES)
    register_rule(rule.kind, rule)  # registering the same rule twice is fine


def test_a_name_or_kind_that_is_taken_is_refused() -> None:
    @dataclass(frozen=True)
    class Other(KingRule):
        kind: ClassVar[str] = "corner"

    for name, rule in (("quest", KingRule()), ("dnd5e", KingRule()), ("corner", KingRule())):
        with pytest.raises(InvalidValueError, match="name: expected a name that no other rule has"):
            register_rule(name, rule)
    with pytest.raises(InvalidValueError, match="kind: expected a kind that no other rule has"):
        register_rule("other", Other())
    with pytest.raises(InvalidTypeError, match="expected a rule"):
        register_rule("other", KingRule)  # type: ignore[arg-type]


def test_every_question_is_answered(board: SquareBoard, rule: Rule) -> None:
    name: Any = rule.kind
    for a in ("Mira", (3, 0), "hag"):
        seen = field(board, a, name)
        for tile in board.tiles():
            sight = trace(board, a, tuple(tile), name)
            assert sight.visible == sees(board, a, tuple(tile), name) == (tile in seen)
            assert verdict(board, a, tuple(tile), name) is sight.verdict
            assert degree(board, a, tuple(tile), name) == sight.degree
    assert sees_many(board, [((0, 0), (0, 2)), ((0, 0), (0, 4))], rule).tolist() == [True, False]
    assert list(tiles_seen(board, "Mira", "goblin", rule)) == [board.grid.tile(2, 2)]
    for settled in (False, True):
        calls = open_calls(board, rule, settled=settled)
        assert [call.ends for call in calls] == [("Mira", "hag")]  # not in the other direction


def test_the_answer_is_explained_drawn_and_shared(board: SquareBoard, rule: Rule) -> None:
    for target in ("goblin", "hag", (0, 4)):
        sight = trace(board, "Mira", target, rule)
        assert sight.explain()
        assert rule.label in sight_svg(board, sight)
        assert "check does not know the rule" in str(check(board, sight))
    position = read_link(share(board, "Mira", "goblin", rule))
    assert position.rule == rule


def test_degrees_of_its_own(board: SquareBoard) -> None:
    hazy = NAMES["hazy-king"]
    assert cover_field(board, "Mira", hazy)["E2"] == "haze"
    with pytest.raises(InvalidTypeError, match="cover_field"):
        cover_field(board, "Mira", NAMES["king"])


@dataclass(frozen=True)
class HeroRule(Rule):
    """An asymmetric rule: heroes see everything, and other figures nothing."""

    kind: ClassVar[str] = "heroes"

    def trace(self, board: Board, source: Place, target: Place) -> Sight:
        is_hero = source.name is not None and board.figure(source.name).kind == "hero"
        found = Verdict.VISIBLE if is_hero else Verdict.HIDDEN
        return Sight(**self.facts(board, source, target), verdict=found)


def test_a_field_keeps_who_looks() -> None:
    board = SquareBoard(3, 4)
    board.place("Mira", (0, 0), kind="hero")
    board.place("giant", (1, 1), kind="hero", size=(2, 2))
    board.place("orc", (0, 3), kind="enemy")
    for name in ("Mira", "giant", "orc"):
        seen = field(board, name, HeroRule())
        assert len(seen) == sum(
            sees(board, name, tuple(tile), HeroRule()) for tile in board.tiles()
        )
        assert len(seen) == (0 if name == "orc" else 12)


def test_a_ruling_settles_it(board: SquareBoard, rule: Rule) -> None:
    with Rulings() as rulings:
        degree = "haze" if rule.degrees else ""
        rulings.rule(board, "Mira", "hag", rule, visible=True, degree=degree, by="Ann", why="tall")
        assert sees(board, "Mira", "hag", rule, rulings=rulings)


def test_a_subclass_promises_nothing_of_its_parents_proof() -> None:
    class Plain(CornerRule):
        pass

    class Proved(CornerRule):
        def trace(self, board: Board, source: Place, target: Place) -> Sight:
            return super().trace(board, source, target)

    assert CornerRule().kernels
    assert not Plain().kernels
    assert not Plain().minds_figures
    assert Plain("adjudicated").lenient() == Plain("permissive")
    assert Proved().minds_figures
    assert not Proved().stays_between
    assert Proved("adjudicated").lenient() is None


def test_a_rule_of_straight_lines_is_proved_and_checked(board: SquareBoard) -> None:
    rook = RookRule()
    board.add_wall((0, 2), (1, 2))
    for target in board.tiles():
        for ties in rook.tie_choices():
            sight = trace(board, "Mira", tuple(target), rook.with_ties(ties))
            assert check(board, sight), (target, str(check(board, sight)))
            assert sight.visible == sees(board, "Mira", tuple(target), rook.with_ties(ties))
            assert sight.explain()
    lie = replace(trace(board, "Mira", (0, 1), rook), verdict=Verdict.HIDDEN)
    assert not check(board, lie)
    assert not rook.mutual  # a rule that does not claim symmetry is not assumed to have it
    assert rook.with_ties("adjudicated").lenient() == RookRule("permissive")
    assert str(verdict(board, "Mira", (3, 3), rook)) == "hidden"


def test_other_lines_keep_no_promise_of_the_parent() -> None:
    class Fewer(CornerRule):
        def lines(self, query: LineQuery) -> Iterator[CornerLine]:
            yield from list(super().lines(query))[:3]

    assert CornerRule().mutual
    assert not Fewer().mutual
    assert Fewer().minds_figures
    assert Fewer("adjudicated").lenient() == Fewer("permissive")
    assert sees(SquareBoard(3, 3), "A1", "C3", Fewer())


# --- commands


def test_commands_take_it(tmp_path: Path, rule: Rule) -> None:
    path = tmp_path / "map.txt"
    path.write_text(MAP.lstrip("\n"), encoding="utf-8")
    for words, expected in (
        (("see", path, "Mira", "goblin", "--rule", rule.kind), rule.label),
        (("see", path, "Mira", "hag", "--rule", rule.kind), "Too close to call"),
        (("field", path, "Mira", "--rule", rule.kind), "too close to call"),
        (("heatmap", path, "--rule", rule.kind), "Most open"),
        (("rules",), rule.title[:12]),
        (("rules", rule.kind), rule.kind),
        (("rules", rule.kind, "--json"), rule.kind),
    ):
        done = sightline(*words)
        assert done.code in (0, 1, 3), (words, done.err)
        assert expected in done.out, (words, done.out, done.err)


def test_lists_and_comparisons_have_every_rule(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_text(MAP.lstrip("\n"), encoding="utf-8")
    compared, listed = sightline("compare", path, "Mira", "goblin").out, sightline("rules").out
    for name in ("king", "hazy-king", "rook", "dnd-home"):
        assert name in compared
        assert name in listed
    assert "Gives cover" in " ".join(sightline("rules", "dnd-home").out.split())


def test_its_field_has_a_bar_and_a_sentence_about_speed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "map.txt"
    path.write_text(MAP.lstrip("\n"), encoding="utf-8")
    bars: list[str] = []
    monkeypatch.setattr(screen, "PATIENCE", 0.0)
    monkeypatch.setattr(screen, "TURN", 0.0)
    monkeypatch.setattr(screen, "_shows_progress", lambda: True)
    monkeypatch.setattr(screen, "_show_progress", bars.append)
    done = sightline("field", path, "Mira", "hag", "--rule", "rook")
    assert re.search(r"This rule is not compiled: about [\d,]+ tiles a second\.", done.out)
    assert any("tiles" in bar and "19 of 20" in bar for bar in bars)
    assert "compiled" not in sightline("field", path, "Mira", "--rule", "corner").out
    assert "compiled" not in sightline("field", path, "Mira", "--rule", "rook", "--json").out


# --- the table


async def test_a_table_plays_by_it(board: SquareBoard, rule: Rule) -> None:
    async with party(board, CenterRule()) as ours:
        await ours.master.done(SetRule(rule.for_menu()))
        info = ours.master.page.last("table")
        assert info["rule"] == rule.to_dict()
        assert [each["title"] for each in info["rules"] if each["kind"] == rule.kind] == [
            rule.title
        ]
        assert ours.shown.rule == rule
        for each in info["rules"]:
            said = each["blocks"]
            assert said.startswith("Blocks sight and light: ")
            if each["kind"] == "pack:dnd-home":
                assert said.endswith("Gives cover: creatures, low furniture.")
        assert "pack:dnd-home" in [each["kind"] for each in info["rules"]]
        mira, hag = ours.figure("Mira").id, ours.figure("hag").id
        goblin = ours.figure("goblin").id
        seen = (await ours.master.ask(AskSight(mira, goblin, all_lines=True, picture=True)))[
            "answer"
        ]
        assert (seen["verdict"], seen["rule"]) == ("visible", rule.in_short())
        close = (await ours.master.ask(AskSight(mira, hag)))["answer"]
        assert close["verdict"] == "ambiguous"
        lit = (await ours.master.ask(AskField(mira)))["answer"]["lit"]
        assert sum(count for _, _, count in lit) == len(field(board, "Mira", rule))
        rows = (await ours.master.ask(AskEveryRule(mira, hag)))["answer"]["rows"]
        assert [each["verdict"] for each in rows if each.get("in_force")] == ["ambiguous"]
        who = (await ours.master.ask(AskWho()))["answer"]
        of_mira = who["figures"].index(mira)
        assert who["open"][of_mira] == [who["figures"].index(hag)]
        assert who["sees"][who["figures"].index(hag)] == sorted(
            who["figures"].index(each) for each in (mira, goblin)
        )
        # An answer may depend on anything, so moves clear the cache.
        await ours.master.done(Move(goblin, (3, 0)))
        assert (await ours.master.ask(AskSight(mira, hag)))["answer"]["verdict"] == "visible"


def test_close_calls_and_costs(rule: Rule) -> None:
    board = SquareBoard(4, 5)
    figures = hero("f1", "Mira", (0, 0)), enemy("f2", "Goblin", (2, 2)), enemy("f3", "Hag", (2, 4))
    scene = make_scene(board, rule, *figures)
    assert [(call.a, call.b) for call in open_calls_now(scene, Rulings(), {PLAYER: ["f1"]})] == [
        ("f1", "f3")
    ]
    assert field_cost(board, rule, board.tiles()[:1]) > 0
    assert is_playable(board, rule)
    assert not is_playable(SquareBoard(200, 200), rule)


# --- the playground


def test_the_playground_plays_by_it(board: SquareBoard, rule: Rule) -> None:
    play = Playground()

    def say(**message: Any) -> list[dict[str, Any]]:
        answers: list[dict[str, Any]] = in_english(json.loads(play.handle(json.dumps(message))))
        return answers

    play.open(share(board, "Mira", "goblin", CornerRule()))
    *_, info, _ = say(t="do", id="1", action={"t": "rule", "rule": rule.for_menu()})
    assert info["rule"] == rule.to_dict()
    assert {rule.kind, "rook", "pack:dnd-home"} <= {each["kind"] for each in info["rules"]}
    assert all(each["blocks"] for each in info["rules"])
    for question, key in (
        ({"t": "sight", "a": "Mira", "b": "hag", "all_lines": True}, "verdict"),
        ({"t": "field", "figure": "Mira"}, "lit"),
        ({"t": "every_rule", "a": "Mira", "b": "hag"}, "rows"),
        ({"t": "who"}, "open"),
    ):
        (said,) = say(t="ask", id="2", question=question)
        assert said["answer"][key], question
    for what in ("text", "json", "svg", "python", "link"):
        assert play.export(what, "Mira", "hag")
