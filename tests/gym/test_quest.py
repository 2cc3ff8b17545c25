"""Quests for PettingZoo: its checks, masks, seeds, saves, and no leak of unseen information."""

import copy
import pickle
import random
import warnings

import pytest

pettingzoo = pytest.importorskip(
    "pettingzoo", reason="the extra `gym` is not installed: pip install 'sightline-engine[gym]'"
)

from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from sightline.errors import InvalidValueError  # noqa: E402
from sightline.games.common.bit_sets import bits  # noqa: E402
from sightline.games.quest import (  # noqa: E402
    HEROES,
    MASTER,
    NOWHERE,
    PartyPlayer,
    acting_side,
    legal_actions,
    load_text,
    read_scenario,
    shipped_quests,
    view,
)
from sightline.games.quest import agent_encoding as of_quest  # noqa: E402
from sightline.games.quest.sighting import look_round, occupied_tiles  # noqa: E402
from sightline.games.quest.soak import twin_of, variant  # noqa: E402
from sightline.gym import quest_v0  # noqa: E402
from tests.gym.test_skirmish import DICTIONARIES, pick, received  # noqa: E402

CELLAR, CRYPT, BRIDGE = "the-rat-cellar", "the-sealed-crypt", "the-toll-bridge"


def play(env, seed, steps):
    """Play randomly, preferring other actions to ending a turn; yield before every action."""
    moods = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return
        yield
        number = pick(env, moods)
        env.step(number or pick(env, moods))


# --- PettingZoo's own -----------------------------------------------------------------------------


