"""Right and wrong uses of the library, for mypy and pyright to check (`test_checkers.py`).

Both must report an error on every line with "# wrong", and on no other line. This code never runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, assert_type

import numpy

from sightline import (
    RULES,
    CenterRule,
    Contact,
    ContactField,
    CornerRule,
    Cover,
    Degree,
    Door,
    Field,
    Gate,
    Hex,
    HexBoard,
    HexRayRule,
    PackRule,
    ReachField,
    Rulings,
    Sight,
    Square,
    SquareBoard,
    ThreatField,
    Verdict,
    Visibility,
    Wall,
    all_pairs,
    areas,
    check,
    contact,
    contact_field,
    cover_field,
    field,
    field_in_light,
    hexes,
    load,
    los,
    packs,
    path,
    reach,
    rule_from_dict,
    save,
    sees,
    sees_in_light,
    sees_many,
    threat,
    tiles_seen,
    trace,
    verdict,
    who_sees_whom,
)
from sightline import squares as plain_squares
from sightline.model.board import Board
from sightline.rules.rule import Rule

squares = SquareBoard(6, 8)
hexagons = HexBoard(radius=3, outside="solid", orientation="flat")
either: Board = load("crypt.txt")
corner = CornerRule()

# --- boards ---------------------------------------------------------------------------------------

SquareBoard(numpy.int64(6), 8)
SquareBoard(6)  # wrong
SquareBoard("6", 8)  # wrong
SquareBoard.from_text("S.#")
SquareBoard.from_text(b"S.#")  # wrong
SquareBoard.from_array(numpy.zeros((3, 4), dtype=bool))
HexBoard(cells=[(0, 0), (1, 0)])
HexBoard(outside="rock")  # wrong
HexBoard(3, orientation="pointed")  # wrong

squares.set_solid((1, 3))
squares.set_solid([1, 3])
squares.set_solid("D2", False)
squares.set_solid(Square(1, 3))
squares.set_solid((numpy.int64(1), numpy.int64(3)))
squares.set_solid(1, 3)  # wrong
squares.set_solid((1.0, 3.0))  # wrong
squares.set_edge((0, 4), "F1", Door("closed"))
squares.set_edge((0, 4), (0, 5), None)
squares.set_edge((0, 4), (0, 5), "door")  # wrong
squares.set_state("E1", "F1", "open")
squares.set_state("E1", "F1", "opne")  # wrong
squares.place("troll", "C4", size=(2, 2), blocks_sight=True, kind="enemy")
squares.place("table", (0, 0), kind="weapon rack", size=2)
squares.place("table", (0, 0), kind="tabel")  # wrong
squares.place((0, 0), "troll")  # wrong
squares.add_wall((0.5, 1), (Fraction(1, 3), numpy.float64(2.5)), Gate("locked"))
squares.add_wall(0.5, 1)  # wrong
hexagons.set_cover("(1, 0)", 0.5)
hexagons.set_cover((1, 0), Fraction(1, 2))
hexagons.set_elevation((1, 0), None)
hexagons.set_elevation((1, 0), "high")  # wrong
squares.set_cover((0, 0), 0.5)  # wrong

assert_type(squares.where("troll"), Square)
assert_type(hexagons.where("troll"), Hex)
assert_type(squares.tiles()[0], Square)
assert_type(hexagons.tiles()[:2], list[Hex])
assert_type(squares.position("C4"), Square)
assert_type(squares.figure("troll").at, Square)
assert_type([figure.tiles for figure in hexagons.figures()], list[tuple[Hex, ...]])
assert_type(squares.edge((0, 0), (0, 1)), Wall | Door | Gate | None)
assert_type(either.where("troll"), Square | Hex)
assert_type(squares.copy(), SquareBoard)
assert_type(HexBoard.from_text(str(hexagons)), HexBoard)
squares.where("troll").q  # noqa: B018  # wrong

Door("open")
Door("opne")  # wrong
Gate("locked")
Gate("secret")  # wrong
assert_type(Door().state, Literal["open", "closed", "locked", "secret"])

# --- rules ----------------------------------------------------------------------------------------

CornerRule("permissive", closed_ends=True)
CornerRule(ties="permisive")  # wrong
CornerRule(closed_ends="yes")  # wrong
CornerRule(ties="nearest")  # wrong
CornerRule(ties="dm-adjudicated")
CenterRule(large="middle")
CenterRule(large="center")  # wrong
HexRayRule("nearest", max_soft_cover=2.5)
HexRayRule(ties="corners-pass")  # wrong
HexRayRule(soft_cover="0.5")  # wrong
rules: list[Rule] = [RULES["center"], rule_from_dict("center"), rule_from_dict({"rule": "corner"})]

# --- questions ------------------------------------------------------------------------------------

assert_type(sees(squares, (0, 0), "Mira", corner), bool)
sees(squares, "C4", "Mira", "center")
sees(squares, "C4", "Mira", "dnd5e")
assert_type(trace(squares, "C4", "Mira", PackRule("dnd5e")).degree, Degree)
PackRule(packs.read_pack("my-game.toml"))
sees(either, numpy.array([0, 0]), [1, 1], RULES["center"])
sees(hexagons, "(0, 0)", (2, -1), "hexray")
with Rulings() as rulings:
    sees(squares, (0, 0), (1, 1), corner, rulings=rulings)
    rulings.rule(squares, "Mira", "C4", "center", visible=False, by="Ann")
    rulings.rule(squares, "Mira", "C4", "quset")  # wrong
sees(squares)  # wrong
sees(squares, (0, 0), (1, 1))  # wrong
sees(squares, (0, 0), (1, 1), "quset")  # wrong
sees(squares, (0, 0), (1, 1), "dnd6e")  # wrong
PackRule(5)  # wrong
sees(squares, (0, 0), (1, 1), corner, rulings)  # wrong
sees((0, 0), (1, 1), squares, corner)  # wrong
sees(squares, 0, 0, corner)  # wrong
sees(squares, (0.5, 0.5), (1, 1), corner)  # wrong
assert_type(trace(squares, (0, 0), (1, 1), "corner"), Sight)
trace(squares, (0, 0), (1, 1), CornerRule)  # wrong
trace(squares, (0, 0), (1, 1), "corner").visable  # noqa: B018  # wrong
check(squares, trace(squares, (0, 0), (1, 1), "corner"))
assert_type(contact(squares, (0, 0), (1, 1), "corner"), Contact)
assert_type(verdict(squares, (0, 0), (1, 1), "corner"), Verdict)

assert_type(field(squares, (0, 0), "center"), Field[Square])
assert_type(field(hexagons, (0, 0), "hexray", radius=2), Field[Hex])
assert_type(field(either, (0, 0), "center"), Field[Square | Hex])
assert_type(list(field(squares, "Mira", corner)), list[Square])
assert_type(field(squares, (0, 0), corner) | field(squares, (1, 1), corner), Field[Square])
assert_type(field(squares, ["Mira", (3, 4)], corner, light_walls=True), Field[Square])
assert_type(field_in_light(squares, ["Mira", (3, 4)], corner), Field[Square])
assert_type(tiles_seen(hexagons, (0, 0), "troll", "hexray"), Field[Hex])
assert_type(field_in_light(squares, "Mira", "center", radius=6, dark_vision=None), Field[Square])
assert_type(who_sees_whom(squares, "center", names=["Mira"])[0], list[str])
who_sees_whom(squares, "quset")  # wrong
sees_in_light(squares, "Mira", "C4", "center", metric="euclidean")  # wrong
squares.ambient = "dark"
squares.ambient = "drak"  # wrong
squares.add_light("Mira", bright=4, dim=Fraction(15, 2))
squares.add_light("C4", bright="far")  # wrong
field(squares, (0, 0), corner, radius=2.5, metric="chebyshev")
field(squares, (0, 0), corner, radius=Fraction(5, 2), metric="steps")
field(squares, (0, 0), "quset")  # wrong
field(squares, (0, 0), corner, radius="2")  # wrong
field(squares, (0, 0), corner, metrics="euclid")  # wrong
field(squares, (0, 0), corner, radius=2, metric="euclidean")  # wrong
[tile.q for tile in field(squares, (0, 0), corner)]  # wrong
assert_type(contact_field(squares, (0, 0), corner, metric="manhattan"), ContactField)
assert_type(contact_field(squares, (0, 0), corner)["C4"], Contact)
contact_field(squares, (0, 0), corner, metric="taxi")  # wrong
assert_type(cover_field(hexagons, (0, 0), HexRayRule())[1, 0], Cover)
assert_type(cover_field(squares, (0, 0), "dnd5e")[1, 0], Degree)
field(squares, (0, 0), corner, 3)  # wrong
sees(squares, (0, 0), (1, 1), "quest")  # wrong
assert_type(all_pairs(squares, "corner"), Visibility)
sees_many(squares, [((0, 0), (1, 1))], "corner").tolist()
sees_many(squares, [((0, 0), (1, 1))])  # wrong

assert_type(areas.circle(hexagons, "(0, 0)", 2, sight="hexray"), Field[Hex])
areas.cone(squares, "Mira", "C4", 6, angle=90, sight="center")
areas.cone(squares, "Mira", "C4", 6, angle=91)  # wrong
areas.circle(squares, "Mira", 2, sight="quset")  # wrong
areas.burst(squares, "C4", "north-west", 3)
areas.burst(squares, "C4", "nort-west", 3)  # wrong
assert_type(path(squares, "Mira", "C4", doors=("open", "closed")), tuple[Square, ...] | None)
path(squares, "Mira", "C4", doors="opne")  # wrong
reach(squares, "Mira", 5)["C4"]
reach(squares, "Mira", 5, diagonals="somtimes")  # wrong
threat(squares, "Mira", 3, 4, "corner")
threat(squares, "Mira", 3, 4, "one-card-dungon")  # wrong

# --- the rest -------------------------------------------------------------------------------------

assert_type(los((0, 0), (1, 1), [[None, "#"], [None, None]]), bool)
save(squares, "crypt.json")
save(squares)  # wrong
rays: Mapping[str, Any] = {"blocks_at": lambda tile: False}
assert_type(hexes.has_line_of_sight((0, 0), (3, 0), blocks_at=lambda tile: tile.q == 2), bool)

# --- areas, ways and plain tiles ------------------------------------------------------------------

assert_type(areas.circle(squares, "Mira", 3, metric="chebyshev", sight="center"), Field[Square])
assert_type(areas.cone(hexagons, (0, 0), toward="orc", length=4, angle=60), Field[Hex])
assert_type(areas.line(squares, "A1", "C4", 5, sight=corner), Field[Square])
assert_type(areas.burst(squares, (2, 2), "north-west", 2.5), Field[Square])
areas.circle(squares, "Mira", 3, metric="taxi")  # wrong
areas.cone(squares, "Mira", (0, 0), 4, angle=30)  # wrong
areas.cone(squares, "Mira", length=4)  # wrong
areas.line(squares, "Mira", (0, 0), 2.5)  # wrong
areas.burst(squares, (2, 2), radius=2)  # wrong

assert_type(path(squares, "Mira", (4, 7)), tuple[Square, ...] | None)
assert_type(path(hexagons, (0, 0), "orc", through=["Mira"]), tuple[Hex, ...] | None)
assert_type(reach(squares, "Mira", 2.5, diagonals="open", cost={(2, 3): 2}), ReachField)
assert_type(reach(squares, "Mira", 6, cost=lambda tile: None).field, Field[Square | Hex])
assert_type(threat(squares, "orc", 6, 8, "center", doors=("open", "closed")), ThreatField)
path(squares, "Mira")  # wrong
reach(squares, "Mira")  # wrong
reach(squares, "Mira", 6, diagonals="sometimes")  # wrong
reach(squares, "Mira", 6, cost=2)  # wrong
threat(squares, "orc", 6, 8)  # wrong
threat(squares, "orc", 6, 8, "quset")  # wrong

assert_type(plain_squares.line((0, 0), (2, 5)), tuple[Square, ...])
assert_type(plain_squares.disc((0, 0), 2, metric="steps"), list[Square])
assert_type(hexes.line((0, 0), (2, 5)), tuple[Hex, ...])
assert_type(hexes.ring((0, 0), 2), list[Hex])
assert_type(hexes.trace_ray((0, 0), (2, 5), max_steps=3).reached, bool)
plain_squares.disc((0, 0), 2, "taxi")  # wrong
plain_squares.line((0, 0))  # wrong
hexes.disc((0, 0), "2")  # wrong
hexes.trace_ray((0, 0), (2, 5), max_steps="3")  # wrong
hexes.has_line_of_sight((0, 0), (2, 5), blocks=lambda h: True)  # wrong
