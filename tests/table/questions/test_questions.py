"""Questions at the table: the game master gets true answers, players those from their knowledge."""

from __future__ import annotations

import msgspec
import pytest

from sightline import CenterRule, CornerRule, Door, HexBoard, HexRayRule, SquareBoard, Wall
from sightline.answers.sight import Verdict
from sightline.engine import trace
from sightline.model.cell import Hex
from sightline.rules.registry import KINDS, rule_from_dict
from sightline.rulings import Rulings
from sightline.table.protocol.answers import Obstacle, RuleVerdict, RulingNote
from sightline.table.protocol.questions import AskEveryRule, AskField, AskSight
from sightline.table.protocol.refusals import REFUSALS
from sightline.table.questions.compare_rules import every_rule
from sightline.table.questions.master import master_field, master_sight, who_sees_whom
from sightline.table.questions.player import (
    WITHOUT_REASON,
    player_field,
    player_sight,
)
from sightline.table.service.listeners import encode
from sightline.table.state.records import FigureRecord, Refusal
from sightline.table.state.scene import MapScene
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.rule_text import rule_kinds
from sightline.table.vision.sight_answer import iso_time
from sightline.table.vision.tile_sets import all_bits, bits_of_tiles, tiles_of_bits
from sightline.table.vision.wall_pieces import Pieces, pieces_by_tile
from tests.table.support.maps import (
    PLAYER,
    an_empty_board,
    bits_of_spans,
    enemy,
    hero,
    known,
    make_scene,
)


def cellar(rule: CenterRule | CornerRule | None = None) -> MapScene:
    """Return a scene with Mira on A1, rock on C1, a goblin behind it on E1, and another on A3."""
    board = SquareBoard(4, 6)
    board.set_solid((0, 2))
    return make_scene(
        board,
        rule or CenterRule("strict"),
        hero("fmira", "Mira", (0, 0)),
        enemy("fgob1", "Goblin", (0, 4)),
        enemy("fgob2", "Goblin", (2, 0)),
    )


# --- words


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_every_rule_and_all_its_ties_have_words_of_their_own(grid: str) -> None:
    kinds = [kind for kind in rule_kinds(an_empty_board(grid), {}, CornerRule()) if not kind.group]
    assert [kind.kind for kind in kinds] == (
        ["corner", "center"] if grid == "square" else ["corner", "center", "hexray"]
    )
    words = [
        rule_from_dict({"rule": kind.kind, "ties": ties}).in_short()
        for kind in kinds
        for ties in KINDS[kind.kind].tie_choices()
    ]
    assert len(set(words)) == len(words)
    assert all(kind.title in " ".join(words) for kind in kinds)
    assert CornerRule().in_short() == "Corner to corner, touching blocks (strict)"


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_menu_offers_all_that_can_be_set(grid: str) -> None:
    for kind in rule_kinds(an_empty_board(grid), {}, CornerRule()):
        if kind.group:
            continue
        usual = {setting.name: setting.usual for setting in kind.settings}
        assert {"rule": kind.kind, **usual} == KINDS[kind.kind]().to_dict()
        assert kind.summary.endswith(".")
        for setting in kind.settings:
            assert setting.title
            for each in setting.choices:
                assert each.title
                assert each.words.endswith(".")
                rule_from_dict({"rule": kind.kind, setting.name: each.value})
            assert (setting.kind == "choice") == bool(setting.choices)


def test_unusual_settings_are_named() -> None:
    assert CornerRule(closed_ends=True).in_short().startswith("Corner to corner, closed ends, ")
    assert "hides itself" in HexRayRule(see_opaque_target=False).in_short()
    assert "max soft cover 2," in HexRayRule(max_soft_cover=2).in_short()
    assert "soft cover k 0.5," in HexRayRule(soft_cover_k=0.5).in_short()
    assert "the edge before the target" in HexRayRule(target_edge_blocks=False).in_short()
    assert "large figures by their middle" in CenterRule(large="middle").in_short()


# --- the master


