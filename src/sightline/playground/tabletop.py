"""The scene of another virtual tabletop, read by our readers. Answers are in the scene's pixels.

The shells for Owlbear Rodeo and Foundry (page/vtt) send a scene once, and its tokens again when one
moves. The shells pass token ids in place of names, so figures are named by id.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

from sightline.engine import check_question
from sightline.errors import InvalidValueError
from sightline.formats.contract import Loaded, Options
from sightline.model.figure import Figure
from sightline.model.numbers import UNIT
from sightline.playground.looks import answer
from sightline.playground.views import Plain
from sightline.rules.menu import rule_from_menu
from sightline.rules.rule import Rule

XY = tuple[float, float]


class TabletopScene:
    """One scene: its board, and the position of the board in the scene's pixels.

    `data` is a scene of Foundry, or `{"grid": ..., "items": [...]}` of Owlbear Rodeo, in the form
    that the readers in `sightline.formats` accept. The scene is read with all its heights. For a
    rule without heights, the board is the floor of the viewer.
    """

    def __init__(
        self, kind: Literal["foundry", "owlbear"], data: Plain, level: str | None = None
    ) -> None:
        self._kind, self._data, self._level = kind, data, level
        self._whole = _Map(self._read(data))
        self._floor: _Map | None = None
        """One floor of a scene with heights, read when a rule without heights needs it."""

    def _read(self, data: Plain, options: Options | None = None) -> Loaded:
        if self._kind == "foundry":
            from sightline.formats.foundry import read
        elif self._kind == "owlbear":
            from sightline.formats.owlbear import read
        else:
            raise InvalidValueError(f"kind: expected foundry or owlbear, got {self._kind!r}")
        return read(json.dumps(data).encode(), "scene", options or Options())

    def summary(self) -> Plain:
        """Return the grid, the tokens on the board, and the reader's notes."""
        report, board = self._whole.report, self._whole.board
        floor = self._floor.report.choices.level if self._floor else self._level
        return {
            "grid": board.grid.name,
            "tokens": [each.name for each in board.figures()],
            "walls": board.wall_count,
            "levels": report.choices.levels,
            "level": floor,
            "notes": [*report.changed, *report.guessed, *report.lost],
        }

    def place(self, tokens: list[Plain]) -> None:
        """Replace the tokens. The walls are not read again, so this is quick."""
        data = self._with_tokens(tokens)
        self._whole.replace_figures(self._read(data))
        if self._floor is not None:
            self._floor.replace_figures(self._read(data, self._on_floor()))
        self._data = self._data | self._tokens_in(tokens)

    def _with_tokens(self, tokens: list[Plain]) -> Plain:
        """Return the scene with other tokens, and without walls unless its layout depends on them.

        In Foundry walls can define floors, and in Owlbear the size of a scene without a map.
        """
        whole = self._data | self._tokens_in(tokens)
        if self._kind == "foundry":
            return whole if self._whole.report.choices.levels else whole | {"walls": []}
        maps = [each for each in whole["items"] if each.get("layer") == "MAP"]
        return whole | {"items": [*maps, *tokens]} if maps else whole

    def _tokens_in(self, tokens: list[Plain]) -> Plain:
        """Return the part of the scene's data that contains its tokens."""
        if self._kind == "foundry":
            return {"tokens": tokens}
        items = [each for each in self._data["items"] if each.get("layer") != "CHARACTER"]
        return {"items": [*items, *tokens]}

    def _on_floor(self, level: str | None = None) -> Options:
        return Options(level=level or self._level, flat=True)

    def _map_for(self, token: str, rule: Rule) -> _Map:
        """Return the scene with its heights, or the floor on which the token stands."""
        if rule.takes_heights or self._whole.board.height_level < 2:
            self._whole.find(token, "")
            return self._whole
        floor = self._floor = self._floor or _Map(self._read(self._data, self._on_floor()))
        levels = self._whole.report.choices.levels
        for level in () if floor.has(token) else levels:
            floor = _Map(self._read(self._data, self._on_floor(level)))
            if floor.has(token):
                self._floor, self._level = floor, level
                return floor
        floor.find(token, "")
        return floor

    # --- questions

    def look(self, a: str, b: str, rule: str) -> Plain:
        """Return the line of sight between two tokens: the verdict with its lines, cover and
        reason. All points are in pixels.
        """
        asked = rule_from_menu({"rule": rule})
        map = self._map_for(a, asked)
        map.find(b, ", or on another floor")
        checked = check_question(map.board, asked)
        made = answer(map.board, checked, {"t": "sight", "a": a, "b": b})
        made["line"] = map.pixels(made["line"])
        for line in made.get("lines", ()):
            line["start"], line["end"] = map.pixels((line["start"], line["end"]))
        if "split" in made:
            made["split"] = map.pixels([made["split"]])[0]
        made["obstacles"] = [
            {"words": each["words"]} | ({"at": map.pixels([each["at"]])[0]} if "at" in each else {})
            for each in made["obstacles"]
        ]
        return made

    def view(self, a: str, rule: str) -> Plain:
        """Return the tiles that a token sees, as polygons in pixels."""
        asked = rule_from_menu({"rule": rule})
        map = self._map_for(a, asked)
        checked = check_question(map.board, asked)
        lit = answer(map.board, checked, {"t": "field", "figure": a})["lit"]
        return {"shapes": [map.pixels(outline) for run in lit for outline in map.outlines(run)]}


