"""The skirmish for PettingZoo: its checks, masks, seeds, saves, and no leak of
unseen information.
"""

import copy
import pickle
import random
import warnings

import numpy as np
import pytest

pettingzoo = pytest.importorskip(
    "pettingzoo", reason="the extra `gym` is not installed: pip install 'sightline-engine[gym]'"
)

from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402
from pettingzoo.test.state_test import test_state_space as check_state_space  # noqa: E402

from sightline.games.skirmish import (  # noqa: E402
    DEPLOYING,
    FIGHTING,
    MAP_NAMES,
    Commander,
    Deploy,
    March,
    legal_actions,
    load_text,
    read_battlefield,
    view,
    visible,
)
from sightline.games.skirmish.agent_encoding import SEEN, side_numbers  # noqa: E402
from sightline.games.skirmish.soak import twin  # noqa: E402
from sightline.gym import skirmish_v0  # noqa: E402

RED, BLUE = AGENTS = ("red_0", "blue_0")
# An observation with a mask is a dictionary, as in PettingZoo's own classic games. For environments
# that it does not know by name, PettingZoo warns about that.
DICTIONARIES = ("Observation space for each agent probably", "Observation is not a NumPy array")
SMALL = """
title = "A knoll"
rounds = 3
flags = ["2,1"]
board = '''
hex first=0,0

. . ~ . .
 . ^ ^ ~ .
. . . . #

~: woods cover 1/2
^: height 1
edge wall: 0,0|1,0
'''
[red]
units = ["scout", "mortar"]
zone = ["0,0", "0,1"]
[blue]
units = ["archer"]
zone = ["4,0", "4,1"]
"""


def pick(env, moods):
    return moods.choice(env.infos[env.agent_selection]["action_mask"].nonzero()[0].tolist())


