"""Laws that hold in every game: copies, seeds, undo, saves, and the symmetries of the hexes."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from sightline import HexBoard, Wall
from sightline.errors import InvalidValueError
from sightline.games.skirmish import (
    MAP_NAMES,
    Battle,
    Battlefield,
    Blast,
    Deploy,
    Flame,
    March,
    Match,
    Pass,
    Shot,
    SkirmishAction,
    apply,
    happened,
    legal_actions,
    load_text,
    new_battle,
    prospects,
    replay,
    routes,
    save_text,
    shipped_battlefield,
    view,
    why_not,
)
from sightline.model.cell import Hex


def random_match(name: str, seed: int, actions: int = 120, *, fog: bool = True) -> Match:
    """Return a random match with up to this number of actions."""
    moods = random.Random(seed)
    match = Match.begin(name, seed, fog=fog)
    while len(match.log) < actions and not match.battle.is_over:
        match = match.do(moods.choice(legal_actions(match.battle)))
    return match


def battles(match: Match) -> list[Battle]:
    found = [match.start]
    for action in match.log:
        found.append(apply(found[-1], action))
    return found


@pytest.mark.parametrize("name", MAP_NAMES)
def test_seeds_and_moves_replay(name: str) -> None:
    match = random_match(name, 5)
    assert replay(match.start, match.log) == match
    assert random_match(name, 5) == match
    assert random_match(name, 6) != match
    other = new_battle(name, 6)
    again = replay(other, [a for a in match.log if isinstance(a, Deploy)])
    assert again.battle.at == battles(match)[2].at


@pytest.mark.parametrize("fog", [True, False])
def test_undo_and_save_at_every_step_give_the_same_match(fog: bool) -> None:
    moods = random.Random(3)
    match = Match.begin("ridge", 9, fog=fog)
    undone = 0
    while len(match.log) < 70:
        action = moods.choice(legal_actions(match.battle))
        then = match.do(action)
        if then.can_undo:
            undone += 1
            back = then.undo()
            assert back == match
            assert (back.trail, back.scouted) == (match.trail, match.scouted)
            assert back.do(action) == then
        loaded = load_text(save_text(then))
        assert loaded == then
        assert (loaded.trail, loaded.scouted) == (then.trail, then.scouted)
        match = then
    assert undone > 5


def test_copies_are_independent_and_hashable() -> None:
    match = random_match("crossing", 2, 40)
    for battle in battles(match):
        twin = copy.copy(battle)
        assert hash(twin) == hash(battle)
        legal = legal_actions(battle)
        after = [apply(battle, action) for action in legal[:6]]
        assert battle == twin, "nothing that is done to one is done to the other"
        assert legal_actions(battle) == legal
        assert all(each != battle for each in after)
    assert len({*battles(match)}) == len(match.log) + 1
    assert {shipped_battlefield("ridge"): 1}[shipped_battlefield("ridge")] == 1
    assert shipped_battlefield("ridge") != shipped_battlefield("ruins")
    assert shipped_battlefield("ridge") != "ridge"


def test_legal_actions_and_why_not_agree() -> None:
    """An action is listed exactly if `why_not` gives no reason against it."""
    moods = random.Random(11)
    for seed, name in enumerate(MAP_NAMES):
        for battle in moods.sample(battles(random_match(name, seed, 150))[2:-1], 5):
            legal = legal_actions(battle)
            assert len(set(legal)) == len(legal)
            assert legal[-1] == Pass()
            for action in every_action(battle):
                allowed = why_not(battle, action) is None
                assert allowed == (action in legal), action
                if not allowed:
                    with pytest.raises(InvalidValueError):
                        apply(battle, action)


def every_action(battle: Battle) -> list[SkirmishAction]:
    field = battle.field
    units = range(-1, len(field.units) + 1)
    cells = [
        *field.tables.cells[::3],
        *(c for u in battle.living(battle.side) for c in near(battle, u)),
    ]
    aimed = [kind(u, c) for kind in (March, Blast, Flame) for u in units for c in set(cells)]
    return [*aimed, *(Shot(u, t) for u in units for t in units), Pass()]


def near(battle: Battle, unit: int) -> list[Hex]:
    q, r = battle.where(unit) or (0, 0)
    return [Hex(q + dq, r + dr) for dq in (-1, 0, 1) for dr in (-1, 0, 1)]


def test_nothing_happens_after_the_end() -> None:
    match = random_match("crossing", 1, 10_000)
    assert match.battle.is_over
    assert legal_actions(match.battle) == []
    assert not match.can_undo
    for action in (Pass(), March(0, (0, 0)), Shot(0, 7), Deploy(0, ())):
        with pytest.raises(InvalidValueError, match="it is over"):
            match.do(action)
    with pytest.raises(InvalidValueError, match="nothing to take back"):
        match.undo()


@pytest.mark.parametrize("name", MAP_NAMES)
def test_points_and_rounds_never_fall(name: str) -> None:
    for before, after in zip(
        battles(random_match(name, 4, 10_000)),
        battles(random_match(name, 4, 10_000))[1:],
        strict=False,
    ):
        assert after.points[0] >= before.points[0]
        assert after.points[1] >= before.points[1]
        assert (after.round, after.side) >= (before.round, before.side)
        assert after.rolled >= before.rolled
        assert after.round <= after.field.rounds
        assert all(a <= b for a, b in zip(after.health, before.health, strict=True))
        assert all(a <= b for a, b in zip(after.charges, before.charges, strict=True))


# --- what can be taken back


def test_a_step_that_reveals_stays_and_one_that_does_not_goes_back() -> None:
    found = {True: 0, False: 0}
    for seed in range(6):
        moods = random.Random(seed)
        match = Match.begin(MAP_NAMES[seed % 3], seed)
        scouted: set[Hex] = set()
        while len(match.log) < 200 and not match.battle.is_over:
            battle = match.battle
            then = match.do(action := moods.choice(legal_actions(battle)))
            before, after = view(battle, battle.side), view(then.battle, battle.side)
            if isinstance(action, March):
                hidden = any(each.status in ("unknown", "remembered") for each in before.units)
                reveals = hidden and bool(set(after.seen) - scouted)
                found[reveals] += 1
                assert then.can_undo == (not reveals), action
                scouted |= set(after.seen) if reveals else set()
            else:
                assert not then.can_undo
                passed = then.battle.side != battle.side
                scouted = (set() if passed else scouted) | set(
                    view(then.battle, then.battle.side).seen
                )
            match = then
    assert min(found.values()) > 20


def test_whether_something_can_be_taken_back_says_nothing_of_the_unseen() -> None:
    from sightline.games.skirmish.soak import twin

    moods = random.Random(8)
    for seed in range(8):
        match = random_match(MAP_NAMES[seed % 3], seed, 90)
        if match.battle.is_over:
            continue
        other = twin(match.battle, match.battle.side, moods)
        for action in legal_actions(match.battle):
            if isinstance(action, (March, Blast)):
                one = Match(match.start, match.battle, scouted=match.scouted).do(action)
                two = Match(match.start, other, scouted=match.scouted).do(action)
                assert one.can_undo == two.can_undo


# --- the symmetries of the hexes


def turned(q: int, r: int) -> Hex:
    return Hex(-r, q + r)


def mirrored(q: int, r: int) -> Hex:
    return Hex(r, q)


Move = Callable[[int, int], Hex]


def moved_field(field: Battlefield, move: Move) -> Battlefield:
    """Return the same battlefield, rotated or mirrored."""
    old = field.board
    board = HexBoard(cells=[move(*cell) for cell in old.cells])
    for cell in old.cells:
        there = move(*cell)
        board.set_solid(there, old.is_solid(cell))
        if old.terrain(cell):
            board.set_terrain(there, old.terrain(cell))
        if old.cover_at(cell):
            board.set_cover(there, old.cover_at(cell))
        if old.elevation(cell):
            board.set_elevation(there, old.elevation(cell))
    for a, b, _ in old.edges():
        board.set_edge(move(*a), move(*b), Wall())
    zones = tuple(tuple(move(*cell) for cell in zone) for zone in field.zones)
    return Battlefield(
        board,
        flags=tuple(move(*cell) for cell in field.flags),
        zones=(zones[0], zones[1]),
        rosters=field.rosters,
        rounds=field.rounds,
        goal=field.goal,
    )


def moved_action(action: SkirmishAction, move: Move) -> SkirmishAction:
    match action:
        case March(unit, to):
            return March(unit, move(*to))
        case Blast(unit, at):
            return Blast(unit, move(*at))
        case Flame(unit, toward):
            return Flame(unit, move(*toward))
        case Deploy(side, at):
            return Deploy(side, tuple(move(*cell) for cell in at))
    return action


@pytest.mark.parametrize("name", MAP_NAMES)
@pytest.mark.parametrize("move", [turned, mirrored], ids=["turned", "mirrored"])
def test_a_turned_or_mirrored_map_plays_the_same(name: str, move: Move) -> None:
    """Every step has the same shots, chances and areas, and the game has the same end."""
    field = shipped_battlefield(name)
    other = new_battle(moved_field(field, move), 3)
    battle = new_battle(field, 3)
    moods = random.Random(7)
    for _ in range(160):
        if battle.is_over:
            break
        legal = legal_actions(battle)
        assert {moved_action(action, move) for action in legal} == set(legal_actions(other))
        chances = {p.action: p.chance for p in prospects(battle) if isinstance(p.action, Shot)}
        assert chances == {
            p.action: p.chance for p in prospects(other) if isinstance(p.action, Shot)
        }
        action = moods.choice(legal)
        battle, other = apply(battle, action), apply(other, moved_action(action, move))
        assert battle.health == other.health
        assert (battle.points, battle.phase, battle.side) == (other.points, other.phase, other.side)


@pytest.mark.parametrize("name", MAP_NAMES)
def test_the_shipped_maps_are_fair(name: str) -> None:
    """Rotating the map by 180 degrees exchanges the sides and changes nothing else."""
    field = shipped_battlefield(name)
    half = moved_field(field, lambda q, r: Hex(-q, -r))
    assert half.board == field.board or str(half.board) == str(field.board)
    assert set(half.flags) == set(field.flags)
    assert half.zones[0] == field.zones[1]
    assert half.zones[1] == field.zones[0]
    assert field.rosters[0] == field.rosters[1]


# --- routes


def test_routes_are_the_cheapest_ways_and_can_be_walked() -> None:
    for seed, name in enumerate(MAP_NAMES):
        battle = battles(random_match(name, seed, 60))[-1]
        for unit in battle.living(battle.side):
            found = routes(battle, unit)
            for to, route in found.items():
                assert route.path[-1] == to
                walked = battle
                for cell in route.path:
                    walked = apply(walked, March(unit, cell))
                assert battle.moves[unit] - walked.moves[unit] == route.cost
            assert set(found) == plainly_reached(battle, unit)


def plainly_reached(battle: Battle, unit: int) -> set[tuple[int, int]]:
    """Return every hex that the unit can reach by a sequence of legal steps."""
    start = battle.where(unit)
    best: dict[Battle, None] = {}
    waiting, reached = [battle], set()
    while waiting:
        now = waiting.pop()
        for action in legal_actions(now):
            if isinstance(action, March) and action.unit == unit:
                after = apply(now, action)
                key = after._replace(known=b"")
                if key not in best:
                    best[key] = None
                    waiting.append(after)
                    reached.add(action.to)
    return reached - {start}


def test_battles_pickle_for_other_processes() -> None:
    match = random_match("crossing", 3, 30)
    battle = match.battle
    again = pickle.loads(pickle.dumps(battle))  # noqa: S301
    assert again == battle
    assert legal_actions(again) == legal_actions(battle)


def test_the_whole_story_is_what_happened_step_by_step() -> None:
    match = random_match("ruins", 12, 80)
    for side in (None, 0, 1):
        story = []
        for before, action, after in zip(
            battles(match), match.log, battles(match)[1:], strict=False
        ):
            story += happened(before, action, after, side)
        assert match.events(side) == story
