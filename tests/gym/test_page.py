"""docs/environments.md: its Gymnasium and PettingZoo examples run, and its sizes are right."""

import re
from pathlib import Path

import pytest

pytest.importorskip(
    "pettingzoo", reason="the extra `gym` is not installed: pip install 'sightline-engine[gym]'"
)

from sightline.games.quest import agent_encoding as of_quest
from sightline.games.skirmish import agent_encoding as of_skirmish
from sightline.gym import quest_v0, skirmish_v0

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```py\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[0][:30])
def test_what_it_shows_runs(block, capsys):
    exec(compile(block, "environments.md", "exec"), {})  # noqa: S102 (our own page)
    out = capsys.readouterr().out
    for said in re.findall(r"^print\(.*?\) +# (.*)$", block, re.MULTILINE):
        assert said in out


def test_there_is_one_for_each_game():
    assert len(BLOCKS) == 3


def test_the_sizes_of_rows():
    """The formulas are 8 + 5u + 3e + h and 8 + g + 11p + 240 + 3t."""
    for name, units, hexes in (("crossing", 5, 91), ("ridge", 6, 127)):
        space = skirmish_v0.raw_env(name).observation_space("red_0")
        assert space["observation"].shape == (8 + 5 * units + 3 * units + hexes,)
    assert "8 + 5*u* + 3*e* + *h*" in PAGE
    assert (len(of_skirmish.HEAD), len(of_skirmish.OF_OWN), len(of_skirmish.OF_ENEMY)) == (8, 5, 3)
    env = quest_v0.raw_env("the-rat-cellar")
    width = 8 + 2 + 11 * 2 + 240 + 3 * 36
    assert env.observation_space("hero_0")["observation"].shape == (width,)
    assert "8 + *g* + 11*p* + 240 + 3*t*" in PAGE
    assert (len(of_quest.HEAD), len(of_quest.OF_PARTY), len(of_quest.OF_MONSTER)) == (8, 11, 10)
