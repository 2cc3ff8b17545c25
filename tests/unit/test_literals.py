"""Type checkers and the library accept the same names."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from sightline import CenterRule, CornerRule, Door, Gate, HexBoard, HexRayRule
from sightline.answers.ties import TIES, TouchingTies
from sightline.games.quest.board.quest import MODES, QuestMode
from sightline.model.figure import KINDS, OTHER_NAMES, FigureKind
from sightline.model.hexagon import Orientation, Outside
from sightline.model.reach import METRICS, MetricName
from sightline.model.threshold import DoorStateName, GateStateName
from sightline.rules.hexray import TIE_CHOICES, RayTies
from sightline.rules.hexray import TIES as RAY_TIES
from sightline.rules.settings import OTHER_TIES


@pytest.mark.parametrize(
    ("literal", "taken"),
    [
        (DoorStateName, Door.STATES),
        (GateStateName, Gate.STATES),
        (FigureKind, (*KINDS, *OTHER_NAMES)),
        (MetricName, METRICS),
        (TouchingTies, (*TIES, *OTHER_TIES)),
        (RayTies, (*RAY_TIES, *OTHER_TIES)),
        (QuestMode, MODES),
    ],
)
def test_checkers_take_what_is_taken(literal: Any, taken: tuple[str, ...]) -> None:
    assert get_args(literal) == tuple(taken)


def test_the_settings_of_rules() -> None:
    assert tuple(TIE_CHOICES) == RAY_TIES
    for rule in (CornerRule, CenterRule, HexRayRule):
        hints = get_type_hints(rule)
        for name, setting in rule.settings().items():
            if setting.kind == "choice":
                taken = (*setting.choices, *setting.other_names)
                assert get_args(hints[name]) == taken, (rule, name)


def test_the_settings_of_hex_boards() -> None:
    for outside in get_args(Outside):
        for orientation in get_args(Orientation):
            board = HexBoard(0, outside=outside, orientation=orientation)
            assert (board.outside, board.orientation) == (outside, orientation)
