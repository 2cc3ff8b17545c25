"""The playground's Python side: it uses the table's protocol with a plain board."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from sightline import (
    RULES,
    HexBoard,
    SquareBoard,
    compiled,
    field,
    load,
    save,
    share,
    trace,
    verdict,
)
from sightline.playground import Playground, looks
from sightline.playground.views import change, snapshot, stage
from sightline.rules.registry import rule_from_dict
from sightline.texts import in_english
from tests.kernels.boards import make

HEXES = "A . .\n . # .\n. . B"


def say(play: Playground, **message: Any) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = in_english(json.loads(play.handle(json.dumps(message))))
    return answers


def do(play: Playground, **action: Any) -> list[dict[str, Any]]:
    answers = say(play, t="do", id="1", action=action)
    assert answers[-1]["t"] == "done", answers
    assert answers[-1]["id"] == "1"
    return answers


def ask(play: Playground, **question: Any) -> dict[str, Any]:
    (answer,) = say(play, t="ask", id="2", question=question)
    assert answer["t"] == "answer", answer
    said: dict[str, Any] = answer["answer"]
    return said


def refused(play: Playground, **action: Any) -> str:
    before = str(play.board)
    (answer,) = say(play, t="do", id="1", action=action)
    assert answer["t"] == "refused"
    assert str(play.board) == before, "what is refused changes nothing"
    return str(answer["why"])


@pytest.fixture
def play() -> Playground:
    return Playground()


def test_a_page_is_greeted_like_at_the_table(play: Playground) -> None:
    welcome, stage, table = say(play, t="hello", secret="")
    assert welcome == {"t": "welcome", "role": "master"}
    assert {each["name"] for each in stage["figures"]} == {"Mira", "Bruno", "goblin", "orc"}
    assert {kind["kind"] for kind in table["rules"]} >= {"corner", "center", "pack:dnd5e"}


def test_it_speaks_as_the_table_does(play: Playground) -> None:
    """Every message matches the struct in the table's protocol, which the page expects."""
    msgspec = pytest.importorskip("msgspec")
    from sightline.table.protocol import answers as answer_structs
    from sightline.table.protocol import server

    structs: list[Any] = [
        each
        for module in (server, answer_structs)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, msgspec.Struct)
    ]
    answers = {each.__struct_config__.tag: each for each in structs if "Answer" in each.__name__}
    by_tag = {each.__struct_config__.tag: each for each in structs if each not in answers.values()}
    heard = say(play, t="hello", secret="")
    heard += do(play, t="move", figure="Mira", to=[0, 0])
    heard += say(play, t="do", id="3", action={"t": "move", "figure": "Mira", "to": [99, 99]})
    for message in heard:
        msgspec.convert(message, by_tag[message["t"]])
    for question in (
        {"t": "sight", "a": "Mira", "b": "goblin", "all_lines": True},
        {"t": "field", "figure": "Mira"},
        {"t": "every_rule", "a": "Mira", "b": [0, 0]},
        {"t": "who"},
    ):
        answer = ask(play, **question)
        msgspec.convert(answer, answers[answer["t"]])


@pytest.mark.parametrize("name", ["corner", "center", "dnd5e", "descent2"])
def test_its_answers_are_the_engines(play: Playground, name: str) -> None:
    play.rule = RULES[name]
    said = ask(play, t="sight", a="Mira", b="goblin", all_lines=True)
    sight = trace(play.board, "Mira", "goblin", play.rule)
    assert (said["verdict"], said["words"]) == (str(sight.verdict), sight.explain())
    assert len(said["lines"]) == len(sight.lines)
    lit = ask(play, t="field", figure="Mira")["lit"]
    tiles = {(row, col + i) for row, col, count in lit for i in range(count)}
    assert tiles == {tuple(tile) for tile in field(play.board, "Mira", play.rule)}


def test_every_game_and_every_tie_is_compared(play: Playground) -> None:
    rows = ask(play, t="every_rule", a="Mira", b="goblin")["rows"]
    games = {row["kind"]: row for row in rows if row["kind"].startswith("pack:")}
    assert games.keys() == {f"pack:{n}" for n, r in RULES.items() if n in GAMES_ON_SQUARES}
    assert sum(row["in_force"] for row in rows) == 1
    for row in rows:
        name = row["kind"].removeprefix("pack:")
        ties = {"ties": row["ties"]} if row["ties"] else {}
        rule = rule_from_dict(name if row["kind"] in games else {"rule": name, **ties})
        assert row["verdict"] == str(verdict(play.board, "Mira", "goblin", rule))


