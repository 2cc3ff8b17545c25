"""Monster movement: drawn cases, and a comparison with an exhaustive search."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import CornerRule, SquareBoard, sees
from sightline.games.one_card_dungeon import (
    EndTurn,
    MoveMonster,
    SeededDice,
    Skills,
    after_their_move,
    apply,
    blows,
    default_action,
    legal_actions,
    why_not,
)
from sightline.games.one_card_dungeon.board.layout import LevelLayout, costs_from
from sightline.games.one_card_dungeon.board.level import Kind
from sightline.games.one_card_dungeon.board.sight import has_sight
from sightline.games.one_card_dungeon.monsters import destinations
from sightline.games.one_card_dungeon.soak import plain_costs
from sightline.games.one_card_dungeon.state import Monster
from sightline.model.cell import Square
from tests.games.one_card_dungeon.tables import drawn

DICE = SeededDice(0)


def goes_to(rows, stats):
    """Return the names of the tiles from which the player may choose for the only spider."""
    state = apply(drawn_end(rows, stats), EndTurn(), DICE)
    return [str(action.to) for action in legal_actions(state) if isinstance(action, MoveMonster)]


def drawn_end(rows, stats):
    return drawn(rows, Skills(0, 0, 3, 2), S=f"health 2, {stats}, attack 3, defence 2")


@pytest.mark.parametrize(
    ("rows", "stats", "tiles", "why"),
    [
        ("@...S", "speed 4, range 2", ["C1"], "as far as its speed takes it"),
        ("@...S", "speed 6, range 2", ["B1"], "up to its range"),
        ("@...S", "speed 9, range 4", ["C1"], "and no nearer than its range"),
        ("@S...", "speed 4, range 6", ["D1"], "it backs off to its range"),
        ("@S...", "speed 2, range 6", ["C1"], "or as far as it can while it can attack"),
        ("@S...", "speed 0, range 6", ["B1"], "without speed it stays"),
        ("@S...", "speed 1, range 6", ["B1"], "a step costs 2"),
        ("... .@. ..S", "speed 2, range 2", ["C2", "B3"], "equal choices are the player's"),
        ("@#S ...", "speed 3, range 3", ["B2"], "sight comes first: round the wall"),
        ("@.#.S ..#.. .....", "speed 2, range 6", ["D1", "E2"], "on its way to a place to shoot"),
    ],
)
def test_drawn(rows, stats, tiles, why):
    assert sorted(goes_to(rows, stats)) == sorted(tiles), why


def test_in_range_with_sight_comes_before_maximum_range():
    # No tile at range 4 can be reached with 2 points, but one at range 3 can.
    state = drawn_end("@.... ..... .S...", "speed 2, range 3")
    tiles = legal_actions(apply(state, EndTurn(), DICE))
    assert tiles == [MoveMonster("spider", Square(1, 1))]


def test_the_nearest_moves_first_and_equals_are_the_players():
    state = apply(drawn("W.@..S"), EndTurn(), DICE)
    assert {a.monster for a in legal_actions(state) if isinstance(a, MoveMonster)} == {"wolf"}
    assert why_not(state, MoveMonster("spider", Square(0, 3))) == (
        "the nearest moves first: the wolf on A1"
    )
    state = apply(drawn("W..@..S"), EndTurn(), DICE)
    assert {a.monster for a in legal_actions(state) if isinstance(a, MoveMonster)} == {
        "spider",
        "wolf",
    }
    assert default_action(state) == MoveMonster("wolf", Square(0, 2))  # the first on the map


def test_it_passes_monsters_and_never_ends_on_one():
    stuck = "health 2, speed 0, attack 1, defence 2, range 2"
    state = drawn("@.WS ####", S="health 2, speed 4, attack 3, defence 2, range 2", W=stuck)
    state = after_their_move(apply(state, EndTurn(), DICE))
    assert [str(each) for each in state.monsters] == ["the wolf on C1", "the spider on B1"]


def test_it_never_passes_the_adventurer():
    # The only tile with sight at range 2 is on the other side, where it cannot go.
    assert goes_to("..@S.", "speed 9, range 2") == ["D1"]


def test_blows_need_range_and_sight():
    state = drawn("@WS", S="health 2, speed 0, attack 5, defence 2, range 9")
    assert [m.name for m in blows(state).attackers] == ["wolf"]


# --- found by trying everything


@st.composite
def tables(draw):
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(2, 5))
    tiles = [Square(r, c) for r in range(rows) for c in range(cols)]
    shuffled = draw(st.permutations(tiles))
    hero, at, *rest = shuffled
    walls = frozenset(rest[: draw(st.integers(0, len(rest) // 2))])
    others = draw(st.sets(st.sampled_from(rest), max_size=3)) - walls if rest else set()
    kind = Kind("S", "spider", 2, draw(st.integers(0, 9)), 3, 2, draw(st.integers(2, 9)))
    return LevelLayout(rows, cols, walls), hero, Monster("spider", kind, at, 2), frozenset(others)


def sees_plainly(layout, a, b, figures):
    board = SquareBoard(layout.rows, layout.cols)
    for wall in layout.walls:
        board.set_solid(wall)
    for n, tile in enumerate(figures):
        board.place(f"figure {n}", tile)
    return sees(board, a, b, CornerRule())


@given(tables())
def test_destinations_are_those_of_a_slow_second_way(table):
    layout, hero, monster, others = table
    kind, at = monster.kind, monster.at
    reach = plain_costs(layout, at, hero)
    away = plain_costs(layout, hero, None)
    free = [tile for tile in reach if tile not in others]
    posts = [
        tile
        for tile in free
        if tile in away and away[tile] <= kind.range and sees_plainly(layout, tile, hero, others)
    ]
    ends = [tile for tile in free if reach[tile] <= kind.speed]

    def pick(tiles, key):
        return {tile for tile in tiles if key(tile) == min(map(key, tiles))}

    now = [tile for tile in posts if tile in ends]
    if now:
        far = max(away[tile] for tile in now)
        expected = pick([t for t in now if away[t] == far], lambda t: reach[t])
    elif posts:
        far = max(away[tile] for tile in posts)
        goals = pick([t for t in posts if away[t] == far], lambda t: reach[t])

        def rest(tile):
            return min(plain_costs(layout, goal, hero)[tile] for goal in goals)

        expected = pick(pick(ends, rest), lambda t: reach[t])
    else:
        expected = pick(pick(ends, lambda t: away.get(t, 1 << 30)), lambda t: reach[t])
    assert set(destinations(layout, hero, monster, others)) == expected


@given(tables())
def test_costs_are_those_of_plain_relaxation(table):
    layout, hero, monster, _ = table
    assert dict(costs_from(layout, monster.at, hero)) == plain_costs(layout, monster.at, hero)
    there = costs_from(layout, hero, None).get(monster.at)
    assert there == costs_from(layout, monster.at, None).get(hero)


@given(tables())
def test_kept_sight_is_that_of_a_fresh_board(table):
    layout, hero, monster, others = table
    assert has_sight(layout, hero, monster.at, others) == sees_plainly(
        layout, hero, monster.at, others
    )
    moved = replace(monster, at=hero)
    assert has_sight(layout, moved.at, hero, others)
