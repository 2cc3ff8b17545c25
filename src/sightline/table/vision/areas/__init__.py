"""What is measured on a map: distances, the tiles of areas, and what of an area somebody knows."""

from sightline.table.vision.areas.distances import METRICS_ON, length_words, path_length, unit_from
from sightline.table.vision.areas.shapes import ANGLES
from sightline.table.vision.areas.views import (
    MeasuredGround,
    as_players_know,
    views_of,
    whole_ground,
)

__all__ = [
    "ANGLES",
    "METRICS_ON",
    "MeasuredGround",
    "as_players_know",
    "length_words",
    "path_length",
    "unit_from",
    "views_of",
    "whole_ground",
]