def test_on_a_map_with_heights_rules_without_them_are_not_compared(play: Playground) -> None:
    play.board.add_floor(3, play.board.tiles())
    rows = ask(play, t="every_rule", a="Mira", b="goblin")["rows"]
    games = {row["kind"].removeprefix("pack:") for row in rows if row["kind"].startswith("pack:")}
    assert games == {name for name in GAMES_ON_SQUARES if RULES[name].takes_heights}


GAMES_ON_SQUARES = {
    name for name, rule in RULES.items() if rule.kind == "pack" and "square" in rule.grids
}


def test_a_figure_that_is_dragged_looks_from_where_it_is(play: Playground) -> None:
    there = play.board.copy()
    there.move("Mira", (0, 6))
    said = ask(play, t="sight", a="Mira", b="goblin", at=[0, 6])
    assert said["verdict"] == str(verdict(there, "Mira", "goblin", play.rule))
    assert play.board.where("Mira") == (1, 1)


def test_everything_can_be_done_and_undone(play: Playground) -> None:
    boards = [str(play.board)]
    for action in (
        {"t": "move", "figure": "Mira", "to": [0, 0], "start": [1, 1]},
        {"t": "paint", "tiles": [[4, 8], [3, 8]], "solid": True},
        {"t": "terrain", "tiles": [[0, 1]], "kind": "low"},
        {"t": "edges", "edges": [[[0, 2], [0, 3]]], "carries": "door", "state": "locked"},
        {"t": "door", "edge": [[0, 2], [0, 3]], "state": "open"},
        {"t": "wall", "ends": [[0.5, 0.5], [2.25, 3]], "carries": "gate"},
        {"t": "door", "wall": [[2.25, 3], [0.5, 0.5]], "state": "open"},
        {"t": "place", "at": [2, 0], "name": "Mira", "side": "ally"},
        {"t": "place", "at": [3, 0], "name": "shelf", "kind": "bookcase", "size": [1, 1]},
        {"t": "edit", "figure": "orc", "name": "ogre", "size": [1, 2], "blocks": False},
        {"t": "duplicate", "figure": "Mira 2", "at": [4, 2]},
        {"t": "remove", "figure": "goblin"},
        {"t": "unwall", "ends": [[0.5, 0.5], [2.25, 3]]},
        {"t": "erase", "tiles": [[4, 8]], "edges": [[[0, 2], [0, 3]]], "walls": []},
    ):
        do(play, **action)
        boards.append(str(play.board))
    assert len(set(boards)) == len(boards), "each of them changes something"
    assert {"Mira 2", "Mira 3"} <= {each.name for each in play.board.figures()}
    for board in reversed(boards[:-1]):
        do(play, t="undo")
        assert str(play.board) == board
    for board in boards[1:]:
        do(play, t="redo")
        assert str(play.board) == board


def test_a_rule_for_squares_alone_is_left_with_them(play: Playground) -> None:
    name = next(each for each, rule in RULES.items() if tuple(rule.grids) == ("square",))
    do(play, t="rule", rule={"rule": f"pack:{name}"})
    do(play, t="new_map", grid="hex", rows=2, cols=2)
    assert play.rule == RULES["hexray"]
    do(play, t="undo")
    assert play.rule == RULES[name]


def test_hexes_have_cover_and_heights(play: Playground) -> None:
    heard = do(play, t="new_map", grid="hex", rows=3, cols=3)
    assert heard[0]["t"] == "stage"
    assert "hex" in play.rule.grids
    do(play, t="height", tiles=[[0, 1]], cover=0.5, elevation=2)
    assert isinstance(play.board, HexBoard)
    assert float(play.board.cover((0, 1))) == 0.5
    assert play.board.elevation((0, 1)) == 2
    do(play, t="undo")
    do(play, t="undo")
    assert isinstance(play.board, SquareBoard)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"t": "move", "figure": "nobody", "to": [0, 0]}, "nobody"),
        ({"t": "move", "figure": "Mira", "to": [0, 0], "start": [3, 3]}, "has moved since"),
        ({"t": "place", "at": [1, 1], "name": "x"}, "is taken by"),
        ({"t": "place", "at": [50, 1], "name": "x"}, "off the board"),
        ({"t": "edit", "figure": "Mira", "size": [9, 9]}, "off the board"),
        ({"t": "edit", "figure": "Mira", "hidden": True}, "cannot hide a token"),
        ({"t": "new_map", "rows": 5000, "cols": 5}, "at most"),
        ({"t": "height", "tiles": [[0, 0]], "cover": 1}, "only hexes have cover"),
        ({"t": "rule", "rule": {"rule": "no such"}}, "no rule"),
        ({"t": "decide", "a": "Mira", "b": "goblin", "visible": True}, "no game master's rulings"),
        ({"t": "admit", "player": "p"}, "has no players"),
        ({"t": "paint"}, "does not have that action"),
    ],
)
def test_what_cannot_be_done_is_said(play: Playground, action: Any, words: str) -> None:
    assert words in refused(play, **action)