def play(env, seed, moods=None, steps=10_000):
    """Play randomly; yield before every action."""
    moods = moods or random.Random(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            return
        yield
        env.step(pick(env, moods))


def received(env, agent):
    """Return every byte that an agent receives."""
    seen, info = env.observe(agent), env.infos[agent]
    return (
        seen["observation"].tobytes(),
        seen["action_mask"].tobytes(),
        {key: value.tobytes() if key == "action_mask" else value for key, value in info.items()},
        env._cumulative_rewards[agent],
        env.terminations[agent],
    )


# --- PettingZoo's own ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAP_NAMES)
def test_pettingzoo_has_no_complaint(name, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for words in DICTIONARIES:
            warnings.filterwarnings("ignore", words)
        api_test(skirmish_v0.env(name), num_cycles=100)
        seed_test(lambda: skirmish_v0.env(name), num_cycles=60)
        env = skirmish_v0.raw_env(name)
        check_state_space(env)
        env.reset(seed=1)
        assert env.state_space.contains(env.state())
    assert "Passed" in capsys.readouterr().out


def test_every_way_to_draw_it(capsys):
    pytest.importorskip("resvg_py")
    checks = {"svg": lambda text: text.startswith("<svg"), "ansi": lambda text: "round" in text}
    render_test(skirmish_v0.env, custom_tests=checks)
    assert "points" in capsys.readouterr().out.lower()
    for viewer in (None, RED):
        env = skirmish_v0.env(deploy=False, render_mode="ansi", viewer=viewer)
        env.reset(seed=1)
        assert ("out of sight" in env.render()) == (viewer is not None)


# --- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAP_NAMES)
def test_masks_are_the_legal_actions_and_rows_the_view(name):
    env, moods = skirmish_v0.raw_env(name, fog=name != "ruins"), random.Random(1)
    for _ in play(env, 1):
        battle, numbers = env.battle, env.numbers[env.agent_selection]
        legal = env.action_masks().nonzero()[0].tolist()
        if battle.phase == FIGHTING:
            actions = [numbers.action(battle, number) for number in legal]
            assert len(actions) == len(set(actions))
            assert set(actions) == set(legal_actions(battle))
            chosen = moods.choice(legal)
            action = numbers.action(battle, chosen)
            assert action is not None
            assert numbers.number(battle, action) == chosen
        for agent in AGENTS:
            assert_row_is_view(env, agent)


def assert_row_is_view(env, agent):
    battle, numbers = env.battle, env.numbers[agent]
    side, index = numbers.side, battle.field.tables.index
    known = view(battle, side)
    row = env.observe(agent)["observation"].tolist()
    assert len(row) == numbers.width
    head, rest = row[:8], row[8:]
    phase = ("deploying", "fighting", "over").index(known.phase)
    on = phase < 2 and agent == env.agent_selection
    theirs, goal = known.points[1 - side], battle.field.goal
    assert head == [
        *(phase, on, side, known.round, battle.field.rounds, known.points[side], theirs, goal)
    ]
    own = [each for each in known.units if each.side == side]
    enemies = [each for each in known.units if each.side != side]
    columns = [rest[i * len(own) : (i + 1) * len(own)] for i in range(5)]
    for i, each in enumerate(own):
        at, *others = (column[i] for column in columns)
        if battle.phase != DEPLOYING:
            assert (at == 255) == (each.at is None)
        if each.status == "own":
            assert others == [each.health, each.moves, each.armed, each.charges]
            assert each.at is None or numbers.hex_number(index[each.at]) == at
    rest = rest[5 * len(own) :]
    for i, each in enumerate(enemies):
        at, health, status = rest[i :: len(enemies)][:3]
        assert ("fallen", "unknown", "remembered", "seen")[status] == each.status
        assert health == (each.health or 0)
        assert at == (255 if each.at is None else numbers.hex_number(index[each.at]))
    sight = rest[3 * len(enemies) :]
    seen = {numbers.hex_number(index[cell]) for cell in known.seen}
    assert {i for i, byte in enumerate(sight) if byte} == seen


@pytest.mark.parametrize("name", MAP_NAMES)
def test_both_sides_count_from_where_they_stand(name):
    """On a map with half-turn symmetry, both sides get the same observation, so one agent can play
    both.
    """
    env = skirmish_v0.raw_env(name)
    env.reset(seed=1)
    moods = random.Random(3)
    while env.battle.phase == DEPLOYING and env.agent_selection == RED:
        env.step(pick(env, moods))
    red = env.match().log[0]
    assert isinstance(red, Deploy)
    mirrored = Deploy(1, tuple((-q, -r) for q, r in red.at))
    assert env.numbers[BLUE].places(mirrored) == env.numbers[RED].places(red)
    for number in env.numbers[BLUE].places(mirrored):
        env.step(number)
    rows = {agent: env.observe(agent)["observation"] for agent in AGENTS}
    planes = {agent: env.planes(agent, rows[agent]) for agent in AGENTS}
    for agent in AGENTS:
        rows[agent][[1, 2]] = 0  # whose turn it is, and which side the agent plays
    units = len(env.field.rosters[0])
    idle = slice(8 + 2 * units, 8 + 4 * units)  # the moves and arms of this turn are red's
    rows[RED][idle] = 0
    assert rows[RED].tolist() == rows[BLUE].tolist()
    assert (planes[RED][:12] == planes[BLUE][:12]).all()
    marches = [action for action in legal_actions(env.battle) if isinstance(action, March)]
    env.step(0)
    for march in marches[:20]:
        q, r = march.to
        twin_march = March(march.unit + units, (-q, -r))
        number = env.numbers[BLUE].number(env.battle, twin_march)
        assert env.numbers[RED].action(env.battle, number) == march


def test_planes_have_what_the_row_has():
    env = skirmish_v0.raw_env("ruins")
    rows = []
    for _ in play(env, 4, steps=90):
        rows.append(env.observe(RED)["observation"])
    numbers = env.numbers[RED]
    planes = numbers.planes(np.stack(rows))
    assert planes.shape == (len(rows), len(numbers.plane_names), 13, 13)
    assert (planes[-1] == numbers.planes(rows[-1])).all()
    names = dict(zip(numbers.plane_names, range(planes.shape[1]), strict=True))
    assert planes[0, names["map"]].sum() == 127
    assert planes[0, names["flag"]].sum() == 3
    assert planes[0, [names[f"wall {way}"] for way in range(6)]].sum() == 2 * 26
    assert (planes[:, names["in sight"]].sum(axis=(1, 2)) == np.stack(rows)[:, -127:].sum(1)).all()
    battle = env.battle
    last = numbers.planes(env.observe(RED)["observation"])
    for unit in battle.living(0):
        cell = battle.where(unit)
        assert cell is not None
        plane = last[names[f"{battle.field.units[unit].name} health"]]
        assert plane[cell.r + 6, cell.q + 6] == battle.health[unit] == plane.sum()


def test_a_field_of_ones_own_with_unlike_sides():
    field = read_battlefield(SMALL)
    env = skirmish_v0.raw_env(field)
    assert env.action_space(RED) != env.action_space(BLUE)
    assert not env.numbers[BLUE].turned or env.numbers[RED].hexes == 15
    steps = sum(1 for _ in play(env, 1))
    assert steps > 5
    assert env.battle.is_over
    for agent in AGENTS:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert side_numbers(field, 0) is env.numbers[RED]


# --- nothing of the unseen -----------------------------------------------------------------------


@pytest.mark.parametrize("name", MAP_NAMES)
def test_no_byte_of_the_unseen(name):
    """In a game that differs only in what an agent has not seen, it receives the same bytes at
    every action. An enemy step that it does not see changes none of them.
    """
    differed = hidden_steps = 0
    for seed in (5, 6):
        env, moods = skirmish_v0.raw_env(name, events=True, shaping=0.5), random.Random(seed)
        last = None
        for _ in play(env, seed, moods):
            truth = env.battle
            before = {agent: received(env, agent) for agent in AGENTS}
            for side, agent in enumerate(AGENTS):
                env._battle = twin(truth, side, moods)
                differed += env._battle != truth
                env._go_on()
                assert received(env, agent) == before[agent]
                env._battle = truth
                env._go_on()
            hidden_steps += was_unseen(last, env, before)
            last = (truth, env.agent_selection, before)
    assert differed > 100
    assert hidden_steps > 10


def was_unseen(last, env, now):
    """Check that if the last action was a step that the other side did not see,
    it learned nothing.
    """
    if last is None or last[0].phase != FIGHTING:
        return 0
    battle, actor, before = last
    action, watcher = env._log[-1], AGENTS[1 - AGENTS.index(actor)]
    if not isinstance(action, March):
        return 0
    seen = visible(battle, AGENTS.index(watcher))
    if any(seen >> at[action.unit] & 1 for at in (battle.at, env.battle.at)):
        return 0
    assert now[watcher] == before[watcher]
    return 1


def test_deploying_is_unseen():
    env = skirmish_v0.raw_env()
    env.reset(seed=1)
    before = received(env, BLUE)
    moods = random.Random(2)
    rows = set()
    while env.agent_selection == RED:
        assert received(env, BLUE) == before
        rows.add(env.observe(RED)["observation"].tobytes())
        env.step(pick(env, moods))
    assert len(rows) == 5, "red sees where it has put its units"
    first = env.observe(BLUE)["observation"].tobytes()
    env.reset(seed=1)
    while env.agent_selection == RED:
        env.step(pick(env, moods))
    assert env.observe(BLUE)["observation"].tobytes() == first


def test_the_dice_and_the_seed_are_unseen():
    """Nothing that an agent receives depends on future dice, including where
    the program deploys.
    """
    env = skirmish_v0.raw_env(deploy=False)
    starts: dict[bytes, list[int]] = {}
    for seed in range(60):
        env.reset(seed=seed)
        starts.setdefault(received(env, RED)[0], []).append(env.battle.seed)
    assert len(starts) == 5
    assert min(map(len, starts.values())) > 3
    assert set(env.infos[RED]) == {"action_mask"}


# --- games ----------------------------------------------------------------------------------------


def test_a_seed_is_a_game():
    def trail(env, seed):
        return [received(env, agent) for _ in play(env, seed, random.Random(1)) for agent in AGENTS]

    first, again = trail(skirmish_v0.env(), 3), trail(skirmish_v0.raw_env(), 3)
    assert first == again
    assert first != trail(skirmish_v0.env(), 4)
    seeds = []
    for _ in range(2):
        env = skirmish_v0.env()
        env.reset(seed=9)
        for _ in range(3):
            env.reset()
            seeds.append(env.battle.seed)
    assert seeds[:3] == seeds[3:]
    assert len(set(seeds)) == 3


def test_rewards_add_up_to_nothing():
    env = skirmish_v0.raw_env(shaping=0.25)
    totals = dict.fromkeys(AGENTS, 0.0)
    for _ in play(env, 11):
        for agent in AGENTS:
            totals[agent] += env.rewards[agent]
    for agent in AGENTS:
        totals[agent] += env.rewards[agent]
    red, blue = env.battle.points
    won = {0: 1, 1: -1, 2: 0}[env.battle.winner]
    assert totals[RED] == -totals[BLUE] == won + 0.25 * (red - blue)
    assert all(env.terminations.values())
    for _ in AGENTS:
        env.step(None)
    assert env.agents == []


def test_saves_are_the_games_own_and_are_gone_on_with():
    env = skirmish_v0.env("ridge")
    for _ in play(env, 8, steps=70):
        pass
    saved = env.save()
    assert load_text(saved) == env.match()
    other = skirmish_v0.env("ridge")
    other.reset(options={"save": saved})
    for agent in AGENTS:
        assert received(other, agent)[:2] == received(env, agent)[:2]
    number = pick(env, random.Random(1))
    for each in (env, other):
        each.step(number)
    assert other.battle == env.battle
    assert other.save() == env.save()
    with pytest.raises(ValueError, match="expected one on The crossing"):
        skirmish_v0.env().reset(options={"save": saved})


def test_copies_go_their_own_way():
    """Searches use `copy.deepcopy`, and `pickle` sends a game to another process."""
    env = skirmish_v0.env()
    for _ in play(env, 2, steps=40):
        pass
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        assert [received(other, agent) for agent in AGENTS] == [
            received(env, agent) for agent in AGENTS
        ]
        before = received(env, env.agent_selection)
        other.step(pick(other, random.Random(1)))
        assert received(env, env.agent_selection) == before
        assert other.field == env.field
    assert copy.deepcopy(env).field is env.field


def test_what_is_not_legal_raises_or_loses():
    env = skirmish_v0.raw_env(deploy=False)
    env.reset(seed=1)
    numbers = env.numbers[RED]
    before = received(env, RED)
    shot = numbers.first_attack[0]
    for action, words in (
        (shot, "nobody of yours sees"),
        (1, "everybody has deployed"),
        (numbers.choices, "expected 0 to 155"),
        (-1, "expected 0 to 155"),
        (None, "expected a number"),
    ):
        with pytest.raises(ValueError, match=words):
            env.step(action)
        assert received(env, RED) == before
    env = skirmish_v0.env(deploy=False)
    env.reset(seed=1)
    env.step(shot)
    seen, reward, ended, cut, info = env.last()
    assert (reward, ended, cut, seen["action_mask"].any()) == (-1, True, True, False)
    assert "nobody of yours sees" in info["illegal"]
    env.step(None)
    assert env.last()[1:4] == (0, True, True)
    env.step(None)
    assert env.agents == []


def test_before_the_first_reset_it_says_what_to_do():
    env = skirmish_v0.env()
    with pytest.raises(AttributeError, match="call reset first"):
        env.last()
    with pytest.raises(ValueError, match=r"viewer.*red_0"):
        skirmish_v0.env(viewer="red")
    with pytest.raises(ValueError, match="render_mode"):
        skirmish_v0.env(render_mode="gif")


def test_the_program_plays_in_numbers_and_events_are_sentences():
    """Red is the program and blue plays at random: red wins, and the events are
    readable sentences.
    """
    env, program, moods = skirmish_v0.env(events=True), Commander(1), random.Random(4)
    env.reset(seed=4)
    sentences = []
    while not env.terminations[env.agent_selection]:
        agent = env.agent_selection
        if agent == BLUE:
            env.step(pick(env, moods))
            continue
        sentences += [event["text"] for event in env.infos[RED]["events"]]
        action = program.choose(env.battle, 0).action
        numbers = env.numbers[RED]
        chosen = numbers.places(action) if isinstance(action, Deploy) else None
        for number in chosen or [numbers.number(env.battle, action)]:
            env.step(number)
    assert env.rewards[RED] == 1
    assert env.observe(RED)["observation"][8 + 25 + 10 : 8 + 25 + 15].max() <= SEEN
    assert any("sees the blue" in text for text in sentences)
    assert any("Both sides are in" in text for text in sentences)