def test_the_master_gets_the_truth_by_labels() -> None:
    answer = master_sight(cellar(), Rulings(), AskSight("fmira", "fgob1", picture=True))
    assert (answer.verdict, answer.visible) == ("hidden", False)
    assert answer.words == (
        "Hidden: the line from the center of Mira on A1 to the center of Goblin on E1"
        " is stopped by the rock on C1."
    )
    assert answer.reason == f"T{answer.words.removeprefix('Hidden: t')}"
    assert answer.rule == "Center to center, touching blocks (strict)"
    assert answer.line == [(0.5, 0.5), (4.5, 0.5)]
    assert answer.split == (2.0, 0.5)
    assert answer.obstacles == [Obstacle("the rock on C1", tile=(0, 2), at=(2.0, 0.5))]
    assert answer.lines == []
    assert "Goblin 2" in answer.picture
    assert "fgob" not in encode(answer).decode()


def test_alike_labels_are_numbered() -> None:
    scene = cellar()
    answer = master_sight(scene, Rulings(), AskSight("fgob2", "fgob1"))
    assert "Goblin 2 on A3" in answer.words
    assert "Goblin on E1" in answer.words


def test_all_lines_of_a_large_figure() -> None:
    scene = make_scene(
        SquareBoard(4, 6),
        CornerRule(),
        hero("f1", "Mira", (0, 0)),
        enemy("f2", "Ogre", (1, 3), (2, 2)),
    )
    answer = master_sight(scene, Rulings(), AskSight("f1", "f2", all_lines=True))
    assert answer.visible
    assert answer.split is None
    assert len(answer.lines) == 4 * 4 * 4  # tile by tile
    assert {line.contact for line in answer.lines} == {"clear"}


def test_free_walls_and_secret_doors_are_named_to_the_master() -> None:
    board = SquareBoard(1, 6)
    board.set_edge((0, 3), (0, 4), Door("secret"))
    figures = hero("f1", "Mira", (0, 0)), enemy("f2", "Rat", (0, 5))
    scene = make_scene(board, CenterRule(), *figures)
    (door,) = master_sight(scene, Rulings(), AskSight("f1", "f2")).obstacles
    assert door.edge == ((0, 3), (0, 4))
    assert door.at == (4.0, 0.5)
    assert door.words == "the secret door between D1 and E1"
    board.add_wall((2.5, -1), (2.5, 2))
    scene = make_scene(board, CenterRule(), *figures)
    wall, door = master_sight(scene, Rulings(), AskSight("f1", "f2")).obstacles
    assert door.edge == ((0, 3), (0, 4))
    assert wall.wall == ((2.5, -1.0), (2.5, 2.0))
    assert wall.at == (2.5, 0.5)


def test_a_hex_ray_is_listed_step_by_step() -> None:
    board = HexBoard(4)
    board.set_edge((1, 0), (2, 0), Door("closed"))
    scene = make_scene(board, HexRayRule(), hero("f1", "Mira", (0, 0)), enemy("f2", "Rat", (3, 0)))
    answer = master_sight(scene, Rulings(), AskSight("f1", "f2", all_lines=True, picture=True))
    assert answer.line == [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]
    assert answer.split == (1.5, 0.0)
    assert answer.obstacles[0].edge == ((1, 0), (2, 0))
    assert answer.obstacles[0].at == (1.5, 0.0)
    assert answer.steps[2] == "2: (2, 0), blocked by the edge before it"
    assert answer.picture.startswith("<svg")


def test_a_hex_ray_is_stopped_in_the_middle_of_a_hex() -> None:
    board = HexBoard(4)
    board.set_solid((2, 0))
    scene = make_scene(board, HexRayRule("adjudicated"), hero("f1", "Mira", (0, 0)))
    answer = master_sight(scene, Rulings(), AskSight("f1", (4, 0)))
    assert answer.split == (2.0, 0.0)
    assert answer.obstacles == [Obstacle("the rock on (2, 0)", tile=(2, 0), at=(2.0, 0.0))]
    # Exactly between two hexes the line has two sides, and one of them is blocked.
    board.set_solid((2, 0), False)
    board.set_solid((1, 0))
    close = make_scene(board, HexRayRule("adjudicated"), hero("f1", "Mira", (0, 0)))
    answer = master_sight(close, Rulings(), AskSight("f1", (1, 1), all_lines=True))
    assert answer.verdict == "ambiguous"
    assert [words for words in answer.steps if words.startswith("Side")] == [
        "Side A: blocked",
        "Side B: clear",
    ]