def test_a_field_that_would_take_minutes_is_refused_in_words(
    play: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a kernel for a game's field the page would freeze. Single lines
    are still answered.
    """
    monkeypatch.setattr(looks, "has_kernels", lambda board, rule: False)
    board = SquareBoard(12, 12)
    board.place("A", (0, 0))
    board.place("B", (11, 11))
    board.add_wall((3.5, 2.25), (7, 9.5))
    play.open(share(board, "A", "B", "dnd5e"))
    (answer,) = say(play, t="ask", id="2", question={"t": "field", "figure": "A"})
    assert answer["t"] == "refused"
    assert "choose a rule of lines" in answer["why"]
    assert ask(play, t="sight", a="A", b="B")["verdict"] == str(verdict(board, "A", "B", "dnd5e"))
    do(play, t="rule", rule={"rule": "center"})
    assert ask(play, t="field", figure="A")["lit"]


@pytest.mark.skipif(not compiled(), reason="without kernels the page refuses it")
def test_a_games_field_goes_past_free_walls(play: Playground) -> None:
    board = SquareBoard(12, 12)
    board.place("A", (0, 0))
    board.add_wall((3.5, 2.25), (7, 9.5))
    play.open(share(board, "A", (1, 1), "dnd5e"))
    lit = ask(play, t="field", figure="A")["lit"]
    assert sum(length for _, _, length in lit) == len(field(board, "A", "dnd5e"))


def test_changes_are_what_a_new_stage_would_show() -> None:
    """A page that received every change has the same state as a newly opened one."""
    import random

    rng = random.Random(3)
    rule = RULES["corner"]
    for _ in range(20):
        board = make("square", rng, most=6)
        other = make("square", rng, most=6)
        if not board.same_layout(other):
            continue
        said = change(snapshot(board), snapshot(other), rule)
        known = snapshot(board)
        for name in ("tiles", "edges", "walls", "terrain", "heights"):
            size = {"tiles": 2, "edges": 4, "walls": 4, "terrain": 3, "heights": 2}[name]
            for thing in said.get(name, ()):
                known[name][tuple(thing[:size])] = thing
            known[name] = {k: v for k, v in known[name].items() if v[size:] not in NOTHING}
        for name in said.get("gone", ()):
            del known["figures"][name]
        known["figures"] |= {each["id"]: each for each in said.get("figures", ())}
        assert known == snapshot(other)
        assert stage(other, known, rule, "x")["grid"] == "square"


NOTHING = (("", ""), ("",), (0, None))


def test_links_and_files_go_in_and_out(play: Playground, tmp_path: Any) -> None:
    board = HexBoard.from_text(HEXES)
    link = share(board, "A", "B", "gloomhaven", show="games")
    opened = in_english(json.loads(play.call("open", json.dumps({"link": link}))))["ok"]
    assert (opened["from"], opened["to"], opened["show"]) == ("A", "B", "games")
    assert play.board == board
    assert play.export("link", "A", "B", show="games").partition("#")[2] == link.partition("#")[2]
    for kind, ending in (("text", ".txt"), ("json", ".json")):
        file = tmp_path / f"map{ending}"
        file.write_text(play.export(kind), encoding="utf-8")
        assert load(file) == board
        data = base64.b64encode(file.read_bytes()).decode()
        read = json.loads(play.call("read", json.dumps({"data": data, "name": file.name})))["ok"]
        assert read["messages"]
        assert play.board == board
        assert play.rule == RULES["gloomhaven"]
    save(SquareBoard.from_text("S.#"), tmp_path / "x.json")
    assert "<svg" in play.export("svg", "A", "B")


@pytest.mark.parametrize("name", ["center", "dnd5e"])
def test_the_program_asks_the_same(
    play: Playground, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play.rule = RULES[name]
    do(play, t="edit", figure="Mira", name='Mira "the \\ blade" """')
    looker = play.board.figures()[-1].name
    program = play.export("python", looker, "goblin")
    exec(compile(program, "program", "exec"), {})  # noqa: S102
    assert (
        capsys.readouterr().out.strip() == trace(play.board, looker, "goblin", play.rule).explain()
    )


def test_a_hostile_link_is_refused_in_words(play: Playground) -> None:
    before = str(play.board)
    said = in_english(json.loads(play.call("open", json.dumps({"link": "#1.<script>"}))))
    assert "expected letters" in said["error"]
    assert str(play.board) == before
