"""The offered actions are exactly the allowed ones, in every state that occurs in play."""

from itertools import product
from pathlib import Path
from runpy import run_path

import pytest

from sightline.errors import InvalidValueError
from sightline.games.one_card_dungeon import (
    Assign,
    Attack,
    EndTurn,
    FaceBlows,
    HeroClass,
    Improve,
    MoveHero,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    SeededDice,
    apply,
    legal_actions,
    new_game,
    parse_level,
    why_not,
)
from sightline.games.one_card_dungeon.players.player import AutoPlayer

DOCS = Path(__file__).parents[3] / "docs" / "one-card-dungeon.md"


def everything(state):
    """Return every conceivable action, sensible or not."""
    yield from (Roll(), Reroll(), EndTurn(), FaceBlows(), Improve("luck"))
    yield from (Roll(face) for face in range(7))
    faces = sorted({0, *state.energy})
    yield from (Assign(*dice) for dice in product(faces, repeat=4))
    yield from (Improve(what) for what in ("speed", "attack", "defence", "range", "health"))
    for tile in state.layout.tiles():
        yield MoveHero(tile)
        yield from (MoveMonster(monster.name, tile) for monster in state.monsters)
    yield from (Attack(monster.name) for monster in state.monsters)


@pytest.mark.parametrize("hero_class", list(HeroClass))
def test_legal_actions_are_those_without_an_objection(hero_class):
    dice, player = SeededDice(9), AutoPlayer()
    state = new_game(hero_class=hero_class, first=2, health=1)
    seen = set()
    for _ in range(60):
        if state.is_over:
            break
        offered = legal_actions(state)
        allowed = {action for action in everything(state) if why_not(state, action) is None}
        assert set(offered) == allowed
        assert len(offered) == len(allowed)
        refused = next(action for action in everything(state) if action not in allowed)
        with pytest.raises(InvalidValueError):
            apply(state, refused, dice)
        seen.add(state.phase)
        state = apply(state, player.choose(state), dice)
    assert {Phase.ROLL, Phase.ENERGY, Phase.ADVENTURER, Phase.MONSTER_MOVE} <= seen


def blocks(language):
    """Return the code blocks of the page in that language."""
    parts = DOCS.read_text(encoding="utf-8").split(f"```{language}\n")[1:]
    return [part.split("```")[0] for part in parts]


def test_the_page_runs_as_it_says(tmp_path, capsys):
    (code,) = blocks("python")
    (tmp_path / "page.py").write_text(code)
    run_path(str(tmp_path / "page.py"))
    assert f"# {capsys.readouterr().out.strip()}\n" in code


def test_the_level_of_the_page_can_be_read():
    (text,) = [block for block in blocks("") if "\nmap:\n" in block]
    assert parse_level(text).title == "The flooded stair"