class _Map:
    """A board with its tokens, and the position of the board in the scene's pixels."""

    def __init__(self, loaded: Loaded) -> None:
        self.board, self.report = loaded.board, loaded.report
        self._to_pixels = _inverse(loaded)

    def has(self, token: str) -> bool:
        return self.board.has_figure(token)

    def find(self, token: str, where: str) -> None:
        """Raise if the token is not on this map.

        `where` is added to the message after "outside the map".
        """
        if not self.has(token):
            remedy = "" if where else " Move the token onto it."
            raise InvalidValueError(f"{token} is outside the map{where}.{remedy}")

    def replace_figures(self, loaded: Loaded) -> None:
        """Replace the figures by those of the same map, read again."""
        if not loaded.board.same_layout(self.board):
            raise InvalidValueError("The map changed with its tokens. Send the whole scene.")
        self.report = loaded.report
        wanted: dict[str, Figure[Any]] = {each.name: each for each in loaded.board.figures()}
        for figure in self.board.figures():
            if wanted.get(figure.name) == figure:
                del wanted[figure.name]
            else:
                self.board.remove(figure.name)
        for name, figure in wanted.items():
            self.board.place(
                name,
                figure.at,
                size=figure.size,
                blocks_sight=figure.blocks_sight,
                kind=figure.kind,
                side=figure.side,
                elevation=figure.elevation,
                height=figure.height,
            )

    def outlines(self, run: tuple[int, int, int]) -> Iterable[list[XY]]:
        """Yield the outlines of a run of tiles: one rectangle for squares, one
        polygon for each hex.
        """
        a, b, length = run
        grid = self.board.grid
        if grid.name == "square":
            yield [(b, a), (b + length, a), (b + length, a + 1), (b, a + 1)]
            return
        for q in range(a, a + length):
            yield [(x / UNIT, y / UNIT) for x, y in grid.corners((q, b))]

    def pixels(self, points: Iterable[XY]) -> list[XY]:
        (ax, bx, cx), (ay, by, cy) = self._to_pixels
        return [(ax * x + bx * y + cx, ay * x + by * y + cy) for x, y in points]


Row = tuple[float, float, float]


def _inverse(loaded: Loaded) -> tuple[Row, Row]:
    """Return the affine map from the board to pixels, from the positions of three
    pixels on the board.
    """
    assert loaded.to_board is not None
    zero, one = Fraction(0), Fraction(1)
    x0, y0 = loaded.to_board((zero, zero))
    ax, ay = (to - at for to, at in zip(loaded.to_board((one, zero)), (x0, y0), strict=True))
    bx, by = (to - at for to, at in zip(loaded.to_board((zero, one)), (x0, y0), strict=True))
    size = ax * by - bx * ay
    return (
        (float(by / size), float(-bx / size), float((bx * y0 - by * x0) / size)),
        (float(-ay / size), float(ax / size), float((ay * x0 - ax * y0) / size)),
    )