@pytest.mark.parametrize("master", ["program", "agent"])
def test_pettingzoo_has_no_complaint(master, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The game master has other actions than the party, and therefore another mask.
        for words in (*DICTIONARIES, "Agents have different observation space sizes"):
            warnings.filterwarnings("ignore", words)
        for name in (CELLAR, CRYPT):
            api_test(quest_v0.env(name, master=master), num_cycles=30)
            seed_test(lambda name=name: quest_v0.env(name, master=master), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


def test_every_way_to_draw_it(capsys):
    pytest.importorskip("resvg_py")
    render_test(quest_v0.env, custom_tests={"svg": lambda text: text.startswith("<svg")})
    for viewer in ("hero_0", None):
        env = quest_v0.env(CRYPT, render_mode="ansi", viewer=viewer)
        env.reset(seed=1)
        assert ("mummy: asleep" in env.render()) == (viewer is None)
    env = quest_v0.env(CRYPT, render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    env = quest_v0.env(CRYPT, render_mode="human")
    env.reset(seed=1)
    assert "Brom" in capsys.readouterr().out
    with pytest.raises(InvalidValueError, match=r"viewer.*hero_0"):
        quest_v0.env(CRYPT, viewer="Brom")


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_quests())
def test_masks_are_the_legal_actions_and_rows_the_view(name):
    env = quest_v0.raw_env(name, master="agent")
    for _ in play(env, 3, 60):
        state, agent = env.quest, env.agent_selection
        assert set(env._actions.values()) == set(legal_actions(state))
        assert len(env._actions) == len(legal_actions(state)) == env.action_masks().sum()
        assert set(env.action_masks().nonzero()[0].tolist()) == set(env._actions)
        assert (agent == "master_0") == (acting_side(state) == MASTER)
        for each in env.possible_agents:
            assert_row_is_view(env, each)


def assert_row_is_view(env, agent):
    state, numbers = env.quest, env.numbers
    side = MASTER if agent == "master_0" else HEROES
    known = view(state, side)
    row = env.observe(agent)["observation"].tolist()
    assert len(row) == numbers.width
    phase, on, figure, turn, number, rounds, rolled, gold = row[:8]
    assert (phase == 3) == state.is_over
    assert on == (agent == env.agent_selection and phase < 3)
    assert figure == (255 if side == MASTER else env.possible_agents.index(agent))
    assert (turn, number, rounds) == (known.turn % 256, known.round, known.rounds)
    assert (rolled, gold) == (known.thrown, known.gold)
    row = row[8:]
    assert row[: len(known.goals)] == [done for _, done in known.goals]
    row = row[len(known.goals) :]
    party, most = numbers.party, of_quest.MOST_MONSTERS
    of_party, of_monster = len(of_quest.OF_PARTY), len(of_quest.OF_MONSTER)
    heroes = [row[i : party * of_party : party] for i in range(party)]
    row = row[party * of_party :]
    monsters = [row[i : most * of_monster : most] for i in range(most)]
    row = row[most * of_monster :]
    words = ("", "seen", "remembered", "fallen", "left", "asleep")
    for got, each in zip((*heroes, *monsters), known.figures, strict=False):
        own = each.kind != "enemy"
        status = "seen" if each.status == "own" else each.status
        if side == MASTER and status == "remembered":
            status = "seen"  # the game master knows all positions
        assert words[got[0]] == status
        assert tuple(got[1:3]) == ((255, 255) if each.at is None else tuple(each.at))
        assert tuple(got[3:5]) == each.size
        assert got[5] == (0 if status == "fallen" else each.body or 0)
        start = 8 if own else 6
        assert got[start : start + 3] == [each.attack, each.defence, each.range]
        if own:
            assert got[6:8] == [each.moves, each.acted]
    assert all(not any(got[3:]) and got[0] == 0 for got in monsters[len(known.figures) - party :])
    tiles = known.rows * known.cols
    ground, north, west = row[:tiles], row[tiles : 2 * tiles], row[2 * tiles :]
    for bit, cells in (
        (of_quest.EXPLORED, known.explored),
        (of_quest.IN_SIGHT, known.seen),
        (of_quest.ROCK, known.solid),
        (of_quest.EXIT, known.exits),
    ):
        got = {divmod(i, known.cols) for i, byte in enumerate(ground) if byte & bit}
        assert got == set(map(tuple, cells))
    chests = sum(kind == "chest" for _, kind, _, _ in known.furniture)
    assert sum(bool(byte & of_quest.CHEST) for byte in ground) == chests
    assert sum(bool(byte & of_quest.FOUND) for byte in ground) == len(known.found)
    edges = dict.fromkeys(known.walls, of_quest.WALL)
    kinds = ("", "wall", "open", "closed", "locked", "secret")
    edges |= {(door.a, door.b): kinds.index(door.state) for door in known.doors}
    expected = [0] * tiles, [0] * tiles
    for (a, b), what in edges.items():
        (above, _), (row_of, col) = a, b
        expected[above == row_of][row_of * known.cols + col] = what
    assert [north, west] == list(expected)


def test_how_many_numbers_there_are_says_nothing_of_the_quest():
    """The sizes of the spaces do not depend on the number of monsters, doors or chests."""
    plain = "goal: exit C1\n+---+---+---+\n| H   .   . |\n+---+---+---+\n\nH: hero"
    full = plain.replace("H   .   .", "H c r l T") + '\nr: enemy "rat"\nT: chest "box"'
    one, two = (quest_v0.raw_env(read_scenario(text)) for text in (plain, full))
    assert (len(two.scenario.monsters), len(two.scenario.doors)) == (1, 2)
    assert one.action_space("hero_0") == two.action_space("hero_0")
    assert one.observation_space("hero_0") == two.observation_space("hero_0")
    line = "+" + "---+" * 61
    many = f"goal: exit A1\n{line}\n| H " + "  .   r " * 30 + f"|\n{line}"
    with pytest.raises(InvalidValueError, match="30 monsters; at most 24"):
        quest_v0.raw_env(read_scenario(f"{many}\n\nH: hero\nr: enemy"))


# --- nothing of the unseen ------------------------------------------------------------------------


def another_world(state, whim):
    """Return a game that differs only in what the party has not seen.

    This covers the changes of `twin_of`, and the state of monsters that the party has lost sight
    of.
    """
    twin = twin_of(state, whim) or state
    scenario = twin.scenario
    at, body = list(twin.at), list(twin.body)
    for i in range(twin.party_size, len(twin.who)):
        figure = twin.figure(i)
        if at[i] == NOWHERE or twin.sighted >> i & 1:
            continue
        body[i] = figure.numbers.body + 1 - body[i]
        if figure.size != (1, 1):
            continue
        taken = twin.seen | scenario.blocked | occupied_tiles(twin)
        for remembered in twin.known[twin.party_size :]:
            taken |= 0 if remembered == NOWHERE else 1 << remembered
        free = bits(~taken & (1 << len(scenario.tiles)) - 1)
        at[i] = whim.choice(free) if free else at[i]
    other = twin._replace(at=tuple(at), body=tuple(body))
    keys = ("seen", "explored", "sighted", "who", "known")
    looked = look_round(other)
    return other if all(getattr(looked, key) == getattr(state, key) for key in keys) else twin


@pytest.mark.parametrize(
    ("name", "mode", "reveal"),
    [
        (CELLAR, "strict", "seen"),
        (CELLAR, "strict", "room"),
        (CRYPT, "adjudicated", "seen"),
        (BRIDGE, "strict", "seen"),
    ],
)
def test_no_byte_of_the_unseen(name, mode, reveal):
    """In a game that differs only in what the party has not seen, its agents receive the same bytes
    at every action.
    """
    env = quest_v0.raw_env(variant(name, mode, reveal), events=True, master="agent", shaping=0.5)
    party = [agent for agent in env.possible_agents if agent != "master_0"]
    whim, differed, lost = random.Random(2), 0, 0
    for _ in play(env, 4, 110):
        truth = env.quest
        before = {agent: received(env, agent) for agent in env.possible_agents}
        env._state = another_world(truth, whim)
        differed += env._state != truth
        lost += (env._state.at, env._state.body) != (truth.at, truth.body)
        env._go_on()
        for agent in party:
            assert received(env, agent) == before[agent]
        env._state = truth
        env._go_on()
        assert received(env, "master_0") == before["master_0"]
    assert differed > 40
    assert lost > 20 or reveal == "room", "monsters that the party has lost sight of"


def test_what_is_unseen_is_not_even_counted():
    """Unexplored tiles are zeros, and unknown monsters are missing."""
    env = quest_v0.raw_env(CRYPT)
    env.reset(seed=1)
    row, everything = env.observe("hero_0")["observation"], env.state()
    tiles = len(env.scenario.tiles)
    dark = [i for i in range(tiles) if not env.quest.explored >> i & 1]
    assert len(dark) > 60
    assert not row[-3 * tiles : -2 * tiles][dark].any()
    monsters = slice(8 + 2 + 11 * env.numbers.party, 8 + 2 + 11 * env.numbers.party + 24)
    met = len(env.quest.who) - env.numbers.party
    assert (row[monsters] > 0).sum() == met < len(env.scenario.monsters)
    assert (everything[monsters] > 0).sum() == len(env.scenario.monsters)
    assert set(env.infos["hero_0"]) == {"action_mask"}


# --- games ----------------------------------------------------------------------------------------


def test_a_seed_is_a_game_and_a_save_goes_on():
    def trail(env, seed):
        return [received(env, env.agent_selection) for _ in play(env, seed, 80)]

    env = quest_v0.env(BRIDGE, most_rounds=3)
    first = trail(env, 3)
    assert first == trail(quest_v0.raw_env(BRIDGE, most_rounds=3), 3)
    assert first != trail(env, 4)
    for _ in play(env, 5, 25):
        pass
    saved = env.save()
    assert load_text(saved) == env.venture()
    other = quest_v0.env(BRIDGE)
    other.reset(options={"save": saved})
    for copied in (other, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        assert copied.quest == env.quest
        for agent in env.possible_agents:
            assert received(copied, agent)[:2] == received(env, agent)[:2]
    with pytest.raises(InvalidValueError, match="expected The Rat Cellar with Mara, Pim"):
        quest_v0.env(CELLAR).reset(options={"save": saved})


def test_who_goes_and_who_they_are():
    env = quest_v0.env(CRYPT, heroes=("Ansa", "Brom"))
    assert env.names == {"hero_0": "Ansa", "hero_1": "Brom", "ally_0": "wolf"}
    assert "master_0" not in env.possible_agents
    assert "master_0" in quest_v0.env(CRYPT, master="agent").possible_agents
    with pytest.raises(InvalidValueError, match="master"):
        quest_v0.env(CRYPT, master="me")


def test_a_quest_is_cut_after_its_rounds():
    env = quest_v0.env(CRYPT, most_rounds=2)
    env.reset(seed=1)
    while not env.truncations[env.agent_selection]:
        env.step(0)
    assert env.quest.round == 3
    assert not any(env.terminations.values())
    assert env.observe("hero_0")["action_mask"].dtype == "int8"


def test_the_program_wins_in_numbers():
    """The program plays well through the numeric interface and gets the party a reward of 1."""
    env, won = quest_v0.raw_env(CELLAR, shaping=0.25, events=True), 0
    for seed in range(6):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        while not any((*env.terminations.values(), *env.truncations.values())):
            action = PartyPlayer().choose(env.quest).action
            env.step(env.numbers.number(env.quest, action))
            for agent in totals:
                totals[agent] += env.rewards[agent]
        assert len(set(totals.values())) == 1, "the party is paid together"
        if env.quest.winner == HEROES:
            won += 1
            goals = len(env.scenario.goals)
            assert totals["hero_0"] <= 1 + 0.25 * (goals + 20)
            assert env.rewards["hero_0"] >= 1
        texts = [event["text"] for event in env.infos[env.agent_selection]["events"]]
        assert any(env.quest.result.capitalize() in text for text in texts)
    assert won


def test_what_is_not_legal_raises_or_loses():
    env = quest_v0.raw_env(CELLAR)
    env.reset(seed=1)
    before = received(env, "hero_0")
    with pytest.raises(InvalidValueError, match=r"action 4 is not legal now: .*roll for moves"):
        env.step(4)
    with pytest.raises(InvalidValueError, match="nobody that was met has that number"):
        env.step(env.numbers.choices - 1)
    assert received(env, "hero_0") == before
    env = quest_v0.env(CELLAR)
    env.reset(seed=1)
    env.step(4)
    assert env.last()[1:4] == (-1, True, True)
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []
