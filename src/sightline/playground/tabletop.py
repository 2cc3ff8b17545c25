"""The scene of another virtual tabletop: read by our readers, answered in its own pixels.

The shells for Owlbear Rodeo and Foundry (page/vtt) send a scene once, and its tokens again when one
moves. Tokens go by their ids, which the shells put where their names would be.
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
    """One scene: its board, and where the board lies in the scene's pixels.

    `data` is a scene of Foundry, or `{"grid": ..., "items": [...]}` of Owlbear Rodeo, as the
    readers in `sightline.formats` take them.
    """

    def __init__(
        self, kind: Literal["foundry", "owlbear"], data: Plain, level: str | None = None
    ) -> None:
        self._kind, self._data, self._level = kind, data, level
        self._take(self._read(data))

    def _take(self, loaded: Loaded) -> None:
        self._board, self._report = loaded.board, loaded.report
        self._to_pixels = _inverse(loaded)

    def _read(self, data: Plain, level: str | None = None) -> Loaded:
        if self._kind == "foundry":
            from sightline.formats.foundry import read
        elif self._kind == "owlbear":
            from sightline.formats.owlbear import read
        else:
            raise InvalidValueError(f"kind: expected foundry or owlbear, got {self._kind!r}")
        options = Options(level=level or self._level, flat=True)  # the tabletop shows one floor
        return read(json.dumps(data).encode(), "scene", options)

    def summary(self) -> Plain:
        """The grid, the tokens on the board, and the reader's notes."""
        report = self._report
        return {
            "grid": self._board.grid.name,
            "tokens": [each.name for each in self._board.figures()],
            "walls": self._board.wall_count,
            "levels": report.choices.levels,
            "level": report.choices.level,
            "notes": [*report.changed, *report.guessed, *report.lost],
        }

    def place(self, tokens: list[Plain]) -> None:
        """Replace the tokens. The walls are not read again, so this is quick."""
        loaded = self._read(self._with_tokens(tokens))
        if not loaded.board.same_layout(self._board):
            raise InvalidValueError("The map changed with its tokens. Send the whole scene.")
        self._data = self._data | self._tokens_in(tokens)
        self._report = loaded.report
        wanted: dict[str, Figure[Any]] = {each.name: each for each in loaded.board.figures()}
        for figure in self._board.figures():
            if wanted.get(figure.name) == figure:
                del wanted[figure.name]
            else:
                self._board.remove(figure.name)
        for name, figure in wanted.items():
            self._board.place(
                name,
                figure.at,
                size=figure.size,
                blocks_sight=figure.blocks_sight,
                kind=figure.kind,
                side=figure.side,
            )

    def _with_tokens(self, tokens: list[Plain]) -> Plain:
        """The scene with other tokens, and without walls where its layout does not depend on
        them: in Foundry walls tell the floors, in Owlbear the size of a scene without a map."""
        whole = self._data | self._tokens_in(tokens)
        if self._kind == "foundry":
            return whole if self._report.choices.levels else whole | {"walls": []}
        maps = [each for each in whole["items"] if each.get("layer") == "MAP"]
        return whole | {"items": [*maps, *tokens]} if maps else whole

    def _tokens_in(self, tokens: list[Plain]) -> Plain:
        """The part of the scene's data that holds its tokens."""
        if self._kind == "foundry":
            return {"tokens": tokens}
        items = [each for each in self._data["items"] if each.get("layer") != "CHARACTER"]
        return {"items": [*items, *tokens]}

    def _find(self, token: str) -> None:
        """Turn to the floor on which the token stands."""
        if any(each.name == token for each in self._board.figures()):
            return
        for level in self._report.choices.levels:
            loaded = self._read(self._data, level)
            if any(each.name == token for each in loaded.board.figures()):
                self._level = level
                self._take(loaded)
                return
        raise InvalidValueError(f"{token} is outside the map. Move the token onto it.")

    def _check_same_floor(self, token: str) -> None:
        if not any(each.name == token for each in self._board.figures()):
            raise InvalidValueError(f"{token} is outside the map, or on another floor.")

    # --- questions

    def look(self, a: str, b: str, rule: str) -> Plain:
        """The verdict with its lines, cover and reason; every point is in pixels."""
        self._find(a)
        self._check_same_floor(b)
        made = answer(self._board, self._rule(rule), {"t": "sight", "a": a, "b": b})
        made["line"] = self._pixels(made["line"])
        for line in made.get("lines", ()):
            line["start"], line["end"] = self._pixels((line["start"], line["end"]))
        if "split" in made:
            made["split"] = self._pixels([made["split"]])[0]
        made["obstacles"] = [
            {"words": each["words"]}
            | ({"at": self._pixels([each["at"]])[0]} if "at" in each else {})
            for each in made["obstacles"]
        ]
        return made

    def view(self, a: str, rule: str) -> Plain:
        """The tiles that a token sees, as polygons in pixels."""
        self._find(a)
        lit = answer(self._board, self._rule(rule), {"t": "field", "figure": a})["lit"]
        return {"shapes": [self._pixels(outline) for run in lit for outline in self._outlines(run)]}

    def _rule(self, kind: str) -> Rule:
        return check_question(self._board, rule_from_menu({"rule": kind}))

    def _outlines(self, run: tuple[int, int, int]) -> Iterable[list[XY]]:
        """A run of squares is one rectangle; hexes are drawn one by one."""
        a, b, length = run
        grid = self._board.grid
        if grid.name == "square":
            yield [(b, a), (b + length, a), (b + length, a + 1), (b, a + 1)]
            return
        for q in range(a, a + length):
            yield [(x / UNIT, y / UNIT) for x, y in grid.corners((q, b))]

    def _pixels(self, points: Iterable[XY]) -> list[XY]:
        (ax, bx, cx), (ay, by, cy) = self._to_pixels
        return [(ax * x + bx * y + cx, ay * x + by * y + cy) for x, y in points]


Row = tuple[float, float, float]


def _inverse(loaded: Loaded) -> tuple[Row, Row]:
    """The affine map from the board to pixels, from where three pixels lie on the board."""
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