def test_a_ruling_counts_and_is_quoted_to_the_master() -> None:
    scene, rulings = cellar(), Rulings()
    ruling = rulings.rule(
        scene.board, "fmira", "fgob1", scene.rule, visible=True, by="Eve", why="the rock is low"
    )
    answer = master_sight(scene, rulings, AskSight("fgob1", "fmira"))
    assert (answer.verdict, answer.visible, answer.split) == ("hidden", True, None)
    assert answer.words.startswith("Ruled visible by Eve on ")
    assert "because the rock is low. By the rule alone: hidden: the line from" in answer.words
    assert answer.reason.startswith("By the rule alone: hidden: the line from")
    assert answer.words.endswith(answer.reason)
    assert answer.ruled == RulingNote(True, "Eve", iso_time(ruling.when), "the rock is low")


def test_the_time_of_a_ruling_is_one_that_browsers_read() -> None:
    assert iso_time("2026-11-15 19:20:00 UTC") == "2026-11-15T19:20:00Z"
    assert iso_time("the night of the storm") == "the night of the storm"


def test_as_if_a_figure_stood_elsewhere() -> None:
    scene = cellar()
    before = scene.board.copy()
    answer = master_sight(scene, Rulings(), AskSight("fmira", "fgob1", at=(1, 3)))
    assert answer.visible
    assert "Mira on D2" in answer.words
    # The figure does not fit there, so the line starts at the tile and Mira does not block it.
    answer = master_sight(scene, Rulings(), AskSight("fmira", (0, 1), at=(2, 0)))
    assert answer.words.startswith("Visible: the line from the center of A3 ")
    assert scene.board == before
    with pytest.raises(Refusal, match=REFUSALS["noTile"]):
        master_sight(scene, Rulings(), AskSight("fmira", (0, 1), at=(9, 9)))


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        ("fnone", (0, 0), REFUSALS["noToken"]),
        ("fmira", (4, 0), REFUSALS["noTile"]),
        ((0, -1), "fmira", REFUSALS["noTile"]),
    ],
)
def test_the_master_asks_about_what_there_is(
    a: str | tuple[int, int], b: str | tuple[int, int], why: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        master_sight(cellar(), Rulings(), AskSight(a, b))
    assert str(refusal.value) == why


def test_fields_of_a_figure_and_of_the_party() -> None:
    scene, rulings = cellar(), Rulings()
    board = scene.board

    def seen(question: AskField, party: list[str] | None = None) -> set[tuple[int, int]]:
        spans = master_field(scene, rulings, question, party or []).lit
        return set(tiles_of_bits(board, bits_of_spans(board, spans)))

    mira = seen(AskField("fmira"))
    assert (0, 1) in mira
    assert (0, 3) not in mira
    goblin = seen(AskField("fgob1"))
    assert seen(AskField(), ["fmira", "fgob1"]) == mira | goblin
    assert seen(AskField()) == set()
    there = seen(AskField("fmira", at=(0, 3)))
    assert (0, 5) not in there  # the goblin blocks
    assert (0, 1) not in there
    assert board.where("fmira") == (0, 0)
    assert (0, 0) in seen(AskField(at=(0, 0)))
    with pytest.raises(Refusal, match=REFUSALS["noToken"]):
        seen(AskField("fnone"))


def test_a_party_sees_nothing_without_sight_but_a_figure_always_its_own_place() -> None:
    board = SquareBoard(3, 3)
    for tile in board.tiles():
        board.set_solid(tile)
    scene = make_scene(board, CornerRule(), hero("f1", "Mira", (1, 1)))
    lit = master_field(scene, Rulings(), AskField("f1"), []).lit
    assert (1, 1, 1) in lit or any(row == 1 and col <= 1 < col + n for row, col, n in lit)


# --- who sees whom


def test_who_sees_whom_leaves_out_furniture_and_follows_rulings() -> None:
    board = SquareBoard(1, 6)
    board.set_solid((0, 2))
    board.place("Table", (0, 1), kind="chest")
    scene = make_scene(
        board,
        CenterRule("strict"),
        hero("f1", "Mira", (0, 0)),
        enemy("f2", "Rat", (0, 4)),
        FigureRecord("f3", "Statue", (0, 5), sighted=False),
    )
    rulings = Rulings()
    answer = who_sees_whom(scene, rulings)
    assert answer.figures == ["f1", "f2", "f3"]
    assert answer.sees == [[], [2], []]  # a statue has no sight
    assert answer.open == [[], [], []]
    rulings.rule(scene.board, "f1", "f2", scene.rule, visible=True)
    assert who_sees_whom(scene, rulings).sees == [[1], [0, 2], []]


def test_close_calls_are_open_until_they_are_ruled_on() -> None:
    scene = close_scene()
    rulings = Rulings()
    answer = who_sees_whom(scene, rulings)
    assert answer.sees == [[], []]
    assert answer.open == [[1], [0]]
    rulings.rule(scene.board, "forc", "fmira", scene.rule, visible=False)
    assert who_sees_whom(scene, rulings).open == [[], []]


def close_scene() -> MapScene:
    """Return a scene in which the line from B1 to D3 touches the corner of the rock on C1."""
    board = SquareBoard(6, 6)
    board.set_solid((0, 2))
    return make_scene(
        board,
        CenterRule("adjudicated"),
        hero("fmira", "Mira", (0, 1)),
        enemy("forc", "Orc", (2, 3)),
    )


# --- one look by every rule


def test_every_rule_has_its_say_and_the_one_in_force_is_marked() -> None:
    rows = every_rule(cellar(), AskEveryRule("fmira", "fgob1")).rows
    assert rows[0] == RuleVerdict("corner", "strict", "hidden")
    assert rows[2] == RuleVerdict("corner", "permissive", "visible")
    assert rows[3] == RuleVerdict("corner", "adjudicated", "ambiguous")
    assert rows[4] == RuleVerdict("center", "strict", "hidden", in_force=True)
    assert [row.ties for row in rows if row.in_force] == ["strict"]


@pytest.mark.parametrize("see_opaque_target", [True, False])
def test_every_rule_says_what_it_would_say_if_it_were_in_force(see_opaque_target: bool) -> None:
    """The other settings of the current rule also apply."""
    board = HexBoard(3)
    for tile in ((1, 0), (0, 1), (-1, -1)):
        board.set_solid(tile)
    rule = HexRayRule("nearest", see_opaque_target=see_opaque_target)
    scene = make_scene(board, rule, hero("f1", "Mira", (0, 0)), enemy("f2", "Goblin", (2, -1)))
    said = set()
    ends: list[str | Hex] = [*board.tiles(), "f2"]
    for end in ends:
        rows = every_rule(scene, AskEveryRule("f1", end)).rows
        for row in (each for each in rows if not each.kind.startswith("pack:")):
            settings = rule.to_dict() if row.kind == "hexray" else {"rule": row.kind}
            there = rule_from_dict({**settings, "ties": row.ties})
            assert row.verdict == str(trace(scene.board, "f1", end, there).verdict)
            assert row.in_force == (there == rule)
            said.add(row.verdict)
    assert said == {"visible", "hidden", "ambiguous"}


def test_every_rule_is_asked_about_what_there_is() -> None:
    with pytest.raises(Refusal, match="no such token"):
        every_rule(cellar(), AskEveryRule("fmira", "fnobody"))
    with pytest.raises(Refusal, match="no such tile"):
        every_rule(cellar(), AskEveryRule("fmira", (9, 9)))


# --- a player


def as_seen(scene: MapScene, lit: int, seen: frozenset[str] = frozenset()) -> Knowledge:
    """Return the knowledge of a player who saw these tiles and figures."""
    knowledge = Knowledge(PLAYER, scene, {})
    knowledge.refresh(scene, pieces_by_tile(scene.board), lit, seen)
    return knowledge


def ask(scene: MapScene, knowledge: Knowledge, b: str | tuple[int, int]) -> tuple[str, bool, str]:
    question = AskSight("fmira", b, all_lines=True, picture=True)
    answer = player_sight(scene, knowledge, Rulings(), question, scene.viewers_of(PLAYER))
    return answer.verdict, answer.visible, answer.words


def test_a_player_reads_why_not() -> None:
    scene = cellar()
    knowledge = as_seen(scene, all_bits(scene.board))
    assert ask(scene, knowledge, (0, 3)) == (
        "hidden",
        False,
        (
            "Hidden: the line from the center of Mira on A1 to the center of D1"
            " is stopped by the rock on C1."
        ),
    )
    answer = player_sight(
        scene,
        knowledge,
        Rulings(),
        AskSight("fmira", (0, 3), all_lines=True, picture=True),
        ["fmira"],
    )
    assert answer.split == (2.0, 0.5)
    assert answer.obstacles[0].tile == (0, 2)
    assert len(answer.lines) == 1
    assert "Goblin" not in answer.picture


def test_all_that_is_not_known_is_refused_in_the_same_words() -> None:
    board = SquareBoard(3, 5)
    for row in range(3):
        board.set_edge((row, 1), (row, 2), Wall())
    scene = make_scene(
        board,
        CornerRule(),
        hero("fmira", "Mira", (0, 0)),
        enemy("fgob", "Goblin", (2, 4)),
        FigureRecord("fspy", "Spy", (2, 0), hidden=True),
    )
    knowledge = known(scene, Rulings())
    refused = []
    for b in ("fgob", "fspy", "fnone"):
        with pytest.raises(Refusal) as refusal:
            ask(scene, knowledge, b)
        refused.append(str(refusal.value))
    assert set(refused) == {REFUSALS["notSeenYet"]}
    # For tiles, the answer names obstacles that they know, on the map or off it.
    for tile in ((0, 4), (2, 4), (2, 9)):
        assert ask(scene, knowledge, tile)[2].endswith("Beyond that you know nothing.")
    assert ask(scene, knowledge, (3, 0))[2].endswith("you do not know.")
    for nowhere in ((-1, 0), (900, 900)):
        with pytest.raises(Refusal):
            ask(scene, knowledge, nowhere)
    assert ask(scene, knowledge, (2, 0))[1]  # the spy's tile is treated like any other


@pytest.mark.parametrize("a", ["fgob1", "fnone", (0, 0), (1, 1)])
def test_a_player_looks_from_their_own_figures_only(a: str | tuple[int, int]) -> None:
    scene = cellar()
    knowledge = as_seen(scene, all_bits(scene.board), frozenset(["fgob1"]))
    with pytest.raises(Refusal) as refusal:
        player_sight(scene, knowledge, Rulings(), AskSight(a, (0, 1)), ["fmira"])
    assert str(refusal.value) == REFUSALS["notYourToken"]
    with pytest.raises(Refusal) as refusal:
        player_sight(scene, knowledge, Rulings(), AskSight("fmira", (0, 1), at=(3, 3)), ["fmira"])
    assert str(refusal.value) == REFUSALS["notFromThere"]


def test_who_has_no_sight_reads_so() -> None:
    scene = make_scene(
        SquareBoard(2, 2),
        CornerRule(),
        msgspec.structs.replace(hero("f1", "Mole", (0, 0)), sighted=False),
    )
    knowledge = as_seen(scene, 0b11)
    answer = player_sight(scene, knowledge, Rulings(), AskSight("f1", (0, 1)), [])
    assert (answer.visible, answer.words) == (False, "Mole has no sight.")
    assert answer.reason == answer.words


def test_a_blocker_that_was_not_seen_is_not_named() -> None:
    scene = make_scene(SquareBoard(1, 6), CenterRule(), hero("fmira", "Mira", (0, 0)))
    everything = all_bits(scene.board)
    knowledge = as_seen(scene, everything)
    knowledge.refresh(scene, Pieces(), bits_of_tiles(scene.board, [(0, 0)]), ())
    scene.board.set_solid((0, 3))
    answer = player_sight(
        scene, knowledge, Rulings(), AskSight("fmira", (0, 5), True, True), ["fmira"]
    )
    assert answer.words == WITHOUT_REASON[Verdict.HIDDEN]
    assert (answer.line, answer.split, answer.obstacles, answer.lines) == ([], None, [], [])
    assert answer.picture == ""
    # Conversely, a remembered obstacle is gone.
    scene.board.set_solid((0, 3), False)
    scene.board.set_solid((0, 2))
    knowledge = as_seen(scene, everything)
    scene.board.set_solid((0, 2), False)
    assert ask(scene, knowledge, (0, 5)) == ("visible", True, "Visible.")


def test_secret_doors_are_walls_to_players() -> None:
    board = SquareBoard(1, 4)
    board.set_edge((0, 1), (0, 2), Door("secret"))
    scene = make_scene(board, CenterRule(), hero("fmira", "Mira", (0, 0)))
    knowledge = as_seen(scene, all_bits(board))
    _, _, words = ask(scene, knowledge, (0, 3))
    assert words.endswith("is stopped by the wall between B1 and C1.")


def test_labels_are_numbered_among_what_the_player_knows() -> None:
    board = SquareBoard(2, 6)
    scene = make_scene(
        board,
        CenterRule(),
        hero("fmira", "Mira", (0, 0)),
        enemy("fgob1", "Goblin", (1, 5)),
        enemy("fgob2", "Goblin", (0, 3)),
    )
    knowledge = as_seen(scene, all_bits(board), frozenset(["fgob2"]))
    _, _, words = ask(scene, knowledge, (0, 5))
    assert words.endswith("is stopped by Goblin on D1.")


def test_furniture_is_asked_about_where_it_was_last_seen() -> None:
    board = SquareBoard(1, 8)
    scene = make_scene(
        board,
        CenterRule(),
        hero("fmira", "Mira", (0, 0)),
        FigureRecord("fcase", "Shelf", (0, 4), (1, 2), kind="bookcase", sighted=False),
    )
    knowledge = as_seen(scene, all_bits(board), frozenset(["fcase"]))
    knowledge.refresh(scene, Pieces(), bits_of_tiles(board, [(0, 0), (0, 1)]), ())
    assert knowledge.figures["fcase"].ghost
    scene.board.move("fcase", (0, 6))  # out of sight, and the answer does not reveal it
    scene.board.set_solid((0, 2))
    verdict, visible, words = ask(scene, knowledge, "fcase")
    assert (verdict, visible, words) == ("hidden", False, WITHOUT_REASON[Verdict.HIDDEN])


def test_a_close_call_awaits_the_master() -> None:
    scene = close_scene()
    knowledge = as_seen(scene, all_bits(scene.board), frozenset(["forc"]))
    for target in ("forc", (2, 3)):
        verdict, visible, words = ask(scene, knowledge, target)
        assert (verdict, visible) == ("ambiguous", False)
        assert "touching the corner of the rock on C1" in words
        assert "awaits the game master's ruling" in words
    # They never saw the touched corner, so the call is close but without a reason.
    less = all_bits(scene.board) & ~bits_of_tiles(scene.board, [(0, 2)])
    verdict, visible, words = ask(scene, as_seen(scene, less, frozenset(["forc"])), "forc")
    assert (verdict, visible, words) == ("ambiguous", False, WITHOUT_REASON[Verdict.AMBIGUOUS])


@pytest.mark.parametrize("visible", [True, False])
def test_a_player_hears_that_it_was_ruled_and_not_why(visible: bool) -> None:
    scene, rulings = close_scene(), Rulings()
    rulings.rule(
        scene.board, "fmira", "forc", scene.rule, visible=visible, by="Eve", why="a hidden spy"
    )
    for lit in (all_bits(scene.board), all_bits(scene.board) & ~0b100):
        knowledge = as_seen(scene, lit, frozenset(["forc"]))
        question = AskSight("fmira", "forc", True, True)
        answer = player_sight(scene, knowledge, rulings, question, ["fmira"])
        assert answer.visible is visible
        assert answer.ruled == RulingNote(visible, "the master")
        ruled = f"Ruled {'visible' if visible else 'hidden'} by the game master"
        assert answer.words.startswith(ruled)
        assert "Ruled" not in answer.reason
        assert "spy" not in encode(answer).decode()
        assert "Eve" not in encode(answer).decode()


def test_rock_beyond_the_hexes_is_nothing_that_a_player_has_seen() -> None:
    cells = [(q, 0) for q in range(6) if q != 2] + [(2, 1)]
    board = HexBoard(cells=cells, outside="solid")
    scene = make_scene(board, CenterRule(), hero("fmira", "Mira", (0, 0)))
    knowledge = as_seen(scene, all_bits(board))
    assert ask(scene, knowledge, (4, 0))[2] == WITHOUT_REASON[Verdict.HIDDEN]


def test_a_preview_knows_only_what_the_player_knows() -> None:
    board = SquareBoard(1, 8)
    scene = make_scene(
        board, CenterRule(), hero("fmira", "Mira", (0, 0)), enemy("f2", "Rat", (0, 7))
    )
    knowledge = as_seen(scene, bits_of_tiles(board, [(0, c) for c in range(5)]))
    scene.board.set_solid((0, 3))  # unknown: it changed out of sight
    assert player_field(scene, knowledge, AskField("fmira", at=(0, 1))).lit == [(0, 0, 5)]
    assert player_field(scene, knowledge, AskField()).lit == [(0, 0, 5)]
    assert knowledge.board.where("fmira") == (0, 0)
    for at in ((0, 6), (0, 99)):
        with pytest.raises(Refusal) as refusal:
            player_field(scene, knowledge, AskField("fmira", at=at))
        assert str(refusal.value) == REFUSALS["notSeenYet"]
    for figure in ("f2", "fnone"):
        with pytest.raises(Refusal) as refusal:
            player_field(scene, knowledge, AskField(figure))
        assert str(refusal.value) == REFUSALS["notYourToken"]
