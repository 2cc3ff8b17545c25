"""The worked examples learn: they beat the random player by a fixed margin."""

import os
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest

from sightline.engine import native

EXAMPLES = Path(__file__).parents[2] / "examples"
THOROUGH = os.environ.get("SIGHTLINE_THOROUGH", "0") not in ("", "0", "false")
MARGIN = 5
"""The trained player clears at least this many times as many levels."""


@pytest.mark.skipif(native.dungeon() is None, reason="without the kernels it takes minutes")
def test_a_small_training_beats_the_random_player(capsys):
    example = run_path(str(EXAMPLES / "train_one_card_dungeon.py"))
    preferences = example["train"](generations=8, players=36, games=16)
    trained = example["levels_cleared"](preferences[None], 300, seed=99)[0]
    anything = example["random_levels"](300, seed=99)
    assert trained > MARGIN * anything > 0
    assert capsys.readouterr().out.count("generation") == 8


WINS = 0.7
"""The minimum share of battles that the trained skirmish player wins, on either side."""


def test_the_skirmish_can_be_learned(capsys):
    """`make thorough` trains for some seconds; otherwise the test only checks
    that training runs.
    """
    pytest.importorskip("pettingzoo", reason="pip install 'sightline-engine[gym]'")
    example = run_path(str(EXAMPLES / "train_skirmish.py"))
    size = (7, 16, 8) if THOROUGH else (1, 5, 1)
    likes = example["train"](*size)
    assert capsys.readouterr().out.count("generation") == size[0]
    anything = np.zeros(len(likes))
    games = 100 if THOROUGH else 1
    red = example["battles_won"]({"red_0": likes, "blue_0": anything}, games, seed=5000)
    blue = example["battles_won"]({"red_0": anything, "blue_0": likes}, games, seed=5000)
    if THOROUGH:
        assert min(red[0], blue[1]) > WINS
