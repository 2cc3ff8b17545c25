"""The worked example learns: it beats the random player by the margin that is said here."""

from pathlib import Path
from runpy import run_path

import pytest

from sightline.engine import native

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_one_card_dungeon.py"
MARGIN = 5
"""How many times as many levels the trained player clears, at least."""


@pytest.mark.skipif(native.dungeon() is None, reason="without the kernels it takes minutes")
def test_a_small_training_beats_the_random_player(capsys):
    example = run_path(str(EXAMPLE))
    preferences = example["train"](generations=8, players=36, games=16)
    trained = example["levels_cleared"](preferences[None], 300, seed=99)[0]
    anything = example["random_levels"](300, seed=99)
    assert trained > MARGIN * anything > 0
    assert capsys.readouterr().out.count("generation") == 8
